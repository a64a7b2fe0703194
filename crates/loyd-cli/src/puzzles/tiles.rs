//! Sliding tiles on the command line.

use super::{Facts, Family, parity};
use crate::commands::audit::levels::Levels;
use crate::drawing;
use crate::exit::Failure;
use crate::partitions::Named;
use crate::tables::Tables;
use crate::task::Task;
use loyd::solver::{Engine, Settings};
use loyd_store::Encoding;
use loyd_store::tiles::tables::Loaded;
use loyd_tiles::heuristic::HeuristicSpec;
use loyd_tiles::pdb::{Pattern, catalogue};
use loyd_tiles::solver::{KnownTables, Plan, Tiles};
use loyd_tiles::{
    Goal, MetricName, NotationError, Position, Scrambler, Slide, parse_goal, parse_position,
    parse_size,
};
use ratatui::text::Line;

/// The error, and the option that helps.
pub(crate) fn advised(why: &NotationError) -> String {
    let sizes: Vec<String> = why.sizes().iter().map(ToString::to_string).collect();
    if sizes.is_empty() {
        return why.to_string();
    }
    format!("{why}: say which size it is, with --size {}", sizes.join(" or "))
}

impl Family for Tiles {
    const NOUN: &'static str = "board";
    const SHAPE: &'static str = "4x4";
    const SMALL_SHAPE: &'static str = "3x3";
    const HAS_SIZES: bool = true;
    const GOAL: &'static str = "blank-last";
    const GENERATOR: &'static str = Scrambler::GENERATOR;
    const COMPARED: &'static str = "manhattan,linear-conflict";
    const LISTED: &'static [(&'static str, &'static str)] = &[
        ("width", "columns of the board"),
        ("height", "rows of the board"),
        ("goal", "the goal, in reading order, 0 for the blank"),
        ("tiles", "the board, in reading order, 0 for the blank"),
    ];
    const MOVES: &'static str = "the solution: the directions in which tiles slide";
    const FACTS: &'static [&'static str] = &["parity", "blank_distance"];

    fn read(text: &str, shape: Option<&str>, goal: Option<&str>) -> Result<Task<Self>, String> {
        let size = shape.map(parse_size).transpose().map_err(|why| why.to_string())?;
        let goal = goal.map(|goal| parse_goal(goal, size)).transpose();
        let goal = goal.map_err(|why| format!("the goal: {}", advised(&why)))?.unwrap_or_default();
        let of_goal = match &goal {
            Goal::Board(goal) if size.is_none() => Some(goal.size()),
            _ => None,
        };
        let fitting = of_goal.and_then(|size| parse_position(text, Some(size)).ok());
        let start = match fitting {
            Some(start) => start,
            None => parse_position(text, size).map_err(|why| advised(&why))?,
        };
        let goal = goal.position(start.size()).ok_or_else(|| {
            let of = of_goal.map_or_else(|| "another".to_owned(), |size| size.to_string());
            format!("the board is {} and the goal {of}: they must be of one size", start.size())
        })?;
        Ok(Task { start, goal })
    }

    fn check_shape(shape: &str) -> Result<(), String> {
        parse_size(shape).map(drop).map_err(|why| why.to_string())
    }

    fn check_goal(goal: &str, shape: Option<&str>) -> Result<(), Failure> {
        let size = shape.and_then(|shape| parse_size(shape).ok());
        let goal = parse_goal(goal, size);
        goal.map(drop).map_err(|why| Failure::input(format!("the goal: {}", advised(&why))))
    }

    fn goal_at(shape: Option<&str>, goal: Option<&str>) -> Result<Option<Position>, Failure> {
        let size = shape.map(parse_size).transpose();
        let size = size.map_err(|why| Failure::input(why.to_string()))?;
        let goal = goal.map(|goal| parse_goal(goal, size)).transpose();
        let goal = goal.map_err(|why| Failure::input(format!("the goal: {}", advised(&why))))?;
        let goal = goal.unwrap_or_default();
        let size = match (size, &goal) {
            (Some(size), _) => size,
            (None, Goal::Board(board)) => board.size(),
            (None, _) => return Ok(None),
        };
        goal.position(size).map(Some).ok_or_else(|| {
            Failure::input(format!("the goal is not a {size} board: they must be of one size"))
        })
    }

    fn size(position: &Position) -> Option<(usize, usize)> {
        Some((position.size().width(), position.size().height()))
    }

    fn shown(position: &Position) -> String {
        position.to_string()
    }

    fn facts(task: &Task<Self>) -> Facts {
        parity::facts(task)
    }

    /// A slide of several tiles counts as so many single ones, as it is that many moves in a row.
    fn length(moves: &[Slide], metric: MetricName) -> u32 {
        match metric {
            MetricName::Single => moves.iter().map(|slide| u32::from(slide.count)).sum(),
            MetricName::Multi => moves.len() as u32,
        }
    }

    fn levels(engine: &dyn Engine<Self>, threads: usize, memory: u64) -> Option<Levels<'_, Self>> {
        Levels::of_tiles(engine, threads, memory)
    }

    fn sides(shape: Option<&str>, goal: Option<&str>) -> Option<(usize, usize)> {
        let of_goal = || match parse_goal(goal?, None).ok()? {
            Goal::Board(position) => Some(position.size()),
            Goal::BlankLast | Goal::BlankFirst => None,
        };
        let size = shape.and_then(|shape| parse_size(shape).ok()).or_else(of_goal)?;
        Some((size.width(), size.height()))
    }

    fn other_goal(task: &Task<Self>) -> Option<String> {
        let other = Goal::reachable_from(&task.start)?;
        Some(format!("; to {other} it can be solved: add --goal {other}"))
    }

    fn is_one_position(arguments: &[String]) -> bool {
        const LONGEST_TILE: usize = 3;
        let separates = |c: char| matches!(c, ' ' | ',' | '/' | ';' | '|' | '\n' | '\t');
        // A separator alone is a token too: 1 2 / 3 0.
        let token = |text: &String| !text.trim().contains(separates) || text.chars().all(separates);
        arguments.iter().all(token)
            && arguments.iter().any(|text| text.trim().len() <= LONGEST_TILE)
    }

    fn define(settings: &mut Settings<Self>, goal: &Position) -> Result<(), Failure> {
        let databases = settings.heuristic.iter().flat_map(|spec| spec.databases().to_vec());
        for name in databases.collect::<Vec<_>>() {
            if Self::is_file(&name) {
                let on = Goal::Board(goal.clone());
                let Named { name, partition } = Named::parse(&name, Some(goal.size()), Some(&on))?;
                settings.partitions.push((name, partition));
            }
        }
        Ok(())
    }

    fn databases(heuristic: &HeuristicSpec) -> Vec<String> {
        heuristic.databases().to_vec()
    }

    fn is_file(database: &str) -> bool {
        catalogue::named(database).next().is_none()
    }

    fn is_at_hand(tables: &Tables, pattern: &Pattern, metric: MetricName) -> bool {
        tables.is_at_hand(pattern, Encoding::for_searches(metric))
    }

    fn find_table(
        tables: &mut Tables,
        pattern: &Pattern,
        metric: MetricName,
        made: &mut KnownTables,
    ) -> Result<(), Failure> {
        let encoding = Encoding::for_searches(metric);
        let KnownTables { single, multi } = made;
        let known = match encoding {
            Encoding::Class => multi.iter().any(|table| table.pattern() == pattern),
            Encoding::Bit | Encoding::Excess => {
                single.iter().any(|table| table.pattern() == pattern)
            }
        };
        if !known {
            match tables.find(pattern, encoding)?.loaded {
                Loaded::Bit(table) => single.push(table),
                Loaded::Class(table) => multi.push(table),
                Loaded::Excess(_) => {}
            }
        }
        Ok(())
    }

    fn draw(
        position: &Position,
        target: &Position,
        before: Option<&Position>,
    ) -> Vec<Line<'static>> {
        drawing::tiles::draw(position, target, before)
    }

    fn patterns(plan: &Plan) -> String {
        let cells = |pattern: &Pattern| {
            let cells: Vec<String> = pattern.cells().iter().map(ToString::to_string).collect();
            cells.join(" ")
        };
        let patterns = plan.partitions.iter().flat_map(loyd_tiles::pdb::Partition::patterns);
        patterns.map(cells).collect::<Vec<_>>().join("/")
    }
}
