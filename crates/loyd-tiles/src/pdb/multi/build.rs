//! Computes all distances of a pattern to a class of the goal, level by level.
//!
//! ```text
//! rows := the row class of the goal                       -- or the columns, for the other target
//! repeat
//!   columns := all neighbours of rows;   rows := all neighbours of columns
//! until nothing changes
//! ```
//!
//! After a step, a bitmap holds all classes along one axis at a distance of at most d, all of which
//! have the parity of d: there is no visited set and no frontier. Every new set is added modulo 2
//! to the table; a class that entered at the m-th of M steps was added M − m + 1 times, which gives
//! bit 1 of its distance up to the parity of M.
//!
//! Neighbours of all row classes along column c, with rows taken from the bottom up, one rotation
//! per row (`rotation`), and of all column classes in the other direction:
//!
//! ```text
//! column c := (… (row h−1, one up) + row h−2, one up) + …) + row 0
//! row r    := sum over c of column c, r down
//! ```

use super::frame::Axis;
use super::places::Places;
use super::rotation::{Lane, Rotations, Turn};
use super::table::Table;
use super::work::Hands;
use crate::pdb::{BuildProgress, Built, Pattern, PatternError};
use loyd_search::observe::Cancel;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The reason why a table was not built.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum BuildError {
    /// The board or the pattern is too large.
    #[error("{0}")]
    Pattern(#[from] PatternError),
    /// The work was cancelled.
    #[error("building the table was stopped")]
    Stopped,
}

/// Builds the table of a pattern with at most this many threads.
///
/// # Errors
/// [`PatternError`] if the board or the pattern is too large.
pub fn build(pattern: &Pattern, threads: usize) -> Result<Table, PatternError> {
    match build_watched(pattern, threads, &Cancel::new(), &mut |_| ()) {
        Ok(built) => Ok(built.table),
        Err(BuildError::Pattern(error)) => Err(error),
        Err(BuildError::Stopped) => unreachable!("the flag is local"),
    }
}

/// Like [`build`], but reports every level, and stops soon after it is cancelled.
///
/// The histogram covers the distances to the goal's row class and to its column class together:
/// every class is counted twice.
///
/// # Errors
/// [`BuildError`] if the board or the pattern is too large, or the work is cancelled.
pub fn build_watched(
    pattern: &Pattern,
    threads: usize,
    cancel: &Cancel,
    progress: &mut dyn FnMut(&BuildProgress),
) -> Result<Built<Table>, BuildError> {
    let places = Places::new(pattern.size(), pattern.tiles())?;
    let mut bytes = Vec::with_capacity(places.table_bytes());
    let mut histogram: Vec<u64> = Vec::new();
    let mut total = 0;
    let mut level = |distance: u32, found: u64| {
        total += found;
        let at = distance as usize;
        histogram.resize(histogram.len().max(at + 1), 0);
        histogram[at] += found;
        progress(&BuildProgress { distance, found, done: total, states: places.classes() });
    };
    // Below this number of lanes, threads cost more than they save.
    let threads = if places.lanes() < 100_000 { 1 } else { threads };
    let hands = Hands { threads, cancel: cancel.clone() };
    for target in Axis::ALL {
        let built = if places.lane_bytes() == 1 {
            Builder::<u8>::new(pattern, places, target, &hands).run(&mut bytes, &mut level)
        } else {
            Builder::<u16>::new(pattern, places, target, &hands).run(&mut bytes, &mut level)
        };
        built.ok_or(BuildError::Stopped)?;
    }
    let table = Table::new(pattern.clone(), places, Arc::new(bytes));
    let table = table.unwrap_or_else(|error| unreachable!("{error}"));
    Ok(Built { table, histogram })
}

/// Peak number of bytes while a table is built, including the table.
pub fn bytes(places: &Places) -> u64 {
    let lines: usize = Axis::ALL.iter().map(|axis| axis.lines(places.size())).sum();
    // The bits for both targets; the bitmaps for one target, and two lines of scratch.
    ((3 * lines + 2) * places.line_bytes()) as u64
}

struct Builder<'a, L> {
    target: Axis,
    hands: &'a Hands,
    /// The classes reached so far, by axis and line.
    reached: [Vec<Vec<L>>; 2],
    /// The sums modulo 2.
    sums: [Vec<Vec<L>>; 2],
    /// Number of sets added.
    steps: [u32; 2],
    scratch: [Vec<L>; 2],
    rotations: Rotations<L>,
}

