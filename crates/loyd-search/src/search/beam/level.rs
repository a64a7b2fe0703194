//! The levels of one pass over any space.

use super::{Pass, Passes};
use crate::observe::StopCause;
use crate::pieces::share_out;
use crate::search::open_closed::hash;
use crate::space::{Heuristic, Packing, StateSpace};
use std::mem;
use std::sync::{Mutex, PoisonError};

/// Widths below this one have one part a level, others [`PARTS`].
const SINGLE: usize = 2048;

/// The number of parts of a level: a power of two.
const PARTS: usize = 64;

/// A beam search of any space.
pub(super) struct Beam<'a, S, H> {
    pub(super) space: &'a S,
    pub(super) heuristic: &'a H,
    pub(super) threads: usize,
    pub(super) admissible: bool,
}

/// A state of a level.
struct Entry<P, M> {
    packed: P,
    memo: M,
}

struct Child<P, M, V> {
    entry: Entry<P, M>,
    hash: u64,
    h: u32,
    /// The number of the parent in its level.
    parent: u32,
    mv: V,
}

/// The states of a level by the parts of their hashes.
struct Level<P, M> {
    parts: Vec<Vec<Entry<P, M>>>,
    /// Sorted lists of the hashes of each part.
    hashes: Vec<Vec<u64>>,
}

/// The moves that led to the states of a level, in the order of the parts.
struct Steps<V> {
    parents: Vec<u32>,
    moves: Vec<V>,
}

type Children<S, H> =
    Vec<Child<<S as Packing>::Packed, <H as Heuristic<S>>::Memo, <S as StateSpace>::Move>>;

/// The children of one part of a level: a list for each part of the next, and the first goal.
struct Expanded<S: Packing, H: Heuristic<S>> {
    lists: Vec<Children<S, H>>,
    generated: u64,
    goal: Option<(u32, S::Move)>,
    pruned: bool,
}

impl<S, H> Beam<'_, S, H>
where
    S: Packing<Packed: Sync, Move: Send + Sync> + Sync,
    H: Heuristic<S, Memo: Send + Sync> + Sync,
{
    /// Searches with one width.
    pub(super) fn pass(
        &self,
        passes: &mut Passes<'_, S::Move>,
        start: &S::State,
        width: usize,
    ) -> Result<Pass<S::Move>, StopCause> {
        let parts = if width < SINGLE { 1 } else { PARTS };
        let first = Entry { packed: self.space.pack(start), memo: self.heuristic.start(start) };
        let number = part_of(hash(&first.packed), parts);
        let mut level = Level::new(parts);
        level.parts[number].push(first);
        let mut before = Level::new(parts);
        let mut path: Vec<Steps<S::Move>> = Vec::new();
        let mut complete = true;
        while level.parts.iter().any(|part| !part.is_empty()) {
            let expanded = self.expand(passes, &level, &path)?;
            let parents = level.states();
            let generated = expanded.iter().map(|piece| piece.generated).sum();
            let goal = expanded.iter().find_map(|piece| piece.goal);
            if let Some((parent, mv)) = goal {
                passes.level(parents as u64, generated, 0, 0)?;
                return Ok(Pass { path: Some(trace(&path, parent, mv)), complete: false });
            }
            complete &= self.admissible || !expanded.iter().any(|piece| piece.pruned);
            let (next, steps, (minimum, all)) =
                self.select(expanded, &before, passes.next_width(width));
            complete &= all;
            before = mem::replace(&mut level, next);
            before.parts = Vec::new();
            path.push(steps);
            let states = level.states();
            if passes.is_stuck(minimum) {
                return Ok(Pass { path: None, complete: false });
            }
            let bytes = self.bytes(states.max(parents), &path);
            passes.level(parents as u64, generated, states as u64, bytes)?;
        }
        Ok(Pass { path: None, complete })
    }

    /// An estimate of the bytes of a level of this many states, its children, and the paths.
    fn bytes(&self, states: usize, path: &[Steps<S::Move>]) -> u64 {
        let child =
            mem::size_of::<Child<S::Packed, H::Memo, S::Move>>() + self.space.bytes_on_heap();
        let step = 4 + mem::size_of::<S::Move>();
        let steps: usize = path.iter().map(|steps| steps.parents.len() * step).sum();
        (states * 5 * child + steps) as u64
    }

    /// The first step: the children of each part of a level.
    fn expand(
        &self,
        passes: &Passes<'_, S::Move>,
        level: &Level<S::Packed, H::Memo>,
        path: &[Steps<S::Move>],
    ) -> Result<Vec<Expanded<S, H>>, StopCause> {
        let mut first = 0;
        let mut firsts = Vec::with_capacity(level.parts.len());
        for part in &level.parts {
            firsts.push(first);
            first += part.len();
        }
        let g = path.len() as u32 + 1;
        let cost = passes.best_cost().unwrap_or(u32::MAX);
        let work = |piece: u64| {
            let (part, first) = (&level.parts[piece as usize], firsts[piece as usize]);
            let Self { space, heuristic, .. } = *self;
            expand(space, heuristic, part, path.last(), first, level.parts.len(), (g, cost))
        };
        let mut cause = None;
        let mut watch = |_| {
            cause = passes.exceeded();
            cause.is_none()
        };
        let expanded = share_out(level.parts.len() as u64, self.threads, work, &mut watch);
        expanded.ok_or(cause.unwrap_or(StopCause::Cancelled))
    }

    /// The second and third step: the best children of a level, without duplicates. Returns true if none was
    /// dropped for the width.
    fn select(
        &self,
        expanded: Vec<Expanded<S, H>>,
        before: &Level<S::Packed, H::Memo>,
        width: usize,
    ) -> Stored<S, H> {
        let parts = before.hashes.len();
        let mut lists: Vec<Vec<Children<S, H>>> = (0..parts).map(|_| Vec::new()).collect();
        for piece in expanded {
            for (list, children) in lists.iter_mut().zip(piece.lists) {
                list.push(children);
            }
        }
        let lists = Pieces::new(lists);
        let merge = |piece: u64| merge::<S, H>(lists.take(piece), &before.hashes[piece as usize]);
        let merged = share_out(parts as u64, self.threads, merge, &mut |_| true);
        let (mut counts, mut children) = (Vec::new(), Vec::new());
        for part in merged.unwrap_or_default() {
            counts.resize(part.counts.len().max(counts.len()), 0);
            for (count, here) in counts.iter_mut().zip(&part.counts) {
                *count += here;
            }
            children.push(part.children);
        }
        let states: usize = counts.iter().sum();
        let limit = limit_of(&counts, width);
        let children = Pieces::new(children);
        let keep = |piece: u64| keep::<S, H>(children.take(piece), limit);
        let selected = share_out(parts as u64, self.threads, keep, &mut |_| true);
        let mut level = Level { parts: Vec::new(), hashes: Vec::new() };
        let mut steps = Steps { parents: Vec::new(), moves: Vec::new() };
        for (entries, hashes, mut taken) in selected.unwrap_or_default() {
            level.parts.push(entries);
            level.hashes.push(hashes);
            steps.parents.append(&mut taken.parents);
            steps.moves.append(&mut taken.moves);
        }
        let minimum = counts.iter().position(|&count| count > 0).unwrap_or(0) / TIES;
        (level, steps, (minimum as u64, states <= width))
    }
}

