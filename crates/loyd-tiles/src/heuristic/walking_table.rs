//! The table of Walking Distance: the states of one axis with their distances.
//!
//! Of a board, keep only the number of tiles of each goal line in each line, and the line of the
//! blank. A move across lines takes some tile from the line that the blank enters to the line that
//! it leaves; the tile's position within the line does not matter. The remaining space is small
//! enough for a breadth-first search from the goal:
//!
//! ```text
//! number the goal 0
//! for each numbered state, in order, for each neighbouring line of the blank,
//!     for each goal line of which that line holds a tile:
//!         the state with that tile and the blank exchanged is one move away; number it if new
//! ```
//!
//! Single-tile metric: the distance of each state in this graph; it changes by exactly one with
//! each link, because the line of the blank does. Multi-tile metric: a move takes the blank any
//! number of lines in one direction, with one link per line.

use super::walking_key::{AxisShape, Key};
use crate::{MetricName, Slid};
use rustc_hash::FxHashMap;

const STATE_BITS: u32 = 21;

/// Largest number of states of a table. The largest table that fits takes about 64 MiB; 5 lines of
/// 4 cells, with 5,977,015 states, would take over 0.4 GiB and seconds to build, 5 lines of 5 ten
/// times that.
pub(crate) const MAX_STATES: usize = 1 << STATE_BITS;

/// Largest value that fits in a link, one less than the value of [`Link::NONE`].
const MAX_VALUE: u32 = (1 << (u32::BITS - STATE_BITS)) - 2;

/// The number of a state together with its value, so that following a link yields both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Link(u32);

impl Link {
    /// No link: there is no tile to move.
    const NONE: Self = Self(u32::MAX);

    fn new(state: usize, value: u16) -> Self {
        Self((value as u32) << STATE_BITS | state as u32)
    }

    /// The bits to store in a memo.
    #[inline]
    pub(crate) fn to_bits(self) -> u32 {
        self.0
    }

    /// Restores a link from a memo.
    #[inline]
    pub(crate) fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// The number of the state, from 0 (the goal).
    #[inline]
    pub(crate) fn state(self) -> usize {
        (self.0 & (MAX_STATES as u32 - 1)) as usize
    }

    /// The fewest moves from the state to the goal.
    #[inline]
    pub(crate) fn value(self) -> u32 {
        self.0 >> STATE_BITS
    }
}

/// The direction in which the blank moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Toward {
    /// To the previous line: up, or left.
    First,
    /// To the next line: down, or right.
    Last,
}

impl Toward {
    pub(crate) const BOTH: [Self; 2] = [Self::First, Self::Last];

    /// The direction of the blank in a slide.
    #[inline]
    pub(crate) fn of(slid: Slid) -> Self {
        if slid.blank_to < slid.blank_from { Self::First } else { Self::Last }
    }

    fn back(self) -> Self {
        Self::BOTH[1 - self as usize]
    }

    /// The line that the blank enters from `line`.
    fn next(self, line: usize, lines: usize) -> Option<usize> {
        match self {
            Self::First => line.checked_sub(1),
            Self::Last => Some(line + 1).filter(|&next| next < lines),
        }
    }
}

/// All states of an axis, numbered, with their values and the links between them.
#[derive(Debug)]
pub(crate) struct WalkingTable {
    key: Key,
    numbers: FxHashMap<u64, u32>,
    /// Indexed by state, direction and goal line of the tile that moves.
    links: Vec<Link>,
    values: Vec<u16>,
}

impl WalkingTable {
    /// Builds the table of an axis; `None` if it would be too large.
    pub(crate) fn build(shape: AxisShape, metric: MetricName) -> Option<Self> {
        let key = Key::new(shape)?;
        let states = key.count_states(MAX_STATES)?;
        let mut table = Self::number(key, states);
        table.values = table.distances(metric)?;
        for link in &mut table.links {
            if *link != Link::NONE {
                *link = Link::new(link.state(), table.values[link.state()]);
            }
        }
        Some(table)
    }

