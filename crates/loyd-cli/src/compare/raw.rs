//! The results for other programs: a row of CSV or an object of JSON a run, and a JSON document.

use super::document::{Document, Part, Table};
use super::findings::Findings;
use super::measures::MEASURES;
use super::plan::Experiment;
use super::result::RunResult;
use crate::record::Record;
use crate::render::csv;
use serde_json::{Map, Value, json};
use std::fmt::Write;

/// A run as fields; `optimal` is the shortest length, if it is known by now.
pub(crate) fn record(experiment: &Experiment, run: &RunResult, optimal: Option<u32>) -> Record {
    let cell = &experiment.cells[run.cell];
    let group = &experiment.groups[cell.group];
    let board = &group.boards[run.board];
    let ratio = MEASURES.iter().find(|measure| measure.name == "ratio");
    let mut record = Record::new();
    record.push("boards", group.name.clone());
    record.push("id", board.id.clone());
    record.push("width", group.size.width());
    record.push("height", group.size.height());
    record.push("goal", board.goal.to_line());
    record.push("tiles", board.start.to_line());
    record.push("metric", experiment.metric.name());
    record.push("algorithm", cell.algorithm.to_string());
    record.push("heuristic", cell.heuristic.as_ref().map(ToString::to_string));
    record.push("ending", run.ending.name());
    record.push("length", run.length);
    record.push("proven", run.proven);
    record.push("lower_bound", run.lower_bound);
    record.push("optimal_length", optimal);
    record.push("ratio", ratio.and_then(|ratio| (ratio.of)(run, optimal)));
    record.push("estimate", run.estimate);
    record.push("expanded", run.expanded);
    record.push("generated", run.generated);
    record.push("inserted", run.inserted);
    record.push("reopened", run.reopened);
    record.push("max_open", run.max_open);
    record.push("max_closed", run.max_closed);
    record.push("bytes", run.bytes);
    let exact = |seconds: f64| (seconds * 1e9).round() / 1e9;
    record.push("seconds", exact(run.seconds));
    record.push("cpu_seconds", run.cpu_seconds.map(exact));
    record.push("moves", run.moves.clone());
    record.push("message", run.message.clone());
    record
}

/// A run as an object.
pub(crate) fn object(record: &Record) -> Map<String, Value> {
    record.fields().iter().cloned().collect()
}

/// Comments that say what it is, a header, a row a run.
pub(crate) fn csv(document: &Document, findings: &Findings<'_>) -> String {
    let mut text = comments(document);
    for (index, run) in findings.results.iter().enumerate() {
        let record = record(findings.experiment, run, findings.optimal(run));
        if index == 0 {
            text += &csv::header(&record);
        }
        text += &csv::row(&record);
    }
    text
}

/// What a document begins with, as lines that readers of CSV skip.
pub(crate) fn comments(document: &Document) -> String {
    let mut text = String::new();
    for (name, what) in &document.facts {
        let _ = writeln!(text, "# {name}: {}", what.replace('\n', " "));
    }
    for alarm in &document.alarms {
        let _ = writeln!(text, "# ERROR: {}", alarm.replace('\n', " "));
    }
    text
}

/// What a document begins with.
pub(crate) fn head(document: &Document) -> Map<String, Value> {
    let mut head = Map::new();
    head.insert("title".into(), document.title.clone().into());
    for (name, what) in &document.facts {
        let name = name.replace(' ', "_");
        // Boards come several times.
        match head.get_mut(&name) {
            Some(Value::Array(list)) => list.push(what.clone().into()),
            Some(other) => *other = json!([other.clone(), what]),
            None => {
                head.insert(name, what.clone().into());
            }
        }
    }
    head
}

/// One object with everything: what was done, what does not hold, all tables, all runs.
pub(crate) fn json(document: &Document, runs: Vec<Value>) -> String {
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
    all.insert("runs".into(), runs.into());
    serde_json::to_string_pretty(&all).unwrap_or_default() + "\n"
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