impl<'a, L: Lane> Builder<'a, L> {
    fn new(pattern: &Pattern, places: Places, target: Axis, hands: &'a Hands) -> Self {
        let size = pattern.size();
        let none = || vec![L::default(); places.lanes()];
        let lines =
            || Axis::ALL.map(|axis| (0..axis.lines(size)).map(|_| none()).collect::<Vec<_>>());
        let mut builder = Self {
            target,
            hands,
            reached: lines(),
            sums: lines(),
            steps: [0; 2],
            scratch: [none(), none()],
            rotations: Rotations::new(places),
        };
        let blank = pattern.blank();
        let position = |&cell: &u8| target.position(size, blank, usize::from(cell)) as u8;
        let positions: Vec<u8> = pattern.cells().iter().map(position).collect();
        let (rank, bits) = (places.rank(&positions), 8 * places.lane_bytes());
        let line = &mut builder.reached[target as usize][target.line(size, blank)];
        line[rank / bits] |= L::ones(rank % bits, 1);
        builder.add(target);
        builder
    }

    /// Appends the bits of all row classes, then those of all column classes, and passes each
    /// distance and its number of classes to `level`. `None` if the work was cancelled.
    fn run(mut self, bytes: &mut Vec<u8>, level: &mut dyn FnMut(u32, u64)) -> Option<()> {
        let mut axis = self.target;
        let mut counts = [0, 0];
        counts[axis as usize] = 1;
        level(0, 1);
        for distance in 1.. {
            axis = axis.other();
            match axis {
                Axis::Row => self.rows(),
                Axis::Column => self.columns(),
            }
            let count = self.add(axis);
            // Skipped work makes the bitmaps and the count wrong.
            if self.hands.cancel.is_cancelled() {
                return None;
            }
            let new_states = count - counts[axis as usize];
            // If a set did not grow, all others stay unchanged.
            if new_states == 0 {
                break;
            }
            counts[axis as usize] = count;
            level(distance, new_states);
        }
        let Self { hands, steps, sums, reached, .. } = self;
        drop(reached);
        for (lines, steps) in sums.into_iter().zip(steps) {
            for line in lines {
                for lane in line {
                    (if steps % 2 == 1 { !lane } else { lane }).write(bytes);
                }
                if hands.cancel.is_cancelled() {
                    return None;
                }
            }
        }
        Some(())
    }

    /// Adds the classes reached along an axis to the sums; returns the number of classes.
    fn add(&mut self, axis: Axis) -> u64 {
        self.steps[axis as usize] += 1;
        let lines = self.sums[axis as usize].iter_mut().zip(&self.reached[axis as usize]);
        let pieces: Vec<_> =
            lines.flat_map(|(sum, line)| sum.chunks_mut(PIECE).zip(line.chunks(PIECE))).collect();
        let count = AtomicU64::new(0);
        self.hands.share(pieces, |(sum, line)| {
            let mut set = 0u64;
            for (sum, &lane) in sum.iter_mut().zip(line) {
                *sum ^= lane;
                set += u64::from(lane.count());
            }
            count.fetch_add(set, Ordering::Relaxed);
        });
        count.into_inner()
    }

    /// Computes all neighbours of the row classes.
    fn columns(&mut self) {
        let [rows, columns] = std::mem::take(&mut self.reached);
        let [mut one, mut other] = std::mem::take(&mut self.scratch);
        let (width, height) = (columns.len(), rows.len());
        let mut columns = columns;
        for (c, column) in columns.iter_mut().enumerate() {
            for r in (0..height - 1).rev() {
                let turn = (Turn::Up, r * width + c);
                let from = if r + 2 == height { &rows[r + 1] } else { &one };
                let to = if r == 0 { &mut *column } else { &mut other };
                let lanes = to.len() / self.rotations.pieces();
                let pieces = to.chunks_exact_mut(lanes).enumerate().collect();
                self.hands.share(pieces, |(piece, to)| {
                    self.rotations.pull(turn, piece, from, to, Some(&rows[r]));
                });
                std::mem::swap(&mut one, &mut other);
            }
            if height == 1 {
                column.copy_from_slice(&rows[0]);
            }
        }
        self.scratch = [one, other];
        self.reached = [rows, columns];
    }

