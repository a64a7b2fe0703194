//! The part of a puzzle that every program needs beside [`Puzzle`](loyd_search::puzzle::Puzzle): shapes,
//! names in sentences, positions read together with their goals, and starts of enumerations.

use crate::error::Unreadable;
#[cfg(feature = "pictures")]
use crate::pictures::Style;
use crate::task::Task;
#[cfg(feature = "enumerate")]
use loyd_enumerate::{EnumerateError, Job, Request, lists::ListStore, processes::KeyExchange};
#[cfg(feature = "pictures")]
use loyd_report::scene::Scene;
use loyd_search::puzzle::Field;
use loyd_search::quote::shortened;
use loyd_search::rows::Rows;
use loyd_search::solver::{Engine, Plan, Solve};
#[cfg(feature = "enumerate")]
use loyd_search::{
    audit::Findings,
    observe::{Limit, StopCause},
    puzzle::Puzzle,
};
#[cfg(feature = "enumerate")]
use loyd_tiles_enumerate::audit::{AuditError, AuditProgress};
#[cfg(feature = "enumerate")]
use std::sync::Arc;

/// The letters of the faces of a cube, in the order of its facelets.
const FACES: &str = "URFDLB";

/// A puzzle in the list of puzzles. The defaults are those of a puzzle of one shape.
pub trait Listed: Solve {
    /// A description in a few words.
    const TITLE: &'static str;

    /// A position in a sentence: "board", "cube".
    const NOUN: &'static str;

    /// The shape of positions where nothing tells it.
    const SHAPE: &'static str = Self::NAME;

    /// True if positions have shapes that a text can name: `4x3`.
    const HAS_SIZES: bool = false;

    /// The shapes that have names, and what they are.
    const NAMED_SHAPES: &'static [(&'static str, &'static str)] = &[];

    /// The name of the default goal.
    const GOAL: &'static str;

    /// The goals that have names, and what they are.
    const GOALS: &'static [(&'static str, &'static str)];

    /// The names of [`METRICS`](loyd_search::puzzle::Puzzle::METRICS), with what a move is in them.
    const METRIC_SUMMARIES: &'static [(&'static str, &'static str)];

    /// The name of the generator of random positions, which says what a seed means.
    const GENERATOR: &'static str;

    /// The columns of a position and its goal in lists of positions, and what they contain.
    const LIST_COLUMNS: &'static [(&'static str, &'static str)];

    /// The contents of a column of moves.
    const MOVES: &'static str;

    /// The algorithms and heuristics that solve random positions for the moves that make them, in the order in
    /// which they are tried. Without any it is the search of
    /// [`quick_solution`](loyd_search::puzzle::Puzzle::quick_solution).
    const SCRAMBLED_BY: &'static [(&'static str, &'static str)];

