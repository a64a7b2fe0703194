//! Every state and every move of a space: a proof that a heuristic is admissible and consistent,
//! or a counterexample.
//!
//! ```text
//! for every state s, by rank:
//!     if h(s) > distance(s): s shows that h is not admissible
//!     for every move m from s to t: if h(s) > cost(m) + h(t): (s, m) shows that h is not consistent
//! ```
//!
//! The estimate of a successor is computed as in searches, from the memo of its predecessor
//! ([`Heuristic::step`]).

use super::distances::{Distances, Incomplete};
use super::findings::{Findings, Inconsistency, Thoroughness};
use crate::observe::{Budget, Limit, StopCause};
use crate::pieces::share_out;
use crate::space::{Heuristic, Ranking, StateSpace};

/// Ranks in a piece of work.
const PIECE: u64 = 1 << 14;

/// Compares a heuristic with the distances of all states. `progress` receives the number of states
/// done.
///
/// States from which the goal cannot be reached are skipped.
///
/// # Errors
/// If a limit was reached.
pub fn exhaustive<S, R, H>(
    space: &S,
    ranking: &R,
    distances: &Distances,
    heuristic: &H,
    threads: usize,
    limit: &Limit,
    progress: &mut dyn FnMut(u64),
) -> Result<Findings<S::State, S::Move>, Incomplete>
where
    S: StateSpace<State: Send, Move: Send> + Sync,
    R: Ranking<S::State> + Sync,
    H: Heuristic<S> + Sync,
{
    let budget = Budget::start(limit);
    let states = ranking.size();
    let look = |piece: u64| {
        let mut findings = Findings::none(Thoroughness::EveryState);
        for rank in piece * PIECE..states.min((piece + 1) * PIECE) {
            let Some(distance) = distances.get(rank) else { continue };
            let state = ranking.unrank(rank);
            let estimate = around(space, heuristic, state, distance, |_| rank, &mut findings);
            findings.joint.add(distance, estimate);
        }
        findings
    };
    let mut cause = None;
    let mut watch = |audited: u64| {
        let audited = (audited * PIECE).min(states);
        progress(audited);
        cause = budget.exceeded(audited);
        cause.is_none()
    };
    match share_out(states.div_ceil(PIECE), threads, look, &mut watch) {
        None => Err(Incomplete::Stopped(cause.unwrap_or(StopCause::Cancelled))),
        Some(parts) => {
            let mut all = Findings::none(Thoroughness::EveryState);
            for part in parts {
                all.merge(part);
            }
            Ok(all)
        }
    }
}

/// Examines a state and all its moves, and returns the state's estimate. Of equally bad states the
/// one with the smallest `rank` is reported.
pub(super) fn around<S: StateSpace, H: Heuristic<S>>(
    space: &S,
    heuristic: &H,
    mut state: S::State,
    distance: u32,
    rank: impl Fn(&S::State) -> u64,
    findings: &mut Findings<S::State, S::Move>,
) -> u32 {
    let memo = heuristic.start(&state);
    let before = heuristic.value(memo);
    findings.see((distance, before), || rank(&state), || state.clone());
    for mv in space.moves(&state) {
        let effect = space.apply(&mut state, mv);
        let after = heuristic.value(heuristic.step(memo, &state, effect));
        space.undo(&mut state, effect);
        let cost = space.cost(mv);
        let fell = before > after.saturating_add(cost);
        let finding = || Inconsistency { state: state.clone(), mv, before, after, cost };
        findings.see_move(fell, || rank(&state), finding);
    }
    before
}
