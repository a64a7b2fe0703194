//! `run.json`: the task, and the valid checkpoint.

use crate::names::{FileName, Numbered};
use crate::puzzle_text::{metric, position};
use loyd_enumerate::record::MAX_SAMPLES;
use loyd_enumerate::{EngineName, Request, RunRecord};
use loyd_search::puzzle::Puzzle;
use serde::{Deserialize, Serialize};

pub(super) const FORMAT: &str = "loyd run";
pub(super) const VERSION: u32 = 2;
/// The files of checkpoints: depth, and a number. Files that nothing refers to are removed.
pub(super) const CHECKPOINTS: Numbered = Numbered::new("level-", &[4, 1], ".ball");

/// The maximum number of states of a level that a request may keep.
const MAX_RETAINED: usize = 10_000_000;

/// The contents of `run.json`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Manifest {
    pub(super) format: String,
    pub(super) version: u32,
    pub(super) program: String,
    /// The family of the puzzle, such as `tiles`.
    pub(super) puzzle: String,
    /// The puzzle as results name it, such as `4x4`.
    pub(super) shape: String,
    pub(super) metric: String,
    /// The start, on one line.
    pub(super) start: String,
    pub(super) depth: Option<u32>,
    pub(super) engine: Option<String>,
    pub(super) antipodes: usize,
    pub(super) samples: usize,
    pub(super) checkpoint: Option<Pointer>,
    /// Bytes that the run was allowed when it began; absent in runs of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) memory: Option<u64>,
    /// The part of the run that is here, if several processes share it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) share: Option<ShareEntry>,
}

impl Manifest {
    pub(super) fn of<P: Puzzle>(request: &Request<P>, engine: Option<EngineName>) -> Self {
        Self {
            format: FORMAT.into(),
            version: VERSION,
            program: env!("CARGO_PKG_VERSION").into(),
            puzzle: P::NAME.into(),
            shape: P::shape(&request.start),
            metric: request.metric.to_string(),
            start: P::format(&request.start),
            depth: request.depth,
            engine: engine.map(|engine| engine.info().name.into()),
            antipodes: request.antipodes,
            samples: request.samples,
            checkpoint: None,
            memory: Some(request.memory),
            share: None,
        }
    }

    /// Returns whether the limits are possible and the engine exists.
    pub(super) fn is_plausible(&self) -> bool {
        self.samples <= MAX_SAMPLES
            && self.antipodes <= MAX_RETAINED
            && self.share.as_ref().is_none_or(|share| share.share().is_some())
            && self.engine.as_deref().is_none_or(|name| name.parse::<EngineName>().is_ok())
    }

    /// The record of the run before its first level, with states in this form.
    pub(super) fn record(&self, form: &str) -> RunRecord {
        RunRecord {
            puzzle: self.shape.clone(),
            metric: self.metric.clone(),
            start: self.start.clone(),
            form: form.to_owned(),
            ..RunRecord::default()
        }
    }

    pub(super) fn engine(&self) -> Option<EngineName> {
        self.engine.as_deref()?.parse().ok()
    }

    /// The task; `None` if it belongs to another puzzle, or names an unknown start or metric.
    pub(super) fn request<P: Puzzle>(&self) -> Option<Request<P>> {
        Some(Request {
            metric: metric::<P>(&self.metric)?,
            depth: self.depth,
            engine: self.engine(),
            antipodes: self.antipodes,
            samples: self.samples,
            ..Request::new(position::<P>(&self.puzzle, &self.shape, &self.start)?)
        })
    }
}

/// The part of a run that one of several processes stores in its folder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share {
    /// The number of the run: the same in all folders.
    pub run: u64,
    /// The number of processes.
    pub processes: usize,
    /// The number of the process, from 0.
    pub process: usize,
}

/// The serialized form of a [`Share`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct ShareEntry {
    /// Hexadecimal.
    run: String,
    processes: usize,
    process: usize,
}

impl ShareEntry {
    pub(super) fn of(share: &Share) -> Self {
        let Share { run, processes, process } = *share;
        ShareEntry { run: format!("{run:016x}"), processes, process }
    }

    /// The share; `None` if it is impossible.
    pub(super) fn share(&self) -> Option<Share> {
        let ShareEntry { processes, process, .. } = *self;
        let run = u64::from_str_radix(&self.run, 16).ok()?;
        (process < processes).then_some(Share { run, processes, process })
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Pointer {
    pub(super) file: String,
    pub(super) depth: u32,
    pub(super) bytes: u64,
    pub(super) hash: String,
}

impl Pointer {
    /// Returns the name of the file, if it is that of a checkpoint.
    pub(super) fn name(&self) -> Option<FileName> {
        CHECKPOINTS.parse(&self.file)
    }
}
