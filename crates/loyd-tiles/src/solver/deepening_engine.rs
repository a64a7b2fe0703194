//! The common part of iterative-deepening engines: one procedure from a board to its report, and
//! kernels whose automaton grows with the search.

use super::{NotPersisted, Plan, PruningChoice, Search, Strings};
use crate::{Position, Slide, solvable};
use loyd_search::COMPACT;
use loyd_search::observe::{Limit, Outcome, Progress, Report, Statistics, StopCause};
use loyd_search::search::deepening::checkpoint::Persistence;
use loyd_search::search::deepening::{self, Mode, Stages, Subtrees};
use loyd_search::space::Unsolvable;
use std::cell::OnceCell;
use std::sync::OnceLock;

/// All heuristics with kernels are admissible.
const fn mode(threads: usize) -> Mode {
    Mode { threads, proven: true, split: true }
}

/// A source of the trees for a board's search.
pub(super) trait Trees: Send + Sync {
    fn goal(&self) -> &Position;

    /// Returns true if a table turned out to be broken when a tree was built or searched.
    fn is_broken(&self) -> bool {
        false
    }

    /// The trees of one board's search, stage by stage.
    fn stages<'a>(&'a self, start: &'a Position) -> Box<dyn Stages<Slide> + 'a>;

    fn strings(&self) -> Strings {
        Strings::Unknown
    }
}

/// Iterative deepening over such trees.
pub(super) struct Deepened<T>(pub(super) T);

impl<T: Trees> Deepened<T> {
    fn check(&self, start: &Position) -> Result<(), Unsolvable> {
        solvable(start.size(), start.tiles(), self.0.goal().tiles())
    }

    /// Returns true if a table does not lead from the start to the goal: building the first tree
    /// walks there.
    fn leads_nowhere(&self, stages: &dyn Stages<Slide>) -> bool {
        stages.stage(0);
        self.0.is_broken()
    }
}

/// The report of a search whose table entries are not distances: it claims nothing.
pub(super) fn broken_table(statistics: Statistics) -> Report<Slide> {
    let cause = StopCause::BrokenTable;
    Report::new(Outcome::Stopped { cause, lower_bound: 0, best: None }, statistics)
}

fn unsolvable(reason: Unsolvable) -> Report<Slide> {
    Report::new(Outcome::Unsolvable(reason), Statistics::default())
}

impl<T: Trees> Search for Deepened<T> {
    fn solve(
        &self,
        start: &Position,
        threads: usize,
        limit: &Limit,
        progress: &mut dyn FnMut(&Progress),
    ) -> Report<Slide> {
        if let Err(reason) = self.check(start) {
            return unsolvable(reason);
        }
        let stages = self.0.stages(start);
        if self.leads_nowhere(&*stages) {
            return broken_table(Statistics::default());
        }
        let report = deepening::search(&*stages, mode(threads), limit, progress);
        if self.0.is_broken() { broken_table(report.statistics) } else { report }
    }

    fn solve_persisted(
        &self,
        start: &Position,
        threads: usize,
        limit: &Limit,
        persistence: Persistence<'_, Slide>,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Report<Slide>, NotPersisted> {
        if COMPACT {
            return Err(NotPersisted::Engine);
        }
        if let Err(reason) = self.check(start) {
            return Ok(unsolvable(reason));
        }
        let stages = self.0.stages(start);
        if self.leads_nowhere(&*stages) {
            return Ok(broken_table(Statistics::default()));
        }
        let report =
            deepening::search_persisted(&*stages, mode(threads), limit, persistence, progress)?;
        Ok(if self.0.is_broken() { broken_table(report.statistics) } else { report })
    }

    fn strings(&self) -> Strings {
        self.0.strings()
    }
}

/// A heuristic that has kernels, one for each string length of the duplicate automaton.
pub(super) trait Kernels: Send + Sync {
    type Kernel: Send + Sync;

    /// Returns the kernel that generates no string of up to `length` moves twice. Strings of two
    /// are pairs of inverse moves.
    fn kernel(&self, length: usize) -> Self::Kernel;

    /// Returns true if a table turned out to be broken.
    fn is_broken(&self) -> bool {
        false
    }

    /// The tree that such a kernel searches below a start.
    fn tree<'a>(kernel: &'a Self::Kernel, start: &Position) -> Box<dyn Subtrees<Slide> + 'a>;
}

struct Stage<K> {
    /// Number of expansions of the last iteration from which the kernel is used.
    from: u64,
    /// Strings up to this length are not generated twice.
    length: usize,
    kernel: OnceLock<K>,
}

/// Kernels that are built when they are first needed.
pub(super) struct Staged<K: Kernels> {
    goal: Position,
    kernels: K,
    stages: Vec<Stage<K::Kernel>>,
}

impl<K: Kernels> Staged<K> {
    /// Uses the string length of the plan; if the plan leaves it open, uses `automatic`: pairs of
    /// the number of nodes expanded by the previous iteration and the length used from there on.
    pub(super) fn new(plan: &Plan, kernels: K, automatic: &[(u64, usize)]) -> Self {
        let stage = |&(from, length): &_| Stage { from, length, kernel: OnceLock::new() };
        let stages = match plan.pruning {
            PruningChoice::LastMove => vec![stage(&(0, 2))],
            PruningChoice::Length(length) => vec![stage(&(0, length as usize))],
            PruningChoice::Auto => automatic.iter().map(stage).collect(),
        };
        Self { goal: plan.goal.clone(), kernels, stages }
    }
}

impl<K: Kernels> Trees for Staged<K> {
    fn goal(&self) -> &Position {
        &self.goal
    }

    fn is_broken(&self) -> bool {
        self.kernels.is_broken()
    }

    fn stages<'a>(&'a self, start: &'a Position) -> Box<dyn Stages<Slide> + 'a> {
        let trees = self.stages.iter().map(|_| OnceCell::new()).collect();
        Box::new(StagedSearch { engine: self, start, trees })
    }

    fn strings(&self) -> Strings {
        Strings::Stages(self.stages.iter().map(|stage| (stage.from, stage.length)).collect())
    }
}

/// One board's search, whose trees are built as needed.
struct StagedSearch<'a, K: Kernels> {
    engine: &'a Staged<K>,
    start: &'a Position,
    trees: Vec<OnceCell<Box<dyn Subtrees<Slide> + 'a>>>,
}

impl<K: Kernels> Stages<Slide> for StagedSearch<'_, K> {
    fn stage(&self, last_expanded: u64) -> (usize, &dyn Subtrees<Slide>) {
        let Staged { kernels, stages, .. } = self.engine;
        let number = stages.iter().take_while(|stage| stage.from <= last_expanded).count() - 1;
        let tree = self.trees[number].get_or_init(|| {
            let Stage { kernel, length, .. } = &stages[number];
            K::tree(kernel.get_or_init(|| kernels.kernel(*length)), self.start)
        });
        (number, &**tree)
    }
}
