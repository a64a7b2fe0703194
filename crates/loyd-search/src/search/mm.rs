//! MM, the bidirectional search that meets in the middle: R. C. Holte, A. Felner, G. Sharon, N. R. Sturtevant,
//! *Bidirectional Search That Is Guaranteed to Meet in the Middle*, AAAI 2016; with the priority of `MMε`: G. Sharon,
//! R. C. Holte, A. Felner, N. R. Sturtevant, *An Improved Priority Function for Bidirectional Heuristic Search*,
//! `SoCS` 2016.
//!
//! ```text
//! pr(n) := max(f(n), 2 g(n) + ε)                         -- in either direction; ε: the cost of the cheapest edge
//! U := ∞
//! repeat
//!     C := min(least pr of open forward, least pr of open backward)
//!     if U ≤ max(C, least f forward, least f backward, least gF + least gB + ε): U is the cost of a shortest path
//!     expand a state with pr(n) = C and the least g, forward if there is one, otherwise backward;
//!         whenever a state has been reached from both sides, U := min(U, gF + gB)
//! ```
//!
//! A state of a priority greater than the cost of a solution is never expanded, so no search goes beyond the middle:
//! neither expands a state with `2 g + ε` greater than that cost. The AAAI paper has `2 g` without ε, which
//! expands more states. With a weak heuristic MM expands fewer states than A\*, with an accurate one more.
//!
//! Every expansion counts one state, and `f` of an expansion is `g + h`, not the priority.
//!
//! The lists are those of `front_to_end`, shared with [`nbs`](super::nbs). Departures:
//! 1. `C` never falls: the greatest so far is used, which is a lower bound too. The two differ only if the heuristic is
//!    inconsistent.
//! 2. The states with `pr(n) ≤ C` come from two queues, as in NBS: states wait by `f` until `f ≤ C`, then they are
//!    ready by `g`, and the first ready one has `pr(n) ≤ C` if any has.

use super::front_to_end::{self, Choice, MIN_COST, Side, ready_key};
use crate::observe::{Limit, Observer, Report, StopCause};
use crate::space::{Heuristic, Packing, Reversible};
use std::collections::BTreeMap;

/// [`search`] in the form of the registry; it uses one thread.
pub(super) fn run<S: Packing + Reversible, H: Heuristic<S>>(
    space: &S,
    heuristic: &H,
    start: &S::State,
    _threads: usize,
    limit: &Limit,
    observer: &mut dyn Observer<S>,
) -> Report<S::Move> {
    search(space, heuristic, start, limit, observer)
}

/// Finds a shortest path from `start` to the goal, from both ends.
pub fn search<S: Packing + Reversible, H: Heuristic<S>>(
    space: &S,
    heuristic: &H,
    start: &S::State,
    limit: &Limit,
    observer: &mut (impl Observer<S> + ?Sized),
) -> Report<S::Move> {
    front_to_end::search(LeastPriority::default(), space, heuristic, start, limit, observer)
}

/// The open state with the least priority.
#[derive(Default)]
struct LeastPriority {
    /// The greatest `C` so far.
    priority: u32,
    /// The number of open states by `g`, forward and backward, without zeros.
    open: [BTreeMap<u32, u32>; 2],
}

/// The priority of a state whose `f` is not greater; less than `u32::MAX`, which means an empty queue.
fn priority(g: u32) -> u32 {
    g.saturating_mul(2).saturating_add(MIN_COST).min(u32::MAX - 1)
}

impl LeastPriority {
    /// The lower bound of all paths that are not known, when no waiting state has an `f` of at most `C`; `None` if a
    /// side has no open state.
    fn lower_bound<S: Packing>(&self, sides: &[Side<'_, S>; 2]) -> Option<u32> {
        let min_g = |side: usize| self.open[side].first_key_value().map(|(&g, _)| g);
        let sum = min_g(0)?.saturating_add(min_g(1)?).saturating_add(MIN_COST);
        let min_f = sides.iter().filter(|side| side.min_g().is_none()).map(Side::min_f);
        Some(min_f.max().unwrap_or(0).max(sum).max(self.priority))
    }
}

impl<S: Packing> Choice<S> for LeastPriority {
    fn choose(
        &mut self,
        sides: &mut [Side<'_, S>; 2],
        bound: &mut u32,
        best: u32,
    ) -> Result<Option<[Option<u32>; 2]>, StopCause> {
        loop {
            for side in &mut *sides {
                while side.min_f() <= self.priority {
                    if !side.make_ready(self.priority) {
                        return Err(StopCause::Memory);
                    }
                }
            }
            *bound = self.lower_bound(sides).unwrap_or(best).max(*bound);
            if *bound >= best {
                return Ok(None);
            }
            let min_priority = [0, 1].map(|side| sides[side].min_g().map_or(u32::MAX, priority));
            let Some(side) = (0..2).find(|&side| min_priority[side] <= self.priority) else {
                let ready = min_priority[0].min(min_priority[1]);
                self.priority = ready.min(sides[0].min_f()).min(sides[1].min_f());
                continue;
            };
            let Some(number) = sides[side].take(true) else { continue };
            let g = sides[side].nodes.get(number).g;
            // After stale entries the first state may have a greater priority.
            if priority(g) > self.priority {
                sides[side].ready.push(ready_key(g), number);
                continue;
            }
            let mut numbers = [None; 2];
            numbers[side] = Some(number);
            return Ok(Some(numbers));
        }
    }

    fn open(&mut self, side: usize, g: u32) {
        *self.open[side].entry(g).or_default() += 1;
    }

    fn remove(&mut self, side: usize, g: u32) {
        if let Some(states) = self.open[side].get_mut(&g) {
            *states -= 1;
            if *states == 0 {
                self.open[side].remove(&g);
            }
        }
    }
}
