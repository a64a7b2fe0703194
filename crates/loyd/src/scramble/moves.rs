//! Moves that make a position: a solution of the position, undone.
//!
//! ```text
//! moves(position):
//!   for each search of the puzzle, the one with the shortest solutions first
//!     if it solves the position for the origin: the inverse moves, in reverse order
//! ```
//!
//! The origin is the position from which moves are read: the solved one, and for boards of tiles the goal. The
//! moves are replayed from it before they are returned.

use crate::choices::{algorithm, heuristic};
use crate::listed::Listed;
use crate::task::Task;
use loyd_search::observe::{Cancel, Limit};
use loyd_search::solver::{Engine, Plan, Settings, Unavailable};

/// States that a search for a shortest solution expands: some seconds.
const MAX_NODES: u64 = 2_000_000;

/// The reason why a position has no moves that make it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoMoves {
    /// No sequence of moves leads there.
    #[error("no moves lead from the solved position there: {reason}")]
    Unreachable {
        /// The reason.
        reason: String,
    },
    /// The space is too large to be searched.
    #[error("the puzzle has too many states, {states}, to solve random positions")]
    TooLarge {
        /// The number of states in words.
        states: String,
    },
    /// A search found no solution within its limit.
    #[error("{algorithm} found no solution within {nodes} states")]
    NotFound {
        /// The last search that was tried.
        algorithm: String,
        /// The states that it expanded.
        nodes: u64,
    },
    /// A move of the solution cannot be taken back.
    #[error("a move of the solution cannot be taken back, so it does not make the position")]
    OneWay,
    /// A search cannot be prepared.
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
    /// The moves do not make the position: a bug.
    #[error("internal error: {reason}")]
    Wrong {
        /// The reason.
        reason: String,
    },
}

/// Searches for the moves that make positions, prepared for one origin.
pub(crate) struct MoveFinder<P: Listed> {
    origin: Option<P::Position>,
    /// The number of states in words, if they are too many.
    states: Option<String>,
    /// The engines prepared so far; `None` for those that the origin does not have.
    engines: Vec<Option<Box<dyn Engine<P>>>>,
}

impl<P: Listed> MoveFinder<P> {
    pub(crate) fn new() -> Self {
        Self { origin: None, states: None, engines: Vec::new() }
    }

    /// Moves from the origin of a task to its start.
    pub(crate) fn moves(
        &mut self,
        task: &Task<P>,
        cancel: &Cancel,
    ) -> Result<Vec<P::Move>, NoMoves> {
        let origin = P::origin(task);
        P::solvable(&task.start, &origin)
            .map_err(|why| NoMoves::Unreachable { reason: why.reason })?;
        self.prepare_for(&origin);
        if let Some(states) = self.states.clone() {
            return Err(NoMoves::TooLarge { states });
        }
        if P::SCRAMBLED_BY.is_empty() {
            let quick = P::quick_solution(&task.start, &origin, P::Metric::default());
            return match quick {
                Some((path, _)) => undone::<P>(&path, origin, &task.start),
                None => Err(NoMoves::NotFound { algorithm: P::NAME.to_owned(), nodes: 0 }),
            };
        }
        let mut nodes = 0;
        for number in 0..P::SCRAMBLED_BY.len() {
            let engine = match self.engine(number, &origin) {
                // A search that this shape does not have.
                Err(NoMoves::Unavailable(_)) if number + 1 < P::SCRAMBLED_BY.len() => continue,
                engine => engine?,
            };
            let optimal = engine.plan().algorithm.optimal();
            let limit =
                Limit { nodes: optimal.then_some(MAX_NODES), ..Limit::cancelled_by(cancel) };
            let report = engine.solve(&task.start, 1, &limit, &mut |_| ());
            if let Some(path) = report.outcome.path() {
                return undone::<P>(path, origin, &task.start);
            }
            nodes = report.statistics.expanded;
        }
        let algorithm = self
            .engines
            .last()
            .and_then(Option::as_ref)
            .map_or_else(String::new, |engine| engine.plan().algorithm.to_string());
        Err(NoMoves::NotFound { algorithm, nodes })
    }

    /// Forgets the searches for another origin.
    fn prepare_for(&mut self, origin: &P::Position) {
        if self.origin.as_ref() != Some(origin) {
            self.engines.clear();
            self.states = P::too_many_states(origin);
            self.origin = Some(origin.clone());
        }
    }

    /// The search of a number, prepared.
    fn engine(&mut self, number: usize, origin: &P::Position) -> Result<&dyn Engine<P>, NoMoves> {
        let (by, estimate) = P::SCRAMBLED_BY[number];
        if number == self.engines.len() {
            let settings = Settings {
                algorithm: algorithm(Some(by)).ok().flatten(),
                heuristic: heuristic::<P>(Some(estimate)).ok().flatten(),
                ..Settings::default()
            };
            self.engines.push(None);
            self.engines[number] = Some(Plan::new(origin, &settings)?.prepare()?);
        }
        self.engines[number].as_deref().ok_or_else(|| {
            let reason = "this puzzle does not have it".to_owned();
            NoMoves::Unavailable(Unavailable { name: by, reason })
        })
    }
}

/// The moves that undo a path, replayed on the plain position from its end to its start.
fn undone<P: Listed>(
    path: &[P::Move],
    mut position: P::Position,
    start: &P::Position,
) -> Result<Vec<P::Move>, NoMoves> {
    let wrong = |reason| NoMoves::Wrong { reason };
    let (mut moves, mut before) = (Vec::with_capacity(path.len()), start.clone());
    for &mv in path {
        moves.push(P::inverse(mv, &before).ok_or(NoMoves::OneWay)?);
        P::apply(&mut before, mv).map_err(wrong)?;
    }
    moves.reverse();
    P::apply_all(&mut position, &moves)
        .map_err(|(number, reason)| wrong(format!("move {}: {reason}", number + 1)))?;
    if position == *start { Ok(moves) } else { Err(wrong("the moves end elsewhere".to_owned())) }
}
