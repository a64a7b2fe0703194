//! The experiments of other works, done again: what they ran, what they found, and why ours is
//! different where it is.

pub(crate) mod borowski;
pub(crate) mod lehman;
#[cfg(feature = "graph")]
mod lehman_graph;
pub(crate) mod nayak_huang;

use crate::compare::findings::Findings;
use crate::compare::plan::{Cell, Grid, Group};
use crate::compare::positions::random;
use crate::exit::Failure;
use crate::family::Family;
use clap::ValueEnum;
use loyd::PuzzleName;
use loyd_report::document::Section;
use loyd_search::puzzle::Puzzle;
use loyd_search::solver::PruningChoice;

/// An experiment of another work.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Preset {
    /// *Comparing search algorithms for solving the sliding-block puzzle*: 100 boards each of the
    /// 8-, 15- and 24-puzzle; breadth-first, A*, greedy, human-like.
    NayakHuang,
    /// *Optimal 8/15-Puzzle Solver*: A* and IDA* with Manhattan distance, linear conflict and
    /// pattern databases.
    Borowski,
    /// *Exploring the Limits of Computing Through Exhaustive Search*: levels, and what a state
    /// costs in bytes.
    Lehman,
}

/// Lists for the boards of one size.
pub(crate) struct Part {
    pub(crate) size: &'static str,
    pub(crate) algorithms: &'static str,
    pub(crate) heuristics: &'static str,
}

/// The searches.
pub(crate) struct Searches<P: Puzzle> {
    pub(crate) groups: Vec<Group<P>>,
    pub(crate) cells: Vec<Cell<P>>,
    /// Omissions and notes.
    pub(crate) remarks: Vec<String>,
}

impl Preset {
    /// The puzzle of all of them.
    pub(crate) const PUZZLE: PuzzleName = PuzzleName::Tiles;

    /// The name on the command line.
    pub(crate) fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }

    /// The searches, size by size.
    fn parts(self) -> &'static [Part] {
        match self {
            Self::NayakHuang => nayak_huang::PARTS,
            Self::Borowski => borowski::PARTS,
            Self::Lehman => &[],
        }
    }

    /// Groups of boards and the cells on them, in the default metric.
    pub(crate) fn searches<P: Family>(self, count: u64, seed: u64) -> Result<Searches<P>, Failure> {
        let (mut groups, mut cells, mut remarks) = (Vec::<Group<P>>::new(), Vec::new(), Vec::new());
        for part in self.parts() {
            let known = groups.iter().position(|group| group.shape == part.size);
            let group = if let Some(known) = known {
                known
            } else {
                groups.push(random(part.size, count, seed, None)?);
                groups.len() - 1
            };
            let grid = Grid::parse(part.algorithms, part.heuristics)?;
            let (found, said) =
                grid.cells(&groups[group..=group], P::Metric::default(), PruningChoice::Auto)?;
            cells.extend(found.into_iter().map(|cell| Cell { group, ..cell }));
            remarks.extend(said);
        }
        Ok(Searches { groups, cells, remarks })
    }

    /// The figures of the work beside those found here.
    pub(crate) fn sections<P: Family>(self, findings: &Findings<'_, P>) -> Vec<Section> {
        match self {
            Self::NayakHuang => nayak_huang::sections(findings),
            Self::Borowski => borowski::sections(findings),
            Self::Lehman => Vec::new(),
        }
    }

    /// The title of the report.
    pub(crate) fn title(self) -> &'static str {
        match self {
            Self::NayakHuang => "The experiment of Nayak & Huang, done again",
            Self::Borowski => "The comparison of the Optimal 8/15-Puzzle Solver, done again",
            Self::Lehman => "The levels and the bytes of Lehman, counted again",
        }
    }
}
