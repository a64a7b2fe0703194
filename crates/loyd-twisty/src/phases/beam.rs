//! A beam search through one phase, from the ends of the phase before it.
//!
//! ```text
//! for length = 0, 1, …
//!     layer := the states chosen at this length, and the starts of this length
//!     for each state of the layer and each move of the phase
//!         if the state after it is at the goal: it is an end of the phase
//!         else it is a candidate with its score
//!     the WIDTH candidates with the least scores are chosen for length + 1, equal states once
//!     stop SLACK lengths after the first end
//! ```
//!
//! A start that is at the goal is an end at once. A sequence of moves that the phase makes as one counts as one step,
//! though not in the length of an end.

use super::space::{Moves, Number, State, hash};
use loyd_search::observe::Budget;
use rustc_hash::FxHashSet;

/// Moves of all phases, at most.
pub(super) const MAX_LENGTH: usize = 200;

/// A larger score is cut to this.
const MAX_SCORE: usize = 4095;

/// The number of cells.
pub(super) const CELLS: usize = 1024;

/// No earlier move.
pub(super) const ROOT: u32 = u32::MAX;

/// A state with the way to it.
#[derive(Clone, Debug)]
pub(super) struct Node<const N: usize> {
    pub(super) state: State<N>,
    /// The entry of its last move in [`Paths`], or [`ROOT`].
    pub(super) path: u32,
    /// The number of moves.
    pub(super) length: u16,
    /// The last move, whose powers must not follow.
    pub(super) last: Option<Number>,
}

/// Moves with the entries before them.
#[derive(Debug, Default)]
pub(super) struct Paths {
    entries: Vec<(u32, Number)>,
}

impl Paths {
    pub(super) fn push(&mut self, before: u32, letter: Number) -> u32 {
        self.entries.push((before, letter));
        (self.entries.len() - 1) as u32
    }

    /// The moves to an entry.
    pub(super) fn moves(&self, mut entry: u32) -> Vec<Number> {
        let mut moves = Vec::new();
        while entry != ROOT {
            let (before, letter) = self.entries[entry as usize];
            moves.push(letter);
            entry = before;
        }
        moves.reverse();
        moves
    }
}

/// The value of a state in a phase.
pub(super) enum Value {
    /// The goal of the phase is reached.
    Goal,
    /// An estimate of the effort that is left, and the cell of the state, below [`CELLS`]: only a part of a layer may be
    /// of one cell, so that states that look good and lead nowhere do not fill it.
    Score(u32, usize),
}

/// One phase.
pub(super) trait Phase<const N: usize>: Sync {
    /// The moves that it makes, by number.
    fn letters(&self) -> &[Number];

    /// The value of a state.
    fn value(&self, state: &State<N>) -> Value;

    /// A lower bound of the moves to the goal.
    fn bound(&self, _state: &State<N>) -> u32 {
        0
    }

    /// The state as the phase needs it, from that of the phase before.
    fn enter(&self, state: State<N>) -> State<N> {
        state
    }
}

/// The extent of a search through a phase.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    /// States of a layer, at most.
    pub(super) width: usize,
    /// Lengths beyond that of the first end.
    pub(super) slack: usize,
    /// Ends, at most.
    pub(super) ends: usize,
    /// States of a layer that are of one cell, at most, or twice as many if few are equal.
    pub(super) share: usize,
    /// Moves of the phase, at most.
    pub(super) depth: usize,
}

/// A candidate for the next layer.
struct Candidate {
    score: u16,
    parent: u32,
    letter: Number,
}

/// The number of states that a search expanded and generated.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub(super) expanded: u64,
    pub(super) generated: u64,
}

/// Searches through a phase. The ends come in order of their length.
pub(super) fn search<const N: usize>(
    moves: &Moves,
    phase: &dyn Phase<N>,
    starts: Vec<Node<N>>,
    extent: Extent,
    (paths, counts): (&mut Paths, &mut Counts),
    budget: &Budget,
) -> Vec<Node<N>> {
    let mut by_length: Vec<Vec<Node<N>>> = vec![Vec::new(); MAX_LENGTH + 1];
    let (mut ends, mut known) = (Vec::new(), FxHashSet::default());
    let Some(mut length) = starts.iter().map(|start| usize::from(start.length)).min() else {
        return ends;
    };
    let mut last_length = MAX_LENGTH.min(length + extent.depth);
    for start in starts {
        let start = Node { state: phase.enter(start.state), ..start };
        by_length[usize::from(start.length)].push(start);
    }
    let mut layer: Vec<Node<N>> = Vec::new();
    while length < MAX_LENGTH && length <= last_length && budget.exceeded(counts.expanded).is_none()
    {
        for start in std::mem::take(&mut by_length[length]) {
            match phase.value(&start.state) {
                Value::Goal if known.insert(hash(&start.state) ^ u64::from(start.length)) => {
                    ends.push(start);
                }
                Value::Goal => {}
                Value::Score(..) => layer.push(start),
            }
        }
        if !ends.is_empty() {
            last_length = last_length.min(length.max(usize::from(ends[0].length)) + extent.slack);
        }
        if length >= last_length || ends.len() >= extent.ends {
            break;
        }
        let next = expand(moves, phase, &layer, extent, (paths, counts), (&mut ends, &mut known));
        if next.is_empty() && by_length[length + 1..].iter().all(Vec::is_empty) {
            break;
        }
        layer = next;
        length += 1;
    }
    ends.sort_by_key(|end| end.length);
    ends
}

