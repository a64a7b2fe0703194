//! The 4x4x4 and the 5x5x5 cube as solids, and their published numbers of states.

use crate::geometry::{Move, Orbit, Piece, Vector, definition, piece, scaled, sum};
use crate::{CORNERS, EDGES, cube};
use loyd_cube::{Face, Stickers, parse_steps};
use loyd_search::puzzle::Puzzle;
use loyd_twisty::{Position, Twisty, by_name, learn};

/// The stickers of a cubie as points whose sum is its centre plus a small multiple of their normals.
fn cubie(at: Vector, normals: &[Vector]) -> Piece {
    let share = (normals.len() as f64).recip();
    normals.iter().map(|&normal| sum(&[scaled(at, share), scaled(normal, 0.01)])).collect()
}

/// The pieces of the cube with this half width, whose corner DBL is held if it has no fixed centres.
fn orbits(half: f64, is_odd: bool) -> Vec<Orbit> {
    let faces = cube();
    let normals = |names: &[&str]| piece(&faces, names);
    let inner = if is_odd { 1.0 } else { 0.5 };
    let corners = CORNERS.iter().filter(|names| is_odd || **names != ["D", "B", "L"]);
    let corners = corners.map(|names| cubie(scaled(sum(&normals(names)), half), &normals(names)));
    let mut all = vec![Orbit { name: "CORNERS", pieces: corners.collect(), orientations: 3 }];
    let edge = |names: &[&str; 2], along: f64| {
        let normals = normals(names);
        let at = scaled(sum(&normals), half);
        cubie(at.map(|x| if x == 0.0 { along } else { x }), &normals)
    };
    if is_odd {
        let pieces = EDGES.iter().map(|names| edge(names, 0.0)).collect();
        all.push(Orbit { name: "EDGES", pieces, orientations: 2 });
    }
    let wings = EDGES.iter().flat_map(|names| [inner, -inner].map(|along| edge(names, along)));
    all.push(Orbit { name: "WINGS", pieces: wings.collect(), orientations: 1 });
    let mut centres = |name, places: [(f64, f64); 4]| {
        let pieces = faces.iter().flat_map(|&(_, normal)| {
            places.map(|(a, b)| {
                let mut free = [a, b].into_iter();
                let at =
                    normal.map(|x| if x == 0.0 { free.next().unwrap_or(0.0) } else { x * half });
                cubie(at, &[normal])
            })
        });
        all.push(Orbit { name, pieces: pieces.collect(), orientations: 1 });
    };
    let d = inner;
    centres("CENTERS", [(-d, -d), (-d, d), (d, d), (d, -d)]);
    if is_odd {
        centres("TCENTERS", [(-d, 0.0), (0.0, d), (d, 0.0), (0.0, -d)]);
    }
    all
}

fn moves(faces: &[&str], names: &[&str], above: &[f64]) -> Vec<Move> {
    let turn = |face: &&str| {
        let axis = piece(&cube(), &[face])[0];
        let block = |(name, &above): (&&str, &f64)| Move {
            name: name.replace('U', face),
            axis,
            above,
            fraction: 0.25,
        };
        names.iter().zip(above).map(block).collect::<Vec<_>>()
    };
    faces.iter().flat_map(turn).collect()
}

fn check(name: &str, orbits: &[Orbit], moves: &[Move]) {
    let solid = learn(&definition(name, orbits, moves)).expect("a definition");
    let puzzle = by_name(name).expect("a puzzle");
    let (solid, puzzle) = (solid.definition(), puzzle.definition());
    assert_eq!(solid.moves(), &puzzle.moves()[..moves.len()]);
    for (solid, puzzle) in solid.orbits().iter().zip(puzzle.orbits()) {
        assert_eq!((solid.name(), solid.slots()), (puzzle.name(), puzzle.slots()));
        let counts = puzzle.slots().map(|slot| {
            let piece = by_name(name).expect("a puzzle").definition().start()[slot].piece;
            usize::from(piece)
        });
        let identical = if puzzle.name().ends_with("CENTERS") { 4 } else { 1 };
        assert!(counts.enumerate().all(|(index, piece)| piece == index / identical));
    }
}

#[test]
fn large_cubes_are_those_of_the_solids() {
    let names = ["U", "Uw", "3Uw"];
    check("cube4", &orbits(1.5, false), &moves(&["U", "R", "F"], &names, &[1.0, 0.0, -1.0]));
    let faces = ["U", "R", "F", "D", "L", "B"];
    check("cube5", &orbits(2.0, true), &moves(&faces, &names[..2], &[1.5, 0.5]));
}

