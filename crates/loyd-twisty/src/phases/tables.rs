//! Tables of distances in coordinates, by breadth-first search from the goals of a phase.

use super::space::Number;

/// The entry of an index that no moves lead to.
pub(super) const UNKNOWN: u8 = u8::MAX;

/// Distances of all indices from the nearest goal, by moves that have inverses among them.
pub(super) fn distances(
    size: usize,
    goals: impl IntoIterator<Item = usize>,
    letters: &[Number],
    successor: impl Fn(usize, Number) -> usize,
) -> Vec<u8> {
    let mut table = vec![UNKNOWN; size];
    let mut frontier = Vec::new();
    for goal in goals {
        if std::mem::replace(&mut table[goal], 0) == UNKNOWN {
            frontier.push(goal as u32);
        }
    }
    let mut depth = 0;
    while !frontier.is_empty() {
        depth += 1;
        let mut next = Vec::new();
        for index in frontier {
            for &letter in letters {
                let after = successor(index as usize, letter);
                if table[after] == UNKNOWN {
                    table[after] = depth;
                    next.push(after as u32);
                }
            }
        }
        frontier = next;
    }
    table
}

/// A permutation of up to 24 places, on sets of places as bits.
#[derive(Clone, Debug)]
pub(super) struct SetMove([[u32; 256]; 3]);

impl SetMove {
    /// From the place from which each place receives its piece.
    pub(super) fn new(source: &[u8]) -> Self {
        let mut tables = [[0; 256]; 3];
        for (number, table) in tables.iter_mut().enumerate() {
            for (byte, image) in table.iter_mut().enumerate() {
                for (to, &from) in source.iter().enumerate() {
                    let from = usize::from(from);
                    if from / 8 == number && byte >> (from % 8) & 1 == 1 {
                        *image |= 1 << to;
                    }
                }
            }
        }
        Self(tables)
    }

    /// The set after the move.
    #[inline]
    pub(super) fn after(&self, set: u32) -> u32 {
        self.0[0][(set & 255) as usize]
            | self.0[1][(set >> 8 & 255) as usize]
            | self.0[2][(set >> 16 & 255) as usize]
    }
}

/// The subsets of K of some of 24 places, numbered.
#[derive(Clone, Debug)]
pub(super) struct Subsets {
    sets: Vec<u32>,
    /// By the upper 12 bits: the number of the first set with them.
    first: Vec<u32>,
    /// By the lower 12 bits: the number among those with as many bits.
    low: Vec<u32>,
}

impl Subsets {
    /// The subsets of `count` elements of the places in `domain`.
    pub(super) fn new(domain: u32, count: u32) -> Self {
        let halves = 1 << 12;
        let (low_domain, high_domain) = (domain & (halves - 1), domain >> 12);
        let within = |set: u32, domain: u32| set & !domain == 0;
        let mut of_count = [0; 13];
        let mut low = vec![0; halves as usize];
        for set in (0..halves).filter(|&set| within(set, low_domain)) {
            let number = &mut of_count[set.count_ones() as usize];
            low[set as usize] = *number;
            *number += 1;
        }
        let (mut sets, mut first) = (Vec::new(), vec![0; halves as usize]);
        for high in (0..halves).filter(|&set| within(set, high_domain)) {
            first[high as usize] = sets.len() as u32;
            let Some(rest) = count.checked_sub(high.count_ones()) else { continue };
            let lows =
                (0..halves).filter(|&set| within(set, low_domain) && set.count_ones() == rest);
            sets.extend(lows.map(|low| high << 12 | low));
        }
        Self { sets, first, low }
    }

    pub(super) fn len(&self) -> usize {
        self.sets.len()
    }

    /// The set of a number.
    pub(super) fn set(&self, number: usize) -> u32 {
        self.sets[number]
    }

    /// The number of a set, which must be one of them.
    #[inline]
    pub(super) fn number(&self, set: u32) -> usize {
        (self.first[(set >> 12) as usize & 4095] + self.low[(set & 4095) as usize]) as usize
    }

    /// The number of each set after each move.
    pub(super) fn moved(&self, moves: &[SetMove]) -> Vec<Vec<u32>> {
        let after =
            |mv: &SetMove| self.sets.iter().map(|&set| self.number(mv.after(set)) as u32).collect();
        moves.iter().map(after).collect()
    }
}

/// The places of a colour for which a test holds, as bits.
#[inline]
pub(super) fn places(colours: &[u8], test: impl Fn(u8) -> bool) -> u32 {
    colours
        .iter()
        .enumerate()
        .fold(0, |set, (place, &colour)| set | u32::from(test(colour)) << place)
}

/// True if a permutation is odd.
pub(super) fn is_odd(permutation: &[u8]) -> bool {
    let (mut seen, mut odd) = (0_u64, false);
    for first in 0..permutation.len() {
        let mut at = first;
        while seen >> at & 1 == 0 {
            seen |= 1 << at;
            at = permutation[at].into();
            odd ^= at != first;
        }
    }
    odd
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subsets_are_numbered_in_their_order() {
        for (domain, count, expected) in
            [(0xFF_FFFF, 8, 735_471), (0xF0_FF0F, 8, 12_870), (0xF00F, 4, 70)]
        {
            let subsets = Subsets::new(domain, count);
            assert_eq!(subsets.len(), expected);
            for number in 0..subsets.len() {
                let set = subsets.set(number);
                assert_eq!((set & !domain, set.count_ones()), (0, count));
                assert_eq!(subsets.number(set), number);
            }
        }
    }

    #[test]
    fn sets_move_with_their_elements() {
        let source: Vec<u8> = (0..24).map(|to| (to * 7 + 3) % 24).collect();
        let (moves, set) = (SetMove::new(&source), 0xA5_3C71);
        let expected =
            (0..24).filter(|&to| set >> source[to] & 1 == 1).fold(0, |set, to| set | 1 << to);
        assert_eq!(moves.after(set), expected);
    }
}
