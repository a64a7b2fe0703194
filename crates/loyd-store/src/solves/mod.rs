//! Boards that are solved over several runs, in a folder.
//!
//! ```text
//! solves.json      the boards and the settings: written once            (a document)
//! results.json     the results so far, and the heuristics chosen        (a document)
//! board-3.json     the checkpoint of the search of the third board      (a document)
//! lock             locked by the process that works in the folder
//! ```
//!
//! Every file is a document: replaced by renaming, with a checksum.

mod board;
mod merged;
mod part;
mod result;

pub use board::Identity;
pub use merged::{BoardOfPart, MergedParts, part_folders};
pub use part::{Part, PartOfList};
pub use result::BoardResult;

use crate::disk::Disk;
use crate::document::{self, MAX_OF_BOARDS};
use crate::failure::{damaged, missing, unsuited};
use crate::folder::{FolderKind, LockedFolder};
use crate::names::{FileName, Numbered};
use loyd_enumerate::checkpoint::StoreError;
use loyd_search::puzzle::Puzzle;
use loyd_search::search::deepening::checkpoint::Checkpoint;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use xxhash_rust::xxh3::xxh3_128;

const FORMAT: &str = "loyd solves";
const VERSION: u32 = 2;
const SOLVES: FileName = FolderKind::Solves.manifest();
const RESULTS: FileName = FileName::fixed("results.json");
/// The checkpoints of searches.
const BOARDS: Numbered = Numbered::new("board-", &[1], ".json");

/// The boards to solve and the settings, as requested.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SolveRequest {
    /// The family of the puzzle, such as `tiles`.
    pub puzzle: String,
    /// The metric.
    pub metric: String,
    /// The algorithm, or `auto`.
    pub algorithm: String,
    /// The heuristic, or `auto`.
    pub heuristic: String,
    /// The pruning.
    pub pruning: String,
    /// The moves that are allowed, if not all are and the shapes of boards do not name them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<String>,
    /// Columns of the input that are copied to the output.
    pub columns: Vec<String>,
    /// The boards.
    pub boards: Vec<Board>,
    /// The part of a longer list that they are, if they are one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<PartOfList>,
}

/// A board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Board {
    /// Its id.
    pub id: String,
    /// The place in the input.
    pub place: String,
    /// Shape, position and goal as text; or the error if it is invalid.
    pub task: Result<(String, String, String), String>,
    /// The values of [`SolveRequest::columns`].
    pub passed: Vec<String>,
}

/// The heuristic chosen for the boards of a goal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HeuristicChoice {
    /// The shape of the goal.
    pub size: String,
    /// The goal as text.
    pub goal: String,
    /// The heuristic.
    pub heuristic: String,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Results {
    /// The hash of the boards that the results belong to.
    solves: String,
    chosen: Vec<HeuristicChoice>,
    done: BTreeMap<usize, BoardResult>,
}

/// A folder of boards that was opened and whose results are not checked yet.
pub struct UncheckedSolves {
    folder: LockedFolder,
    solves: SolveRequest,
    results: Results,
    every: Duration,
}

impl UncheckedSolves {
    /// Returns the boards and the settings.
    #[must_use]
    pub fn solves(&self) -> &SolveRequest {
        &self.solves
    }

    /// Checks every result, by replaying its moves, and opens the folder for more results.
    ///
    /// # Errors
    /// If a result does not fit its board.
    pub fn check<P: Puzzle>(self) -> Result<SolveFolder, StoreError> {
        let Self { folder, solves, results, every } = self;
        let place = folder.place(&RESULTS);
        for (&index, result) in &results.done {
            let board =
                solves.boards.get(index).ok_or("it has results of boards that do not exist");
            let fits = board.and_then(|board| result.check::<P>(board, &solves.metric));
            fits.map_err(|what| damaged(&place, what))?;
        }
        let names = folder.names()?;
        let opened = SolveFolder::with(folder, solves, results, every);
        let mut state = opened.state();
        let numbers = names.iter().filter_map(|name| BOARDS.numbers(name));
        let boards = numbers.filter_map(|numbers| (numbers[0] as usize).checked_sub(1));
        state.files = boards.filter(|&board| board < opened.solves.boards.len()).collect();
        opened.sweep(&mut state);
        drop(state);
        Ok(opened)
    }
}

