//! Heuristics against plain searches in their projections, and against known distances.

use loyd_cube::cube3::{
    Coordinate, CoordinateDistance, Cube3, Cube3Space, Edges, HeuristicName, HeuristicVisitor,
    Pair, PatternDistance, with_heuristic,
};
use loyd_cube::{Edge, Half, Metric, Quarter, Scrambler, Stickers, Turn};
use loyd_search::space::{Heuristic, StateSpace};
use std::collections::HashSet;

/// Consistent move by move on random walks, 0 at the goal, no more than the length of the walk.
struct Walks<'a, M> {
    space: &'a Cube3Space<M>,
    goal: Cube3,
}

impl<M: Metric> HeuristicVisitor<Cube3Space<M>> for Walks<'_, M> {
    type Output = u32;

    fn visit<H: Heuristic<Cube3Space<M>>>(self, heuristic: H) -> u32 {
        let Self { space, goal } = self;
        assert!(heuristic.properties().admissible && heuristic.properties().consistent);
        assert_eq!(heuristic.value(heuristic.start(&goal)), 0);
        let (mut largest, mut scrambler) = (0, Scrambler::new(21));
        for _ in 0..20 {
            let (mut cube, mut memo) = (goal, heuristic.start(&goal));
            for length in 1..30 {
                let pick = scrambler.cube3().rank() % M::TURNS.len() as u128;
                let before = heuristic.value(memo);
                let effect = space.apply(&mut cube, M::TURNS[pick as usize]);
                memo = heuristic.step(memo, &cube, effect);
                let value = heuristic.value(memo);
                assert_eq!(memo, heuristic.start(&cube));
                assert!(value <= length && value.abs_diff(before) <= 1);
                largest = largest.max(value);
            }
        }
        let reversed = heuristic.reversed(&space.reversed_for(&cube_of(3))).expect("any goal");
        assert_eq!(reversed.value(reversed.start(&cube_of(3))), 0);
        largest
    }
}

fn cube_of(seed: u64) -> Cube3 {
    Scrambler::new(seed).cube3()
}

/// The same space with another goal.
trait ReversedFor: Sized {
    fn reversed_for(&self, goal: &Cube3) -> Self;
}

impl<M: Metric> ReversedFor for Cube3Space<M> {
    fn reversed_for(&self, goal: &Cube3) -> Self {
        use loyd_search::space::Reversible;
        self.reversed(goal)
    }
}

/// Tables that are built in a moment.
fn small() -> impl Iterator<Item = HeuristicName> {
    HeuristicName::ALL.into_iter().filter(|name| {
        let large = ["pdb:edges-6a", "pdb:edges-6b", "pdb:corners", "pdb:orientations"];
        // Those of subgroups are not consistent; they have separate tests.
        !large.contains(&name.info().name) && !name.info().name.starts_with("pdb:g1")
    })
}

fn walks<M: Metric>() {
    for goal in [Cube3::SOLVED, cube_of(5)] {
        let space = Cube3Space::<M>::new(goal);
        for name in small() {
            let walks = Walks { space: &space, goal };
            let largest = with_heuristic(&name.into(), &space, walks).expect("small tables");
            assert_eq!(largest == 0, name == HeuristicName::Zero, "{name} says something");
        }
    }
}

#[test]
fn heuristics_are_consistent_on_walks() {
    walks::<Half>();
    walks::<Quarter>();
}

/// A coordinate read from stickers: no table and no packed state.
fn by_stickers(coordinate: Coordinate, cube: &Stickers) -> Vec<u8> {
    let corners =
        [8, 6, 0, 2, 29, 27, 33, 35, 9, 18, 36, 45, 26, 44, 53, 17, 20, 38, 47, 11, 15, 24, 42, 51];
    let edges = [
        5, 7, 3, 1, 32, 28, 30, 34, 23, 21, 50, 48, 10, 19, 37, 46, 16, 25, 43, 52, 12, 41, 39, 14,
    ];
    let shown = |at: &usize| cube.colours()[*at] as u8;
    match coordinate {
        // Where the colours of U and D are.
        Coordinate::CornerOrientation => {
            corners.iter().map(|at| u8::from(shown(at) % 3 == 0)).collect()
        }
        // The colours of each corner, in any order.
        Coordinate::CornerPermutation => {
            let sets = (0..8).map(|c| (0..3).map(|s| 1 << shown(&corners[c + 8 * s])).sum());
            sets.collect()
        }
        // Whether the first sticker has the colour that tells: U or D, else F or B.
        Coordinate::EdgeOrientation => (0..12)
            .map(|e| {
                let (first, second) = (shown(&edges[e]), shown(&edges[e + 12]));
                u8::from(first % 3 == 0 || second % 3 != 0 && first % 3 == 2)
            })
            .collect(),
        // Which edges have neither the colour of U nor that of D.
        Coordinate::Slice => (0..12)
            .map(|e| u8::from(shown(&edges[e]) % 3 != 0 && shown(&edges[e + 12]) % 3 != 0))
            .collect(),
    }
}

/// Cubes whose projections are all different, with the distances of these, to a depth: breadth-first
/// search over stickers.
fn plain<M: Metric>(coordinate: Coordinate, depth: u32) -> Vec<(Stickers, u32)> {
    let project = |cube: &Stickers| by_stickers(coordinate, cube);
    let solved = Stickers::solved(3);
    let mut projections = HashSet::from([project(&solved)]);
    let mut level = vec![solved.clone()];
    let mut examples = vec![(solved, 0)];
    for distance in 1..=depth {
        let after = |cube: &Stickers| M::TURNS.iter().map(|&turn| cube.after(&[turn])).collect();
        let next: Vec<Stickers> =
            level.iter().flat_map(|cube| -> Vec<Stickers> { after(cube) }).collect();
        // One example of a projection will do: turns act on it for any rest.
        level = next.into_iter().filter(|cube| projections.insert(project(cube))).collect();
        examples.extend(level.iter().map(|cube| (cube.clone(), distance)));
    }
    examples
}

