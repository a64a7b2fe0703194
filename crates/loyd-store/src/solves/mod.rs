//! Boards that are solved over several runs, in a folder.
//!
//! ```text
//! solves.json      which boards, and how: written once                  (a document)
//! results.json     the boards that are done, and what was chosen        (a document)
//! board-3.json     how far the search of the third board has come       (a document)
//! lock             held by the process at work
//! ```
//!
//! Every file is a document: replaced by renaming, with a checksum.

mod board;
mod done;

pub use board::Identity;
pub use done::Done;

use crate::disk::Disk;
use crate::document::{self, MOST_OF_BOARDS};
use crate::failure::{damaged, missing, occupied, unsuited};
use crate::folder::{FolderKind, LockedFolder};
use crate::names::{FileName, Numbered};
use loyd::puzzle::Puzzle;
use loyd::search::deepening::kept::Checkpoint;
use loyd_enumerate::checkpoint::StoreError;
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
/// The files that keep the state of each search.
const BOARDS: Numbered = Numbered::new("board-", &[1], ".json");

/// What is to be solved, and how: as it was asked for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Solves {
    /// The family of the puzzle, such as `tiles`.
    pub puzzle: String,
    /// The metric.
    pub metric: String,
    /// The algorithm, or `auto`.
    pub algorithm: String,
    /// The heuristic, or `auto`.
    pub heuristic: String,
    /// What is pruned.
    pub pruning: String,
    /// Columns of the input that are passed through.
    pub columns: Vec<String>,
    /// The boards.
    pub boards: Vec<Board>,
}

/// One board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Board {
    /// Its id.
    pub id: String,
    /// Where it came from.
    pub place: String,
    /// Its shape, the position and the goal as text; or what is wrong with it.
    pub task: Result<(String, String, String), String>,
    /// The values of [`Solves::columns`].
    pub passed: Vec<String>,
}

/// What was chosen for the boards of a goal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Chosen {
    /// The size of the goal.
    pub size: String,
    /// Its tiles.
    pub goal: String,
    /// The heuristic.
    pub heuristic: String,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Results {
    /// The hash of the boards that these are results of.
    solves: String,
    chosen: Vec<Chosen>,
    done: BTreeMap<usize, Done>,
}

/// A folder of boards that are being solved. While it exists no other process can use it.
pub struct SolveFolder {
    folder: LockedFolder,
    solves: Solves,
    every: Duration,
    state: Mutex<State>,
}

struct State {
    results: Results,
    /// When results were written last, and whether there are new ones.
    written: Instant,
    new: bool,
    /// Boards of which there is a file.
    files: BTreeSet<usize>,
}

impl SolveFolder {
    /// Begins in a folder, which is made if need be. Results are written when so much time has gone
    /// by since the last ones.
    ///
    /// # Errors
    /// If the folder cannot be written, is in use, or holds a run already.
    pub fn create(
        disk: Arc<dyn Disk>,
        folder: &Path,
        solves: Solves,
        every: Duration,
    ) -> Result<Self, StoreError> {
        let folder = LockedFolder::create(disk, folder)?;
        let shown = folder.path().display();
        let names = folder.names()?;
        if names.iter().any(|name| name == SOLVES.as_str()) {
            return Err(occupied(format!("{shown} holds boards already")));
        }
        folder.ensure_unused()?;
        let is_strange =
            |name: &&String| *name == RESULTS.as_str() || BOARDS.numbers(name).is_some();
        if let Some(name) = names.iter().find(is_strange) {
            return Err(unsuited(format!(
                "{shown} holds {name} of another run: choose another folder"
            )));
        }
        document::write(&folder, &SOLVES, members(&solves, FORMAT))?;
        let results = Results { solves: hash(&solves), ..Results::default() };
        Ok(Self::with(folder, solves, results, every))
    }

