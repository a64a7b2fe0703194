//! Boards solved over several runs: `--dir` creates a folder, `--resume` continues it.
//!
//! Finished boards are not solved again; others resume within their iteration, from the subtrees of the last
//! checkpoint.

use crate::exit::Failure;
use crate::faults::of_store;
use crate::input::{Batch, Item};
use crate::puzzle_args;
use crate::quantity::parse_duration;
use crate::run_folder::{ensure_kind, quoted};
use crate::solution::Solution;
use clap::Args;
use loyd::PuzzleName;
use loyd::choices::{AUTO, SearchChoices};
use loyd::erased::{AnySolvers, Chosen, Metric};
use loyd::folder::{BoardInFolder, FolderObserver, check};
use loyd_enumerate::checkpoint::StoreError;
use loyd_search::observe::{Limit, Progress};
use loyd_search::solver::NotPersisted;
use loyd_store::disk::RealDisk;
use loyd_store::solves::{Board, HeuristicChoice, Part, SolveRequest, UncheckedSolves};
use loyd_store::{FolderKind, SolveFolder};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, Once, PoisonError};
use std::time::Duration;

/// The folder of solves, and its options.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Run folder")]
pub(crate) struct SolveFolderArgs {
    /// Store results and the progress of each search in FOLDER.
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["resume", "all", "slack", "trace"],
          group = "folder")]
    pub(crate) dir: Option<PathBuf>,
    /// Solve only part I of N of the boards, every Nth from the Ith on; in FOLDER/part-I of --dir, which
    /// the same command continues. `loyd merge` puts the parts together.
    #[arg(long, value_name = "I/N", conflicts_with_all = ["resume", "trace"])]
    pub(crate) part: Option<Part>,
    /// Resume the searches in FOLDER; limits and threads may differ from before.
    #[arg(long, value_name = "FOLDER", conflicts_with_all =
          ["boards", "input", "set", "ids", "puzzle", "size", "goal", "metric", "algorithm", "heuristic", "pruning", "moves", "all", "slack",
           "trace"],
          group = "folder")]
    pub(crate) resume: Option<PathBuf>,
    /// The interval of checkpoints.
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = parse_duration,
          requires = "folder")]
    pub(crate) checkpoint_every: Duration,
}

impl SolveFolderArgs {
    /// Begins in a folder with these boards, if a folder is named.
    pub(crate) fn begin(
        &self,
        batch: &Batch,
        choices: &SearchChoices,
        quiet: bool,
    ) -> Result<Option<SolvesInFolder>, Failure> {
        let Some(folder) = &self.dir else { return Ok(None) };
        let (disk, every) = (Arc::new(RealDisk), self.checkpoint_every);
        let request = request(batch, choices)?;
        let solves = match self.part {
            None => SolveFolder::create(disk, folder, request, every),
            Some(part) => {
                let (folder, request) = (part.folder(folder), request.into_part(part));
                // Schedulers of clusters start a task again with the same command.
                match FolderKind::of(&RealDisk, &folder) {
                    Some(FolderKind::Solves) => {
                        SolveFolder::open(disk, &folder, every).and_then(|solves| {
                            solves.ensure_same(&request)?;
                            check(batch.puzzle, solves)
                        })
                    }
                    _ => SolveFolder::create(disk, &folder, request, every),
                }
            }
        };
        let folder = solves.map_err(|error| of_store(&error))?;
        Ok(Some(SolvesInFolder::new(folder, every, quiet)))
    }

    /// The boards of the part of `--part`.
    pub(crate) fn of_part(&self, batch: Batch) -> Batch {
        match self.part {
            None => batch,
            Some(part) => Batch { items: part.select(batch.items), ..batch },
        }
    }

    /// Reads the positions of an open folder, and the choices of their searches.
    pub(crate) fn resumed(
        &self,
        folder: UncheckedSolves,
        quiet: bool,
    ) -> Result<(SolvesInFolder, Batch, SearchChoices), Failure> {
        let puzzle = puzzle_args::named(&folder.solves().puzzle)?;
        let folder = check(puzzle, folder).map_err(|error| of_store(&error))?;
        let batch = batch(puzzle, folder.solves());
        let choices = choices(puzzle, folder.solves())?;
        Ok((SolvesInFolder::new(folder, self.checkpoint_every, quiet), batch, choices))
    }

    /// Opens the folder to continue, if one is named.
    pub(crate) fn open(&self) -> Result<Option<UncheckedSolves>, Failure> {
        let Some(folder) = &self.resume else { return Ok(None) };
        ensure_kind(folder, FolderKind::Solves)?;
        let solves = SolveFolder::open(Arc::new(RealDisk), folder, self.checkpoint_every);
        solves.map(Some).map_err(|error| of_store(&error))
    }
}

/// Boards and choices as the folder has them.
fn request(batch: &Batch, choices: &SearchChoices) -> Result<SolveRequest, Failure> {
    let board = |item: &Item| Board {
        id: item.id.clone(),
        place: item.place.clone(),
        task: match &item.task {
            Ok(task) => Ok((task.shape(), task.start(), task.goal())),
            Err(message) => Err(message.clone()),
        },
        passed: item.passed.clone(),
    };
    let or_auto = |name: &Option<String>| name.clone().unwrap_or_else(|| AUTO.to_owned());
    let heuristic = batch.puzzle.puzzle().heuristic(choices.heuristic.as_deref())?;
    Ok(SolveRequest {
        puzzle: batch.puzzle.name().to_owned(),
        metric: batch.puzzle.puzzle().metric(choices.metric.as_deref())?.name,
        algorithm: or_auto(&choices.algorithm),
        heuristic: or_auto(&heuristic),
        pruning: choices.pruning.clone(),
        moves: choices.moves.clone(),
        columns: batch.columns.clone(),
        boards: batch.items.iter().map(board).collect(),
        part: None,
    })
}

