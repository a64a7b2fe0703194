//! The passes of a level in the single-tile metric: which bitmaps a half of the moves reads and
//! writes, and how they are numbered in a segment.
//!
//! ```text
//! lower half, from level d:   cells >= q-w+1 of d's colour  →  cells > q         of d+1
//!                                                              partials of mixed cells
//! upper half, from level d:   cells <= q     of d's colour  →  cells <= q        of d+1
//!                             partials
//! ```

use super::cut::{Cut, Half};
use super::slots::{Slot, Slots};
use super::store::Kind;
use crate::tiles::memory::single::pulls;
use loyd_tiles::bitmap::{Pull, Ranking, Target};

/// The bitmaps for making a level of the cells whose colour differs from the start's by `parity`.
pub(super) fn slots(cut: &Cut, half: Half, start: usize, parity: usize) -> Slots {
    let w = cut.layout.width;
    let colour = |cell: usize| (cell / w + cell % w + start / w + start % w) % 2;
    let of_colour = |parity: usize| {
        cut.cells(half).filter(move |&c| colour(c) == parity && has_moves(cut, half, c))
    };
    let mut sources: Vec<Slot> = Vec::new();
    for cell in of_colour(1 - parity) {
        sources.push(Slot { cell, kind: Kind::Level, map: sources.len() });
    }
    if half == Half::Upper {
        let passed_on = |&cell: &usize| cut.is_mixed(cell) && has_moves(cut, Half::Lower, cell);
        for cell in of_colour(parity).filter(passed_on) {
            sources.push(Slot { cell, kind: Kind::Partial, map: sources.len() });
        }
    }
    let mut targets: Vec<Slot> = Vec::new();
    for cell in of_colour(parity) {
        let passed_on = half == Half::Lower && cut.is_mixed(cell);
        let kind = if passed_on { Kind::Partial } else { Kind::Level };
        targets.push(Slot { cell, kind, map: sources.len() + targets.len() });
    }
    let same = |target: &Slot| -> Vec<Slot> {
        let beside = |source: &&Slot| match source.kind {
            Kind::Partial => source.cell == target.cell,
            Kind::Level => {
                source.cell / w == target.cell / w
                    && source.cell.abs_diff(target.cell) == 1
                    && is_in(cut, half, source.cell, target.cell)
            }
        };
        sources.iter().filter(beside).copied().collect()
    };
    let same = targets.iter().map(same).collect();
    Slots { shared: vec![None; targets.len()], same, sources, targets }
}

/// How the targets are made from the sources.
pub(super) fn targets(cut: &Cut, half: Half, slots: &Slots, ranking: &Ranking) -> Vec<Target> {
    let layout = cut.segment_layout(half);
    let slot = |cell: usize, kind: Kind| {
        slots.sources.iter().find(|s| s.cell == cell && s.kind == kind).map(|s| s.map)
    };
    let target = |target: &Slot| {
        let map = |neighbour: usize| {
            let here = is_in(cut, half, target.cell, neighbour);
            if here { slot(neighbour, Kind::Level) } else { None }
        };
        let mut pulls = pulls(ranking, &layout, target.cell, map);
        pulls.extend(slot(target.cell, Kind::Partial).map(Pull::same));
        Target { map: target.map, pulls }
    };
    slots.targets.iter().map(target).collect()
}

/// Whether a half does the moves between two cells.
fn is_in(cut: &Cut, half: Half, one: usize, other: usize) -> bool {
    let lower = one.min(other) >= cut.first_mixed();
    lower == (half == Half::Lower)
}

/// Whether a half does any move of a cell.
fn has_moves(cut: &Cut, half: Half, cell: usize) -> bool {
    let (w, cells) = (cut.layout.width, cut.layout.cells());
    let neighbours = [
        (!cell.is_multiple_of(w)).then(|| cell - 1),
        (cell % w < w - 1).then_some(cell + 1),
        cell.checked_sub(w),
        (cell + w < cells).then_some(cell + w),
    ];
    neighbours.into_iter().flatten().any(|neighbour| is_in(cut, half, cell, neighbour))
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
            for digit in Cut::digits(&layout) {
                let cut = Cut::new(&layout, digit, 1).unwrap();
                let mut done = 0;
                for (half, parity) in
                    [(Half::Upper, 0), (Half::Upper, 1), (Half::Lower, 0), (Half::Lower, 1)]
                {
                    let slots = slots(&cut, half, 0, parity);
                    for target in targets(&cut, half, &slots, &ranking) {
                        let partial = |pull: &&Pull| slots.sources[pull.map].kind == Kind::Partial;
                        assert!(!target.pulls.is_empty());
                        done += target.pulls.len() - target.pulls.iter().filter(partial).count();
                    }
                }
                assert_eq!(done, edges, "{w}x{h} at {digit}");
            }
        }
    }
}
