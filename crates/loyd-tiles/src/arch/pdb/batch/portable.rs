//! The steps of a batch, one child at a time.

use super::{Batch, Child, FIRST, Margins, Tables};
use crate::arch::pdb::index::{portable as index, prefetch};

/// Children in the order of the vectors: by eight nodes, then by direction.
pub(super) fn fill<const C: usize, const L: usize>(tables: &Tables<'_>, batch: &mut Batch<C, L>) {
    let mut length = 0;
    for first in (0..batch.count).step_by(8) {
        for direction in 0..4 {
            for parent in first..batch.count.min(first + 8) {
                let node = &batch.nodes[parent];
                let state = tables.rows[node.meta.state()] >> (16 * direction) & 0xffff;
                if state == 0 {
                    continue;
                }
                let to = tables.targets[node.meta.blank()] >> (8 * direction) & 31;
                let tile = node.cells[to as usize % C];
                let view = tightest(tables, node.margins);
                batch.children[length] = Child(
                    state
                        | (parent as u64) << 16
                        | direction << 24
                        | u64::from(tile) << 32
                        | (view as u64) << 40
                        | (node.meta.blank() as u64) << 56,
                );
                batch.margins[length] = node.margins;
                length += 1;
            }
        }
    }
    batch.length = length;
}

/// The first view with the least slack.
#[inline]
fn tightest(tables: &Tables<'_>, margins: Margins) -> usize {
    (0..tables.views).min_by_key(|&view| margins.slack(view)).unwrap_or(0)
}

pub(super) fn locate<const C: usize, const L: usize>(tables: &Tables<'_>, batch: &mut Batch<C, L>) {
    for i in 0..batch.length {
        let child = batch.children[i];
        let seat = tables.seats[32 * child.view() + usize::from(child.tile())];
        let (number, shift) = (usize::from(seat & 0xff), seat >> 8);
        let lane = &tables.lanes[number];
        let change = lane.moves[child.blank()][child.direction()];
        let pattern = batch.nodes[child.parent()].lanes[number] ^ u64::from(change & 0xff) << shift;
        let (occupied, rank) = index(tables.weights, pattern, number);
        let (half, upper) = tables.halves;
        let below = occupied as usize & ((1 << half) - 1);
        let above = (below.count_ones() << upper) as usize + (occupied >> half) as usize;
        let set = (tables.low[below] + tables.high[above]) as usize;
        let record = lane.records[set.min(lane.records.len() - 1)];
        let blank = u32::from(change >> 8) & 31;
        let late = blank >> 4;
        let label = record[1 - late as usize] >> (4 * (blank & 15) + FIRST * late) & 15;
        let node = (record[0] & ((1 << FIRST) - 1)) + label;
        let bit = node * u64::from(lane.stride) + u64::from(rank);
        prefetch(lane.bytes, (bit / 8) as usize);
        batch.children[i] = Child(child.0 & !(0xff << 48) | (number as u64) << 48);
        batch.bits[i] = bit;
    }
}

pub(super) fn judge<const C: usize, const L: usize>(
    tables: &Tables<'_>,
    batch: &mut Batch<C, L>,
) -> bool {
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
    let all = length == batch.length;
    batch.length = length;
    all
}