    /// Computes all neighbours of the column classes.
    fn rows(&mut self) {
        let [mut rows, columns] = std::mem::take(&mut self.reached);
        let [mut one, mut other] = std::mem::take(&mut self.scratch);
        let width = columns.len();
        for (c, column) in columns.iter().enumerate() {
            let pieces = rows[0].chunks_mut(PIECE).zip(column.chunks(PIECE)).collect();
            self.hands.share(pieces, |(row, column)| join(row, column));
            for (r, row) in rows.iter_mut().enumerate().skip(1) {
                let turn = (Turn::Down, (r - 1) * width + c);
                let from = if r == 1 { column } else { &one };
                let lanes = row.len() / self.rotations.pieces();
                let to = other.chunks_exact_mut(lanes).zip(row.chunks_exact_mut(lanes));
                self.hands.share(to.enumerate().collect(), |(piece, (to, row))| {
                    self.rotations.pull(turn, piece, from, to, None);
                    join(row, to);
                });
                std::mem::swap(&mut one, &mut other);
            }
        }
        self.scratch = [one, other];
        self.reached = [rows, columns];
    }
}

/// Number of lanes per piece of unstructured work.
const PIECE: usize = 1 << 18;

fn join<L: Lane>(to: &mut [L], from: &[L]) {
    for (to, &from) in to.iter_mut().zip(from) {
        *to |= from;
    }
}

#[cfg(test)]
mod tests {
    use super::super::naive;
    use super::*;
    use crate::Size;
    use std::collections::HashMap;

    /// Histogram and progress against the slow reference implementation, whose states count each
    /// class once per place of its line.
    #[test]
    fn histogram_and_progress_count_every_class_at_its_distance() {
        for (w, h, blank, cells) in
            [(3, 3, 0, &[1, 2, 3, 4][..]), (4, 2, 7, &[1, 4, 5]), (3, 2, 0, &[1, 2, 3, 4, 5])]
        {
            let size = Size::new(w, h).expect("a size");
            let pattern = Pattern::new(size, blank, cells).expect("valid");
            let mut reports = Vec::new();
            let built = build_watched(&pattern, 2, &Cancel::new(), &mut |p| reports.push(*p));
            let histogram = built.expect("small").histogram;
            let mut members: HashMap<(u32, Axis), u64> = HashMap::new();
            for target in Axis::ALL {
                for ((_, _, axis), distance) in naive::distances(&pattern, target) {
                    *members.entry((distance, axis)).or_default() += 1;
                }
            }
            let mut expected = vec![0; histogram.len()];
            for ((distance, axis), states) in members {
                expected[distance as usize] += states / axis.other().lines(size) as u64;
            }
            assert_eq!(histogram, expected, "{size} {cells:?}");
            let total: u64 = histogram.iter().sum();
            let last = reports.last().expect("levels");
            assert!(last.done == total && total <= last.states);
            assert_eq!(reports.iter().map(|report| report.found).sum::<u64>(), total);
            // All placements are reachable, except for those of the wrong parity if the pattern has
            // all tiles.
            let unreachable = if cells.len() + 1 == size.cells() { 2 } else { 1 };
            assert_eq!(total * unreachable, last.states);
        }
    }

    #[test]
    fn a_cancelled_build_ends_within_its_level() {
        let size = Size::new(4, 4).expect("a size");
        let pattern = Pattern::new(size, 0, &[1, 2, 3, 5, 6, 7]).expect("valid");
        for (threads, at) in [(1, 0), (2, 0), (2, 5), (2, 40)] {
            let cancel = Cancel::new();
            let (mut levels, mut after) = (0, 0);
            let built = build_watched(&pattern, threads, &cancel, &mut |_| {
                after += u32::from(cancel.is_cancelled());
                if levels == at {
                    cancel.cancel();
                }
                levels += 1;
            });
            assert!(matches!(built, Err(BuildError::Stopped)));
            assert_eq!((levels, after), (at + 1, 0));
        }
    }
}
