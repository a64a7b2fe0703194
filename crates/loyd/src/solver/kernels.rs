//! Engines for boards of up to 16 cells in the single-tile metric: the 64-bit kernels.

use super::{Engine, NotKept, Plan, PruningChoice, Strings};
use crate::arch::batch::Engine as Processor;
use crate::boards::{NibbleVisitor, with_nibbles};
use crate::heuristic::HeuristicName;
use crate::observe::{Limit, Outcome, Progress, Report, Statistics};
use crate::puzzle::tiles::{MetricName, Position, Slide, solvable};
use crate::search::AlgorithmName;
use crate::search::deepening::kept::Kept;
use crate::search::deepening::{self, Mode, Stages, Subtrees};
use crate::search::slack::batch::{Batch, BatchHeuristic};
use crate::search::slack::linear_conflict::LinearConflict;
use crate::search::slack::manhattan::Manhattan;
use crate::search::slack::pruning::{Automaton, LastMove};
use crate::search::slack::scalar::Scalar;
use crate::search::slack::walking_distance::WalkingDistance;
use crate::search::slack::{Kernel, KernelTree, SlackHeuristic};
use std::cell::OnceCell;
use std::sync::OnceLock;

/// When the automaton of which length is used, for strings of automatic length: from an iteration
/// on whose predecessor expanded so many nodes. A longer automaton takes longer to build (0.7, 3
/// and 45 ms on 4x4) and saves up to half of the nodes that the one before left.
const LENGTHS: [(u64, usize); 3] = [(0, 8), (100_000, 10), (4_000_000, 14)];

/// The engine of a plan, if there is a kernel for it.
pub(super) fn prepare(plan: &Plan) -> Option<Box<dyn Engine>> {
    let databases = !plan.heuristic.databases().is_empty();
    if databases
        || plan.algorithm.name != AlgorithmName::IdaStar
        || plan.metric != MetricName::Single
    {
        return None;
    }
    with_nibbles(plan.goal.size(), Prepare { plan }).flatten()
}

struct Prepare<'a> {
    plan: &'a Plan,
}

impl NibbleVisitor for Prepare<'_> {
    type Output = Option<Box<dyn Engine>>;

    fn visit<const W: usize, const N: usize>(self) -> Self::Output {
        let goal = word(&self.plan.goal);
        match self.plan.heuristic.parts() {
            [HeuristicName::Manhattan] => {
                Some(engine(self.plan, Batched(Manhattan::<W, N>::new(goal))))
            }
            [HeuristicName::LinearConflict] => {
                Some(engine(self.plan, OneByOne(LinearConflict::<W, N>::new(goal))))
            }
            [HeuristicName::WalkingDistance] => {
                Some(engine(self.plan, Batched(WalkingDistance::<W, N>::new(goal)?)))
            }
            _ => None,
        }
    }
}

/// A position as a 64-bit board.
fn word(position: &Position) -> u64 {
    position.tiles().iter().rev().fold(0, |word, &tile| word << 4 | u64::from(tile))
}

/// A kernel whose types have been forgotten.
trait AnyKernel: Send + Sync {
    fn tree(&self, start: u64) -> Box<dyn Subtrees<Slide> + '_>;
}

impl<K: Kernel<Memo: Sync>> AnyKernel for K {
    fn tree(&self, start: u64) -> Box<dyn Subtrees<Slide> + '_> {
        Box::new(KernelTree::new(self, start))
    }
}

/// Makes the kernels of a heuristic.
trait Kernels<const W: usize, const N: usize>: Send + Sync {
    fn pruned(&self, automaton: Automaton<W, N>) -> Box<dyn AnyKernel>;
    fn last_move(&self) -> Box<dyn AnyKernel>;
}

/// A heuristic with a batched kernel.
struct Batched<H>(H);

impl<const W: usize, const N: usize, H> Kernels<W, N> for Batched<H>
where
    H: BatchHeuristic<W, N, Memo: Sync> + Clone + 'static,
{
    fn pruned(&self, automaton: Automaton<W, N>) -> Box<dyn AnyKernel> {
        // Without vectors one board at a time is faster.
        let Some(processor) = Processor::avx512() else {
            return Box::new(Scalar::<W, N, _, _>::new(self.0.clone(), automaton));
        };
        match Batch::new(self.0.clone(), automaton, processor) {
            Ok(batch) => Box::new(batch),
            Err(scalar) => Box::new(scalar),
        }
    }

    fn last_move(&self) -> Box<dyn AnyKernel> {
        if Processor::avx512().is_some() {
            // Strings of two are the inverse moves.
            return self.pruned(Automaton::at_most(2));
        }
        Box::new(Scalar::<W, N, _, _>::new(self.0.clone(), LastMove::<W, N>))
    }
}

