//! The whole comparison as one table: a row for each algorithm with each heuristic.

use super::findings::Findings;
use super::measures::{Measure, measure, seconds};
use super::speed;
use super::statistics::Statistics;
use loyd_report::document::{Field, Section, Table};
use loyd_report::numbers::grouped;

/// A table of all searches, with a sentence where its rows are not of the same boards.
pub fn summary(findings: &Findings<'_>) -> Section {
    let experiment = findings.experiment;
    let several = experiment.groups.len() > 1;
    let repeated = experiment.repeats > 1;
    let boards = format!("{}s", findings.experiment.noun());
    let mut columns = vec!["algorithm", "heuristic", "#solved", "#expanded", "#time"];
    if several {
        columns.insert(0, &boards);
    }
    if repeated {
        columns.push("#MAD");
    }
    let shows_cpu = findings.experiment.cells.iter().enumerate().any(|(cell, _)| {
        let mean = |name: &str| Some(findings.statistics(cell, measure(name)?, &|_| true)?.mean);
        mean("CPU").zip(mean("time")).is_some_and(|(cpu, time)| times_differ(cpu, time))
    });
    if shows_cpu {
        columns.push("#CPU");
    }
    columns.extend(["#length", "#ratio"]);
    let mut table = Table::new(format!("Means over the {boards} that each solved"), &columns);
    for (index, cell) in experiment.cells.iter().enumerate() {
        let group = &experiment.groups[cell.group];
        let mut row = if several { vec![Field::words(&group.name)] } else { Vec::new() };
        row.extend(cell.fields());
        let solved = findings.solved(index).count();
        let of = group.boards.len() as u64;
        row.push(Field {
            text: format!("{} of {}", grouped(solved as u64), grouped(of)),
            value: Some(solved as f64),
        });
        let mean = |name: &str| {
            let Measure { shown, .. } = measure(name)?;
            let mean = findings.statistics(index, measure(name)?, &|_| true)?.mean;
            Some(Field::number(Some(mean), shown))
        };
        let field =
            |name: &str| mean(name).unwrap_or_else(|| Field::number(None, |_| String::new()));
        row.extend([field("expanded"), field("time")]);
        if repeated {
            let times = Statistics::of(findings.passes(index, &|_| true));
            row.push(Field::number(times.map(|times| times.median_deviation), seconds));
        }
        if shows_cpu {
            row.push(field("CPU"));
        }
        row.extend([field("length"), field("ratio")]);
        table.rows.push(row);
    }
    let mut section = Section::new("Summary");
    section.parts.push(loyd_report::document::Part::Table(table));
    if !(0..experiment.groups.len()).all(|group| findings.all_solved(group)) {
        section.say(format!(
            "Not all solved all {boards}: each row is over the {boards} that it solved, so that rows \
             with fewer of them are over easier ones."
        ));
    }
    if shows_cpu {
        section.say(
            "CPU: the processor time of a search. It differs from the time where other programs used \
             the processor, or several threads searched.",
        );
    }
    if repeated {
        section.say(format!(
            "time: the median of the {} runs of each {}, then the mean over the {boards}. MAD: the \
             median absolute deviation of the mean times of the runs from their median.",
            experiment.repeats,
            findings.experiment.noun()
        ));
    }
    let speeds: Vec<String> =
        (0..experiment.groups.len()).flat_map(|group| speed::sentences(findings, group)).collect();
    if !speeds.is_empty() {
        section.parts.push(loyd_report::document::Part::List(speeds));
        section.say(speed::EXPLANATION);
    }
    section
}

/// True if the processor time of searches and their wall time differ by more than a tenth and a
/// millisecond, below which the clock of the processor is too coarse.
fn times_differ(cpu: f64, time: f64) -> bool {
    (cpu - time).abs() > (time * 0.1).max(0.001)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processor_time_is_shown_where_it_differs() {
        assert!(times_differ(1.0, 1.2) && times_differ(2.0, 1.0));
        assert!(!times_differ(1.0, 1.05) && !times_differ(0.0, 0.0005));
    }
}
