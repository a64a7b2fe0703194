//! Packed states against the plain cube.

use super::{steps, turns};
use loyd_cube::cube2::{self, Cube2};
use loyd_cube::cube3::{self, Cube3};
use loyd_cube::{
    Amount, Cube, CubeSpace, Face, Half, Layers, Metric, Quarter, Scrambler, Step, Stickers, Turn,
    format_turns, parse_steps, parse_text,
};
use loyd_search::prune::wrongly_forbidden;
use loyd_search::space::{MoveAlphabet, Packing, StateSpace};
use proptest::prelude::*;

fn after<C: Cube>(mut cube: C, turns: &[Turn]) -> C {
    for &turn in turns {
        cube.turn(turn);
    }
    cube
}

/// The state of a solved cube after these steps, as it is held then.
fn scrambled<C: Cube>(steps: &[Step]) -> C {
    let text: Vec<String> = steps.iter().map(Step::to_string).collect();
    parse_text(&format!("({})", text.join(" "))).expect("moves")
}

/// All 24 ways to hold a cube.
fn orientations(cube: &Stickers) -> Vec<Stickers> {
    let rotation = |face| Step { face, layers: Layers::All, amount: Amount::Clockwise };
    let mut ways = vec![cube.clone()];
    for way in 0.. {
        let Some(way) = ways.get(way).cloned() else { break };
        for face in [Face::R, Face::U] {
            let next = way.after(&[rotation(face)]);
            if !ways.contains(&next) {
                ways.push(next);
            }
        }
    }
    ways
}

fn turned_as_the_plain_cube<C: Cube>(turns: &[Turn]) -> Result<(), TestCaseError> {
    let plain = Stickers::solved(C::SIDE).after(turns);
    let fast = after(C::SOLVED, turns);
    prop_assert_eq!(&fast.into(), &plain);
    prop_assert_eq!(C::try_from(&plain), Ok(fast));
    prop_assert_eq!(C::parse_stickers(&fast.to_string()), Ok(fast));
    prop_assert_eq!(plain.is_solved(), fast == C::SOLVED);
    Ok(())
}

fn resolved<C: Cube>(steps: &[Step]) -> Result<(), TestCaseError> {
    let plain = Stickers::solved(C::SIDE).after(steps);
    let turns = C::resolve(steps);
    // The same cube held differently.
    prop_assert!(orientations(&plain).contains(&after(C::SOLVED, &turns).into()));
    let count = |layers| steps.iter().filter(|step| step.layers == layers).count();
    // On the 2x2x2 cube two layers are the whole cube.
    let wide = if C::SIDE == 2 { 0 } else { count(Layers::Wide) };
    prop_assert_eq!(turns.len(), count(Layers::Outer) + wide + 2 * count(Layers::Middle));
    Ok(())
}

fn solved_as_held<C: Cube>(steps: &[Step], turns: &[Turn]) -> Result<(), TestCaseError> {
    let plain = Stickers::solved(C::SIDE).after(steps);
    let state: C = scrambled(steps);
    prop_assert_eq!(C::try_from(&plain), Ok(state));
    // Turns do the same to the state and to the cube in hand.
    let (plain, state) = (plain.after(turns), after(state, turns));
    prop_assert_eq!(C::try_from(&plain), Ok(state));
    prop_assert_eq!(plain.is_solved(), state == C::SOLVED);
    Ok(())
}

fn multiplied<C: Cube>(first: &[Turn], second: &[Turn]) -> Result<(), TestCaseError> {
    let (a, b) = (after(C::SOLVED, first), after(C::SOLVED, second));
    prop_assert_eq!(a.then(b), after(a, second));
    let back: Vec<Turn> = first.iter().rev().map(|turn| turn.inverse()).collect();
    prop_assert_eq!(a.inverse(), after(C::SOLVED, &back));
    prop_assert_eq!(a.then(a.inverse()), C::SOLVED);
    Ok(())
}

fn undone_and_packed<C: Cube>(state: C) -> Result<(), TestCaseError> {
    let space = CubeSpace::<C, Half>::default();
    prop_assert_eq!(space.unpack(&space.pack(&state)), state);
    for letter in 0..space.letters() {
        let turn = space.move_of(letter);
        prop_assert_eq!(space.letter(turn), letter);
        let mut after = state;
        let effect = space.apply(&mut after, turn);
        prop_assert_ne!(after, state);
        let turn_between = space.move_between(&space.pack(&state), &space.pack(&after));
        prop_assert_eq!(turn_between, Some(turn));
        space.undo(&mut after, effect);
        prop_assert_eq!(after, state);
    }
    let quarter = CubeSpace::<C, Quarter>::default();
    for letter in 0..quarter.letters() {
        prop_assert_eq!(quarter.letter(quarter.move_of(letter)), letter);
    }
    // A state can be taken apart into stickers that pass every check.
    prop_assert_eq!(C::try_from(&state.into()), Ok(state));
    Ok(())
}

