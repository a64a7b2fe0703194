//! The steps of a batch in plain Rust, without branches that depend on a child.
//!
//! ```text
//! fill     for eight nodes the row of the automaton, the cells next to the blank and the tighter
//!          view; for each direction the children, each stored, and counted if it is allowed
//! locate   for each child the pattern after the move; for eight patterns the occupied cells and
//!          the rank by `index`; for each child the two halves of the cells, and a prefetch of its
//!          record; then for each child the record, the bit, and a prefetch of its byte
//! judge    for each child the bit; the child is stored, and counted if it fits
//! places   the cell of each tile; the bytes of each pattern are two lookups
//! ```
//!
//! They are compiled for every processor, with a separate [`Index`] for AVX2 and for vectors of 128
//! bits.
//!
//! On an Intel Xeon, Korf's hundred with 6-6-3 takes 2.1 times the processor time of the steps for AVX-512
//! if compiled for AVX2, else 2.6 times; 1,000 random 15-puzzles with 7-8 take 1.4 and 2.3 times as long.

use super::{Batch, CHILDREN, Child, FIRST, MAX_LANES, Margins, NO_TILE, Tables};
use crate::arch::pdb::index::{GROUP, Index, PADS, Plain, prefetch};

/// Children in the order of the vectors: by eight nodes, then by direction.
#[inline(always)]
pub(super) fn fill<const C: usize, const L: usize>(tables: &Tables<'_>, batch: &mut Batch<C, L>) {
    let mut length = 0;
    for first in (0..batch.count).step_by(GROUP) {
        let nodes = first..batch.count.min(first + GROUP);
        let (mut states, mut targets, mut commons) = ([0; GROUP], [0; GROUP], [0; GROUP]);
        for (i, node) in batch.nodes[nodes.clone()].iter().enumerate() {
            states[i] = tables.rows[node.meta.state()];
            targets[i] = tables.targets[node.meta.blank()];
            commons[i] = ((first + i) as u64) << 16
                | (tightest(tables, node.margins) as u64) << 40
                | (node.meta.blank() as u64) << 56;
        }
        for direction in 0..4 {
            for (i, node) in batch.nodes[nodes.clone()].iter().enumerate() {
                let state = states[i] >> (16 * direction) & 0xffff;
                let to = targets[i] >> (8 * direction) & 31;
                let tile = node.cells[to as usize % C];
                batch.children[length] =
                    Child(commons[i] | state | direction << 24 | u64::from(tile) << 32);
                batch.margins[length] = node.margins;
                length += usize::from(state != 0);
            }
        }
    }
    batch.length = length;
}

/// The first view with the least slack.
#[inline(always)]
fn tightest(tables: &Tables<'_>, margins: Margins) -> usize {
    let mut tightest = 0;
    for view in 1..tables.views {
        if margins.slack(view) < margins.slack(tightest) {
            tightest = view;
        }
    }
    tightest
}

#[inline(always)]
pub(super) fn locate<const C: usize, const L: usize>(tables: &Tables<'_>, batch: &mut Batch<C, L>) {
    // SAFETY: plain words need no features.
    unsafe { locate_by::<C, L, Plain>(tables, batch) }
}

