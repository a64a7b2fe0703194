//! A chain of vertical moves in one column, planned as movements of memory.
//!
//! A move between cells k and k+w changes only the digits k … k+w−1 (see
//! [`rotation`](super::rotation)). Let m be the digits of a block:
//!
//! ```text
//! k >= m          another block, the same inside:     a shift of the block index
//!                 the last two k also depend on d_{n-2}, implied by the parity of all stored
//!                 digits: two shifts, one for the even states of the block, one for the odd
//! 2 <= k < m      chunks of lanes move, maybe between blocks:   a gather
//! k < 2           exchanges of d_0 and d_1 (bits), d_1 and d_2 (lanes), then a gather
//! ```
//!
//! The moves of one column change disjoint digits, so the parts of a chain may be done in any
//! order: shifts first (they are sums), then the gather across blocks, then the steps within
//! blocks.

use super::addresses::{Addresses, ShiftTable};
use super::layout::Layout;
use super::rotation::{Direction, exchange, join, rotate, split};
use crate::arch::bitmap::{BitSwap, Gather, Kernels, LANES_PER_LINE, LaneSwap, Line};

/// Division of block indices by a constant: multiplication by its reciprocal.
#[derive(Clone, Copy, Debug)]
struct Divisor {
    by: u32,
    /// ⌈2⁶⁴ / by⌉, exact for 32-bit dividends (Granlund & Montgomery 1994); 0 for by = 1.
    reciprocal: u64,
}

impl Divisor {
    fn new(by: usize) -> Self {
        let by = by as u32;
        Divisor { by, reciprocal: if by == 1 { 0 } else { u64::MAX / u64::from(by) + 1 } }
    }

    #[inline]
    fn divide(self, number: u32) -> u32 {
        if self.by == 1 {
            return number;
        }
        ((u128::from(number) * u128::from(self.reciprocal)) >> 64) as u32
    }

    #[inline]
    fn remainder(self, number: u32) -> u32 {
        if self.by == 1 {
            return 0;
        }
        number - self.divide(number) * self.by
    }
}

/// A group of digits of the block index, and the amount added to the index for each value.
#[derive(Clone, Debug)]
struct Shift {
    below: Divisor,
    values: Divisor,
    add: Vec<i32>,
}

impl Shift {
    #[inline]
    fn of(&self, block: u32) -> i32 {
        self.add[self.values.remainder(self.below.divide(block)) as usize]
    }
}

/// A rearrangement of the lanes of a block.
#[derive(Clone, Debug)]
enum Step {
    /// Exchange `d_0` and `d_1`.
    Bits(Box<BitSwap>),
    /// Exchange `d_1` and `d_2`.
    Lanes(LaneSwap),
    /// Move chunks between `run` source blocks; the target is number `block % run` of them.
    Gather { map: Gather, run: Divisor },
}

/// The location of the source of a target block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// The source block, or the first of a [run](Transport::run); if the transport splits, the
    /// source of the states with even digit sum within the block.
    pub first: u32,
    /// The source block of the other states; the same as `first` unless the transport splits.
    pub odd: u32,
}

/// The source of every target block under a chain of vertical moves.
#[derive(Clone, Debug)]
pub struct Transport {
    shifts: Vec<Shift>,
    /// The shifts for an even and for an odd digit sum of the whole state.
    split: Option<[Shift; 2]>,
    steps: Vec<Step>,
    /// Number of consecutive source blocks from which the first step gathers.
    run: Divisor,
    /// The smallest range that contains all stored digits that change.
    digits: core::ops::Range<usize>,
    edges: Vec<usize>,
    direction: Direction,
}

