//! The definitions that come with the crate: derived from the solids, and checked against published
//! facts.

mod cubes;
mod geometry;

use geometry::{Faces, Move, Orbit, Vector, corners, definition, dot, edges, piece, scaled, sum};
use loyd_twisty::{BUILT_IN, Position, built_in_text, by_name};

fn cube() -> Faces {
    let face = |name, normal| (name, normal);
    vec![
        face("U", [0.0, 1.0, 0.0]),
        face("R", [1.0, 0.0, 0.0]),
        face("F", [0.0, 0.0, 1.0]),
        face("D", [0.0, -1.0, 0.0]),
        face("L", [-1.0, 0.0, 0.0]),
        face("B", [0.0, 0.0, -1.0]),
    ]
}

const CORNERS: [[&str; 3]; 8] = [
    ["U", "R", "F"],
    ["U", "F", "L"],
    ["U", "L", "B"],
    ["U", "B", "R"],
    ["D", "F", "R"],
    ["D", "L", "F"],
    ["D", "B", "L"],
    ["D", "R", "B"],
];

const EDGES: [[&str; 2]; 12] = [
    ["U", "R"],
    ["U", "F"],
    ["U", "L"],
    ["U", "B"],
    ["D", "R"],
    ["D", "F"],
    ["D", "L"],
    ["D", "B"],
    ["F", "R"],
    ["F", "L"],
    ["B", "L"],
    ["B", "R"],
];

fn turns(faces: &Faces, names: &[&'static str], above: f64, fraction: f64) -> Vec<Move> {
    let turn = |&name: &&'static str| Move {
        name: name.to_owned(),
        axis: piece(faces, &[name])[0],
        above,
        fraction,
    };
    names.iter().map(turn).collect()
}

fn twisty2x2x2() -> String {
    let faces = cube();
    let movable = CORNERS.iter().filter(|names| **names != ["D", "B", "L"]);
    let pieces = movable.map(|names| piece(&faces, names)).collect();
    let corners = Orbit { name: "CORNERS", pieces, orientations: 3 };
    definition("2x2x2", &[corners], &turns(&faces, &["U", "R", "F"], 0.5, 0.25))
}

fn twisty3x3x3() -> String {
    let faces = cube();
    let pieces = CORNERS.iter().map(|names| piece(&faces, names)).collect();
    let corners = Orbit { name: "CORNERS", pieces, orientations: 3 };
    let pieces = EDGES.iter().map(|names| piece(&faces, names)).collect();
    let edges = Orbit { name: "EDGES", pieces, orientations: 2 };
    let moves = turns(&faces, &["U", "R", "F", "D", "L", "B"], 0.5, 0.25);
    definition("3x3x3", &[edges, corners], &moves)
}

/// The tetrahedron with the face D below, seen with the face F in front. A move turns a vertex.
fn pyraminx() -> String {
    let vertices: [(&str, Vector); 4] = [
        ("U", [0.0, 1.0, 0.0]),
        ("L", [-(2.0f64 / 3.0).sqrt(), -1.0 / 3.0, 2.0f64.sqrt() / 3.0]),
        ("R", [(2.0f64 / 3.0).sqrt(), -1.0 / 3.0, 2.0f64.sqrt() / 3.0]),
        ("B", [0.0, -1.0 / 3.0, -8.0f64.sqrt() / 3.0]),
    ];
    // The face opposite each vertex.
    let names = ["D", "R", "L", "F"];
    let faces: Faces =
        names.into_iter().zip(vertices).map(|(name, (_, at))| (name, scaled(at, -1.0))).collect();
    let at = |(_, place): &(&str, Vector)| {
        let all = corners(&faces, |_, _| true);
        all.into_iter().find(|piece| geometry::near(sum(piece), *place)).expect("a vertex")
    };
    let centres =
        Orbit { name: "CENTERS", pieces: vertices.iter().map(at).collect(), orientations: 3 };
    let edges = Orbit { name: "EDGES", pieces: edges(&faces, |_, _| true), orientations: 2 };
    let turn = |&(name, axis): &(&str, Vector)| Move {
        name: name.to_owned(),
        axis,
        // An edge is at 2/3 or -2/3 along the axis, another vertex at -1/3.
        above: 0.0,
        fraction: 1.0 / 3.0,
    };
    let moves: Vec<Move> = vertices.iter().map(turn).collect();
    definition("Pyraminx without tips", &[edges, centres], &moves)
}

