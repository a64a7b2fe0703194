//! Searches for the pool, with solvers that requests share.
//!
//! | file | idea |
//! |---|---|
//! | `search` | a request: a slice of time, then tables, then the whole search |
//! | `tables` | the source of tables, which reads no file by name |

mod search;
mod tables;

pub(crate) use search::{Search, Step};

use crate::allowed;
use crate::error::ApiError;
use crate::options::{Options, Preparation, ServeError, TableBudget};
use loyd::choices::algorithm;
use loyd::{Capacity, EveryTableCache, PuzzleName, Session, SolveRequest};
use loyd_search::observe::Cancel;
use std::sync::Arc;
use tables::ListedTables;

/// The solvers of a server. Most have tables of at most 24 MiB. Solvers with pattern databases may have much
/// larger tables; if the tables are files in a cache, the solvers share the pages of the files.
const CAPACITY: Capacity = Capacity {
    choices: 32,
    with_tables: 8,
    // Enough for tables that take seconds, too low for tables that take minutes.
    positions: 50,
    by_goal: true,
};

/// The searches of the server, with the solvers that they share.
#[derive(Clone)]
pub(crate) struct Searches(Arc<Session>);

impl Searches {
    /// Searches with tables from a source of the program.
    pub(crate) fn new<C: EveryTableCache + Send + 'static>(
        options: &Options,
        source: impl Fn(&TableBudget) -> C + Send + Sync + 'static,
        cancel: Cancel,
    ) -> Self {
        let threads = options.threads.div_ceil(2);
        let (of_server, of_request) = (options.memory, options.memory_per_search);
        let tables = move |is_named| {
            let memory = if is_named { of_request } else { of_server };
            ListedTables(source(&TableBudget { threads, memory, cancel: cancel.clone() }))
        };
        Self(Arc::new(Session::new(tables, CAPACITY)))
    }

    /// Reads a request; builds no table.
    ///
    /// # Errors
    /// If a name in the request is unknown or not permitted.
    pub(crate) fn read(&self, request: SolveRequest) -> Result<Search, ApiError> {
        let choices = [
            ("metric", &request.metric),
            ("algorithm", &request.algorithm),
            ("heuristic", &request.heuristic),
        ];
        for (what, text) in choices {
            allowed::short(what, text.as_deref().unwrap_or_default())?;
        }
        let name = PuzzleName::named(&request.puzzle)?;
        let puzzle = name.puzzle();
        let metric = puzzle.metric(request.metric.as_deref())?.name;
        let algorithm = algorithm(request.algorithm.as_deref())?;
        let heuristic = puzzle.heuristic(request.heuristic.as_deref())?;
        allowed::algorithm(puzzle, algorithm.as_ref())?;
        if let Some(heuristic) = heuristic {
            allowed::heuristic(name, &heuristic)?;
        }
        let (shape, goal) = (request.shape.as_deref(), request.goal.as_deref());
        let task = puzzle.read(&request.position, shape, goal)?;
        allowed::size(&task.shape())?;
        let solvers = self.0.solvers(&request, &*task)?;
        Ok(Search::new(request, task, metric, solvers))
    }

    /// A search whose preparation builds the tables of a heuristic.
    ///
    /// # Errors
    /// If the heuristic is unknown.
    pub(crate) fn read_preparation(&self, preparation: &Preparation) -> Result<Search, ServeError> {
        let Preparation { puzzle, heuristic } = preparation;
        let search = allowed::puzzle(puzzle).and_then(|(name, shape)| {
            allowed::heuristic(name, heuristic)?;
            let puzzle = name.puzzle();
            let shape = shape.as_deref().unwrap_or(puzzle.facts().shape);
            let task = puzzle.goal(Some(shape), None)?;
            let metric = puzzle.metric(None)?.name;
            let request = SolveRequest::new(name.name(), &task.goal()).heuristic(heuristic);
            let solvers = self.0.new_solvers(&request)?;
            Ok(Search::new(request, task, metric, solvers))
        });
        search.map_err(|why| ServeError::Preparation {
            puzzle: puzzle.clone(),
            heuristic: heuristic.clone(),
            reason: why.message().to_owned(),
        })
    }

    /// Lets the solver of a preparation serve requests that name its heuristic or none.
    ///
    /// # Errors
    /// If a name in the request is unknown.
    pub(crate) fn pin(&self, search: &Search) -> Result<(), loyd::Error> {
        self.0.pin(&search.request, &*search.task, &search.solvers)
    }
}
