//! Twisty puzzles in the list of puzzles: the shape is the definition, by its name.

use crate::error::Unreadable;
use crate::listed::{Listed, levels_of_every_puzzle};
use crate::states::States;
use crate::task::Task;
use loyd_search::puzzle::Puzzle;
use loyd_search::quote::quoted;
use loyd_search::solver::{Plan, Settings};
use loyd_twisty::{
    MetricName, NAMED, Orbit, PHASES, Position, Scrambler, Turn, Twisty, by_name, find, learn,
    with_moves,
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

    fn inverse(turn: Turn, of: &Position) -> Turn {
        of.model().inverse(turn)
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
        let start = Self::parse(Self::GOAL, Some(&shape))
            .and_then(|solved| <Self as Puzzle>::goal(start, &solved));
        start.map_err(|why| Unreadable::Start { reason: why.to_string() })
    }

    fn goal_at(shape: Option<&str>, goal: Option<&str>) -> Result<Option<Position>, Unreadable> {
        let Some(shape) = shape else { return Ok(None) };
        let shape = Self::check_shape(shape)?;
        let goal = Self::parse(Self::GOAL, Some(&shape))
            .and_then(|start| <Self as Puzzle>::goal(goal, &start));
        goal.map(Some)
            .map_err(|why| Unreadable::Goal { reason: why.to_string(), shapes: Vec::new() })
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
