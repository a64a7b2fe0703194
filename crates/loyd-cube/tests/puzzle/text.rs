//! Positions, moves, goals and heuristics as text.

use super::METRICS;
use loyd::puzzle::{Puzzle, replay};
use loyd_cube::cube2::{Cube2, InvalidText, TwoByTwo};
use loyd_cube::{Amount, Face, MetricName, Turn, parse_steps};
use proptest::prelude::*;

const SOLVED: &str = "UUUURRRRFFFFDDDDLLLLBBBB";

#[test]
fn goals_shapes_and_columns() {
    let start = TwoByTwo::parse("F", None).expect("a move");
    assert_eq!(TwoByTwo::goal(None, &start), Ok(Cube2::SOLVED));
    assert_eq!(TwoByTwo::goal(Some("Solved"), &start), Ok(Cube2::SOLVED));
    assert_eq!(TwoByTwo::goal(Some("R2"), &start), TwoByTwo::parse("R2", None));
    assert_eq!(TwoByTwo::goal_name(&Cube2::SOLVED), "solved");
    assert_eq!(TwoByTwo::goal_name(&start), start.to_string());
    assert_eq!(TwoByTwo::format(&Cube2::SOLVED), SOLVED);
    assert_eq!(TwoByTwo::shape(&start), "cube2");
    let fields = TwoByTwo::fields(&start);
    assert_eq!(fields, [("facelets", loyd::puzzle::Field::Text(start.to_string()))]);
    assert_eq!(TwoByTwo::solvable(&start, &Cube2::SOLVED), Ok(()));
    let titles = METRICS.map(TwoByTwo::metric_title);
    assert_eq!(titles, ["half-turn metric", "quarter-turn metric"]);
    assert_eq!(TwoByTwo::METRICS[0], MetricName::default());
}

#[test]
fn stickers_and_scrambles_are_told_apart() {
    let parse = |text: &str| TwoByTwo::parse(text, Some("cube2"));
    let scrambled = |text: &str| Ok(Cube2::scrambled(&parse_steps(text, 2).expect("moves")));
    assert_eq!(parse(SOLVED), Ok(Cube2::SOLVED));
    assert_eq!(parse("wwww rrrr gggg yyyy oooo bbbb"), Ok(Cube2::SOLVED));
    for moves in ["R", "R U F", "R,U,Fw", "RU'F2", "(R U)3", "L2 D' B x", "R U // two"] {
        assert_eq!(parse(moves), scrambled(moves), "{moves}");
    }
    assert_eq!(parse(" \n"), Err(InvalidText::Empty));
    assert!(matches!(parse(&SOLVED[1..]), Err(InvalidText::Cube(_))));
    assert!(matches!(parse("RUF"), Err(InvalidText::Cube(_))));
    assert!(matches!(parse(&SOLVED.replace('B', "L")), Err(InvalidText::Cube(_))));
    assert!(matches!(parse("R U' Q2"), Err(InvalidText::Moves(_))));
    assert!(matches!(parse("M2"), Err(InvalidText::Moves(_))));
    let shape = TwoByTwo::parse(SOLVED, Some("3x3")).expect_err("of tiles");
    let message = "\"3x3\" is not a shape of this puzzle; its only shape is cube2";
    assert_eq!(shape.to_string(), message);
}

#[test]
fn heuristics_are_read_as_they_are_written() {
    type Heuristic = <TwoByTwo as Puzzle>::Heuristic;
    for info in TwoByTwo::heuristics() {
        let heuristic: Heuristic = info.name.parse().expect("its own name");
        assert_eq!(heuristic.to_string(), info.name);
        assert!(!info.summary.is_empty());
    }
    let text = |text: &str| text.parse::<Heuristic>().map(|heuristic| heuristic.to_string());
    let error = |wrong: &str| text(wrong).expect_err("not a heuristic").to_string();
    let maximum = "max(permutation,pdb:corners-4)";
    assert_eq!(text(" MAX( permutation, pdb:corners_4, permutation) ").as_deref(), Ok(maximum));
    assert_eq!(text("max(zero)").as_deref(), Ok("zero"));
    assert!(error("permutatoin").contains("did you mean permutation?"));
    assert!(error("corners-4").contains("did you mean pdb:corners-4?"));
    assert!(error("zero,permutation").contains("max(A,B)"));
    assert!(error("max(zero,orientation,permutation,pdb:corners-3,pdb:full)").contains("4 parts"));
    for wrong in ["", "max()", "max(zero", "zero)", "manhattan"] {
        error(wrong);
    }
}

/// Turns of all faces, wide turns and rotations.
const MOVES: [&str; 14] =
    ["U", "R2", "F'", "D'", "L2", "B", "x", "y'", "z2", "Rw", "d'", "B'", "L", "D2"];

fn scrambles() -> impl Strategy<Value = Vec<&'static str>> {
    prop::collection::vec(prop::sample::select(&MOVES[..]), 1..12)
}

proptest! {
    #[test]
    fn positions_are_read_again(seed: u64) {
        let cube = TwoByTwo::random(seed)(&Cube2::SOLVED);
        prop_assert_eq!(TwoByTwo::parse(&TwoByTwo::format(&cube), None), Ok(cube));
        let goal = TwoByTwo::goal(Some(&TwoByTwo::goal_name(&cube)), &Cube2::SOLVED);
        prop_assert_eq!(goal, Ok(cube));
    }

    /// The way back of a scramble solves it, whatever is turned, and costs what was written.
    #[test]
    fn solutions_of_all_six_faces_are_replayed(moves in scrambles()) {
        let steps = parse_steps(&moves.join(" "), 2).expect("moves");
        let start = TwoByTwo::parse(&format!("({})", moves.join(" ")), None).expect("moves");
        let back: Vec<String> = steps.iter().rev().map(|s| s.inverse().to_string()).collect();
        let solution = TwoByTwo::parse_moves(&back.join(" ")).expect("moves");
        let is_turn = |name: &&&str| name.starts_with(['U', 'R', 'F', 'D', 'L', 'B']) && **name != "Rw";
        let outer: Vec<&&str> = moves.iter().filter(is_turn).collect();
        let halves = outer.iter().filter(|m| m.ends_with('2')).count();
        for (metric, cost) in METRICS.into_iter().zip([outer.len(), outer.len() + halves]) {
            let replayed = replay::<TwoByTwo>(&start, &solution, metric);
            prop_assert_eq!(replayed, Ok((Cube2::SOLVED, cost as u32)));
        }
        let again = TwoByTwo::parse_moves(&TwoByTwo::format_moves(&solution));
        prop_assert_eq!(again, Ok(solution));
    }

    /// The plain replay turns a cube as held: the stickers after one more move.
    #[test]
    fn a_turn_of_any_face_is_made_on_the_plain_cube(moves in scrambles(), index in 0usize..18) {
        let turn = Turn { face: Face::ALL[index / 3], amount: Amount::ALL[index % 3] };
        let mut steps = parse_steps(&moves.join(" "), 2).expect("moves");
        let mut cube = Cube2::scrambled(&steps);
        steps.push(turn.into());
        prop_assert_eq!(TwoByTwo::apply(&mut cube, turn), Ok(()));
        prop_assert_eq!(cube, Cube2::scrambled(&steps));
    }
}
