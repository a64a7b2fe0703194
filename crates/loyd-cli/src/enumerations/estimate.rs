//! The estimated time of a run, from a short run now.
//!
//! Other programs may be running beside the short run, so its clock is its processor time: that is
//! the same on a busy machine, and on an idle one it is the time of the run times its threads.

use crate::platform;
use loyd::{AnyEnumeration, AnyPlan, LevelsRequest};
use loyd_enumerate::{EngineName, LevelProgress};
use loyd_search::observe::{Cancel, Limit};
use std::time::Duration;

/// The estimated work of a run, and the basis of the estimate.
pub(crate) struct Estimate {
    /// Processor time of all threads, without setup.
    pub(crate) cpu_seconds: f64,
    pub(crate) setup_seconds: f64,
    /// Bytes read from files and written to them, 0 if the levels are in memory.
    pub(crate) traffic: f64,
    /// The factors from the estimate to the least and to the greatest expected time.
    pub(crate) range: (f64, f64),
    /// The puzzle that was run.
    pub(crate) sample: String,
}

/// The machine that a plan is for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Machine {
    /// Cores as fast as those of this machine.
    pub(crate) cores: usize,
    /// Bytes that its disk reads or writes a second; `None` if unknown.
    pub(crate) disk_rate: Option<f64>,
}

impl Estimate {
    /// The range of engines in memory: 7x2 took 17 s, predicted were 12 to 24.
    pub(crate) const RANGE: (f64, f64) = (0.7, 1.4);

    /// The range of engines with levels in files: see the measurements of `tiles/file_costs.rs`.
    pub(crate) const FILES_RANGE: (f64, f64) = (0.8, 1.3);

    /// The elapsed seconds of the run without setup. Computation and transfers overlap.
    pub(crate) fn seconds(&self, machine: &Machine) -> f64 {
        let files = machine.disk_rate.map_or(0.0, |rate| self.traffic / rate);
        (self.cpu_seconds / machine.cores as f64).max(files)
    }
}

/// The limit of most short runs, in processor time for each thread.
pub(crate) const SHORT: Duration = Duration::from_millis(700);

/// Runs the plan itself for a short time. `None` if the number of states of the space,
/// or of the published levels down to a depth, is unknown.
pub(crate) fn of_plan(plan: &AnyPlan, published: Option<&[u64]>) -> Option<Estimate> {
    let states = match plan.request.depth {
        None => plan.states?,
        Some(depth) => {
            let levels = published?.get(..=depth as usize)?;
            levels.iter().map(|&states| u128::from(states)).sum()
        }
    };
    let sample = LevelsRequest { antipodes: 0, ..plan.request.clone() }.plan().ok()?;
    let run = ShortRun::new(&sample, Some(SHORT))?;
    Some(Estimate {
        cpu_seconds: run.cpu_seconds * (states as f64 / run.states as f64),
        setup_seconds: run.setup_seconds,
        traffic: 0.0,
        range: Estimate::RANGE,
        sample: sample.request.start.shape(),
    })
}

/// A short run, with its times as an idle machine would have them.
pub(crate) struct ShortRun {
    /// The finished levels. The bytes and seconds in it include a part of the next level, unless the run is
    /// complete.
    pub(crate) enumeration: Box<dyn AnyEnumeration>,
    /// The states of the finished levels.
    pub(crate) states: u64,
    /// Processor time of the finished levels, of all threads, without setup.
    pub(crate) cpu_seconds: f64,
    pub(crate) setup_seconds: f64,
    /// Processor time for each second of the clock.
    pub(crate) cpu_share: f64,
}

impl ShortRun {
    /// Runs a plan until each of its threads has used this processor time; to its end without a limit.
    pub(crate) fn new(plan: &AnyPlan, limit: Option<Duration>) -> Option<Self> {
        let threads = match plan.engine {
            Some(EngineName::Reference) => 1,
            _ => plan.request.threads.clamp(1, platform::cores()),
        };
        let limit = limit.map(|limit| limit * threads as u32);
        let cancel = Cancel::new();
        let begin = platform::cpu_time();
        let mut until_level = Times::default();
        let mut watch = |progress: &LevelProgress| {
            let wall = progress.elapsed;
            let cpu = begin.and_then(|begin| platform::cpu_time()?.checked_sub(begin));
            let now = Times { wall, cpu: cpu.unwrap_or(wall * threads as u32) };
            if progress.finished {
                until_level = now;
            }
            if limit.is_some_and(|limit| now.cpu >= limit) {
                cancel.cancel();
            }
        };
        let enumeration = plan.run(&Limit::cancelled_by(&cancel), &mut watch, None).ok()?;
        let result = enumeration.result(None);
        let idle_share = until_level.idle_share(threads);
        let cpu_share = idle_share * threads as f64;
        let setup = result.setup_seconds;
        Some(Self {
            cpu_seconds: (until_level.wall.as_secs_f64() - setup).max(0.0) * cpu_share,
            setup_seconds: setup * idle_share,
            cpu_share,
            states: result.total,
            enumeration,
        })
    }
}

/// Times since the beginning of a run.
#[derive(Clone, Copy, Default)]
struct Times {
    wall: Duration,
    /// Processor time of all threads.
    cpu: Duration,
}

impl Times {
    /// The share of the elapsed time that an idle machine would take with this number of threads. It
    /// underestimates engines whose threads wait for each other, which happens less in long runs.
    fn idle_share(self, threads: usize) -> f64 {
        let available = self.wall.as_secs_f64() * threads as f64;
        if available > 0.0 { (self.cpu.as_secs_f64() / available).min(1.0) } else { 1.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use loyd_enumerate::Request;
    use loyd_tiles::solver::Tiles;
    use loyd_tiles::{Position, Size};
    use loyd_tiles_enumerate as tiles;

    #[test]
    fn time_of_other_programs_is_not_counted() {
        let share = |wall, cpu, threads| {
            let times = Times { wall: Duration::from_secs(wall), cpu: Duration::from_secs(cpu) };
            times.idle_share(threads)
        };
        assert!((share(10, 20, 2) - 1.0).abs() < 1e-9, "idle");
        assert!((share(10, 5, 2) - 0.25).abs() < 1e-9, "three other programs");
        assert!((share(10, 11, 1) - 1.0).abs() < 1e-9, "clocks differ");
        assert!((share(0, 0, 1) - 1.0).abs() < 1e-9, "no level");
    }

    #[test]
    fn a_short_run_without_a_limit_is_complete() {
        let start = Position::blank_last(Size::new(3, 3).expect("a size"));
        let engine = Some(EngineName::Reference);
        let plan = tiles::plan(&Request::<Tiles> { engine, ..Request::new(start) })
            .expect("a plan")
            .into();
        let run = ShortRun::new(&plan, None).expect("a run");
        let result = run.enumeration.result(None);
        assert!(result.complete && run.cpu_seconds > 0.0);
        assert!(run.cpu_seconds <= result.seconds && run.setup_seconds <= result.setup_seconds);
        let stopped = ShortRun::new(&plan, Some(Duration::ZERO)).expect("a run");
        assert!(stopped.states < run.states);
    }
}
