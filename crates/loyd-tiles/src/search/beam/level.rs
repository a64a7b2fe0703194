//! The levels of one pass.

use super::state::{Child, State, Terms, Views};
use crate::{Direction, Position, Slide};
use loyd_search::observe::StopCause;
use loyd_search::pieces::share_out;
use loyd_search::search::beam::{Pass, Passes};
use std::mem;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// States that a thread takes at a time.
const PIECE: usize = 4096;

/// States whose children are estimated together.
const BATCH: usize = 16;

/// The parts of the hashes: a power of two.
const PARTS: usize = 64;

/// The fractions of the states of one score that a level can keep.
const TIES: u64 = 256;

/// A child that may be selected.
#[derive(Clone, Copy)]
struct Key {
    hash: u64,
    /// The number of its parent in the level, and the direction in the two low bits.
    place: u32,
    score: u16,
}

/// The buffers of the levels.
pub(super) struct Levels<'a, const N: usize, const L: usize> {
    views: &'a Views,
    threads: usize,
    states: Vec<State<N, L>>,
    next: Vec<State<N, L>>,
    /// For each state and direction, the terms of the child's estimate.
    terms: Vec<Terms>,
    /// For each state and direction, 1 if the child is selected.
    marks: Vec<AtomicU8>,
    /// For each part, the hashes of the level, and of the level before.
    hashes: Vec<Vec<u64>>,
    before: Vec<Vec<u64>>,
    /// For each level, the selected directions of each state, four bits each.
    history: Vec<Vec<u8>>,
}

/// The keys of a piece for each part, and the number of children.
type Expanded = (Vec<Vec<Key>>, u64);

/// The keys of a part without duplicates, and their number by score from the least.
struct Merged {
    keys: Vec<Key>,
    first: u16,
    counts: Vec<u32>,
}

impl<'a, const N: usize, const L: usize> Levels<'a, N, L> {
    pub(super) fn new(views: &'a Views, threads: usize) -> Self {
        Self {
            views,
            threads,
            states: Vec::new(),
            next: Vec::new(),
            terms: Vec::new(),
            marks: Vec::new(),
            hashes: Vec::new(),
            before: Vec::new(),
            history: Vec::new(),
        }
    }

    /// The states of the last level.
    pub(super) fn states(&self) -> &[State<N, L>] {
        &self.states
    }

    /// Searches with one width.
    pub(super) fn pass(
        &mut self,
        passes: &mut Passes<'_, Slide>,
        start: &Position,
        width: usize,
    ) -> Result<Pass<Slide>, StopCause> {
        self.states.clear();
        self.states.push(self.views.start(start));
        self.hashes = vec![Vec::new(); PARTS];
        self.before = vec![Vec::new(); PARTS];
        self.history.clear();
        let best = passes.best_cost();
        let mut complete = true;
        while !self.states.is_empty() {
            let parents = self.states.len() as u64;
            let g = self.history.len() as u32 + 1;
            let expanded = self.expand(passes, best.map_or(u32::MAX, |best| best - g))?;
            let generated = expanded.iter().map(|piece| piece.1).sum();
            let merged = self.merge(&expanded);
            drop(expanded);
            let width = passes.next_width(width);
            let (limit, ties, states) = limit_of(&merged, width);
            complete &= states <= width;
            let minimum = merged.iter().filter(|part| !part.keys.is_empty()).map(|part| part.first);
            let is_stuck = passes.is_stuck(minimum.min().unwrap_or(0).into());
            self.select(&merged, limit, ties);
            drop(merged);
            self.advance();
            let history: usize = self.history.iter().map(Vec::len).sum();
            let lists = (2 * mem::size_of::<State<N, L>>() + 12 + 6 * mem::size_of::<Key>()) as u64;
            let states = self.states.len() as u64;
            let bytes = parents.max(states) * lists + history as u64;
            passes.level(parents, generated, states, bytes)?;
            if is_stuck {
                return Ok(Pass { path: None, complete: false });
            }
            if let Some(goal) = self.states.iter().position(|state| state.distance == 0) {
                return Ok(Pass { path: Some(self.trace(goal, start)), complete: false });
            }
        }
        Ok(Pass { path: None, complete })
    }

    /// The threads for the level: starting them takes longer than the work on few states.
    fn threads(&self) -> usize {
        if self.states.len() < 2 * PIECE { 1 } else { self.threads }
    }

