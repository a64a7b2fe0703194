//! *Exploring the Limits of Computing Through Exhaustive Search* (J. L. Lehman): the number of
//! states at each level, and the bytes that they take.
//!
//! Its tables 1 to 3 are in `data/lehman_storage.csv` and `data/lehman_levels.csv`. The levels are
//! counted here by the engines of `loyd enumerate`; bytes are measured from the types that loyd
//! works with, and totals computed from them.

mod bytes;
mod cube;
#[cfg(feature = "graph")]
mod graph;

use super::Preset;
use crate::environment::Environment;
use crate::error::Error;
use crate::facts::{here_and_now, program};
use crate::raw::Column;
use loyd::PuzzleName;
use loyd_enumerate::{EngineName, Enumeration, LevelProgress, Request};
#[cfg(feature = "graph")]
use loyd_graph::url::ServerUrl;
use loyd_report::document::{Document, Field, Part, Section, Table};
use loyd_report::numbers::{bytes, duration, grouped};
use loyd_report::record::Record;
use loyd_search::observe::{Cancel, Limit};
use loyd_tiles::Size;
use loyd_tiles::solver::Tiles;
use loyd_tiles_enumerate as tiles;
use serde_json::Value;

/// The last level of the 15-puzzle that the paper reached.
const LAST: u32 = 22;

/// The columns of the levels.
pub const COLUMNS: [Column; 8] = [
    ("puzzle", "8-puzzle, 15-puzzle or Rubik's cube"),
    ("width", "columns of the board; 3 of the cube"),
    ("height", "rows of the board; 3 of the cube"),
    ("metric", "what counts as a move"),
    ("start_cell", "the cell of the blank at depth 0; empty of the cube"),
    ("depth", "moves from the start"),
    ("states", "states at that depth"),
    ("paper", "what the paper has for it; empty where it has nothing"),
];

/// The levels of the paper, counted again.
pub struct LevelReport {
    /// The report.
    pub document: Document,
    /// The levels as rows of [`COLUMNS`].
    pub rows: Vec<Record>,
    /// True if every level was counted.
    pub complete: bool,
}

/// The limits and the surroundings of a count.
pub struct Means<'a> {
    /// Levels of the 15-puzzle to count, at most those of the paper.
    pub levels: u64,
    /// Bytes of an enumeration.
    pub memory: u64,
    /// Threads of an enumeration.
    pub threads: usize,
    /// Stops the work.
    pub cancel: &'a Cancel,
    /// Servers on which the graph of the 8-puzzle is built.
    #[cfg(feature = "graph")]
    pub servers: &'a [ServerUrl],
}

/// Counts the levels, computes the bytes, and compares both with the paper.
///
/// # Errors
/// If an enumeration or a graph fails.
pub fn count(
    means: &Means<'_>,
    environment: &dyn Environment,
    progress: &mut (dyn FnMut(&LevelProgress) + Send),
) -> Result<LevelReport, Error> {
    let title = Preset::Lehman.title().to_owned();
    let mut facts = program(environment);
    facts.push(("metric".to_owned(), "single; of the cube quarter".to_owned()));
    facts.extend(here_and_now(environment));
    let mut document = Document { title, facts, ..Document::default() };
    let last = LAST.min(u32::try_from(means.levels).unwrap_or(LAST));
    let mut rows = Vec::new();
    let mut complete = true;
    let counts = [
        ("8-puzzle", 3, None, &[None, Some(EngineName::Reference)][..]),
        ("15-puzzle", 4, Some(last), &[None]),
    ];
    for (puzzle, side, depth, engines) in counts {
        let published = published(puzzle);
        let mut counted = Vec::new();
        let mut section = Section::new(format!("{puzzle}: states at each level"));
        for &engine in engines {
            let enumeration = enumerate(means, side, depth, engine, progress)?;
            complete &= enumeration.stopped.is_none();
            let words = sentence(&enumeration, &published);
            if let Err(alarm) = &words {
                document.alarms.push(format!("{puzzle}: {alarm}"));
            }
            section.say(words.unwrap_or_else(|alarm| alarm));
            if engine.is_none() {
                counted.clone_from(&enumeration.levels);
                section.parts.push(Part::Table(levels(&enumeration.levels, &published)));
                for (depth, &states) in enumeration.levels.iter().enumerate() {
                    let size = enumeration.start.size();
                    let (sides, blank) =
                        ([size.width(), size.height()], Some(enumeration.start.blank()));
                    let paper = published.get(depth).copied();
                    rows.push(record(
                        puzzle,
                        sides,
                        enumeration.metric.name(),
                        blank,
                        depth,
                        states,
                        paper,
                    ));
                }
            }
        }
        document.sections.push(section);
        if puzzle == "8-puzzle" && complete {
            #[cfg(feature = "graph")]
            let (section, all) = graph::section(means, &counted, &mut document.alarms)?;
            #[cfg(not(feature = "graph"))]
            let (section, all) = section_without_graph();
            complete &= all;
            document.sections.push(section);
        }
    }
    let limit = Limit::cancelled_by(means.cancel);
    let enumeration = cube::count(means.memory, means.threads, &limit, progress)?;
    complete &= enumeration.stopped.is_none();
    let mut section = Section::new("Rubik's cube: states at each level");
    let words = cube::sentence(&enumeration);
    document.alarms.extend(words.as_ref().err().map(|alarm| format!("Rubik's cube: {alarm}")));
    section.say(words.unwrap_or_else(|alarm| alarm));
    section.parts.push(Part::Table(levels(&enumeration.levels, &[])));
    document.sections.push(section);
    let metric = enumeration.metric.to_string();
    for (depth, &states) in enumeration.levels.iter().enumerate() {
        rows.push(record("Rubik's cube", [3, 3], &metric, None, depth, states, None));
    }
    document.sections.push(bytes::costs());
    document.sections.push(slips());
    if !complete {
        let what = "stopped before all levels were counted".to_owned();
        document.facts.push(("done".to_owned(), what));
    }
    Ok(LevelReport { document, rows, complete })
}

