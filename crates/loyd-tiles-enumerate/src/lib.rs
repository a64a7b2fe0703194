//! Engines for the complete enumeration of sliding-tile puzzles, beside those of [`loyd_enumerate`]
//! for every puzzle.
//!
//! | folder | contents |
//! |---|---|
//! | [`memory`] | ball ping-pong over bitmaps, whole levels at once: `targets` has the targets and sources of a level step, `level_sweep` is the step, `sample` draws states of every level |
//! | [`disk`] | the same recursions with levels in files: `segmentation` divides bitmaps into bands and columns, a `LevelStore` stores them as coded units, each level takes two or three passes; `level_checkpoint` resumes within a level, `division` and `settling` share segments among processes |
//! | [`frontier`] | the first levels of boards of any size, as coded lists: `prefix_lists` for boards to 16 cells in the single-tile metric, sorted keys for all others |
//! | [`mod@reference`] | plain breadth-first search |
//! | [`audit`] | heuristics compared with the distances of all states |
//!
//! ```
//! use loyd_search::observe::Limit;
//! use loyd_enumerate::run;
//! use loyd_tiles::Size;
//!
//! let plan = loyd_tiles_enumerate::plan(&loyd_tiles_enumerate::request(Size::new(3, 3).unwrap()))?;
//! let eight_puzzle = run(&plan, &Limit::none(), &mut |_| ())?;
//! assert_eq!(eight_puzzle.total, 181_440);
//! assert_eq!(eight_puzzle.radius, Some(31));
//! assert_eq!(eight_puzzle.levels[..5], [1, 2, 4, 8, 16]);
//! # Ok::<(), loyd_enumerate::EnumerateError>(())
//! ```

#![forbid(unsafe_code)]

pub mod audit;
#[cfg_attr(target_family = "wasm", allow(dead_code, unused_imports))]
pub mod disk;
#[cfg_attr(target_family = "wasm", allow(dead_code, unused_imports))]
pub mod frontier;
pub mod memory;
pub mod reference;

use loyd_enumerate::{Engine, EngineName, EnumerateError, Plan, Request, RunRecord, Unsuitable};
use loyd_tiles::bitmap::{Place, Ranking};
use loyd_tiles::solver::Tiles;
use loyd_tiles::{MetricName, Position, Size};

/// The engines of sliding tiles, in order of preference.
pub const ENGINES: &[Engine<Tiles>] = &[
    Engine { name: EngineName::Memory, job: memory::job },
    #[cfg(not(target_family = "wasm"))]
    Engine { name: EngineName::Disk, job: disk::without_store },
    #[cfg(not(target_family = "wasm"))]
    Engine { name: EngineName::Frontier, job: frontier::in_memory },
    Engine { name: EngineName::Reference, job: reference::job },
];

/// A request for every level of a board from the default goal of searches, with the blank on the
/// last cell; single-tile metric, any engine, at most 8 GiB, one thread.
pub fn request(size: Size) -> Request<Tiles> {
    request_from(size, size.last_cell())
}

/// Works as [`request`] does, with the blank of the start on another cell, in reading order from 0.
///
/// # Panics
/// If the board has no such cell.
pub fn request_from(size: Size, cell: usize) -> Request<Tiles> {
    Request::new(Position::blank_on(size, cell))
}

/// Makes the choices that the request leaves open.
///
/// # Errors
/// If the tiles of the start are not in order, or if the memory limit is too low; states how much
/// is needed and the depth that would fit.
pub fn plan(request: &Request<Tiles>) -> Result<Plan<Tiles>, EnumerateError> {
    ensure_order(request)?;
    Plan::among(ENGINES, request)
}

/// Engines rank states relative to a start with its tiles in order; another start has the same
/// levels.
fn ensure_order(request: &Request<Tiles>) -> Result<(), EnumerateError> {
    if request.start == Position::blank_on(request.start.size(), request.start.blank()) {
        return Ok(());
    }
    Err(EnumerateError::Unsuited {
        engine: request.engine.unwrap_or(EngineName::Reference),
        puzzle: request.start.size().to_string(),
        reason: Unsuitable::Start,
    })
}

/// The record of a run before its first level.
fn record(
    width: usize,
    height: usize,
    metric: MetricName,
    start: usize,
    form: impl Into<String>,
) -> RunRecord {
    let size = Size::new(width, height);
    // A board that has a plan has a size, and its start is on it.
    let start = size.filter(|size| start < size.cells()).map(|it| Position::blank_on(it, start));
    RunRecord {
        puzzle: format!("{width}x{height}"),
        metric: metric.to_string(),
        start: start.map_or_else(String::new, |start| start.to_line()),
        form: form.into(),
        ..RunRecord::default()
    }
}

/// A board, tiles in reading order, on one line.
fn line(board: &[u8]) -> String {
    board.iter().map(u8::to_string).collect::<Vec<_>>().join(" ")
}

/// The samples of a record.
fn texts(ranking: &Ranking, samples: &[Vec<Place>]) -> Vec<Vec<String>> {
    let text = |&place: &Place| line(&ranking.unrank(place));
    samples.iter().map(|level| level.iter().map(text).collect()).collect()
}

/// The samples of a record as places; `None` if one is not a board of this size.
fn places_of(ranking: &Ranking, samples: &[Vec<String>]) -> Option<Vec<Vec<Place>>> {
    let place = |text: &String| {
        let board: Result<Vec<u8>, _> = text.split(' ').map(str::parse).collect();
        ranking.rank(&board.ok()?).ok()
    };
    samples.iter().map(|level| level.iter().map(place).collect()).collect()
}

/// Converts boards of engines, tiles in reading order, to positions.
pub fn positions(size: Size, boards: Vec<Vec<u8>>) -> Vec<Position> {
    let position = |board: Vec<u8>| {
        let tiles: Vec<u64> = board.into_iter().map(u64::from).collect();
        Position::new(size, &tiles).ok()
    };
    boards.into_iter().filter_map(position).collect()
}

/// Sorts positions by their tiles.
#[must_use]
pub fn in_order(mut positions: Vec<Position>) -> Vec<Position> {
    positions.sort_unstable_by(|one, other| one.tiles().cmp(other.tiles()));
    positions
}