    /// The keys of the children whose estimate is below `below`.
    fn expand(
        &mut self,
        passes: &Passes<'_, Slide>,
        below: u32,
    ) -> Result<Vec<Expanded>, StopCause> {
        let threads = self.threads();
        let Self { views, states, .. } = self;
        self.terms.resize(4 * states.len(), Terms::default());
        let pieces: Vec<_> = states.chunks(PIECE).zip(self.terms.chunks_mut(4 * PIECE)).collect();
        let pieces: Vec<_> = pieces.into_iter().map(|piece| Mutex::new(Some(piece))).collect();
        let work = |number: u64| {
            let room = if states.len() < PIECE { 0 } else { PIECE * 5 / 2 / PARTS };
            let mut keys: Vec<Vec<Key>> = (0..PARTS).map(|_| Vec::with_capacity(room)).collect();
            let Some((states, terms)) = taken(&pieces[number as usize]) else {
                return (keys, 0);
            };
            let mut children = [Child::default(); 4 * BATCH];
            let mut generated = 0;
            for (batch, states) in states.chunks(BATCH).enumerate() {
                let mut count = 0;
                for (parent, state) in states.iter().enumerate() {
                    count += views.children(state, parent as u8, &mut children[count..]);
                }
                generated += count as u64;
                for child in &children[..count] {
                    let parent = usize::from(child.parent);
                    let estimate = views.estimate(&states[parent], child);
                    if estimate.bound >= below {
                        continue;
                    }
                    let place = 4 * (batch * BATCH + parent) + usize::from(child.direction);
                    terms[place] = estimate.terms;
                    let place = (4 * PIECE * number as usize + place) as u32;
                    let (hash, score) = (estimate.hash, estimate.score);
                    keys[part_of(hash)].push(Key { hash, place, score });
                }
            }
            (keys, generated)
        };
        let mut cause = None;
        let mut watch = |_| {
            cause = passes.exceeded();
            cause.is_none()
        };
        let expanded = share_out(pieces.len() as u64, threads, work, &mut watch);
        expanded.ok_or(cause.unwrap_or(StopCause::Cancelled))
    }

    /// The keys of each part without duplicates and without states of the level before.
    fn merge(&self, expanded: &[Expanded]) -> Vec<Merged> {
        let work = |part: u64| {
            let part = part as usize;
            let lists = || expanded.iter().flat_map(|piece| &piece.0[part]);
            let total: usize = expanded.iter().map(|piece| piece.0[part].len()).sum();
            let first = lists().map(|key| key.score).min().unwrap_or(0);
            let last = lists().map(|key| key.score).max().unwrap_or(0);
            let mut counts = vec![0; usize::from(last - first) + 1];
            let mut keys = Vec::with_capacity(total);
            let mut hashes = Hashes::new(total + self.before[part].len());
            for &hash in &self.before[part] {
                hashes.insert(hash);
            }
            for &key in lists() {
                if hashes.insert(key.hash) {
                    counts[usize::from(key.score - first)] += 1;
                    keys.push(key);
                }
            }
            Merged { keys, first, counts }
        };
        share_out(PARTS as u64, self.threads(), work, &mut |_| true).unwrap_or_default()
    }

    /// Marks the children below the limit, and that fraction of those at the limit.
    fn select(&mut self, merged: &[Merged], limit: u16, ties: u64) {
        let states = self.states.len();
        self.marks.clear();
        self.marks.resize_with(4 * states, AtomicU8::default);
        let marks = &self.marks;
        let work = |part: u64| {
            let keys = merged[part as usize].keys.iter();
            let mut hashes = Vec::new();
            for key in keys {
                let tie = key.score == limit && key.hash / PARTS as u64 % TIES < ties;
                if key.score < limit || tie {
                    marks[key.place as usize].store(1, Relaxed);
                    hashes.push(key.hash);
                }
            }
            hashes
        };
        let hashes = share_out(PARTS as u64, self.threads(), work, &mut |_| true);
        self.before = mem::replace(&mut self.hashes, hashes.unwrap_or_default());
    }

