//! The passes of a level in the multi-tile metric.
//!
//! The recursion is that over row and column classes of the [memory engine](crate::tiles::memory): row
//! classes have the rank of their members, column classes that of their member in the *frame*, the
//! last row but one; B(d) are the balls of both. The mixed cells must be one row i. Then the moves
//! between rows above i belong to the upper half, those between i and the rows below to the lower,
//! and what has to pass row i is handed on there:
//!
//! ```text
//! upper, 1st:  for each column c:  D_c := OR over rows r < i of R_r, brought to row i
//! lower:       for each column c:  C'_c := D_c and R_r for all r >= i, brought to the frame
//!                                  U_c := C_c brought to row i              (C_c if i is the frame)
//!              for each row r >= i:  R'_r := OR over c of C_c, brought to row r          (counted)
//! upper, 2nd:  for each row r < i:   R'_r := OR over c of U_c, brought to row r          (counted)
//!
//! states at a distance of at most d+1 = sum over r and c of |R_r ∪ C_c brought to row r|
//!     = w · sum over r of |R_r|                                           known without reading
//!     + what the columns add: over all blocks with sources, the sum of |R_r ∪ source| - |R_r|
//! ```
//!
//! Both balls grow, so a unit that is full stays full; and to a full unit of row classes columns add
//! no states.

use super::cut::{Cut, Half};
use super::index::Index;
use super::slots::{Slot, Slots};
use super::store::Kind;
use loyd_tiles::bitmap::rotation::Direction;
use loyd_tiles::bitmap::{Layout, Place, Pull, Ranking, Target, Transport};

/// A bitmap of classes or of a part of their sources.
#[derive(Clone, Copy)]
struct Class {
    cell: usize,
    kind: Kind,
    /// The row whose members have its ranks.
    row: usize,
}

/// A target and its sources, each brought along a column.
struct Link {
    target: Class,
    sources: Vec<(Class, usize)>,
    is_counted: bool,
}

/// The row whose members stand for their column classes.
fn frame(layout: &Layout) -> usize {
    layout.height - 2
}

/// The mixed row. Plans have cuts with one only.
fn mixed(cut: &Cut) -> usize {
    cut.first_mixed() / cut.layout.width
}

/// All bitmaps: rows, columns, what is handed down and up.
pub(super) fn maps(cut: &Cut) -> usize {
    cut.layout.height + 3 * cut.layout.width
}

/// Bitmaps handed down and up.
pub(super) fn partial_maps(cut: &Cut) -> usize {
    let directions = if mixed(cut) == frame(&cut.layout) { 1 } else { 2 };
    directions * cut.layout.width
}

/// The targets of a pass and where they come from.
fn links(cut: &Cut, pass: usize) -> Vec<Link> {
    let Layout { width, height, .. } = cut.layout;
    let (frame, mixed) = (frame(&cut.layout), mixed(cut));
    let row = |row: usize| Class { cell: row, kind: Kind::Level, row };
    let column = |c: usize| Class { cell: height + c, kind: Kind::Level, row: frame };
    let handed = |number: usize| Class { cell: height + number, kind: Kind::Partial, row: mixed };
    let down = |c: usize| handed(width + c);
    let up = |c: usize| if mixed == frame { column(c) } else { handed(2 * width + c) };
    let made = |target: Class, sources: Vec<(Class, usize)>| Link {
        target,
        sources,
        is_counted: target.cell < height,
    };
    let columns = 0..width;
    match pass {
        0 => columns.map(|c| made(down(c), (0..mixed).map(|r| (row(r), c)).collect())).collect(),
        1 => {
            let of_column = |c: usize| {
                let rows = (mixed..height).map(|r| (row(r), c));
                made(column(c), core::iter::once((down(c), c)).chain(rows).collect())
            };
            let of_row = |r: usize| made(row(r), columns.clone().map(|c| (column(c), c)).collect());
            let mut links: Vec<Link> = columns.clone().map(of_column).collect();
            links.extend((mixed..height).map(of_row));
            if mixed != frame {
                links.extend(columns.clone().map(|c| made(up(c), vec![(column(c), c)])));
            }
            links
        }
        _ => {
            let of_row = |r: usize| made(row(r), columns.clone().map(|c| (up(c), c)).collect());
            (0..mixed).map(of_row).collect()
        }
    }
}

