//! The bits of a pattern, and how distances are read from them.
//!
//! For each of the two classes of the goal, the *targets*, and for each axis, the table holds bit 1
//! of the distance of every class. Bit 0 is implied: a distance is even along the axis of the
//! target. So if one distance is known, those of neighbouring classes follow by reading one bit
//! each; the first distance of a search is found by walking down to the goal.

use super::frame::Axis;
use super::places::Places;
use crate::pdb::Pattern;
use crate::pdb::table::{Broken, LONGEST_WALK};
pub use crate::pdb::table::{Bytes, WrongLength};
use std::fmt;

/// The distances of all classes of a pattern, one bit each.
///
/// The bytes are, for the target along rows, the lines of row classes and then those of column
/// classes; then the same for the target along columns.
#[derive(Clone)]
pub struct Table {
    pattern: Pattern,
    places: Places,
    bytes: Bytes,
    broken: Broken,
}

impl Table {
    /// Wraps the bytes of a table.
    ///
    /// # Errors
    /// [`WrongLength`] if the number of bytes is not that of the places.
    ///
    /// # Panics
    /// If the places do not belong to this pattern.
    pub fn new(pattern: Pattern, places: Places, bytes: Bytes) -> Result<Self, WrongLength> {
        assert_eq!((pattern.size(), pattern.tiles()), (places.size(), places.tiles()));
        let (expected, found) = (places.table_bytes(), (*bytes).as_ref().len());
        if expected != found {
            return Err(WrongLength { expected, found });
        }
        Ok(Self { pattern, places, bytes, broken: Broken::default() })
    }

    /// The pattern.
    pub fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// The indices of the placements' bits.
    pub fn places(&self) -> &Places {
        &self.places
    }

    /// All bits.
    pub fn all_bytes(&self) -> &[u8] {
        (*self.bytes).as_ref()
    }

    /// The bits of all classes along `axis`, for the distance to the goal's class along `target`.
    pub fn bytes(&self, target: Axis, axis: Axis) -> &[u8] {
        let [rows, columns] =
            Axis::ALL.map(|axis| axis.lines(self.places.size()) * self.places.line_bytes());
        let of_target = &self.all_bytes()[target as usize * (rows + columns)..][..rows + columns];
        if axis == Axis::Row { &of_target[..rows] } else { &of_target[rows..] }
    }

    /// Bit 1 of the distance of a class, given by any of its members: the tile of slot i is on
    /// `cells[i]`.
    pub fn bit(&self, target: Axis, axis: Axis, blank: usize, cells: &[u8]) -> bool {
        let size = self.places.size();
        let position = |&cell: &u8| axis.position(size, blank, usize::from(cell)) as u8;
        let positions: Vec<u8> = cells.iter().map(position).collect();
        let rank = self.places.rank(&positions);
        let byte = axis.line(size, blank) * self.places.line_bytes() + rank / 8;
        self.bytes(target, axis)[byte] >> (rank % 8) & 1 == 1
    }

    /// The distance of a class, by walking down to the goal.
    ///
    /// Returns `None` if the walk does not end there: the bits are not distances, or the state
    /// cannot reach the goal.
    pub fn distance(&self, target: Axis, axis: Axis, blank: usize, cells: &[u8]) -> Option<u32> {
        let size = self.places.size();
        let (mut axis, mut blank, mut cells) = (axis, blank, cells.to_vec());
        let residue = |axis, blank, cells: &[u8]| {
            u32::from(self.bit(target, axis, blank, cells)) << 1 | u32::from(axis != target)
        };
        let mut here = residue(axis, blank, &cells);
        for distance in 0..=LONGEST_WALK {
            if axis == target && self.is_target(target, blank, &cells) {
                return Some(distance);
            }
            let next_residue = (here + 3) % 4;
            let step = (0..axis.other().lines(size)).find_map(|place| {
                let to = axis.along(size, blank, place);
                let moved = after_slide(size, axis, blank, to, &cells);
                (residue(axis.other(), to, &moved) == next_residue).then_some((to, moved))
            });
            (blank, cells) = step?;
            axis = axis.other();
            here = next_residue;
        }
        None
    }

    /// The distance of a class of states that can reach the goal. If the bits do not lead there,
    /// the result is the smallest distance of the right parity, and the table is
    /// [broken](Self::is_broken) from then on.
    pub fn distance_or_break(&self, target: Axis, axis: Axis, blank: usize, cells: &[u8]) -> u32 {
        self.distance(target, axis, blank, cells).unwrap_or_else(|| {
            self.broken.set();
            u32::from(axis != target)
        })
    }

    /// Returns true if a walk over this table or a clone of it failed to reach the goal.
    pub fn is_broken(&self) -> bool {
        self.broken.get()
    }

    fn is_target(&self, target: Axis, blank: usize, cells: &[u8]) -> bool {
        let (size, home) = (self.places.size(), self.pattern.blank());
        target.line(size, blank) == target.line(size, home)
            && after_slide(size, target, blank, home, cells) == self.pattern.cells()
    }
}

/// The cells of the tiles after the blank moved from `blank` to `to` along `axis`.
pub fn after_slide(
    size: crate::Size,
    axis: Axis,
    blank: usize,
    to: usize,
    cells: &[u8],
) -> Vec<u8> {
    let step = if axis == Axis::Row { 1 } else { size.width() };
    let moved = |&cell: &u8| {
        let at = usize::from(cell);
        if axis.line(size, at) != axis.line(size, blank) {
            return cell;
        }
        let at = match () {
            () if blank < at && at <= to => at - step,
            () if to <= at && at < blank => at + step,
            () => at,
        };
        at as u8
    };
    cells.iter().map(moved).collect()
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").field("pattern", &self.pattern).finish_non_exhaustive()
    }
}
