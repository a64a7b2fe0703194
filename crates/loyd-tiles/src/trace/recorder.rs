//! From the expansions of a running search to bytes.

use super::bytes::{put, put_signed};
use super::event::{End, Ending, Header};
use super::{MAGIC, kind};
use crate::{MetricName, Multi, Position, Single, Slide, Slides};
use loyd::observe::{Expansion, Landmark, StopCause};
use rustc_hash::FxHashMap;

/// Writes a trace into memory, to be taken away in pieces.
#[derive(Debug)]
pub struct Recorder {
    bytes: Vec<u8>,
    checksum: crc32fast::Hasher,
    metric: MetricName,
    /// By direction of search, cost of the path and tiles, the number of the last expansion.
    numbers: FxHashMap<(bool, u32, Box<[u16]>), u32>,
    /// Events so far, and the most there may be.
    events: u32,
    most: u32,
    last_open: u64,
    last_closed: u64,
}

impl Recorder {
    /// A recorder of at most so many events; the states of all of them are kept in memory.
    pub fn new(header: &Header, most: u32) -> Self {
        let size = header.start.size();
        let text = format!(
            "{MAGIC}\nprogram {}\nsize {size}\nmetric {}\nalgorithm {}\nheuristic {}\nstart {}\ngoal {}\n\n",
            one_line(&header.program),
            header.metric,
            one_line(&header.algorithm),
            one_line(&header.heuristic),
            header.start.to_line(),
            header.goal.to_line(),
        );
        Self {
            bytes: text.into_bytes(),
            checksum: crc32fast::Hasher::new(),
            metric: header.metric,
            numbers: FxHashMap::default(),
            events: 0,
            most,
            last_open: 0,
            last_closed: 0,
        }
    }

    /// Whether there is no room for another event; more are left out.
    pub fn is_full(&self) -> bool {
        self.events >= self.most
    }

    /// Writes down an expansion. Its parent is the last state expanded with a path shorter by
    /// one of which it is a neighbour: searches need not say from where they came.
    pub fn expansion(&mut self, expansion: &Expansion<'_, Position>) {
        if self.is_full() {
            return;
        }
        let Expansion { state: position, backward, g, h, f, open, closed } = *expansion;
        let parent = self.parent(position, g, backward);
        let flags = if backward { kind::BACKWARD } else { 0 };
        let child = if parent.is_some() { kind::CHILD } else { 0 };
        self.bytes.push(kind::EXPANSION | flags | child);
        match parent {
            Some((back, slide)) => {
                put(&mut self.bytes, u64::from(back));
                put(&mut self.bytes, letter(slide));
            }
            None => {
                for &tile in position.tiles() {
                    put(&mut self.bytes, tile.into());
                }
            }
        }
        put(&mut self.bytes, g.into());
        put(&mut self.bytes, h.into());
        put_signed(&mut self.bytes, f.wrapping_sub(u64::from(g) + u64::from(h)) as i64);
        put_signed(&mut self.bytes, open.wrapping_sub(self.last_open) as i64);
        put_signed(&mut self.bytes, closed.wrapping_sub(self.last_closed) as i64);
        (self.last_open, self.last_closed) = (open, closed);
        self.numbers.insert((backward, g, position.tiles().into()), self.events);
        self.events += 1;
    }

    /// How many events before, and the move from there.
    fn parent(&self, position: &Position, g: u32, backward: bool) -> Option<(u32, Slide)> {
        let g = g.checked_sub(1)?;
        let slides = match self.metric {
            MetricName::Single => Slides::of::<Single>(position.size(), position.blank()),
            MetricName::Multi => Slides::of::<Multi>(position.size(), position.blank()),
        };
        let found = slides.filter_map(|slide| {
            let before = position.replay(&[slide]).ok()?;
            let number = self.numbers.get(&(backward, g, before.tiles().into()))?;
            Some((self.events - number, slide.inverse()))
        });
        found.min_by_key(|&(back, _)| back)
    }

    /// Writes down a landmark.
    pub fn landmark(&mut self, landmark: Landmark) {
        if self.is_full() {
            return;
        }
        let (which, value) = match landmark {
            Landmark::Iteration(bound) => (0, bound),
            Landmark::Stage(stage) => (1, stage),
            Landmark::Solution(cost) => (2, cost),
        };
        self.bytes.extend([kind::LANDMARK, which]);
        put(&mut self.bytes, value);
        self.events += 1;
    }

    /// Takes away what was written since the last time.
    pub fn take(&mut self) -> Vec<u8> {
        self.checksum.update(&self.bytes);
        std::mem::take(&mut self.bytes)
    }

    /// Bytes waiting to be taken away.
    pub fn waiting(&self) -> usize {
        self.bytes.len()
    }

    /// Writes down the end; the last bytes.
    pub fn end(mut self, end: &End) -> Vec<u8> {
        self.bytes.push(kind::END);
        let (status, path): (u8, &[Slide]) = match &end.ending {
            Ending::Solved { path, proven } => (u8::from(*proven), path),
            Ending::Unsolvable => (2, &[]),
            Ending::Stopped(StopCause::Nodes) => (3, &[]),
            Ending::Stopped(StopCause::Time) => (4, &[]),
            Ending::Stopped(StopCause::Memory) => (5, &[]),
            Ending::Stopped(StopCause::Cancelled) => (6, &[]),
            Ending::Stopped(StopCause::BrokenTable) => (7, &[]),
        };
        self.bytes.push(status);
        put(&mut self.bytes, end.expanded);
        put(&mut self.bytes, end.generated);
        put(&mut self.bytes, path.len() as u64);
        for &slide in path {
            put(&mut self.bytes, letter(slide));
        }
        self.checksum.update(&self.bytes);
        self.bytes.extend(self.checksum.finalize().to_le_bytes());
        self.bytes
    }
}

/// A slide as a number: the direction, plus 4 for each tile more than one.
fn letter(slide: Slide) -> u64 {
    slide.direction as u64 + 4 * (u64::from(slide.count) - 1)
}

fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}