    /// Opens a folder to go on.
    ///
    /// # Errors
    /// If there is nothing to continue, it is in use or damaged, or was made by another version.
    pub fn open(disk: Arc<dyn Disk>, folder: &Path, every: Duration) -> Result<Self, StoreError> {
        let none = || {
            let shown = folder.display();
            missing(format!("{shown} holds no boards to continue with (there is no {SOLVES})"))
        };
        let held = LockedFolder::open(disk, folder, FolderKind::Solves)?.ok_or_else(none)?;
        let solves = read::<Solves>(&held, &SOLVES)?.ok_or_else(none)?;
        if solves.boards.iter().any(|board| board.passed.len() != solves.columns.len()) {
            return Err(damaged(&held.place(&SOLVES), "a board has other columns than the rest"));
        }
        let hash = hash(&solves);
        let results = read::<Results>(&held, &RESULTS)?;
        let results =
            results.unwrap_or_else(|| Results { solves: hash.clone(), ..Results::default() });
        let place = held.place(&RESULTS);
        if results.solves != hash {
            return Err(unsuited(format!(
                "{} has results of other boards than {SOLVES}: remove it to solve these anew",
                place.display()
            )));
        }
        for (&index, done) in &results.done {
            let board = solves.boards.get(index);
            let board = board.ok_or("it has results of boards that are not there");
            let fits = board.and_then(|board| done.check(board, &solves.metric));
            fits.map_err(|what| damaged(&place, what))?;
        }
        let there = held.names()?;
        let opened = Self::with(held, solves, results, every);
        {
            let mut state = opened.state();
            let there = there.iter().filter_map(|name| BOARDS.numbers(name));
            let boards = there.filter_map(|numbers| (numbers[0] as usize).checked_sub(1));
            state.files = boards.filter(|&board| board < opened.solves.boards.len()).collect();
            opened.sweep(&mut state);
        }
        Ok(opened)
    }

    fn with(folder: LockedFolder, solves: Solves, results: Results, every: Duration) -> Self {
        let files = BTreeSet::new();
        let state = Mutex::new(State { results, written: Instant::now(), new: false, files });
        Self { folder, solves, every, state }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// What is to be solved.
    #[must_use]
    pub fn solves(&self) -> &Solves {
        &self.solves
    }

    /// The result of a board, if it is done.
    #[must_use]
    pub fn done(&self, board: usize) -> Option<Done> {
        self.state().results.done.get(&board).cloned()
    }

    /// The boards that are done.
    #[must_use]
    pub fn boards_done(&self) -> usize {
        self.state().results.done.len()
    }

    /// What was chosen so far.
    #[must_use]
    pub fn chosen(&self) -> Vec<Chosen> {
        self.state().results.chosen.clone()
    }

    /// Remembers a choice, unless there is one for that goal.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn choose(&self, chosen: Chosen) -> Result<(), StoreError> {
        let mut state = self.state();
        let same = |known: &Chosen| (&known.size, &known.goal) == (&chosen.size, &chosen.goal);
        if state.results.chosen.iter().any(same) {
            return Ok(());
        }
        state.results.chosen.push(chosen);
        state.new = true;
        self.write(&mut state)
    }

    /// Takes the result of a board, and writes all of them if it is time.
    ///
    /// # Errors
    /// If they cannot be written; they are tried again later.
    pub fn finish(&self, board: usize, done: Done) -> Result<(), StoreError> {
        let mut state = self.state();
        state.results.done.insert(board, done);
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

    /// Removes what is kept of boards that are done. A file that stays does no harm.
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

    /// How far the search of a board has come, if anything is kept of it.
    ///
    /// # Errors
    /// If it is damaged, or of another search.
    pub fn checkpoint<P: Puzzle>(
        &self,
        board: usize,
        identity: &Identity,
        start: &P::Position,
    ) -> Result<Option<Checkpoint<P::Move>>, StoreError> {
        board::read::<P>(&self.folder, &name(board), identity, start)
    }

    /// Keeps how far the search of a board has come. Returns the bytes written.
    ///
    /// # Errors
    /// If it cannot be written; what was kept before is still there.
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

/// The file of a board; people count from one.
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
    let Some(members) = document::read(folder, name, MOST_OF_BOARDS)? else { return Ok(None) };
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

/// A hash of what is to be solved.
fn hash(solves: &Solves) -> String {
    format!("{:032x}", xxh3_128(serde_json::to_string(solves).unwrap_or_default().as_bytes()))
}
