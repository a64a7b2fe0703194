//! The 2x2x2 cube on the command line.

use super::cube_drawing;
use super::published::cube_levels;
use super::scrambles;
use crate::enumerable::Enumerable;
use crate::family::{Family, Scrambles, TableMeans};
use crate::pdb::Databases;
use loyd::NoTables;
use loyd_cube::cube2::{Cube2, TwoByTwo};
use loyd_cube::{MetricName, Stickers};
use loyd_search::solver::Unavailable;
use ratatui::text::Line;

/// Letters of the longest move: a turn of two layers by a half, backwards.
const LONGEST_MOVE: usize = 4;

impl Family for TwoByTwo {
    type Cache = NoTables;

    const COMPARED: &'static str = "permutation,pdb:corners-4";
    const LISTED: &'static [(&'static str, &'static str)] = &[
        ("facelets", "the stickers of the cube, face by face: U R F D L B"),
        ("goal", "the goal, in the same order"),
    ];
    const MOVES: &'static str = "the solution: turns of faces";

    fn cache(means: TableMeans) -> NoTables {
        NoTables { memory: means.memory }
    }

    /// Moves without quotes: R U F2.
    fn is_one_position(arguments: &[String]) -> bool {
        let letters = |text: &String| text.trim().chars().count();
        arguments.len() > 1 && arguments.iter().all(|text| letters(text) <= LONGEST_MOVE)
    }

    fn shown(&position: &Cube2, colour: bool) -> String {
        cube_drawing::net(&position.into(), colour)
    }

    fn content(line: &str) -> &str {
        scrambles::content(line)
    }

    fn scrambles() -> Result<Option<Scrambles<Self>>, Unavailable> {
        scrambles::scrambles("idastar", "pdb:full")
    }

    fn draw(&position: &Cube2, &target: &Cube2, before: Option<&Cube2>) -> Vec<Line<'static>> {
        let before = before.copied().map(Stickers::from);
        cube_drawing::draw(&position.into(), &target.into(), before.as_ref())
    }
}

impl Databases for TwoByTwo {}

impl Enumerable for TwoByTwo {
    fn published(_start: &Cube2, metric: MetricName) -> Option<Vec<u64>> {
        cube_levels("2x2x2", &metric.to_string())
    }
}