    /// Makes the selected children the states of the level.
    fn advance(&mut self) {
        let threads = self.threads();
        let Self { views, states, next, terms, marks, .. } = &mut *self;
        let pieces = marks.chunks(4 * PIECE);
        let marked =
            |piece: &[AtomicU8]| piece.iter().filter(|mark| mark.load(Relaxed) != 0).count();
        let counts: Vec<usize> = pieces.map(marked).collect();
        next.clear();
        next.resize(counts.iter().sum(), State::EMPTY);
        let mut rest = &mut next[..];
        let mut outputs = Vec::with_capacity(counts.len());
        for &count in &counts {
            let (piece, others) = rest.split_at_mut(count);
            outputs.push(Mutex::new(Some(piece)));
            rest = others;
        }
        let work = |number: u64| {
            let number = number as usize;
            let first = number * PIECE;
            let states = &states[first..states.len().min(first + PIECE)];
            let mut directions = vec![0; states.len().div_ceil(2)];
            let Some(output) = taken(&outputs[number]) else { return directions };
            let mut output = output.iter_mut();
            for (parent, state) in states.iter().enumerate() {
                for direction in 0..4 {
                    let place = 4 * (first + parent) + direction;
                    if marks[place].load(Relaxed) != 0 {
                        directions[parent / 2] |= 1 << (4 * (parent % 2) + direction);
                        let Some(output) = output.next() else { return directions };
                        *output = views.advance(state, direction, terms[place]);
                    }
                }
            }
            directions
        };
        let history = share_out(counts.len() as u64, threads, work, &mut |_| true);
        let history = history.unwrap_or_default().concat();
        mem::swap(&mut self.states, &mut self.next);
        self.history.push(history);
    }

    /// The moves to a state of the last level.
    fn trace(&self, goal: usize, start: &Position) -> Vec<Slide> {
        let mut directions = Vec::new();
        let mut number = goal;
        for level in self.history.iter().rev() {
            let mut rest = number;
            for (byte, &selected) in level.iter().enumerate() {
                let count = selected.count_ones() as usize;
                if rest < count {
                    let mut bits = selected;
                    for _ in 0..rest {
                        bits &= bits - 1;
                    }
                    let bit = bits.trailing_zeros() as usize;
                    number = 2 * byte + bit / 4;
                    directions.push(Direction::ALL[bit % 4]);
                    break;
                }
                rest -= count;
            }
        }
        debug_assert_eq!(number, 0, "one start of {start:?}");
        directions.into_iter().rev().map(|direction| Slide { direction, count: 1 }).collect()
    }
}

/// The score up to which a level keeps all children, the share of those of that score in [`TIES`], and the number of
/// all children.
fn limit_of(merged: &[Merged], width: usize) -> (u16, u64, usize) {
    let first = merged.iter().filter(|part| !part.keys.is_empty()).map(|part| part.first).min();
    let Some(first) = first else { return (u16::MAX, 0, 0) };
    let mut counts = Vec::new();
    for part in merged.iter().filter(|part| !part.keys.is_empty()) {
        let offset = usize::from(part.first - first);
        if counts.len() < offset + part.counts.len() {
            counts.resize(offset + part.counts.len(), 0usize);
        }
        for (score, &count) in part.counts.iter().enumerate() {
            counts[offset + score] += count as usize;
        }
    }
    let total = counts.iter().sum();
    let mut sum = 0;
    for (score, &count) in counts.iter().enumerate() {
        if sum + count > width {
            let ties = (width - sum) as u64 * TIES / count as u64;
            // At least some of the best ones, or a narrow beam would be empty.
            let ties = match sum {
                0 if count as u64 <= 4 * TIES => TIES,
                0 => ties.max(1),
                _ => ties,
            };
            return (first + score as u16, ties, total);
        }
        sum += count;
    }
    (u16::MAX, TIES, total)
}

fn part_of(hash: u64) -> usize {
    (hash % PARTS as u64) as usize
}

/// The value, for the thread that comes first.
fn taken<T>(value: &Mutex<Option<T>>) -> Option<T> {
    value.lock().unwrap_or_else(PoisonError::into_inner).take()
}

/// A set of hashes with open addressing; 0 is never in it.
struct Hashes(Vec<u64>);

impl Hashes {
    fn new(count: usize) -> Self {
        Self(vec![0; (2 * count + 1).next_power_of_two()])
    }

    /// Inserts a hash; returns false if it was there.
    #[inline]
    fn insert(&mut self, hash: u64) -> bool {
        let mask = self.0.len() - 1;
        let mut slot = (hash >> 32) as usize & mask;
        loop {
            if self.0[slot] == 0 {
                self.0[slot] = hash;
                return true;
            }
            if self.0[slot] == hash {
                return false;
            }
            slot = (slot + 1) & mask;
        }
    }
}
