//! The targets of a level step and their sources: the recursions of [`single`](super::single) and
//! [`multi`](super::multi) as data, for every engine that keeps whole levels as bitmaps.

use loyd_tiles::MetricName;
use loyd_tiles::bitmap::rotation::Direction;
use loyd_tiles::bitmap::{Layout, Place, Pull, Ranking, Target, Transport};

/// The bitmaps that hold level `depth`, ascending; in the multi-tile metric those of B(`depth`).
#[must_use]
pub fn maps(ranking: &Ranking, metric: MetricName, depth: u32) -> Vec<usize> {
    let (layout, parity) = (ranking.layout(), depth as usize % 2);
    match metric {
        MetricName::Single => cells_of(ranking, parity).collect(),
        MetricName::Multi => {
            let classes = layout.width + layout.height;
            (parity * classes..(parity + 1) * classes).collect()
        }
    }
}

/// The bits of level 0: bitmap and rank.
#[must_use]
pub fn start(ranking: &Ranking, metric: MetricName) -> Vec<(usize, u64)> {
    let (layout, start) = (ranking.layout(), ranking.start());
    match metric {
        MetricName::Single => vec![(start, 0)],
        MetricName::Multi => {
            let maps = Maps::from(layout);
            let member = ranking.slide(Place { cell: start, rank: 0 }, frame(layout));
            vec![
                (maps.row(0, start / layout.width), 0),
                (maps.column(0, start % layout.width), member.rank),
            ]
        }
    }
}

/// The stored cells of the levels whose depth has this parity.
fn cells_of(ranking: &Ranking, parity: usize) -> impl Iterator<Item = usize> {
    let (width, start) = (ranking.layout().width, ranking.start());
    let colour = move |cell: usize| (cell / width + cell % width) % 2;
    (0..ranking.layout().cells()).filter(move |&cell| (colour(cell) + colour(start)) % 2 == parity)
}

/// The cells of the levels whose depth has this parity, with their neighbours as sources
/// (single-tile metric). The bitmap of a cell has its number.
#[must_use]
pub fn cells(ranking: &Ranking, parity: usize) -> Vec<Target> {
    let pulls = |cell| pulls(ranking, ranking.layout(), cell, Some);
    cells_of(ranking, parity).map(|cell| Target { map: cell, pulls: pulls(cell) }).collect()
}

/// The columns of B(d) for d of this parity, with all row classes of B(d-1) as sources, in order of
/// rows.
#[must_use]
pub fn columns(ranking: &Ranking, parity: usize) -> Vec<Target> {
    (0..ranking.layout().width).map(|column| column_target(ranking, parity, column)).collect()
}

/// The rows of B(d) for d of this parity, with all column classes of B(d-1) as sources.
#[must_use]
pub fn rows(ranking: &Ranking, parity: usize) -> Vec<Target> {
    (0..ranking.layout().height).map(|row| row_target(ranking, parity, row)).collect()
}

/// The bitmap of a column of B(d) for d of this parity.
#[must_use]
pub fn column_map(layout: &Layout, parity: usize, column: usize) -> usize {
    Maps::from(layout).column(parity, column)
}

/// The numbers of the bitmaps.
#[derive(Clone, Copy)]
pub(super) struct Maps {
    pub(super) width: usize,
    height: usize,
}

impl Maps {
    pub(super) fn row(self, parity: usize, row: usize) -> usize {
        parity * (self.width + self.height) + row
    }

    pub(super) fn column(self, parity: usize, column: usize) -> usize {
        parity * (self.width + self.height) + self.height + column
    }

    /// The column and parity of a column's map.
    pub(super) fn column_of(self, map: usize) -> (usize, usize) {
        let classes = self.width + self.height;
        (map % classes - self.height, map / classes)
    }
}

impl From<&Layout> for Maps {
    fn from(layout: &Layout) -> Self {
        Maps { width: layout.width, height: layout.height }
    }
}

/// The row whose members represent their column classes.
#[must_use]
pub fn frame(layout: &Layout) -> usize {
    layout.height - 2
}

/// The row classes as sources of a column's classes; source r is row r.
fn column_target(ranking: &Ranking, parity: usize, column: usize) -> Target {
    let layout = ranking.layout();
    let (maps, w, frame) = (Maps::from(layout), layout.width, frame(layout));
    let digits = ranking.parity(frame * w + column);
    let pull = |row: usize| {
        let edges =
            |rows: core::ops::Range<usize>| rows.map(|r| r * w + column).collect::<Vec<_>>();
        let map = maps.row(1 - parity, row);
        match row.cmp(&frame) {
            core::cmp::Ordering::Equal => Pull::same(map),
            core::cmp::Ordering::Less => Pull::through(
                map,
                Transport::new(layout, &edges(row..frame), Direction::FromAbove, digits),
            ),
            core::cmp::Ordering::Greater => Pull::through(
                map,
                Transport::new(layout, &edges(frame..row), Direction::FromBelow, digits),
            ),
        }
    };
    Target { map: maps.column(parity, column), pulls: (0..layout.height).map(pull).collect() }
}

/// The column classes as sources of a row's classes.
fn row_target(ranking: &Ranking, parity: usize, row: usize) -> Target {
    let layout = ranking.layout();
    let (maps, w, frame) = (Maps::from(layout), layout.width, frame(layout));
    let digits = ranking.parity(row * w);
    let pull = |column: usize| {
        let edges =
            |rows: core::ops::Range<usize>| rows.map(|r| r * w + column).collect::<Vec<_>>();
        let map = maps.column(1 - parity, column);
        match row.cmp(&frame) {
            core::cmp::Ordering::Equal => Pull::same(map),
            core::cmp::Ordering::Less => Pull::through(
                map,
                Transport::new(layout, &edges(row..frame), Direction::FromBelow, digits),
            ),
            core::cmp::Ordering::Greater => Pull::through(
                map,
                Transport::new(layout, &edges(frame..row), Direction::FromAbove, digits),
            ),
        }
    };
    Target { map: maps.row(parity, row), pulls: (0..w).map(pull).collect() }
}

/// The sources of a cell's bitmap: the neighbours for which `map` returns a bitmap. `layout` is
/// that of the bitmaps, which may be segments of those of the ranking.
pub(crate) fn pulls(
    ranking: &Ranking,
    layout: &Layout,
    cell: usize,
    map: impl Fn(usize) -> Option<usize>,
) -> Vec<Pull> {
    let (w, parity) = (layout.width, ranking.parity(cell));
    let mut pulls = Vec::new();
    let left_map = (!cell.is_multiple_of(w)).then(|| map(cell - 1)).flatten();
    let right_map = (cell % w < w - 1).then(|| map(cell + 1)).flatten();
    pulls.extend(left_map.into_iter().chain(right_map).map(Pull::same));
    if let Some(above) = cell.checked_sub(w)
        && let Some(map) = map(above)
    {
        let transport = Transport::new(layout, &[above], Direction::FromAbove, parity);
        pulls.push(Pull::through(map, transport));
    }
    if cell + w < layout.cells()
        && let Some(map) = map(cell + w)
    {
        let transport = Transport::new(layout, &[cell], Direction::FromBelow, parity);
        pulls.push(Pull::through(map, transport));
    }
    pulls
}
