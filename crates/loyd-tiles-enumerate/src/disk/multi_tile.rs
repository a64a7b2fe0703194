//! The passes of a level in the multi-tile metric.
//!
//! The recursion is that of the [memory engine](crate::memory) over row and column classes:
//! a row class has the rank of its members, a column class that of its member in the *frame*, the
//! last row but one; B(d) are the balls of both. The mixed cells are w consecutive ones, so each
//! column c of the board has one of them, in row i(c). Along column c, the moves above row i(c)
//! belong to the upper half, those below it to the lower half, and a result that must pass row i(c)
//! is a partial there. With I the row of cell q, the last of all i(c):
//!
//! ```text
//! upper, 1st:  for each column c:   D_c := OR over rows r < i(c) of R_r, brought to row i(c)
//! lower:       for each column c:   C'_c := D_c and R_r for all r >= i(c), brought to the frame
//!                                   U_c := C_c brought to row i(c)      (C_c if i(c) is the frame)
//!              for each row r >= I: R'_r := OR over c of C_c, brought to row r          (counted)
//! upper, 2nd:  for each row r < I:  R'_r := OR over c of U_c, brought to row r          (counted)
//!
//! states at a distance of at most d+1 = sum over r and c of |R_r ∪ C_c brought to row r|
//!     = w · sum over r of |R_r|                                           without reading
//!     + what the columns add: over all blocks with sources, the sum of |R_r ∪ source| - |R_r|
//! ```
//!
//! Any digit q below those of the last row will do, so segments can be as small as in the
//! single-tile metric. If the mixed cells are a row, all i(c) are I. If they are parts of two rows,
//! both halves read the upper one of these: the upper half for the columns whose mixed cell is in
//! the other, the lower half for its own. In a column whose mixed cell is in row r < I, R'_r takes
//! `U_c` as it is.
//!
//! Both balls grow, so a full unit stays full, and columns add no states to a full unit of row
//! classes.

use super::segment_maps::{SegmentMap, SegmentMaps};
use super::segmentation::{Half, Segmentation};
use super::store::UnitKind;
use super::unit_counts::UnitCounts;
use loyd_tiles::bitmap::rotation::Direction;
use loyd_tiles::bitmap::{Layout, Place, Pull, Ranking, Target, Transport};

/// A bitmap of classes, or of partial results for them.
#[derive(Clone, Copy)]
struct Class {
    cell: usize,
    kind: UnitKind,
    /// The row in which its ranks are those of the members.
    row: usize,
}

/// A target and its sources, each moved along a column.
struct Link {
    target: Class,
    sources: Vec<(Class, usize)>,
    is_counted: bool,
}

/// The row whose members represent their column classes.
fn frame(layout: &Layout) -> usize {
    layout.height - 2
}

/// Returns whether a segmentation suits: no mixed cell is in the last row, so none is below the
/// frame.
pub(super) fn suits(segmentation: &Segmentation) -> bool {
    first_lower_row(segmentation) <= frame(&segmentation.layout)
}

/// I: the first row whose classes the lower half makes.
fn first_lower_row(segmentation: &Segmentation) -> usize {
    segmentation.digit / segmentation.layout.width
}

/// The columns whose classes the upper half reads as partials.
fn columns_above_frame(segmentation: &Segmentation) -> impl Iterator<Item = usize> {
    let frame = frame(&segmentation.layout);
    (0..segmentation.layout.width).filter(move |&c| segmentation.mixed_row(c) != frame)
}

/// The number of all bitmaps: rows, columns, partials downwards and upwards.
pub(super) fn maps(segmentation: &Segmentation) -> usize {
    segmentation.layout.height + 3 * segmentation.layout.width
}

pub(super) fn partial_maps(segmentation: &Segmentation) -> usize {
    segmentation.layout.width + columns_above_frame(segmentation).count()
}

