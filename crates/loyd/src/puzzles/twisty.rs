//! Twisty puzzles in the list of puzzles: the shape is the definition, by its name.

#[cfg(feature = "pictures")]
use super::cube_picture::cube;
use super::facelets;
use crate::error::Unreadable;
use crate::listed::{Listed, levels_of_every_puzzle};
#[cfg(feature = "pictures")]
use crate::pictures::Style;
use crate::states::States;
use crate::task::Task;
#[cfg(feature = "pictures")]
use loyd_report::scene::Scene;
use loyd_search::puzzle::Puzzle;
use loyd_search::quote::quoted;
use loyd_search::solver::{Plan, Settings};
use loyd_twisty::{
    MetricName, NAMED, Orbit, PATTERNS, PHASES, Position, Scrambler, Turn, Twisty, by_name, find,
    learn, with_moves,
};

impl Listed for Twisty {
    const TITLE: &'static str = "Twisty puzzles by name, or from a definition file";
    const NOUN: &'static str = "position";
    const SHAPE: &'static str = "pyraminx";
    const HAS_SIZES: bool = true;
    const NAMED_SHAPES: &'static [(&'static str, &'static str)] = NAMED;
    const GOAL: &'static str = "solved";
    const GOALS: &'static [(&'static str, &'static str)] =
        &[("solved", "twisty puzzles: the default pattern of the definition")];
    const METRIC_SUMMARIES: &'static [(&'static str, &'static str)] = &[
        ("half", "twisty puzzles: any power of a move is one move"),
        ("quarter", "twisty puzzles: a move and its inverse are one move each"),
    ];
    const GENERATOR: &'static str = Scrambler::GENERATOR;
    const LIST_COLUMNS: &'static [(&'static str, &'static str)] = &[
        ("pattern", "the pieces of each orbit, slot by slot, each with its orientation"),
        ("goal", "the goal, in the same form"),
    ];
    const MOVES: &'static str = "the solution: moves of the definition";
    const SCRAMBLED_BY: &'static [(&'static str, &'static str)] =
        &[("phases", "zero"), ("idastar", "orbits"), ("beam(2000)", "orbits")];

    /// Cubes only.
    #[cfg(feature = "pictures")]
    fn picture(task: &Task<Self>, style: &Style) -> Option<Scene> {
        Some(cube(&task.start.stickers()?, style))
    }

    fn database_heuristics() -> Vec<(&'static str, &'static str)> {
        vec![(PATTERNS, "twisty puzzles: databases chosen by measurement within memory")]
    }

    fn inverse(turn: Turn, of: &Position) -> Option<Turn> {
        Some(of.model().inverse(turn))
    }

    fn too_many_states(origin: &Position) -> Option<String> {
        const MAX: u128 = 1 << 64;
        let by_phases = Settings { algorithm: Some(PHASES.into()), ..Settings::default() };
        if Plan::<Self>::new(origin, &by_phases).is_ok() {
            return None;
        }
        let power = |states: u128| format!("10^{}", states.checked_ilog10().unwrap_or_default());
        match Self::visit_space(origin, MetricName::Half, States) {
            Some(states) => (states > MAX).then(|| power(states)),
            // An unknown number is at most that of transformations.
            None if origin.model().order().is_none() => Some("more than 10^38".to_owned()),
            None => None,
        }
    }

    fn origin(task: &Task<Self>) -> Position {
        Position::solved(task.start.model())
    }

    /// Positions of the 3x3x3 cube and its goals can also be stickers. Only a goal can be the nearest of several.
    fn read(text: &str, shape: Option<&str>, goal: Option<&str>) -> Result<Task<Self>, Unreadable> {
        let wrong = |reason: String| Unreadable::Position { reason, shapes: Vec::new() };
        let start = Self::parse(&facelets::position(shape, text), shape);
        let start = start.map_err(|why| wrong(why.to_string()))?;
        if !start.others().is_empty() {
            return Err(wrong("these are several positions: give each separately".to_owned()));
        }
        let goal = goal_of(goal, &start)
            .map_err(|reason| Unreadable::Goal { reason, shapes: Vec::new() })?;
        Ok(Task { start: Self::toward(start, &goal), goal })
    }

    fn check_shape(shape: &str) -> Result<String, Unreadable> {
        let model = find(shape.trim());
        let model = model.map_err(|why| Unreadable::Shape { reason: why.to_string() })?;
        Ok(model.id().to_owned())
    }

    fn with_moves(shape: Option<&str>, moves: &str) -> Option<Result<String, Unreadable>> {
        let shape = shape.unwrap_or(Self::SHAPE).trim();
        // The name of a wrong puzzle is reported without the moves.
        let checked = Self::check_shape(shape);
        Some(checked.and_then(|shape| Self::check_shape(&with_moves(&shape, moves))))
    }

    fn define(text: &str) -> Option<Result<String, Unreadable>> {
        let learned = learn(text).map(|model| model.id().to_owned());
        Some(learned.map_err(|why| Unreadable::Shape { reason: why.to_string() }))
    }

    fn notes(shape: &str) -> Vec<String> {
        by_name(shape).map(|model| model.definition().notes().to_vec()).unwrap_or_default()
    }

    fn start(shape: Option<&str>, start: Option<&str>) -> Result<Position, Unreadable> {
        let shape = Self::check_shape(shape.unwrap_or(Self::SHAPE))?;
        let solved = Self::parse(Self::GOAL, Some(&shape)).map_err(|why| why.to_string());
        let start = solved.and_then(|solved| goal_of(start, &solved));
        start.map_err(|reason| Unreadable::Start { reason })
    }

    fn goal_at(shape: Option<&str>, goal: Option<&str>) -> Result<Option<Position>, Unreadable> {
        let Some(shape) = shape else { return Ok(None) };
        let shape = Self::check_shape(shape)?;
        let solved = Self::parse(Self::GOAL, Some(&shape)).map_err(|why| why.to_string());
        let goal = solved.and_then(|solved| goal_of(goal, &solved));
        goal.map(Some).map_err(|reason| Unreadable::Goal { reason, shapes: Vec::new() })
    }

    /// The pieces of all slots, then the orientations of all slots.
    fn numbers(position: &Position) -> Vec<u16> {
        let pieces = position.slots().iter().map(|slot| slot.piece);
        pieces.chain(position.slots().iter().map(|slot| slot.orientation.into())).collect()
    }

    fn from_numbers(shape: &str, numbers: &[u16]) -> Result<Position, String> {
        let model = by_name(shape).ok_or_else(|| format!("{} is unknown", quoted(shape)))?;
        let (pieces, orientations) = numbers.split_at(numbers.len() / 2);
        let orbits = model.definition().orbits();
        let slots = orbits.last().map_or(0, |orbit| orbit.slots().end);
        if (pieces.len(), orientations.len()) != (slots, slots) {
            return Err(format!(
                "{} numbers: {slots} pieces and {slots} orientations",
                numbers.len()
            ));
        }
        let slot = |slot| format!("{}+{}", pieces[slot], orientations[slot]);
        let orbit = |orbit: &Orbit| orbit.slots().map(slot).collect::<Vec<_>>().join(" ");
        let text = orbits.iter().map(orbit).collect::<Vec<_>>().join(" | ");
        Position::parse(&text, &model).map_err(|why| why.to_string())
    }

    levels_of_every_puzzle!();
}

