//! A chain of vertical moves as tables of addresses.
//!
//! [`Transport::rearrange`](super::Transport::rearrange) moves whole blocks step by step, as suits a
//! processor. Where every lane is computed on its own, all steps of a chain are looked up at once:
//!
//! ```text
//! block of the first source  block + the shifts, or the first of its run
//! lane L of the target       (group, lane) := lanes[L]
//!                            (number, at)  := groups[block % run * (groups of a block) + group]
//!                            lane `lane + at` of the run's source block `number`
//! bit in the lane            the same, unless the move at the first cell exchanges d_0 and d_1
//! ```
//!
//! Moves whose digits all lie in a block change `lanes`, the one move that leaves the block changes
//! `groups`: a group is the lanes that agree in the digits which that move rotates.

use super::layout::Layout;
use super::rotation::{Direction, exchange, join, rotate, split};

/// A group of digits of the block index, and the amount added to the index for each value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShiftTable {
    /// Product of the radices below the group.
    pub below: u32,
    /// Number of values of the group, the length of `add`.
    pub values: u32,
    /// The amount added to the block index.
    pub add: Vec<i32>,
}

impl ShiftTable {
    /// The amount added to a block index.
    #[must_use]
    pub fn of(&self, block: u32) -> i32 {
        self.add[(block / self.below % self.values) as usize]
    }
}

/// A place within a table of [`Addresses`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// A group of lanes, or a block of the run.
    pub number: u16,
    /// The lane within it.
    pub lane: u16,
}

/// The source of every state of every target block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Addresses {
    /// Shifts of the block index, added up.
    pub shifts: Vec<ShiftTable>,
    /// A further shift for the states with an even and with an odd digit sum, block index included.
    pub split: Option<[ShiftTable; 2]>,
    /// Number of consecutive source blocks; the first is a multiple of it.
    pub run: u32,
    /// The group of each lane of a block, and its lane there; empty if source and target agree
    /// within blocks.
    pub lanes: Vec<Part>,
    /// The source of each group of each block of the run: the block within the run, and the lane to
    /// add.
    pub groups: Vec<Part>,
    /// The exchange of `d_0` and `d_1`: before (`FromAbove`) or after (`FromBelow`) the lanes of the
    /// target are looked up.
    pub bits: Option<Direction>,
}

/// A state as a bit of a bitmap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BitPlace {
    /// The block.
    pub block: u32,
    /// The lane in the block.
    pub lane: u32,
    /// The bit in the lane, `d_0`.
    pub bit: u32,
}

impl Addresses {
    /// The state from which a target state is taken; `odd` is true if the digits of the target's
    /// block index have an odd sum.
    #[must_use]
    pub fn source(&self, layout: &Layout, target: BitPlace, odd: bool) -> BitPlace {
        let BitPlace { block, lane, bit } = target;
        let moved: i32 = self.shifts.iter().map(|shift| shift.of(block)).sum();
        let first = block.wrapping_add_signed(moved);
        if let Some(versions) = &self.split {
            let mut digits = vec![0; layout.block_digits - 1];
            split(lane as usize, layout.radix(1), &mut digits);
            let odd = odd ^ ((u32::from(digits.iter().sum::<u8>()) + bit) % 2 == 1);
            let block = first.wrapping_add_signed(versions[usize::from(odd)].of(block));
            return BitPlace { block, lane, bit };
        }
        let first = first - first % self.run;
        if self.lanes.is_empty() {
            return BitPlace { block: first, lane, bit };
        }
        let radix = layout.radix(1) as u32;
        let exchanged = |bit: u32, lane: u32| {
            let second = lane % radix;
            let (bit, other) = exchange(bit as u8, second as u8);
            (u32::from(bit), lane - second + u32::from(other))
        };
        let (bit, lane) = match self.bits {
            Some(Direction::FromAbove) => exchanged(bit, lane),
            _ => (bit, lane),
        };
        let in_group = self.lanes[lane as usize];
        let groups = self.groups.len() as u32 / self.run;
        let group = self.groups[(block % self.run * groups + u32::from(in_group.number)) as usize];
        let lane = u32::from(in_group.lane + group.lane);
        let (bit, lane) = match self.bits {
            Some(Direction::FromBelow) => exchanged(bit, lane),
            _ => (bit, lane),
        };
        BitPlace { block: first + u32::from(group.number), lane, bit }
    }

