//! The subject, the machine and the date of a comparison: the head of every report.

use super::date;
use super::findings::Findings;
use crate::environment::Environment;
use crate::plan::Experiment;
use loyd_report::document::Document;
use loyd_report::numbers::{bytes, duration, grouped, plural};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// Names with their contents, in the order of a report.
pub(crate) type Facts = Vec<(String, String)>;

/// The command that repeats the comparison, and the conditions that its times depend on.
pub(crate) fn facts(findings: &Findings<'_>, environment: &dyn Environment) -> Facts {
    let experiment = findings.experiment;
    let mut facts = program(environment);
    for group in &experiment.groups {
        let what = format!("{}: {}", group.name, group.origin);
        facts.push((format!("{}s", findings.experiment.noun()), what));
    }
    facts.push(("metric".to_owned(), experiment.rules.metric.name.clone()));
    let limits = experiment.limits;
    let mut spent = vec![format!("{} for lists", bytes(limits.memory))];
    spent.extend(limits.time.map(|time| duration(time.as_secs_f64())));
    spent.extend(limits.nodes.map(|nodes| format!("{} expanded states", grouped(nodes))));
    facts.push(("limits of a run".to_owned(), spent.join(", ")));
    let at_once = match limits.at_once {
        1 => "one at a time, one thread each".to_owned(),
        several => format!(
            "{several} at a time, one thread each: times include what they take from each other, \
             and each has a {several}th of the memory"
        ),
    };
    facts.push(("runs".to_owned(), at_once));
    let repeats = match experiment.repeats {
        1 => "none: each search was run once".to_owned(),
        several => {
            format!(
                "{several} runs of each search; times of a {} are medians of them",
                findings.experiment.noun()
            )
        }
    };
    facts.push(("repeats".to_owned(), repeats));
    if experiment.warmup > 0 {
        let warmup = plural(experiment.warmup.into(), "run");
        facts.push(("warm-up".to_owned(), format!("{warmup} of each search, not measured")));
    }
    facts.push(("processor".to_owned(), processors(findings, environment)));
    facts.push(("date".to_owned(), dates(findings)));
    let finished = findings.every.len();
    if finished < experiment.runs() {
        let all = plural(experiment.runs() as u64, "run");
        facts.push(("done".to_owned(), format!("{} of {all}", grouped(finished as u64))));
    }
    facts
}

/// The program, and the command that repeats the work.
pub(crate) fn program(environment: &dyn Environment) -> Facts {
    let mut facts = vec![("loyd".to_owned(), env!("CARGO_PKG_VERSION").to_owned())];
    facts.extend(environment.command().map(|command| ("command".to_owned(), command.to_owned())));
    facts
}

/// The machine and the day, of uninterrupted work.
pub(crate) fn here_and_now(environment: &dyn Environment) -> Facts {
    vec![("processor".to_owned(), processor(environment)), ("date".to_owned(), date::today())]
}

fn processor(environment: &dyn Environment) -> String {
    let cores = plural(environment.cores() as u64, "core");
    format!("{}, {cores} for this process", environment.processor())
}

/// The processors of all runs: a comparison may be resumed on another machine.
fn processors(findings: &Findings<'_>, environment: &dyn Environment) -> String {
    let mut models: Vec<&str> = Vec::new();
    for run in findings.every {
        let model = if run.processor.is_empty() { "unknown" } else { &run.processor };
        if !models.contains(&model) {
            models.push(model);
        }
    }
    match models[..] {
        [] => processor(environment),
        [only] if only == environment.processor() => processor(environment),
        _ => models.join("; "),
    }
}

/// The first and the last day.
fn dates(findings: &Findings<'_>) -> String {
    let days: BTreeSet<&str> =
        findings.every.iter().map(|run| &run.date[..]).filter(|day| !day.is_empty()).collect();
    match (days.first(), days.last()) {
        (Some(first), Some(last)) if first != last => format!("{first} to {last}"),
        (Some(only), _) => (*only).to_owned(),
        _ => date::today(),
    }
}

/// The head of a comparison before its first run.
pub fn opening(
    title: &str,
    experiment: &Experiment,
    environment: &dyn Environment,
) -> Map<String, Value> {
    let facts = facts(&Findings::new(experiment, &[]), environment);
    let mut head = head(&Document { title: title.to_owned(), facts, ..Document::default() });
    head.shift_remove("done");
    head
}

/// The head of a report: its title and its facts; several facts of one name are a list.
pub(crate) fn head(document: &Document) -> Map<String, Value> {
    let mut head = Map::new();
    head.insert("title".into(), document.title.clone().into());
    for (name, what) in &document.facts {
        let name = name.replace(' ', "_");
        // A report may have several rows of boards.
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
