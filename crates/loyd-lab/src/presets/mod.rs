//! The experiments of other works, repeated: their searches and figures, and the reasons for differences.

mod borowski;
pub mod lehman;
mod nayak_huang;

use crate::environment::Environment;
use crate::error::Error;
use crate::findings::Findings;
use crate::plan::{Cell, Experiment, Grid, Group, Limits, Rules};
use crate::positions::random;
use crate::report::document;
use loyd::PuzzleName;
use loyd_report::document::Document;

/// An experiment of another work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Preset {
    /// *Comparing search algorithms for solving the sliding-block puzzle*.
    NayakHuang,
    /// *Optimal 8/15-Puzzle Solver*.
    Borowski,
    /// *Exploring the Limits of Computing Through Exhaustive Search*, whose levels
    /// [`lehman::count`] counts.
    Lehman,
}

/// Lists for the boards of one size.
struct Part {
    size: &'static str,
    algorithms: &'static str,
    heuristics: &'static str,
}

impl Preset {
    /// All of them.
    pub const ALL: &'static [Self] = &[Self::NayakHuang, Self::Borowski, Self::Lehman];

    /// The puzzle of all of them.
    pub const PUZZLE: PuzzleName = PuzzleName::Tiles;

    /// The name, and a summary.
    pub fn info(self) -> (&'static str, &'static str) {
        match self {
            Self::NayakHuang => (
                "nayak-huang",
                "*Comparing search algorithms for solving the sliding-block puzzle*: 100 boards each of \
                 the 8-, 15- and 24-puzzle; breadth-first, A*, greedy, human-like",
            ),
            Self::Borowski => (
                "borowski",
                "*Optimal 8/15-Puzzle Solver*: A* and IDA* with Manhattan distance, linear conflict and \
                 pattern databases",
            ),
            Self::Lehman => (
                "lehman",
                "*Exploring the Limits of Computing Through Exhaustive Search*: levels, and what a state \
                 costs in bytes",
            ),
        }
    }

    /// The searches, size by size.
    fn parts(self) -> &'static [Part] {
        match self {
            Self::NayakHuang => nayak_huang::PARTS,
            Self::Borowski => borowski::PARTS,
            Self::Lehman => &[],
        }
    }

    /// The searches on random boards, in the default metric and within the default limits.
    ///
    /// # Errors
    /// If a heuristic of the work is unavailable.
    pub fn experiment(self, count: u64, seed: u64) -> Result<Experiment, Error> {
        let rules = Rules::new(Self::PUZZLE, None)?;
        let (mut groups, mut cells, mut remarks) = (Vec::<Group>::new(), Vec::new(), Vec::new());
        for part in self.parts() {
            let position = groups.iter().position(|group| group.shape == part.size);
            let group = if let Some(position) = position {
                position
            } else {
                groups.push(random(Self::PUZZLE, part.size, count, seed, None)?);
                groups.len() - 1
            };
            let grid = Grid::parse(rules.clone(), part.algorithms, part.heuristics)?;
            let (grid_cells, omissions) = grid.cells(&groups[group..=group])?;
            cells.extend(grid_cells.into_iter().map(|cell| Cell { group, ..cell }));
            remarks.extend(omissions);
        }
        Ok(Experiment {
            rules,
            groups,
            cells,
            limits: Limits::default(),
            warmup: 0,
            repeats: 1,
            remarks,
        })
    }

    /// The report, with the figures of the work beside those of the searches.
    pub fn document(self, findings: &Findings<'_>, environment: &dyn Environment) -> Document {
        let mut document = document(findings, environment);
        self.title().clone_into(&mut document.title);
        let sections = match self {
            Self::NayakHuang => nayak_huang::sections(findings),
            Self::Borowski => borowski::sections(findings),
            Self::Lehman => Vec::new(),
        };
        document.sections.splice(0..0, sections);
        document
    }

    /// The title of the report.
    pub fn title(self) -> &'static str {
        match self {
            Self::NayakHuang => "The experiment of Nayak & Huang, done again",
            Self::Borowski => "The comparison of the Optimal 8/15-Puzzle Solver, done again",
            Self::Lehman => "The levels and the bytes of Lehman, counted again",
        }
    }
}
