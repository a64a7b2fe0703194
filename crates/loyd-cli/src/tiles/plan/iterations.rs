//! Expected iterations as a table, JSON or CSV.

use super::model::{Model, Row};
use crate::exit::Failure;
use crate::render::Reporter;
use crate::tiles::published::mean_length;
use loyd_report::numbers::{duration, grouped, scaled};
use loyd_report::record::Record;
use std::fmt::Write;

/// Writes the iterations of one board, which is searched by this many threads.
pub(super) fn report(
    model: &Model,
    id: &str,
    rows: &[Row],
    solved: Option<u32>,
    threads: usize,
    reporter: &mut Reporter,
) -> Result<(), Failure> {
    let listed = rows.iter().map(|row| {
        let mut record = Record::new();
        record.push("id", id);
        push_row(&mut record, row, model, threads);
        record
    });
    let record = || {
        let plan = model.solver.plan();
        let mut record = model.needs.record(plan);
        record.push("id", id);
        record.push("mean_heuristic", model.predictor.mean());
        record.push("mean_length", mean_length(plan.goal.size(), plan.goal.blank()));
        record.push("expanded_per_second", model.rate);
        record.push("threads", threads);
        record.push("solved_length", solved);
        let rows = rows.iter().map(|row| {
            let mut fields = Record::new();
            push_row(&mut fields, row, model, threads);
            fields.json()
        });
        record.note("iterations", rows.collect::<Vec<_>>());
        record
    };
    reporter.list(listed, record, || table(model, id, rows, solved, threads))
}

pub(super) fn push_row(record: &mut Record, row: &Row, model: &Model, threads: usize) {
    let rounded = |value: f64| value.round();
    record.push("bound", row.expected.bound);
    record.push("expected", rounded(row.expected.expanded));
    record.push("standard_error", rounded(row.expected.error));
    record.push("in_all", rounded(row.in_all));
    record.push("seconds", model.seconds(row.expected.expanded, threads));
    record.push("seconds_in_all", model.seconds(row.in_all, threads));
    record.push("measured", row.measured);
    record.push("typical", row.typical);
}

/// The iterations of a board for people.
pub(super) fn table(
    model: &Model,
    id: &str,
    rows: &[Row],
    solved: Option<u32>,
    threads: usize,
) -> String {
    let mut text = match solved {
        Some(length) => format!("\nboard {id}, solved while it was tried: {length} moves\n"),
        None => format!("\nboard {id}\n"),
    };
    text.push_str("   bound          expanded            in all          time\n");
    for row in rows {
        let expanded = match row.measured {
            Some(measured) => grouped(measured),
            None => format!("about {}", scaled(row.expected.expanded)),
        };
        let time = model.seconds(row.in_all, threads);
        let _ = writeln!(
            text,
            "{} {:>6}  {expanded:>16}  {:>16}  {:>12}",
            if row.typical { "*" } else { " " },
            row.expected.bound,
            scaled(row.in_all),
            time.map_or("-".into(), duration),
        );
    }
    text
}
