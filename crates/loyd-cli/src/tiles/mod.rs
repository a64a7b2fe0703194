//! The features that only sliding tiles have on the command line: pattern databases, predictions, the
//! diameter, benchmarks of their engines, experiments of other works.
//!
//! | file | idea |
//! |---|---|
//! | `texts`, `drawing` | [`PuzzleTexts`](crate::texts::PuzzleTexts) of tiles: how boards are written and drawn |
//! | `enumerations`, `published` | engines with levels in files; published levels |
//! | `processes`, `traffic` | enumerations by several processes; predictions of their traffic |
//! | `gpu` | enumerations on graphics cards |
//! | `partitions`, `tables` | partitions as they are written, and their tables |
//! | `pdb`, `plan`, `diameter`, `bench` | commands |

pub(crate) mod bench;
pub(crate) mod diameter;
mod drawing;
mod enumerations;
mod file_costs;
#[cfg(feature = "gpu")]
pub(crate) mod gpu;
mod partitions;
pub(crate) mod pdb;
pub(crate) mod plan;
#[cfg(feature = "cluster")]
mod processes;
mod published;
mod tables;
mod texts;
#[cfg(feature = "cluster")]
mod traffic;

pub(crate) use texts::TileTexts;

use crate::exit::Failure;
use crate::texts::advised;
use loyd::Unreadable;
use loyd_tiles::{Goal, NotationError, Size, parse_goal, parse_size};

/// A value parser for sizes of boards.
fn size(text: &str) -> Result<Size, NotationError> {
    parse_size(text)
}

/// The goal that a text names, which may be a board of any size.
fn goal(text: &str, size: Option<Size>) -> Result<Goal, Failure> {
    parse_goal(text, size).map_err(|why| {
        let shapes = why.sizes().iter().map(ToString::to_string).collect();
        Failure::input(advised(&Unreadable::Goal { reason: why.to_string(), shapes }))
    })
}
