//! Heuristics for goals that admit several boards ([`Quotient`]).
//!
//! A table has the distance of the blank and some named tiles from the nearest goal, in which the other tiles are alike
//! (J. C. Culberson, J. Schaeffer, *Pattern Databases*, 1998). The table of all named tiles has the exact distances. If it
//! is too large, the tiles are divided into groups: in the single-tile metric each table counts the moves of its tiles
//! only, so that the values can be added; in the multi-tile metric, where a move can be one of several groups, the
//! largest value counts.

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
    /// Tables of the named tiles in groups.
    Tables(Vec<PatternDatabase<Quotient<B, M>, Group<M>>>),
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

/// The groups of the named tiles, each of neighbours in the goal, as few as have tables within the memory in
/// bytes; `None` if even a single tile has too many placements.
pub(crate) fn groups(size: Size, named: &[u16], memory: u64) -> Option<Vec<Vec<u16>>> {
    (1..=named.len().max(1)).find_map(|count| {
        let length = named.len().div_ceil(count);
        let group = Placements::new(size.cells(), &named[..length])?;
        let fits = group.size() <= MAX_PLACEMENTS && count as u64 * group.size() <= memory;
        let groups: Vec<Vec<u16>> = named.chunks(length.max(1)).map(<[u16]>::to_vec).collect();
        fits.then(|| if named.is_empty() { vec![Vec::new()] } else { groups })
    })
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
    pub(crate) fn tables(
        space: &Quotient<B, M>,
        groups: &[Vec<u16>],
    ) -> Result<Self, Unavailable> {
        let options =
            Options { threads: available_parallelism().map_or(1, usize::from), ..Options::default() };
        let refused = |reason: String| Unavailable { name: "pdb", reason };
        let is_additive = groups.len() > 1 && M::NAME == MetricName::Single;
        let table = |group: &Vec<u16>| {
            let placements = Placements::new(space.size().cells(), group);
            let placements = placements.ok_or_else(|| refused("too many placements".to_owned()))?;
            let group = Group { size: space.size(), placements, is_additive, metric: PhantomData };
            let database = PatternDatabase::new(group, space.goals(), &options, &mut |_| ());
            database.map_err(|why| refused(why.to_string()))
        };
        Ok(Self::Tables(groups.iter().map(table).collect::<Result<_, _>>()?))
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
            Self::Tables(tables) => {
                let values = tables.iter().map(|table| table.start(state));
                match M::NAME {
                    MetricName::Single => values.sum(),
                    MetricName::Multi => values.max().unwrap_or_default(),
                }
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
            Self::Zero | Self::Tables(_) => self.start(after),
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
