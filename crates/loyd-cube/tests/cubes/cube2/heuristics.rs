//! Heuristics on every state.

use super::{Measured, all_states};
use loyd_cube::cube2::{
    CoordinateDistance, Corners, Cube2, Cube2Ranking, Cube2Space, HeuristicName, HeuristicVisitor,
    PatternDistance, Whole, with_heuristic,
};
use loyd_cube::{Corner, Half, Metric, Quarter, Scrambler};
use loyd_search::abstraction::Abstraction;
use loyd_search::space::{Heuristic, StateSpace};
use std::collections::HashMap;

/// Admissible, consistent and the same move by move, on every `step`th state; returns the largest
/// value and the sum of all.
struct Audit<'a, M> {
    space: &'a Cube2Space<M>,
    step: usize,
}

impl<M: Measured> HeuristicVisitor<Cube2Space<M>> for Audit<'_, M> {
    type Output = (u32, u64);

    fn visit<H: Heuristic<Cube2Space<M>>>(self, heuristic: H) -> (u32, u64) {
        let Self { space, step } = self;
        let distances = M::distances();
        assert!(heuristic.properties().admissible && heuristic.properties().consistent);
        assert_eq!(heuristic.value(heuristic.start(&Cube2::SOLVED)), 0);
        let (mut largest, mut sum) = (0, 0);
        for cube in all_states(&distances.ranking).step_by(step) {
            let memo = heuristic.start(&cube);
            let value = heuristic.value(memo);
            assert!(value <= distances.of(cube), "{cube}: {value} is too much");
            (largest, sum) = (largest.max(value), sum + u64::from(value));
            for turn in space.moves(&cube) {
                let mut after = cube;
                let effect = space.apply(&mut after, turn);
                let stepped = heuristic.step(memo, &after, effect);
                assert_eq!(stepped, heuristic.start(&after), "{cube} {turn}");
                assert!(value <= heuristic.value(stepped) + space.cost(turn), "{cube} {turn}");
            }
        }
        (largest, sum)
    }
}

/// Every fifth state for tables of coordinates. Databases rank projections, which takes longer, and
/// are audited on every state as part of the puzzle.
fn audit<M: Measured>() {
    let space = Cube2Space::<M>::new(Cube2::SOLVED);
    let mut sums = Vec::new();
    for name in HeuristicName::ALL {
        let is_database = name.info().name.starts_with("pdb:");
        let audit = Audit { space: &space, step: if is_database { 97 } else { 5 } };
        let (largest, sum) = with_heuristic(&name.into(), &space, audit).expect("small tables");
        assert_eq!(largest == 0, name == HeuristicName::Zero, "{name} says something");
        if !is_database {
            sums.push(sum);
        }
    }
    // Weakest first.
    assert!(sums.is_sorted(), "{sums:?}");
}

#[test]
fn all_are_admissible_and_consistent_with_half_turns() {
    audit::<Half>();
}

#[test]
fn all_are_admissible_and_consistent_with_quarter_turns() {
    audit::<Quarter>();
}

/// The tables hold the least distance of all states that share a coordinate.
fn exact<M: Measured>() {
    let space = Cube2Space::<M>::new(Cube2::SOLVED);
    let ranking = Cube2Ranking::new();
    let mut min_distances = (vec![u32::MAX; 5040], vec![u32::MAX; 729]);
    for cube in all_states(&ranking) {
        let (at, distance) = (ranking.coordinates(cube), M::distances().of(cube));
        let (p, o) = (
            &mut min_distances.0[at.permutation as usize],
            &mut min_distances.1[at.orientation as usize],
        );
        (*p, *o) = ((*p).min(distance), (*o).min(distance));
    }
    let permutation = CoordinateDistance::permutation(&space);
    let orientation = CoordinateDistance::orientation(&space);
    for (memo, &distance) in min_distances.0.iter().enumerate() {
        assert_eq!(permutation.value(memo as u16), distance);
    }
    for (memo, &distance) in min_distances.1.iter().enumerate() {
        assert_eq!(orientation.value(memo as u16), distance);
    }
}