/// The targets of a pass and their sources.
fn links(segmentation: &Segmentation, pass: usize) -> Vec<Link> {
    let Layout { width, height, .. } = segmentation.layout;
    let (frame, first_lower) = (frame(&segmentation.layout), first_lower_row(segmentation));
    let mixed = |c: usize| segmentation.mixed_row(c);
    let row = |row: usize| Class { cell: row, kind: UnitKind::Level, row };
    let column = |c: usize| Class { cell: height + c, kind: UnitKind::Level, row: frame };
    let partial = |c: usize, number: usize| Class {
        cell: height + number,
        kind: UnitKind::Partial,
        row: mixed(c),
    };
    let down = |c: usize| partial(c, width + c);
    let up = |c: usize| if mixed(c) == frame { column(c) } else { partial(c, 2 * width + c) };
    let link = |target: Class, sources: Vec<(Class, usize)>| Link {
        target,
        sources,
        is_counted: target.cell < height,
    };
    let columns = 0..width;
    match pass {
        0 => columns.map(|c| link(down(c), (0..mixed(c)).map(|r| (row(r), c)).collect())).collect(),
        1 => {
            let of_column = |c: usize| {
                let rows = (mixed(c)..height).map(|r| (row(r), c));
                link(column(c), core::iter::once((down(c), c)).chain(rows).collect())
            };
            let of_row = |r: usize| link(row(r), columns.clone().map(|c| (column(c), c)).collect());
            let mut links: Vec<Link> = columns.clone().map(of_column).collect();
            links.extend((first_lower..height).map(of_row));
            let of_partial = |c: usize| link(up(c), vec![(column(c), c)]);
            links.extend(columns_above_frame(segmentation).map(of_partial));
            links
        }
        _ => {
            let of_row = |r: usize| link(row(r), columns.clone().map(|c| (up(c), c)).collect());
            (0..first_lower).map(of_row).collect()
        }
    }
}

/// The bitmaps of a pass.
pub(super) fn segment_maps(segmentation: &Segmentation, pass: usize) -> SegmentMaps {
    let mut segment_maps = SegmentMaps::default();
    let links = links(segmentation, pass);
    for link in &links {
        // Counted targets are merged with their contents at the level that is read.
        let own = link.is_counted.then_some(link.target);
        for source in link.sources.iter().map(|&(source, _)| source).chain(own) {
            if find(&segment_maps, source).is_none() {
                let map = segment_maps.sources.len();
                segment_maps.sources.push(SegmentMap {
                    cell: source.cell,
                    kind: source.kind,
                    index: map,
                });
            }
        }
    }
    for Link { target, sources, is_counted } in links {
        let map = segment_maps.len();
        let own = find(&segment_maps, target).filter(|_| is_counted);
        segment_maps.shared.push(own.map(|bitmap| bitmap.index));
        let beside = |&(source, _): &(Class, usize)| {
            (source.row == target.row && !is_counted).then(|| find(&segment_maps, source)).flatten()
        };
        segment_maps.same.push(sources.iter().filter_map(beside).collect());
        segment_maps.targets.push(SegmentMap { cell: target.cell, kind: target.kind, index: map });
    }
    segment_maps
}

fn find(segment_maps: &SegmentMaps, class: Class) -> Option<SegmentMap> {
    let is_it = |bitmap: &&SegmentMap| bitmap.cell == class.cell && bitmap.kind == class.kind;
    segment_maps.sources.iter().find(is_it).copied()
}

/// The sources of each target of a pass.
pub(super) fn targets(
    segmentation: &Segmentation,
    pass: usize,
    half: Half,
    segment_maps: &SegmentMaps,
    ranking: &Ranking,
) -> Vec<Target> {
    let (layout, w) = (segmentation.segment_layout(half), segmentation.layout.width);
    let target = |(link, bitmap): (Link, &SegmentMap)| {
        let to = link.target.row;
        let parity = ranking.parity(to * w);
        let pull = |&(source, column): &(Class, usize)| {
            let map = find(segment_maps, source)?.index;
            let from = source.row;
            let edges: Vec<usize> =
                (from.min(to)..from.max(to)).map(|row| row * w + column).collect();
            let direction = if from < to { Direction::FromAbove } else { Direction::FromBelow };
            if edges.is_empty() {
                return Some(Pull::same(map));
            }
            Some(Pull::through(map, Transport::new(&layout, &edges, direction, parity)))
        };
        Target { map: bitmap.index, pulls: link.sources.iter().filter_map(pull).collect() }
    };
    links(segmentation, pass).into_iter().zip(&segment_maps.targets).map(target).collect()
}

/// The classes of the start.
pub(super) fn seeds(ranking: &Ranking) -> Vec<Place> {
    let (layout, start) = (ranking.layout(), ranking.start());
    let member = ranking.slide(Place { cell: start, rank: 0 }, frame(layout));
    vec![
        Place { cell: start / layout.width, rank: 0 },
        Place { cell: layout.height + start % layout.width, rank: member.rank },
    ]
}

