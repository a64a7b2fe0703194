//! Puzzles with more pieces than a byte can count: the same as their few moving parts alone.

use super::free::solved_by;
use super::{Consistent, Levels, levels};
use loyd_search::puzzle::{Puzzle, Space, SpaceVisitor};
use loyd_twisty::{MetricName, Model, Position, Scrambler, Twisty, learn};
use std::fmt::Write as _;
use std::sync::Arc;

/// A ring of `ends` pieces with two orientations each at the end of an orbit of `slots` pieces that
/// never move: a cycle with a twist, and an exchange. `piece` numbers the piece of a slot.
fn ring(slots: usize, ends: usize, piece: impl Fn(usize) -> usize) -> Arc<Model> {
    let first = slots - ends;
    let list = |of: &dyn Fn(usize) -> usize| {
        (0..slots).map(|slot| of(slot).to_string()).collect::<Vec<_>>().join(" ")
    };
    let cycle = |slot| if slot < first { slot } else { first + (slot - first + 1) % ends };
    let exchange = |slot| match slot {
        _ if slot == first => first + 1,
        _ if slot == first + 1 => first,
        _ => slot,
    };
    let twist = |slot| usize::from(slot == first);
    let mut text = format!("Name Ring{slots}\nSet P {slots} 2\nSet Q 3 1\nStartState\n");
    let _ = write!(text, "P\n{}\n{}\nQ\n0 1 2\nEnd\n", list(&piece), list(&|_| 0));
    let _ = write!(text, "MoveTransformation C\nP\n{}\n{}\nEnd\n", list(&cycle), list(&twist));
    let _ = write!(text, "MoveTransformation S\nP\n{}\nQ\n1 0 2\nEnd\n", list(&exchange));
    learn(&text).expect("a definition")
}

/// Writes every state of a small puzzle as bytes, and reads it again.
struct Coded;

impl SpaceVisitor<Twisty> for Coded {
    type Output = usize;

    fn visit<S: Space<Twisty>>(self, space: S) -> usize {
        let mut code = vec![0; space.code_bytes()];
        let mut state = space.goal_state();
        for mv in space.moves(&state) {
            let effect = space.apply(&mut state, mv);
            space.encode(&state, &mut code);
            assert_eq!(space.decode(&code).as_ref(), Some(&state));
            assert_eq!(space.unpack(&space.pack(&state)), state);
            space.undo(&mut state, effect);
        }
        code[0] = u8::MAX;
        code[1 % space.code_bytes()] = u8::MAX;
        assert_eq!(space.decode(&code), None, "no such piece");
        assert_eq!(space.decode(&code[1..]), None, "too short");
        code.len()
    }
}

#[test]
fn a_large_orbit_has_the_states_of_its_moving_pieces() {
    for metric in MetricName::ALL {
        let small = levels(&Position::solved(&ring(4, 4, |slot| slot)), metric);
        assert_eq!(small.iter().sum::<u64>(), 4 * 3 * 2 * 16);
        for slots in [200, 300, 2000] {
            let large = Position::solved(&ring(slots, 4, |slot| slot));
            assert_eq!(levels(&large, metric), small, "{slots}");
        }
        // Two of the pieces that move are identical; the large orbit has two-byte codes.
        let alike = |first: usize| move |slot: usize| if slot == first + 1 { first } else { slot };
        let small = Position::solved(&ring(4, 4, alike(0)));
        let large = Position::solved(&ring(300, 4, alike(296)));
        assert_eq!(levels(&large, metric), levels(&small, metric));
    }
}

#[test]
fn states_of_large_orbits_have_two_bytes_for_each_slot() {
    for (slots, bytes) in [(5, 8), (125, 128), (200, 2 * 203), (400, 2 * 403)] {
        let goal = Position::solved(&ring(slots, 5, |slot| slot));
        assert_eq!(Twisty::visit_space(&goal, MetricName::Half, Coded), bytes, "{slots}");
    }
}

#[test]
fn large_puzzles_are_scrambled_and_solved_like_small_ones() {
    let large = ring(300, 4, |slot| slot);
    let goal = Position::solved(&large);
    let mut scrambler = Scrambler::new(3);
    for _ in 0..3 {
        let start = scrambler.position(&goal);
        assert_eq!(Twisty::solvable(&start, &goal), Ok(()));
        let consistent = Consistent { start: start.clone() };
        Twisty::visit_space(&goal, MetricName::Half, consistent);
        assert_eq!(Position::parse(&start.to_string(), &large), Ok(start.clone()));
    }
    let small = ring(4, 4, |slot| slot);
    for moves in ["S", "C S", "C2 S C' S C"] {
        let length = |model: &Arc<Model>| {
            let start = Position::parse(moves, model).expect("moves");
            solved_by(&start, &Position::solved(model)).len()
        };
        assert_eq!(length(&large), length(&small), "{moves}");
    }
    // Ranks: every state, by the coordinates of the large orbit.
    assert_eq!(Twisty::visit_space(&goal, MetricName::Half, Levels).iter().sum::<u64>(), 24 * 16);
}

#[test]
fn the_order_of_a_group_on_thousands_of_points_is_known_if_it_fits() {
    assert_eq!(ring(2000, 4, |slot| slot).order(), Some(24 * 16));
    // The cycle of five pieces is that without a twist times the twist of all five.
    assert_eq!(ring(2000, 5, |slot| slot).order(), Some(120 * 2));
}
