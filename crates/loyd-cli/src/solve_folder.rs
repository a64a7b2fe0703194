//! Boards solved over several runs: begun with `--dir`, continued with `--resume`.
//!
//! Boards that are done are not solved again; those in work continue within their iteration, from the
//! subtrees that were finished when they were last saved.

use crate::exit::Failure;
use crate::family::Family;
use crate::faults::of_store;
use crate::input::{Batch, Item};
use crate::quantity::parse_duration;
use crate::run_folder::{ensure_kind, quoted};
use clap::Args;
use loyd::Task;
use loyd::choices;
use loyd_enumerate::checkpoint::StoreError;
use loyd_search::clock::Stopwatch;
use loyd_search::observe::{Cancel, Limit, Progress, Report};
use loyd_search::search::deepening::checkpoint::{Checkpoint, CheckpointStore, Persistence};
use loyd_search::solver::{Engine, NotPersisted, Plan, Settings};
use loyd_store::disk::RealDisk;
use loyd_store::solves::{
    Board, BoardResult, HeuristicChoice, Identity, Part, SolveRequest, UncheckedSolves,
};
use loyd_store::{FolderKind, SolveFolder};
use std::collections::BTreeMap;
use std::io::Write;
use std::marker::PhantomData;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, Once, PoisonError};
use std::time::{Duration, Instant};

/// The folder of solves, and its options.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Run folder")]
pub(crate) struct SolveFolderArgs {
    /// Store results and the progress of each search in FOLDER.
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["resume", "all", "trace"],
          group = "kept")]
    pub(crate) dir: Option<PathBuf>,
    /// Solve only part I of N of the boards, every Nth from the Ith on; in FOLDER/part-I of --dir, which
    /// the same command continues. `loyd merge` puts the parts together.
    #[arg(long, value_name = "I/N", conflicts_with_all = ["resume", "trace"])]
    pub(crate) part: Option<Part>,
    /// Resume the searches in FOLDER; limits and threads may differ from before.
    #[arg(long, value_name = "FOLDER", conflicts_with_all =
          ["boards", "input", "puzzle", "size", "goal", "metric", "algorithm", "heuristic", "pruning", "all",
           "trace"],
          group = "kept")]
    pub(crate) resume: Option<PathBuf>,
    /// The interval of checkpoints.
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = parse_duration,
          requires = "kept")]
    pub(crate) checkpoint_every: Duration,
}

impl SolveFolderArgs {
    /// Begins in a folder with these boards, if they are to be kept.
    pub(crate) fn begin<P: Family>(
        &self,
        batch: &Batch<P>,
        settings: &Settings<P>,
        quiet: bool,
    ) -> Result<Option<SolvesInFolder<P>>, Failure> {
        let Some(folder) = &self.dir else { return Ok(None) };
        let (disk, every) = (Arc::new(RealDisk), self.checkpoint_every);
        let request = solves(batch, settings);
        let made = match self.part {
            None => SolveFolder::create(disk, folder, request, every),
            Some(part) => {
                let (folder, request) = (part.folder(folder), request.into_part(part));
                // Schedulers of clusters start a task again with the same command.
                match FolderKind::of(&RealDisk, &folder) {
                    Some(FolderKind::Solves) => {
                        SolveFolder::open(disk, &folder, every).and_then(|found| {
                            found.ensure_same(&request).and_then(|()| found.check::<P>())
                        })
                    }
                    _ => SolveFolder::create(disk, &folder, request, every),
                }
            }
        };
        let folder = made.map_err(|error| of_store(&error))?;
        Ok(Some(SolvesInFolder::new(folder, every, quiet)))
    }

    /// The boards of the part, if only one is to be solved.
    pub(crate) fn of_part<P: Family>(&self, batch: Batch<P>) -> Batch<P> {
        match self.part {
            None => batch,
            Some(part) => Batch { items: part.select(batch.items), ..batch },
        }
    }

    /// Reads the positions of an open folder, and how they are solved.
    pub(crate) fn resumed<P: Family>(
        &self,
        folder: UncheckedSolves,
        quiet: bool,
    ) -> Result<Resumed<P>, Failure> {
        let folder = folder.check::<P>().map_err(|error| of_store(&error))?;
        let (batch, settings) = (batch(folder.solves()), settings(folder.solves())?);
        Ok((SolvesInFolder::new(folder, self.checkpoint_every, quiet), batch, settings))
    }

