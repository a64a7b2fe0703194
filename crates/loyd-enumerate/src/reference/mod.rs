//! The reference engine: plain breadth-first search, level by level, over any state space.
//!
//! Every later engine is tested against it, so it is meant to be seen to be right. It uses the
//! boards, moves and ranking of [`loyd`], one state at a time; the engines made for speed have
//! their own.
//!
//! | file | what |
//! |---|---|
//! | [`dense`] | spaces whose every state has a bit in memory |

mod bitmap;
pub mod dense;

use crate::{Counted, EnumerateError, Job, Monitor, Request};
use loyd::boards::{BoardVisitor, with_board};
use loyd::puzzle::tiles::{
    Board, BoardRanking, Metric, MetricName, Multi, Position, Single, Sliding, solvable_states,
};
use std::sync::Arc;

/// What the reference engine would do for a request.
///
/// # Errors
/// If the memory allowed is not enough.
pub(crate) fn job(request: &Request) -> Result<Arc<dyn Job>, EnumerateError> {
    let states = solvable_states(request.size);
    let needed = states.and_then(|states| u64::try_from(states).ok()).and_then(dense::memory);
    match needed {
        Some(memory) if memory <= request.memory => {
            Ok(Arc::new(Dense { request: request.clone(), memory }))
        }
        _ => Err(EnumerateError::TooLarge {
            size: request.size,
            states,
            needed,
            memory: request.memory,
            depth: None,
        }),
    }
}

/// The whole space as bitmaps.
#[derive(Debug)]
struct Dense {
    request: Request,
    memory: u64,
}

impl Job for Dense {
    fn method(&self) -> &'static str {
        "breadth-first search, three bitmaps over all states"
    }

    fn memory(&self) -> u64 {
        self.memory
    }

    fn run(&self, monitor: &mut Monitor<'_>) -> Result<Counted, EnumerateError> {
        with_board(self.request.size, RunDense { request: &self.request, monitor })
    }
}

struct RunDense<'a, 'm> {
    request: &'a Request,
    monitor: &'a mut Monitor<'m>,
}

impl BoardVisitor for RunDense<'_, '_> {
    type Output = Result<Counted, EnumerateError>;

    fn visit<B: Board>(self) -> Self::Output {
        match self.request.metric {
            MetricName::Single => self.run::<B, Single>(),
            MetricName::Multi => self.run::<B, Multi>(),
        }
    }
}

impl RunDense<'_, '_> {
    fn run<B: Board, M: Metric>(self) -> Result<Counted, EnumerateError> {
        let start = Position::blank_on(self.request.size, self.request.start_cell);
        let space = Sliding::<B, M>::new(&start);
        let ranking = BoardRanking::<B>::new(&start).expect("planned: the ranks fit 64 bits");
        let start = Sliding::<B, M>::board(&start);
        dense::levels(&space, &ranking, &start, self.request.depth, self.monitor)
    }
}
