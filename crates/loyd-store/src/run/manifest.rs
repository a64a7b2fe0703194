//! `run.json`: what is counted, and which checkpoint is the valid one.

use crate::document;
use crate::names::{FileName, Numbered};
use crate::plausible::{MOST_KEPT, MOST_SAMPLES};
use loyd_enumerate::{EngineName, Request};
use loyd_tiles::parse_size;
use serde::{Deserialize, Serialize};

pub(super) const FORMAT: &str = "loyd run";
pub(super) const VERSION: u32 = 1;
/// The files of checkpoints: depth, and a number. A sweep removes those that nothing refers to.
pub(super) const CHECKPOINTS: Numbered = Numbered::new("level-", &[4, 1], ".ball");

/// What `run.json` says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Manifest {
    pub(super) format: String,
    pub(super) version: u32,
    pub(super) program: String,
    pub(super) puzzle: String,
    pub(super) metric: String,
    pub(super) start_cell: usize,
    pub(super) depth: Option<u32>,
    pub(super) engine: Option<String>,
    pub(super) antipodes: usize,
    pub(super) samples: usize,
    pub(super) checkpoint: Option<Pointer>,
}

impl Manifest {
    pub(super) fn of(request: &Request, engine: Option<EngineName>) -> Self {
        Self {
            format: FORMAT.into(),
            version: VERSION,
            program: env!("CARGO_PKG_VERSION").into(),
            puzzle: request.size.to_string(),
            metric: request.metric.name().into(),
            start_cell: request.start_cell,
            depth: request.depth,
            engine: engine.map(|engine| engine.info().name.into()),
            antipodes: request.antipodes,
            samples: request.samples,
            checkpoint: None,
        }
    }

    /// What is to be counted.
    pub(super) fn request(&self) -> Option<Request> {
        let engine = match &self.engine {
            Some(name) => Some(name.parse().ok()?),
            None => None,
        };
        let size = parse_size(&self.puzzle).ok()?;
        if self.samples > MOST_SAMPLES || self.antipodes > MOST_KEPT {
            return None;
        }
        Some(Request {
            metric: document::metric(&self.metric)?,
            start_cell: Some(self.start_cell).filter(|&cell| cell < size.cells())?,
            depth: self.depth,
            engine,
            antipodes: self.antipodes,
            samples: self.samples,
            ..Request::new(size)
        })
    }
}

/// The checkpoint that is valid.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Pointer {
    pub(super) file: String,
    pub(super) depth: u32,
    pub(super) bytes: u64,
    pub(super) hash: String,
}

impl Pointer {
    /// The name of the file, if it is one of a checkpoint.
    pub(super) fn name(&self) -> Option<FileName> {
        CHECKPOINTS.parse(&self.file)
    }
}
