//! Plans of runs on a card.

use super::choice;
use crate::platform::drivers;
use loyd_enumerate::{EngineName, EnumerateError, Plan, Request};
use loyd_gpu::AdapterChoice;
use loyd_tiles::solver::Tiles;
use std::io::Write;

/// Spaces with fewer states are counted by the memory engine before a card is ready.
const WORTH_IT: u128 = 10_000_000_000;

/// The plan of a run on the adapter of this name, with at most `budget` bytes of its memory.
pub(crate) fn plan(
    request: &Request<Tiles>,
    adapter: Option<&str>,
    budget: Option<u64>,
) -> Result<Plan<Tiles>, EnumerateError> {
    drivers::silence();
    let job = loyd_gpu::job(request, &choice(adapter), budget)?;
    Ok(Plan::with_job(request, Some(EngineName::Gpu), job))
}

/// The plan of a run on a card if the space is large enough to gain and a card holds it. A card that
/// does not is named in one line, unless `quiet`. If `granted`, the card has been asked for the
/// memory.
pub(crate) fn for_large_space(
    request: &Request<Tiles>,
    quiet: bool,
    granted: bool,
) -> Option<Plan<Tiles>> {
    let states = loyd_enumerate::states::<Tiles>(&request.start, request.metric)?;
    // First levels are few states, for which other engines need not hold them all.
    if states < WORTH_IT || request.depth.is_some() {
        return None;
    }
    drivers::silence();
    let card = loyd_gpu::Adapter::choose(&AdapterChoice::Card).ok()?;
    let planned = loyd_gpu::resident_job(request, &AdapterChoice::Card);
    let checked = planned.and_then(|job| {
        let memory = if granted { job.try_memory() } else { Ok(()) };
        memory.map(|()| job).map_err(|error| job_error(&error))
    });
    match checked {
        Ok(job) => Some(Plan::with_job(request, Some(EngineName::Gpu), job)),
        Err(why) => {
            if !quiet {
                let _ = writeln!(
                    std::io::stderr(),
                    "{} is not used: {why}; another engine counts instead",
                    card.name()
                );
            }
            None
        }
    }
}

fn job_error(error: &loyd_gpu::GpuError) -> EnumerateError {
    EnumerateError::Engine(loyd_enumerate::EngineError::new(
        loyd_enumerate::EngineFault::Environment,
        error.clone(),
    ))
}