    /// The names of [`facts`](Listed::facts).
    const FACTS: &'static [&'static str] = &[];

    /// A picture of a position with its goal; `None` for puzzles without pictures.
    #[cfg(feature = "pictures")]
    fn picture(_task: &Task<Self>, _style: &Style) -> Option<Scene> {
        None
    }

    /// Reads a position and its goal, each as the user wrote it.
    ///
    /// # Errors
    /// The text that is wrong, with the reason.
    fn read(text: &str, shape: Option<&str>, goal: Option<&str>) -> Result<Task<Self>, Unreadable> {
        let start = Self::parse(text, shape);
        let start = start
            .map_err(|why| Unreadable::Position { reason: why.to_string(), shapes: Vec::new() })?;
        let goal = Self::goal(goal, &start);
        let goal =
            goal.map_err(|why| Unreadable::Goal { reason: why.to_string(), shapes: Vec::new() })?;
        Ok(Task { start: Self::toward(start, &goal), goal })
    }

    /// A shape as results have it.
    ///
    /// # Errors
    /// [`Unreadable::Shape`] if no position has it.
    fn check_shape(shape: &str) -> Result<String, Unreadable> {
        if shape == Self::NAME {
            return Ok(shape.to_owned());
        }
        let reason = format!("{} takes no size: remove {}", Self::NAME, shortened(shape));
        Err(Unreadable::Shape { reason })
    }

    /// The shape whose positions have only these moves and their inverses, such as `U,R2`; `None` if shapes of
    /// this puzzle do not name moves. Without a shape it is one of [`SHAPE`](Listed::SHAPE).
    fn with_moves(_shape: Option<&str>, _moves: &str) -> Option<Result<String, Unreadable>> {
        None
    }

    /// The shape that the text of a definition describes, known by its name from now on; `None` if
    /// shapes of this puzzle are not defined by texts.
    fn define(_text: &str) -> Option<Result<String, Unreadable>> {
        None
    }

    /// The shape that the rows of a table describe, known by its name from now on, which begins with the given one;
    /// `None` if shapes of this puzzle are not defined by tables.
    fn define_rows(_name: &str, _rows: &mut dyn Rows) -> Option<Result<String, Unreadable>> {
        None
    }

    /// The parts of a definition that were skipped, in words, for a shape that was [defined](Self::define).
    fn notes(_shape: &str) -> Vec<String> {
        Vec::new()
    }

    /// Refuses a goal that no position can have.
    ///
    /// # Errors
    /// The reason why it is not a goal.
    fn check_goal(goal: &str, shape: Option<&str>) -> Result<(), Unreadable> {
        Self::goal_at(shape, Some(goal)).map(drop)
    }

    /// The goal of positions of a shape; `None` if neither the shape nor the goal tells which shape
    /// is meant.
    ///
    /// # Errors
    /// The one that is wrong, with the reason.
    fn goal_at(
        shape: Option<&str>,
        goal: Option<&str>,
    ) -> Result<Option<Self::Position>, Unreadable> {
        if let Some(shape) = shape {
            Self::check_shape(shape)?;
        }
        let goal = Self::parse(goal.unwrap_or(Self::GOAL), None);
        goal.map(Some)
            .map_err(|why| Unreadable::Goal { reason: why.to_string(), shapes: Vec::new() })
    }

    /// The goal of positions of a shape, of [`SHAPE`](Listed::SHAPE) where nothing tells it.
    ///
    /// # Errors
    /// The reason why the shape or the goal is wrong.
    fn goal_or_usual(
        shape: Option<&str>,
        goal: Option<&str>,
    ) -> Result<Self::Position, Unreadable> {
        if let Some(goal) = Self::goal_at(shape, goal)? {
            return Ok(goal);
        }
        let usual = Self::goal_at(Some(Self::SHAPE), goal)?;
        Ok(usual.unwrap_or_else(|| unreachable!("a shape tells which goal is meant")))
    }

    /// The move that undoes a move of a position; `None` if it cannot be undone.
    fn inverse(mv: Self::Move, of: &Self::Position) -> Option<Self::Move>;

    /// The number of states in words, if they are too many for [`SCRAMBLED_BY`](Listed::SCRAMBLED_BY).
    fn too_many_states(_origin: &Self::Position) -> Option<String> {
        None
    }

    /// The position from which moves that make the start of a task are written.
    fn origin(task: &Task<Self>) -> Self::Position;

    /// Further facts about a position and its goal, by the names of [`FACTS`](Listed::FACTS).
    fn facts(_task: &Task<Self>) -> Vec<Field> {
        Vec::new()
    }

    /// The length of a sequence of moves, if each is allowed.
    fn length(moves: &[Self::Move], metric: Self::Metric) -> u32 {
        moves.iter().map(|&mv| Self::cost(mv, metric).unwrap_or(1)).sum()
    }

    /// Another goal with a name, for a position that cannot reach its own.
    fn other_goal(_task: &Task<Self>) -> Option<String> {
        None
    }

    /// The heuristics that are pattern databases with a name, and what they are.
    fn database_heuristics() -> Vec<(&'static str, &'static str)> {
        Vec::new()
    }

    /// The pattern databases of a heuristic, by name or file; true for a file.
    fn databases(_heuristic: &Self::Heuristic) -> Vec<(String, bool)> {
        Vec::new()
    }

    /// The places that each intermediate goal of an algorithm adds, for algorithms that search from
    /// goal to goal.
    fn intermediate_goals(_goal: &Self::Position, _algorithm: &str) -> Option<Vec<Vec<usize>>> {
        None
    }

    /// The patterns of a plan as text; they must be equal for a stored search to continue.
    fn patterns(_plan: &Plan<Self>) -> String {
        String::new()
    }

    /// The patterns of additive databases that give a position its value: the tiles of each and its
    /// share. Empty for puzzles and heuristics without.
    fn pattern_values(
        _engine: &dyn Engine<Self>,
        _position: &Self::Position,
    ) -> Vec<(Vec<u16>, u32)> {
        Vec::new()
    }

    /// A position as a row of an array: by default the colour of each facelet, which is the index of its letter
    /// in `URFDLB`.
    fn numbers(position: &Self::Position) -> Vec<u16> {
        let letters = Self::format(position);
        let colour = |letter| FACES.find(letter).unwrap_or(FACES.len()) as u16;
        letters.chars().map(colour).collect()
    }

    /// The position of a shape that a row of an array has.
    ///
    /// # Errors
    /// The reason why the numbers are not those of a position.
    fn from_numbers(_shape: &str, numbers: &[u16]) -> Result<Self::Position, String> {
        let letter = |&number: &u16| {
            let letter = FACES.as_bytes().get(usize::from(number)).copied().map(char::from);
            letter.ok_or_else(|| format!("{number} is not a colour: colours are 0 to 5"))
        };
        let letters: String = numbers.iter().map(letter).collect::<Result<_, _>>()?;
        Self::parse(&letters, None).map_err(|why| why.to_string())
    }

    /// The audit of an engine's heuristic level by level, where an engine of enumeration makes the
    /// levels.
    #[cfg(feature = "enumerate")]
    fn level_audit(
        _engine: &dyn Engine<Self>,
        _threads: usize,
        _memory: u64,
    ) -> Option<LevelAudit<'_, Self>> {
        None
    }

    /// Builds a table in memory and adds it to `tables`, unless they have it or it cannot be built.
    /// `watch` receives the table in a few words and the share of it that is done.
    fn build_table(
        _key: &Self::TableKey,
        _metric: Self::Metric,
        _tables: &mut Self::Tables,
        _watch: &(dyn Fn(&str, f64) + Sync),
    ) {
    }

    /// The start of an enumeration, from a shape and a text, which is a position unless the puzzle
    /// has other names for starts. Without a text it is the default goal.
    ///
    /// # Errors
    /// The reason why the shape or the text is wrong.
    fn start(shape: Option<&str>, start: Option<&str>) -> Result<Self::Position, Unreadable> {
        if let Some(shape) = shape {
            Self::check_shape(shape)?;
        }
        let start = Self::parse(start.unwrap_or(Self::GOAL), None);
        start.map_err(|why| Unreadable::Start { reason: why.to_string() })
    }

    /// The start in a heading: `blank starts on cell 8`.
    fn start_title(start: &Self::Position) -> String {
        format!("from {}", Self::goal_name(start))
    }

    /// The cell of the blank in the start, for puzzles with a blank.
    fn start_cell(_start: &Self::Position) -> Option<usize> {
        None
    }

    /// Makes the choices that a request for an enumeration leaves open, with all engines that keep
    /// their levels in memory.
    ///
    /// # Errors
    /// If no engine can carry it out within its limits.
    #[cfg(feature = "enumerate")]
    fn plan_levels(request: &Request<Self>) -> Result<loyd_enumerate::Plan<Self>, EnumerateError>;

    /// The job with its levels in a store, continued from the levels that are there if `resume`.
    ///
    /// # Errors
    /// If the puzzle has no such engine, or its limits are too low.
    #[cfg(feature = "enumerate")]
    fn levels_in_lists(
        request: &Request<Self>,
        store: Arc<dyn ListStore>,
        resume: bool,
    ) -> Result<Arc<dyn Job<Self>>, EnumerateError>;

    /// The job of one of several processes that share a run.
    ///
    /// # Errors
    /// If the puzzle has no such engine, or its limits are too low.
    #[cfg(feature = "enumerate")]
    fn levels_of_processes(
        request: &Request<Self>,
        exchange: Arc<dyn KeyExchange>,
    ) -> Result<Arc<dyn Job<Self>>, EnumerateError>;
}

