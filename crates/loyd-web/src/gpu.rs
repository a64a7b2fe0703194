//! Enumerations whose levels the host makes, by WebGPU.
//!
//! ```text
//! gpu_program    begins a run: what to allocate, to compile and to dispatch, and the first step
//! gpu_levels     the words that a step left behind; answers with the levels and the next step,
//!                or with the result that `enumerate` has
//! ```
//!
//! A host has one such run at a time. It is kept here between the requests, since the states that a
//! level lists are read while it is the last one.

use crate::program_json::program_json;
use crate::request::{Fields, Refused, refuse};
use loyd_facade::{EnumerateResult, Error};
use loyd_gpu::Capacity;
use loyd_gpu::hosted::{HostedDevice, HostedRun, HostedStep};
use serde_json::{Value, json};
use std::sync::{Mutex, PoisonError};

/// The run of this host, if there is one.
#[derive(Default)]
pub(crate) struct HostedRuns(Mutex<Option<Begun>>);

/// A run, and the number of antipodes to list.
struct Begun {
    run: HostedRun,
    antipodes: usize,
}

impl HostedRuns {
    /// Begins a run, and ends the one before.
    pub(crate) fn program(&self, fields: &Fields<'_>) -> Result<Value, Refused> {
        if fields.puzzle()? != "tiles" {
            return Err(refuse("WebGPU counts sliding tiles only", "puzzle"));
        }
        let request = fields.enumerate()?;
        let device = device(&fields.object("adapter")?)?;
        let typed = request.of_puzzle().map_err(Refused::from)?;
        let run = HostedRun::new(&typed, &device).map_err(|why| Refused::from(Error::from(why)))?;
        let answer = json!({
            "program": program_json(run.program(), run.submission_bytes()),
            "levels": run.levels(),
            "next": next(&run),
        });
        self.keep(Some(Begun { run, antipodes: request.antipodes }));
        Ok(answer)
    }

    /// Adds the levels of a step. A run that contradicts itself is ended.
    pub(crate) fn levels(&self, fields: &Fields<'_>) -> Result<Value, Refused> {
        let (totals, lists) = (fields.words("totals")?, fields.words("lists")?);
        let (elapsed, setup) = (fields.elapsed("seconds")?, fields.elapsed("setup_seconds")?);
        let Some(mut begun) = self.keep(None) else {
            return Err(refuse("no program was asked for", "op"));
        };
        let refused = |why| Refused::from(Error::from(why));
        if begun.run.next_step().is_some() {
            begun.run.add(&totals, &lists).map_err(refused)?;
        }
        if begun.run.next_step().is_none() {
            let found = begun.run.result(elapsed, setup).map_err(refused)?;
            let shown = (begun.antipodes > 0).then_some(begun.antipodes);
            let result = EnumerateResult::of(&found, shown).json();
            return Ok(json!({ "levels": found.levels, "next": null, "result": result }));
        }
        let answer = json!({ "levels": begun.run.levels(), "next": next(&begun.run) });
        self.keep(Some(begun));
        Ok(answer)
    }

    /// Replaces the run.
    fn keep(&self, run: Option<Begun>) -> Option<Begun> {
        std::mem::replace(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner), run)
    }
}

fn next(run: &HostedRun) -> Value {
    let step = |HostedStep { depth, levels }| json!({ "depth": depth, "levels": levels });
    run.next_step().map_or(Value::Null, step)
}

/// The device of the host, with the limits that it grants.
fn device(fields: &Fields<'_>) -> Result<HostedDevice, Refused> {
    let small = |name| -> Result<u32, Refused> {
        Ok(fields.needed_number(name)?.min(u64::from(u32::MAX)) as u32)
    };
    let alignment = fields.needed_number("alignment")?;
    // WebGPU grants 256 or less, and a power of two.
    if !alignment.is_power_of_two() || alignment > 4096 {
        return Err(refuse("the alignment must be a power of two up to 4096", "alignment"));
    }
    Ok(HostedDevice {
        name: fields.needed_text("name")?,
        capacity: Capacity {
            binding_bytes: fields.needed_number("binding_bytes")?,
            storage_bindings: small("storage_bindings")?,
            workgroups: small("workgroups")?,
        },
        alignment,
        software: fields.is_set("software"),
    })
}
