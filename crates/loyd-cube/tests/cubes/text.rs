//! Positions, moves, goals and heuristics of the puzzles as text.

use super::steps;
use loyd_cube::cube2::{Cube2, TwoByTwo};
use loyd_cube::cube3::{Cube3, ThreeByThree};
use loyd_cube::{
    Cube, CubePuzzle, InvalidText, MetricName, Scrambler, Step, Stickers, Turn, format_turns,
    parse_steps,
};
use loyd_search::puzzle::{Field, Puzzle, replay};
use proptest::prelude::*;

const SOLVED_2: &str = "UUUURRRRFFFFDDDDLLLLBBBB";
const SOLVED_3: &str = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";

fn goals_and_columns<C: Cube>(solved: &str) {
    let start: C = CubePuzzle::parse("F", None).expect("a move");
    assert_eq!(CubePuzzle::goal(None, &start), Ok(C::SOLVED));
    assert_eq!(CubePuzzle::goal(Some("Solved"), &start), Ok(C::SOLVED));
    assert_eq!(CubePuzzle::goal(Some("R2"), &start), CubePuzzle::parse("R2", None));
    assert_eq!(CubePuzzle::goal_name(&C::SOLVED), "solved");
    assert_eq!(CubePuzzle::goal_name(&start), start.to_string());
    assert_eq!(CubePuzzle::format(&C::SOLVED), solved);
    let fields = CubePuzzle::fields(&start);
    assert_eq!(fields, [("facelets", Field::Text(start.to_string()))]);
    assert_eq!(CubePuzzle::solvable(&start, &C::SOLVED), Ok(()));
    let titles = MetricName::ALL.map(CubePuzzle::<C>::metric_title);
    assert_eq!(titles, ["half-turn metric", "quarter-turn metric"]);
    assert_eq!(CubePuzzle::<C>::METRICS[0], MetricName::default());
}

#[test]
fn goals_shapes_and_columns() {
    goals_and_columns::<Cube2>(SOLVED_2);
    goals_and_columns::<Cube3>(SOLVED_3);
    assert_eq!(TwoByTwo::shape(&Cube2::SOLVED), "cube2");
    assert_eq!(ThreeByThree::shape(&Cube3::SOLVED), "cube3");
    for shape in ["3x3", "cube3"] {
        let error = TwoByTwo::parse(SOLVED_2, Some(shape)).expect_err("not its shape");
        let message = format!("\"{shape}\" is not a shape of this puzzle; its only shape is cube2");
        assert_eq!(error.to_string(), message);
    }
    let error = ThreeByThree::parse(SOLVED_3, Some("3x3")).expect_err("of tiles");
    assert!(error.to_string().contains("its only shape is cube3"));
}

fn are_distinguished<C: Cube>(solved: &str, colours: &str, moves: &[&str]) {
    let parse = |text: &str| CubePuzzle::<C>::parse(text, Some(C::NAME));
    assert_eq!(parse(solved), Ok(C::SOLVED));
    assert_eq!(parse(colours), Ok(C::SOLVED));
    for moves in moves {
        let plain = Stickers::solved(C::SIDE).after(&parse_steps(moves, C::SIDE).expect("moves"));
        assert_eq!(parse(moves), Ok(C::try_from(&plain).expect("a cube")), "{moves}");
    }
    assert_eq!(parse(" \n"), Err(InvalidText::Empty { stickers: 6 * C::SIDE * C::SIDE }));
    assert!(matches!(parse(&solved[1..]), Err(InvalidText::Cube { .. })));
    assert!(matches!(parse("RUF"), Err(InvalidText::Cube { .. })));
    assert!(matches!(parse(&solved.replace('B', "L")), Err(InvalidText::Cube { .. })));
    assert!(matches!(parse("R U' Q2"), Err(InvalidText::Moves(_))));
}

#[test]
fn stickers_and_scrambles_are_distinguished() {
    let moves = ["R", "R U F", "R,U,Fw", "RU'F2", "(R U)3", "L2 D' B x", "R U // two", "M E S'"];
    are_distinguished::<Cube2>(SOLVED_2, "wwww rrrr gggg yyyy oooo bbbb", &moves[..7]);
    // The colours and the order of J. L. Lehman.
    let colours = "RRRRRRRRR GGGGGGGGG BBBBBBBBB OOOOOOOOO YYYYYYYYY WWWWWWWWW";
    are_distinguished::<Cube3>(SOLVED_3, colours, &moves);
    assert!(matches!(TwoByTwo::parse("M2", None), Err(InvalidText::Moves(_))));
}

