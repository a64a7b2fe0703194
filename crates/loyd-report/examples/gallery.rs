//! Draws every kind of chart on both sheets into a folder, as SVG and as PNG, to be looked at:
//!
//! `cargo run -p loyd-report --features png --example gallery FOLDER`

use loyd_report::chart::levels::{Comparison, Levels, levels};
use loyd_report::chart::multiples::{Axes, Histogram, histograms};
use loyd_report::chart::scatter::{Series, scatter};
use loyd_report::chart::strips::{Axis, Strip, strips};
use loyd_report::chart::{Sheet, short, short_seconds};
use loyd_report::png::png;
use loyd_report::scene::Scene;
use loyd_report::svg::svg;
use std::error::Error;
use std::path::PathBuf;

/// Names of series, short ones and one that is too long for a line.
const NAMES: [&str; 5] = [
    "astar, manhattan",
    "wastar(1.5), linear-conflict",
    "idastar, max(walking-distance,linear-conflict,manhattan,hamming)",
    "greedy, hamming",
    "bfs",
];

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(std::env::args_os().nth(1).ok_or("name a folder")?);
    std::fs::create_dir_all(&folder)?;
    for (sheet, size) in [(Sheet::WIDE, "wide"), (Sheet::NARROW, "narrow")] {
        for (name, scene) in charts(sheet) {
            let file = |extension| folder.join(format!("{name}-{size}.{extension}"));
            std::fs::write(file("svg"), svg(&scene))?;
            std::fs::write(file("png"), png(&scene)?)?;
        }
    }
    Ok(())
}

fn charts(sheet: Sheet) -> [(&'static str, Scene); 6] {
    let counts = |title, states: &[u64], complete, comparison| {
        levels(&Levels { title, states, complete, comparison }, sheet)
    };
    let bell: Vec<u64> = (0..54)
        .map(|depth: i32| (2.2e7 * (-f64::from(depth - 36).powi(2) / 40.0).exp()).ceil() as u64)
        .collect();
    let differs = Comparison {
        sentence: "DIFFERS from the published table at depth 3".to_owned(),
        agrees: false,
    };
    let nodes =
        Axis { name: "expanded states, logarithmic".to_owned(), logarithmic: true, shown: short };
    let moves = Axis { name: "length: moves".to_owned(), logarithmic: false, shown: short };
    let seconds =
        Axis { name: "time, logarithmic".to_owned(), logarithmic: true, shown: short_seconds };
    let caption = "Each mark is a board; the box holds the middle half, the line is the median.";
    let strip = |(series, name): (usize, &&str)| {
        let mut values: Vec<(f64, String)> = measured(series)
            .map(|(length, time)| (time * 1e6 / length, format!("{length} moves")))
            .collect();
        values.sort_by(|one, other| one.0.total_cmp(&other.0));
        Strip { series, name: (*name).to_owned(), values }
    };
    let points = |(number, name): (usize, &&str)| {
        let points = measured(number).map(|(length, time)| (length, time, String::new()));
        Series { number, name: (*name).to_owned(), points: points.collect() }
    };
    let histogram = |(series, name): (usize, &&str)| {
        let mut counts = std::collections::BTreeMap::new();
        for (length, _) in measured(series) {
            *counts.entry((length / 3.0) as i64).or_default() += 1;
        }
        Histogram { series, name: format!("{name}: 8.52 moves too low on average"), counts }
    };
    let all = || NAMES.iter().enumerate();
    [
        ("levels", counts("4x3, single-tile metric, blank starts on cell 11", &bell, true, None)),
        ("few", counts("5x5, multi-tile metric", &[1, 8, 48, 288], false, Some(differs))),
        (
            "strips",
            strips("4x4: nodes", caption, &nodes, &all().map(strip).collect::<Vec<_>>(), sheet),
        ),
        (
            "scatter",
            scatter(
                "4x4: time against length",
                "Each mark is a board solved by one algorithm.",
                [&moves, &seconds],
                &all().map(points).collect::<Vec<_>>(),
                sheet,
            ),
        ),
        (
            "histograms",
            histograms(
                "4x4: errors of the heuristics",
                "Boards by the difference between the shortest length and the heuristic.",
                &Axes { across: "error of the heuristic, in moves", noun: "board" },
                &all().take(3).map(histogram).collect::<Vec<_>>(),
                sheet,
            ),
        ),
        ("other-letters", counts("Brüngger – 3×2 ≤ 5 µs: σ, “日本” & <x>", &[1, 2], true, None)),
    ]
}

/// Lengths and times that are spread like those of searches.
fn measured(series: usize) -> impl Iterator<Item = (f64, f64)> {
    (0..40_u32).map(move |board| {
        let length = f64::from(36 + board * 7 % 31);
        (length, 1e-6 * 10_f64.powf(length / 15.0 + series as f64 * 0.4))
    })
}
