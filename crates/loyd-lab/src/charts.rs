//! The pictures of a group of boards.

use super::findings::Findings;
use super::measures::measure;
use super::result::RunResult;
use super::speed::fastest;
use loyd_report::chart::cactus::{Costs, cactus};
use loyd_report::chart::multiples::{Axes, Histogram, histograms};
use loyd_report::chart::scatter::{self, Series, pairs, scatter};
use loyd_report::chart::strips::{self, Axis, Strip, strips};
use loyd_report::chart::{Sheet, short, short_seconds};
use loyd_report::document::Chart;
use loyd_report::scene::Scene;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The maximum number of distinguishable series in one picture.
const MAX: usize = 24;

/// The pictures of a group that has solved boards, each for wide and for narrow screens.
pub(crate) fn of_group(findings: &Findings<'_>, group: usize) -> Vec<Chart> {
    let wide = on_sheet(findings, group, Sheet::WIDE);
    let narrow = on_sheet(findings, group, Sheet::NARROW);
    wide.into_iter().zip(narrow).map(|(wide, narrow)| Chart { wide, narrow }).collect()
}

fn on_sheet(findings: &Findings<'_>, group: usize, sheet: Sheet) -> Vec<Scene> {
    if findings.cells(group).all(|(cell, _)| findings.solved(cell).next().is_none()) {
        return Vec::new();
    }
    let name = &findings.experiment.groups[group].name;
    let nodes =
        Axis { name: "expanded states, logarithmic".to_owned(), logarithmic: true, shown: short };
    let seconds = Axis {
        name: "time of a search, logarithmic".to_owned(),
        logarithmic: true,
        shown: short_seconds,
    };
    let length = Axis {
        name: "length of the solution found: moves".to_owned(),
        logarithmic: false,
        shown: short,
    };
    let boxes = &format!(
        "Each mark is a {}; the box holds the middle half, the line is the median.{}",
        findings.experiment.noun(),
        omissions(findings, group, strips::MAX)
    );
    let marks = &format!(
        "Each mark is a {} solved by one algorithm.{}",
        findings.experiment.noun(),
        omissions(findings, group, scatter::MAX)
    );
    let mut scenes = vec![
        strips(
            &format!("{name}: expanded states"),
            boxes,
            &nodes,
            &strips_of(findings, group, "expanded"),
            sheet,
        ),
        strips(
            &format!("{name}: time"),
            boxes,
            &seconds,
            &strips_of(findings, group, "time"),
            sheet,
        ),
        strips(
            &format!("{name}: length"),
            boxes,
            &length,
            &strips_of(findings, group, "length"),
            sheet,
        ),
        scatter(
            &format!("{name}: time against length"),
            marks,
            [&length, &seconds],
            &against(findings, group),
            sheet,
        ),
    ];
    scenes.extend(solved_within(findings, group, sheet));
    scenes.extend(against_fastest(findings, group, sheet));
    scenes.extend(errors(findings, group, sheet));
    scenes
}

/// The pictures of all groups, one below the other: boards solved within a time and within a number of expanded
/// states, and the searches against the fastest one on each board.
pub fn pictures(findings: &Findings<'_>) -> Scene {
    let of_group = |group| {
        let mut scenes = solved_within(findings, group, Sheet::WIDE);
        scenes.extend(against_fastest(findings, group, Sheet::WIDE));
        scenes
    };
    let groups = 0..findings.experiment.groups.len();
    Scene::stacked("Searches compared".to_owned(), groups.flat_map(of_group))
}

/// A measure that is a cost: its name, the name of its axis, and the text of a value.
type Cost = (&'static str, &'static str, fn(f64) -> String);

const COSTS: [Cost; 2] =
    [("time", "time of a search", short_seconds), ("expanded", "expanded states", short)];

/// Cactus plots: boards solved within a time, and within a number of expanded states.
fn solved_within(findings: &Findings<'_>, group: usize, sheet: Sheet) -> Vec<Scene> {
    let noun = findings.experiment.noun();
    let of = &findings.experiment.groups[group];
    let scene = |(name, quantity, shown): Cost| {
        let across = Axis { name: format!("{quantity}, logarithmic"), logarithmic: true, shown };
        let up = Axis { name: format!("{noun}s solved"), logarithmic: false, shown: short };
        let strips = strips_of(findings, group, name).into_iter();
        let all: Vec<Costs> = strips
            .map(|strip| Costs {
                number: strip.series,
                name: strip.name,
                values: strip.values.into_iter().map(|(value, _)| value).collect(),
            })
            .collect();
        let heading = format!("{}: {noun}s solved within a limit ({quantity})", of.name);
        let what = format!(
            "The number of {noun}s that a search solves under a limit for each ({quantity}): a line farther \
             left is better, a higher end means more {noun}s solved.{}",
            omissions(findings, group, usize::MAX)
        );
        cactus((&heading, &what), [&across, &up], of.boards.len(), &all, sheet)
    };
    COSTS.map(scene).into()
}

