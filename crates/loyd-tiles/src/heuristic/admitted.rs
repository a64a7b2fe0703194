//! Heuristics for goals that admit several boards ([`Quotient`]).
//!
//! A table has the distance of the blank and some named tiles from the nearest goal, in which the other tiles are alike
//! (J. C. Culberson, J. Schaeffer, *Pattern Databases*, 1998). The table of all named tiles has the exact distances. If it
//! is too large, tables of overlapping groups of tiles count all moves, and the largest value counts. In the single-tile
//! metric, tables of disjoint groups that count only the moves of their tiles can be added: the larger of both is taken.

use super::Unavailable;
use crate::puzzle::Places;
use crate::{Board, Metric, MetricName, Placements, Quotient, Size, Slid, Slides};
use loyd_search::abstraction::{Abstraction, Options, PatternDatabase};
use loyd_search::space::{Heuristic, Properties};
use std::marker::PhantomData;
use std::thread::available_parallelism;

/// Placements of a table at most, a byte each: those of the blank and five tiles of a 4x4 board are 5.8 million.
const MAX_PLACEMENTS: u64 = 8 << 20;

/// An estimate of the distance to the nearest goal of a quotient.
pub(crate) enum GoalDistance<B, M> {
    /// 0 everywhere.
    Zero,
    /// Columns and rows between each named tile and the nearest of its goal cells, summed, by tile.
    Manhattan(Vec<Vec<u16>>, Size),
    /// The largest value of some tables, and of the sum of others.
    Tables {
        /// Tables that count all moves.
        largest: Vec<PatternDatabase<Quotient<B, M>, Group<M>>>,
        /// Tables that count the moves of their tiles, each tile in one of them.
        added: Vec<PatternDatabase<Quotient<B, M>, Group<M>>>,
    },
}

/// The tiles of tables, each group neighbours in the goal.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Groups {
    /// Of tables whose largest value counts.
    pub(crate) largest: Vec<Vec<u16>>,
    /// Of tables that are added.
    pub(crate) added: Vec<Vec<u16>>,
}

/// The abstraction to the cells of the blank and some tiles.
#[derive(Debug)]
pub(crate) struct Group<M> {
    size: Size,
    placements: Placements,
    /// True if only moves of its tiles count.
    is_additive: bool,
    metric: PhantomData<fn() -> M>,
}

impl<B: Board, M: Metric> Abstraction<Quotient<B, M>> for Group<M> {
    type State = Places;
    /// The tile of the group that moves; one of them if several do.
    type Action = Option<u16>;

    fn project(&self, state: &B) -> Places {
        self.placements.places(state)
    }

    fn size(&self) -> u64 {
        self.placements.size()
    }

    #[inline]
    fn rank(&self, places: &Places) -> u64 {
        self.placements.rank(places)
    }

    #[inline]
    fn unrank(&self, rank: u64) -> Places {
        self.placements.unrank(rank)
    }

    #[inline]
    fn predecessors(&self, places: &Places, mut visit: impl FnMut(Places, Option<u16>)) {
        let items = self.placements.tiles().len();
        for slide in Slides::of::<M>(self.size, places.cell(0)) {
            let (mut before, mut moved) = (*places, None);
            for _ in 0..slide.count {
                let blank = before.cell(0);
                let cell = slide.direction.blank_step(self.size, blank);
                if let Some(item) = before.item_on(cell, items) {
                    before.set(item, blank);
                    moved = Some(self.placements.tiles()[item]);
                }
                before.set(0, cell);
            }
            visit(before, moved);
        }
    }

    fn charge(&self, moved: Option<u16>) -> u32 {
        u32::from(!self.is_additive || moved.is_some())
    }

    fn actions(&self) -> Vec<(Option<u16>, u32)> {
        let tiles = self.placements.tiles()[1..].iter().map(|&tile| Some(tile));
        tiles.chain([None]).map(|action| (action, 1)).collect()
    }
}

