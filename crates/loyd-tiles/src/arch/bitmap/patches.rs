//! Parts of bitmaps that several threads fill or read at the same time.
//!
//! A map is a sequence of rows of `pitch` lines, a row one of runs of `run` lines. Every `rows` rows
//! form a band, every `columns` lines of a run form a column, and a patch is the intersection of a
//! band and a column of one map:
//!
//! ```text
//! patch (map, band, column), row j:
//!     lines  first + [0, columns)  of row  band·rows + j       (the last column of a run: the rest)
//!     first  = run · (column / columns of a run) + columns · (column % columns of a run)
//! ```
//!
//! Patches of one grid do not overlap, and each is given out once, so its taker may write it
//! without a lock.

use core::marker::PhantomData;
use std::sync::atomic::{AtomicBool, Ordering};

use super::sweep::Bitmaps;
use loyd_search::arch::line::Line;

/// The division of the maps into patches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Number of lines of a row.
    pub pitch: usize,
    /// Number of rows of a band.
    pub rows: usize,
    /// Number of lines after which columns begin anew; divides a row.
    pub run: usize,
    /// Number of lines of a column; the last column of a run may be narrower.
    pub columns: usize,
}

impl Grid {
    /// Number of columns of a run.
    fn run_columns(&self) -> usize {
        self.run.div_ceil(self.columns)
    }
}

/// All patches of some bitmaps; each can be taken once.
pub struct Patches<'a> {
    bitmaps: &'a Bitmaps,
    grid: Grid,
    bands: usize,
    columns: usize,
    claimed: Vec<AtomicBool>,
    /// Patches are written through the exclusive borrow from which this was made.
    exclusive: PhantomData<&'a mut Bitmaps>,
}

impl Bitmaps {
    /// Divides the maps into patches.
    ///
    /// # Panics
    /// If rows and bands do not divide the maps evenly, or runs a row.
    #[must_use]
    pub fn patches(&mut self, grid: Grid) -> Patches<'_> {
        let lines = self.map_lines();
        let Grid { pitch, rows, run, columns } = grid;
        assert!(pitch > 0 && rows > 0 && run > 0 && columns > 0, "an empty patch");
        assert!(lines.is_multiple_of(pitch * rows), "uneven bands");
        assert!(pitch.is_multiple_of(run), "uneven runs");
        let (bands, columns) = (lines / (pitch * rows), pitch / run * grid.run_columns());
        let mut claimed = Vec::new();
        claimed.resize_with(self.maps() * bands * columns, AtomicBool::default);
        Patches { bitmaps: self, grid, bands, columns, claimed, exclusive: PhantomData }
    }
}

impl Patches<'_> {
    /// Takes the patch at a band and a column of a map; `None` if it is already taken.
    ///
    /// # Panics
    /// If the patch does not exist.
    pub fn take(&self, map: usize, band: usize, column: usize) -> Option<Patch<'_>> {
        assert!(
            map < self.bitmaps.maps() && band < self.bands && column < self.columns,
            "no such patch"
        );
        let number = (map * self.bands + band) * self.columns + column;
        let first = self.claimed[number].swap(true, Ordering::Relaxed);
        (!first).then_some(Patch { patches: self, map, band, column })
    }
}

/// The lines that one thread may write.
pub struct Patch<'a> {
    patches: &'a Patches<'a>,
    map: usize,
    band: usize,
    column: usize,
}

impl Patch<'_> {
    /// Number of rows.
    #[inline]
    #[must_use]
    pub fn rows(&self) -> usize {
        self.patches.grid.rows
    }

    /// Row j of the patch.
    ///
    /// # Panics
    /// If the row does not exist.
    #[inline]
    #[must_use]
    pub fn row(&mut self, j: usize) -> &mut [Line] {
        let grid = self.patches.grid;
        let Grid { pitch, rows, run, columns } = grid;
        assert!(j < rows, "no such row");
        let (number, in_run) =
            (self.column / grid.run_columns(), self.column % grid.run_columns() * columns);
        let len = columns.min(run - in_run);
        let at = (self.band * rows + j) * pitch + number * run + in_run;
        let start = self.patches.bitmaps.map_start(self.map);
        // SAFETY: `take` checked map, band and column, so `at + len` is at most the lines of a map:
        // (band + 1)·rows·pitch <= lines, in_run + len <= run and (number + 1)·run <= pitch. The
        // patches own the exclusive borrow of the bitmaps; (map, band, column, j) determine the
        // lines, which are disjoint for different ones, `take` gives out each patch once, and
        // `&mut self` keeps the rows of one patch apart.
        unsafe { core::slice::from_raw_parts_mut(start.add(at), len) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arch::bitmap::Team;
    use std::sync::atomic::AtomicUsize;

    #[test]
    fn patches_cover_each_line() {
        for (maps, blocks, block_lines, grid) in [
            (3, 12, 5, Grid { pitch: 20, rows: 3, run: 20, columns: 7 }),
            (3, 12, 5, Grid { pitch: 20, rows: 3, run: 5, columns: 3 }),
            (2, 12, 5, Grid { pitch: 5, rows: 4, run: 5, columns: 5 }),
            (1, 6, 2, Grid { pitch: 12, rows: 1, run: 12, columns: 1 }),
        ] {
            let mut bitmaps = Bitmaps::zeroed(maps, blocks, block_lines).unwrap();
            let bands = blocks * block_lines / (grid.pitch * grid.rows);
            let columns = grid.pitch / grid.run * grid.run_columns();
            let patches = bitmaps.patches(grid);
            let next = AtomicUsize::new(0);
            Team::new(3).run(&|_| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= maps * bands * columns {
                        break;
                    }
                    let (column, rest) = (number % columns, number / columns);
                    let (band, map) = (rest % bands, rest / bands);
                    let mut patch = patches.take(map, band, column).unwrap();
                    assert!(patches.take(map, band, column).is_none());
                    for j in 0..patch.rows() {
                        for line in patch.row(j) {
                            line.0[3] += 1 + number as u16;
                        }
                    }
                }
            });
            for map in 0..maps {
                for (at, line) in bitmaps.get(map, 0, blocks).iter().enumerate() {
                    let (row, left) = (at / grid.pitch, at % grid.pitch);
                    let column =
                        left / grid.run * grid.run_columns() + left % grid.run / grid.columns;
                    let patch = (map * bands + row / grid.rows) * columns + column;
                    assert_eq!(usize::from(line.0[3]), 1 + patch);
                }
            }
        }
    }
}
