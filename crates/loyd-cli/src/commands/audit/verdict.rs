//! What an audit says of a heuristic, and as which fields.

use crate::exit::Exit;
use crate::record::Record;
use loyd::audit::{Findings, Thoroughness};
use loyd::observe::StopCause;
use loyd::space::Properties;
use loyd_enumerate::tiles::audit::Audited;
use loyd_tiles::solver::{FullAudit, Plan};
use loyd_tiles::{MetricName, Position, Slide, format_moves};
use serde_json::{Value, json};

/// The findings on a heuristic, and what it promised.
pub(crate) struct Verdict {
    pub(crate) heuristic: String,
    pub(crate) goal: Position,
    pub(crate) metric: MetricName,
    /// What the heuristic promises of itself.
    pub(crate) promises: Properties,
    pub(crate) findings: Findings<Position, Slide>,
    /// The largest distance there is, if every state was looked at.
    pub(crate) radius: Option<u32>,
    /// A shortest solution of the worst overestimate, if it is known.
    pub(crate) evidence: Option<Vec<Slide>>,
    /// The states that a stopped audit has not looked at.
    pub(crate) stopped: Option<Stopped>,
    /// Boards of a sample: solved, and left out because they took too long.
    pub(crate) boards: Option<(u64, u64)>,
    pub(crate) branching: Option<Branching>,
    pub(crate) seconds: f64,
}

/// The distance that an audit reached before it was stopped.
#[derive(Clone, Copy)]
pub(crate) struct Stopped {
    /// The cause of the stop.
    pub(crate) cause: StopCause,
    /// States there are.
    pub(crate) of: u64,
}

/// The effective branching factor as it was measured.
pub(crate) struct Branching {
    /// The mean over the boards solved.
    pub(crate) factor: f64,
    /// Boards solved within the limits.
    pub(crate) solved: u64,
    /// Boards tried.
    pub(crate) tried: u64,
}

/// What is known of a property.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Known {
    /// It holds for every state.
    Proved,
    /// There is a counterexample.
    Refuted,
    /// No counterexample was met.
    NotRefuted,
}

impl Known {
    /// As a word of JSON and CSV.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Proved => "proved",
            Self::Refuted => "refuted",
            Self::NotRefuted => "not refuted",
        }
    }
}

impl Verdict {
    /// Of every state.
    pub(super) fn full(plan: &Plan, audit: FullAudit) -> Self {
        Self {
            radius: Some(audit.radius),
            evidence: audit.evidence,
            ..Self::of(plan, audit.findings)
        }
    }

    /// Of every state there is, or of those looked at before it was stopped.
    pub(super) fn levels(
        plan: &Plan,
        audited: Audited,
        of: u64,
        evidence: Option<Vec<Slide>>,
    ) -> Self {
        let Audited { findings, distance, stopped } = audited;
        Self {
            radius: stopped.is_none().then_some(distance),
            stopped: stopped.map(|cause| Stopped { cause, of }),
            evidence,
            ..Self::of(plan, findings)
        }
    }

    /// Of a sample.
    pub(super) fn sample(
        plan: &Plan,
        findings: Findings<Position, Slide>,
        solved: u64,
        left_out: u64,
    ) -> Self {
        Self { boards: Some((solved, left_out)), ..Self::of(plan, findings) }
    }

    fn of(plan: &Plan, findings: Findings<Position, Slide>) -> Self {
        Self {
            heuristic: plan.heuristic.to_string(),
            goal: plan.goal.clone(),
            metric: plan.metric,
            promises: plan.heuristic.properties(plan.metric),
            findings,
            radius: None,
            evidence: None,
            stopped: None,
            boards: None,
            branching: None,
            seconds: 0.0,
        }
    }

    fn known(&self, holds: bool) -> Known {
        match (holds, self.findings.thoroughness) {
            (false, _) => Known::Refuted,
            (true, Thoroughness::EveryState) => Known::Proved,
            (true, Thoroughness::Sample | Thoroughness::UpTo(_)) => Known::NotRefuted,
        }
    }

    /// Whether it is admissible.
    pub(crate) fn admissible(&self) -> Known {
        self.known(self.findings.admissible())
    }

    /// Whether it is consistent.
    pub(crate) fn consistent(&self) -> Known {
        self.known(self.findings.consistent())
    }

    /// A heuristic that is not admissible fails, and one that breaks a promise.
    pub(crate) fn exit(&self) -> Exit {
        let broken = self.promises.consistent && self.consistent() == Known::Refuted;
        match self.boards {
            _ if self.admissible() == Known::Refuted || broken => Exit::Failed,
            _ if self.stopped.is_some() => Exit::Stopped,
            Some((_, left_out)) if left_out > 0 => Exit::Stopped,
            _ => Exit::Done,
        }
    }

    /// As fields.
    pub(crate) fn record(&self, goal: &str) -> Record {
        let findings = &self.findings;
        let joint = &findings.joint;
        let (distance, estimate, error) = (joint.distance(), joint.estimate(), joint.error());
        let rounded = |value: f64| (value * 1e6).round() / 1e6;
        let mut record = Record::new();
        record.push("heuristic", self.heuristic.clone());
        record.push("width", self.goal.size().width());
        record.push("height", self.goal.size().height());
        record.push("goal", goal);
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
        record.push("least_error", error.least);
        record.push("largest_error", error.most);
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
            json!({
                "tiles": worst.state.to_line(),
                "estimate": worst.estimate,
                "distance": worst.distance,
                "moves": self.evidence.as_ref().map(|path| format_moves(path)),
            })
        })
    }

    fn inconsistency(&self) -> Value {
        self.findings.steepest.as_ref().map_or(Value::Null, |steepest| {
            json!({
                "tiles": steepest.state.to_line(),
                "move": format_moves(&[steepest.mv]),
                "before": steepest.before,
                "after": steepest.after,
            })
        })
    }
}