impl Groups {
    /// The fewest groups of the named tiles that have tables; `None` if even a single tile has too many placements.
    pub(crate) fn of(size: Size, named: &[u16], metric: MetricName) -> Option<Self> {
        let all = named.len();
        (1..=all.max(1)).rev().find_map(|length| {
            let length = length.min(all);
            let count = all.div_ceil(length.max(1)).max(1);
            let placements = Placements::new(size.cells(), &named[..length])?.size();
            if placements > MAX_PLACEMENTS {
                return None;
            }
            let first = |group: usize| group * (all - length) / (count - 1).max(1);
            let largest = (0..count).map(|group| named[first(group)..][..length].to_vec());
            let is_added = count > 1 && metric == MetricName::Single;
            let added = if is_added { named.chunks(all.div_ceil(count)) } else { [].chunks(1) };
            let added = added.map(<[u16]>::to_vec).collect();
            Some(Self { largest: largest.collect(), added })
        })
    }

    /// Bytes of all tables.
    pub(crate) fn bytes(&self, size: Size) -> u64 {
        let placements =
            |group: &Vec<u16>| Placements::new(size.cells(), group).map_or(0, |it| it.size());
        self.largest.iter().chain(&self.added).map(placements).sum()
    }
}

impl<B: Board, M: Metric> GoalDistance<B, M> {
    /// The sum of the distances of the named tiles from their nearest goal cells.
    pub(crate) fn manhattan(space: &Quotient<B, M>) -> Self {
        let mut cells: Vec<Vec<u16>> = vec![Vec::new(); space.size().cells()];
        for &tile in space.named_tiles() {
            for goal in space.goals() {
                let cell = (0..space.size().cells()).find(|&cell| goal.tile(cell) == tile.into());
                let cell = cell.unwrap_or_default() as u16;
                if !cells[usize::from(tile)].contains(&cell) {
                    cells[usize::from(tile)].push(cell);
                }
            }
        }
        Self::Manhattan(cells, space.size())
    }

    /// Builds the tables of groups of named tiles.
    ///
    /// # Errors
    /// If the system refuses the memory.
    pub(crate) fn tables(space: &Quotient<B, M>, groups: &Groups) -> Result<Self, Unavailable> {
        let options = Options {
            threads: available_parallelism().map_or(1, usize::from),
            ..Options::default()
        };
        let refused = |reason: String| Unavailable { name: "pdb", reason };
        let table = |group: &Vec<u16>, is_additive| {
            let placements = Placements::new(space.size().cells(), group);
            let placements = placements.ok_or_else(|| refused("too many placements".to_owned()))?;
            let group = Group { size: space.size(), placements, is_additive, metric: PhantomData };
            let database = PatternDatabase::new(group, space.goals(), &options, &mut |_| ());
            database.map_err(|why| refused(why.to_string()))
        };
        let tables = |groups: &[Vec<u16>], is_additive| {
            groups.iter().map(|group| table(group, is_additive)).collect::<Result<_, _>>()
        };
        Ok(Self::Tables {
            largest: tables(&groups.largest, false)?,
            added: tables(&groups.added, true)?,
        })
    }

    /// The number of columns and rows between a tile and the nearest of its goal cells.
    fn lines_to_goal(cells: &[Vec<u16>], size: Size, tile: usize, cell: usize) -> u32 {
        let distance = |&goal: &u16| {
            let goal = usize::from(goal);
            size.column(cell).abs_diff(size.column(goal)) + size.row(cell).abs_diff(size.row(goal))
        };
        cells[tile].iter().map(distance).min().unwrap_or_default() as u32
    }
}

impl<B: Board, M: Metric> Heuristic<Quotient<B, M>> for GoalDistance<B, M> {
    /// The value itself.
    type Memo = u32;
    const PROPERTIES: Properties = Properties::CONSISTENT;

    fn start(&self, state: &B) -> u32 {
        match self {
            Self::Zero => 0,
            Self::Manhattan(cells, size) => {
                let lines = |cell| Self::lines_to_goal(cells, *size, state.tile(cell), cell);
                (0..size.cells()).map(lines).sum()
            }
            Self::Tables { largest, added } => {
                let value = |table: &PatternDatabase<_, _>| table.start(state);
                let sum: u32 = added.iter().map(value).sum();
                largest.iter().map(value).fold(sum, u32::max)
            }
        }
    }