/// A heuristic without one.
struct OneByOne<H>(H);

impl<const W: usize, const N: usize, H> Kernels<W, N> for OneByOne<H>
where
    H: SlackHeuristic<W, N, Memo: Sync> + Clone + 'static,
{
    fn pruned(&self, automaton: Automaton<W, N>) -> Box<dyn AnyKernel> {
        Box::new(Scalar::<W, N, _, _>::new(self.0.clone(), automaton))
    }

    fn last_move(&self) -> Box<dyn AnyKernel> {
        Box::new(Scalar::<W, N, _, _>::new(self.0.clone(), LastMove::<W, N>))
    }
}

fn engine<const W: usize, const N: usize>(
    plan: &Plan,
    kernels: impl Kernels<W, N> + 'static,
) -> Box<dyn Engine> {
    let stage = |from, make| Stage { from, kernel: OnceLock::new(), make };
    let stages = match plan.pruning {
        PruningChoice::LastMove => vec![stage(0, Make::LastMove)],
        PruningChoice::Length(length) => vec![stage(0, Make::Pruned(length as usize))],
        PruningChoice::Auto => {
            LENGTHS.map(|(from, length)| stage(from, Make::Pruned(length))).into()
        }
    };
    Box::new(KernelEngine { goal: plan.goal.clone(), kernels: Box::new(kernels), stages })
}

/// How a kernel is made when it is first needed.
#[derive(Clone, Copy)]
enum Make {
    LastMove,
    Pruned(usize),
}

struct Stage {
    /// Expansions of the last iteration from which on it is used.
    from: u64,
    kernel: OnceLock<Box<dyn AnyKernel>>,
    make: Make,
}

struct KernelEngine<const W: usize, const N: usize> {
    goal: Position,
    kernels: Box<dyn Kernels<W, N>>,
    stages: Vec<Stage>,
}

impl<const W: usize, const N: usize> KernelEngine<W, N> {
    fn kernel(&self, stage: usize) -> &dyn AnyKernel {
        let Stage { kernel, make, .. } = &self.stages[stage];
        &**kernel.get_or_init(|| match *make {
            Make::LastMove => self.kernels.last_move(),
            Make::Pruned(length) => self.kernels.pruned(Automaton::at_most(length)),
        })
    }

    fn search(&self, start: &Position) -> StagedSearch<'_, W, N> {
        let trees = self.stages.iter().map(|_| OnceCell::new()).collect();
        StagedSearch { engine: self, start: word(start), trees }
    }
}

impl<const W: usize, const N: usize> Engine for KernelEngine<W, N> {
    fn solve(
        &self,
        start: &Position,
        threads: usize,
        limit: &Limit,
        progress: &mut dyn FnMut(&Progress),
    ) -> Report<Slide> {
        if let Err(reason) = solvable(start.size(), start.tiles(), self.goal.tiles()) {
            let statistics = Statistics::default();
            return Report { outcome: Outcome::Unsolvable(reason), statistics };
        }
        let search = self.search(start);
        // All heuristics with kernels are admissible.
        let mode = Mode { threads, proven: true, split: true };
        deepening::search(&search, vec![vec![]], mode, limit, progress)
    }

    fn solve_kept(
        &self,
        start: &Position,
        threads: usize,
        limit: &Limit,
        kept: Kept<'_, Slide>,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Report<Slide>, NotKept> {
        if let Err(reason) = solvable(start.size(), start.tiles(), self.goal.tiles()) {
            let (outcome, statistics) = (Outcome::Unsolvable(reason), Statistics::default());
            return Ok(Report { outcome, statistics });
        }
        let search = self.search(start);
        let mode = Mode { threads, proven: true, split: true };
        Ok(deepening::search_kept(&search, mode, limit, kept, progress)?)
    }

    fn strings(&self) -> Strings {
        let length = |make| match make {
            // Strings of two are the inverse moves.
            Make::LastMove => 2,
            Make::Pruned(length) => length,
        };
        Strings::Stages(self.stages.iter().map(|stage| (stage.from, length(stage.make))).collect())
    }
}

/// One board's search, whose trees are made as they are needed.
struct StagedSearch<'a, const W: usize, const N: usize> {
    engine: &'a KernelEngine<W, N>,
    start: u64,
    trees: Vec<OnceCell<Box<dyn Subtrees<Slide> + 'a>>>,
}

impl<const W: usize, const N: usize> Stages<Slide> for StagedSearch<'_, W, N> {
    fn stage(&self, last_expanded: u64) -> (usize, &dyn Subtrees<Slide>) {
        let stages = self.engine.stages.iter();
        let number = stages.take_while(|stage| stage.from <= last_expanded).count() - 1;
        let tree = self.trees[number].get_or_init(|| self.engine.kernel(number).tree(self.start));
        (number, &**tree)
    }
}