/// Values that the threads take, each once.
struct Pieces<T>(Vec<Mutex<T>>);

impl<T: Default> Pieces<T> {
    fn new(values: Vec<T>) -> Self {
        Self(values.into_iter().map(Mutex::new).collect())
    }

    fn take(&self, piece: u64) -> T {
        let mut value = self.0[piece as usize].lock().unwrap_or_else(PoisonError::into_inner);
        mem::take(&mut *value)
    }
}

/// The children of a part of a level, whose first state has the number `first`; those that cannot lead to a
/// path of less than the cost are dropped.
fn expand<S: Packing, H: Heuristic<S>>(
    space: &S,
    heuristic: &H,
    part: &[Entry<S::Packed, H::Memo>],
    steps: Option<&Steps<S::Move>>,
    first: usize,
    parts: usize,
    (g, cost): (u32, u32),
) -> Expanded<S, H> {
    let room = if parts == 1 { 3 * part.len() } else { 4 * part.len() / parts + 8 };
    let mut lists: Vec<Children<S, H>> = (0..parts).map(|_| Vec::with_capacity(room)).collect();
    let (mut generated, mut goal, mut pruned) = (0, None, false);
    for (number, entry) in part.iter().enumerate() {
        let parent = first + number;
        let last = steps.map(|steps| steps.moves[parent]);
        let mut state = space.unpack(&entry.packed);
        for mv in space.moves(&state) {
            if last.is_some_and(|last| !space.may_follow(last, mv)) {
                continue;
            }
            let effect = space.apply(&mut state, mv);
            generated += 1;
            if goal.is_none() && space.is_goal(&state) {
                goal = Some((parent as u32, mv));
            }
            let memo = heuristic.step(entry.memo, &state, effect);
            let h = heuristic.value(memo);
            if g.saturating_add(h) < cost {
                let packed = space.pack(&state);
                let hash = hash(&packed);
                let entry = Entry { packed, memo };
                lists[part_of(hash, parts)].push(Child {
                    entry,
                    hash,
                    h,
                    parent: parent as u32,
                    mv,
                });
            } else {
                pruned = true;
            }
            space.undo(&mut state, effect);
        }
    }
    Expanded { lists, generated, goal, pruned }
}