    #[inline]
    fn step(&self, before: u32, after: &B, slid: Slid) -> u32 {
        match self {
            Self::Manhattan(cells, size) => slid.tiles(after).fold(before, |sum, moved| {
                let lines = |cell| Self::lines_to_goal(cells, *size, moved.tile, cell);
                sum + lines(moved.to) - lines(moved.from)
            }),
            Self::Zero | Self::Tables { .. } => self.start(after),
        }
    }

    #[inline]
    fn value(&self, memo: u32) -> u32 {
        memo
    }

    fn resume(&self, _state: &B, value: u32) -> u32 {
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Multi, Position, Single, Word64, parse_goal};
    use loyd_search::space::{Ranking, StateSpace};

    type Distance<M> = GoalDistance<Word64, M>;

    /// Compares an estimate with the exact distance in every state, and over every move.
    fn is_consistent<M: Metric>(
        space: &Quotient<Word64, M>,
        exact: &Distance<M>,
        estimate: &Distance<M>,
    ) {
        let ranking = space.ranking_of().expect("ranks");
        for rank in 0..ranking.size() {
            let mut state = ranking.unrank(rank);
            let value = estimate.start(&state);
            assert!(value <= exact.start(&state), "{state:?}");
            for mv in space.moves(&state) {
                let slid = space.apply(&mut state, mv);
                let after = estimate.step(value, &state, slid);
                assert_eq!(after, estimate.start(&state));
                assert!(after + 1 >= value);
                space.undo(&mut state, slid);
            }
        }
    }

    fn groups_are_consistent<M: Metric>(goal: &Position, groups: &[Vec<u16>]) {
        let space = Quotient::<Word64, M>::new(goal);
        let tables = |groups: &Groups| Distance::tables(&space, groups).expect("memory");
        let exact = tables(&Groups { largest: vec![groups.concat()], added: Vec::new() });
        let groups = groups.to_vec();
        is_consistent(&space, &exact, &exact);
        let largest = Groups { largest: groups.clone(), added: Vec::new() };
        is_consistent(&space, &exact, &tables(&largest));
        if M::NAME == MetricName::Single {
            let added = Groups { added: groups, largest: Vec::new() };
            is_consistent(&space, &exact, &tables(&added));
            is_consistent(&space, &exact, &GoalDistance::manhattan(&space));
        }
    }

    #[test]
    fn groups_of_tiles_give_lower_bounds() {
        let size = Size::new(3, 3).expect("a size");
        for (text, groups) in [
            ("1 2 3 4 ? ? ? ? ?", [vec![1, 2], vec![3, 4]]),
            ("1 2 3 ? ? ? ? ? _ or _ ? ? ? ? ? 1 2 3", [vec![1], vec![2, 3]]),
        ] {
            let goal = parse_goal(text, Some(size)).expect("a goal").position(size);
            let goal = goal.expect("a goal of this size");
            groups_are_consistent::<Single>(&goal, &groups);
            groups_are_consistent::<Multi>(&goal, &groups);
        }
    }

    #[test]
    fn groups_are_as_few_as_fit() {
        let of = |width, height, count: u16| {
            let named: Vec<u16> = (1..=count).collect();
            let size = Size::new(width, height).expect("a size");
            let groups = Groups::of(size, &named, MetricName::Single)?;
            let ends = |group: &Vec<u16>| (group.first().copied(), group.len());
            let ends = |groups: &[Vec<u16>]| groups.iter().map(ends).collect::<Vec<_>>();
            Some((ends(&groups.largest), ends(&groups.added)))
        };
        assert_eq!(of(4, 4, 4), Some((vec![(Some(1), 4)], vec![])));
        let eight = (vec![(Some(1), 5), (Some(4), 5)], vec![(Some(1), 4), (Some(5), 4)]);
        assert_eq!(of(4, 4, 8), Some(eight));
        let fives = vec![(Some(1), 5), (Some(6), 5), (Some(11), 5)];
        assert_eq!(of(4, 4, 15), Some((fives.clone(), fives)));
        assert_eq!(of(4, 4, 0), Some((vec![(None, 0)], vec![])));
        assert_eq!(of(200, 200, 4), None);
    }
}
