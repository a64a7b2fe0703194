//! Algorithms and heuristics compared on the same positions: planned, run, stored, judged, reported.
//!
//! An [`Experiment`] is data: groups of positions and the searches on them. Its runs are [`RunResult`]s,
//! which a [`ResultsFolder`] can store. [`Findings`] judge them, and a document shows them. An
//! [`Environment`] gives the tables, the clocks and the display of a program.
//!
//! ```
//! use loyd::PuzzleName::Tiles;
//! use loyd_lab::{Experiment, Findings, Grid, Plain, Rules, random, summary};
//! use loyd_report::document::{Document, text};
//!
//! let boards = random(Tiles, "3x3", 10, 1, None)?;
//! let grid = Grid::parse(Rules::new(Tiles, None)?, "astar,wastar(3)", "manhattan")?;
//! let mut experiment = Experiment::new(vec![boards], &grid)?;
//! let runs = experiment.run(&Plain)?;
//! let findings = Findings::new(&experiment, &runs);
//! let sections = vec![summary(&findings)];
//! let title = "10 random 8-puzzles".to_owned();
//! let table = text(&Document { title, sections, ..Document::default() }, 80);
//! assert!(findings.verdict.alarms.is_empty() && table.contains("10 of 10"));
//! println!("{table}");
//! # Ok::<(), loyd_lab::Error>(())
//! ```
//!
//! | module | contents |
//! |---|---|
//! | `grid` | lists of alternatives: `wastar(1.5\|3)` |
//! | `plan`, `positions`, [`sets`] | groups of positions, cells of algorithm and heuristic, omissions with their reasons; random positions; benchmark sets |
//! | `environment` | tables, clocks and display, which the program provides |
//! | `run`, [`result`] | the runs, one at a time by default; the result of each |
//! | `results_folder` | stored results, from which a comparison is resumed |
//! | `judge`, `repeats` | conditions on all results together; the runs of one search: their median, and that they agree |
//! | `statistics`, [`measures`] | mean, median, deviations; the measures of a run |
//! | `speed` | the fastest search against each other one: ratios of times, a sign test, a loaded machine |
//! | `findings` | experiment, results and verdict |
//! | `report`, `summary`, `charts` | results as sentences, tables and pictures |
//! | `facts`, `date` | the head of a report: subject, machine, date |
//! | [`raw`] | results for other programs |
//! | [`presets`] | published experiments with their figures |
//! | `graph_times` | measured builds of graphs (feature `graph`) |
#![forbid(unsafe_code)]

mod charts;
mod date;
mod environment;
mod error;
mod facts;
mod findings;
#[cfg(feature = "graph")]
pub mod graph_times;
pub mod grid;
mod judge;
pub mod measures;
mod plan;
mod positions;
pub mod presets;
pub mod raw;
mod repeats;
mod report;
pub mod result;
mod results_folder;
mod run;
pub mod sets;
mod speed;
mod statistics;
mod summary;

pub use charts::pictures;
pub use environment::{Environment, Plain, RunProgress, Searches};
pub use error::Error;
pub use facts::opening;
pub use findings::Findings;
pub use judge::Verdict;
pub use plan::{Board, Cell, Experiment, ExternalHeuristics, Grid, Group, Limits, Rules};
pub use positions::{by_shape, random};
pub use report::document;
pub use result::{Ending, RunResult};
pub use results_folder::{ResultsFolder, Resumed, StoredComparison};
pub use run::Runner;
pub use statistics::Statistics;
pub use summary::summary;
