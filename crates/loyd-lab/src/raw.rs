//! The results for other programs: a row of CSV or an object of JSON for each run, the meaning of the
//! columns, and a document in JSON.

use super::facts::head;
use super::findings::Findings;
use super::measures::measure;
use super::plan::Experiment;
use super::result::RunResult;
use loyd::PuzzleName;
use loyd_report::document::{Document, Part, Table, WIDTHS, html, markdown, text};
use loyd_report::format::csv;
use loyd_report::record::Record;
use loyd_report::scene::Scene;
use loyd_report::svg::svg;
use serde_json::{Map, Value, json};

/// A column: its name, and its contents.
pub type Column = (&'static str, &'static str);

/// The columns of a run before those of its position.
const BEFORE: [Column; 5] = [
    ("id", "the position in its group"),
    ("status", "solved, unsolvable or stopped, as in loyd solve"),
    ("stopped_by", "what stopped the run: nodes, time or memory"),
    ("boards", "the group of positions"),
    ("puzzle", "the puzzle, such as 4x4 or cube2"),
];

/// The columns of a run after those of its position.
const AFTER: [Column; 21] = [
    ("metric", "what counts as a move"),
    ("algorithm", "the algorithm with its parameters"),
    ("heuristic", "the heuristic; empty where the algorithm takes none"),
    ("repeat", "the number of the run among those of its search, from 1"),
    ("length", "moves of the solution; of a run that was stopped, of the best one so far"),
    ("proven", "true where no solution is shorter"),
    ("lower_bound", "no solution is shorter than this"),
    ("optimal_length", "the shortest length, where any run proved it or it is published"),
    ("ratio", "length to optimal_length"),
    ("estimate", "the heuristic's value of the start"),
    ("expanded", "states whose successors were generated"),
    ("generated", "successors generated, the start included"),
    ("inserted", "states put on the open list, each once; empty without lists"),
    ("reopened", "states taken from the closed list again; empty without lists"),
    ("max_open", "most states on the open list at once; empty without lists"),
    ("max_closed", "most states on the closed list at once; empty without lists"),
    ("bytes", "most bytes of both lists; empty without lists"),
    ("seconds", "time of the search alone"),
    ("cpu_seconds", "processor time of the search; measured if one run executes at a time"),
    ("moves", "the solution"),
    ("message", "the reason for a missing or wrong solution"),
];

/// The columns of a run. A value that does not apply is empty, in JSON `null`.
pub fn columns(puzzle: PuzzleName) -> Vec<Column> {
    let facts = puzzle.puzzle().facts();
    let all = BEFORE.iter().chain(facts.list_columns).chain(&AFTER).copied();
    all.map(|(name, what)| (name, if name == "moves" { facts.moves } else { what })).collect()
}

/// A run as fields; `optimal` is the shortest length, if it is proven already.
fn record(experiment: &Experiment, run: &RunResult, optimal: Option<u32>) -> Record {
    let cell = &experiment.cells[run.cell];
    let group = &experiment.groups[cell.group];
    let board = &group.boards[run.board];
    let exact = |seconds: f64| (seconds * 1e9).round() / 1e9;
    let counted = |count: u64| Value::from(run.has_lists().then_some(count));
    let before: [Value; BEFORE.len()] = [
        board.id.clone().into(),
        run.ending.status().name().into(),
        run.ending.stopped_by().into(),
        group.name.clone().into(),
        group.shape.clone().into(),
    ];
    let after: [Value; AFTER.len()] = [
        experiment.rules.metric.name.clone().into(),
        cell.algorithm.to_string().into(),
        cell.heuristic.clone().into(),
        run.repeat.into(),
        run.length.into(),
        run.proven.into(),
        run.lower_bound.into(),
        optimal.into(),
        measure("ratio").and_then(|ratio| (ratio.of)(run, optimal)).into(),
        run.estimate.into(),
        run.expanded.into(),
        run.generated.into(),
        counted(run.inserted),
        counted(run.reopened),
        counted(run.max_open),
        counted(run.max_closed),
        counted(run.bytes),
        exact(run.seconds).into(),
        run.cpu_seconds.map(exact).into(),
        run.moves.clone().into(),
        run.message.clone().into(),
    ];
    let mut record = Record::new();
    let position = board.task.list_fields(&board.task.goal());
    let before = BEFORE.iter().map(|(name, _)| *name).zip(before);
    let after = AFTER.iter().map(|(name, _)| *name).zip(after);
    for (name, value) in before.chain(position).chain(after) {
        record.push(name, value);
    }
    record
}

