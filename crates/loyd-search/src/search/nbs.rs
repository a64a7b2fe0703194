//! Near-optimal bidirectional search: J. Chen, R. C. Holte, S. Zilles, N. R. Sturtevant, *Front-to-End
//! Bidirectional Heuristic Search with Near-Optimal Node Expansions*, IJCAI 2017.
//!
//! ```text
//! lb(u, v) := max(fF(u), fB(v), gF(u) + gB(v) + 1)       -- u open forward, v open backward
//! best := ∞
//! repeat
//!     choose u and v with the least lb(u, v)
//!     if lb(u, v) ≥ best: best is the cost of a shortest path
//!     expand u forward and v backward; whenever a state has been reached from both sides,
//!         best := min(best, gF + gB)
//! ```
//!
//! A path shorter than `best` passes through an open pair, and costs at least its `lb`; a search
//! must expand one state of each pair whose `lb` is below the optimum to exclude such a path. So at most
//! twice as many states are expanded as any front-to-end algorithm needs (with consistent
//! estimates). [`mm`](super::mm) has no such guarantee, and the error terms that BAE\* adds require
//! consistent estimates in both directions, which pattern databases and maxima need not provide.
//!
//! The pair is found as in the paper, by two queues per side: `waiting` by `f`, and `ready`, by
//! `g`, for states whose `f` is at most the bound proved so far:
//!
//! ```text
//! repeat
//!     if least g of ready forward + least g of ready backward + 1 ≤ bound: that is the pair
//!     move a state with f ≤ bound from waiting to ready, on either side
//!     otherwise: bound := min(least f waiting forward, least f waiting backward,
//!                             least g of ready forward + least g of ready backward + 1)
//! ```
//!
//! Lists, reopening and stale entries are those of `front_to_end`.

use super::front_to_end::{self, Choice, MIN_COST, Side, ready_key};
use crate::observe::{Limit, Observer, Report, StopCause};
use crate::space::{Heuristic, Packing, Reversible};

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
    front_to_end::search(LeastPair, space, heuristic, start, limit, observer)
}

/// The open pair with the least bound.
struct LeastPair;

impl<S: Packing> Choice<S> for LeastPair {
    fn choose(
        &mut self,
        sides: &mut [Side<'_, S>; 2],
        bound: &mut u32,
        best: u32,
    ) -> Result<Option<[Option<u32>; 2]>, StopCause> {
        loop {
            if *bound >= best {
                return Ok(None);
            }
            let min_g = [sides[0].min_g(), sides[1].min_g()];
            let sum = match min_g {
                [Some(near), Some(far)] => near.saturating_add(far).saturating_add(MIN_COST),
                _ => u32::MAX,
            };
            if sum <= *bound {
                if let Some(pair) = take_pair(sides, *bound) {
                    return Ok(Some(pair.map(Some)));
                }
                continue;
            }
            let min_f = [sides[0].min_f(), sides[1].min_f()];
            if let Some(side) = (0..2).find(|&side| min_f[side] <= *bound) {
                if !sides[side].make_ready(*bound) {
                    return Err(StopCause::Memory);
                }
                continue;
            }
            let next = min_f[0].min(min_f[1]).min(sum);
            // On a side without open states every state has been expanded.
            let over = (0..2).any(|side| min_g[side].is_none() && min_f[side] == u32::MAX);
            if over || next == u32::MAX {
                *bound = best;
                return Ok(None);
            }
            *bound = next;
        }
    }
}

/// The first ready states; `None` if their entries were stale and the bound must be computed
/// again.
fn take_pair<S: Packing>(sides: &mut [Side<'_, S>; 2], bound: u32) -> Option<[u32; 2]> {
    let near = sides[0].take(true)?;
    let far = sides[1].take(true);
    let g = |side: usize, number: u32| sides[side].nodes.get(number).g;
    let (near_g, far_g) = (g(0, near), far.map(|far| g(1, far)));
    if let (Some(far), Some(far_g)) = (far, far_g) {
        if near_g + far_g + MIN_COST <= bound {
            return Some([near, far]);
        }
        sides[1].ready.push(ready_key(far_g), far);
    }
    sides[0].ready.push(ready_key(near_g), near);
    None
}