/// The section of the solution graph in a build without graphs.
#[cfg(not(feature = "graph"))]
fn section_without_graph() -> (Section, bool) {
    let mut section = Section::new("8-puzzle: the solution graph by strategy");
    section.say("This program was built without graphs in databases.");
    (section, true)
}

/// A level as fields.
fn record(
    puzzle: &str,
    [width, height]: [usize; 2],
    metric: &str,
    start_cell: Option<usize>,
    depth: usize,
    states: u64,
    paper: Option<u64>,
) -> Record {
    let values: [Value; COLUMNS.len()] = [
        puzzle.into(),
        width.into(),
        height.into(),
        metric.into(),
        start_cell.into(),
        depth.into(),
        states.into(),
        paper.into(),
    ];
    let mut record = Record::new();
    for ((name, _), value) in COLUMNS.into_iter().zip(values) {
        record.push(name, value);
    }
    record
}

/// The paper's table of a puzzle.
fn published(puzzle: &str) -> Vec<u64> {
    let states = |line: &str| {
        let mut fields = line.split(',');
        (fields.next()? == puzzle).then_some(())?;
        fields.nth(1)?.parse().ok()
    };
    loyd_data::LEHMAN_LEVELS.lines().filter_map(states).collect()
}

fn enumerate(
    means: &Means<'_>,
    side: usize,
    depth: Option<u32>,
    engine: Option<EngineName>,
    progress: &mut (dyn FnMut(&LevelProgress) + Send),
) -> Result<Enumeration<Tiles>, Error> {
    let size = Size::new(side, side).unwrap_or_else(|| unreachable!("a board has this size"));
    let (memory, threads) = (means.memory, means.threads);
    let request = Request { depth, engine, memory, threads, ..tiles::request(size) };
    let (plan, limit) = (tiles::plan(&request), Limit::cancelled_by(means.cancel));
    let enumeration = plan.and_then(|plan| loyd_enumerate::run(&plan, &limit, progress));
    enumeration.map_err(|error| Error::Enumerate { puzzle: PuzzleName::Tiles, error })
}

/// The result of a count beside the paper's; an error where they differ.
fn sentence(enumeration: &Enumeration<Tiles>, published: &[u64]) -> Result<String, String> {
    let engine = enumeration.engine.map_or("another", |engine| engine.info().name);
    let compared = enumeration.levels.len().min(published.len());
    if let Some(level) = (0..compared).find(|&level| enumeration.levels[level] != published[level])
    {
        return Err(format!(
            "level {level}: the {engine} engine counts {}, the paper has {}",
            grouped(enumeration.levels[level]),
            grouped(published[level])
        ));
    }
    let stopped = if enumeration.stopped.is_some() { "Stopped early. " } else { "" };
    Ok(format!(
        "{stopped}The {engine} engine counts {} states at {} levels in {}, {} at most: all \
         {compared} levels that the paper has too are the same.",
        grouped(enumeration.total),
        enumeration.levels.len(),
        duration(enumeration.seconds),
        bytes(enumeration.peak_memory_bytes),
    ))
}

fn levels(counts: &[u64], published: &[u64]) -> Table {
    let columns = ["#level", "#states", "#paper", "#so far"];
    let mut table = Table::new("States at each level", &columns);
    let shown = |value: f64| grouped(value as u64);
    let mut total = 0;
    for (level, &states) in counts.iter().enumerate() {
        total += states;
        let paper = published.get(level).map(|&states| states as f64);
        let values = [Some(level as f64), Some(states as f64), paper, Some(total as f64)];
        table.rows.push(values.map(|value| Field::number(value, shown)).to_vec());
    }
    table
}

fn slips() -> Section {
    let mut section = Section::new("What to know when reading the paper");
    let list = [
        "Its TB are TiB, 2^40 bytes: 16 bytes for each of 10,461,394,944,000 states are 167.4 TB or \
         152.2 TiB.",
        "Its bound of 88 moves for the 15-puzzle is 80 today (A. Brüngger and others, 1999): exactly \
         17 positions take as many. Its 25 moves for Rubik's cube are 20 face turns or 26 quarter \
         turns today.",
        "Its figure 3 adds a state if it does exist in the hash map; it means if it does not.",
        "Its section 4 says 4.5 hours for the 8-puzzle state by state, 30 minutes level by level, 12 \
         seconds with bulk inserts and 8 seconds in memory; its conclusion attributes the 30 minutes \
         to bulk inserts and the 12 seconds to memory.",
        "It uses 4.33 x 10^19 for the positions of the cube; there are 43,252,003,274,489,856,000.",
    ];
    section.parts.push(Part::List(list.map(str::to_owned).to_vec()));
    section
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_data_contain_all_levels_of_the_paper() {
        assert_eq!(published("8-puzzle").iter().sum::<u64>(), 181_440);
        assert_eq!(published("15-puzzle").len(), LAST as usize + 1);
        assert_eq!(published("15-puzzle").iter().sum::<u64>(), 12_318_701);
    }
}
