//! Kernels whose automaton grows with the search: trees for the first iterations are built at once, those for
//! long iterations when they are first needed.

use super::engine::Trees;
use super::{Plan, PruningChoice};
use crate::search::TreeKernel;
use crate::{Position, Slide};
use loyd_search::search::deepening::{Stages, Subtrees};
use std::cell::OnceCell;
use std::sync::OnceLock;

/// Builds the kernel that generates no string of up to a length twice. Strings of two are pairs of inverse
/// moves.
type Build = dyn Fn(usize) -> Box<dyn TreeKernel> + Send + Sync;

struct Stage {
    /// Number of expansions of the last iteration from which the kernel is used.
    from: u64,
    /// Strings up to this length are not generated twice.
    length: usize,
    kernel: OnceLock<Box<dyn TreeKernel>>,
}

/// The kernels of an admissible heuristic, one for each string length.
struct Staged {
    build: Box<Build>,
    stages: Vec<Stage>,
}

/// Returns the trees of such kernels with the string length of the plan; if the plan leaves it open, with
/// `automatic`: pairs of the number of nodes expanded by the previous iteration and the length used from there
/// on.
pub(super) fn staged(
    plan: &Plan,
    automatic: &[(u64, usize)],
    build: impl Fn(usize) -> Box<dyn TreeKernel> + Send + Sync + 'static,
) -> Box<dyn Trees> {
    let stage = |&(from, length): &_| Stage { from, length, kernel: OnceLock::new() };
    let stages = match plan.pruning {
        PruningChoice::LastMove => vec![stage(&(0, 2))],
        PruningChoice::Length(length) => vec![stage(&(0, length as usize))],
        PruningChoice::Auto => automatic.iter().map(stage).collect(),
    };
    Box::new(Staged { build: Box::new(build), stages })
}

impl Trees for Staged {
    fn stages<'a>(&'a self, start: &'a Position) -> Box<dyn Stages<Slide> + 'a> {
        let trees = self.stages.iter().map(|_| OnceCell::new()).collect();
        let search = StagedSearch { kernels: self, start, trees };
        search.stage(0);
        Box::new(search)
    }

    fn lengths(&self) -> Option<Vec<(u64, usize)>> {
        Some(self.stages.iter().map(|stage| (stage.from, stage.length)).collect())
    }
}

/// One board's search, whose trees are built as needed.
struct StagedSearch<'a> {
    kernels: &'a Staged,
    start: &'a Position,
    trees: Vec<OnceCell<Box<dyn Subtrees<Slide> + 'a>>>,
}

impl Stages<Slide> for StagedSearch<'_> {
    fn stage(&self, last_expanded: u64) -> (usize, &dyn Subtrees<Slide>) {
        let Staged { build, stages } = self.kernels;
        let number = stages.iter().take_while(|stage| stage.from <= last_expanded).count() - 1;
        let tree = self.trees[number].get_or_init(|| {
            let Stage { kernel, length, .. } = &stages[number];
            kernel.get_or_init(|| build(*length)).tree(self.start)
        });
        (number, &**tree)
    }
}