/// A folder of boards that are being solved. While it exists no other process can use it.
pub struct SolveFolder {
    folder: LockedFolder,
    solves: SolveRequest,
    every: Duration,
    state: Mutex<State>,
}

struct State {
    results: Results,
    /// The time at which results were last written.
    written: Instant,
    /// True if there are results that are not written yet.
    new: bool,
    /// Boards that have a checkpoint file.
    files: BTreeSet<usize>,
}

impl SolveFolder {
    /// Creates a folder for boards. Results are written at intervals of `every`.
    ///
    /// # Errors
    /// If the folder cannot be written, is in use, or contains a run already.
    pub fn create(
        disk: Arc<dyn Disk>,
        folder: &Path,
        solves: SolveRequest,
        every: Duration,
    ) -> Result<Self, StoreError> {
        let folder = LockedFolder::create_for_run(disk, folder, FolderKind::Solves)?;
        document::write(&folder, &SOLVES, members(&solves, FORMAT))?;
        let results = Results { solves: hash(&solves), ..Results::default() };
        Ok(Self::with(folder, solves, results, every))
    }

    /// Opens a folder to continue. Its results are checked by [`UncheckedSolves::check`], once the
    /// puzzle is determined.
    ///
    /// # Errors
    /// If the folder has no boards, is in use or damaged, or was written by another version.
    pub fn open(
        disk: Arc<dyn Disk>,
        folder: &Path,
        every: Duration,
    ) -> Result<UncheckedSolves, StoreError> {
        let none = || {
            let shown = folder.display();
            missing(format!("{shown} holds no boards to continue with: {SOLVES} is missing"))
        };
        let folder = LockedFolder::open(disk, folder, FolderKind::Solves)?.ok_or_else(none)?;
        let solves = read::<SolveRequest>(&folder, &SOLVES)?.ok_or_else(none)?;
        if solves.boards.iter().any(|board| board.passed.len() != solves.columns.len()) {
            return Err(damaged(&folder.place(&SOLVES), "a board has other columns than the rest"));
        }
        if !solves.has_valid_part() {
            return Err(damaged(&folder.place(&SOLVES), "its part of a list is impossible"));
        }
        let hash = hash(&solves);
        let results = read::<Results>(&folder, &RESULTS)?;
        let results =
            results.unwrap_or_else(|| Results { solves: hash.clone(), ..Results::default() });
        if results.solves != hash {
            return Err(unsuited(format!(
                "{} has results of other boards than {SOLVES}: remove it to solve these anew",
                folder.place(&RESULTS).display()
            )));
        }
        Ok(UncheckedSolves { folder, solves, results, every })
    }

    fn with(folder: LockedFolder, solves: SolveRequest, results: Results, every: Duration) -> Self {
        let files = BTreeSet::new();
        let state = Mutex::new(State { results, written: Instant::now(), new: false, files });
        Self { folder, solves, every, state }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the path of the folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Returns the boards and the settings.
    #[must_use]
    pub fn solves(&self) -> &SolveRequest {
        &self.solves
    }

    /// Returns the result of a board, if it has one.
    #[must_use]
    pub fn done(&self, board: usize) -> Option<BoardResult> {
        self.state().results.done.get(&board).cloned()
    }

    /// Returns the number of boards that have a result.
    #[must_use]
    pub fn boards_done(&self) -> usize {
        self.state().results.done.len()
    }

    /// Returns the heuristics chosen so far.
    #[must_use]
    pub fn chosen(&self) -> Vec<HeuristicChoice> {
        self.state().results.chosen.clone()
    }

    /// Stores a heuristic choice, unless that goal has one.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn choose(&self, chosen: HeuristicChoice) -> Result<(), StoreError> {
        let mut state = self.state();
        let same = |earlier: &HeuristicChoice| {
            (&earlier.size, &earlier.goal) == (&chosen.size, &chosen.goal)
        };
        if state.results.chosen.iter().any(same) {
            return Ok(());
        }
        state.results.chosen.push(chosen);
        state.new = true;
        self.write(&mut state)
    }

