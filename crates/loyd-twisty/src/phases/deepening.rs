//! An exhaustive search through one phase: all its ends by iterative deepening, until there are enough.
//!
//! ```text
//! for length = 0, 1, …: for each start, the shortest first
//!     for each path of the phase that makes the start this long, pruned by the bound
//!         if it ends at the goal: it is an end
//! ```
//!
//! A last move that the next phase makes too is omitted: the path is an end without it.

use super::beam::{Counts, Extent, MAX_LENGTH, Node, Paths, Phase, Value};
use super::space::{Moves, Number, State, hash};
use loyd_search::observe::Budget;
use rustc_hash::FxHashSet;

/// The search for the ends of a phase.
pub(super) struct Deepening<'a, const N: usize> {
    pub(super) moves: &'a Moves,
    pub(super) phase: &'a dyn Phase<N>,
    /// The moves of the next phase.
    pub(super) next_letters: &'a [Number],
    pub(super) extent: Extent,
    pub(super) budget: &'a Budget,
}

/// The ends so far.
struct Ends<'a, const N: usize> {
    nodes: Vec<Node<N>>,
    known: FxHashSet<u64>,
    paths: &'a mut Paths,
    counts: &'a mut Counts,
    /// The letters of the current path.
    path: Vec<Number>,
    is_stopped: bool,
}

impl<const N: usize> Deepening<'_, N> {
    /// The ends, in order of their length.
    pub(super) fn search(
        &self,
        starts: &[Node<N>],
        (paths, counts): (&mut Paths, &mut Counts),
    ) -> Vec<Node<N>> {
        let mut ends = Ends {
            nodes: Vec::new(),
            known: FxHashSet::default(),
            paths,
            counts,
            path: Vec::new(),
            is_stopped: false,
        };
        let shortest = starts.iter().map(|start| usize::from(start.length)).min().unwrap_or(0);
        for length in shortest..MAX_LENGTH.min(shortest + self.extent.depth) {
            for start in starts {
                let Some(left) = length.checked_sub(usize::from(start.length)) else { continue };
                let state = self.phase.enter(start.state);
                self.below(start, &state, start.last, left, &mut ends);
                if ends.is_stopped {
                    return ends.nodes;
                }
            }
        }
        ends.nodes
    }

    fn below(
        &self,
        start: &Node<N>,
        state: &State<N>,
        last: Option<Number>,
        left: usize,
        ends: &mut Ends<'_, N>,
    ) {
        if left == 0 {
            self.end(start, state, ends);
            return;
        }
        ends.counts.expanded += 1;
        if ends.counts.expanded.is_multiple_of(4096)
            && self.budget.exceeded(ends.counts.expanded).is_some()
        {
            ends.is_stopped = true;
        }
        for &letter in self.phase.letters() {
            let is_last = left == 1 && self.next_letters.contains(&letter);
            if is_last || !self.moves.may_follow(last, letter.into()) {
                continue;
            }
            ends.counts.generated += 1;
            let next = self.moves.after(state, letter.into());
            if self.phase.bound(&next) as usize >= left {
                continue;
            }
            ends.path.push(letter);
            self.below(start, &next, Some(letter), left - 1, ends);
            ends.path.pop();
            if ends.is_stopped {
                return;
            }
        }
    }

    fn end(&self, start: &Node<N>, state: &State<N>, ends: &mut Ends<'_, N>) {
        if !matches!(self.phase.value(state), Value::Goal) || !ends.known.insert(hash(state)) {
            return;
        }
        let (mut path, mut last) = (start.path, start.last);
        for &letter in &ends.path {
            path = ends.paths.push(path, letter);
            last = Some(letter);
        }
        let length = start.length + ends.path.len() as u16;
        ends.nodes.push(Node { state: *state, path, length, last });
        ends.is_stopped |= ends.nodes.len() >= self.extent.ends;
    }
}
