//! The reference engine: plain breadth-first search, level by level, over any state space.
//!
//! Every later engine is tested against it, so it is meant to be seen to be right. It uses the
//! boards, moves and ranking of [`loyd`], one state at a time; the engines made for speed have
//! their own.
//!
//! | file | what |
//! |---|---|
//! | [`dense`] | spaces whose every state has a bit in memory |
//! | [`sparse`] | the first levels of larger ones, as sets of keys |
//! | [`keys`] | compact keys of boards, and the set of keys |
//! | [`deepest`] | the states of the last level |
//! | `bitmap` | a set of ranks |
//! | `forecast` | how much memory the first levels need at most |

mod bitmap;
pub mod deepest;
pub mod dense;
mod forecast;
pub mod keys;
pub mod sparse;

use crate::checkpoint::Checkpoints;
use crate::{Counted, EnumerateError, Job, Monitor, Request};
use deepest::Deepest;
use forecast::{Forecast, forecast};
use keys::BoardPacking;
use loyd_tiles::boards::{BoardVisitor, with_board};
use loyd_tiles::{
    Board, BoardRanking, Metric, MetricName, Multi, Position, Single, Sliding, Wide,
    solvable_states,
};
use std::sync::Arc;

/// What the reference engine would do for a request: bitmaps if they fit, unless sets of states
/// are certain to be smaller; sets of states if they fit, or if a depth is given.
///
/// # Errors
/// If the memory allowed is not enough.
pub(crate) fn job(request: &Request) -> Result<Arc<dyn Job>, EnumerateError> {
    let &Request { size, start_cell, depth, memory, .. } = request;
    let states = solvable_states(size);
    let bitmaps = states.and_then(|states| u64::try_from(states).ok()).and_then(dense::memory);
    let ranked = BoardRanking::<Wide>::new(&Position::blank_on(size, start_cell)).is_some();
    let bitmaps_fit = bitmaps.filter(|&bytes| ranked && bytes <= memory);
    let Forecast { needed: sets_fit, certain } = sets(request);
    let (method, memory) = match (bitmaps_fit, sets_fit) {
        (Some(bitmaps), Some(sets)) if sets < bitmaps => (Method::Sparse, sets),
        (Some(bitmaps), _) => (Method::Dense, bitmaps),
        (None, Some(sets)) => (Method::Sparse, sets),
        // The forecast is an upper bound: it may fit, and else the levels that do are counted.
        (None, None) if depth.is_some() && certain.is_some() => (Method::Sparse, memory),
        (None, None) => {
            return Err(EnumerateError::TooLarge {
                size,
                states,
                needed: bitmaps,
                memory,
                depth: certain,
            });
        }
    };
    Ok(Arc::new(Reference { request: request.clone(), method, memory }))
}

/// What sets of states need.
fn sets(request: &Request) -> Forecast {
    let &Request { size, start_cell, depth, memory, .. } = request;
    match request.metric {
        MetricName::Single => forecast::<Single>(size, start_cell, depth, memory),
        MetricName::Multi => forecast::<Multi>(size, start_cell, depth, memory),
    }
}

/// Bytes of sets of states down to the depth asked for, an upper bound; `None` if they may be more
/// than allowed.
pub(crate) fn sets_memory(request: &Request) -> Option<u64> {
    sets(request).needed
}

#[derive(Clone, Copy, Debug)]
enum Method {
    Dense,
    Sparse,
}

#[derive(Debug)]
struct Reference {
    request: Request,
    method: Method,
    memory: u64,
}

impl Job for Reference {
    fn method(&self) -> &'static str {
        match self.method {
            Method::Dense => "breadth-first search, three bitmaps over all states",
            Method::Sparse => "breadth-first search, sets of states, three levels at a time",
        }
    }

    fn memory(&self) -> u64 {
        self.memory
    }

    fn is_exhaustive(&self) -> bool {
        matches!(self.method, Method::Dense)
    }

    fn run(
        &self,
        monitor: &mut Monitor<'_>,
        _checkpoints: Option<&mut dyn Checkpoints>,
    ) -> Result<Counted, EnumerateError> {
        with_board(self.request.size, Run { job: self, monitor })
    }
}

struct Run<'a, 'm> {
    job: &'a Reference,
    monitor: &'a mut Monitor<'m>,
}

impl BoardVisitor for Run<'_, '_> {
    type Output = Result<Counted, EnumerateError>;

    fn visit<B: Board>(self) -> Self::Output {
        match self.job.request.metric {
            MetricName::Single => self.run::<B, Single>(),
            MetricName::Multi => self.run::<B, Multi>(),
        }
    }
}

impl Run<'_, '_> {
    fn run<B: Board, M: Metric>(self) -> Result<Counted, EnumerateError> {
        let &Request { size, start_cell, depth, memory, .. } = &self.job.request;
        let position = Position::blank_on(size, start_cell);
        let space = Sliding::<B, M>::new(&position);
        let start = Sliding::<B, M>::board(&position);
        let mut deepest = Deepest::new(self.job.request.antipodes);
        let counted = match self.job.method {
            Method::Dense => {
                let ranking = BoardRanking::new(&position).expect("planned: ranks fit 64 bits");
                dense::levels(&space, &ranking, &start, depth, &mut deepest, self.monitor)
            }
            Method::Sparse => {
                let packing = BoardPacking::new(size);
                let kept = &mut deepest;
                sparse::levels(&space, &packing, &start, depth, memory, kept, self.monitor)
            }
        };
        let boards = deepest.into_states().filter(|_| self.job.request.antipodes > 0);
        let positions =
            boards.map(|boards| boards.iter().map(|board| position_of(board)).collect());
        Ok(Counted { deepest: positions, ..counted? })
    }
}

fn position_of<B: Board>(board: &B) -> Position {
    let size = board.size();
    let tiles: Vec<u64> = (0..size.cells()).map(|cell| board.tile(cell) as u64).collect();
    Position::new(size, &tiles).expect("a board holds every tile once")
}
