//! Sliding tiles on the command line.

use super::drawing;
use super::published::known_levels;
use super::tables::TileTables;
use crate::enumerations::Enumerations;
use crate::pdb::TableCommands;
use crate::texts::{Columns, Keys, PuzzleTexts};
use loyd::choices::{self, Choices};
use loyd::erased::{AnySolvers, AnyTask, Chosen, solvers_of};
use loyd::{CachedTables, PuzzleName};
use loyd_report::numbers::plural;
use loyd_tiles::solver::Tiles;
use loyd_tiles::{Goal, parse_goal, parse_size};
use ratatui::text::Line;
use serde_json::Value;

/// The texts of boards.
pub(crate) struct TileTexts;

impl PuzzleTexts for TileTexts {
    fn puzzle(&self) -> PuzzleName {
        PuzzleName::Tiles
    }

    fn small_shape(&self) -> &'static str {
        "3x3"
    }

    fn solvers(
        &self,
        choices: &Choices<'_>,
        tables: CachedTables,
        boards: (usize, &[Chosen]),
    ) -> Result<Box<dyn AnySolvers>, loyd::Error> {
        solvers_of::<Tiles, _>(choices, TileTables(tables), boards)
    }

    fn published(&self, start: &dyn AnyTask, metric: &str) -> Option<Vec<u64>> {
        let start = &start.typed::<Tiles>().start;
        if !start.is_board() {
            return None;
        }
        known_levels(start.size(), choices::metric::<Tiles>(Some(metric)).ok()?, start.blank())
    }

    fn arguments(&self, start: &dyn AnyTask) -> String {
        let start = &start.typed::<Tiles>().start;
        match start.blank() {
            _ if !start.is_board() => format!("{} --start \"{}\"", start.size(), start.to_line()),
            cell if cell == start.size().last_cell() => start.size().to_string(),
            cell => format!("{} --start {cell}", start.size()),
        }
    }

    fn solve_command(&self, goal: &dyn AnyTask, metric: &str) -> String {
        let goal = &goal.typed::<Tiles>().goal;
        let size = goal.size();
        let size = match (size.width(), size.height()) {
            (width, height) if width == height => String::new(),
            _ => format!(" --size {size}"),
        };
        let goal = match Goal::of(goal) {
            Goal::BlankLast => String::new(),
            goal @ Goal::BlankFirst => format!(" --goal {goal}"),
            Goal::Board(_) | Goal::Nearest(_) => format!(" --goal \"{}\"", goal.to_line()),
        };
        format!("loyd solve{size}{metric}{goal}")
    }

    fn enumerations(&self) -> &'static dyn Enumerations {
        &super::enumerations::TileEngines
    }

    fn tables(&self) -> Option<&'static dyn TableCommands> {
        Some(&super::pdb::TileTables)
    }

    fn compared(&self) -> String {
        "manhattan,linear-conflict".to_owned()
    }

    fn heuristic_forms(&self) -> Columns {
        &[
            (
                "pdb:NAME",
                "pattern databases of a partition from `loyd pdb list`, a file with a drawing, or masks \
             0xa/0xb, their values added up (multi: the largest) [consistent]",
            ),
            (
                "pdb-excess:NAME",
                "the same partition with one value per placement of the tiles, the form of the published \
             databases: weaker, one board at a time, single-tile metric only [admissible]",
            ),
            ("max(A,B)", "the largest of several [what all of them promise]"),
        ]
    }

    fn shape_options(&self, shape: &str) -> String {
        format!("--size {shape}")
    }

    fn sides(&self, shape: Option<&str>, goal: Option<&str>) -> Option<(usize, usize)> {
        let of_goal = || parse_goal(goal?, None).ok()?.size();
        let size = shape.and_then(|shape| parse_size(shape).ok()).or_else(of_goal)?;
        Some((size.width(), size.height()))
    }

    fn as_text(&self, task: &dyn AnyTask, _colour: bool) -> String {
        task.typed::<Tiles>().start.to_string()
    }

    fn facts_text(&self, facts: &[(&'static str, Value)]) -> String {
        let [(_, Value::String(parity)), (_, Value::Number(distance))] = facts else {
            return String::new();
        };
        let blank = plural(distance.as_u64().unwrap_or_default(), "cell");
        format!("parity: {parity} permutation, blank {blank} from its goal\n")
    }

    fn is_one_position(&self, arguments: &[String]) -> bool {
        const LONGEST_TILE: usize = 3;
        let separates = |c: char| matches!(c, ' ' | ',' | '/' | ';' | '|' | '\n' | '\t');
        // A separator alone is a token too: 1 2 / 3 0.
        let token = |text: &String| !text.trim().contains(separates) || text.chars().all(separates);
        arguments.iter().all(token)
            && arguments.iter().any(|text| text.trim().len() <= LONGEST_TILE)
    }

    /// A word, with neither digits nor signs for the blank.
    fn is_column_name(&self, field: &str) -> bool {
        let tile = |c: char| c.is_ascii_hexdigit() || matches!(c, 'x' | 'X' | '_');
        let word = field.split_whitespace().next().unwrap_or_default();
        word.len() > 1
            && word.starts_with(|c: char| c.is_ascii_alphabetic())
            && !word.chars().all(tile)
    }

    fn keys(&self) -> Keys {
        Keys::Arrows
    }

    fn draw(&self, task: &dyn AnyTask, before: Option<&dyn AnyTask>) -> Vec<Line<'static>> {
        let task = task.typed::<Tiles>();
        let before = before.map(|before| &before.typed::<Tiles>().start);
        drawing::draw(&task.start, &task.goal, before)
    }
}