/// A goal of the puzzle of a position, which can be stickers of the 3x3x3 cube.
fn goal_of(goal: Option<&str>, start: &Position) -> Result<Position, String> {
    let text = goal.map(|goal| facelets::goal(Some(start.model().id()), goal)).transpose()?;
    <Twisty as Puzzle>::goal(text.as_deref(), start).map_err(|why| why.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve;
    use loyd_cube::cube3::{Cube3, parse_turns};
    use loyd_cube::{Half, Metric, Stickers};

    const SHAPE: &str = "twisty3x3x3";

    /// The cross of D; the first two layers; the last layer oriented; its corners placed, in any orientation.
    const GOALS: [&str; 4] = [
        "????U???? ????R??R? ????F??F? ?D?DDD?D? ????L??L? ????B??B?",
        "????U???? ???RRRRRR ???FFFFFF DDDDDDDDD ???LLLLLL ???BBBBBB",
        "UUUUUUUUU ???RRRRRR ???FFFFFF DDDDDDDDD ???LLLLLL ???BBBBBB",
        "????U???? R-RRRRRRR F-FFFFFFF DDDDDDDDD L-LLLLLLL B-BBBBBBB",
    ];

    fn cube(moves: &str) -> Cube3 {
        Cube3::SOLVED.after(&parse_turns(moves).expect("moves"))
    }

    fn stickers(cube: Cube3) -> Vec<char> {
        Stickers::from(cube).to_string().chars().collect()
    }

    fn shows(cube: Cube3, goal: &str) -> bool {
        let goal = goal.chars().filter(|c| *c != ' ');
        goal.zip(stickers(cube)).all(|(goal, sticker)| matches!(goal, '?' | '-') || goal == sticker)
    }

    fn read(cube: Cube3, goal: &str) -> Task<Twisty> {
        let text: String = stickers(cube).iter().collect();
        Twisty::read(&text, Some(SHAPE), Some(goal)).unwrap_or_else(|why| panic!("{goal}: {why}"))
    }

    /// The fewest turns after which a cube shows the stickers of a goal, at most `depth`.
    fn fewest(cube: Cube3, goal: &str, depth: u32) -> Option<u32> {
        if shows(cube, goal) {
            return Some(0);
        }
        if depth == 0 {
            return None;
        }
        let after = |&turn| Some(fewest(cube.after(&[turn]), goal, depth - 1)? + 1);
        Half::TURNS.iter().filter_map(after).min()
    }

    #[test]
    fn goals_are_the_cubes_that_show_their_stickers() {
        let moves = [
            "",
            "R U R' U'",
            "R U R' U R U2 R'",
            "F R U R' U' F'",
            "U",
            "U2",
            "D",
            "R2 L2",
            "R U2 R2 U' R2 U' R2 U2 R",
            "M2 U M2 U2 M2 U M2",
            "R' F R' B2 R F' R' B2 R2",
        ];
        for goal in GOALS {
            let mut reached = 0;
            for moves in moves {
                let cube = cube(moves);
                let task = read(cube, goal);
                let is_goal = Twisty::is_goal(&task.start, &task.goal);
                assert_eq!(is_goal, shows(cube, goal), "{moves}: {goal}");
                reached += usize::from(is_goal);
            }
            assert!(reached > 1, "{goal}");
        }
    }

    #[test]
    fn goals_with_free_stickers_are_solved_in_the_fewest_turns() {
        for (number, goal) in GOALS.into_iter().enumerate() {
            let more = if number == 0 { &["D' L2 B", "F R' D2", "U"][..] } else { &[] };
            for moves in [&["R U F"], more].concat() {
                let cube = cube(moves);
                let text: String = stickers(cube).iter().collect();
                let result = solve("twisty", &text).shape(SHAPE).goal(goal).run();
                let result = result.unwrap_or_else(|why| panic!("{goal}: {why}"));
                assert_eq!(result.length, fewest(cube, goal, 3), "{moves}: {goal}");
                assert!(result.proven);
                let path = parse_turns(&result.moves.expect("a solution")).expect("turns");
                assert!(shows(cube.after(&path), goal), "{moves}: {goal}");
            }
        }
    }

    /// Lists of cubers have these numbers for the cross of a given colour; their sum is 12!/8! times 2^4.
    #[cfg(feature = "enumerate")]
    #[test]
    fn the_cross_as_stickers_has_the_published_distances() {
        let levels = crate::enumerate("twisty").shape(SHAPE).start(GOALS[0]).run();
        let expected = [1, 15, 158, 1394, 9809, 46381, 97254, 34966, 102];
        assert_eq!(levels.expect("levels").levels, expected);
    }

    #[test]
    fn unclear_stickers_are_refused_with_the_reason() {
        let refused = |goal: &str| {
            let read = Twisty::read("solved", Some(SHAPE), Some(goal));
            read.expect_err(goal).to_string()
        };
        let free = "?????????".repeat(5);
        assert!(refused(&format!("????R????{free}")).contains("turns move no centre"));
        assert!(refused(&format!("X????????{free}")).contains("X is not a face"));
        // One corner of U, and the others anywhere.
        assert!(refused(&format!("U????????{free}")).contains("fit different sets of corners"));
        let opposite = "????????U D???????? ????????? ????????? ????????? ?????????";
        assert!(refused(opposite).contains("no corner shows the stickers at"));
    }
}
