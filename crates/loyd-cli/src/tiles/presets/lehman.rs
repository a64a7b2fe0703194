//! *Exploring the Limits of Computing Through Exhaustive Search* (J. L. Lehman): how many states
//! are at each level, and how many bytes it takes to keep them.
//!
//! Its tables 1 to 3 are in `data/lehman_storage.csv` and `data/lehman_levels.csv`. The levels are
//! counted here by the engines of `loyd enumerate`; bytes are measured from the types that loyd
//! works with, and totals computed from them.

#[cfg(feature = "graph")]
use super::lehman_graph;
use crate::compare::raw::{self, Column};
use crate::database::ServerUrl;
use crate::exit::Failure;
use crate::faults;
use crate::puzzles::cube_states;
use loyd_enumerate::{EngineName, Enumeration, LevelProgress, Request, tiles};
use loyd_report::document::{Document, Field, Part, Section, Table};
use loyd_report::format::csv;
use loyd_report::numbers::{bytes, duration, grouped};
use loyd_report::record::Record;
use loyd_search::observe::{Cancel, Limit};
use loyd_search::space::Packing;
use loyd_tiles::solver::Tiles;
use loyd_tiles::{Bytes, Nibbles, Single, Size, Sliding, solvable_states};
use serde_json::Value;
use std::mem::size_of;

const LEVELS: &str = include_str!("../../../../../data/lehman_levels.csv");
const STORAGE: &str = include_str!("../../../../../data/lehman_storage.csv");

/// The last level of the 15-puzzle that the paper reached.
pub(super) const LAST: u32 = 22;

/// The columns of the levels.
pub(crate) const COLUMNS: [Column; 8] = [
    ("puzzle", "8-puzzle, 15-puzzle or Rubik's cube"),
    ("width", "columns of the board; 3 of the cube"),
    ("height", "rows of the board; 3 of the cube"),
    ("metric", "what counts as a move"),
    ("start_cell", "the cell of the blank at depth 0; empty of the cube"),
    ("depth", "moves from the start"),
    ("states", "states at that depth"),
    ("paper", "what the paper has for it; empty where it has nothing"),
];

/// The document, the levels as CSV and as objects, and whether all was counted.
pub(crate) struct Counted {
    pub(crate) document: Document,
    pub(crate) csv: String,
    pub(crate) objects: Vec<Value>,
    pub(crate) complete: bool,
}

/// The limits.
pub(crate) struct Means<'a> {
    /// Levels of the 15-puzzle to count, at most those of the paper.
    pub(crate) levels: u64,
    pub(crate) memory: u64,
    pub(crate) threads: usize,
    pub(crate) cancel: &'a Cancel,
    /// Servers on which the graph of the 8-puzzle is built.
    pub(crate) servers: &'a [ServerUrl],
}

