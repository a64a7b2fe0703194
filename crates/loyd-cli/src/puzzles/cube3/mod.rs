//! The 3x3x3 cube on the command line.

mod pdb;
mod tables;

use super::cube_drawing;
use super::published::cube_levels;
use super::scrambles;
use crate::enumerable::Enumerable;
use crate::family::{Family, Scrambles, TableMeans};
use loyd_cube::cube2::TwoByTwo;
use loyd_cube::cube3::{Cube3, ThreeByThree};
use loyd_cube::{MetricName, Stickers};
use loyd_search::solver::Unavailable;
use ratatui::text::Line;
use tables::CubeTables;

impl Family for ThreeByThree {
    type Cache = CubeTables;

    const COMPARED: &'static str = "pdb:orientations,max(pdb:corners,pdb:edges-6a,pdb:edges-6b)";
    const LISTED: &'static [(&'static str, &'static str)] = TwoByTwo::LISTED;
    const MOVES: &'static str = TwoByTwo::MOVES;

    fn cache(means: TableMeans) -> CubeTables {
        CubeTables::new(means)
    }

    fn is_one_position(arguments: &[String]) -> bool {
        TwoByTwo::is_one_position(arguments)
    }

    fn shown(&position: &Cube3, colour: bool) -> String {
        cube_drawing::net(&position.into(), colour)
    }

    fn content(line: &str) -> &str {
        scrambles::content(line)
    }

    fn scrambles() -> Result<Option<Scrambles<Self>>, Unavailable> {
        scrambles::scrambles("two-phase", "zero")
    }

    fn draw(&position: &Cube3, &target: &Cube3, before: Option<&Cube3>) -> Vec<Line<'static>> {
        let before = before.copied().map(Stickers::from);
        cube_drawing::draw(&position.into(), &target.into(), before.as_ref())
    }
}

impl Enumerable for ThreeByThree {
    fn published(_start: &Cube3, metric: MetricName) -> Option<Vec<u64>> {
        cube_levels("3x3x3", &metric.to_string())
    }
}