impl Transport {
    /// Returns the transport that pulls a target from the other end of the moves between cells k
    /// and k+w for each k of `edges`, all in one column and one direction. `parity` is that of the
    /// digits of the target's states ([`Ranking::parity`](super::Ranking::parity)).
    ///
    /// # Panics
    /// If a chain continues beyond the last rotation, which no metric requires.
    #[must_use]
    pub fn new(layout: &Layout, edges: &[usize], direction: Direction, parity: u8) -> Self {
        let w = layout.width;
        let mut plan = Transport {
            shifts: Vec::new(),
            split: None,
            steps: Vec::new(),
            run: Divisor::new(1),
            digits: 0..0,
            edges: edges.to_vec(),
            direction,
        };
        let mut inner = Vec::new();
        let end = edges.iter().map(|k| k + w).max().unwrap_or(0).min(layout.digits());
        plan.digits = edges.iter().copied().min().unwrap_or(0).min(end)..end;
        for &k in edges {
            if k + w > layout.digits() {
                let versions = [0, 1].map(|sum| split_shift(layout, k, direction, parity ^ sum));
                // With two columns the last move exchanges only the two implied digits.
                if versions.iter().any(|version| version.add.iter().any(|&add| add != 0)) {
                    plan.split = Some(versions);
                }
            } else if k >= layout.block_digits {
                plan.shifts.push(shift(layout, k, direction));
            } else if k + w > layout.block_digits {
                plan.run = Divisor::new(layout.span(layout.block_digits..k + w));
                plan.steps.push(gather(layout, k..k + w, direction));
            } else {
                inner.extend(inner_steps(layout, k, direction));
            }
        }
        plan.steps.extend(inner);
        assert!(
            plan.split.is_none() || plan.steps.is_empty(),
            "chains from the last row into the first are not planned"
        );
        plan
    }

    /// The source of a block; `odd` is true if the digits of the block index have an odd sum.
    #[must_use]
    #[inline]
    pub fn source(&self, block: usize, odd: bool) -> Source {
        let index = block as u32;
        let sum: i32 = self.shifts.iter().map(|shift| shift.of(index)).sum();
        let first = index.wrapping_add_signed(sum);
        if let Some(split) = &self.split {
            let even_states = first.wrapping_add_signed(split[usize::from(odd)].of(index));
            let odd_states = first.wrapping_add_signed(split[usize::from(!odd)].of(index));
            return Source { first: even_states, odd: odd_states };
        }
        let first = first - self.run.remainder(first);
        Source { first, odd: first }
    }

    /// The same moves as tables of addresses; `layout` is that of [`new`](Transport::new).
    #[must_use]
    pub fn addresses(&self, layout: &Layout) -> Addresses {
        let table = |shift: &Shift| ShiftTable {
            below: shift.below.by,
            values: shift.values.by,
            add: shift.add.clone(),
        };
        Addresses {
            shifts: self.shifts.iter().map(table).collect(),
            split: self.split.as_ref().map(|versions| [table(&versions[0]), table(&versions[1])]),
            ..Addresses::of_lanes(layout, &self.edges, self.direction)
        }
    }

    /// The range of stored digits outside which nothing changes.
    #[must_use]
    pub fn digits(&self) -> core::ops::Range<usize> {
        self.digits.clone()
    }

    /// Number of consecutive source blocks read for one target block.
    #[must_use]
    #[inline]
    pub fn run(&self) -> usize {
        self.run.by as usize
    }

    /// Returns true if target and source differ within blocks.
    #[must_use]
    pub fn rearranges(&self) -> bool {
        !self.steps.is_empty()
    }

    /// Rearranges the states of target block `block` from their `source` (the blocks given by
    /// [`source`](Transport::source)) into `out`, whose padding must be zero and stays so. `spare`
    /// is overwritten.
    pub fn rearrange(
        &self,
        kernels: Kernels,
        block: usize,
        source: &[Line],
        out: &mut Vec<Line>,
        spare: &mut Vec<Line>,
    ) {
        let apply = |step: &Step, source: &[Line], out: &mut [Line]| match step {
            Step::Bits(swap) => kernels.swap_bits(swap, source, out),
            Step::Lanes(swap) => kernels.swap_lanes(swap, source, out),
            Step::Gather { map, run } => {
                kernels.gather(map, run.remainder(block as u32) as usize, source, out);
            }
        };
        if let Some((first, rest)) = self.steps.split_first() {
            apply(first, source, out);
            for step in rest {
                core::mem::swap(out, spare);
                apply(step, spare, out);
            }
        }
    }
}

