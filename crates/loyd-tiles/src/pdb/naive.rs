//! Slow reference implementation of the table builder: breadth-first search over placements, one
//! state at a time.
//!
//! A state is the cells of the tiles and the cell of the blank, not its region; moving the blank
//! over free cells costs nothing. It shares with the fast builder only the numbers of nodes in a table.

#[cfg(test)]
use super::layout::Layout;
use super::pattern::Pattern;
#[cfg(test)]
use super::table::Table;
#[cfg(test)]
use crate::tile_order;
use std::collections::{HashMap, VecDeque};
#[cfg(test)]
use std::sync::Arc;

/// Distances, keyed by (cells of the tiles, cell of the blank).
pub(crate) type Distances = HashMap<(Vec<u8>, u8), u32>;

/// All distances of a pattern: 0-1 breadth-first search from the goal.
pub(crate) fn distances(pattern: &Pattern) -> Distances {
    let size = pattern.size();
    let (width, height) = (size.width() as i32, size.height() as i32);
    let mut distances = Distances::new();
    let mut queue = VecDeque::from([(pattern.cells().to_vec(), pattern.blank() as u8, 0)]);
    while let Some((cells, blank, distance)) = queue.pop_front() {
        if distances.contains_key(&(cells.clone(), blank)) {
            continue;
        }
        distances.insert((cells.clone(), blank), distance);
        let (x, y) = (i32::from(blank) % width, i32::from(blank) / width);
        for (x, y) in [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)] {
            if !(0..width).contains(&x) || !(0..height).contains(&y) {
                continue;
            }
            let to = (y * width + x) as u8;
            if let Some(slot) = cells.iter().position(|&cell| cell == to) {
                let mut moved = cells.clone();
                moved[slot] = blank;
                queue.push_back((moved, to, distance + 1));
            } else {
                queue.push_front((cells.clone(), to, distance));
            }
        }
    }
    distances
}

/// Builds the table of a canonical pattern.
#[cfg(test)]
pub(crate) fn table(pattern: &Pattern) -> Table {
    table_of(pattern, &distances(pattern))
}

/// Builds the table of a canonical pattern from its distances.
#[cfg(test)]
pub(super) fn table_of(pattern: &Pattern, distances: &Distances) -> Table {
    let layout = Arc::new(Layout::new(pattern.size(), pattern.tiles()).expect("a small pattern"));
    let mut bytes = vec![0u8; layout.bytes()];
    for ((cells, blank), distance) in distances {
        let place = place(&layout, cells, usize::from(*blank));
        bytes[place / 8] |= ((distance >> 1 & 1) as u8) << (place % 8);
    }
    Table::new(pattern.clone(), layout, Arc::new(bytes)).expect("as long as the layout says")
}

/// The index of a state's bit.
#[cfg(test)]
pub(super) fn place(layout: &Layout, cells: &[u8], blank: usize) -> usize {
    let mut slots: Vec<u8> = (0..cells.len() as u8).collect();
    slots.sort_by_key(|&slot| cells[usize::from(slot)]);
    let occupied = cells.iter().fold(0, |set, &cell| set | 1 << cell);
    layout.node_of(occupied, blank) * layout.stride() + tile_order::rank(&slots)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Size;

    /// Every distance of small patterns is recovered by walking along the bits.
    #[test]
    fn distances_are_read_back_from_one_bit_a_state() {
        let mut read = 0;
        for (w, h, blank, cells) in [
            (3, 3, 0, &[1, 2, 3, 4][..]),
            (3, 3, 4, &[0, 1, 2]),
            (4, 2, 0, &[1, 4, 5]),
            (3, 2, 0, &[1, 2, 3, 4, 5]),
            (4, 3, 0, &[1, 2, 5]),
        ] {
            let size = Size::new(w, h).expect("a size");
            let pattern = Pattern::new(size, blank, cells).expect("valid").canonical().0;
            let table = table(&pattern);
            for ((cells, blank), distance) in distances(&pattern) {
                assert_eq!(table.distance(&cells, usize::from(blank)), Some(distance));
                let layout = table.layout();
                let (index, blank) = (layout.index(&cells, usize::from(blank)), usize::from(blank));
                assert_eq!(index, place(layout, &cells, blank));
                read += 1;
            }
        }
        assert!(read > 10_000, "{read} states read");
    }
}