    /// Upper bound on the bytes needed to build the table of an axis; `None` if it is too large.
    pub(crate) fn memory(shape: AxisShape) -> Option<u64> {
        let states = Key::new(shape)?.count_states(MAX_STATES)?;
        // Keys, numbers, links, values, and the working data of the search.
        Some((states * (8 + 32 + 8 * shape.lines + 16)) as u64)
    }

    /// Numbers the reachable states and links them, without values yet.
    fn number(key: Key, states: usize) -> Self {
        let mut keys = Vec::with_capacity(states);
        let mut numbers = FxHashMap::with_capacity_and_hasher(states, <_>::default());
        let lines = key.shape().lines;
        let mut links = Vec::with_capacity(states * 2 * lines);
        let mut add = |keys: &mut Vec<u64>, links: &mut Vec<Link>, key: u64| {
            *numbers.entry(key).or_insert_with(|| {
                keys.push(key);
                links.resize(keys.len() * 2 * lines, Link::NONE);
                keys.len() as u32 - 1
            }) as usize
        };
        add(&mut keys, &mut links, key.goal());
        let mut state = 0;
        while let Some(&from) = keys.get(state) {
            let blank = key.blank(from);
            for toward in Toward::BOTH {
                let Some(next) = toward.next(blank, lines) else { continue };
                for goal_line in 0..lines {
                    let index = (state * 2 + toward as usize) * lines + goal_line;
                    if links[index] != Link::NONE || key.tiles(from, next, goal_line) == 0 {
                        continue;
                    }
                    let after = key.exchange(from, blank, next, goal_line);
                    let after = add(&mut keys, &mut links, after);
                    links[index] = Link::new(after, 0);
                    // The link back, moving the same tile.
                    let back = (after * 2 + toward.back() as usize) * lines + goal_line;
                    links[back] = Link::new(state, 0);
                }
            }
            state += 1;
        }
        Self { key, numbers, links, values: Vec::new() }
    }

    /// The fewest moves from each state to the goal, or `None` if a value does not fit in a link.
    fn distances(&self, metric: MetricName) -> Option<Vec<u16>> {
        const UNKNOWN: u16 = u16::MAX;
        let mut values = vec![UNKNOWN; self.states()];
        // Once a slide has reached a state, a later one gains nothing by continuing in its
        // direction.
        let mut passed = vec![[false; 2]; values.len()];
        values[0] = 0;
        let mut frontier = vec![0];
        let mut depth = 0;
        while !frontier.is_empty() {
            depth += 1;
            if depth > MAX_VALUE + 1 {
                return None;
            }
            let mut next_frontier = Vec::new();
            for toward in Toward::BOTH {
                let mut sliding = frontier.clone();
                while let Some(state) = sliding.pop() {
                    for link in self.links_from(state, toward) {
                        let next = link.state();
                        if std::mem::replace(&mut passed[next][toward as usize], true) {
                            continue;
                        }
                        if metric == MetricName::Multi {
                            sliding.push(next);
                        }
                        if values[next] == UNKNOWN {
                            values[next] = depth as u16;
                            next_frontier.push(next);
                        }
                    }
                }
            }
            frontier = next_frontier;
        }
        Some(values)
    }

    fn links_from(&self, state: usize, toward: Toward) -> impl Iterator<Item = Link> {
        let lines = self.key.shape().lines;
        let first = (state * 2 + toward as usize) * lines;
        self.links[first..first + lines].iter().copied().filter(|&link| link != Link::NONE)
    }

    pub(crate) fn states(&self) -> usize {
        self.numbers.len()
    }

    /// The fewest moves from a state to the goal.
    pub(crate) fn value(&self, state: usize) -> u32 {
        self.values[state].into()
    }

    /// Returns the target of a link, if there is a tile to move.
    pub(crate) fn link(&self, state: usize, toward: Toward, goal_line: usize) -> Option<Link> {
        let lines = self.key.shape().lines;
        let link = *self.links.get((state * 2 + toward as usize) * lines + goal_line)?;
        (goal_line < lines && link != Link::NONE).then_some(link)
    }

    /// Returns the state of a board, given for each tile its line and its goal line.
    pub(crate) fn find(&self, blank: usize, tiles: impl Iterator<Item = (usize, usize)>) -> Link {
        let key = self.key.with_blank(blank)
            + tiles.map(|(line, goal_line)| self.key.tile(line, goal_line)).sum::<u64>();
        // Every way to fill the lines is reachable, as the tests verify by counting.
        let state = self.numbers[&key] as usize;
        Link::new(state, self.values[state])
    }

