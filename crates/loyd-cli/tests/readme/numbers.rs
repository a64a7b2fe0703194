//! Figures of other programs beside loyd's: `docs/runs/numbers.csv` as tables and charts of `numbers.md`.
//!
//! The table of a task is between `<!-- numbers: TASK -->` and the next empty line.

use crate::{root, stale_file};
use loyd_report::chart::strips::{Axis, Strip, strips};
use loyd_report::chart::{Sheet, short, short_seconds};
use loyd_report::numbers::{duration, scaled};
use std::collections::BTreeMap;
use std::fs;

const PAGE: &str = "book/src/numbers.md";

/// A chart of the page.
struct Task {
    name: &'static str,
    title: &'static str,
    axis: &'static str,
    /// Value on the axis, and in the table.
    shown: [fn(f64) -> String; 2],
}

const TASKS: [Task; 4] = [
    Task {
        name: "enumeration",
        title: "Complete enumeration",
        axis: "elapsed time, logarithmic",
        shown: [short_seconds, duration],
    },
    Task {
        name: "cubes",
        title: "Random 3x3x3 cubes, optimal solutions",
        axis: "time of one core for a cube, logarithmic",
        shown: [short_seconds, duration],
    },
    Task {
        name: "databases",
        title: "The graph of the 8-puzzle in a database",
        axis: "elapsed time, logarithmic",
        shown: [short_seconds, duration],
    },
    Task {
        name: "nodes",
        title: "Five 24-puzzles, optimal solutions",
        axis: "nodes, logarithmic",
        shown: [short, scaled],
    },
];

/// A row of the file, by column.
type Row = BTreeMap<String, String>;

fn rows() -> Vec<Row> {
    let file = root().join("docs/runs/numbers.csv");
    let mut reader = csv::Reader::from_path(file).expect("the figures");
    reader.deserialize().map(|row| row.expect("a row has every column")).collect()
}

fn value(row: &Row) -> f64 {
    row["value"].parse().expect("a value is a number")
}

fn chart(task: &Task, rows: &[&Row]) -> String {
    let strip = |row: &&Row| Strip {
        series: usize::from(!row["program"].contains("loyd")),
        name: row["program"].clone(),
        values: vec![(value(row), row["machine"].clone())],
    };
    let axis = Axis { name: task.axis.to_owned(), logarithmic: true, shown: task.shown[0] };
    let caption = "Blue: loyd. Orange: other programs, as published; the machines differ.";
    let strips_of_rows: Vec<Strip> = rows.iter().map(strip).collect();
    loyd_report::svg::svg(&strips(task.title, caption, &axis, &strips_of_rows, Sheet::WIDE))
}

fn table(task: &Task, rows: &[&Row]) -> String {
    let mut table =
        "| program | figure | machine | date | command or source |\n|---|---|---|---|---|\n"
            .to_owned();
    for row in rows {
        let figure = task.shown[1](value(row));
        let columns = [&row["program"], &figure, &row["machine"], &row["date"], &row["origin"]];
        table += &format!("| {} |\n", columns.map(String::as_str).join(" | "));
    }
    table
}

#[test]
fn figures_of_other_programs_are_those_of_the_file() {
    let all = rows();
    let mut page = fs::read_to_string(root().join(PAGE)).expect("the page").replace("\r\n", "\n");
    let mut stale = Vec::new();
    let mut count = 0;
    for task in &TASKS {
        let rows: Vec<&Row> = all.iter().filter(|row| row["task"] == task.name).collect();
        count += rows.len();
        let picture = format!("book/src/pictures/numbers-{}.svg", task.name);
        stale.extend(stale_file(&picture, &chart(task, &rows)));
        let mark = format!("<!-- numbers: {} -->\n\n", task.name);
        let start = page.find(&mark).expect("the page has a mark for each task") + mark.len();
        let end = start + page[start..].find("\n\n").expect("text follows the table") + 1;
        page.replace_range(start..end, &table(task, &rows));
    }
    assert_eq!(count, all.len(), "a row has an unknown task");
    stale.extend(stale_file(PAGE, &page));
    assert!(stale.is_empty(), "{}", stale.join("\n"));
}