proptest! {
    #[test]
    fn states_turn_as_the_plain_cube_does(two in turns(3), three in turns(6)) {
        turned_as_the_plain_cube::<Cube2>(&two)?;
        turned_as_the_plain_cube::<Cube3>(&three)?;
    }

    #[test]
    fn every_way_to_write_a_turn_is_resolved(two in steps(2), three in steps(3)) {
        resolved::<Cube2>(&two)?;
        resolved::<Cube3>(&three)?;
    }

    #[test]
    fn cubes_in_any_orientation_are_solved(
        two in (steps(2), turns(3)),
        three in (steps(3), turns(6)),
    ) {
        solved_as_held::<Cube2>(&two.0, &two.1)?;
        solved_as_held::<Cube3>(&three.0, &three.1)?;
    }

    #[test]
    fn products_and_inverses_are_those_of_turns(
        two in (turns(3), turns(3)),
        three in (turns(6), turns(6)),
    ) {
        multiplied::<Cube2>(&two.0, &two.1)?;
        multiplied::<Cube3>(&three.0, &three.1)?;
    }

    #[test]
    fn moves_are_undone_and_states_packed(seed: u64) {
        undone_and_packed(Scrambler::new(seed).cube2())?;
        undone_and_packed(Scrambler::new(seed).cube3())?;
    }

    #[test]
    fn the_plain_cube_keeps_the_laws_of_any_side(
        side in 1usize..6,
        face in 0usize..6,
        layers in 0usize..4,
    ) {
        let layers = [Layers::Outer, Layers::Wide, Layers::Middle, Layers::All][layers];
        let step = Step { face: Face::ALL[face], layers, amount: Amount::Clockwise };
        let solved = Stickers::solved(side);
        prop_assert_eq!(&solved.after(&[step; 4]), &solved);
        prop_assert_eq!(&solved.after(&[step, step.inverse()]), &solved);
        let half = Step { amount: Amount::Half, ..step };
        prop_assert_eq!(solved.after(&[step, step]), solved.after(&[half]));
    }
}

/// Drawn by hand from a cube: the front's upper row goes to the left, the left's to the back.
#[test]
fn a_turn_of_u_moves_the_documented_stickers() {
    let u = parse_steps("U", 2).expect("a move");
    let after = Stickers::solved(2).after(&u);
    assert_eq!(after.to_string(), "UUUU BBRR RRFF DDDD FFLL LLBB".replace(' ', ""));
    let r = parse_steps("R", 3).expect("a move");
    let after = Stickers::solved(3).after(&r);
    let expected = "UUFUUFUUF RRRRRRRRR FFDFFDFFD DDBDDBDDB LLLLLLLLL UBBUBBUBB";
    assert_eq!(after.to_string(), expected.replace(' ', ""));
}

fn only_detours<C: Cube, M: Metric>() {
    let space = CubeSpace::<C, M>::default();
    for start in [C::SOLVED, C::random(&mut Scrambler::new(3))] {
        assert_eq!(wrongly_forbidden(&space, &start), None);
    }
}

#[test]
fn only_detours_are_forbidden() {
    only_detours::<Cube2, Half>();
    only_detours::<Cube2, Quarter>();
    only_detours::<Cube3, Half>();
    only_detours::<Cube3, Quarter>();
    let may_follow = |text: &str, half: bool| {
        let turns = cube3::parse_turns(text).expect("moves");
        if half {
            CubeSpace::<Cube3, Half>::default().may_follow(turns[0], turns[1])
        } else {
            CubeSpace::<Cube3, Quarter>::default().may_follow(turns[0], turns[1])
        }
    };
    assert!(!may_follow("R R", true) && !may_follow("R R'", true));
    assert!(may_follow("R R", false) && !may_follow("R R'", false));
    // Both orders of turns that commute.
    for half in [true, false] {
        assert!(may_follow("R L", half) && may_follow("L R", half));
    }
}

