//! The 2x2x2 cube on the command line.

use super::cube_texts;
use super::published::cube_levels;
use crate::enumerable::Enumerable;
use crate::family::Family;
use crate::texts::{PuzzleTexts, Scrambles};
use loyd::erased::AnyTask;
use loyd::{CachedTables, PuzzleName};
use loyd_cube::MetricName;
use loyd_cube::cube2::{Cube2, TwoByTwo};
use loyd_search::solver::Unavailable;
use ratatui::text::Line;

impl Family for TwoByTwo {
    type Cache = CachedTables;
}

/// The texts of the 2x2x2 cube.
pub(crate) struct Cube2Texts;

impl PuzzleTexts for Cube2Texts {
    fn puzzle(&self) -> PuzzleName {
        PuzzleName::Cube2
    }

    fn compared(&self) -> &'static str {
        "permutation,pdb:corners-4"
    }

    fn is_one_position(&self, arguments: &[String]) -> bool {
        cube_texts::is_one_position(arguments)
    }

    fn shown(&self, task: &dyn AnyTask, colour: bool) -> String {
        cube_texts::shown::<Cube2>(task, colour)
    }

    fn content<'a>(&self, line: &'a str) -> &'a str {
        cube_texts::content(line)
    }

    fn scrambles(&self) -> Result<Option<Scrambles>, Unavailable> {
        cube_texts::scrambles::<Cube2>("idastar", "pdb:full")
    }

    fn draw(&self, task: &dyn AnyTask, before: Option<&dyn AnyTask>) -> Vec<Line<'static>> {
        cube_texts::draw::<Cube2>(task, before)
    }
}

impl Enumerable for TwoByTwo {
    fn published(_start: &Cube2, metric: MetricName) -> Option<Vec<u64>> {
        cube_levels("2x2x2", &metric.to_string())
    }
}
