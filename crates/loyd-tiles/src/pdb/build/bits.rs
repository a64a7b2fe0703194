//! Stores the bit `(h >> 1) & 1` of every state.

use super::form::Form;
use super::graph::Graph;
use super::levels::{Keep, split};
use crate::arch::bitmap::{Line, Team};
use crate::pdb::layout::Layout;
use crate::pdb::table::Bytes;
use loyd_search::arch::line::{bytes, bytes_mut};
use loyd_search::arch::memory::{Lines, OutOfMemory};
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

/// The table's bits in the builder's form, for the nodes of each colour.
pub(super) struct Bits<'a> {
    pub(super) layout: &'a Layout,
    pub(super) graph: &'a Graph,
}

/// The bits of a range of nodes.
pub(super) struct Part<'a>(&'a mut [Line]);

/// A table's bytes in huge-page memory.
struct Packed {
    lines: Lines,
    bytes: usize,
}

impl AsRef<[u8]> for Packed {
    fn as_ref(&self) -> &[u8] {
        &bytes(self.lines.all())[..self.bytes]
    }
}

impl Keep for Bits<'_> {
    type Half = Lines;
    type Piece<'a>
        = Part<'a>
    where
        Self: 'a;
    type Result = (Bytes, Vec<u64>);

    fn half(&self, colour: usize, form: &Form, team: &mut Team) -> Result<Lines, OutOfMemory> {
        let nodes = self.graph.colours[colour].nodes.len();
        let mut lines = Lines::zeroed(nodes * form.lines)?;
        lines.touch(team);
        Ok(lines)
    }

    fn cut<'a>(
        &'a self,
        half: &'a mut Lines,
        _colour: usize,
        _nodes: &'a [u32],
        form: &Form,
        ranges: &[Range<usize>],
    ) -> Vec<Part<'a>> {
        let lines = ranges.iter().map(|range| range.len() * form.lines);
        split(half.all_mut(), lines).into_iter().map(Part).collect()
    }

    fn settle(
        &self,
        piece: &mut Part<'_>,
        node: usize,
        distance: u32,
        form: &Form,
        sources: &[&[Line]],
        within: &mut [Line],
    ) -> u64 {
        let bits = (distance & 2 != 0).then(|| &mut piece.0[node * form.lines..][..form.lines]);
        form.kernels.settle(sources, within, bits)
    }

    fn finish(
        self,
        halves: [Lines; 2],
        form: &Form,
        team: &mut Team,
        mut room: Lines,
        histogram: Vec<u64>,
    ) -> Self::Result {
        // Number of nodes that a thread packs at a time.
        const NODES: usize = 256;
        let (total, node_bytes) = (self.layout.bytes(), self.layout.stride() / 8);
        // A packed node never takes more bytes than its bitmap, and clearing new memory takes
        // longer than packing.
        room.truncate(total.div_ceil(64));
        let places = self.graph.places();
        let out = &mut bytes_mut(room.all_mut())[..total];
        let pieces = Mutex::new(out.chunks_mut(NODES * node_bytes).zip(places.chunks(NODES)));
        let next = || pieces.lock().unwrap_or_else(PoisonError::into_inner).next();
        team.run(&|_| {
            while let Some((out, places)) = next() {
                for (out, &(colour, node)) in out.chunks_exact_mut(node_bytes).zip(places) {
                    let half = halves[usize::from(colour)].all();
                    form.pack(&half[node as usize * form.lines..][..form.lines], out);
                }
            }
        });
        (Arc::new(Packed { lines: room, bytes: total }), histogram)
    }
}