#[cfg(feature = "enumerate")]
/// The audit of an engine's heuristic level by level, with nothing allocated yet.
pub struct LevelAudit<'a, P: Puzzle> {
    /// States of the space.
    pub states: u64,
    /// Bytes of the audit.
    pub memory: u64,
    /// Audits within limits.
    pub run: Box<RunLevels<'a, P>>,
}

#[cfg(feature = "enumerate")]
type RunLevels<'a, P> = dyn FnOnce(&Limit, &mut (dyn FnMut(&AuditProgress) + Send)) -> Result<LevelFindings<P>, AuditError>
    + 'a;

/// The findings, the largest distance of which all states were compared, and why the audit was stopped.
#[cfg(feature = "enumerate")]
pub type LevelFindings<P> =
    (Findings<<P as Puzzle>::Position, <P as Puzzle>::Move>, u32, Option<StopCause>);

/// The enumerations of a puzzle, by the engines of every puzzle.
///
/// Each `impl` writes these functions by this macro. As defaults of the trait they would be compiled,
/// with all engines, in every program instead of once in this crate.
macro_rules! levels_of_every_puzzle {
    () => {
        #[cfg(feature = "enumerate")]
        fn plan_levels(
            request: &loyd_enumerate::Request<Self>,
        ) -> Result<loyd_enumerate::Plan<Self>, loyd_enumerate::EnumerateError> {
            loyd_enumerate::Plan::new(request)
        }

        $crate::listed::levels_in_keys!();
    };
}
pub(crate) use levels_of_every_puzzle;

/// The part of [`levels_of_every_puzzle`] that works on sorted keys.
macro_rules! levels_in_keys {
    () => {
        #[cfg(feature = "enumerate")]
        fn levels_in_lists(
            request: &loyd_enumerate::Request<Self>,
            store: std::sync::Arc<dyn loyd_enumerate::lists::ListStore>,
            resume: bool,
        ) -> Result<std::sync::Arc<dyn loyd_enumerate::Job<Self>>, loyd_enumerate::EnumerateError> {
            loyd_enumerate::symmetric::in_lists(request, store, resume)
        }

        #[cfg(feature = "enumerate")]
        fn levels_of_processes(
            request: &loyd_enumerate::Request<Self>,
            exchange: std::sync::Arc<dyn loyd_enumerate::processes::KeyExchange>,
        ) -> Result<std::sync::Arc<dyn loyd_enumerate::Job<Self>>, loyd_enumerate::EnumerateError> {
            loyd_enumerate::symmetric::job_of_processes(request, exchange)
        }
    };
}
pub(crate) use levels_in_keys;
