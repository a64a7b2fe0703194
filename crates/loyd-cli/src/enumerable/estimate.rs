//! The estimated time of a run, from a short run now.

use loyd::observe::Cancel;
use loyd::puzzle::Puzzle;
use loyd_enumerate::{Enumeration, Plan, Request};
use loyd_facade::Listed;
use std::time::Duration;

/// The estimated time of a run, and the basis of the estimate.
pub(crate) struct Estimate {
    pub(crate) seconds: f64,
    pub(crate) setup_seconds: f64,
    /// The puzzle that was run.
    pub(crate) sample: String,
}

/// A sample is stopped after this time.
pub(crate) const MOST: Duration = Duration::from_millis(700);

/// Runs the plan itself for a short time. `None` if nobody knows how many states there will be.
pub(crate) fn of_itself<P: Listed>(plan: &Plan<P>) -> Option<Estimate> {
    let states = plan.states().filter(|_| plan.request().depth.is_none())?;
    let sample = P::plan_levels(&Request { antipodes: 0, ..plan.request().clone() }).ok()?;
    let found = run_for(&sample, MOST)?;
    Some(Estimate {
        seconds: found.seconds * (states as f64 / found.total as f64),
        setup_seconds: found.setup_seconds,
        sample: P::shape(&found.start),
    })
}

/// Runs a plan for a short time.
pub(crate) fn run_for<P: Puzzle>(plan: &Plan<P>, most: Duration) -> Option<Enumeration<P>> {
    let cancel = Cancel::new();
    let found = loyd_enumerate::run(plan, &cancel, &mut |progress| {
        if progress.elapsed >= most {
            cancel.cancel();
        }
    });
    found.ok()
}