    /// The tables of lanes and groups, without shifts, for moves between cells k and k+w for each k
    /// of `edges`, all in one column.
    pub(super) fn of_lanes(layout: &Layout, edges: &[usize], direction: Direction) -> Self {
        let (w, m) = (layout.width, layout.block_digits);
        let leaves = |k: usize| k < m && k + w > m && k + w <= layout.digits();
        let leaving = edges.iter().copied().find(|&k| leaves(k));
        let inner: Vec<usize> = edges.iter().copied().filter(|k| k + w <= m).collect();
        let none = Addresses {
            shifts: Vec::new(),
            split: None,
            run: 1,
            lanes: Vec::new(),
            groups: Vec::new(),
            bits: None,
        };
        if leaving.is_none() && inner.is_empty() {
            return none;
        }
        // The lanes of a group differ in the digits below the move that leaves the block.
        let low = leaving.unwrap_or(m);
        let chunk = layout.span(1..low);
        let mut digits = vec![0; low - 1];
        let lanes = (0..layout.block_lanes).map(|lane| {
            split(lane % chunk, layout.radix(1), &mut digits);
            for &k in &inner {
                rotate(&mut digits[k.max(1) - 1..k + w - 1], direction);
            }
            let source = join(layout.radix(1), &digits);
            Part { number: (lane / chunk) as u16, lane: source as u16 }
        });
        let lanes = lanes.collect();
        let end = leaving.map_or(m, |k| k + w);
        let (inside, run) = (layout.span(low..m), layout.span(m..end));
        let mut digits = vec![0; end - low];
        let groups = (0..run * inside).map(|target| {
            split(target, layout.radix(low), &mut digits);
            rotate(&mut digits, direction);
            let source = join(layout.radix(low), &digits);
            Part { number: (source / inside) as u16, lane: (source % inside * chunk) as u16 }
        });
        let groups = groups.collect();
        let bits = inner.contains(&0).then_some(direction);
        Addresses { run: run as u32, lanes, groups, bits, ..none }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitmap::{Place, Ranking, Transport};

    fn bit(layout: &Layout, rank: u64) -> BitPlace {
        let states = u64::from(layout.block_states());
        let inside = (rank % states) as u32;
        let n = layout.tiles as u32;
        BitPlace { block: (rank / states) as u32, lane: inside / n, bit: inside % n }
    }

    fn digit_sum(layout: &Layout, mut block: usize) -> usize {
        (layout.block_digits..layout.digits())
            .map(|digit| {
                let value = block % layout.radix(digit);
                block /= layout.radix(digit);
                value
            })
            .sum()
    }

    /// On every shape that has a layout, for single moves and for chains from and to the last row
    /// but one, addresses lead where the ranking says, also with ranks beyond 2^32.
    #[test]
    fn addresses_agree_with_the_ranking() {
        let shapes = [(4, 2), (3, 3), (5, 2), (6, 2), (4, 3), (7, 2), (5, 3), (4, 4), (8, 2)];
        let mut random = 0x9e37_79b9_7f4a_7c15u64;
        let mut largest = 0;
        for (width, height) in shapes {
            let layout = Layout::new(width, height).unwrap();
            let ranking = Ranking::new(&layout, width * height - 1).unwrap();
            let (w, frame) = (layout.width, layout.height - 2);
            for column in 0..w {
                let single = (0..layout.height - 1).flat_map(|r| [(r, r + 1), (r + 1, r)]);
                let chains = (0..layout.height).flat_map(|r| [(r, frame), (frame, r)]);
                for (to, from) in single.chain(chains).filter(|(to, from)| to != from) {
                    let direction =
                        if from < to { Direction::FromAbove } else { Direction::FromBelow };
                    let edges: Vec<usize> =
                        (from.min(to)..from.max(to)).map(|row| row * w + column).collect();
                    let target = to * w + column;
                    let parity = ranking.parity(target);
                    let transport = Transport::new(&layout, &edges, direction, parity);
                    let addresses = transport.addresses(&layout);
                    for _ in 0..60 {
                        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                        let rank = (random >> 8) % layout.map_states();
                        let place = bit(&layout, rank);
                        let odd = digit_sum(&layout, place.block as usize) % 2 == 1;
                        let expected = ranking.slide(Place { cell: target, rank }, from).rank;
                        largest = largest.max(expected);
                        let source = addresses.source(&layout, place, odd);
                        let what = format!("{width}x{height}, column {column}, {from} to {to}");
                        assert_eq!(source, bit(&layout, expected), "{what}, rank {rank}");
                    }
                }
            }
        }
        assert!(largest > 1 << 32, "ranks beyond 32 bits were tried");
    }
}