    /// Opens the folder to continue, if one is named.
    pub(crate) fn open(&self) -> Result<Option<UncheckedSolves>, Failure> {
        let Some(folder) = &self.resume else { return Ok(None) };
        ensure_kind(folder, FolderKind::Solves)?;
        let opened = SolveFolder::open(Arc::new(RealDisk), folder, self.checkpoint_every);
        opened.map(Some).map_err(|error| of_store(&error))
    }
}

/// A folder that is continued, its positions, and how they are solved.
pub(crate) type Resumed<P> = (SolvesInFolder<P>, Batch<P>, Settings<P>);

/// Boards and settings as the folder has them.
fn solves<P: Family>(batch: &Batch<P>, settings: &Settings<P>) -> SolveRequest {
    let task =
        |task: &Task<P>| (P::shape(&task.start), P::format(&task.start), P::format(&task.goal));
    let board = |item: &Item<P>| Board {
        id: item.id.clone(),
        place: item.place.clone(),
        task: item.task.as_ref().map(task).map_err(Clone::clone),
        passed: item.passed.clone(),
    };
    SolveRequest {
        puzzle: P::NAME.to_owned(),
        metric: settings.metric.to_string(),
        algorithm: settings.algorithm.as_ref().map_or("auto".into(), ToString::to_string),
        heuristic: settings.heuristic.as_ref().map_or("auto".into(), ToString::to_string),
        pruning: choices::pruning_text(settings.pruning),
        columns: batch.columns.clone(),
        boards: batch.items.iter().map(board).collect(),
        part: None,
    }
}

/// The boards of a folder.
pub(crate) fn batch<P: Family>(solves: &SolveRequest) -> Batch<P> {
    let task = |(shape, start, goal): &(String, String, String)| {
        let position = |text| P::parse(text, Some(shape)).map_err(|why| why.to_string());
        Ok::<_, String>(Task { start: position(start)?, goal: position(goal)? })
    };
    let item = |board: &Board| Item {
        id: board.id.clone(),
        place: board.place.clone(),
        task: board.task.as_ref().map_err(Clone::clone).and_then(task),
        given: None,
        passed: board.passed.clone(),
    };
    Batch { columns: solves.columns.clone(), items: solves.boards.iter().map(item).collect() }
}

/// The settings of a folder.
pub(crate) fn settings<P: Family>(solves: &SolveRequest) -> Result<Settings<P>, Failure> {
    let unclear = |what: &str, why: &str| {
        // It may repeat whatever the folder says.
        let why: String = why.chars().take(300).collect();
        Failure::input(format!("the folder's {what} is not one of this loyd: {why}"))
    };
    let metric = choices::metric::<P>(Some(&solves.metric)).ok();
    let algorithm = match &solves.algorithm[..] {
        "auto" => None,
        name => Some(name.parse().map_err(|why| unclear("algorithm", &format!("{why}")))?),
    };
    let heuristic = match &solves.heuristic[..] {
        "auto" => None,
        name => Some(name.parse().map_err(|why| unclear("heuristic", &format!("{why}")))?),
    };
    Ok(Settings {
        metric: metric.ok_or_else(|| unclear("metric", &solves.metric))?,
        algorithm,
        heuristic,
        pruning: choices::pruning(&solves.pruning)
            .map_err(|why| unclear("pruning", &why.to_string()))?,
        partitions: Vec::new(),
    })
}

