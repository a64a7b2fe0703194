//! Trees of boards of up to 16 cells in the single-tile metric: the 64-bit kernels.

use super::Plan;
use super::engine::Trees;
use super::staged::staged;
use crate::MetricName;
use crate::arch::batch::Engine as Processor;
use crate::boards::{NibbleVisitor, with_nibbles};
use crate::heuristic::HeuristicName;
use crate::search::TreeKernel;
use crate::search::slack::batch::{Batch, BatchHeuristic};
use crate::search::slack::linear_conflict::LinearConflict;
use crate::search::slack::manhattan::Manhattan;
use crate::search::slack::pruning::{Automaton, LastMove};
use crate::search::slack::scalar::Scalar;
use crate::search::slack::walking_distance::WalkingDistance;
use crate::search::slack::{SlackHeuristic, word};
use loyd_search::COMPACT;
use loyd_search::search::AlgorithmName;

/// The lengths of the automata when the length is automatic: each entry is the number of nodes
/// expanded by the previous iteration from which the length is used. A longer automaton takes
/// longer to build (0.7, 3 and 45 ms on 4x4) and saves up to half of the nodes that the previous
/// one left.
const LENGTHS: [(u64, usize); 3] = [(0, 8), (100_000, 10), (4_000_000, 14)];

/// Returns the trees of a plan, if there is a kernel for it.
pub(super) fn prepare(plan: &Plan) -> Option<Box<dyn Trees>> {
    let has_databases = !plan.heuristic.databases().is_empty();
    if has_databases
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
    type Output = Option<Box<dyn Trees>>;

    fn visit<const W: usize, const N: usize>(self) -> Self::Output {
        let (plan, goal) = (self.plan, word(&self.plan.goal));
        Some(match plan.heuristic.parts() {
            [HeuristicName::Manhattan] => batched(plan, Manhattan::<W, N>::new(goal)),
            [HeuristicName::LinearConflict] => {
                let heuristic = LinearConflict::<W, N>::new(goal);
                staged(plan, &LENGTHS, move |length| scalar(heuristic.clone(), length))
            }
            [HeuristicName::WalkingDistance] => batched(plan, WalkingDistance::<W, N>::new(goal)?),
            _ => return None,
        })
    }
}

/// The trees of a kernel with one board at a time.
fn scalar<const W: usize, const N: usize, H>(heuristic: H, length: usize) -> Box<dyn TreeKernel>
where
    H: SlackHeuristic<W, N, Memo: Sync> + 'static,
{
    // The automaton of length 2 prunes the same, somewhat slower, without a separate kernel.
    if length == 2 && !COMPACT {
        return Box::new(Scalar::<W, N, _, _>::new(heuristic, LastMove::<W, N>));
    }
    Box::new(Scalar::<W, N, _, _>::new(heuristic, Automaton::<W, N>::at_most(length)))
}

/// The trees of kernels with batches of boards.
fn batched<const W: usize, const N: usize, H>(plan: &Plan, heuristic: H) -> Box<dyn Trees>
where
    H: BatchHeuristic<W, N, Memo: Sync> + Clone + 'static,
{
    staged(plan, &LENGTHS, move |length| {
        // A small program has the kernel of 4x4 only.
        if COMPACT && (W, N) != (4, 16) {
            return scalar(heuristic.clone(), length);
        }
        // Without vector instructions one board at a time is faster.
        let Some(processor) = Processor::vectors() else {
            return scalar(heuristic.clone(), length);
        };
        match Batch::new(heuristic.clone(), Automaton::at_most(length), processor) {
            Ok(batch) => Box::new(batch),
            Err(scalar) => Box::new(scalar),
        }
    })
}