/// Each search against the fastest one, a mark for each board that both solved.
fn against_fastest(findings: &Findings<'_>, group: usize, sheet: Sheet) -> Vec<Scene> {
    let Some(fastest) = fastest(findings, group) else { return Vec::new() };
    let noun = findings.experiment.noun();
    let name = findings.experiment.cells[fastest].name();
    let others = || findings.cells(group).take(MAX).enumerate().filter(|(_, it)| it.0 != fastest);
    if others().next().is_none() {
        return Vec::new();
    }
    let scene = |(measured, quantity, shown): Cost| {
        let value = |run: &RunResult| (measure(measured)?.of)(run, findings.optimal(run));
        let of_fastest: BTreeMap<usize, f64> =
            findings.solved(fastest).filter_map(|run| Some((run.board, value(run)?))).collect();
        let point = |run: &RunResult| {
            Some((*of_fastest.get(&run.board)?, value(run)?, note(findings, run)))
        };
        let all: Vec<Series> = others()
            .map(|(number, (index, cell))| Series {
                number,
                name: cell.name(),
                points: findings.solved(index).filter_map(point).collect(),
            })
            .collect();
        let axis = |of: &str| Axis {
            name: format!("{quantity}: {of}, logarithmic"),
            logarithmic: true,
            shown,
        };
        let place = &findings.experiment.groups[group].name;
        pairs(
            &format!("{place}: {quantity} against {name}"),
            &format!(
                "Each mark is a {noun} that both searches solved. Above the dashed diagonal, {name} is \
                 better.{}",
                omissions(findings, group, scatter::MAX)
            ),
            [&axis(&name), &axis("the other search")],
            &all,
            sheet,
        )
    };
    COSTS.map(scene).into()
}

/// A sentence on the results that are not drawn.
fn omissions(findings: &Findings<'_>, group: usize, max_boards: usize) -> String {
    let mut words = String::new();
    let cells = findings.cells(group).count();
    if cells > MAX {
        let _ = write!(words, " Of {cells} rows of the tables the first {MAX} are drawn.");
    }
    if findings.cells(group).any(|(index, _)| findings.solved(index).count() > max_boards) {
        let _ = write!(
            words,
            " Of more than {max_boards} {}s a part is drawn, spread over all.",
            findings.experiment.noun()
        );
    }
    words
}

/// The subject of a mark.
fn note(findings: &Findings<'_>, run: &RunResult) -> String {
    let cell = &findings.experiment.cells[run.cell];
    let board = &findings.experiment.groups[cell.group].boards[run.board];
    format!(
        "{}, {} {}: {} moves, {} expanded, {}",
        cell.name(),
        findings.experiment.noun(),
        board.id,
        run.length.unwrap_or_default(),
        loyd_report::numbers::grouped(run.expanded),
        super::measures::seconds(run.seconds),
    )
}

fn strips_of(findings: &Findings<'_>, group: usize, name: &str) -> Vec<Strip> {
    let Some(measure) = measure(name) else { return Vec::new() };
    let cells = findings.cells(group).take(MAX).enumerate();
    cells
        .map(|(series, (index, cell))| {
            let runs = findings.solved(index);
            let mut values: Vec<(f64, String)> = runs
                .filter_map(|run| {
                    Some(((measure.of)(run, findings.optimal(run))?, note(findings, run)))
                })
                .collect();
            values.sort_by(|one, other| one.0.total_cmp(&other.0));
            Strip { series, name: cell.name(), values }
        })
        .collect()
}

fn against(findings: &Findings<'_>, group: usize) -> Vec<Series> {
    let cells = findings.cells(group).take(MAX).enumerate();
    cells
        .map(|(series, (index, cell))| {
            let points = findings
                .solved(index)
                .filter_map(|run| Some((f64::from(run.length?), run.seconds, note(findings, run))));
            Series { number: series, name: cell.name(), points: points.collect() }
        })
        .collect()
}

/// `8.52 moves too low on average`
fn on_average(error: f64) -> String {
    let side = if error < 0.0 { "high" } else { "low" };
    format!("{:.2} moves too {side} on average", error.abs())
}

/// The errors of each heuristic on boards with a proven length.
fn errors(findings: &Findings<'_>, group: usize, sheet: Sheet) -> Option<Scene> {
    let mut errors_by_heuristic: BTreeMap<String, BTreeMap<usize, i64>> = BTreeMap::new();
    let mut order: Vec<String> = Vec::new();
    for (index, cell) in findings.cells(group) {
        let Some(name) = &cell.heuristic else { continue };
        for run in findings.runs(index) {
            let Some((optimal, estimate)) = findings.optimal(run).zip(run.estimate) else {
                continue;
            };
            if !order.contains(name) {
                order.push(name.clone());
            }
            let error = i64::from(optimal) - i64::from(estimate);
            errors_by_heuristic.entry(name.clone()).or_default().insert(run.board, error);
        }
    }
    if order.is_empty() {
        return None;
    }
    let all: Vec<Histogram> = order
        .into_iter()
        .enumerate()
        .map(|(series, name)| {
            let errors = &errors_by_heuristic[&name];
            let mean = errors.values().sum::<i64>() as f64 / errors.len() as f64;
            let mut counts = BTreeMap::new();
            for &error in errors.values() {
                *counts.entry(error).or_insert(0) += 1;
            }
            Histogram { series, name: format!("{name}: {}", on_average(mean)), counts }
        })
        .collect();
    Some(histograms(
        &format!("{}: what the heuristics miss", findings.experiment.groups[group].name),
        &format!(
            "{}s by the difference between the shortest length and what the heuristic says of it.",
            capitalised(findings.experiment.noun())
        ),
        &Axes {
            across: "error of the heuristic (shortest length less its value), in moves",
            noun: findings.experiment.noun(),
        },
        &all,
        sheet,
    ))
}

/// A word at the beginning of a sentence.
fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
