//! `loyd check`: whether boards can be solved, and what the heuristics say.

use crate::args::{BoardArgs, Format, MetricArgs, OutputArgs};
use crate::exit::{Exit, Failure};
use crate::help;
use crate::input::{self, Item, Task, located};
use crate::puzzles::Family;
use crate::record::Record;
use crate::render::Reporter;
use clap::Args;
use loyd_tiles::boards::{BoardVisitor, with_shaped_board};
use loyd_tiles::heuristic::{HeuristicName, HeuristicVisitor, TileHeuristic, with_heuristic};
use loyd_tiles::solver::Tiles;
use loyd_tiles::{Board, Metric, MetricName, Multi, Single, Sliding, solvable};
use std::fmt::Write as _;
use std::io::Write as _;

/// `loyd check`.
#[derive(Args, Debug)]
#[command(after_help = help::CHECK)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    boards: BoardArgs,
    #[command(flatten)]
    metric: MetricArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// Runs the command.
pub(crate) fn run(args: &CheckArgs) -> Result<Exit, Failure> {
    let metric = args.metric.of_tiles()?;
    let batch = input::read(&args.boards, args.output.quiet)?;
    let mut reporter = Reporter::open(&args.output, Format::Text)?;
    let mut exit = Exit::Done;
    for item in &batch.items {
        let finding = item.task.as_ref().map(|task| Finding::of(task, metric));
        exit = exit.max(match &finding {
            Ok(finding) if finding.reason.is_none() => Exit::Done,
            Ok(_) => Exit::Failed,
            Err(message) => {
                let error = located(&item.place, message);
                let _ = writeln!(std::io::stderr(), "error: {error}");
                Exit::BadInput
            }
        });
        let mut record = record(item, finding.as_ref().ok());
        for (column, value) in batch.columns.iter().zip(&item.passed) {
            record.pass(column, value);
        }
        reporter.record(&record, || {
            let title =
                if item.place.is_empty() { String::new() } else { format!("{}\n", item.place) };
            finding.map_or_else(|_| String::new(), |finding| title + &finding.text())
        })?;
    }
    reporter.finish()?;
    Ok(exit)
}

/// What there is to say about a board.
struct Finding<'a> {
    task: &'a Task<Tiles>,
    metric: MetricName,
    /// Why it cannot be solved.
    reason: Option<String>,
    parity: Parity,
    heuristics: Vec<(&'static str, Option<u32>)>,
}

/// The two parities that must be equal.
struct Parity {
    odd_permutation: bool,
    blank_distance: usize,
}

impl<'a> Finding<'a> {
    fn of(task: &'a Task<Tiles>, metric: MetricName) -> Self {
        let size = task.start.size();
        let reason = solvable(size, task.start.tiles(), task.goal.tiles()).err();
        let heuristics = HeuristicName::ALL.iter().map(|&name| {
            (name.info().name, with_shaped_board(size, Estimate { task, metric, name }))
        });
        Self {
            task,
            metric,
            reason: reason
                .map(|unsolvable| unsolvable.reason + &Tiles::other_goal(task).unwrap_or_default()),
            parity: Parity::of(task),
            heuristics: heuristics.collect(),
        }
    }

    fn text(&self) -> String {
        let mut text = self.task.start.to_string();
        match &self.reason {
            None => text += "solvable\n",
            Some(reason) => {
                let _ = writeln!(text, "unsolvable: {reason}");
            }
        }
        let _ = writeln!(
            text,
            "parity: {} permutation, blank {} from its goal",
            self.parity.name(),
            crate::render::text::plural(self.parity.blank_distance as u64, "cell"),
        );
        let _ = writeln!(text, "heuristics ({}-tile metric):", self.metric);
        for (name, value) in &self.heuristics {
            let value = value.map_or("not available".into(), |value| value.to_string());
            let _ = writeln!(text, "  {name:<18} {value:>5}");
        }
        text
    }
}

impl Parity {
    /// Counts the cycles of the permutation from start to goal.
    fn of(task: &Task<Tiles>) -> Self {
        let size = task.start.size();
        let mut goal_cell = vec![0; size.cells()];
        for (cell, &tile) in task.goal.tiles().iter().enumerate() {
            goal_cell[tile as usize] = cell;
        }
        let mut seen = vec![false; size.cells()];
        let mut odd_permutation = false;
        for first in 0..size.cells() {
            let mut cell = first;
            while !seen[cell] {
                seen[cell] = true;
                cell = goal_cell[task.start.tiles()[cell] as usize];
                // A cycle of n cells takes n - 1 exchanges.
                odd_permutation ^= cell != first;
            }
        }
        let (from, to) = (task.start.blank(), task.goal.blank());
        let columns = size.column(from).abs_diff(size.column(to));
        Self { odd_permutation, blank_distance: columns + size.row(from).abs_diff(size.row(to)) }
    }

    fn name(&self) -> &'static str {
        if self.odd_permutation { "odd" } else { "even" }
    }
}

/// The value of one heuristic; `None` where it cannot be had.
struct Estimate<'a> {
    task: &'a Task<Tiles>,
    metric: MetricName,
    name: HeuristicName,
}

impl BoardVisitor for Estimate<'_> {
    type Output = Option<u32>;

    fn visit<B: Board>(self) -> Option<u32> {
        match self.metric {
            MetricName::Single => self.value::<B, Single>(),
            MetricName::Multi => self.value::<B, Multi>(),
        }
    }
}

impl Estimate<'_> {
    fn value<B: Board, M: Metric>(&self) -> Option<u32> {
        let space = Sliding::<B, M>::new(&self.task.goal);
        let state = Sliding::<B, M>::board(&self.task.start);
        with_heuristic(&self.name.into(), &space, Start { state }).ok()
    }
}

struct Start<B> {
    state: B,
}

impl<B: Board, M: Metric> HeuristicVisitor<B, M> for Start<B> {
    type Output = u32;

    fn visit<H: TileHeuristic<B, M>>(self, heuristic: H) -> u32 {
        heuristic.value(heuristic.start(&self.state))
    }
}

fn record(item: &Item<Tiles>, finding: Option<&Finding<'_>>) -> Record {
    let mut record = Record::new();
    record.push("id", item.id.clone());
    let tiles = finding.map(|finding| finding.task.start.to_line());
    record.push("tiles", tiles.or_else(|| item.given.clone()));
    record.push("width", finding.map(|finding| finding.task.start.size().width()));
    record.push("height", finding.map(|finding| finding.task.start.size().height()));
    record.push("goal", finding.map(|finding| finding.task.goal.to_line()));
    record.push("solvable", finding.map(|finding| finding.reason.is_none()));
    record.push("parity", finding.map(|finding| finding.parity.name()));
    record.push("blank_distance", finding.map(|finding| finding.parity.blank_distance));
    record.push("metric", finding.map(|finding| finding.metric.name()));
    for name in HeuristicName::ALL {
        let name = name.info().name;
        let value = finding
            .and_then(|finding| finding.heuristics.iter().find(|(known, _)| *known == name)?.1);
        record.push(name, value);
    }
    let message = match finding {
        Some(finding) => finding.reason.clone(),
        None => item.task.as_ref().err().map(|message| located(&item.place, message)),
    };
    if let Some(message) = message {
        record.note("message", message);
    }
    record
}