/// The cube whose corner URF is held; a move turns the half around another corner.
fn skewb() -> String {
    let faces = cube();
    let movable = CORNERS.iter().filter(|names| **names != ["U", "R", "F"]);
    let pieces = movable.map(|names| piece(&faces, names)).collect();
    let corners = Orbit { name: "CORNERS", pieces, orientations: 3 };
    let pieces = faces.iter().map(|(_, normal)| vec![*normal]).collect();
    let centres = Orbit { name: "CENTERS", pieces, orientations: 1 };
    let around = [("R", CORNERS[7]), ("U", CORNERS[2]), ("L", CORNERS[5]), ("B", CORNERS[6])];
    let moves = around.map(|(name, corner)| Move {
        name: name.to_owned(),
        axis: sum(&piece(&faces, &corner)),
        above: 0.0,
        fraction: 1.0 / 3.0,
    });
    definition("Skewb", &[corners, centres], &moves)
}

fn megaminx() -> String {
    // U on top, F in front; around U clockwise as seen from above: F, L, BL, BR, R. A face opposite
    // another one has its name with D, or B and D for U and F.
    let ring = ["F", "L", "BL", "BR", "R"];
    let opposite = ["B", "DBR", "DR", "DL", "DBL"];
    let (height, radius) = (1.0 / 5.0f64.sqrt(), 2.0 / 5.0f64.sqrt());
    let mut faces: Faces = vec![("U", [0.0, 1.0, 0.0]), ("D", [0.0, -1.0, 0.0])];
    for (place, (name, opposite)) in ring.into_iter().zip(opposite).enumerate() {
        let (sin, cos) = (std::f64::consts::TAU * place as f64 / 5.0).sin_cos();
        let normal = [-radius * sin, height, radius * cos];
        faces.push((name, normal));
        faces.push((opposite, scaled(normal, -1.0)));
    }
    let meet = |a: Vector, b: Vector| (dot(a, b) - 1.0 / 5.0f64.sqrt()).abs() < 1e-6;
    let corners = Orbit { name: "CORNERS", pieces: corners(&faces, meet), orientations: 3 };
    let edges = Orbit { name: "EDGES", pieces: edges(&faces, meet), orientations: 2 };
    assert_eq!((corners.pieces.len(), edges.pieces.len()), (20, 30));
    let names = ["U", "F", "R", "L", "BR", "BL", "DR", "DL", "DBR", "DBL", "B", "D"];
    // Pieces of a face are at 1 + 1/√5 or more along its normal, the next ones at 2/√5 or less.
    let moves = turns(&faces, &names, 1.2, 0.2);
    definition("Megaminx", &[edges, corners], &moves)
}

#[test]
fn the_definitions_are_those_of_the_solids() {
    for (name, text) in [
        ("twisty2x2x2", twisty2x2x2()),
        ("twisty3x3x3", twisty3x3x3()),
        ("pyraminx", pyraminx()),
        ("skewb", skewb()),
        ("megaminx", megaminx()),
    ] {
        assert_eq!(Some(&text[..]), built_in_text(name), "{name}");
    }
}

/// The least number of times that a sequence of moves solves the puzzle again.
fn order(puzzle: &str, moves: &str) -> usize {
    let model = by_name(puzzle).expect("a puzzle");
    let mut text = moves.to_owned();
    for order in 1..2_000 {
        if Position::parse(&text, &model).expect("moves").is_solved() {
            return order;
        }
        text += " ";
        text += moves;
    }
    panic!("{puzzle}: {moves} has no such order");
}

#[test]
fn sequences_of_moves_have_their_known_orders() {
    for (puzzle, moves, expected) in [
        ("twisty3x3x3", "R", 4),
        ("twisty3x3x3", "R U", 105),
        ("twisty3x3x3", "R U R' U'", 6),
        ("twisty2x2x2", "R U", 15),
        ("twisty2x2x2", "R U R' U'", 6),
        ("pyraminx", "R", 3),
        ("pyraminx", "R U'", 15),
        ("skewb", "R", 3),
        ("megaminx", "R", 5),
        ("megaminx", "R U R' U'", 6),
    ] {
        assert_eq!(order(puzzle, moves), expected, "{puzzle}: {moves}");
    }
}

#[test]
fn the_numbers_of_states_are_the_known_ones() {
    for (name, states) in [
        ("twisty2x2x2", Some(3_674_160)),
        ("twisty3x3x3", Some(43_252_003_274_489_856_000)),
        ("pyraminx", Some(933_120)),
        ("skewb", Some(3_149_280)),
        // 20! 3^19 30! 2^27 exceeds 128 bits.
        ("megaminx", None),
    ] {
        assert!(BUILT_IN.iter().any(|(known, _)| *known == name));
        assert_eq!(by_name(name).expect("a puzzle").order(), states, "{name}");
    }
    assert_eq!(BUILT_IN.len(), 5);
}
