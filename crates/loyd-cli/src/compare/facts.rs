//! The subject, the machine and the date of a comparison: the head of every report.

use super::date;
use super::findings::Findings;
use crate::family::Family;
use crate::platform;
use loyd_report::numbers::{bytes, duration, grouped, plural};
use std::collections::BTreeSet;

/// Names and what they are, in the order of a report.
pub(crate) type Facts = Vec<(String, String)>;

/// The command that repeats the comparison, and the conditions that its times depend on.
pub(crate) fn facts<P: Family>(findings: &Findings<'_, P>) -> Facts {
    let experiment = findings.experiment;
    let mut facts = begun_by(findings.command);
    for group in &experiment.groups {
        let what = format!("{}: {}", group.name, group.origin);
        facts.push((format!("{}s", P::NOUN), what));
    }
    facts.push(("metric".to_owned(), experiment.metric.to_string()));
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
            format!("{several} runs of each search; times of a {} are medians of them", P::NOUN)
        }
    };
    facts.push(("repeats".to_owned(), repeats));
    facts.push(("processor".to_owned(), processors(findings)));
    facts.push(("date".to_owned(), dates(findings)));
    let done = findings.every.len();
    if done < experiment.runs() {
        let all = plural(experiment.runs() as u64, "run");
        facts.push(("done".to_owned(), format!("{} of {all}", grouped(done as u64))));
    }
    facts
}

/// The program and the command that does the same again.
pub(crate) fn begun_by(command: &str) -> Facts {
    vec![
        ("loyd".to_owned(), env!("CARGO_PKG_VERSION").to_owned()),
        ("command".to_owned(), command.to_owned()),
    ]
}

/// The machine and the day, of work that is done in one go.
pub(crate) fn here_and_now() -> Facts {
    vec![("processor".to_owned(), processor()), ("date".to_owned(), date::today())]
}

/// This machine's processor.
fn processor() -> String {
    let cores = platform::cores() as u64;
    format!("{}, {} for this process", platform::cpu_model(), plural(cores, "core"))
}

/// The values of all runs: a comparison may be continued elsewhere.
fn processors<P: Family>(findings: &Findings<'_, P>) -> String {
    let here = platform::cpu_model();
    let mut models: Vec<&str> = Vec::new();
    for run in findings.every {
        let model = if run.processor.is_empty() { "unknown" } else { &run.processor };
        if !models.contains(&model) {
            models.push(model);
        }
    }
    match models[..] {
        [] => processor(),
        [only] if only == here => processor(),
        _ => models.join("; "),
    }
}

/// The first and the last day.
fn dates<P: Family>(findings: &Findings<'_, P>) -> String {
    let days: BTreeSet<&str> =
        findings.every.iter().map(|run| &run.date[..]).filter(|day| !day.is_empty()).collect();
    match (days.first(), days.last()) {
        (Some(first), Some(last)) if first != last => format!("{first} to {last}"),
        (Some(only), _) => (*only).to_owned(),
        _ => date::today(),
    }
}