    /// The state after a tile of `goal_line` and the blank exchange lines; there must be such a
    /// tile. `lines` is the number of lines, to be passed as a constant where it is one.
    #[inline]
    pub(crate) fn follow(
        &self,
        state: usize,
        toward: Toward,
        goal_line: usize,
        lines: usize,
    ) -> Link {
        debug_assert_eq!(lines, self.key.shape().lines);
        let link = self.links[(state * 2 + toward as usize) * lines + goal_line];
        debug_assert_ne!(link, Link::NONE);
        link
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn build(lines: usize, cells: usize, goal_blank: usize, metric: MetricName) -> WalkingTable {
        let table = WalkingTable::build(AxisShape { lines, cells, goal_blank }, metric);
        table.expect("this axis is small")
    }

    /// The figures given by the author of Walking Distance for the 15-puzzle.
    #[test]
    fn the_axis_of_the_15_puzzle_has_24964_states_and_at_most_35_moves() {
        for goal_blank in [0, 3] {
            let table = build(4, 4, goal_blank, MetricName::Single);
            assert_eq!((table.states(), table.values.iter().max()), (24_964, Some(&35)));
        }
    }

    /// Hence `find` succeeds on every board, solvable or not.
    #[test]
    fn every_way_to_fill_the_lines_is_reached() {
        for (lines, cells) in
            [(2, 2), (2, 3), (3, 2), (2, 9), (3, 3), (4, 2), (3, 8), (5, 2), (5, 3)]
        {
            for goal_blank in 0..lines {
                let shape = AxisShape { lines, cells, goal_blank };
                let counted = Key::new(shape).and_then(|key| key.count_states(MAX_STATES));
                let table = WalkingTable::build(shape, MetricName::Single).expect("small");
                assert_eq!(Some(table.states()), counted, "{shape:?}");
            }
        }
    }

    /// A naive computation: one slide is any chain of links in one direction.
    #[test]
    fn values_are_distances() {
        for (lines, cells, goal_blank) in [(4, 3, 3), (3, 4, 1), (5, 2, 0)] {
            for metric in [MetricName::Single, MetricName::Multi] {
                let table = build(lines, cells, goal_blank, metric);
                let mut nearest = vec![u32::MAX; table.states()];
                for (state, nearest) in nearest.iter_mut().enumerate() {
                    for toward in Toward::BOTH {
                        let mut reached: Vec<Link> = table.links_from(state, toward).collect();
                        while let Some(link) = reached.pop() {
                            assert_eq!(link.value(), u32::from(table.values[link.state()]));
                            *nearest = link.value().min(*nearest);
                            if metric == MetricName::Multi {
                                reached.extend(table.links_from(link.state(), toward));
                            } else {
                                assert_eq!(link.value().abs_diff(table.values[state].into()), 1);
                            }
                        }
                    }
                }
                assert_eq!(table.values[0], 0);
                for (state, &nearest) in nearest.iter().enumerate().skip(1) {
                    assert_eq!(u32::from(table.values[state]), nearest + 1, "{metric} {state}");
                }
            }
        }
    }

    #[test]
    fn links_lead_back() {
        let table = build(4, 4, 3, MetricName::Single);
        for state in 0..table.states() {
            for toward in Toward::BOTH {
                for goal_line in 0..4 {
                    let index = (state * 2 + toward as usize) * 4 + goal_line;
                    let link = table.links[index];
                    if link != Link::NONE {
                        let back = table.follow(link.state(), toward.back(), goal_line, 4);
                        assert_eq!(back.state(), state);
                    }
                }
            }
        }
    }

    #[test]
    fn large_axes_are_refused_before_allocation() {
        for (lines, cells) in [(5, 4), (5, 5), (7, 2), (8, 8), (30, 30), (3, 1000), (2, 30_000)] {
            let shape = AxisShape { lines, cells, goal_blank: 0 };
            assert!(WalkingTable::build(shape, MetricName::Single).is_none(), "{shape:?}");
        }
    }
}
