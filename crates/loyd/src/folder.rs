//! Boards of a folder: solved over several runs, from checkpoints.

use crate::choices;
use crate::error::Error;
use crate::listed::Listed;
use crate::puzzles::PuzzleName;
use crate::solve::SolveResult;
use crate::task::Task;
use loyd_enumerate::checkpoint::StoreError;
use loyd_search::clock::Stopwatch;
use loyd_search::observe::{Cancel, Limit, Progress, Report};
use loyd_search::search::deepening::checkpoint::{Checkpoint, CheckpointStore, Persistence};
use loyd_search::solver::{Engine, NotPersisted, Plan};
use loyd_store::SolveFolder;
use loyd_store::solves::{BoardResult, HeuristicChoice, Identity, MergedParts, UncheckedSolves};
use std::marker::PhantomData;
use std::time::{Duration, Instant};

/// Checks the results of a folder by replaying their moves.
///
/// # Errors
/// If a result is not one of its board.
pub fn check(puzzle: PuzzleName, folder: UncheckedSolves) -> Result<SolveFolder, StoreError> {
    for_puzzle!(puzzle, P => folder.check::<P>())
}

/// Does the same for the folders of several parts of a list, and joins them.
///
/// # Errors
/// If a result is not one of its board, or the folders are not parts of one list.
pub fn merge(puzzle: PuzzleName, parts: Vec<UncheckedSolves>) -> Result<MergedParts, StoreError> {
    for_puzzle!(puzzle, P => MergedParts::check::<P>(parts))
}

/// A board of a folder that is being solved.
pub struct BoardInFolder<'a> {
    /// The folder.
    pub folder: &'a SolveFolder,
    /// The index of the board.
    pub board: usize,
    /// The interval of checkpoints.
    pub every: Duration,
    /// The observer of the folder.
    pub observer: &'a (dyn FolderObserver + Sync),
}

/// An observer of the writes of a search to its folder.
pub trait FolderObserver {
    /// The heuristics of the folder were written, or the checkpoint of a board, or neither could be.
    fn written(&self, board: Option<usize>, result: Result<(), StoreError>);

    /// The algorithm has no checkpoints; the board is solved in one run.
    fn without_checkpoints(&self, why: NotPersisted);
}

/// The values that must be equal for a search to continue.
fn identity<P: Listed>(task: &Task<P>, plan: &Plan<P>) -> Identity {
    vec![
        ("puzzle", P::shape(&task.start)),
        ("start", P::format(&task.start)),
        ("goal", P::format(&task.goal)),
        ("metric", plan.metric.to_string()),
        ("algorithm", plan.algorithm.to_string()),
        ("heuristic", plan.heuristic.to_string()),
        ("pruning", choices::pruning_text(plan.pruning)),
        ("patterns", P::patterns(plan)),
    ]
}

/// Solves a board from its checkpoint, and returns the time of all runs too.
pub(crate) fn solve_in_folder<P: Listed>(
    task: &Task<P>,
    solver: &dyn Engine<P>,
    (threads, limit): (usize, &Limit),
    place: &BoardInFolder<'_>,
    progress: &mut dyn FnMut(&Progress),
) -> Result<(Report<P::Move>, Duration), Error> {
    let &BoardInFolder { folder, board, observer, .. } = place;
    let identity = identity(task, solver.plan());
    let from = folder.checkpoint::<P>(board, &identity, &task.start)?;
    let began = Instant::now();
    let earlier = from.as_ref().map_or(Duration::ZERO, |from| from.elapsed);
    // Boards that follow after Ctrl-C leave no checkpoint.
    if from.is_none() && limit.cancel.as_ref().is_some_and(Cancel::is_cancelled) {
        let report = solver.solve(&task.start, threads, limit, progress);
        return Ok((report, began.elapsed()));
    }
    let (size, goal) = (P::shape(&task.goal), P::format(&task.goal));
    let heuristic = solver.plan().heuristic.to_string();
    observer.written(None, folder.choose(HeuristicChoice { size, goal, heuristic }));
    let mut saver = Saver::<P> { place, puzzle: PhantomData, identity, last: Instant::now() };
    let persistence = Persistence { from, keep: &mut saver };
    let (clock, within) = (Stopwatch::start(), solver.search_limit(&task.start, limit));
    match solver.solve_persisted(&task.start, threads, &within, persistence, progress) {
        Ok(mut report) => {
            solver.add_best(&task.start, threads, (clock, limit), progress, &mut report);
            Ok((report, earlier + began.elapsed()))
        }
        Err(why @ NotPersisted::Engine) => {
            observer.without_checkpoints(why);
            let report = solver.solve_or_best(&task.start, threads, limit, progress);
            Ok((report, began.elapsed()))
        }
        Err(why @ NotPersisted::ForeignCheckpoint(_)) => Err(Error::Checkpoint {
            reason: format!("{}: {why}; nothing of it was used", folder.folder().display()),
        }),
    }
}

/// Saves the checkpoints of one board.
struct Saver<'a, P> {
    place: &'a BoardInFolder<'a>,
    puzzle: PhantomData<P>,
    identity: Identity,
    last: Instant,
}

impl<P: Listed> CheckpointStore<P::Move> for Saver<'_, P> {
    fn is_due(&mut self, boundary: bool) -> bool {
        /// Shorter iterations are searched again rather than saved.
        const BRIEF: Duration = Duration::from_secs(1);
        let every = self.place.every;
        self.last.elapsed() >= if boundary { every.min(BRIEF) } else { every }
    }

    fn save(&mut self, checkpoint: &Checkpoint<P::Move>) {
        let BoardInFolder { folder, board, observer, .. } = self.place;
        let saved = folder.save::<P>(*board, &self.identity, checkpoint);
        observer.written(Some(*board), saved.map(drop));
        self.last = Instant::now();
    }
}

impl SolveResult {
    /// The result as a folder stores it.
    pub fn stored(&self, message: Option<String>) -> BoardResult {
        BoardResult {
            status: self.status.name().to_owned(),
            length: self.length,
            proven: self.proven,
            lower_bound: self.lower_bound,
            moves: self.moves.clone(),
            expanded: self.expanded,
            generated: self.generated,
            seconds: self.seconds,
            algorithm: self.algorithm.clone(),
            heuristic: self.heuristic.clone(),
            message,
        }
    }
}