/// Counts, computes, compares.
pub(crate) fn count(
    means: &Means<'_>,
    facts: Vec<(String, String)>,
    progress: &mut (dyn FnMut(&LevelProgress) + Send),
) -> Result<Counted, Failure> {
    let mut document =
        Document { title: super::Preset::Lehman.title().to_owned(), facts, ..Document::default() };
    let last = LAST.min(u32::try_from(means.levels).unwrap_or(LAST));
    let mut rows = Vec::new();
    let mut complete = true;
    let counts = [
        ("8-puzzle", "3x3", None, &[None, Some(EngineName::Reference)][..]),
        ("15-puzzle", "4x4", Some(last), &[None]),
    ];
    for (puzzle, size, depth, engines) in counts {
        let published = published(puzzle);
        let mut counted = Vec::new();
        let mut section = Section::new(format!("{puzzle}: states at each level"));
        for &engine in engines {
            let found = enumerate(means, size, depth, engine, progress)?;
            complete &= found.stopped.is_none();
            let words = sentence(&found, &published);
            if let Err(alarm) = &words {
                document.alarms.push(format!("{puzzle}: {alarm}"));
            }
            section.say(words.unwrap_or_else(|alarm| alarm));
            if engine.is_none() {
                counted.clone_from(&found.levels);
                section.parts.push(Part::Table(levels(&found.levels, &published)));
                for (depth, &states) in found.levels.iter().enumerate() {
                    let size = found.start.size();
                    let (sides, blank) = ([size.width(), size.height()], Some(found.start.blank()));
                    let paper = published.get(depth).copied();
                    rows.push(record(
                        puzzle,
                        sides,
                        found.metric.name(),
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
            let (section, all) = lehman_graph::section(means, &counted, &mut document.alarms)?;
            #[cfg(not(feature = "graph"))]
            let (section, all) = graph_left_out(means);
            complete &= all;
            document.sections.push(section);
        }
    }
    let limit = Limit::cancelled_by(means.cancel);
    let found = cube_states::count(means.memory, means.threads, &limit, progress)?;
    complete &= found.stopped.is_none();
    let mut section = Section::new("Rubik's cube: states at each level");
    let words = cube_states::sentence(&found);
    document.alarms.extend(words.as_ref().err().map(|alarm| format!("Rubik's cube: {alarm}")));
    section.say(words.unwrap_or_else(|alarm| alarm));
    section.parts.push(Part::Table(levels(&found.levels, &[])));
    document.sections.push(section);
    let metric = found.metric.to_string();
    for (depth, &states) in found.levels.iter().enumerate() {
        rows.push(record("Rubik's cube", [3, 3], &metric, None, depth, states, None));
    }
    document.sections.push(costs());
    document.sections.push(slips());
    let csv = rows.first().map(csv::header).into_iter().chain(rows.iter().map(csv::row)).collect();
    let objects = rows.iter().map(|row| Value::Object(raw::object(row))).collect();
    if !complete {
        let what = "stopped before all levels were counted".to_owned();
        document.facts.push(("done".to_owned(), what));
    }
    Ok(Counted { document, csv, objects, complete })
}

/// The section of the solution graph in a build without graphs.
#[cfg(not(feature = "graph"))]
fn graph_left_out(means: &Means<'_>) -> (Section, bool) {
    // No address of a server is accepted without graphs.
    debug_assert!(means.servers.is_empty());
    let mut section = Section::new("8-puzzle: the solution graph by strategy");
    section.say(crate::left_out::message("graphs in databases", "graph"));
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
    LEVELS.lines().filter_map(states).collect()
}

fn enumerate(
    means: &Means<'_>,
    size: &str,
    depth: Option<u32>,
    engine: Option<EngineName>,
    progress: &mut (dyn FnMut(&LevelProgress) + Send),
) -> Result<Enumeration<Tiles>, Failure> {
    let size = crate::tiles::size(size).map_err(|why| Failure::input(why.to_string()))?;
    let (memory, threads) = (means.memory, means.threads);
    let request = Request { depth, engine, memory, threads, ..tiles::request(size) };
    let plan = tiles::plan(&request).map_err(|error| faults::of_enumeration::<Tiles>(&error))?;
    let found = loyd_enumerate::run(&plan, &Limit::cancelled_by(means.cancel), progress);
    found.map_err(|error| faults::of_enumeration::<Tiles>(&error))
}

/// The result of a count beside the paper's; an error where they differ.
fn sentence(found: &Enumeration<Tiles>, published: &[u64]) -> Result<String, String> {
    let engine = found.engine.map_or("another", |engine| engine.info().name);
    let compared = found.levels.len().min(published.len());
    if let Some(level) = (0..compared).find(|&level| found.levels[level] != published[level]) {
        return Err(format!(
            "level {level}: the {engine} engine counts {}, the paper has {}",
            grouped(found.levels[level]),
            grouped(published[level])
        ));
    }
    let stopped = if found.stopped.is_some() { "Stopped early. " } else { "" };
    Ok(format!(
        "{stopped}The {engine} engine counts {} states at {} levels in {}, {} at most: all \
         {compared} levels that the paper has too are the same.",
        grouped(found.total),
        found.levels.len(),
        duration(found.seconds),
        bytes(found.peak_memory_bytes),
    ))
}

fn levels(found: &[u64], published: &[u64]) -> Table {
    let columns = ["#level", "#states", "#paper", "#so far"];
    let mut table = Table::new("States at each level", &columns);
    let shown = |value: f64| grouped(value as u64);
    let mut total = 0;
    for (level, &states) in found.iter().enumerate() {
        total += states;
        let paper = published.get(level).map(|&states| states as f64);
        let values = [Some(level as f64), Some(states as f64), paper, Some(total as f64)];
        table.rows.push(values.map(|value| Field::number(value, shown)).to_vec());
    }
    table
}

/// A way to keep a state.
struct Form {
    puzzle: &'static str,
    name: &'static str,
    states: f64,
    bytes: f64,
    whence: &'static str,
}

/// Bytes of a state in the lists of searches, for boards of up to 16 cells.
const PACKED: usize = size_of::<<Sliding<Nibbles<4, 16>, Single> as Packing>::Packed>();

fn forms() -> Vec<Form> {
    let states =
        |side: usize| Size::new(side, side).and_then(solvable_states).unwrap_or_default() as f64;
    let (eight, fifteen) = (states(3), states(4));
    let bits = |states: f64| states.log2().ceil() / 8.0;
    let form = |puzzle, name, states, bytes, whence| Form { puzzle, name, states, bytes, whence };
    let computed = "computed";
    let measured = "measured: size of the type";
    vec![
        form("8-puzzle", "characters", eight, 9.0, computed),
        form("8-puzzle", "nibbles", eight, 4.5, computed),
        form("8-puzzle", "a 64-bit word, in lists of searches", eight, PACKED as f64, measured),
        form("8-puzzle", "rank, in whole bits", eight, bits(eight), computed),
        form("8-puzzle", "a bit at its rank", eight, 0.125, computed),
        form("15-puzzle", "characters", fifteen, 16.0, computed),
        form(
            "15-puzzle",
            "bytes and the blank",
            fifteen,
            size_of::<Bytes<4, 16>>() as f64,
            measured,
        ),
        form(
            "15-puzzle",
            "a word and the blank, in a search",
            fifteen,
            size_of::<Nibbles<4, 16>>() as f64,
            measured,
        ),
        form(
            "15-puzzle",
            "nibbles: a 64-bit word, in lists of searches",
            fifteen,
            PACKED as f64,
            measured,
        ),
        form("15-puzzle", "cells of 15 tiles, a byte each", fifteen, 15.0, computed),
        form("15-puzzle", "cells of 15 tiles, a nibble each", fifteen, 7.5, computed),
        form("15-puzzle", "rank, in whole bits", fifteen, bits(fifteen), computed),
        form("15-puzzle", "a bit at its rank", fifteen, 0.125, computed),
    ]
}

/// Bytes a state and in all.
fn costs() -> Section {
    let mut section = Section::new("What the states cost in bytes");
    section.say(
        "All states of a puzzle in each form. A bit at \
         its rank is what `loyd enumerate` keeps of a board that fits in memory: the rank says which \
         state it is, so the state itself is not kept at all.",
    );
    let columns = ["puzzle", "form", "#bytes a state", "#all states", "#TB", "#TiB", "whence"];
    let mut table = Table::new("Ours", &columns);
    for form in forms() {
        let total = form.states * form.bytes;
        let shown = |total: f64| {
            if total < 0.001 { format!("{total:.2e}") } else { format!("{total:.4}") }
        };
        table.rows.push(vec![
            Field::words(form.puzzle),
            Field::words(form.name),
            Field::number(Some(form.bytes), |bytes| format!("{bytes}")),
            Field::number(Some(total), |total| bytes(total as u64)),
            Field::number(Some(total / 1e12), shown),
            Field::number(Some(total / 1024_f64.powi(4)), shown),
            Field::words(form.whence),
        ]);
    }
    section.parts.push(Part::Table(table));
    section.parts.push(Part::Table(cube_states::costs()));
    section.parts.push(Part::Table(printed()));
    section
}

/// The paper's table of storage, computed anew.
fn printed() -> Table {
    let columns = ["puzzle", "#states", "#bytes a state", "printed", "#TB", "#TiB"];
    let mut table = Table::new("The paper's table 1, and the same computed anew", &columns);
    let mut reader = ::csv::Reader::from_reader(STORAGE.as_bytes());
    for record in reader.records().flatten() {
        let number = |at: usize| record.get(at).and_then(|text| text.parse::<f64>().ok());
        let total = number(1).zip(number(2)).map(|(states, bytes)| states * bytes);
        let text = |at: usize| Field::words(record.get(at).unwrap_or_default());
        table.rows.push(vec![
            text(0),
            Field::number(number(1), |states| thousands(states as u128)),
            Field::number(number(2), |bytes| format!("{bytes}")),
            text(3),
            Field::number(total.map(|total| total / 1e12), |total| format!("{total:.6}")),
            Field::number(total.map(|total| total / 1024_f64.powi(4)), |total| {
                format!("{total:.6}")
            }),
        ]);
    }
    table
}

/// Digits in threes; there are more states of the cube than 64 bits can count.
fn thousands(number: u128) -> String {
    let (high, low) = (number / 1_000_000, number % 1_000_000);
    if high == 0 {
        return grouped(low as u64);
    }
    format!("{},{:03},{:03}", grouped(high as u64), low / 1000, low % 1000)
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
    fn the_papers_totals_are_in_tebibytes() {
        let table = printed();
        let words: Vec<(&str, f64)> = table
            .rows
            .iter()
            .map(|row| (&row[3].text[..], row[5].value.expect("a total")))
            .collect();
        for (printed, computed) in words {
            let (number, unit) = printed.split_once(' ').expect("a unit");
            let number: f64 = number.replace(',', "").parse().expect("a number");
            let number = if unit == "MB" { number / 1024.0 / 1024.0 } else { number };
            assert!((computed - number).abs() <= 1.0, "{printed}: {computed}");
        }
    }

    #[test]
    fn the_papers_levels_are_all_there() {
        assert_eq!(published("8-puzzle").iter().sum::<u64>(), 181_440);
        assert_eq!(published("15-puzzle").len(), LAST as usize + 1);
        assert_eq!(published("15-puzzle").iter().sum::<u64>(), 12_318_701);
    }
}
