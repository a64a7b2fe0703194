//! The levels of a beam as the tour of a tree: one board visits all states of a level, by steps and steps back.
//!
//! ```text
//! tour := one leaf, the start
//! repeat
//!     walk the tour: a step moves the blank, a step back undoes it, a leaf lists the children of the board
//!     selected := the width children of least score that no level has had
//!     tour := the tour with each leaf replaced by its selected children, without branches that have none
//!     make the steps that all branches begin with
//! ```
//!
//! A state costs three bytes, and a level as many steps as the tree has branches: states of a level have common
//! ancestors a few levels above. The tours are the Euler tours of beam searches in programming contests.

use super::board::ScoredBoard;
use loyd_search::observe::{Budget, StopCause};

/// Operations of a tour; lesser ones are steps in that direction.
const BACK: u8 = 4;
const LEAF: u8 = 5;

/// The number of levels without a new least score after which a run ends.
const STUCK: u32 = 25;

/// The number of levels between two looks at the clock, up to the second number of states a level.
const LEVELS: usize = 16;
const MAX_NARROW: usize = 200;

struct Child {
    score: i64,
    hash: u64,
    leaf: u32,
    direction: u8,
}

/// The reason for the end of a run.
pub(super) enum End {
    /// The path leads to the goal.
    Goal,
    /// The path leads to the state of least score; the levels after it had none of less.
    Stuck,
    /// The path leads to the state of least score so far.
    Stopped(StopCause),
}

/// A limit of a run.
pub(super) struct RunLimit<'a> {
    pub(super) width: usize,
    /// Paths of this number of moves and more are of no interest.
    pub(super) length: usize,
    pub(super) budget: &'a Budget,
    /// States expanded so far.
    pub(super) expanded: &'a mut u64,
    /// States generated so far.
    pub(super) generated: &'a mut u64,
    /// Called with the number of states expanded, some times a second.
    pub(super) watch: &'a mut dyn FnMut(u64),
}

/// Searches from a board for the goal; returns the blank's directions and the reason for the end.
pub(super) fn run(start: &ScoredBoard<'_>, limit: &mut RunLimit<'_>) -> (Vec<u8>, End) {
    let mut board = start.clone();
    let (mut tour, mut next) = (vec![LEAF], Vec::new());
    let (mut path, mut best_path) = (Vec::new(), Vec::new());
    let (mut stack, mut children, mut selection) = (Vec::new(), Vec::new(), Vec::new());
    let mut history = History::new(limit.width);
    // The least score of a level, and the number of levels since.
    let (mut best_score, mut levels) = (i64::MAX, 0);
    history.insert(board.hash);
    if board.distance == 0 {
        return (path, End::Goal);
    }
    for depth in 0.. {
        if depth % LEVELS == LEVELS - 1 || limit.width > MAX_NARROW {
            (limit.watch)(*limit.expanded);
            if let Some(cause) = limit.budget.exceeded(*limit.expanded) {
                return (best_path, End::Stopped(cause));
            }
        }
        children.clear();
        let max_distance = limit.length.saturating_sub(depth + 1);
        let mut leaves = 0;
        for &operation in &tour {
            match operation {
                BACK => board.step(3 - stack.pop().expect("a step before")),
                LEAF => {
                    let last = stack.last().or(path.last()).copied();
                    for direction in (0..4).filter(|&d| last != Some(3 - d)) {
                        let Some(child) = board.child(direction) else { continue };
                        *limit.generated += 1;
                        if child.distance as usize >= max_distance || history.contains(child.hash) {
                            continue;
                        }
                        if child.distance == 0 {
                            path.append(&mut stack);
                            path.push(direction);
                            return (path, End::Goal);
                        }
                        let (score, hash) = (child.score, child.hash);
                        children.push(Child { score, hash, leaf: leaves, direction });
                    }
                    leaves += 1;
                }
                direction => {
                    board.step(direction);
                    stack.push(direction);
                }
            }
        }
        *limit.expanded += u64::from(leaves);
        selection.clear();
        selection.resize(leaves as usize, 0u8);
        let first = select(&mut children, limit.width, &mut history, &mut selection);
        let Some((score, leaf, direction)) = first else { return (best_path, End::Stuck) };
        let is_better = score < best_score;
        (best_score, levels) = if is_better { (score, 0) } else { (best_score, levels + 1) };
        if levels > STUCK {
            return (best_path, End::Stuck);
        }
        grow(&tour, &selection, &mut next);
        if is_better {
            best_path.clone_from(&path);
            steps_to(&tour, leaf, &mut best_path);
            best_path.push(direction);
        }
        let common = common_steps(&next);
        for &direction in &next[..common] {
            board.step(direction);
            path.push(direction);
        }
        tour.clear();
        tour.extend_from_slice(&next[common..next.len() - common]);
    }
    unreachable!("the levels end")
}

