//! The passes of a level in the multi-tile metric.
//!
//! The recursion is that of the [memory engine](crate::memory) over row and column classes:
//! a row class has the rank of its members, a column class that of its member in the *frame*, the
//! last row but one; B(d) are the balls of both. The mixed cells must be one row i. Then the moves
//! between rows above i belong to the upper half, those between i and the rows below to the lower
//! half, and the results that must pass row i are partials there:
//!
//! ```text
//! upper, 1st:  for each column c:  D_c := OR over rows r < i of R_r, brought to row i
//! lower:       for each column c:  C'_c := D_c and R_r for all r >= i, brought to the frame
//!                                  U_c := C_c brought to row i              (C_c if i is the frame)
//!              for each row r >= i:  R'_r := OR over c of C_c, brought to row r          (counted)
//! upper, 2nd:  for each row r < i:   R'_r := OR over c of U_c, brought to row r          (counted)
//!
//! states at a distance of at most d+1 = sum over r and c of |R_r ∪ C_c brought to row r|
//!     = w · sum over r of |R_r|                                           without reading
//!     + what the columns add: over all blocks with sources, the sum of |R_r ∪ source| - |R_r|
//! ```
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

/// The mixed row. Plans use segmentations that have one.
fn mixed(segmentation: &Segmentation) -> usize {
    segmentation.first_mixed() / segmentation.layout.width
}

/// The number of all bitmaps: rows, columns, partials downwards and upwards.
pub(super) fn maps(segmentation: &Segmentation) -> usize {
    segmentation.layout.height + 3 * segmentation.layout.width
}

pub(super) fn partial_maps(segmentation: &Segmentation) -> usize {
    let directions = if mixed(segmentation) == frame(&segmentation.layout) { 1 } else { 2 };
    directions * segmentation.layout.width
}

/// The targets of a pass and their sources.
fn links(segmentation: &Segmentation, pass: usize) -> Vec<Link> {
    let Layout { width, height, .. } = segmentation.layout;
    let (frame, mixed) = (frame(&segmentation.layout), mixed(segmentation));
    let row = |row: usize| Class { cell: row, kind: UnitKind::Level, row };
    let column = |c: usize| Class { cell: height + c, kind: UnitKind::Level, row: frame };
    let handed =
        |number: usize| Class { cell: height + number, kind: UnitKind::Partial, row: mixed };
    let down = |c: usize| handed(width + c);
    let up = |c: usize| if mixed == frame { column(c) } else { handed(2 * width + c) };
    let link = |target: Class, sources: Vec<(Class, usize)>| Link {
        target,
        sources,
        is_counted: target.cell < height,
    };
    let columns = 0..width;
    match pass {
        0 => columns.map(|c| link(down(c), (0..mixed).map(|r| (row(r), c)).collect())).collect(),
        1 => {
            let of_column = |c: usize| {
                let rows = (mixed..height).map(|r| (row(r), c));
                link(column(c), core::iter::once((down(c), c)).chain(rows).collect())
            };
            let of_row = |r: usize| link(row(r), columns.clone().map(|c| (column(c), c)).collect());
            let mut links: Vec<Link> = columns.clone().map(of_column).collect();
            links.extend((mixed..height).map(of_row));
            if mixed != frame {
                links.extend(columns.clone().map(|c| link(up(c), vec![(column(c), c)])));
            }
            links
        }
        _ => {
            let of_row = |r: usize| link(row(r), columns.clone().map(|c| (up(c), c)).collect());
            (0..mixed).map(of_row).collect()
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
                .filter_map(|digit| Segmentation::new(&layout, digit, 1));
            let mut suitable = 0;
            for segmentation in
                segmentations.filter(|segmentation| segmentation.mixed_row().is_some())
            {
                suitable += 1;
                let mixed = mixed(&segmentation);
                assert!((1..h - 1).contains(&mixed));
                let pulls = |pass: usize, half: Half| {
                    let segment_maps = segment_maps(&segmentation, pass);
                    let targets = targets(&segmentation, pass, half, &segment_maps, &ranking);
                    assert_eq!(targets.len(), segment_maps.targets.len());
                    assert_eq!(
                        segment_maps.shared.iter().flatten().count(),
                        match pass {
                            0 => 0,
                            1 => h - mixed,
                            _ => mixed,
                        }
                    );
                    targets.iter().map(|target| target.pulls.len()).sum::<usize>()
                };
                let handed_up = if mixed == frame(&layout) { 0 } else { w };
                assert_eq!(pulls(0, Half::Upper), mixed * w);
                assert_eq!(pulls(1, Half::Lower), w * (1 + 2 * (h - mixed)) + handed_up);
                assert_eq!(pulls(2, Half::Upper), mixed * w);
            }
            assert!(suitable > 0, "{w}x{h}");
        }
    }
}
