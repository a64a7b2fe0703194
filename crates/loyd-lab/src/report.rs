//! The results as a document: facts, a summary, a section for each group of boards, notes.

use super::charts;
use super::environment::Environment;
use super::facts::facts;
use super::findings::Findings;
use super::measures::{MEASURES, seconds};
use super::result::Ending;
use super::speed;
use super::statistics::Statistics;
use super::summary::summary;
use loyd_report::document::{Document, Field, Part, Section, Table};
use loyd_report::numbers::{grouped, plural};

/// The report of an experiment.
pub fn document(findings: &Findings<'_>, environment: &dyn Environment) -> Document {
    let experiment = findings.experiment;
    let mut document = Document {
        title: "Searches compared".to_owned(),
        facts: facts(findings, environment),
        alarms: findings.verdict.alarms.clone(),
        sections: vec![summary(findings)],
    };
    for group in 0..experiment.groups.len() {
        document.sections.push(section(findings, group));
    }
    document.sections.push(notes(findings));
    document
}

/// Tables and pictures of a group.
fn section(findings: &Findings<'_>, group: usize) -> Section {
    let of = &findings.experiment.groups[group];
    let (boards, noun) = (of.boards.len(), findings.experiment.noun());
    let mut section =
        Section::new(format!("{}: {}", of.name, plural(boards as u64, findings.experiment.noun())));
    section.parts.push(Part::Table(endings(findings, group)));
    let common = findings.solved_by_all(group);
    let all: &dyn Fn(usize) -> bool = &|_| true;
    section.parts.push(Part::Table(means(
        findings,
        group,
        "Means over what each solved".to_owned(),
        all,
    )));
    if findings.all_solved(group) {
        section.say(format!("All solved all {noun}s: the means are over the same {noun}s."));
    } else {
        section.say(format!(
            "Not every search solved every {noun}, so the means of the table above are over different \
             {noun}s. Those of the next table are over the same {noun}s."
        ));
        let caption = match common.len() {
            0 => format!("No {noun} was solved by every search"),
            some => format!("Means over the {} that all solved", plural(some as u64, noun)),
        };
        if common.is_empty() {
            section.say(format!("{caption}."));
        } else {
            let is_included = |board: usize| common.binary_search(&board).is_ok();
            section.parts.push(Part::Table(means(findings, group, caption, &is_included)));
        }
    }
    section.parts.extend(speed::table(findings, group).map(Part::Table));
    if findings.experiment.repeats > 1 {
        section.parts.push(Part::Table(repeats(findings, group)));
    }
    let charts = charts::of_group(findings, group).into_iter();
    section.parts.extend(charts.map(|chart| Part::Chart(Box::new(chart))));
    section.parts.push(Part::Table(distributions(findings, group)));
    section
}

/// The number of solved boards of each cell, and the reasons why the others were not solved.
fn endings(findings: &Findings<'_>, group: usize) -> Table {
    let met: Vec<Ending> = Ending::ALL
        .into_iter()
        .filter(|&ending| {
            ending == Ending::Solved
                || findings
                    .cells(group)
                    .any(|(cell, _)| findings.runs(cell).any(|run| run.ending == ending))
        })
        .collect();
    let heads: Vec<String> = met.iter().map(|ending| format!("#{}", ending.name())).collect();
    let mut columns = vec!["algorithm", "heuristic", "#runs"];
    columns.extend(heads.iter().map(String::as_str));
    columns.extend(["#proven", "#shortest"]);
    let mut table = Table::new("How the runs ended", &columns);
    for (index, cell) in findings.cells(group) {
        let number =
            |count: usize| Field::number(Some(count as f64), |count| grouped(count as u64));
        let mut row = cell.fields();
        row.push(number(findings.runs(index).count()));
        for &ending in &met {
            row.push(number(findings.runs(index).filter(|run| run.ending == ending).count()));
        }
        row.push(number(findings.solved(index).filter(|run| run.proven).count()));
        let has_optimum = findings.solved(index).any(|run| findings.optimal(run).is_some());
        let shortest = findings
            .solved(index)
            .filter(|run| run.length.is_some() && run.length == findings.optimal(run))
            .count();
        let shown = |count: f64| grouped(count as u64);
        row.push(Field::number(has_optimum.then_some(shortest as f64), shown));
        table.rows.push(row);
    }
    table
}

