//! What the commands that enumerate share: options, a run with progress and limits, errors.

use crate::args::{OutputArgs, ResourceArgs};
use crate::enumerable::Enumerable;
use crate::exit::Failure;
use crate::faults;
use crate::names::{self, Choice};
use crate::progress::Display;
use crate::render::enumerate::status;
use clap::Args;
use loyd::observe::{Cancel, StopCause};
use loyd_enumerate::checkpoint::Checkpoints;
use loyd_enumerate::{EngineName, Enumeration, LevelProgress, Plan};
use std::time::Duration;

/// How to count, and how to say how it is getting on.
#[derive(Args, Clone, Debug)]
pub(crate) struct CountingArgs {
    /// The engine, or `auto`.
    #[arg(short, long, value_name = "NAME", default_value = "auto", help_heading = "Search",
          value_parser = names::engines(), hide_possible_values = true)]
    pub(crate) engine: Choice<EngineName>,
    #[command(flatten)]
    pub(crate) resources: ResourceArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    /// Show progress even if standard error is no terminal, as plain lines.
    #[arg(long, help_heading = "Output", conflicts_with = "quiet")]
    pub(crate) progress: bool,
}

impl CountingArgs {
    /// Runs a plan, on a terminal with a line of progress that begins with `what`, until it is
    /// done, interrupted or, `spent` by earlier runs included, out of time.
    pub(crate) fn run<P: Enumerable>(
        &self,
        plan: &Plan<P>,
        what: &str,
        spent: Duration,
        interrupted: &Cancel,
        checkpoints: Option<&mut dyn Checkpoints>,
    ) -> Result<Enumeration<P>, Failure> {
        let display = Display::new(self.output.quiet, self.progress, 1, 1);
        let cancel = Cancel::new();
        let mut out_of_time = false;
        let mut report = |progress: &LevelProgress| {
            display.status(|| status(progress, what, plan.request().depth.is_none()));
            let most = self.resources.max_time;
            out_of_time |= most.is_some_and(|most| spent + progress.elapsed >= most);
            if out_of_time || interrupted.is_cancelled() {
                cancel.cancel();
            }
        };
        let result = loyd_enumerate::run_with(plan, &cancel, &mut report, checkpoints);
        display.finish();
        let mut enumeration = result.map_err(|error| faults::of_enumeration::<P>(&error))?;
        if out_of_time && !interrupted.is_cancelled() {
            enumeration.stopped = enumeration.stopped.map(|_| StopCause::Time);
        }
        Ok(enumeration)
    }
}
