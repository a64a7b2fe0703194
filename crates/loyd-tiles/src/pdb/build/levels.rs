//! The levels of a breadth-first search over the nodes of two colours.

use super::form::Form;
use super::graph::{Colour, Graph};
use super::{BuildError, BuildProgress};
use crate::arch::bitmap::{Line, Team};
use crate::arch::pdb::build::MAX_SOURCES;
use crate::pdb::layout::{Layout, occupied};
use crate::pdb::pattern::Pattern;
use crate::tile_order::orders;
use loyd_search::arch::memory::{Lines, OutOfMemory};
use loyd_search::observe::Cancel;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Bytes of nodes that a thread takes at a time.
const PIECE_BYTES: usize = 256 << 10;

/// A recorder of the states that the levels add.
pub(super) trait Keep: Sync {
    /// The data recorded for all nodes of one colour.
    type Half: Send;
    /// The data recorded for a range of nodes of one colour.
    type Piece<'a>: Send
    where
        Self: 'a;
    /// The result of the recording.
    type Result;

    /// Allocates the data for all nodes of a colour.
    fn half(&self, colour: usize, form: &Form, team: &mut Team) -> Result<Self::Half, OutOfMemory>;

    /// Splits a half; the ranges cover all nodes of the colour, in order.
    fn cut<'a>(
        &'a self,
        half: &'a mut Self::Half,
        colour: usize,
        nodes: &'a [u32],
        form: &Form,
        ranges: &[Range<usize>],
    ) -> Vec<Self::Piece<'a>>;

    /// Adds the sources to the states `within` a node, the `node`-th of the piece, and records the
    /// states that are new at this distance. Returns the number of new states.
    fn settle(
        &self,
        piece: &mut Self::Piece<'_>,
        node: usize,
        distance: u32,
        form: &Form,
        sources: &[&[Line]],
        within: &mut [Line],
    ) -> u64;

    /// Called after the last level. `histogram` counts states; `room` is memory for all nodes of
    /// both colours that is no longer needed.
    fn finish(
        self,
        halves: [Self::Half; 2],
        form: &Form,
        team: &mut Team,
        room: Lines,
        histogram: Vec<u64>,
    ) -> Self::Result;
}

/// A search in progress.
pub(super) struct Levels<'a, K: Keep> {
    layout: &'a Layout,
    graph: &'a Graph,
    form: &'a Form,
    keep: K,
    team: Team,
    /// The states found so far: all nodes of the first colour, then all of the second.
    within: Lines,
    halves: [Half; 2],
    stores: [K::Half; 2],
    scratch: Vec<Mutex<Scratch>>,
}

/// The nodes of one colour.
struct Half {
    ranges: Vec<Range<usize>>,
    /// Number of states found at each node.
    counts: Vec<u32>,
    /// True for each node that gained states at the last level of its colour.
    changed: Vec<bool>,
}

/// The working memory of a thread.
struct Scratch {
    rotated: Vec<Line>,
    lines: Vec<Line>,
}

/// A range of nodes of a colour, for one thread.
struct Piece<'a, P> {
    first: usize,
    within: &'a mut [Line],
    counts: &'a mut [u32],
    changed: &'a mut [bool],
    store: P,
}

impl<'a, K: Keep> Levels<'a, K> {
    pub(super) fn new(
        layout: &'a Layout,
        graph: &'a Graph,
        form: &'a Form,
        keep: K,
        threads: usize,
    ) -> Result<Self, OutOfMemory> {
        let mut team = Team::new(threads);
        let piece = PIECE_BYTES / (64 * form.lines);
        let mut within = Lines::zeroed(layout.nodes() * form.lines)?;
        within.touch(&mut team);
        let halves = graph.colours.each_ref().map(|colour| Half {
            ranges: colour.pieces(layout, piece),
            counts: vec![0; colour.nodes.len()],
            changed: vec![false; colour.nodes.len()],
        });
        let stores = [keep.half(0, form, &mut team)?, keep.half(1, form, &mut team)?];
        let scratch = || Scratch {
            rotated: vec![Line::ZERO; form.lines],
            lines: vec![Line::ZERO; form.scratch_lines],
        };
        let scratch = (0..team.size()).map(|_| Mutex::new(scratch())).collect();
        Ok(Self { layout, graph, form, keep, team, within, halves, stores, scratch })
    }

    pub(super) fn run(
        mut self,
        pattern: &Pattern,
        cancel: &Cancel,
        progress: &mut dyn FnMut(&BuildProgress),
    ) -> Result<K::Result, BuildError> {
        let goal = self.layout.node_of(occupied(pattern.cells()), pattern.blank());
        let (colour, node) = self.graph.places()[goal];
        let colour = usize::from(colour);
        self.start(colour, node as usize);
        let mut histogram = vec![1];
        let mut report =
            BuildProgress { distance: 0, found: 1, done: 1, states: self.layout.states() };
        while report.found > 0 {
            progress(&report);
            let distance = report.distance + 1;
            let new_states = self.level((colour + distance as usize) % 2, distance, cancel);
            let new_states = new_states.ok_or(BuildError::Stopped)?;
            report = BuildProgress {
                distance,
                found: new_states,
                done: report.done + new_states,
                ..report
            };
            histogram.push(new_states);
        }
        histogram.pop();
        let Self { keep, stores, mut team, form, within, .. } = self;
        Ok(keep.finish(stores, form, &mut team, within, histogram))
    }

