//! The 3x3x3 cube on the command line.

mod pdb;

use super::cube_texts;
use super::published::cube_levels;
use crate::enumerable::Enumerable;
use crate::family::Family;
use crate::pdb::TableCommands;
use crate::texts::{PuzzleTexts, Scrambles};
use loyd::erased::AnyTask;
use loyd::{CachedTables, PuzzleName};
use loyd_cube::MetricName;
use loyd_cube::cube3::{Cube3, ThreeByThree};
use loyd_search::solver::Unavailable;
use ratatui::text::Line;

impl Family for ThreeByThree {
    type Cache = CachedTables;
}

/// The texts of the 3x3x3 cube.
pub(crate) struct Cube3Texts;

impl PuzzleTexts for Cube3Texts {
    fn puzzle(&self) -> PuzzleName {
        PuzzleName::Cube3
    }

    fn tables(&self) -> Option<&'static dyn TableCommands> {
        Some(&pdb::Cube3Tables)
    }

    fn compared(&self) -> &'static str {
        "pdb:orientations,max(pdb:corners,pdb:edges-6a,pdb:edges-6b)"
    }

    fn is_one_position(&self, arguments: &[String]) -> bool {
        cube_texts::is_one_position(arguments)
    }

    fn shown(&self, task: &dyn AnyTask, colour: bool) -> String {
        cube_texts::shown::<Cube3>(task, colour)
    }

    fn content<'a>(&self, line: &'a str) -> &'a str {
        cube_texts::content(line)
    }

    fn scrambles(&self) -> Result<Option<Scrambles>, Unavailable> {
        cube_texts::scrambles::<Cube3>("two-phase", "zero")
    }

    fn draw(&self, task: &dyn AnyTask, before: Option<&dyn AnyTask>) -> Vec<Line<'static>> {
        cube_texts::draw::<Cube3>(task, before)
    }
}

impl Enumerable for ThreeByThree {
    fn published(_start: &Cube3, metric: MetricName) -> Option<Vec<u64>> {
        cube_levels("3x3x3", &metric.to_string())
    }
}