/// Selects the children of least score; returns the score, the leaf and the direction of the first.
fn select(
    children: &mut [Child],
    width: usize,
    history: &mut History,
    selection: &mut [u8],
) -> Option<(i64, u32, u8)> {
    let order = |child: &Child| (child.score, child.hash >> 32);
    if width < children.len() {
        children.select_nth_unstable_by_key(width - 1, order);
    }
    let children = &children[..width.min(children.len())];
    let mut first: Option<(i64, u64, u32, u8)> = None;
    for child in children {
        if history.insert(child.hash) {
            selection[child.leaf as usize] |= 1 << child.direction;
            let this = (child.score, child.hash, child.leaf, child.direction);
            first = Some(first.map_or(this, |first| first.min(this)));
        }
    }
    first.map(|(score, _, leaf, direction)| (score, leaf, direction))
}

/// Replaces the leaves of a tour by their selected children.
fn grow(tour: &[u8], selection: &[u8], next: &mut Vec<u8>) {
    next.clear();
    let mut selections = selection.iter();
    for &operation in tour {
        match operation {
            LEAF => {
                let mask = selections.next().copied().unwrap_or(0);
                for direction in (0..4).filter(|direction| mask >> direction & 1 == 1) {
                    next.extend([direction, LEAF, BACK]);
                }
            }
            // A branch without leaves.
            BACK if next.last().is_some_and(|&last| last < BACK) => drop(next.pop()),
            operation => next.push(operation),
        }
    }
}

/// Appends the steps from the root of a tour to a leaf.
fn steps_to(tour: &[u8], leaf: u32, steps: &mut Vec<u8>) {
    let mut leaves = 0;
    for &operation in tour {
        match operation {
            LEAF if leaves == leaf => return,
            LEAF => leaves += 1,
            BACK => drop(steps.pop()),
            direction => steps.push(direction),
        }
    }
}

/// The number of steps that the paths to all leaves begin with.
fn common_steps(tour: &[u8]) -> usize {
    let before = tour.iter().take_while(|&&operation| operation < BACK).count();
    let after = tour.iter().rev().take_while(|&&operation| operation == BACK).count();
    let (mut depth, mut common) = (before, before.min(after));
    for &operation in &tour[before..tour.len() - after] {
        match operation {
            LEAF => {}
            BACK => {
                depth -= 1;
                common = common.min(depth);
            }
            _ => depth += 1,
        }
    }
    common
}

/// The hashes of selected states: four for each part of the hash, the oldest forgotten first.
struct History {
    hashes: Vec<u64>,
}

const PLACES: usize = 4;

impl History {
    fn new(width: usize) -> Self {
        Self { hashes: vec![0; (16 * width).next_power_of_two().max(1 << 10)] }
    }

    fn row(&self, hash: u64) -> usize {
        hash as usize & (self.hashes.len() - 1) & !(PLACES - 1)
    }

    #[inline]
    fn contains(&self, hash: u64) -> bool {
        let row = self.row(hash);
        self.hashes[row..row + PLACES].contains(&hash)
    }

    /// Returns false if the hash was there.
    fn insert(&mut self, hash: u64) -> bool {
        let row = self.row(hash);
        let row = &mut self.hashes[row..row + PLACES];
        let is_new = !row.contains(&hash);
        if is_new {
            row.rotate_right(1);
            row[0] = hash;
        }
        is_new
    }
}
