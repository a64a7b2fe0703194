//! The exit code of an audit, and its fields.

use crate::exit::Exit;
use crate::registry::texts;
use loyd::audit::{AuditResult, PropertyStatus};
use loyd::erased::AnyTask;
use loyd_report::record::Record;
use loyd_search::audit::Thoroughness;
use serde_json::{Map, Value, json};

/// Returns the word for JSON and CSV.
fn name(status: PropertyStatus) -> &'static str {
    match status {
        PropertyStatus::Proved => "proved",
        PropertyStatus::Refuted => "refuted",
        PropertyStatus::NotRefuted => "not refuted",
    }
}

/// A heuristic that is not admissible fails, and one that breaks a promise.
pub(super) fn exit(audit: &AuditResult) -> Exit {
    let broken = audit.promises.consistent && audit.consistent() == PropertyStatus::Refuted;
    match audit.boards {
        _ if audit.admissible() == PropertyStatus::Refuted || broken => Exit::Failed,
        _ if audit.stopped.is_some() => Exit::Stopped,
        Some((_, left_out)) if left_out > 0 => Exit::Stopped,
        _ => Exit::Done,
    }
}

/// Returns the fields of a record.
pub(super) fn record(audit: &AuditResult) -> Record {
    let findings = &audit.findings;
    let joint = &findings.joint;
    let (distance, estimate, error) = (joint.distance(), joint.estimate(), joint.error());
    let rounded = |value: f64| (value * 1e6).round() / 1e6;
    let mut record = Record::new();
    record.push("heuristic", audit.heuristic.clone());
    record.push("puzzle", audit.goal.shape());
    let sides = texts(audit.goal.puzzle()).sides(Some(&audit.goal.shape()), None);
    if let Some((width, height)) = sides {
        record.push("width", width);
        record.push("height", height);
    }
    record.push("goal", audit.goal.goal_name());
    record.push("metric", audit.metric.name.as_str());
    record.push(
        "thoroughness",
        match findings.thoroughness {
            Thoroughness::EveryState => "every state",
            Thoroughness::UpTo(_) => "every state up to a distance",
            Thoroughness::Sample => "sample",
        },
    );
    record.push("states", findings.states);
    record.push("moves", findings.moves);
    record.push("admissible", name(audit.admissible()));
    record.push("promised_admissible", audit.promises.admissible);
    record.push("overestimates", findings.overestimates);
    record.push("consistent", name(audit.consistent()));
    record.push("promised_consistent", audit.promises.consistent);
    record.push("inconsistencies", findings.inconsistencies);
    record.push("radius", audit.radius);
    if let Thoroughness::UpTo(distance) = findings.thoroughness {
        record.note("complete_to_distance", distance);
        record.note("stopped_by", audit.stopped.map(|(cause, _)| cause.describe()));
    }
    record.push("mean_distance", rounded(distance.mean));
    record.push("mean_estimate", rounded(estimate.mean));
    record.push("mean_error", rounded(error.mean));
    record.push("error_deviation", rounded(error.deviation));
    record.push("least_error", error.min);
    record.push("largest_error", error.max);
    record.push("exact_share", rounded(joint.exact()));
    record.push("correlation", joint.correlation().map(rounded));
    record.push("branching_factor", audit.branching.as_ref().map(|b| rounded(b.factor)));
    record.push("branching_boards", audit.branching.as_ref().map(|b| b.solved));
    record.push("seconds", rounded(audit.seconds));
    let errors = joint.errors().into_iter();
    record.note("errors", errors.map(|(error, n)| json!([error, n])).collect::<Vec<_>>());
    let pairs = joint.pairs();
    record.note("pairs", pairs.map(|(d, h, n)| json!([d, h, n])).collect::<Vec<_>>());
    record.note("overestimate", overestimate(audit));
    record.note("inconsistency", inconsistency(audit));
    record
}

fn overestimate(audit: &AuditResult) -> Value {
    audit.findings.worst.as_ref().map_or(Value::Null, |worst| {
        let more = [
            ("estimate", worst.estimate.into()),
            ("distance", worst.distance.into()),
            ("moves", audit.evidence.clone().into()),
        ];
        example(&*audit.goal, &worst.state, more)
    })
}

fn inconsistency(audit: &AuditResult) -> Value {
    audit.findings.steepest.as_ref().map_or(Value::Null, |steepest| {
        let more = [
            ("move", steepest.mv.clone().into()),
            ("before", steepest.before.into()),
            ("after", steepest.after.into()),
        ];
        example(&*audit.goal, &steepest.state, more)
    })
}

/// A counterexample: the position in its column, and its values.
fn example(goal: &dyn AnyTask, position: &str, more: [(&str, Value); 3]) -> Value {
    let mut object = Map::new();
    object.insert(goal.puzzle().puzzle().facts().fields[0].to_owned(), position.into());
    object.extend(more.map(|(name, value)| (name.to_owned(), value)));
    Value::Object(object)
}