/// The chosen states of the next length; ends are appended to `ends`.
fn expand<const N: usize>(
    moves: &Moves,
    phase: &dyn Phase<N>,
    layer: &[Node<N>],
    extent: Extent,
    (paths, counts): (&mut Paths, &mut Counts),
    (ends, known): (&mut Vec<Node<N>>, &mut FxHashSet<u64>),
) -> Vec<Node<N>> {
    let mut candidates: Vec<Candidate> = Vec::new();
    let mut histogram = vec![0_usize; MAX_SCORE + 1];
    let mut cells = vec![0_usize; CELLS];
    // Candidates above this score cannot be chosen any more.
    let (mut highest, mut below) = (MAX_SCORE, 0);
    let shortest = layer.iter().map(|node| node.length).min().unwrap_or(0);
    for (parent, node) in layer.iter().enumerate() {
        counts.expanded += 1;
        for &letter in phase.letters() {
            if !moves.may_follow(node.last, letter.into()) {
                continue;
            }
            counts.generated += 1;
            let state = moves.after(&node.state, letter.into());
            let word = moves.letters[usize::from(letter)].word.len() as u16;
            let score = match phase.value(&state) {
                Value::Goal => {
                    // The same state again by fewer moves is another end.
                    let length = node.length + word;
                    if ends.len() < extent.ends && known.insert(hash(&state) ^ u64::from(length)) {
                        let path = paths.push(node.path, letter);
                        ends.push(Node { state, path, length, last: Some(letter) });
                    }
                    continue;
                }
                Value::Score(score, cell) => {
                    if cells[cell % CELLS] >= 2 * extent.share {
                        continue;
                    }
                    cells[cell % CELLS] += 1;
                    // States of a layer differ in length if sequences were made.
                    (score as usize + usize::from(node.length + word - shortest)).min(MAX_SCORE)
                }
            };
            if score > highest {
                continue;
            }
            histogram[score] += 1;
            below += 1;
            // Equal states are dropped later: some more candidates than the width stay.
            while below - histogram[highest] >= 2 * extent.width {
                below -= histogram[highest];
                highest -= 1;
            }
            let (score, parent) = (score as u16, parent as u32);
            candidates.push(Candidate { score, parent, letter });
        }
    }
    choose(moves, layer, &candidates, (&histogram, highest), extent.width, paths)
}

/// The states of the least scores, equal ones once.
fn choose<const N: usize>(
    moves: &Moves,
    layer: &[Node<N>],
    candidates: &[Candidate],
    (histogram, highest): (&[usize], usize),
    width: usize,
    paths: &mut Paths,
) -> Vec<Node<N>> {
    let mut first = vec![0; highest + 2];
    for score in 0..=highest {
        first[score + 1] = first[score] + histogram[score];
    }
    let mut order = vec![u32::MAX; first[highest + 1]];
    for (index, candidate) in candidates.iter().enumerate() {
        let score = usize::from(candidate.score);
        if score <= highest {
            order[first[score]] = index as u32;
            first[score] += 1;
        }
    }
    let (mut next, mut known) = (Vec::with_capacity(width), FxHashSet::default());
    for index in order {
        let Some(candidate) = candidates.get(index as usize) else { continue };
        let parent = &layer[candidate.parent as usize];
        let state = moves.after(&parent.state, candidate.letter.into());
        if !known.insert(hash(&state)) {
            continue;
        }
        let path = paths.push(parent.path, candidate.letter);
        let word = &moves.letters[usize::from(candidate.letter)].word;
        let length = parent.length + word.len() as u16;
        next.push(Node { state, path, length, last: Some(candidate.letter) });
        if next.len() == width {
            break;
        }
    }
    next
}
