//! All distances of a pattern to a class of the goal, level by level.
//!
//! ```text
//! rows := the row class of the goal                       -- or the columns, for the other target
//! repeat
//!   columns := all neighbours of rows;   rows := all neighbours of columns
//! until nothing changes
//! ```
//!
//! After a step, a bitmap holds all classes at a distance of at most d along one axis, all of
//! which have the parity of d: there is no visited set and no frontier. Every new set is added
//! modulo 2 to the table; a class that entered with the m-th of M steps was added M − m + 1 times,
//! which is bit 1 of its distance but for the parity of M.
//!
//! Neighbours of all row classes along column c, the rows from the bottom up, by one rotation a
//! row (`rotation`), and of column classes in the other direction:
//!
//! ```text
//! column c := (… (row h−1, one up) + row h−2, one up) + …) + row 0
//! row r    := sum over c of column c, r down
//! ```

use super::frame::Axis;
use super::places::Places;
use super::rotation::{Lane, Rotations, Turn};
use super::table::{Bytes, Table};
use crate::pdb::{Pattern, PatternError};
use std::sync::Arc;

/// The table of a pattern, made by up to so many threads.
///
/// # Errors
/// If the board or the pattern is too large.
pub fn build(pattern: &Pattern, threads: usize) -> Result<Table, PatternError> {
    let places = Places::new(pattern.size(), pattern.tiles())?;
    let bits = |target| {
        if places.lane_bytes() == 1 {
            Builder::<u8>::new(pattern, places, target, threads).run()
        } else {
            Builder::<u16>::new(pattern, places, target, threads).run()
        }
    };
    Ok(Table::new(pattern.clone(), places, Axis::ALL.map(bits)))
}

/// Most bytes held while a table is built, the table included.
pub fn bytes(places: &Places) -> u64 {
    let lines: usize = Axis::ALL.iter().map(|axis| axis.lines(places.size())).sum();
    // Both targets; the bitmaps of one, and two lines of scratch.
    ((3 * lines + 2) * places.line_bytes()) as u64
}

/// Below this many lanes threads cost more than they save.
const WORTH_THREADS: usize = 100_000;

struct Builder<L> {
    places: Places,
    target: Axis,
    threads: usize,
    /// The classes reached, by axis and line.
    reached: [Vec<Vec<L>>; 2],
    /// The sums modulo 2.
    sums: [Vec<Vec<L>>; 2],
    /// How many sets were added.
    steps: [u32; 2],
    scratch: [Vec<L>; 2],
    rotations: Rotations<L>,
}

impl<L: Lane> Builder<L> {
    fn new(pattern: &Pattern, places: Places, target: Axis, threads: usize) -> Self {
        let size = pattern.size();
        let none = || vec![L::default(); places.lanes()];
        let lines =
            || Axis::ALL.map(|axis| (0..axis.lines(size)).map(|_| none()).collect::<Vec<_>>());
        let mut builder = Self {
            places,
            target,
            threads: if places.lanes() < WORTH_THREADS { 1 } else { threads },
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

    fn run(mut self) -> [Bytes; 2] {
        let mut axis = self.target;
        // A set that did not grow leaves all others as they are.
        let mut counts = [0, 0];
        counts[axis as usize] = 1;
        loop {
            axis = axis.other();
            match axis {
                Axis::Row => self.rows(),
                Axis::Column => self.columns(),
            }
            let count = self.add(axis);
            if count == counts[axis as usize] {
                break;
            }
            counts[axis as usize] = count;
        }
        let Self { places, steps, sums, .. } = self;
        let mut axes = sums.into_iter().zip(steps).map(|(lines, steps)| {
            let mut bytes = Vec::with_capacity(lines.len() * places.line_bytes());
            for line in lines {
                for lane in line {
                    (if steps % 2 == 1 { !lane } else { lane }).write(&mut bytes);
                }
            }
            Arc::new(bytes) as Bytes
        });
        [axes.next().expect("rows"), axes.next().expect("columns")]
    }

    /// Adds the classes reached along an axis to the sums; their number.
    fn add(&mut self, axis: Axis) -> u64 {
        self.steps[axis as usize] += 1;
        let lines = self.sums[axis as usize].iter_mut().zip(&self.reached[axis as usize]);
        let pieces: Vec<_> =
            lines.flat_map(|(sum, line)| sum.chunks_mut(PIECE).zip(line.chunks(PIECE))).collect();
        let count = std::sync::atomic::AtomicU64::new(0);
        share(self.threads, pieces, |(sum, line)| {
            let mut set = 0u64;
            for (sum, &lane) in sum.iter_mut().zip(line) {
                *sum ^= lane;
                set += u64::from(lane.count());
            }
            count.fetch_add(set, std::sync::atomic::Ordering::Relaxed);
        });
        count.into_inner()
    }

    /// All neighbours of the row classes.
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
                share(self.threads, pieces, |(piece, to)| {
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

    /// All neighbours of the column classes.
    fn rows(&mut self) {
        let [mut rows, columns] = std::mem::take(&mut self.reached);
        let [mut one, mut other] = std::mem::take(&mut self.scratch);
        let width = columns.len();
        for (c, column) in columns.iter().enumerate() {
            let pieces = rows[0].chunks_mut(PIECE).zip(column.chunks(PIECE)).collect();
            share(self.threads, pieces, |(row, column)| join(row, column));
            for (r, row) in rows.iter_mut().enumerate().skip(1) {
                let turn = (Turn::Down, (r - 1) * width + c);
                let from = if r == 1 { column } else { &one };
                let lanes = row.len() / self.rotations.pieces();
                let to = other.chunks_exact_mut(lanes).zip(row.chunks_exact_mut(lanes));
                share(self.threads, to.enumerate().collect(), |(piece, (to, row))| {
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

/// Lanes of a piece of work that has no structure.
const PIECE: usize = 1 << 18;

fn join<L: Lane>(to: &mut [L], from: &[L]) {
    for (to, &from) in to.iter_mut().zip(from) {
        *to |= from;
    }
}

/// Does all tasks, with up to so many threads.
fn share<T: Send>(threads: usize, tasks: Vec<T>, work: impl Fn(T) + Sync) {
    #[cfg(feature = "threads")]
    if threads > 1 && tasks.len() > 1 {
        let helpers = threads.min(tasks.len()) - 1;
        let queue = std::sync::Mutex::new(tasks.into_iter());
        let all = || {
            loop {
                let task = queue.lock().unwrap_or_else(std::sync::PoisonError::into_inner).next();
                match task {
                    Some(task) => work(task),
                    None => break,
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..helpers {
                scope.spawn(all);
            }
            all();
        });
        return;
    }
    let _ = threads;
    tasks.into_iter().for_each(work);
}
