//! The passes of a level in the single-tile metric: the bitmaps that a half of the moves reads and
//! writes, and their numbers in a segment.
//!
//! ```text
//! lower half, from level d:   cells >= q-w+1 of d's colour  →  cells > q         of d+1
//!                                                              partials of mixed cells
//! upper half, from level d:   cells <= q     of d's colour  →  cells <= q        of d+1
//!                             partials
//! ```

use super::segment_maps::{SegmentMap, SegmentMaps};
use super::segmentation::{Half, Segmentation};
use super::store::UnitKind;
use crate::memory::targets::pulls;
use loyd_tiles::bitmap::{Pull, Ranking, Target};

/// The bitmaps of a level whose cells differ in colour from the start's by `parity`.
pub(super) fn segment_maps(
    segmentation: &Segmentation,
    half: Half,
    start: usize,
    parity: usize,
) -> SegmentMaps {
    let w = segmentation.layout.width;
    let colour = |cell: usize| (cell / w + cell % w + start / w + start % w) % 2;
    let of_colour = |parity: usize| {
        segmentation
            .cells(half)
            .filter(move |&c| colour(c) == parity && has_moves(segmentation, half, c))
    };
    let mut sources: Vec<SegmentMap> = Vec::new();
    for cell in of_colour(1 - parity) {
        sources.push(SegmentMap { cell, kind: UnitKind::Level, index: sources.len() });
    }
    if half == Half::Upper {
        let passed_on = |&cell: &usize| {
            segmentation.is_mixed(cell) && has_moves(segmentation, Half::Lower, cell)
        };
        for cell in of_colour(parity).filter(passed_on) {
            sources.push(SegmentMap { cell, kind: UnitKind::Partial, index: sources.len() });
        }
    }
    let mut targets: Vec<SegmentMap> = Vec::new();
    for cell in of_colour(parity) {
        let passed_on = half == Half::Lower && segmentation.is_mixed(cell);
        let kind = if passed_on { UnitKind::Partial } else { UnitKind::Level };
        targets.push(SegmentMap { cell, kind, index: sources.len() + targets.len() });
    }
    let same = |target: &SegmentMap| -> Vec<SegmentMap> {
        let beside = |source: &&SegmentMap| match source.kind {
            UnitKind::Partial => source.cell == target.cell,
            UnitKind::Level => {
                source.cell / w == target.cell / w
                    && source.cell.abs_diff(target.cell) == 1
                    && is_in(segmentation, half, source.cell, target.cell)
            }
        };
        sources.iter().filter(beside).copied().collect()
    };
    let same = targets.iter().map(same).collect();
    SegmentMaps { shared: vec![None; targets.len()], same, sources, targets }
}

/// The sources of each target.
pub(super) fn targets(
    segmentation: &Segmentation,
    half: Half,
    segment_maps: &SegmentMaps,
    ranking: &Ranking,
) -> Vec<Target> {
    let layout = segmentation.segment_layout(half);
    let bitmap = |cell: usize, kind: UnitKind| {
        segment_maps.sources.iter().find(|s| s.cell == cell && s.kind == kind).map(|s| s.index)
    };
    let target = |target: &SegmentMap| {
        let map = |neighbour: usize| {
            let here = is_in(segmentation, half, target.cell, neighbour);
            if here { bitmap(neighbour, UnitKind::Level) } else { None }
        };
        let mut pulls = pulls(ranking, &layout, target.cell, map);
        pulls.extend(bitmap(target.cell, UnitKind::Partial).map(Pull::same));
        Target { map: target.index, pulls }
    };
    segment_maps.targets.iter().map(target).collect()
}

/// Returns whether a half contains the moves between two cells.
fn is_in(segmentation: &Segmentation, half: Half, one: usize, other: usize) -> bool {
    let lower = one.min(other) >= segmentation.first_mixed();
    lower == (half == Half::Lower)
}

/// Returns whether a half contains any move of a cell.
fn has_moves(segmentation: &Segmentation, half: Half, cell: usize) -> bool {
    let (w, cells) = (segmentation.layout.width, segmentation.layout.cells());
    let neighbours = [
        (!cell.is_multiple_of(w)).then(|| cell - 1),
        (cell % w < w - 1).then_some(cell + 1),
        cell.checked_sub(w),
        (cell + w < cells).then_some(cell + w),
    ];
    neighbours.into_iter().flatten().any(|neighbour| is_in(segmentation, half, cell, neighbour))
}

#[cfg(test)]
mod tests {
    use super::*;
    use loyd_tiles::bitmap::Layout;

    #[test]
    fn every_move_is_done_by_one_half_once_in_each_direction() {
        for (w, h) in [(3, 3), (2, 4), (5, 2), (4, 3), (6, 2), (7, 2), (5, 3), (4, 4), (8, 2)] {
            let layout = Layout::new(w, h).unwrap();
            let ranking = Ranking::new(&layout, 0).unwrap();
            let edges = 2 * (w * (h - 1) + h * (w - 1));
            for digit in Segmentation::digits(&layout) {
                let segmentation = Segmentation::new(&layout, digit, 1).unwrap();
                let mut merged = 0;
                for (half, parity) in
                    [(Half::Upper, 0), (Half::Upper, 1), (Half::Lower, 0), (Half::Lower, 1)]
                {
                    let segment_maps = segment_maps(&segmentation, half, 0, parity);
                    for target in targets(&segmentation, half, &segment_maps, &ranking) {
                        let partial =
                            |pull: &&Pull| segment_maps.sources[pull.map].kind == UnitKind::Partial;
                        assert!(!target.pulls.is_empty());
                        merged += target.pulls.len() - target.pulls.iter().filter(partial).count();
                    }
                }
                assert_eq!(merged, edges, "{w}x{h} at {digit}");
            }
        }
    }
}