    /// Enters the goal: the order of rank 0, the first bit of the node.
    fn start(&mut self, colour: usize, node: usize) {
        let half = &mut self.halves[colour];
        let lines = self.form.lines;
        let behind = colour * self.graph.colours[0].nodes.len();
        let goal = &mut self.within.all_mut()[(behind + node) * lines..][..lines];
        let mut first = vec![Line::ZERO; lines];
        first[0].0[0] = 1;
        let ranges = &half.ranges;
        let piece = ranges.iter().position(|range| range.contains(&node)).expect("in a piece");
        let nodes = &self.graph.colours[colour].nodes;
        let mut pieces = self.keep.cut(&mut self.stores[colour], colour, nodes, self.form, ranges);
        let (store, at) = (&mut pieces[piece], node - ranges[piece].start);
        self.keep.settle(store, at, 0, self.form, &[&first], goal);
        half.counts[node] = 1;
        half.changed[node] = true;
    }

    /// Runs the level at `distance`, whose states belong to one colour, and returns the number of
    /// new states; `None` if it was cancelled.
    fn level(&mut self, colour: usize, distance: u32, cancel: &Cancel) -> Option<u64> {
        let lines = self.form.lines;
        let first = self.graph.colours[0].nodes.len() * lines;
        let ([a, b], (of_a, of_b)) = (&mut self.halves, self.within.all_mut().split_at_mut(first));
        let (targets, within, sources, source_changed) =
            if colour == 0 { (a, of_a, &*of_b, &b.changed) } else { (b, of_b, &*of_a, &a.changed) };
        let ranges = &targets.ranges;
        let nodes = &self.graph.colours[colour].nodes;
        let stores = self.keep.cut(&mut self.stores[colour], colour, nodes, self.form, ranges);
        let counts = || ranges.iter().map(ExactSizeIterator::len);
        let within = split(within, counts().map(|nodes| nodes * lines));
        let (counts, changed) =
            (split(&mut targets.counts, counts()), split(&mut targets.changed, counts()));
        let parts = within.into_iter().zip(counts).zip(changed).zip(stores).zip(ranges);
        let pieces = parts.map(|((((within, counts), changed), store), range)| Piece {
            first: range.start,
            within,
            counts,
            changed,
            store,
        });
        let pieces = Mutex::new(pieces);
        let next = || pieces.lock().unwrap_or_else(PoisonError::into_inner).next();
        let (new_states, stopped) = (AtomicU64::new(0), AtomicBool::new(false));
        let step = Step {
            colour: &self.graph.colours[colour],
            sources,
            source_changed,
            form: self.form,
            keep: &self.keep,
            distance,
        };
        let scratch = &self.scratch;
        self.team.run(&|thread| {
            let mut scratch = scratch[thread].lock().unwrap_or_else(PoisonError::into_inner);
            let mut own = 0;
            while let Some(mut piece) = next() {
                if cancel.is_cancelled() {
                    stopped.store(true, Ordering::Relaxed);
                    break;
                }
                own += step.piece(&mut piece, &mut scratch);
            }
            new_states.fetch_add(own, Ordering::Relaxed);
        });
        (!stopped.into_inner()).then(|| new_states.into_inner())
    }
}

/// Splits a slice into pieces of these lengths.
pub(super) fn split<T>(slice: &mut [T], lengths: impl Iterator<Item = usize>) -> Vec<&mut [T]> {
    let mut rest = slice;
    let piece = |length| {
        let (piece, behind) = std::mem::take(&mut rest).split_at_mut(length);
        rest = behind;
        piece
    };
    lengths.map(piece).collect()
}

/// One level, shared by all threads.
struct Step<'a, K> {
    colour: &'a Colour,
    /// The states of the nodes of the other colour, and whether each gained states at the last
    /// level.
    sources: &'a [Line],
    source_changed: &'a [bool],
    form: &'a Form,
    keep: &'a K,
    distance: u32,
}

impl<K: Keep> Step<'_, K> {
    /// Brings a range of nodes up to the level; returns the number of states found.
    fn piece(&self, piece: &mut Piece<'_, K::Piece<'_>>, scratch: &mut Scratch) -> u64 {
        let lines = self.form.lines;
        let full = orders(self.form.tiles) as u32;
        let mut new_states = 0;
        for (node, within) in piece.within.chunks_exact_mut(lines).enumerate() {
            let count = &mut piece.counts[node];
            let new = if *count == full {
                0
            } else {
                self.node(piece.first + node, node, within, &mut piece.store, scratch)
            };
            *count += new as u32;
            piece.changed[node] = new > 0;
            new_states += new;
        }
        new_states
    }

    fn node(
        &self,
        number: usize,
        at: usize,
        within: &mut [Line],
        store: &mut K::Piece<'_>,
        scratch: &mut Scratch,
    ) -> u64 {
        let lines = self.form.lines;
        let mut whole: [&[Line]; MAX_SOURCES] = [&[]; MAX_SOURCES];
        let (mut wholes, mut rotated, mut new_states) = (0, false, 0);
        for (source, kind) in self.colour.sources(number) {
            if !self.source_changed[source] {
                continue;
            }
            let block = &self.sources[source * lines..][..lines];
            if self.form.keeps_order(kind) {
                if wholes == MAX_SOURCES {
                    new_states +=
                        self.keep.settle(store, at, self.distance, self.form, &whole, within);
                    wholes = 0;
                }
                whole[wholes] = block;
                wholes += 1;
            } else {
                if !rotated {
                    scratch.rotated.fill(Line::ZERO);
                    rotated = true;
                }
                self.form.add_moved(kind, block, &mut scratch.rotated, &mut scratch.lines);
            }
        }
        if rotated {
            if wholes == MAX_SOURCES {
                new_states += self.keep.settle(store, at, self.distance, self.form, &whole, within);
                wholes = 0;
            }
            whole[wholes] = &scratch.rotated;
            wholes += 1;
        }
        if wholes > 0 {
            let sources = &whole[..wholes];
            new_states += self.keep.settle(store, at, self.distance, self.form, sources, within);
        }
        new_states
    }
}
