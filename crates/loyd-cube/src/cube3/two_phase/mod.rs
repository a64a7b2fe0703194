//! The two-phase algorithm of H. Kociemba (*Cube Explorer*, from 1992; *The Two-Phase Algorithm*,
//! kociemba.org).
//!
//! ```text
//! phase 1: to the subgroup G1 = <U, D, R2, F2, L2, B2>: edges and corners oriented, the edges of the
//!          middle layer in the middle layer; at most 12 moves
//! phase 2: to solved by the turns of G1; at most 18 moves
//! ```
//!
//! The first path takes the fewest moves to G1 and then the fewest to solved, and is found at once.
//! Longer paths to G1 leave shorter ways on. Without a limit, the search ends with the first path of
//! at most 21 moves. With a limit of time or nodes, all paths to G1 are tried, from short to long,
//! until the limit. A path of a tenth of a second is a move or two longer than a shortest one; it is
//! seldom proved shortest, since a proof needs all paths of phase 1 of that length.
//!
//! | file | idea |
//! |---|---|
//! | `flip_slice` | flips and slice up to symmetry; tetrads of corners |
//! | `blocks` | distances in large coordinates; breadth-first search of all, block by block |
//! | `phase1`, `phase2` | the tables and coordinates of each phase |
//! | `views` | a state from three axes, and its inverse |
//! | `search` | both phases, from all views, until a limit |
//! | `engine` | the [`loyd_search::solver::Engine`] |

pub(in crate::cube3) mod blocks;
mod engine;
pub(in crate::cube3) mod flip_slice;
mod phase1;
mod phase2;
mod search;
pub(in crate::cube3) mod views;

pub use engine::TwoPhase;
pub(in crate::cube3) use engine::check;

use super::Cube3;
use super::building::{BuildError, Building};
use super::registry::builders;
use crate::{Face, MetricName, Turn};
use loyd_search::COMPACT;
use loyd_search::observe::{Limit, Progress, Report};
use loyd_search::search::{AlgorithmInfo, AlgorithmName, Guarantee};
use loyd_search::solver::Unavailable;
use phase1::Phase1;
use phase2::Phase2;
use std::sync::OnceLock;
use std::thread::ScopedJoinHandle;

pub(in crate::cube3) const NAME: &str = "two-phase";

/// The algorithm.
pub const TWO_PHASE: AlgorithmName = AlgorithmName::Own(&AlgorithmInfo {
    name: NAME,
    summary: "the two-phase algorithm (Kociemba) of the 3x3x3 cube: at most 21 moves at once; improves until a limit",
    guarantee: Guarantee::None,
    informed: false,
    observed: false,
    improves_until_limit: true,
    deepens: false,
    parameters: &[],
});

/// The tables of both phases.
pub struct TwoPhaseTables {
    phase1: Phase1,
    phase2: Phase2,
}

impl TwoPhaseTables {
    /// The version of the stored bytes: it changes when the same bytes would mean something else.
    pub const LAYOUT: u32 = 2;

    /// The number of stored bytes: 35 MB.
    pub const STORED: u64 = blocks::bytes(1);

    /// Builds the tables on at most two of this many threads: some tenths of a second of processor time.
    ///
    /// # Errors
    /// If memory is insufficient.
    pub fn build(threads: usize) -> Result<Self, Unavailable> {
        Ok(Self::build_watched(&Building::unwatched(threads))?)
    }

    /// Builds the tables.
    ///
    /// # Errors
    /// If memory is insufficient, or the build was stopped.
    pub fn build_watched(building: &Building<'_>) -> Result<Self, BuildError> {
        let (phase1, phase2) =
            side_by_side(building.threads, || Phase1::build(building), Phase2::new);
        Ok(Self { phase1: phase1?, phase2 })
    }

    /// The tables from their stored bytes, those of [`read_bytes`](Self::read_bytes), and the numbers of
    /// entries by distance. The bytes must be those of the same [`LAYOUT`](Self::LAYOUT): with others no
    /// solution may be found, though never a wrong one.
    ///
    /// # Errors
    /// If they are too few or too many, or memory is insufficient.
    pub fn from_bytes(levels: Vec<u64>, bytes: &[u8]) -> Result<Self, Unavailable> {
        let (phase1, phase2) = side_by_side(2, || Phase1::of_bytes(levels, bytes), Phase2::new);
        Ok(Self { phase1: phase1?, phase2 })
    }

