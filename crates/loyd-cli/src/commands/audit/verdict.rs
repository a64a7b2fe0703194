//! The verdict of an audit on a heuristic, and its fields.

use crate::exit::Exit;
use crate::family::Family;
use crate::level_audit::LevelFindings;
use loyd_report::record::Record;
use loyd_search::audit::{Findings, Thoroughness};
use loyd_search::observe::StopCause;
use loyd_search::puzzle::Puzzle;
use loyd_search::solver::{FullAudit, Plan};
use loyd_search::space::Properties;
use serde_json::{Map, Value, json};

/// The findings on a heuristic, and its promises.
pub(crate) struct Verdict<P: Puzzle> {
    pub(crate) heuristic: String,
    pub(crate) goal: P::Position,
    pub(crate) metric: P::Metric,
    /// The properties that the heuristic declares.
    pub(crate) promises: Properties,
    pub(crate) findings: Findings<P::Position, P::Move>,
    /// The largest distance, if every state was compared.
    pub(crate) radius: Option<u32>,
    /// A shortest solution of the worst overestimate, if one was found.
    pub(crate) evidence: Option<Vec<P::Move>>,
    /// The states that a stopped audit has not compared.
    pub(crate) stopped: Option<Stopped>,
    /// Positions of a sample: solved, and left out because they took too long.
    pub(crate) boards: Option<(u64, u64)>,
    pub(crate) branching: Option<Branching>,
    pub(crate) seconds: f64,
}

/// The distance that an audit reached before it was stopped.
#[derive(Clone, Copy)]
pub(crate) struct Stopped {
    pub(crate) cause: StopCause,
    /// States of the space.
    pub(crate) of: u64,
}

/// The effective branching factor as it was measured.
pub(crate) struct Branching {
    /// The mean over the positions solved.
    pub(crate) factor: f64,
    /// Positions solved within the limits.
    pub(crate) solved: u64,
    /// Positions tried.
    pub(crate) tried: u64,
}

/// The status of a property.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PropertyStatus {
    /// It holds for every state.
    Proved,
    /// There is a counterexample.
    Refuted,
    /// The sample has no counterexample.
    NotRefuted,
}

impl PropertyStatus {
    /// Returns the word for JSON and CSV.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Proved => "proved",
            Self::Refuted => "refuted",
            Self::NotRefuted => "not refuted",
        }
    }
}

impl<P: Family> Verdict<P> {
    /// Of every state.
    pub(super) fn full(plan: &Plan<P>, audit: FullAudit<P>) -> Self {
        Self {
            radius: Some(audit.radius),
            evidence: audit.evidence,
            ..Self::of(plan, audit.findings)
        }
    }

    /// Of every state, or of those compared before the audit was stopped.
    pub(super) fn levels(
        plan: &Plan<P>,
        audited: LevelFindings<P>,
        of: u64,
        evidence: Option<Vec<P::Move>>,
    ) -> Self {
        let LevelFindings { findings, distance, stopped } = audited;
        Self {
            radius: stopped.is_none().then_some(distance),
            stopped: stopped.map(|cause| Stopped { cause, of }),
            evidence,
            ..Self::of(plan, findings)
        }
    }

    pub(super) fn sample(
        plan: &Plan<P>,
        findings: Findings<P::Position, P::Move>,
        solved: u64,
        left_out: u64,
    ) -> Self {
        Self { boards: Some((solved, left_out)), ..Self::of(plan, findings) }
    }

    fn of(plan: &Plan<P>, findings: Findings<P::Position, P::Move>) -> Self {
        Self {
            heuristic: plan.heuristic.to_string(),
            goal: plan.goal.clone(),
            metric: plan.metric,
            promises: P::properties(&plan.heuristic, plan.metric),
            findings,
            radius: None,
            evidence: None,
            stopped: None,
            boards: None,
            branching: None,
            seconds: 0.0,
        }
    }

    fn status(&self, holds: bool) -> PropertyStatus {
        match (holds, self.findings.thoroughness) {
            (false, _) => PropertyStatus::Refuted,
            (true, Thoroughness::EveryState) => PropertyStatus::Proved,
            (true, Thoroughness::Sample | Thoroughness::UpTo(_)) => PropertyStatus::NotRefuted,
        }
    }

