//! Sliding tiles on the command line.

use super::tables::Tables;
use super::{drawing, level_audit};
use crate::family::{Family, TableMeans};
use crate::level_audit::LevelAudit;
use loyd_report::numbers::plural;
use loyd_search::solver::Engine;
use loyd_tiles::heuristic::HeuristicSpec;
use loyd_tiles::pdb::{Partition, Pattern, catalogue};
use loyd_tiles::solver::{Plan, Tiles};
use loyd_tiles::{Goal, Position, parse_goal, parse_size};
use ratatui::text::Line;
use serde_json::Value;

impl Family for Tiles {
    type Cache = Tables;

    const SMALL_SHAPE: &'static str = "3x3";
    const HAS_FILES: bool = true;
    const COMPARED: &'static str = "manhattan,linear-conflict";
    const LISTED: &'static [(&'static str, &'static str)] = &[
        ("width", "columns of the board"),
        ("height", "rows of the board"),
        ("goal", "the goal, in reading order, 0 for the blank"),
        ("tiles", "the board, in reading order, 0 for the blank"),
    ];
    const MOVES: &'static str = "the solution: the directions in which tiles slide";
    const HEURISTIC_FORMS: &'static [(&'static str, &'static str)] = &[
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
    ];

    fn cache(means: TableMeans) -> Tables {
        Tables::new(means)
    }

    fn sides(shape: Option<&str>, goal: Option<&str>) -> Option<(usize, usize)> {
        let of_goal = || match parse_goal(goal?, None).ok()? {
            Goal::Board(position) => Some(position.size()),
            Goal::BlankLast | Goal::BlankFirst => None,
        };
        let size = shape.and_then(|shape| parse_size(shape).ok()).or_else(of_goal)?;
        Some((size.width(), size.height()))
    }

    fn size(position: &Position) -> Option<(usize, usize)> {
        Some((position.size().width(), position.size().height()))
    }

    fn shown(position: &Position, _colour: bool) -> String {
        position.to_string()
    }

    fn facts_text(facts: &[(&'static str, Value)]) -> String {
        let [(_, Value::String(parity)), (_, Value::Number(distance))] = facts else {
            return String::new();
        };
        let blank = plural(distance.as_u64().unwrap_or_default(), "cell");
        format!("parity: {parity} permutation, blank {blank} from its goal\n")
    }

    fn level_audit(
        engine: &dyn Engine<Self>,
        threads: usize,
        memory: u64,
    ) -> Option<LevelAudit<'_, Self>> {
        level_audit::of(engine, threads, memory)
    }

    fn is_one_position(arguments: &[String]) -> bool {
        const LONGEST_TILE: usize = 3;
        let separates = |c: char| matches!(c, ' ' | ',' | '/' | ';' | '|' | '\n' | '\t');
        // A separator alone is a token too: 1 2 / 3 0.
        let token = |text: &String| !text.trim().contains(separates) || text.chars().all(separates);
        arguments.iter().all(token)
            && arguments.iter().any(|text| text.trim().len() <= LONGEST_TILE)
    }

    /// A word, with neither digits nor signs for the blank.
    fn is_column_name(field: &str) -> bool {
        let tile = |c: char| c.is_ascii_hexdigit() || matches!(c, 'x' | 'X' | '_');
        let word = field.split_whitespace().next().unwrap_or_default();
        word.len() > 1
            && word.starts_with(|c: char| c.is_ascii_alphabetic())
            && !word.chars().all(tile)
    }

    fn databases(heuristic: &HeuristicSpec) -> Vec<String> {
        heuristic.databases().iter().map(|database| database.partition.clone()).collect()
    }

    fn is_file(database: &str) -> bool {
        catalogue::named(database).next().is_none()
    }

    fn draw(
        position: &Position,
        target: &Position,
        before: Option<&Position>,
    ) -> Vec<Line<'static>> {
        drawing::draw(position, target, before)
    }

    fn patterns(plan: &Plan) -> String {
        let cells = |pattern: &Pattern| {
            let cells: Vec<String> = pattern.cells().iter().map(ToString::to_string).collect();
            cells.join(" ")
        };
        let patterns = plan.partitions.iter().flat_map(Partition::patterns);
        patterns.map(cells).collect::<Vec<_>>().join("/")
    }
}