/// Children without duplicates, and the number of children with each key.
struct Merged<S: Packing, H: Heuristic<S>> {
    children: Children<S, H>,
    counts: Vec<usize>,
}

/// Keys of one estimate.
const TIES: usize = 64;

/// The key by which children are selected: the estimate, then bits of the hash.
fn key(h: u32, hash: u64) -> usize {
    (h as usize) * TIES + (hash as usize & (TIES - 1))
}

/// The largest key that is counted.
const MAX_KEY: usize = (1 << 20) * TIES;

fn merge<S: Packing, H: Heuristic<S>>(lists: Vec<Children<S, H>>, before: &[u64]) -> Merged<S, H> {
    let total: usize = lists.iter().map(Vec::len).sum();
    let mut children = Vec::with_capacity(total);
    let mut counts = Vec::new();
    let mut hashes = Hashes::new(total + before.len());
    for &hash in before {
        hashes.insert(hash);
    }
    for child in lists.into_iter().flatten() {
        if hashes.insert(child.hash) {
            let key = key(child.h, child.hash).min(MAX_KEY);
            if counts.len() <= key {
                counts.resize((key + 1).next_multiple_of(TIES), 0);
            }
            counts[key] += 1;
            children.push(child);
        }
    }
    Merged { children, counts }
}

/// The key below which a level keeps all children, at most `width` of them; the children of the least key stay in any
/// case, or a narrow beam would be empty.
fn limit_of(counts: &[usize], width: usize) -> usize {
    let mut sum = 0;
    for (key, &count) in counts.iter().enumerate() {
        sum += count;
        if sum > width && sum > count {
            return key;
        }
    }
    usize::MAX
}

/// A level, its steps, its least estimate, and true if no child was dropped for the width.
type Stored<S, H> = (
    Level<<S as Packing>::Packed, <H as Heuristic<S>>::Memo>,
    Steps<<S as StateSpace>::Move>,
    (u64, bool),
);

type Selected<S, H> = (
    Vec<Entry<<S as Packing>::Packed, <H as Heuristic<S>>::Memo>>,
    Vec<u64>,
    Steps<<S as StateSpace>::Move>,
);

fn keep<S: Packing, H: Heuristic<S>>(children: Children<S, H>, limit: usize) -> Selected<S, H> {
    let mut entries = Vec::new();
    let mut hashes = Vec::new();
    let mut steps = Steps { parents: Vec::new(), moves: Vec::new() };
    for child in children {
        if key(child.h, child.hash).min(MAX_KEY) < limit {
            entries.push(child.entry);
            hashes.push(child.hash);
            steps.parents.push(child.parent);
            steps.moves.push(child.mv);
        }
    }
    (entries, hashes, steps)
}

/// A set of hashes with open addressing.
struct Hashes {
    slots: Vec<u64>,
    has_zero: bool,
}

impl Hashes {
    fn new(count: usize) -> Self {
        Self { slots: vec![0; (2 * count + 1).next_power_of_two()], has_zero: false }
    }

    /// Inserts a hash; returns false if it was there.
    #[inline]
    fn insert(&mut self, hash: u64) -> bool {
        if hash == 0 {
            return !mem::replace(&mut self.has_zero, true);
        }
        let mask = self.slots.len() - 1;
        // The upper bits chose the part, the lowest ones order ties.
        let mut slot = (hash >> 8) as usize & mask;
        loop {
            match self.slots[slot] {
                0 => {
                    self.slots[slot] = hash;
                    return true;
                }
                other if other == hash => return false,
                _ => slot = (slot + 1) & mask,
            }
        }
    }
}

impl<P, M> Level<P, M> {
    fn states(&self) -> usize {
        self.parts.iter().map(Vec::len).sum()
    }

    fn new(parts: usize) -> Self {
        Self {
            parts: (0..parts).map(|_| Vec::new()).collect(),
            hashes: (0..parts).map(|_| Vec::new()).collect(),
        }
    }
}

/// The part of a level that a hash chooses.
fn part_of(hash: u64, parts: usize) -> usize {
    if parts == 1 { 0 } else { (hash >> (64 - PARTS.trailing_zeros())) as usize }
}

/// The moves to a child of a state of the last level.
fn trace<V: Copy>(path: &[Steps<V>], parent: u32, last: V) -> Vec<V> {
    let mut moves = vec![last];
    let mut number = parent as usize;
    for steps in path.iter().rev() {
        moves.push(steps.moves[number]);
        number = steps.parents[number] as usize;
    }
    moves.reverse();
    moves
}