/// A row a cell, the means of all measures.
fn means(
    findings: &Findings<'_>,
    group: usize,
    caption: String,
    is_included: &dyn Fn(usize) -> bool,
) -> Table {
    let (heads, solved) = (heads(), format!("#{}s", findings.experiment.noun()));
    let mut columns = vec!["algorithm", "heuristic", &solved];
    columns.extend(heads.iter().map(String::as_str));
    let mut table = Table::new(caption, &columns);
    for (index, cell) in findings.cells(group) {
        let mut row = cell.fields();
        let boards = findings.solved(index).filter(|run| is_included(run.board)).count();
        row.push(Field::number(Some(boards as f64), |count| grouped(count as u64)));
        for measure in MEASURES {
            let mean =
                findings.statistics(index, measure, is_included).map(|statistics| statistics.mean);
            row.push(Field::number(mean, measure.shown));
        }
        table.rows.push(row);
    }
    table
}

fn heads() -> Vec<String> {
    MEASURES.iter().map(|measure| format!("#{}", measure.name)).collect()
}

/// Five rows a cell: mean, median, minimum, maximum, standard deviation.
fn distributions(findings: &Findings<'_>, group: usize) -> Table {
    type Pick = fn(&Statistics) -> Option<f64>;
    let rows: [(&str, Pick); 5] = [
        ("mean", |statistics| Some(statistics.mean)),
        ("median", |statistics| Some(statistics.median)),
        ("min", |statistics| Some(statistics.min)),
        ("max", |statistics| Some(statistics.max)),
        ("std dev", |statistics| statistics.deviation),
    ];
    let heads = heads();
    let mut columns = vec!["algorithm", "heuristic", "statistic"];
    columns.extend(heads.iter().map(String::as_str));
    let mut table = Table::new("Distributions over the boards that each search solved", &columns);
    for (index, cell) in findings.cells(group) {
        let all: &dyn Fn(usize) -> bool = &|_| true;
        let statistics = MEASURES.map(|measure| findings.statistics(index, measure, all));
        for (name, pick) in rows {
            let mut row = cell.fields();
            row.push(Field::words(name));
            for (measure, statistics) in MEASURES.iter().zip(&statistics) {
                row.push(Field::number(statistics.as_ref().and_then(pick), measure.shown));
            }
            table.rows.push(row);
        }
    }
    table
}

/// A row a cell: the time of a search in each of its runs.
fn repeats(findings: &Findings<'_>, group: usize) -> Table {
    type Pick = fn(Statistics) -> f64;
    let picks: [Pick; 4] = [|it| it.median, |it| it.median_deviation, |it| it.min, |it| it.max];
    let columns = ["algorithm", "heuristic", "#runs", "#median", "#MAD", "#fastest", "#slowest"];
    let mut table =
        Table::new("Mean time of a search in each run, over what was solved in all", &columns);
    for (index, cell) in findings.cells(group) {
        let passes = findings.passes(index, &|_| true);
        let times = Statistics::of(passes.iter().copied());
        let mut row = cell.fields();
        row.push(Field::number(Some(passes.len() as f64), |runs| grouped(runs as u64)));
        row.extend(picks.map(|pick| Field::number(times.map(pick), seconds)));
        table.rows.push(row);
    }
    table
}

fn notes(findings: &Findings<'_>) -> Section {
    let mut section = Section::new("Notes");
    let mut notes = findings.experiment.remarks.clone();
    notes.extend(findings.verdict.remarks.iter().map(|remark| {
        format!(
            "{remark}. The time limit decides how far such a search comes; its counts are those \
                 of one run."
        )
    }));
    notes.extend(
        [
            "expanded: states whose successors were generated. generated: successors generated, \
             the start included. inserted: states put on the open list, each state once. reopened: \
             states taken from the closed list again because a cheaper way to them was found. A \
             dash: the search keeps no lists.",
            "In the counters of Nayak & Huang, explored nodes are our expanded, and expanded nodes \
             are our inserted: states that were put in the frontier, each once.",
            "bytes: the most that open and closed lists held together; tables of heuristics are \
             not in it. time: the search alone, without building or loading tables.",
            "ratio: length to the shortest there is, where that is known: from any run of this \
             comparison that proved it, or as published. A dash: it is not known of every board of the \
             row.",
            "std dev: the standard deviation of a sample (n − 1). MAD: the median absolute deviation, \
             the median of the distances from the median. Runs that were stopped are in no mean.",
            "Every solution was replayed move by move before it was counted. Proven lengths were \
             compared with each other, with published ones and with the bounds of all other runs.",
        ]
        .map(str::to_owned),
    );
    section.parts.push(Part::List(notes));
    section
}
