//! From the expansions of a running search to bytes.

use super::bytes::{put, put_signed};
use super::checksum;
use super::moves::{Moves, Predecessors, predecessors};
use super::step::{End, Ending, Header};
use super::{MAGIC, VERSION, kind};
use crate::observe::{Expansion, SearchEvent, StopCause};
use crate::puzzle::Puzzle;
use rustc_hash::FxHashMap;

/// Writes a trace into memory, from which it is taken in pieces.
pub struct Recorder<P: Puzzle> {
    bytes: Vec<u8>,
    checksum: checksum::Hasher,
    moves: Moves<P>,
    predecessors: Predecessors<P>,
    /// The step of the last expansion, by direction of search, cost of the path and position.
    expanded: FxHashMap<(bool, u32, P::Position), u32>,
    /// Number of steps so far, and the maximum.
    steps: u32,
    max_steps: u32,
    last_open: u64,
    last_closed: u64,
}

impl<P: Puzzle> Recorder<P> {
    /// A recorder of at most `max_steps` steps; their states stay in memory.
    pub fn new(header: &Header<P>, max_steps: u32) -> Self {
        let lines = [
            ("program", one_line(&header.program)),
            ("puzzle", P::NAME.to_owned()),
            ("shape", P::shape(&header.start)),
            ("metric", header.metric.to_string()),
            ("algorithm", one_line(&header.algorithm)),
            ("heuristic", one_line(&header.heuristic)),
            ("start", P::format(&header.start)),
            ("goal", P::format(&header.goal)),
        ];
        let lines = lines.map(|(name, value)| format!("{name} {value}\n")).concat();
        Self {
            bytes: format!("{MAGIC} {VERSION}\n{lines}\n").into_bytes(),
            checksum: checksum::Hasher::new(),
            moves: Moves::of(header),
            predecessors: predecessors(header),
            expanded: FxHashMap::default(),
            steps: 0,
            max_steps,
            last_open: 0,
            last_closed: 0,
        }
    }

    /// True if the maximum number of steps is reached; further steps are ignored.
    pub fn is_full(&self) -> bool {
        self.steps >= self.max_steps
    }

    /// Records an expansion. Its parent is the most recently expanded state of which it is a
    /// successor and whose path is cheaper by the cost of the move between them, so searches need
    /// not report parents.
    pub fn expansion(&mut self, expansion: &Expansion<'_, P::Position>) {
        if self.is_full() {
            return;
        }
        let Expansion { state: position, backward, g, h, f, open, closed } = *expansion;
        let parent = self.parent(position, g, backward);
        let flags = if backward { kind::BACKWARD } else { 0 };
        let child = if parent.is_some() { kind::CHILD } else { 0 };
        self.bytes.push(kind::EXPANSION | flags | child);
        if let Some((back, mv)) = parent {
            put(&mut self.bytes, u64::from(back));
            put(&mut self.bytes, mv);
        } else {
            let text = P::format(position);
            put(&mut self.bytes, text.len() as u64);
            self.bytes.extend(text.as_bytes());
        }
        put(&mut self.bytes, g.into());
        put(&mut self.bytes, h.into());
        put_signed(&mut self.bytes, f.wrapping_sub(u64::from(g) + u64::from(h)) as i64);
        put_signed(&mut self.bytes, open.wrapping_sub(self.last_open) as i64);
        put_signed(&mut self.bytes, closed.wrapping_sub(self.last_closed) as i64);
        (self.last_open, self.last_closed) = (open, closed);
        self.expanded.insert((backward, g, position.clone()), self.steps);
        self.steps += 1;
    }

    /// The distance to the parent in steps, and the number of the move from it.
    fn parent(&self, position: &P::Position, g: u32, backward: bool) -> Option<(u32, u64)> {
        if g == 0 {
            return None;
        }
        let parents = (self.predecessors)(position).into_iter().filter_map(|before| {
            let step =
                self.expanded.get(&(backward, g.checked_sub(before.cost)?, before.position))?;
            Some((self.steps - step, self.moves.number(before.mv)?))
        });
        parents.min_by_key(|&(back, _)| back)
    }

    /// Records an event between expansions.
    pub fn event(&mut self, event: SearchEvent) {
        if self.is_full() {
            return;
        }
        let (which, value) = match event {
            SearchEvent::Iteration(bound) => (0, bound),
            SearchEvent::Stage(stage) => (1, stage),
            SearchEvent::Solution(cost) => (2, cost),
        };
        self.bytes.extend([kind::EVENT, which]);
        put(&mut self.bytes, value);
        self.steps += 1;
    }

    /// Takes the bytes written since the last call.
    pub fn take(&mut self) -> Vec<u8> {
        self.checksum.update(&self.bytes);
        std::mem::take(&mut self.bytes)
    }

    /// Number of bytes waiting to be taken.
    pub fn waiting(&self) -> usize {
        self.bytes.len()
    }

    /// Records the end, and returns the last bytes.
    ///
    /// # Panics
    /// If a move of the solution is not a move of the metric.
    pub fn end(mut self, end: &End<P>) -> Vec<u8> {
        self.bytes.push(kind::END);
        let (status, path): (u8, &[P::Move]) = match &end.ending {
            Ending::Solved { path, proven } => (u8::from(*proven), path),
            Ending::Unsolvable => (2, &[]),
            Ending::Stopped(StopCause::Nodes) => (3, &[]),
            Ending::Stopped(StopCause::Time) => (4, &[]),
            Ending::Stopped(StopCause::Memory) => (5, &[]),
            Ending::Stopped(StopCause::Cancelled) => (6, &[]),
            Ending::Stopped(StopCause::BrokenTable) => (7, &[]),
            Ending::Stopped(StopCause::Width) => (8, &[]),
        };
        self.bytes.push(status);
        put(&mut self.bytes, end.expanded);
        put(&mut self.bytes, end.generated);
        put(&mut self.bytes, path.len() as u64);
        for &mv in path {
            put(&mut self.bytes, self.moves.number(mv).expect("a move of the metric"));
        }
        self.checksum.update(&self.bytes);
        self.bytes.extend(self.checksum.finalize().to_le_bytes());
        self.bytes
    }
}

fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}