    /// Adds the result of a board, and writes all results if the interval has passed.
    ///
    /// # Errors
    /// If they cannot be written; the next call tries again.
    pub fn finish(&self, board: usize, result: BoardResult) -> Result<(), StoreError> {
        let mut state = self.state();
        state.results.done.insert(board, result);
        state.new = true;
        if state.written.elapsed() < self.every {
            return Ok(());
        }
        self.write(&mut state)
    }

    /// Writes the results that are not written yet.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn flush(&self) -> Result<(), StoreError> {
        let mut state = self.state();
        if state.new { self.write(&mut state) } else { Ok(()) }
    }

    fn write(&self, state: &mut State) -> Result<(), StoreError> {
        state.written = Instant::now();
        document::write(&self.folder, &RESULTS, members(&state.results, FORMAT))?;
        state.new = false;
        self.sweep(state);
        Ok(())
    }

    /// Removes the checkpoints of boards that have a result. A file that remains does no harm.
    fn sweep(&self, state: &mut State) {
        let State { results, files, .. } = state;
        files.retain(|board| {
            let is_done = results.done.contains_key(board);
            if is_done {
                let _ = self.folder.remove_file(&name(*board));
            }
            !is_done
        });
    }

    /// Reads the checkpoint of the search of a board, if there is one.
    ///
    /// # Errors
    /// If it is damaged, or belongs to another search.
    pub fn checkpoint<P: Puzzle>(
        &self,
        board: usize,
        identity: &Identity,
        start: &P::Position,
    ) -> Result<Option<Checkpoint<P::Move>>, StoreError> {
        board::read::<P>(&self.folder, &name(board), identity, start)
    }

    /// Writes the checkpoint of the search of a board; returns the number of bytes.
    ///
    /// # Errors
    /// If it cannot be written; the previous checkpoint then remains.
    pub fn save<P: Puzzle>(
        &self,
        board: usize,
        identity: &Identity,
        checkpoint: &Checkpoint<P::Move>,
    ) -> Result<u64, StoreError> {
        self.state().files.insert(board);
        board::write::<P>(&self.folder, &name(board), identity, checkpoint)
    }
}

/// Returns the file of a board, which users count from one.
fn name(board: usize) -> FileName {
    BOARDS.name(&[u32::try_from(board + 1).unwrap_or(u32::MAX)])
}

fn members<T: Serialize>(value: &T, format: &str) -> Map<String, Value> {
    let mut members = Map::new();
    members.insert("format".into(), format.into());
    members.insert("version".into(), VERSION.into());
    members.insert("program".into(), env!("CARGO_PKG_VERSION").into());
    if let Ok(Value::Object(more)) = serde_json::to_value(value) {
        members.extend(more);
    }
    members
}

fn read<T: DeserializeOwned>(
    folder: &LockedFolder,
    name: &FileName,
) -> Result<Option<T>, StoreError> {
    let Some(members) = document::read(folder, name, MAX_OF_BOARDS)? else { return Ok(None) };
    let place = folder.place(name);
    let (format, version) = (members.get("format"), members.get("version"));
    if format != Some(&FORMAT.into()) || version != Some(&VERSION.into()) {
        return Err(unsuited(format!(
            "{} is not a {FORMAT:?} of version {VERSION}, which this loyd reads",
            place.display()
        )));
    }
    let value = serde_json::from_value(Value::Object(members));
    value.map(Some).map_err(|error| damaged(&place, &error.to_string()))
}

/// Returns a hash of the boards and the settings.
fn hash(solves: &SolveRequest) -> String {
    format!("{:032x}", xxh3_128(serde_json::to_string(solves).unwrap_or_default().as_bytes()))
}