/// The data of a run that depend on all runs.
const LATE: [&str; 3] = ["optimal_length", "ratio", "estimate"];

/// A run as an object, before the end of the comparison.
pub fn early_object(experiment: &Experiment, run: &RunResult) -> Map<String, Value> {
    let record = record(experiment, run, None);
    let fields = record.fields().iter().filter(|(name, _)| !LATE.contains(&name.as_str()));
    fields.cloned().collect()
}

/// The form of a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Text for people.
    Text,
    /// The rows.
    Csv,
    /// The data about a CSV file that it cannot hold.
    Metadata,
    /// The tables and the rows.
    Json,
    /// The document.
    Markdown,
    /// The document with its charts.
    Html,
    /// The pictures of the times and the expanded states.
    Svg,
}

/// A document with its rows for other programs.
pub struct Report<'a> {
    /// The document for people.
    pub document: &'a Document,
    /// The meaning of the columns.
    pub columns: &'a [Column],
    /// The number of rows.
    pub rows: usize,
    /// A row by its index.
    pub row: &'a dyn Fn(usize) -> Record,
    /// The pictures.
    pub pictures: &'a dyn Fn() -> Scene,
}

impl Report<'_> {
    /// The report in a form.
    pub fn written(&self, form: Form) -> String {
        match form {
            Form::Text => text(self.document, *WIDTHS.end()),
            Form::Csv => self.csv(),
            Form::Metadata => metadata(self.document, self.columns),
            Form::Json => self.json(),
            Form::Markdown => markdown(self.document),
            Form::Html => html(self.document),
            Form::Svg => svg(&(self.pictures)()),
        }
    }

    /// A header and the rows.
    fn csv(&self) -> String {
        let mut names = Record::new();
        for (name, _) in self.columns {
            names.push(name, Value::Null);
        }
        let rows = (0..self.rows).map(|row| csv::row(&(self.row)(row)));
        std::iter::once(csv::header(&names)).chain(rows).collect()
    }

    /// One object with everything: the head, violated conditions, all tables, all rows.
    fn json(&self) -> String {
        let mut all = summary(self.document);
        let rows: Vec<Value> = (0..self.rows).map(|row| (self.row)(row).json()).collect();
        all.insert("runs".into(), rows.into());
        pretty(all)
    }
}

impl Findings<'_> {
    /// A run as fields.
    pub fn row(&self, run: usize) -> Record {
        let run = &self.every[run];
        record(self.experiment, run, self.optimal(run))
    }
}

/// The data that a CSV file cannot hold: the head of a document, violated conditions, the tables, and
/// the meaning of the columns.
fn metadata(document: &Document, columns: &[Column]) -> String {
    let mut all = summary(document);
    let columns = columns.iter().map(|&(name, what)| (name.to_owned(), what.into()));
    all.insert("columns".into(), Value::Object(columns.collect()));
    pretty(all)
}

fn pretty(object: Map<String, Value>) -> String {
    format!("{:#}\n", Value::Object(object))
}

/// The object of a report without its rows.
pub fn summary(document: &Document) -> Map<String, Value> {
    let mut all = head(document);
    all.insert("errors".into(), document.alarms.clone().into());
    let sections: Vec<Value> = document
        .sections
        .iter()
        .map(|section| {
            let words = section.parts.iter().flat_map(|part| match part {
                Part::Paragraph(words) => vec![words.clone()],
                Part::List(items) => items.clone(),
                Part::Table(_) | Part::Chart(_) => Vec::new(),
            });
            let tables = section.parts.iter().filter_map(|part| match part {
                Part::Table(table) => Some(of_table(table)),
                _ => None,
            });
            json!({
                "title": section.title,
                "text": words.collect::<Vec<_>>(),
                "tables": tables.collect::<Vec<_>>(),
            })
        })
        .collect();
    all.insert("sections".into(), sections.into());
    all
}

/// A table as a list of objects: numbers as numbers.
fn of_table(table: &Table) -> Value {
    let rows: Vec<Value> = table
        .rows
        .iter()
        .map(|row| {
            let fields = table.columns.iter().zip(row).map(|(column, field)| {
                let value = match field.value {
                    Some(value) if value.fract() == 0.0 && value.abs() < 9e15 => {
                        json!(value as i64)
                    }
                    Some(value) => json!(value),
                    None if column.numeric => Value::Null,
                    None => json!(field.text),
                };
                (column.name.replace(' ', "_"), value)
            });
            Value::Object(fields.collect())
        })
        .collect();
    json!({"caption": table.caption, "rows": rows})
}