    /// Fills a buffer with the bytes of the tables that take time to build, from an offset on, a
    /// multiple of 8. There are [`STORED`](Self::STORED) of them.
    pub fn read_bytes(&self, offset: usize, buffer: &mut [u8]) {
        self.phase1.blocks().read_bytes(offset, buffer);
    }

    /// Entries of the table of phase 1 by distance from the subgroup, each for up to 16 states; the last
    /// are those at this distance or farther.
    pub fn levels(&self) -> &[u64] {
        &self.phase1.levels
    }

    /// The least and the largest distance from the subgroup that the table of phase 1 allows a state;
    /// `None` if the entries are not distances.
    pub fn range_to_subgroup(&self, cube: Cube3) -> Option<(u32, u32)> {
        let value = self.phase1.value(phase1::Place::of(cube))?;
        Some((value, if value == phase1::FAR { u32::MAX } else { value }))
    }

    /// Bytes of the tables in memory.
    pub fn bytes(&self) -> u64 {
        self.phase1.bytes() + self.phase2.bytes()
    }

    /// Solves a cube. Without a limit of nodes or time, the search ends with the first path of at most
    /// 21 moves. With such a limit it improves paths until the limit is reached, or one is proved to
    /// be shortest.
    ///
    /// A path is a solution after any limit: [`Outcome::Stopped`] is returned only if a limit ends
    /// it before the first path, or with [`Limit::cancel`].
    ///
    /// [`Outcome::Stopped`]: loyd_search::observe::Outcome::Stopped
    pub fn solve(
        &self,
        start: Cube3,
        goal: Cube3,
        threads: usize,
        limit: &Limit,
        progress: &mut dyn FnMut(&Progress),
    ) -> Report<Turn> {
        search::search(self, goal.inverse().then(start), threads, limit, progress)
    }
}

/// A solution of at most 21 half turns. Builds the tables at the first call, in about half a second, and keeps
/// them for the others. `None` in a program without space for them, and if the system refuses the memory.
///
/// In the metric of quarter turns a half turn is two moves.
pub(super) fn quick_solution(start: Cube3, goal: Cube3, metric: MetricName) -> Option<Vec<Turn>> {
    static TABLES: OnceLock<Option<TwoPhaseTables>> = OnceLock::new();
    if COMPACT {
        return None;
    }
    let tables = TABLES.get_or_init(|| TwoPhaseTables::build(builders()).ok()).as_ref()?;
    let report = tables.solve(start, goal, 1, &Limit::none(), &mut |_| ());
    let path = report.outcome.path()?.to_vec();
    Some(match metric {
        MetricName::Half => path,
        MetricName::Quarter => path.into_iter().flat_map(Turn::quarters).collect(),
    })
}

/// The results of two functions, which run at the same time if there are threads enough.
fn side_by_side<A, B: Send>(
    threads: usize,
    first: impl FnOnce() -> A,
    second: impl FnOnce() -> B + Copy + Send,
) -> (A, B) {
    if COMPACT {
        return (first(), second());
    }
    std::thread::scope(|scope| {
        let start = || std::thread::Builder::new().spawn_scoped(scope, second).ok();
        let other = if threads > 1 { start() } else { None };
        let first = first();
        let second = match other.map(ScopedJoinHandle::join) {
            None => second(),
            Some(Ok(second)) => second,
            Some(Err(panic)) => std::panic::resume_unwind(panic),
        };
        (first, second)
    })
}

/// True if a turn may follow another: not of the same face, and of two opposite faces the first one
/// first. Every state has a shortest path of such turns, and every set of turns that commute has one
/// order.
#[inline]
fn may_follow(last: Option<&Turn>, next: Turn) -> bool {
    last.is_none_or(|last| ordered(last.face, next.face))
}

/// True if a turn of a face may follow one of another.
#[inline]
pub(in crate::cube3) fn ordered(last: Face, next: Face) -> bool {
    let (last, next) = (last as usize, next as usize);
    last != next && last != next + 3
}