/// The shift of a move whose digits all lie in the block index.
fn shift(layout: &Layout, k: usize, direction: Direction) -> Shift {
    let below = layout.span(layout.block_digits..k);
    let values = layout.span(k..k + layout.width);
    let mut digits = vec![0; layout.width];
    let add = (0..values)
        .map(|value| {
            split(value, layout.radix(k), &mut digits);
            rotate(&mut digits, direction);
            ((join(layout.radix(k), &digits) as i64 - value as i64) * below as i64) as i32
        })
        .collect();
    Shift { below: Divisor::new(below), values: Divisor::new(values), add }
}

/// The shift of a move that involves d_{n-2}, for states whose stored digits sum to `implied` (mod
/// 2) less than the whole.
fn split_shift(layout: &Layout, k: usize, direction: Direction, implied: u8) -> Shift {
    let below = layout.span(layout.block_digits..k);
    let stored = layout.digits() - k;
    let values = layout.span(k..layout.digits());
    let mut digits = vec![0; layout.width];
    let add = (0..values)
        .map(|value| {
            digits.fill(0);
            split(value, layout.radix(k), &mut digits[..stored]);
            digits[stored] = implied;
            rotate(&mut digits, direction);
            ((join(layout.radix(k), &digits[..stored]) as i64 - value as i64) * below as i64) as i32
        })
        .collect();
    Shift { below: Divisor::new(below), values: Divisor::new(values), add }
}

/// The gather that rotates `digits`, all at least 2, some of which lie in the block.
fn gather(layout: &Layout, digits: core::ops::Range<usize>, direction: Direction) -> Step {
    let m = layout.block_digits;
    let chunk = layout.span(1..digits.start);
    let inside = layout.span(digits.start..m);
    let run = layout.span(m..digits.end.max(m));
    let stride = layout.block_lines * LANES_PER_LINE;
    // Digits above the rotated ones but within the block are unchanged; they belong to the split
    // too.
    let mut values = vec![0; digits.end.max(m) - digits.start];
    let offsets = (0..run * inside)
        .map(|target| {
            split(target, layout.radix(digits.start), &mut values);
            rotate(&mut values[..digits.len()], direction);
            let source = join(layout.radix(digits.start), &values);
            (source / inside * stride + source % inside * chunk) as u32
        })
        .collect();
    Step::Gather { map: Gather::new(chunk, inside, offsets), run: Divisor::new(run) }
}

/// The steps of a move whose digits all lie in the block.
fn inner_steps(layout: &Layout, k: usize, direction: Direction) -> Vec<Step> {
    let end = k + layout.width;
    let mut steps = Vec::new();
    if k == 0 {
        steps.push(Step::Bits(Box::new(BitSwap::new(
            layout.tiles,
            layout.span(2..layout.block_digits),
        ))));
    }
    if k <= 1 && end > 2 {
        steps.push(Step::Lanes(lane_swap(layout)));
    }
    if end > k.max(2) + 1 {
        steps.push(gather(layout, k.max(2)..end, direction));
    }
    // To find the source, target digits are exchanged upwards; states move in the reverse order.
    if direction == Direction::FromAbove {
        steps.reverse();
    }
    steps
}

/// The exchange of `d_1` and `d_2` within groups of lanes.
fn lane_swap(layout: &Layout) -> LaneSwap {
    let radix = layout.radix(1);
    let source_of = |lane: usize| {
        let (a, b) = exchange((lane % radix) as u8, (lane / radix) as u8);
        (usize::from(a) + radix * usize::from(b)) as u8
    };
    LaneSwap::new(
        (0..layout.span(1..3)).map(source_of).collect(),
        layout.span(3..layout.block_digits),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divisors_divide() {
        for by in [1, 2, 3, 7, 60480, 1 << 31] {
            for number in [0, 1, 6, 7, 8, 181_439, u32::MAX - 1, u32::MAX] {
                let divisor = Divisor::new(by);
                assert_eq!(divisor.divide(number), number / by as u32);
                assert_eq!(divisor.remainder(number), number % by as u32);
            }
        }
    }
}
