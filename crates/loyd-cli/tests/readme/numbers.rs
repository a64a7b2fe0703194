//! Figures of other programs beside loyd's: `docs/runs/numbers.csv` as tables and charts of `numbers.md`.
//!
//! The table of a task is between `<!-- numbers: TASK -->` and the next empty line.

use crate::bars::{Bar, bars};
use crate::{root, stale_file};
use loyd_report::numbers::{duration, scaled};
use loyd_report::palette::{BARS, MARKED};
use std::collections::BTreeMap;
use std::fs;

const PAGE: &str = "book/src/numbers.md";

/// A chart and a table of the page: name, title, text of a value.
struct Task(&'static str, &'static str, fn(f64) -> String);

const TASKS: [Task; 4] = [
    Task("enumeration", "Complete enumeration: elapsed time", duration),
    Task("cubes", "A random 3x3x3 cube, solved optimally: time of one core", duration),
    Task("databases", "The graph of the 8-puzzle in a database: elapsed time", duration),
    Task("nodes", "Five 24-puzzles, solved optimally: nodes", scaled),
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

fn chart(&Task(_, title, shown): &Task, rows: &[&Row]) -> String {
    let bar = |row: &&Row| Bar {
        name: row["program"].clone(),
        value: value(row),
        label: shown(value(row)),
        colour: if row["program"].contains("loyd") { BARS } else { MARKED },
    };
    let caption = "Blue: loyd. Orange: other programs, as published. From line to line ten times as much; \
                   the machines differ.";
    let bars_of_rows: Vec<Bar> = rows.iter().map(bar).collect();
    loyd_report::svg::svg(&bars(title, caption, &bars_of_rows))
}

fn table(&Task(_, _, shown): &Task, rows: &[&Row]) -> String {
    let head = "| program | figure | machine | date | command or source |\n|---|---|---|---|---|\n";
    let line = |row: &&Row| {
        let figure = shown(value(row));
        let columns = [&row["program"], &figure, &row["machine"], &row["date"], &row["origin"]];
        format!("| {} |\n", columns.map(String::as_str).join(" | "))
    };
    let lines: Vec<String> = rows.iter().map(line).collect();
    head.to_owned() + &lines.concat()
}

#[test]
fn figures_of_other_programs_are_those_of_the_file() {
    let all = rows();
    let mut page = fs::read_to_string(root().join(PAGE)).expect("the page").replace("\r\n", "\n");
    let mut stale = Vec::new();
    let mut count = 0;
    for task in &TASKS {
        let rows: Vec<&Row> = all.iter().filter(|row| row["task"] == task.0).collect();
        count += rows.len();
        let picture = format!("book/src/pictures/numbers-{}.svg", task.0);
        stale.extend(stale_file(&picture, &chart(task, &rows)));
        let mark = format!("<!-- numbers: {} -->\n\n", task.0);
        let start = page.find(&mark).expect("the page has a mark for each task") + mark.len();
        let end = start + page[start..].find("\n\n").expect("text follows the table") + 1;
        page.replace_range(start..end, &table(task, &rows));
    }
    assert_eq!(count, all.len(), "a row has an unknown task");
    stale.extend(stale_file(PAGE, &page));
    assert!(stale.is_empty(), "{}", stale.join("\n"));
}
