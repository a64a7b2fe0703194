//! An audit in words and numbers.

use loyd::audit::{AuditResult, PropertyStatus};
use loyd_report::numbers::{count, duration, grouped, plural};
use loyd_search::audit::{Moments, Thoroughness};
use std::fmt::Write;

/// The whole report.
pub(crate) fn paragraphs(audit: &AuditResult) -> String {
    let mut text = format!("{}\n{}\n\n", heading(audit), extent(audit));
    text += &admissible(audit);
    text += &consistent(audit);
    text += &numbers(audit);
    text += &errors(audit);
    text
}

/// A position in a sentence.
fn noun(audit: &AuditResult) -> &'static str {
    audit.goal.puzzle().puzzle().facts().noun
}

fn heading(audit: &AuditResult) -> String {
    format!(
        "{} on {}, {}, to {}",
        audit.heuristic,
        audit.goal.shape(),
        audit.metric.title,
        audit.goal.goal(),
    )
}

fn extent(audit: &AuditResult) -> String {
    let findings = &audit.findings;
    let (states, moves) = (plural(findings.states, "state"), plural(findings.moves, "move"));
    let time = duration(audit.seconds);
    match (findings.thoroughness, audit.boards) {
        (Thoroughness::Sample, Some((solved, left_out))) => {
            let rest = match left_out {
                0 => String::new(),
                n => format!(
                    "; {} took longer than allowed: what follows is of the easier ones",
                    plural(n, noun(audit))
                ),
            };
            format!(
                "a sample: {states} on the shortest solutions of {}, {moves}, {time}{rest}",
                plural(solved, &format!("random {}", noun(audit))),
            )
        }
        (Thoroughness::UpTo(distance), _) => {
            let of = audit.stopped.map_or(0, |(_, of)| of);
            let cause = audit.stopped.map_or("a limit", |(cause, _)| cause.describe());
            format!(
                "stopped by {cause} after {states} of {}: all up to distance {distance}, and\nsome of \
                 the next; {moves} looked at, {time}",
                grouped(of),
            )
        }
        _ => format!("all {states} and {moves} looked at, {time}"),
    }
}

fn word(status: PropertyStatus, thoroughness: Thoroughness) -> &'static str {
    match status {
        PropertyStatus::NotRefuted if matches!(thoroughness, Thoroughness::UpTo(_)) => {
            "proved for the states looked at, not for all"
        }
        PropertyStatus::Proved => "yes, proved",
        PropertyStatus::Refuted => "NO",
        PropertyStatus::NotRefuted => "no counterexample met, which proves nothing",
    }
}

fn promised(promised: bool, status: PropertyStatus) -> &'static str {
    match (promised, status) {
        (true, PropertyStatus::Refuted) => " (promised: a bug in the heuristic)",
        (true, PropertyStatus::Proved) => " (as promised)",
        (true, PropertyStatus::NotRefuted) => " (promised)",
        (false, PropertyStatus::Refuted | PropertyStatus::NotRefuted) => " (not promised)",
        (false, PropertyStatus::Proved) => " (more than it promises)",
    }
}

fn admissible(audit: &AuditResult) -> String {
    let status = audit.admissible();
    let mut text = format!(
        "admissible  {}{}\n",
        word(status, audit.findings.thoroughness),
        promised(audit.promises.admissible, status)
    );
    if let Some(worst) = &audit.findings.worst {
        let _ = writeln!(
            text,
            "            {} too high; the worst says {} where the distance is {}:\n            {}",
            plural(audit.findings.overestimates, "estimate"),
            worst.estimate,
            worst.distance,
            worst.state,
        );
        if let Some(path) = audit.evidence.as_ref().filter(|path| !path.is_empty()) {
            let _ = writeln!(text, "            solved by {path}");
        }
    }
    text
}

fn consistent(audit: &AuditResult) -> String {
    let status = audit.consistent();
    let mut text = format!(
        "consistent  {}{}\n",
        word(status, audit.findings.thoroughness),
        promised(audit.promises.consistent, status)
    );
    if let Some(steepest) = &audit.findings.steepest {
        let _ = writeln!(
            text,
            "            {} of cost 1 lower it by more; the worst, {}, from {} to {}:\n            {}",
            plural(audit.findings.inconsistencies, "move"),
            steepest.mv,
            steepest.before,
            steepest.after,
            steepest.state,
        );
    }
    text
}

fn numbers(audit: &AuditResult) -> String {
    let joint = &audit.findings.joint;
    if joint.states() == 0 {
        return format!(
            "\nno {} was solved within the limits, so nothing was measured\n",
            noun(audit)
        );
    }
    let mut text = format!("\n{:<22}{:>9}{:>9}{:>7}{:>7}\n", "", "mean", "sd", "min", "max");
    let mut row = |name: &str, moments: Moments| {
        let Moments { mean, deviation, min, max } = moments;
        let _ = writeln!(text, "{name:<22}{mean:>9.3}{deviation:>9.3}{min:>7}{max:>7}");
    };
    row("distance", joint.distance());
    row("estimate", joint.estimate());
    row("distance - estimate", joint.error());
    let _ = writeln!(
        text,
        "\nexact for {:.3} % of the states; correlation with the distance {}",
        100.0 * joint.exact(),
        joint.correlation().map_or("undefined".into(), |r| format!("{r:.3}")),
    );
    match &audit.branching {
        Some(branching) => {
            let part = if branching.solved < branching.tried {
                format!(", of the {} positions solved within the limit", count(branching.solved))
            } else {
                String::new()
            };
            let _ = writeln!(
                text,
                "effective branching factor of A*: {:.3}, the mean of {}{part}",
                branching.factor,
                plural(branching.tried, &format!("random {}", noun(audit))),
            );
        }
        None => {
            let _ = writeln!(
                text,
                "effective branching factor of A*: not measured, no {} was solved",
                noun(audit)
            );
        }
    }
    text
}

/// States by error, with bars.
fn errors(audit: &AuditResult) -> String {
    const WIDTH: f64 = 40.0;
    let errors = audit.findings.joint.errors();
    let Some(&max_states) = errors.iter().map(|(_, states)| states).max() else {
        return String::new();
    };
    let wide = grouped(max_states).len().max(6);
    let mut text = format!("\n{:>5}  {:>wide$}\n", "error", "states");
    for (error, states) in errors {
        let bar = "█".repeat((states as f64 / max_states as f64 * WIDTH).round() as usize);
        let line = format!("{error:>5}  {:>wide$}  {bar}", grouped(states));
        text += line.trim_end();
        text.push('\n');
    }
    text
}