fn named<P: Puzzle>(same: &[(&str, &str)], wrong: &[(&str, &str)]) {
    for info in P::heuristics() {
        let heuristic: P::Heuristic = info.name.parse().expect("its own name");
        assert_eq!(heuristic.to_string(), info.name);
        assert!(!info.summary.is_empty());
    }
    let text = |text: &str| text.parse::<P::Heuristic>().map(|heuristic| heuristic.to_string());
    for (written, name) in same {
        assert_eq!(text(written).as_deref().ok(), Some(*name));
    }
    let common = [("", ""), ("max()", ""), ("max(zero", ""), ("zero)", ""), ("manhattan", "")];
    for (written, hint) in wrong.iter().chain(&common) {
        let error = text(written).expect_err("not a heuristic").to_string();
        assert!(error.contains(hint), "{error}");
    }
}

#[test]
fn heuristics_are_read_as_they_are_written() {
    let maximum = "max(permutation,pdb:corners-4)";
    named::<TwoByTwo>(
        &[(" MAX( permutation, pdb:corners_4, permutation) ", maximum), ("max(zero)", "zero")],
        &[
            ("permutatoin", "not a heuristic of the 2x2x2 cube: did you mean permutation?"),
            ("corners-4", "did you mean pdb:corners-4?"),
            ("zero,permutation", "max(A,B)"),
            ("max(zero,orientation,permutation,pdb:corners-3,pdb:full)", "4 parts"),
        ],
    );
    let maximum = "max(corner-permutation,pdb:corners)";
    named::<ThreeByThree>(
        &[(" MAX( corner_permutation, pdb:corners) ", maximum)],
        &[
            ("corners", "not a heuristic of the 3x3x3 cube: did you mean pdb:corners?"),
            ("zero,slice", "max(A,B)"),
        ],
    );
}

/// Steps of every kind; the last three are of the 3x3x3 cube only.
const MOVES: [&str; 17] = [
    "U", "R2", "F'", "D'", "L2", "B", "x", "y'", "z2", "Rw", "d'", "B'", "L", "D2", "M'", "E", "S2",
];

fn scrambles(side: usize) -> impl Strategy<Value = Vec<&'static str>> {
    let kinds = if side == 2 { 14 } else { 17 };
    prop::collection::vec(prop::sample::select(&MOVES[..kinds]), 1..12)
}

fn check_round_trip<C: Cube>(seed: u64) -> Result<(), TestCaseError> {
    let cube = CubePuzzle::<C>::random(seed)(&C::SOLVED);
    prop_assert_eq!(CubePuzzle::parse(&CubePuzzle::format(&cube), None), Ok(cube));
    let goal = CubePuzzle::goal(Some(&CubePuzzle::goal_name(&cube)), &C::SOLVED);
    prop_assert_eq!(goal, Ok(cube));
    Ok(())
}

/// The way back of a scramble solves it, for any turns; returns its costs.
fn way_back<C: Cube>(moves: &[&str]) -> Result<[u32; 2], TestCaseError> {
    let steps = parse_steps(&moves.join(" "), C::SIDE).expect("moves");
    let start: C = CubePuzzle::parse(&format!("({})", moves.join(" ")), None).expect("moves");
    let back: Vec<String> = steps.iter().rev().map(|step| step.inverse().to_string()).collect();
    let solution = CubePuzzle::<C>::parse_moves(&back.join(" ")).expect("moves");
    let mut costs = [0; 2];
    for (cost, metric) in costs.iter_mut().zip(MetricName::ALL) {
        let (end, length) = replay::<CubePuzzle<C>>(&start, &solution, metric).expect("turns");
        prop_assert_eq!(end, C::SOLVED);
        *cost = length;
    }
    let again = CubePuzzle::<C>::parse_moves(&CubePuzzle::<C>::format_moves(&solution));
    prop_assert_eq!(again, Ok(solution));
    Ok(costs)
}