/// A product of small numbers in decimal.
fn decimal(factors: impl IntoIterator<Item = usize>) -> String {
    let mut digits = vec![1_usize];
    for factor in factors {
        let mut carry = 0;
        for digit in &mut digits {
            carry += *digit * factor;
            *digit = carry % 10;
            carry /= 10;
        }
        while carry > 0 {
            digits.push(carry % 10);
            carry /= 10;
        }
    }
    digits.iter().rev().map(ToString::to_string).collect()
}

/// The factors without this number, taken from the multiples of each of its factors.
fn divided(mut factors: Vec<usize>, by: &[usize]) -> Vec<usize> {
    for prime in by {
        let multiple = factors.iter_mut().find(|factor| factor.is_multiple_of(*prime));
        *multiple.expect("a multiple") /= prime;
    }
    factors
}

/// Published: 4x4x4 OEIS A075152, 5x5x5 and Megaminx by the formulas of J. Scherphuis (jaapsch.net). The group moves distinct
/// centres; permutations of the identical ones that it has are the even ones of each kind, half of 4!^6.
#[test]
fn large_puzzles_have_the_published_numbers_of_states() {
    let identical = |kinds: usize| {
        let mut primes = vec![2; 18 * kinds - kinds];
        primes.extend(vec![3; 6 * kinds]);
        primes
    };
    for (name, kinds, states) in [
        ("cube4", 1, "7401196841564901869874093974498574336000000000"),
        ("cube5", 2, "282870942277741856536180333107150328293127731985672134721536000000000000000"),
        ("megaminx", 0, "100669616553523347122516032313645505168688116411019768627200000000000"),
    ] {
        let factors = by_name(name).expect("a puzzle").order_factors().expect("an order");
        assert_eq!(decimal(divided(factors, &identical(kinds))), states, "{name}");
    }
}

fn cube_position(name: &str, moves: &str) -> Position {
    Twisty::parse(moves, Some(name)).expect("moves")
}

#[test]
fn moves_of_any_layers_are_read_as_people_write_them() {
    for (name, one, other) in [
        ("cube4", "D D'", "solved"),
        ("cube4", "x y z2", "solved"),
        ("cube4", "y R y'", "B"),
        ("cube4", "D", "3Uw"),
        ("cube4", "Dw2 R", "Uw2 y2 R"),
        ("cube4", "x U x'", "F"),
        ("cube4", "2U 2R2", "Uw U' Rw2 R2"),
        ("cube4", "u r'", "Uw Rw'"),
        ("cube5", "x U x'", "F"),
        ("cube5", "3Uw R", "y Dw R"),
        ("cube5", "3U", "y U' 2U' D 2D"),
        ("cube5", "2-3Uw", "3Uw U'"),
    ] {
        assert_eq!(cube_position(name, one), cube_position(name, other), "{name}: {one}");
    }
    // Opposite faces commute, and R U R' U' has order 6 in every orientation of the cube.
    let sexy = "(L D L' D')6";
    assert!(cube_position("cube4", sexy).is_solved());
    assert!(cube_position("cube4", "(Lw2 Bw2 Dw2)2").to_string().len() > 10);
    assert!(!cube_position("cube4", "D L B").is_solved());
}

/// Every move of three faces, and then some; the corner DBL stays.
const MOVES: [&str; 8] = ["R", "U", "F", "R U' F2", "Rw", "Uw", "Fw'", "R Uw F' Rw2 U Fw R' U2 Rw"];

#[test]
fn stickers_are_those_of_the_plain_cube() {
    for (name, side) in [("twisty2x2x2", 2), ("twisty3x3x3", 3), ("cube4", 4), ("cube5", 5)] {
        for moves in MOVES.iter().filter(|moves| side > 3 || !moves.contains('w')) {
            let plain = Stickers::solved(side).after(&parse_steps(moves, side).expect("moves"));
            let expected: Vec<Option<Face>> = plain.colours().iter().copied().map(Some).collect();
            let stickers = cube_position(name, moves).stickers();
            assert_eq!(stickers, Some(expected), "{name}: {moves}");
        }
    }
    assert_eq!(cube_position("skewb", "R").stickers(), None);
}

#[test]
fn stickers_of_free_pieces_have_no_home() {
    let start = cube_position("twisty3x3x3", "R U");
    let goal = "? ? ? ? 4 5 6 7+? ? ? ? ? | ? ? ? ? ? ? ? ?";
    let goal = Twisty::goal(Some(goal), &start).expect("a goal");
    let all = start.stickers().expect("a cube");
    let stickers = Twisty::toward(start, &goal).stickers().expect("a cube");
    let shown = all.iter().zip(&stickers).filter(|(_, shown)| shown.is_some());
    assert!(shown.clone().all(|(home, shown)| home == shown));
    // Three edges and the centres; either sticker of the fourth edge may be that of D.
    assert_eq!(shown.count(), 3 * 2 + 6);
}
