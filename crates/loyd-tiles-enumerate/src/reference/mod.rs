//! The reference engine on boards: as for every puzzle, except that sets of states contain boards,
//! so that boards too large to be ranked are possible.

mod packing;
#[cfg(test)]
mod tests;

pub use packing::BoardPacking;

use crate::in_order;
use loyd_enumerate::reference::deepest::Deepest;
use loyd_enumerate::reference::forecast::{Forecast, forecast};
use loyd_enumerate::reference::{Method, dense, sparse};
use loyd_enumerate::{EngineResult, EnumerateError, Job, Monitor, Request};
use loyd_search::COMPACT;
use loyd_tiles::boards::{BoardVisitor, with_board};
use loyd_tiles::solver::Tiles;
use loyd_tiles::{
    Board, BoardRanking, Metric, MetricName, Multi, Position, Single, Sliding, Wide,
    solvable_states,
};
use std::slice::from_ref;
use std::sync::Arc;

/// Plans the reference engine for a request.
///
/// # Errors
/// If the memory limit is too low.
pub(crate) fn job(request: &Request<Tiles>) -> Result<Arc<dyn Job<Tiles>>, EnumerateError> {
    let ranked = BoardRanking::<Wide>::new(&request.start).is_some();
    let states = solvable_states(request.start.size());
    let (method, memory) = Method::choose(request, states, ranked, sets(request))?;
    Ok(Arc::new(Reference { request: request.clone(), method, memory }))
}

fn sets(request: &Request<Tiles>) -> Forecast {
    match request.metric {
        MetricName::Single => forecast_of::<Single>(request),
        MetricName::Multi => forecast_of::<Multi>(request),
    }
}

fn forecast_of<M: Metric>(request: &Request<Tiles>) -> Forecast {
    let &Request { ref start, depth, memory, .. } = request;
    let space = Sliding::<Wide, M>::new(start);
    let key = BoardPacking::<Wide>::bytes(request.start.size());
    let states = solvable_states(request.start.size());
    forecast(&space, from_ref(space.goal()), states, key, depth, memory)
}

/// Memory of sets of states down to the requested depth, an upper bound in bytes; `None` if it may
/// exceed the limit.
pub(crate) fn sets_memory(request: &Request<Tiles>) -> Option<u64> {
    sets(request).needed
}

#[derive(Debug)]
struct Reference {
    request: Request<Tiles>,
    method: Method,
    memory: u64,
}

impl Job<Tiles> for Reference {
    fn method(&self) -> &'static str {
        self.method.text()
    }

    fn memory(&self) -> u64 {
        self.memory
    }

    fn is_exhaustive(&self) -> bool {
        self.method == Method::Dense
    }

    fn run(&self, monitor: &mut Monitor<'_>) -> Result<EngineResult<Tiles>, EnumerateError> {
        let (size, run) = (self.request.start.size(), Run { job: self, monitor });
        // Pages rarely enumerate boards above 2x2 and 3x2 here.
        if COMPACT { run.visit::<Wide>() } else { with_board(size, run) }
    }
}

struct Run<'a, 'm> {
    job: &'a Reference,
    monitor: &'a mut Monitor<'m>,
}

impl BoardVisitor for Run<'_, '_> {
    type Output = Result<EngineResult<Tiles>, EnumerateError>;

    fn visit<B: Board>(self) -> Self::Output {
        match self.job.request.metric {
            MetricName::Single => self.run::<B, Single>(),
            MetricName::Multi => self.run::<B, Multi>(),
        }
    }
}

impl Run<'_, '_> {
    fn run<B: Board, M: Metric>(self) -> Result<EngineResult<Tiles>, EnumerateError> {
        let &Request { start: ref position, depth, memory, antipodes, .. } = &self.job.request;
        let space = Sliding::<B, M>::new(position);
        let start = Sliding::<B, M>::board(position);
        let mut deepest = Deepest::new(antipodes);
        let counted = if self.job.method == Method::Dense && !COMPACT {
            let ranking = BoardRanking::new(position).expect("planned: ranks fit 64 bits");
            dense::levels(&space, &ranking, from_ref(&start), depth, &mut deepest, self.monitor)
        } else {
            let (packing, states) = (BoardPacking::new(position.size()), &mut deepest);
            sparse::levels(&space, &packing, from_ref(&start), depth, memory, states, self.monitor)
        };
        let boards = deepest.into_states().filter(|_| antipodes > 0);
        let positions = boards.map(|boards| in_order(boards.iter().map(position_of).collect()));
        Ok(EngineResult { deepest: positions, ..counted? })
    }
}

fn position_of<B: Board>(board: &B) -> Position {
    let size = board.size();
    let tiles: Vec<u64> = (0..size.cells()).map(|cell| board.tile(cell) as u64).collect();
    Position::new(size, &tiles).expect("a board holds every tile once")
}