/// The order of a product of turns in the group.
fn order<C: Cube>(text: &str) -> u32 {
    let turns = C::resolve(&parse_steps(text, C::SIDE).expect("moves"));
    let mut cube = after(C::SOLVED, &turns);
    let mut order = 1;
    while cube != C::SOLVED {
        cube = after(cube, &turns);
        order += 1;
    }
    order
}

/// Known orders: of (R U), on corners alone too; of the commutator of two neighbouring faces; of
/// the element of largest order; of the superflip, which keeps every corner and flips every edge.
#[test]
fn orders_of_products() {
    assert_eq!([order::<Cube2>("R"), order::<Cube3>("R")], [4, 4]);
    assert_eq!([order::<Cube2>("R U R' U'"), order::<Cube3>("R U R' U'")], [6, 6]);
    assert_eq!([order::<Cube2>("R U"), order::<Cube3>("R U")], [15, 105]);
    assert_eq!(order::<Cube3>("R U2 D' B D'"), 1260);
    assert_eq!(order::<Cube3>("M2 E2 S2"), 2);
    assert_eq!(order::<Cube3>("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"), 2);
}

#[test]
fn turns_of_other_layers_are_resolved() {
    let resolved = |text: &str| format_turns(&cube2::parse_turns(text).expect("moves"));
    assert_eq!(resolved("L D B"), "R F U");
    assert_eq!(resolved("x y z"), "");
    assert_eq!(resolved("R L'"), "R R'");
    assert_eq!(Cube2::SOLVED.after(&cube2::parse_turns("U D'").expect("moves")), Cube2::SOLVED);
    let resolved = |text: &str| format_turns(&cube3::parse_turns(text).expect("moves"));
    assert_eq!(resolved("Rw"), "L");
    assert_eq!(resolved("M"), "L' R");
    assert_eq!(resolved("E2"), "D2 U2");
    assert_eq!(resolved("x U"), "F");
    assert_eq!(resolved("y R // the face behind\n"), "B");
    assert_eq!(resolved("r U r'"), "L F L'");
    assert_eq!(resolved("x y z"), "");
}

/// A seed means the same cubes for ever.
#[test]
fn seeds_are_pinned() {
    let mut scrambler = Scrambler::new(1);
    let cubes: Vec<String> = (0..3).map(|_| scrambler.cube2().to_string()).collect();
    let pinned =
        ["DULDRRUDBBFFLRDFFULUBRLB", "BLDFDFRLRLUFRDDURBLFUUBB", "DBLURUFRBFDURLDFLULBRFDB"];
    assert_eq!(cubes, pinned);
    let mut scrambler = Scrambler::new(1);
    let cubes: Vec<String> = (0..2).map(|_| scrambler.cube3().to_string()).collect();
    let pinned = [
        "ULDRUDLRURRBURFDUDFUFUFLFFRLRFDDFUDLBBDDLBBLURBRLBFBBL",
        "URFDUFRRDRRDBRFBBDFUBDFLUUDLFLDDRRUFFLUBLFBBBRDLLBULLU",
    ];
    assert_eq!(cubes, pinned);
}

/// χ² of the values of coordinates, each below a number, within 5 standard deviations of its mean.
fn uniform<C: Cube, const K: usize>(draws: u32, below: [usize; K], of: impl Fn(C) -> [usize; K]) {
    let mut counts = below.map(|size| vec![0u32; size]);
    let mut scrambler = Scrambler::new(7);
    for _ in 0..draws {
        let values = of(C::random(&mut scrambler));
        counts.iter_mut().zip(values).for_each(|(counts, value)| counts[value] += 1);
    }
    for counts in counts {
        let expected = f64::from(draws) / counts.len() as f64;
        let square = |&count: &u32| (f64::from(count) - expected).powi(2) / expected;
        let chi: f64 = counts.iter().map(square).sum();
        let freedom = counts.len() as f64 - 1.0;
        assert!((chi - freedom).abs() < 5.0 * (2.0 * freedom).sqrt(), "{chi} for {freedom}");
    }
}

#[test]
fn random_cubes_are_uniform() {
    let ranking = cube2::Cube2Ranking::new();
    uniform(60 * 5040, [5040, 729], |cube| {
        let coordinates = ranking.coordinates(cube);
        [coordinates.permutation.into(), coordinates.orientation.into()]
    });
    uniform(200_000, [2187, 2048, 495, 3360, 1320], |cube| {
        [
            cube3::corner_orientation(cube),
            cube3::edge_orientation(cube),
            cube3::slice(cube),
            cube3::corner_permutation(cube) / 12,
            // The first three of the edges.
            cube3::edge_permutation(cube) as usize / 362_880,
        ]
    });
}