/// The number of states with an end in a row class of the last ball.
pub(super) fn of_rows(segmentation: &Segmentation, unit_counts: &UnitCounts) -> u64 {
    let classes: u64 = (0..segmentation.layout.height).map(|row| unit_counts.growth(row).1).sum();
    segmentation.layout.width as u64 * classes
}

/// Returns whether balls of classes, whose number is `class_count`, are possible at the depth up to which
/// there are `total` states: each class contains one of these states, and all these states are in
/// their classes.
pub(super) fn agrees(
    segmentation: &Segmentation,
    class_count: &dyn Fn(&[usize]) -> u64,
    total: u64,
) -> bool {
    let Layout { width, height, .. } = segmentation.layout;
    let rows: Vec<usize> = (0..height).collect();
    let columns: Vec<usize> = (height..height + width).collect();
    [(rows, width), (columns, height)].into_iter().all(|(classes, members)| {
        let classes = class_count(&classes);
        classes <= total && total <= classes * members as u64
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_class_comes_from_every_crossing_class_once() {
        for (w, h) in [(5, 2), (4, 3), (6, 2), (7, 2), (5, 3), (4, 4), (8, 2)] {
            let layout = Layout::new(w, h).unwrap();
            let (w, h) = (layout.width, layout.height);
            let ranking = Ranking::new(&layout, 0).unwrap();
            let segmentations = Segmentation::digits(&layout)
                .filter_map(|digit| Segmentation::new(&layout, digit, 1))
                .filter(suits);
            let mut suitable = 0;
            for segmentation in segmentations {
                suitable += 1;
                let first_lower = first_lower_row(&segmentation);
                let mixed: Vec<usize> = (0..w).map(|c| segmentation.mixed_row(c)).collect();
                assert!(mixed.iter().all(|&row| (1..h - 1).contains(&row) && row <= first_lower));
                let pulls = |pass: usize, half: Half| {
                    let segment_maps = segment_maps(&segmentation, pass);
                    let targets = targets(&segmentation, pass, half, &segment_maps, &ranking);
                    assert_eq!(targets.len(), segment_maps.targets.len());
                    assert_eq!(
                        segment_maps.shared.iter().flatten().count(),
                        match pass {
                            0 => 0,
                            1 => h - first_lower,
                            _ => first_lower,
                        }
                    );
                    targets.iter().map(|target| target.pulls.len()).sum::<usize>()
                };
                let above: usize = mixed.iter().sum();
                let from_rows = w + w * h - above;
                let partials = mixed.iter().filter(|&&row| row != frame(&layout)).count();
                assert_eq!(partial_maps(&segmentation), w + partials);
                assert_eq!(pulls(0, Half::Upper), above);
                let of_rows = w * (h - first_lower);
                assert_eq!(pulls(1, Half::Lower), from_rows + of_rows + partials);
                assert_eq!(pulls(2, Half::Upper), w * first_lower);
            }
            let last = (w * (h - 1) - 1).min(*Segmentation::digits(&layout).end());
            assert_eq!(suitable, last + 1 - Segmentation::digits(&layout).start(), "{w}x{h}");
        }
    }

    #[test]
    fn every_move_stays_in_the_cells_of_its_half() {
        for (w, h) in [(2, 4), (5, 2), (4, 3), (6, 2), (7, 2), (5, 3), (4, 4), (8, 2)] {
            let layout = Layout::new(w, h).unwrap();
            let segmentations = Segmentation::digits(&layout)
                .filter_map(|digit| Segmentation::new(&layout, digit, 1))
                .filter(suits);
            for segmentation in segmentations {
                for (pass, half) in [(0, Half::Upper), (1, Half::Lower), (2, Half::Upper)] {
                    for link in links(&segmentation, pass) {
                        for (source, column) in link.sources {
                            let cells = [source.row, link.target.row]
                                .map(|row| row * layout.width + column);
                            assert!(
                                cells.iter().all(|cell| segmentation.cells(half).contains(cell)),
                                "{w}x{h} at {}, pass {pass}: {cells:?}",
                                segmentation.digit
                            );
                        }
                    }
                }
            }
        }
    }
}