/// The bitmaps of a pass.
pub(super) fn slots(cut: &Cut, pass: usize) -> Slots {
    let mut slots = Slots::default();
    let links = links(cut, pass);
    for link in &links {
        // Counted targets are joined with what they are at the level that is read.
        let own = link.is_counted.then_some(link.target);
        for source in link.sources.iter().map(|&(source, _)| source).chain(own) {
            if find(&slots, source).is_none() {
                let map = slots.sources.len();
                slots.sources.push(Slot { cell: source.cell, kind: source.kind, map });
            }
        }
    }
    for Link { target, sources, is_counted } in links {
        let map = slots.len();
        let own = find(&slots, target).filter(|_| is_counted);
        slots.shared.push(own.map(|slot| slot.map));
        let beside = |&(source, _): &(Class, usize)| {
            (source.row == target.row && !is_counted).then(|| find(&slots, source)).flatten()
        };
        slots.same.push(sources.iter().filter_map(beside).collect());
        slots.targets.push(Slot { cell: target.cell, kind: target.kind, map });
    }
    slots
}

fn find(slots: &Slots, class: Class) -> Option<Slot> {
    let is_it = |slot: &&Slot| slot.cell == class.cell && slot.kind == class.kind;
    slots.sources.iter().find(is_it).copied()
}

/// How the targets of a pass are made from its sources.
pub(super) fn targets(
    cut: &Cut,
    pass: usize,
    half: Half,
    slots: &Slots,
    ranking: &Ranking,
) -> Vec<Target> {
    let (layout, w) = (cut.segment_layout(half), cut.layout.width);
    let target = |(link, slot): (Link, &Slot)| {
        let to = link.target.row;
        let parity = ranking.parity(to * w);
        let pull = |&(source, column): &(Class, usize)| {
            let map = find(slots, source)?.map;
            let from = source.row;
            let edges: Vec<usize> =
                (from.min(to)..from.max(to)).map(|row| row * w + column).collect();
            let direction = if from < to { Direction::FromAbove } else { Direction::FromBelow };
            if edges.is_empty() {
                return Some(Pull::same(map));
            }
            Some(Pull::through(map, Transport::new(&layout, &edges, direction, parity)))
        };
        Target { map: slot.map, pulls: link.sources.iter().filter_map(pull).collect() }
    };
    links(cut, pass).into_iter().zip(&slots.targets).map(target).collect()
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

/// States with an end in a row class of the last ball known.
pub(super) fn of_rows(cut: &Cut, index: &Index) -> u64 {
    let classes: u64 = (0..cut.layout.height).map(|row| index.growth(row).1).sum();
    cut.layout.width as u64 * classes
}

/// Whether balls of classes, as many as `known` tells, can be those at the depth up to which there
/// are `total` states: each of their classes holds one of these states, and all of these states are
/// in their classes.
pub(super) fn agrees(cut: &Cut, known: &dyn Fn(&[usize]) -> u64, total: u64) -> bool {
    let Layout { width, height, .. } = cut.layout;
    let rows: Vec<usize> = (0..height).collect();
    let columns: Vec<usize> = (height..height + width).collect();
    [(rows, width), (columns, height)].into_iter().all(|(classes, members)| {
        let classes = known(&classes);
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
            let cuts = Cut::digits(&layout).filter_map(|digit| Cut::new(&layout, digit, 1));
            let mut suitable = 0;
            for cut in cuts.filter(|cut| cut.mixed_row().is_some()) {
                suitable += 1;
                let mixed = mixed(&cut);
                assert!((1..h - 1).contains(&mixed));
                let pulls = |pass: usize, half: Half| {
                    let slots = slots(&cut, pass);
                    let targets = targets(&cut, pass, half, &slots, &ranking);
                    assert_eq!(targets.len(), slots.targets.len());
                    assert_eq!(
                        slots.shared.iter().flatten().count(),
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