/// # Safety
/// The processor has the features that `I` needs.
#[inline(always)]
pub(super) unsafe fn locate_by<const C: usize, const L: usize, I: Index>(
    tables: &Tables<'_>,
    batch: &mut Batch<C, L>,
) {
    // First all patterns, since vectors of words that were just stored would wait for the stores.
    let mut changes = [0; CHILDREN];
    let children = batch.children[..batch.length].iter_mut();
    for ((child, pattern), place) in children.zip(&mut batch.bits).zip(&mut changes) {
        let seat = tables.seats[32 * child.view() + usize::from(child.tile())];
        let (number, shift) = (usize::from(seat) % MAX_LANES, u32::from(seat >> 8) % 64);
        let change = tables.moves[128 * number + 4 * child.blank() + child.direction()];
        *pattern = batch.nodes[child.parent()].lanes[number] ^ u64::from(change & 0xff) << shift;
        *place = change;
        *child = Child(child.0 & !(0xff << 48) | (number as u64) << 48);
    }
    let groups = batch.bits.as_chunks_mut::<GROUP>().0.iter_mut();
    let groups = groups.zip(batch.children.as_chunks::<GROUP>().0);
    for (group, (bits, children)) in groups.enumerate() {
        if GROUP * group >= batch.length {
            break;
        }
        let numbers = children.map(|child| child.lane() as u8);
        // SAFETY: by contract.
        let indices = unsafe { I::indices(tables.weights, bits, numbers) };
        for (i, bit) in bits.iter_mut().enumerate().take(batch.length - GROUP * group) {
            let (occupied, rank) = (indices[i] as u32, indices[i] >> 32);
            let records = tables.lanes[usize::from(numbers[i])].records;
            let (half, upper) = tables.halves;
            let below = occupied as usize & ((1 << half) - 1);
            let above = (below.count_ones() << upper) as usize + (occupied >> half) as usize;
            let set = (tables.low[below] + tables.high[above]) as usize;
            let set = set.min(records.len() - 1);
            prefetch(records, set);
            *bit = rank << 32 | set as u64;
        }
    }
    // The records of all children arrive together.
    for ((child, bit), change) in
        batch.children.iter().zip(&mut batch.bits).zip(changes).take(batch.length)
    {
        let (set, rank) = (*bit as u32 as usize, *bit >> 32);
        let lane = &tables.lanes[child.lane()];
        let record = &lane.records[set];
        let blank = u32::from(change >> 8) & 31;
        let late = blank >> 4;
        let label = record[1 - late as usize] >> (4 * (blank & 15) + FIRST * late) & 15;
        let node = (record[0] & ((1 << FIRST) - 1)) + label;
        *bit = node * u64::from(lane.stride) + rank;
        prefetch(lane.bytes, (*bit / 8) as usize);
    }
}

#[inline(always)]
pub(super) fn judge<const C: usize, const L: usize>(tables: &Tables<'_>, batch: &mut Batch<C, L>) {
    let mut length = 0;
    for i in 0..batch.length {
        let (child, bit) = (batch.children[i], batch.bits[i]);
        let byte = tables.lanes[child.lane()].bytes.get((bit / 8) as usize).copied().unwrap_or(0);
        let bit = u64::from(byte >> (bit % 8) & 1);
        let view = child.view();
        let (margins, fits) = batch.margins[i].after(child.lane(), view, bit);
        let next = if view + 1 == tables.views { 0 } else { view as u64 + 1 };
        batch.children[length] = Child(child.0 & !(0xff << 40) | next << 40);
        batch.margins[length] = margins;
        length += usize::from(fits);
    }
    batch.length = length;
}

/// The cell of each tile; 0 for other numbers.
#[inline(always)]
pub(super) fn inverse<const C: usize>(cells: &[u8; C]) -> [u8; 32] {
    let mut cell_of = [0; 32];
    for (cell, &tile) in (0u8..).zip(cells) {
        cell_of[usize::from(tile & 31)] = cell;
    }
    cell_of
}

#[inline(always)]
pub(super) fn places<const C: usize, const L: usize>(
    tables: &Tables<'_>,
    cells: &[u8; C],
) -> [u64; L] {
    let cell_of = inverse(cells);
    let mut places = [0; L];
    for (place, lane) in places.iter_mut().zip(&tables.lanes) {
        let mut bytes = PADS.to_le_bytes();
        for (byte, &tile) in bytes.iter_mut().zip(&lane.tiles) {
            if tile != NO_TILE {
                *byte = lane.frame[usize::from(cell_of[usize::from(tile & 31)] & 31)];
            }
        }
        *place = u64::from_le_bytes(bytes);
    }
    places
}
