//! Slow reference implementation of the builder: breadth-first search, one state at a time, by
//! sliding tiles.
//!
//! It represents a class by its members under slides along a line, and shares nothing with frames,
//! places and rotations.

use super::frame::Axis;
use crate::pdb::Pattern;
use std::collections::{HashMap, VecDeque};

/// The blank, the cells of the tiles, and the axis of the class.
pub(crate) type Key = (usize, Vec<u8>, Axis);

/// The distance of every class to the goal's class along `target`, for each of its members.
pub(crate) fn distances(pattern: &Pattern, target: Axis) -> HashMap<Key, u32> {
    let mut distances = HashMap::new();
    let goal = (pattern.blank(), pattern.cells().to_vec());
    let mut queue = VecDeque::new();
    for (blank, cells) in members(pattern, &goal, target) {
        queue.push_back(((blank, cells.clone(), target), 0));
        distances.insert((blank, cells, target), 0);
    }
    while let Some(((blank, cells, axis), distance)) = queue.pop_front() {
        for (blank, cells) in members(pattern, &(blank, cells), axis.other()) {
            let key = (blank, cells, axis.other());
            if !distances.contains_key(&key) {
                distances.insert(key.clone(), distance + 1);
                queue.push_back((key, distance + 1));
            }
        }
    }
    distances
}

/// All states reachable by slides along `axis`, including the state itself.
pub(crate) fn members(
    pattern: &Pattern,
    state: &(usize, Vec<u8>),
    axis: Axis,
) -> Vec<(usize, Vec<u8>)> {
    let size = pattern.size();
    let (width, height) = (size.width() as i32, size.height() as i32);
    let mut states = vec![state.clone()];
    for step in [-1, 1] {
        let (mut blank, mut cells) = state.clone();
        loop {
            let (mut x, mut y) = (blank as i32 % width, blank as i32 / width);
            if axis == Axis::Row {
                x += step;
            } else {
                y += step;
            }
            if !(0..width).contains(&x) || !(0..height).contains(&y) {
                break;
            }
            let to = (y * width + x) as usize;
            if let Some(tile) = cells.iter_mut().find(|cell| usize::from(**cell) == to) {
                *tile = blank as u8;
            }
            blank = to;
            states.push((blank, cells.clone()));
        }
    }
    states
}

#[cfg(test)]
mod tests {
    use super::super::{build, table::Table};
    use super::*;
    use crate::Size;

    /// The basis of the one-bit tables: distances of neighbouring classes differ by exactly one,
    /// and every bit of the fast builder equals that of the slow one.
    #[test]
    fn all_bits_are_those_of_plain_breadth_first_search() {
        let mut compared = 0;
        for (w, h, blank, cells) in [
            (3, 3, 0, &[1, 2, 3, 4][..]),
            (3, 3, 4, &[0, 1, 8]),
            (4, 2, 7, &[1, 4, 5]),
            (2, 4, 3, &[0, 1, 4, 7]),
            (3, 2, 0, &[1, 2, 3, 4, 5]),
            (4, 3, 0, &[1, 2, 5]),
            (3, 4, 6, &[1, 2, 11, 8]),
            (4, 4, 15, &[0, 5]),
            (4, 3, 11, &[3]),
        ] {
            let size = Size::new(w, h).expect("a size");
            let pattern = Pattern::new(size, blank, cells).expect("valid");
            let table: Table = build(&pattern, 2).expect("small");
            for target in Axis::ALL {
                let distances = distances(&pattern, target);
                for ((blank, cells, axis), &distance) in &distances {
                    let other = distances[&(*blank, cells.clone(), axis.other())];
                    assert_eq!(distance.abs_diff(other), 1);
                    assert_eq!(distance % 2, u32::from(*axis != target));
                    let bit = table.bit(target, *axis, *blank, cells);
                    assert_eq!(u32::from(bit), distance >> 1 & 1, "{size} {cells:?} {blank}");
                    compared += 1;
                }
                for ((blank, cells, axis), &distance) in distances.iter().step_by(97) {
                    assert_eq!(table.distance(target, *axis, *blank, cells), Some(distance));
                }
            }
        }
        assert!(compared > 100_000, "{compared} classes compared");
    }
}
