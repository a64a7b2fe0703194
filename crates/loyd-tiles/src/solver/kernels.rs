//! Engines for boards of up to 16 cells in the single-tile metric: the 64-bit kernels.

use super::deepening_engine::{Deepened, Kernels, Staged};
use super::{Plan, Search};
use crate::arch::batch::Engine as Processor;
use crate::boards::{NibbleVisitor, with_nibbles};
use crate::heuristic::HeuristicName;
use crate::search::slack::batch::{Batch, BatchHeuristic};
use crate::search::slack::linear_conflict::LinearConflict;
use crate::search::slack::manhattan::Manhattan;
use crate::search::slack::pruning::{Automaton, LastMove};
use crate::search::slack::scalar::Scalar;
use crate::search::slack::walking_distance::WalkingDistance;
use crate::search::slack::{Kernel, KernelTree, SlackHeuristic};
use crate::{MetricName, Position, Slide};
use loyd_search::COMPACT;
use loyd_search::search::AlgorithmName;
use loyd_search::search::deepening::Subtrees;

/// The lengths of the automata when the length is automatic: each entry is the number of nodes
/// expanded by the previous iteration from which the length is used. A longer automaton takes
/// longer to build (0.7, 3 and 45 ms on 4x4) and saves up to half of the nodes that the previous
/// one left.
const LENGTHS: [(u64, usize); 3] = [(0, 8), (100_000, 10), (4_000_000, 14)];

/// Returns the engine of a plan, if there is a kernel for it.
pub(super) fn prepare(plan: &Plan) -> Option<Box<dyn Search>> {
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
    type Output = Option<Box<dyn Search>>;

    fn visit<const W: usize, const N: usize>(self) -> Self::Output {
        let goal = word(&self.plan.goal);
        match self.plan.heuristic.parts() {
            [HeuristicName::Manhattan] => {
                Some(engine(self.plan, Batched::<W, N, _>(Manhattan::<W, N>::new(goal))))
            }
            [HeuristicName::LinearConflict] => {
                Some(engine(self.plan, OneByOne::<W, N, _>(LinearConflict::<W, N>::new(goal))))
            }
            [HeuristicName::WalkingDistance] => {
                Some(engine(self.plan, Batched::<W, N, _>(WalkingDistance::<W, N>::new(goal)?)))
            }
            _ => None,
        }
    }
}

/// A position as a 64-bit board.
fn word(position: &Position) -> u64 {
    position.tiles().iter().rev().fold(0, |word, &tile| word << 4 | u64::from(tile))
}

/// A kernel with erased types.
trait AnyKernel: Send + Sync {
    fn tree(&self, start: u64) -> Box<dyn Subtrees<Slide> + '_>;
}

impl<K: Kernel<Memo: Sync>> AnyKernel for K {
    fn tree(&self, start: u64) -> Box<dyn Subtrees<Slide> + '_> {
        Box::new(KernelTree::new(self, start))
    }
}

fn engine(plan: &Plan, kernels: impl Kernels + 'static) -> Box<dyn Search> {
    Box::new(Deepened(Staged::new(plan, kernels, &LENGTHS)))
}

/// Builds a scalar kernel: one board at a time.
fn scalar<const W: usize, const N: usize, H>(heuristic: H, length: usize) -> Box<dyn AnyKernel>
where
    H: SlackHeuristic<W, N, Memo: Sync> + 'static,
{
    // The automaton of length 2 prunes the same, somewhat slower, without a separate kernel.
    if length == 2 && !COMPACT {
        return Box::new(Scalar::<W, N, _, _>::new(heuristic, LastMove::<W, N>));
    }
    Box::new(Scalar::<W, N, _, _>::new(heuristic, Automaton::<W, N>::at_most(length)))
}

struct Batched<const W: usize, const N: usize, H>(H);

impl<const W: usize, const N: usize, H> Kernels for Batched<W, N, H>
where
    H: BatchHeuristic<W, N, Memo: Sync> + Clone + 'static,
{
    type Kernel = Box<dyn AnyKernel>;

    fn kernel(&self, length: usize) -> Box<dyn AnyKernel> {
        // Without vector instructions one board at a time is faster.
        let Some(processor) = Processor::avx512() else {
            return scalar(self.0.clone(), length);
        };
        match Batch::new(self.0.clone(), Automaton::at_most(length), processor) {
            Ok(batch) => Box::new(batch),
            Err(scalar) => Box::new(scalar),
        }
    }

    fn tree<'a>(kernel: &'a Self::Kernel, start: &Position) -> Box<dyn Subtrees<Slide> + 'a> {
        kernel.tree(word(start))
    }
}

/// A heuristic without a batched kernel.
struct OneByOne<const W: usize, const N: usize, H>(H);

impl<const W: usize, const N: usize, H> Kernels for OneByOne<W, N, H>
where
    H: SlackHeuristic<W, N, Memo: Sync> + Clone + 'static,
{
    type Kernel = Box<dyn AnyKernel>;

    fn kernel(&self, length: usize) -> Box<dyn AnyKernel> {
        scalar(self.0.clone(), length)
    }

    fn tree<'a>(kernel: &'a Self::Kernel, start: &Position) -> Box<dyn Subtrees<Slide> + 'a> {
        kernel.tree(word(start))
    }
}