    /// True if it is admissible.
    pub(crate) fn admissible(&self) -> PropertyStatus {
        self.status(self.findings.admissible())
    }

    /// True if it is consistent.
    pub(crate) fn consistent(&self) -> PropertyStatus {
        self.status(self.findings.consistent())
    }

    /// A heuristic that is not admissible fails, and one that breaks a promise.
    pub(crate) fn exit(&self) -> Exit {
        let broken = self.promises.consistent && self.consistent() == PropertyStatus::Refuted;
        match self.boards {
            _ if self.admissible() == PropertyStatus::Refuted || broken => Exit::Failed,
            _ if self.stopped.is_some() => Exit::Stopped,
            Some((_, left_out)) if left_out > 0 => Exit::Stopped,
            _ => Exit::Done,
        }
    }

    /// Returns the fields of a record.
    pub(crate) fn record(&self) -> Record {
        let findings = &self.findings;
        let joint = &findings.joint;
        let (distance, estimate, error) = (joint.distance(), joint.estimate(), joint.error());
        let rounded = |value: f64| (value * 1e6).round() / 1e6;
        let mut record = Record::new();
        record.push("heuristic", self.heuristic.clone());
        record.push("puzzle", P::shape(&self.goal));
        if let Some((width, height)) = P::size(&self.goal) {
            record.push("width", width);
            record.push("height", height);
        }
        record.push("goal", P::goal_name(&self.goal));
        record.push("metric", self.metric.to_string());
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
        record.push("admissible", self.admissible().name());
        record.push("promised_admissible", self.promises.admissible);
        record.push("overestimates", findings.overestimates);
        record.push("consistent", self.consistent().name());
        record.push("promised_consistent", self.promises.consistent);
        record.push("inconsistencies", findings.inconsistencies);
        record.push("radius", self.radius);
        if let Thoroughness::UpTo(distance) = findings.thoroughness {
            record.note("complete_to_distance", distance);
            record.note("stopped_by", self.stopped.map(|stopped| stopped.cause.describe()));
        }
        record.push("mean_distance", rounded(distance.mean));
        record.push("mean_estimate", rounded(estimate.mean));
        record.push("mean_error", rounded(error.mean));
        record.push("error_deviation", rounded(error.deviation));
        record.push("least_error", error.min);
        record.push("largest_error", error.max);
        record.push("exact_share", rounded(joint.exact()));
        record.push("correlation", joint.correlation().map(rounded));
        record.push("branching_factor", self.branching.as_ref().map(|b| rounded(b.factor)));
        record.push("branching_boards", self.branching.as_ref().map(|b| b.solved));
        record.push("seconds", rounded(self.seconds));
        let errors = joint.errors().into_iter();
        record.note("errors", errors.map(|(error, n)| json!([error, n])).collect::<Vec<_>>());
        let pairs = joint.pairs();
        record.note("pairs", pairs.map(|(d, h, n)| json!([d, h, n])).collect::<Vec<_>>());
        record.note("overestimate", self.overestimate());
        record.note("inconsistency", self.inconsistency());
        record
    }

    fn overestimate(&self) -> Value {
        self.findings.worst.as_ref().map_or(Value::Null, |worst| {
            let moves = self.evidence.as_ref().map(|path| P::format_moves(path));
            let more = [
                ("estimate", worst.estimate.into()),
                ("distance", worst.distance.into()),
                ("moves", moves.into()),
            ];
            example::<P>(&worst.state, more)
        })
    }

    fn inconsistency(&self) -> Value {
        self.findings.steepest.as_ref().map_or(Value::Null, |steepest| {
            let more = [
                ("move", P::format_moves(&[steepest.mv]).into()),
                ("before", steepest.before.into()),
                ("after", steepest.after.into()),
            ];
            example::<P>(&steepest.state, more)
        })
    }
}

/// A counterexample: the position in its column, and its values.
fn example<P: Puzzle>(position: &P::Position, more: [(&str, Value); 3]) -> Value {
    let mut object = Map::new();
    object.insert(P::FIELDS[0].to_owned(), P::format(position).into());
    object.extend(more.map(|(name, value)| (name.to_owned(), value)));
    Value::Object(object)
}