#[test]
fn values_are_the_least_distances_of_the_projections() {
    exact::<Half>();
    exact::<Quarter>();
}

/// A database holds for each place and orientation of its corners the least distance of all states
/// that have them there.
fn exact_databases<M: Measured>() {
    fn check<M: Measured, A: Abstraction<Cube2Space<M>, State: Copy + Into<Vec<u8>>> + Sync>(
        abstraction: A,
    ) {
        let mut min_distances: HashMap<Vec<u8>, u32> = HashMap::new();
        for cube in all_states(&M::distances().ranking) {
            let min = min_distances.entry(abstraction.project(&cube).into()).or_insert(u32::MAX);
            *min = (*min).min(M::distances().of(cube));
        }
        assert_eq!(min_distances.len() as u64, abstraction.size());
        let space = Cube2Space::<M>::new(Cube2::SOLVED);
        let heuristic = PatternDistance::new(&space, abstraction).expect("a small table");
        let database = heuristic.database();
        assert_eq!(database.table().unreached(), 0);
        for rank in 0..database.abstraction().size() {
            let state = database.abstraction().unrank(rank);
            assert_eq!(database.abstraction().rank(&state), rank);
            assert_eq!(database.table().value(rank), Some(min_distances[&state.into()]));
        }
    }
    check::<M, _>(Corners::new([Corner::DRB]));
    check::<M, _>(Corners::new([Corner::DLF, Corner::UBR, Corner::DFR]));
    check::<M, _>(Corners::new([Corner::URF, Corner::UFL, Corner::ULB, Corner::UBR]));
}

#[test]
fn databases_hold_the_least_distances_of_their_patterns() {
    exact_databases::<Half>();
    exact_databases::<Quarter>();
}

/// The database of everything is the distance, and so is that of any six corners.
fn complete_databases<M: Measured>() {
    use Corner::{DFR, DLF, DRB, UBR, UFL, ULB};
    let space = Cube2Space::<M>::new(Cube2::SOLVED);
    let whole = PatternDistance::new(&space, Whole::new()).expect("2 MB");
    let six = Corners::new([DRB, UFL, DFR, ULB, UBR, DLF]);
    let six = PatternDistance::new(&space, six).expect("2 MB");
    for cube in all_states(&M::distances().ranking) {
        let distance = M::distances().of(cube);
        let values = [whole.value(whole.start(&cube)), six.value(six.start(&cube))];
        assert_eq!(values, [distance; 2], "{cube}");
    }
}

#[test]
fn complete_databases_hold_the_distances() {
    complete_databases::<Half>();
    complete_databases::<Quarter>();
}

/// For another goal: admissible, 0 there, and the same as built for it.
fn other_goals<M: Measured>() {
    let mut scrambler = Scrambler::new(3);
    let space = Cube2Space::<M>::new(Cube2::SOLVED);
    let solved = CoordinateDistance::permutation(&space);
    for _ in 0..20 {
        let goal = scrambler.cube2();
        let space = Cube2Space::<M>::new(goal);
        let built = CoordinateDistance::permutation(&space);
        let reversed = solved.reversed(&space).expect("for every goal");
        assert_eq!(built.value(built.start(&goal)), 0);
        for _ in 0..200 {
            let cube = scrambler.cube2();
            let value = built.value(built.start(&cube));
            assert!(value <= M::distances().between(cube, goal));
            assert_eq!(reversed.value(reversed.start(&cube)), value);
        }
    }
}

#[test]
fn goals_may_be_anywhere() {
    other_goals::<Half>();
    other_goals::<Quarter>();
}

/// Counting quarter turns, no heuristic says less than counting half turns.
#[test]
fn quarter_turns_are_never_fewer() {
    let half = CoordinateDistance::permutation(&Cube2Space::<Half>::default());
    let quarter = CoordinateDistance::permutation(&Cube2Space::<Quarter>::default());
    for memo in 0..5040 {
        assert!(half.value(memo) <= quarter.value(memo));
    }
    assert_eq!(<Half as Metric>::TURNS.len(), 18);
    assert_eq!(<Quarter as Metric>::TURNS.len(), 12);
}