/// The data that must be equal for a search to continue.
fn identity<P: Family>(task: &Task<P>, plan: &Plan<P>) -> Identity {
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

/// Boards in a folder.
pub(crate) struct SolvesInFolder<P> {
    folder: SolveFolder,
    puzzle: PhantomData<P>,
    every: Duration,
    quiet: bool,
    /// The reason why the state of a board, or the results, could not be written, until they could.
    failed: Mutex<BTreeMap<Option<usize>, StoreError>>,
    said: Once,
}

impl<P: Family> SolvesInFolder<P> {
    fn new(folder: SolveFolder, every: Duration, quiet: bool) -> Self {
        Self {
            folder,
            puzzle: PhantomData,
            every,
            quiet,
            failed: Mutex::default(),
            said: Once::new(),
        }
    }

    /// The result of a board that is done, and the metric it was found in.
    pub(crate) fn done(&self, board: usize) -> Option<(BoardResult, P::Metric)> {
        let done = self.folder.done(board)?;
        Some((done, choices::metric::<P>(Some(&self.folder.solves().metric)).ok()?))
    }

    /// The heuristics that earlier runs chose, by goal.
    pub(crate) fn chosen(&self) -> Vec<(P::Position, P::Heuristic)> {
        let parsed = |chosen: HeuristicChoice| {
            let goal = P::parse(&chosen.goal, Some(&chosen.size)).ok()?;
            Some((goal, chosen.heuristic.parse().ok()?))
        };
        self.folder.chosen().into_iter().filter_map(parsed).collect()
    }

    /// Solves a board, from where it was kept. Returns the time of all runs too.
    pub(crate) fn solve(
        &self,
        board: usize,
        task: &Task<P>,
        solver: &dyn Engine<P>,
        (threads, limit): (usize, &Limit),
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<(Report<P::Move>, Duration), Failure> {
        let identity = identity(task, solver.plan());
        let from = self.folder.checkpoint::<P>(board, &identity, &task.start);
        let from = from.map_err(|error| of_store(&error))?;
        let began = Instant::now();
        let earlier = from.as_ref().map_or(Duration::ZERO, |from| from.elapsed);
        // Nothing is kept of boards that come up after Ctrl-C.
        if from.is_none() && limit.cancel.as_ref().is_some_and(Cancel::is_cancelled) {
            let report = solver.solve(&task.start, threads, limit, progress);
            return Ok((report, began.elapsed()));
        }
        self.remember(&solver.plan().heuristic.to_string(), task);
        let mut saving = Saving { to: self, board, identity, last: Instant::now() };
        let kept = Persistence { from, keep: &mut saving };
        let (clock, within) = (Stopwatch::start(), solver.search_limit(&task.start, limit));
        match solver.solve_persisted(&task.start, threads, &within, kept, progress) {
            Ok(mut report) => {
                solver.add_best(&task.start, clock, limit, &mut report);
                Ok((report, earlier + began.elapsed()))
            }
            Err(why @ NotPersisted::Engine) => {
                self.said
                    .call_once(|| self.warn(&format!("{why}; only boards that are done are kept")));
                let report = solver.solve_or_best(&task.start, threads, limit, progress);
                Ok((report, began.elapsed()))
            }
            Err(why @ NotPersisted::ForeignCheckpoint(_)) => Err(Failure::input(format!(
                "{}: {why}; nothing of it was used",
                self.folder.folder().display()
            ))),
        }
    }

    fn remember(&self, heuristic: &str, task: &Task<P>) {
        let (size, goal) = (P::shape(&task.goal), P::format(&task.goal));
        let chosen = HeuristicChoice { size, goal, heuristic: heuristic.to_owned() };
        self.note(None, self.folder.choose(chosen));
    }

    /// Takes a result, unless the board has to be continued.
    pub(crate) fn finish(&self, board: usize, done: Option<BoardResult>) {
        if let Some(done) = done {
            self.note(None, self.folder.finish(board, done));
            self.note(Some(board), Ok(()));
        }
    }

    /// The run is over: writes what is not written yet, and says how to continue.
    pub(crate) fn end(&self) -> Result<(), Failure> {
        self.note(None, self.folder.flush());
        let failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(error) = failed.values().next() {
            return Err(of_store(error));
        }
        drop(failed);
        let (done, all) = (self.folder.boards_done(), self.folder.solves().boards.len());
        if done < all && !self.quiet {
            let of =
                if all > 1 { format!("{done} of {all} boards are done; ") } else { String::new() };
            let _ = writeln!(
                std::io::stderr(),
                "hint: {of}continue with `loyd solve --resume {}`",
                quoted(self.folder.folder())
            );
        }
        Ok(())
    }

    /// Remembers why something could not be written, and says so.
    fn note<T>(&self, what: Option<usize>, written: Result<T, StoreError>) {
        let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        match written {
            Ok(_) => {
                failed.remove(&what);
            }
            Err(error) => {
                self.warn(&format!("not saved, what was saved before is still there: {error}"));
                failed.insert(what, error);
            }
        }
    }

    fn warn(&self, text: &str) {
        if !self.quiet {
            let _ = writeln!(std::io::stderr(), "warning: {text}");
        }
    }
}

/// Saves the search of one board.
struct Saving<'a, P> {
    to: &'a SolvesInFolder<P>,
    board: usize,
    identity: Identity,
    last: Instant,
}

impl<P: Family> CheckpointStore<P::Move> for Saving<'_, P> {
    fn is_due(&mut self, boundary: bool) -> bool {
        /// Iterations of less than this are soon done again.
        const BRIEF: Duration = Duration::from_secs(1);
        let every = if boundary { self.to.every.min(BRIEF) } else { self.to.every };
        self.last.elapsed() >= every
    }

    fn save(&mut self, checkpoint: &Checkpoint<P::Move>) {
        let saved = self.to.folder.save::<P>(self.board, &self.identity, checkpoint);
        self.to.note(Some(self.board), saved);
        self.last = Instant::now();
    }
}
