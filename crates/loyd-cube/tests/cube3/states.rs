//! Packed states against the plain cube.

use super::{steps, turns};
use loyd::prune::wrongly_forbidden;
use loyd::space::{MoveAlphabet, Packing, StateSpace};
use loyd_cube::cube3::{
    Cube3, Cube3Space, corner_permutation, edge_permutation, parse_cube, resolve,
};
use loyd_cube::{
    Face, Half, Layers, Metric, Quarter, Scrambler, Step, Stickers, Turn, format_turns,
};
use proptest::prelude::*;

/// All 24 ways to hold a cube.
fn held(cube: &Stickers) -> Vec<Stickers> {
    let rotation = |face| Step { face, layers: Layers::All, amount: loyd_cube::Amount::Clockwise };
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

proptest! {
    #[test]
    fn states_turn_as_the_plain_cube_does(turns in turns()) {
        let plain = Stickers::solved(3).after(&turns);
        let fast = Cube3::SOLVED.after(&turns);
        prop_assert_eq!(&Stickers::from(fast), &plain);
        prop_assert_eq!(Cube3::try_from(&plain), Ok(fast));
        prop_assert_eq!(parse_cube(&fast.to_string()), Ok(fast));
        prop_assert_eq!(plain.is_solved(), fast == Cube3::SOLVED);
    }

    #[test]
    fn every_way_to_write_a_turn_is_resolved(steps in steps()) {
        let plain = Stickers::solved(3).after(&steps);
        let resolved = Stickers::from(Cube3::SOLVED.after(&resolve(&steps)));
        prop_assert!(held(&plain).contains(&resolved));
        let count = |layers| steps.iter().filter(|step| step.layers == layers).count();
        let turns = count(Layers::Outer) + count(Layers::Wide) + 2 * count(Layers::Middle);
        prop_assert_eq!(resolve(&steps).len(), turns);
    }

    #[test]
    fn a_cube_in_any_hand_is_solved_as_it_is_held(steps in steps(), turns in turns()) {
        let plain = Stickers::solved(3).after(&steps);
        let state = Cube3::scrambled(&steps);
        prop_assert_eq!(Cube3::try_from(&plain), Ok(state));
        // Turns do the same to the state and to the cube in hand.
        prop_assert_eq!(Cube3::try_from(&plain.after(&turns)), Ok(state.after(&turns)));
        prop_assert_eq!(plain.after(&turns).is_solved(), state.after(&turns) == Cube3::SOLVED);
    }

    #[test]
    fn products_and_inverses_are_those_of_turns(first in turns(), second in turns()) {
        let (a, b) = (Cube3::SOLVED.after(&first), Cube3::SOLVED.after(&second));
        prop_assert_eq!(a.then(b), a.after(&second));
        let back: Vec<Turn> = first.iter().rev().map(|turn| turn.inverse()).collect();
        prop_assert_eq!(a.inverse(), Cube3::SOLVED.after(&back));
        prop_assert_eq!(a.then(a.inverse()), Cube3::SOLVED);
    }

    #[test]
    fn moves_are_undone_and_states_packed(seed: u64) {
        let state = Scrambler::new(seed).cube3();
        let space = Cube3Space::<Half>::default();
        prop_assert_eq!(space.unpack(&space.pack(&state)), state);
        for letter in 0..space.letters() {
            let turn = space.move_of(letter);
            prop_assert_eq!(space.letter(turn), letter);
            let mut after = state;
            let effect = space.apply(&mut after, turn);
            prop_assert_ne!(after, state);
            let found = space.move_between(&space.pack(&state), &space.pack(&after));
            prop_assert_eq!(found, Some(turn));
            space.undo(&mut after, effect);
            prop_assert_eq!(after, state);
        }
        let quarter = Cube3Space::<Quarter>::default();
        for letter in 0..quarter.letters() {
            prop_assert_eq!(quarter.letter(quarter.move_of(letter)), letter);
        }
    }

    /// A random state can be taken apart into stickers that pass every check.
    #[test]
    fn random_states_can_be_solved(seed: u64) {
        let cube = Scrambler::new(seed).cube3();
        prop_assert_eq!(Cube3::try_from(&Stickers::from(cube)), Ok(cube));
    }
}

fn only_detours<M: Metric>() {
    let space = Cube3Space::<M>::default();
    for start in [Cube3::SOLVED, Scrambler::new(3).cube3()] {
        assert_eq!(wrongly_forbidden(&space, &start), None);
    }
}

#[test]
fn only_detours_are_forbidden() {
    only_detours::<Half>();
    only_detours::<Quarter>();
    let may_follow = |text: &str, half: bool| {
        let turns = loyd_cube::cube3::parse_turns(text).expect("moves");
        if half {
            Cube3Space::<Half>::default().may_follow(turns[0], turns[1])
        } else {
            Cube3Space::<Quarter>::default().may_follow(turns[0], turns[1])
        }
    };
    assert!(!may_follow("R R", true) && !may_follow("R R'", true));
    assert!(may_follow("R R", false) && !may_follow("R R'", false));
    // Both orders of turns that commute.
    for half in [true, false] {
        assert!(may_follow("R L", half) && may_follow("L R", half));
    }
}

/// Known orders: of (R U), and of the element of largest order.
#[test]
fn orders_of_products() {
    let order = |text: &str| {
        let turns = loyd_cube::cube3::parse_turns(text).expect("moves");
        let mut cube = Cube3::SOLVED.after(&turns);
        let mut order = 1;
        while cube != Cube3::SOLVED {
            cube = cube.after(&turns);
            order += 1;
        }
        order
    };
    assert_eq!(order("R"), 4);
    assert_eq!(order("R U R' U'"), 6);
    assert_eq!(order("R U"), 105);
    assert_eq!(order("R U2 D' B D'"), 1260);
    assert_eq!(order("M2 E2 S2"), 2);
    // The superflip keeps every corner and flips every edge.
    let superflip = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";
    assert_eq!(order(superflip), 2);
}

#[test]
fn slices_and_wide_turns() {
    let resolved = |text: &str| format_turns(&loyd_cube::cube3::parse_turns(text).expect("moves"));
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
    let cubes: Vec<String> = (0..2).map(|_| scrambler.cube3().to_string()).collect();
    let pinned = [
        "ULDRUDLRURRBURFDUDFUFUFLFFRLRFDDFUDLBBDDLBBLURBRLBFBBL",
        "URFDUFRRDRRDBRFBBDFUBDFLUUDLFLDDRRUFFLUBLFBBBRDLLBULLU",
    ];
    assert_eq!(cubes, pinned);
}

/// χ² of several coordinates within 5 standard deviations of its mean.
#[test]
fn random_cubes_are_uniform() {
    use loyd_cube::cube3::{corner_orientation, edge_orientation, slice};
    type Of = fn(Cube3) -> usize;
    let coordinates: [(Of, usize); 5] = [
        (corner_orientation, 2187),
        (edge_orientation, 2048),
        (slice, 495),
        (|cube| corner_permutation(cube) / 12, 3360),
        // The first three of the edges.
        (|cube| edge_permutation(cube) / 362_880, 1320),
    ];
    let mut counts: Vec<Vec<u32>> = coordinates.iter().map(|&(_, size)| vec![0; size]).collect();
    let mut scrambler = Scrambler::new(7);
    let draws = 200_000;
    for _ in 0..draws {
        let cube = scrambler.cube3();
        for (counts, (of, _)) in counts.iter_mut().zip(coordinates) {
            counts[of(cube)] += 1;
        }
    }
    for counts in counts {
        let expected = f64::from(draws) / counts.len() as f64;
        let square = |&count: &u32| (f64::from(count) - expected).powi(2) / expected;
        let chi: f64 = counts.iter().map(square).sum();
        let freedom = counts.len() as f64 - 1.0;
        assert!((chi - freedom).abs() < 5.0 * (2.0 * freedom).sqrt(), "{chi} for {freedom}");
    }
}