/// The boards of a folder.
pub(crate) fn batch(puzzle: PuzzleName, solves: &SolveRequest) -> Batch {
    let item = |board: &Board| Item {
        id: board.id.clone(),
        place: board.place.clone(),
        task: match &board.task {
            Ok((shape, start, goal)) => puzzle.puzzle().restore(shape, start, goal),
            Err(message) => Err(message.clone()),
        },
        raw_text: None,
        passed: board.passed.clone(),
    };
    let items = solves.boards.iter().map(item).collect();
    let (columns, limits_moves) = (solves.columns.clone(), solves.moves.is_some());
    Batch { puzzle, columns, items, limits_moves }
}

/// The choices of a folder.
pub(crate) fn choices(puzzle: PuzzleName, solves: &SolveRequest) -> Result<SearchChoices, Failure> {
    let named = |name: &str| (name != AUTO).then(|| name.to_owned());
    let choices = SearchChoices {
        metric: Some(solves.metric.clone()),
        algorithm: named(&solves.algorithm),
        heuristic: named(&solves.heuristic),
        pruning: solves.pruning.clone(),
        moves: solves.moves.clone(),
    };
    puzzle.puzzle().is_admissible(&choices.names()).map_err(|why| {
        let reason = match &why {
            loyd::Error::Metric { name, .. } => name.clone(),
            why => why.to_string(),
        };
        // The reason may repeat any text of the folder.
        let reason: String = reason.chars().take(300).collect();
        let what = why.what();
        Failure::input(format!("the folder's {what} is not one of this loyd: {reason}"))
    })?;
    Ok(choices)
}

/// Boards in a folder.
pub(crate) struct SolvesInFolder {
    folder: SolveFolder,
    every: Duration,
    quiet: bool,
    /// The errors of the last writes of the state of a board, or of the results.
    failed: Mutex<BTreeMap<Option<usize>, StoreError>>,
    warned: Once,
}

impl SolvesInFolder {
    fn new(folder: SolveFolder, every: Duration, quiet: bool) -> Self {
        Self { folder, every, quiet, failed: Mutex::default(), warned: Once::new() }
    }

    /// The heuristics that earlier runs chose, by goal.
    pub(crate) fn heuristics(&self) -> Vec<Chosen> {
        let parts = |HeuristicChoice { size, goal, heuristic }| (size, goal, heuristic);
        self.folder.chosen().into_iter().map(parts).collect()
    }

    /// Solves a board from its checkpoint, unless an earlier run has solved it.
    pub(crate) fn solve(
        &self,
        board: usize,
        (batch, item): (&Batch, &Item),
        solvers: &dyn AnySolvers,
        (threads, limit): (usize, &Limit),
        progress: &mut dyn FnMut(&Progress),
    ) -> Solution {
        if let Some(stored) = self.folder.done(board) {
            return Solution::restored((batch, item), &stored, &self.metric(batch));
        }
        let place =
            BoardInFolder { folder: &self.folder, board, every: self.every, observer: self };
        let solution = Solution::solve((batch, item), &solvers.metric(), |task| {
            solvers.solve_in_folder(task, threads, limit, &place, progress)
        });
        if let Some(stored) = solution.stored(item) {
            self.written(None, self.folder.finish(board, stored));
            self.written(Some(board), Ok(()));
        }
        solution
    }

    fn metric(&self, batch: &Batch) -> Metric {
        let name = &self.folder.solves().metric;
        let metric = batch.puzzle.puzzle().metric(Some(name));
        metric.unwrap_or_else(|_| unreachable!("the metric of a folder was read"))
    }

    /// Writes the results that are not written yet, and prints how to continue.
    pub(crate) fn end(&self) -> Result<(), Failure> {
        self.written(None, self.folder.flush());
        let failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(error) = failed.values().next() {
            return Err(of_store(error));
        }
        drop(failed);
        let (finished, all) = (self.folder.boards_done(), self.folder.solves().boards.len());
        if finished < all && !self.quiet {
            let of = if all > 1 {
                format!("{finished} of {all} boards are finished; ")
            } else {
                String::new()
            };
            let _ = writeln!(
                std::io::stderr(),
                "hint: {of}continue with `loyd solve --resume {}`",
                quoted(self.folder.folder())
            );
        }
        Ok(())
    }

    fn warn(&self, text: &str) {
        if !self.quiet {
            let _ = writeln!(std::io::stderr(), "warning: {text}");
        }
    }
}

impl FolderObserver for SolvesInFolder {
    fn written(&self, board: Option<usize>, result: Result<(), StoreError>) {
        let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        match result {
            Ok(()) => {
                failed.remove(&board);
            }
            Err(error) => {
                self.warn(&format!("checkpoint not written; the previous one is intact: {error}"));
                failed.insert(board, error);
            }
        }
    }

    fn without_checkpoints(&self, why: NotPersisted) {
        self.warned.call_once(|| self.warn(&format!("{why}; only finished boards will be saved")));
    }
}