fn exact<M: Metric>() {
    let space = Cube3Space::<M>::new(Cube3::SOLVED);
    for coordinate in Coordinate::ALL {
        let heuristic = CoordinateDistance::new(&space, coordinate);
        let depth = if coordinate == Coordinate::Slice { 9 } else { 3 };
        let examples = plain::<M>(coordinate, depth);
        if coordinate == Coordinate::Slice {
            assert_eq!(examples.len(), coordinate.size(), "all of them");
        }
        for (stickers, distance) in examples {
            let cube = Cube3::try_from(&stickers).expect("a cube");
            assert_eq!(heuristic.value(heuristic.start(&cube)), distance, "{coordinate:?} {cube}");
        }
    }
}

#[test]
fn coordinates_hold_the_distances_of_projections() {
    exact::<Half>();
    exact::<Quarter>();
}

#[test]
fn tables_of_turns_are_those_of_states() {
    let mut scrambler = Scrambler::new(6);
    for coordinate in Coordinate::ALL {
        let turned = coordinate.turned();
        assert_eq!(turned.len(), coordinate.size());
        for _ in 0..200 {
            let cube = scrambler.cube3();
            for &turn in <Half as Metric>::TURNS {
                let after = coordinate.of(cube.after(&[turn]));
                assert_eq!(turned[coordinate.of(cube)][turn.index()] as usize, after);
            }
        }
    }
}

/// The database of two edges against a plain search for where they can be.
fn edges<M: Metric>() {
    let space = Cube3Space::<M>::new(Cube3::SOLVED);
    let tracked = [Edge::UF, Edge::BR];
    let heuristic = PatternDistance::new(&space, Edges::new(tracked)).expect("a small table");
    assert_eq!(heuristic.database().table().unreached(), 0);
    let pattern = |cube: Cube3| -> Vec<(Edge, u8)> {
        let at = |edge| {
            let place = Edge::ALL.into_iter().find(|&place| cube.edge(place).0 == edge);
            let place = place.expect("every edge is somewhere");
            (place, cube.edge(place).1)
        };
        tracked.map(at).to_vec()
    };
    let mut seen = HashSet::from([pattern(Cube3::SOLVED)]);
    let (mut level, mut distance) = (vec![Cube3::SOLVED], 0);
    while !level.is_empty() {
        for &cube in &level {
            assert_eq!(heuristic.value(heuristic.start(&cube)), distance, "{cube}");
        }
        let after =
            |cube: &Cube3| M::TURNS.iter().map(|&turn: &Turn| cube.after(&[turn])).collect();
        let next: Vec<Cube3> =
            level.iter().flat_map(|cube| -> Vec<Cube3> { after(cube) }).collect();
        level = next.into_iter().filter(|&cube| seen.insert(pattern(cube))).collect();
        distance += 1;
    }
    assert_eq!(seen.len(), 24 * 22);
}

#[test]
fn databases_of_edges_hold_the_distances_of_their_patterns() {
    edges::<Half>();
    edges::<Quarter>();
}

/// Distances of all corners, against the published number of states at each.
fn corners<M: Metric>() {
    let space = Cube3Space::<M>::new(Cube3::SOLVED);
    let pair = Pair::new([Coordinate::CornerPermutation, Coordinate::CornerOrientation]);
    let heuristic = PatternDistance::new(&space, pair).expect("44 MB");
    let table = include_str!("../../../../../data/cube_levels.csv");
    let states = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        let is_requested = fields[..2] == ["3x3x3 corners", M::NAME.name()];
        is_requested.then(|| fields[3].parse::<u64>().expect("a number"))
    };
    let published: Vec<u64> = table.lines().filter_map(states).collect();
    let table = heuristic.database().table();
    // Half a byte distinguishes distances below 14; the rest is 14, the farthest in quarter turns.
    let (exact, rest) = published.split_at(table.histogram().len());
    assert_eq!(table.histogram(), exact);
    assert_eq!(table.unreached(), rest.iter().sum::<u64>());
    assert_eq!(table.maximum() as usize, published.len() - 1);
    let walks = Walks { space: &space, goal: Cube3::SOLVED };
    assert!(walks.visit(heuristic) >= 8);
}

#[test]
#[ignore = "a minute"]
fn the_database_of_corners_is_the_published_one() {
    corners::<Half>();
    corners::<Quarter>();
}

/// The databases that are too large for the other tests, move by move. Six edges are at most 10
/// half turns away (R. E. Korf, 1997), and no pattern is farther than its table can say.
#[test]
#[ignore = "a minute"]
fn large_databases_are_consistent_on_walks() {
    let space = Cube3Space::<Half>::new(Cube3::SOLVED);
    for name in [HeuristicName::EdgesA, HeuristicName::EdgesB, HeuristicName::Orientations] {
        let walks = Walks { space: &space, goal: Cube3::SOLVED };
        let largest = with_heuristic(&name.into(), &space, walks).expect("21 MB");
        assert!((6..=10).contains(&largest), "{name}: {largest}");
    }
    let six = [Edge::UR, Edge::UF, Edge::UL, Edge::UB, Edge::FR, Edge::FL];
    let quarter = Cube3Space::<Quarter>::new(Cube3::SOLVED);
    let heuristic = PatternDistance::new(&quarter, Edges::new(six)).expect("21 MB");
    assert!(!heuristic.database().table().saturated());
    assert_eq!(heuristic.database().table().unreached(), 0);
}
