//! Searches for the pool, with solvers that requests share.
//!
//! | file | idea |
//! |---|---|
//! | `registry` | a cache of solvers that evicts the least recently used |
//! | `prepared` | a solver for one goal, prepared by its first request |
//! | `search` | a request: a slice of time, then tables, then the whole search |
//! | `tables` | the source of tables, which reads no file by name |

mod prepared;
mod registry;
mod search;
mod tables;

pub(crate) use search::{Search, Step};

use crate::allowed;
use crate::error::ApiError;
use crate::options::{Options, Preparation, ServeError, TableBudget};
use loyd::choices::{AUTO, Choices};
use loyd::{EveryTableCache, Listed, PuzzleName, SolveRequest, TableCache, for_puzzle};
use loyd_search::observe::Cancel;
use prepared::Prepared;
use registry::Registry;
use search::PuzzleSearch;
use std::sync::Arc;
use tables::ListedTables;

/// The number of boards that a solver is expected to solve: enough for tables that take seconds, too low for
/// tables that take minutes.
const EXPECTED: usize = 50;

/// The program's source of tables.
type Source<C> = Box<dyn Fn(&TableBudget) -> C + Send + Sync>;

/// The searches of the server, for any source of tables.
pub(crate) trait Searches: Send + Sync {
    /// Reads a request; builds no table.
    ///
    /// # Errors
    /// If a name in the request is unknown or not permitted.
    fn read(&self, request: SolveRequest) -> Result<Arc<dyn Search>, ApiError>;

    /// A search whose preparation builds the tables of a heuristic, which `auto` then chooses.
    ///
    /// # Errors
    /// If the heuristic is unknown.
    fn read_preparation(&self, preparation: &Preparation) -> Result<Arc<dyn Search>, ServeError>;
}

/// The searches with tables from one source.
pub(crate) struct TypedSearches<C> {
    source: Source<C>,
    registry: Registry,
    threads: usize,
    /// The greatest size of a table that the server chooses, and of a table that a request names, in bytes.
    memory: u64,
    memory_per_search: u64,
    stop: Cancel,
}

impl<C: EveryTableCache + Send + 'static> TypedSearches<C> {
    pub(crate) fn new(options: &Options, source: Source<C>, stop: Cancel) -> Self {
        Self {
            source,
            registry: Registry::default(),
            threads: options.threads.div_ceil(2),
            memory: options.memory,
            memory_per_search: options.memory_per_search,
            stop,
        }
    }

    fn tables(&self, memory: u64) -> ListedTables<C> {
        let (threads, cancel) = (self.threads, self.stop.clone());
        ListedTables((self.source)(&TableBudget { threads, memory, cancel }))
    }

    fn typed<P: Listed>(
        &self,
        puzzle: PuzzleName,
        request: SolveRequest,
    ) -> Result<Arc<dyn Search>, ApiError>
    where
        C: TableCache<P>,
    {
        let choices = [
            ("metric", &request.metric),
            ("algorithm", &request.algorithm),
            ("heuristic", &request.heuristic),
        ];
        for (what, text) in choices {
            allowed::short(what, text.as_deref().unwrap_or_default())?;
        }
        let settings = Choices {
            metric: request.metric.as_deref(),
            algorithm: request.algorithm.as_deref(),
            heuristic: request.heuristic.as_deref(),
            pruning: None,
        };
        let settings = settings.settings::<P>()?;
        allowed::algorithm::<P>(settings.algorithm.as_ref())?;
        if let Some(heuristic) = &settings.heuristic {
            allowed::heuristic(puzzle, &heuristic.to_string())?;
        }
        let task = P::read(&request.position, request.shape.as_deref(), request.goal.as_deref());
        let task = task.map_err(loyd::Error::from)?;
        allowed::size(&P::shape(&task.start))?;
        let named = |text: Option<String>| text.unwrap_or_else(|| AUTO.to_owned());
        let key = [
            P::NAME,
            &P::shape(&task.goal),
            &settings.metric.to_string(),
            &named(settings.algorithm.as_ref().map(ToString::to_string)),
            &named(settings.heuristic.as_ref().map(ToString::to_string)),
            &P::goal_name(&task.goal),
        ];
        let memory =
            if settings.heuristic.is_some() { self.memory_per_search } else { self.memory };
        let metric = settings.metric;
        let prepared: Arc<Prepared<P, C>> = self.registry.get(&key.join("|"), || {
            Prepared::new(settings, self.tables(memory), task.goal.clone())
        });
        Ok(Arc::new(PuzzleSearch::new(request, task, metric, prepared)))
    }

    fn preparation<P: Listed>(
        &self,
        shape: &str,
        heuristic: &str,
    ) -> Result<Arc<dyn Search>, ApiError>
    where
        C: TableCache<P>,
    {
        let choices = Choices { heuristic: Some(heuristic), ..Choices::default() };
        let settings = choices.settings::<P>()?;
        let goal = P::goal_or_usual(Some(shape), None).map_err(loyd::Error::from)?;
        let metric = settings.metric;
        let (name, metric_name) = (heuristic.to_owned(), metric.to_string());
        let prepared = Arc::new(Prepared::new(settings, self.tables(self.memory), goal.clone()));
        let task = loyd::Task { start: goal.clone(), goal: goal.clone() };
        let request = SolveRequest::new(P::NAME, &P::format(&goal));
        let keys = [AUTO, &name].map(|heuristic| {
            [P::NAME, &P::shape(&goal), &metric_name, AUTO, heuristic, &P::goal_name(&goal)]
                .join("|")
        });
        let (registry, pinned) = (self.registry.clone(), prepared.clone());
        let search = PuzzleSearch::new(request, task, metric, prepared);
        Ok(Arc::new(search.on_prepared(move || {
            for key in &keys {
                registry.pin(key, pinned.clone());
            }
        })))
    }
}

impl<C: EveryTableCache + Send + 'static> Searches for TypedSearches<C> {
    fn read(&self, request: SolveRequest) -> Result<Arc<dyn Search>, ApiError> {
        let puzzle = PuzzleName::named(&request.puzzle)?;
        for_puzzle!(puzzle, P => self.typed::<P>(puzzle, request))
    }

    fn read_preparation(&self, preparation: &Preparation) -> Result<Arc<dyn Search>, ServeError> {
        let Preparation { puzzle: name, heuristic } = preparation;
        let search = allowed::puzzle(name).and_then(|(puzzle, shape)| {
            allowed::heuristic(puzzle, heuristic)?;
            let shape = shape.unwrap_or_else(|| allowed::default_shape(puzzle).to_owned());
            for_puzzle!(puzzle, P => self.preparation::<P>(&shape, heuristic))
        });
        search.map_err(|why| ServeError::Preparation {
            puzzle: name.clone(),
            heuristic: heuristic.clone(),
            reason: why.message().to_owned(),
        })
    }
}
