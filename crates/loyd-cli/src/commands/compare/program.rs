//! The surroundings of the runs of a comparison: tables, processor, display.

use super::request::Request;
use crate::external::External;
use crate::external::compare::ExternalSearches;
use crate::platform;
use crate::progress::{Display, Status};
use crate::registry::texts;
use crate::tables::{Terminal, broken};
use loyd::choices::{self, SearchChoices};
use loyd::{Error, PuzzleName, Remark};
use loyd_lab::{Environment, RunProgress, Searches};
use loyd_report::numbers::{count, duration, grouped};
use loyd_search::observe::Cancel;
use std::time::Duration;

/// This program, at work for a request.
pub(super) struct Program<'a> {
    pub(super) request: &'a Request,
    pub(super) cancel: &'a Cancel,
    pub(super) display: &'a Display,
}

impl Environment for Program<'_> {
    fn searches(
        &self,
        puzzle: PuzzleName,
        choices: &SearchChoices,
        boards: usize,
    ) -> Result<Box<dyn Searches>, Error> {
        let Request { args, memory, .. } = self.request;
        if let Some(heuristic) = choices.heuristic.as_deref().filter(|it| External::is_named(it)) {
            let metric = puzzle.puzzle().metric(choices.metric.as_deref())?;
            let algorithm = choices::algorithm(choices.algorithm.as_deref())?;
            let searches = ExternalSearches::new(metric, algorithm, heuristic, self.cancel);
            return Ok(Box::new(searches));
        }
        let tables = args.cache.cached().threads(platform::cores()).memory(*memory);
        let tables = tables.cancel(self.cancel).observer(Terminal::new(args.quiet));
        Ok(Box::new(texts(puzzle).solvers(&choices.names(), tables, (boards, &[]))?))
    }

    fn command(&self) -> Option<&str> {
        Some(&self.request.command)
    }

    fn processor(&self) -> String {
        platform::cpu_model()
    }

    fn cores(&self) -> usize {
        platform::cores()
    }

    fn cpu_time(&self) -> Option<Duration> {
        platform::cpu_time()
    }

    fn address_space(&self) -> Option<u64> {
        platform::address_space()
    }

    fn message(&self, remark: &Remark) -> String {
        match remark {
            Remark::BrokenTable { heuristic } => broken(heuristic),
            remark => remark.to_string(),
        }
    }

    fn progress(&self, progress: &RunProgress<'_>) {
        self.display.status(|| {
            let RunProgress { done, runs, group, cell, search } = *progress;
            let elapsed = self.display.elapsed().as_secs_f64();
            let status = Status::of(done as f64 / runs.max(1) as f64, elapsed)
                .with(format!("{} of {} runs", grouped(done as u64), grouped(runs as u64)))
                .with(format!("{} {}", group.name, cell.name()));
            let Some((board, search)) = search else { return status };
            let noun = self.request.puzzle.puzzle().facts().noun;
            status
                .with(format!("{noun} {}", board.id))
                .with(format!("{} nodes", count(search.expanded)))
                .with(duration(search.elapsed.as_secs_f64()))
        });
    }
}