/// The plain replay turns a cube as held: the stickers after one more move.
fn turned_as_held<C: Cube>(moves: &[&str], turn: Turn) -> Result<(), TestCaseError> {
    let mut steps = parse_steps(&moves.join(" "), C::SIDE).expect("moves");
    let cube_after = |steps: &[Step]| C::try_from(&Stickers::solved(C::SIDE).after(steps));
    let mut cube = cube_after(&steps).expect("a cube");
    steps.push(turn.into());
    prop_assert_eq!(CubePuzzle::apply(&mut cube, turn), Ok(()));
    prop_assert_eq!(Ok(cube), cube_after(&steps));
    Ok(())
}

fn come_back<C: Cube>(steps: &[Step], separator: &str) -> Result<(), TestCaseError> {
    let words: Vec<String> = steps.iter().map(Step::to_string).collect();
    let again = parse_steps(&words.join(separator), C::SIDE).expect("printed steps are steps");
    prop_assert_eq!(again.len(), steps.len());
    // x' may have been given as a rotation about L: the same step, though not the same value.
    prop_assert_eq!(Stickers::solved(5).after(&again), Stickers::solved(5).after(steps));
    let turns = C::resolve(steps);
    prop_assert_eq!(CubePuzzle::<C>::parse_moves(&format_turns(&turns)), Ok(turns));
    Ok(())
}

fn any_colours<C: Cube>(cube: C, letters: &[char]) -> Result<(), TestCaseError> {
    let text = cube.to_string();
    prop_assert_eq!(C::parse_stickers(&text), Ok(cube));
    let paint = |face: char| letters["URFDLB".find(face).expect("a face")];
    let painted: String = text.chars().map(paint).collect();
    prop_assert_eq!(C::parse_stickers(&painted), Ok(cube));
    // In rows, and in small letters.
    let faces = painted.to_lowercase();
    let faces = faces.as_bytes().chunks(C::SIDE * C::SIDE).map(String::from_utf8_lossy);
    prop_assert_eq!(C::parse_stickers(&faces.collect::<Vec<_>>().join(" / ")), Ok(cube));
    Ok(())
}

fn parsers_do_not_panic<C: Cube>(text: &str) {
    let _ = CubePuzzle::<C>::parse_moves(text);
    let _ = C::parse_stickers(text);
    let _ = CubePuzzle::<C>::parse(text, None);
}

proptest! {
    #[test]
    fn positions_round_trip_through_text(seed: u64) {
        check_round_trip::<Cube2>(seed)?;
        check_round_trip::<Cube3>(seed)?;
    }

    #[test]
    fn inverted_scrambles_are_solutions(two in scrambles(2), three in scrambles(3)) {
        let is_turn = |name: &&&str| name.starts_with(['U', 'R', 'F', 'D', 'L', 'B']) && **name != "Rw";
        let outer: Vec<&&str> = two.iter().filter(is_turn).collect();
        let halves = outer.iter().filter(|name| name.ends_with('2')).count();
        let costs = [outer.len() as u32, (outer.len() + halves) as u32];
        prop_assert_eq!(way_back::<Cube2>(&two)?, costs);
        way_back::<Cube3>(&three)?;
    }

    #[test]
    fn a_turn_of_any_face_is_made_on_the_plain_cube(
        two in scrambles(2),
        three in scrambles(3),
        index in 0usize..18,
    ) {
        turned_as_held::<Cube2>(&two, Turn::of_index(index))?;
        turned_as_held::<Cube3>(&three, Turn::of_index(index))?;
    }

    #[test]
    fn steps_round_trip(two in steps(2), three in steps(3), spaced: bool) {
        let separator = if spaced { " " } else { "" };
        come_back::<Cube2>(&two, separator)?;
        come_back::<Cube3>(&three, separator)?;
    }

    #[test]
    fn stickers_round_trip_in_any_colours(
        seed: u64,
        letters in Just("WROYGBVPKZ".chars().collect::<Vec<_>>()).prop_shuffle(),
    ) {
        any_colours(Scrambler::new(seed).cube2(), &letters)?;
        any_colours(Scrambler::new(seed).cube3(), &letters)?;
    }

    #[test]
    fn no_text_makes_the_parsers_panic(text: String) {
        parsers_do_not_panic::<Cube2>(&text);
        parsers_do_not_panic::<Cube3>(&text);
    }
}
