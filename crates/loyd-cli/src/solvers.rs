//! Prepared solvers, one for each goal met, shared by all threads.

use crate::exit::Failure;
use crate::puzzles::Family;
use crate::tables::Tables;
use loyd::memory::granted;
use loyd::puzzle::Puzzle;
use loyd::search::AlgorithmSpec;
use loyd::solver::{Engine, Outlook, Plan, Settings, Unavailable};
use loyd_tiles::solver::{Solver, Tiles};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A solver that threads share.
pub(crate) type Shared<P> = Arc<dyn Engine<P>>;

/// The solver of boards of tiles, with what only that one can do.
pub(crate) fn of_tiles(solver: &Shared<Tiles>) -> &Solver {
    let solver = solver.as_any().downcast_ref::<Solver>();
    solver.unwrap_or_else(|| unreachable!("tiles have no other engine"))
}

/// Solvers for positions of any shape and goal, with the same settings.
pub(crate) struct Solvers<P: Puzzle> {
    settings: Settings<P>,
    /// How many positions there are.
    boards: u64,
    /// Heuristics that earlier runs of these positions chose, by goal.
    chosen: Vec<(P::Position, P::Heuristic)>,
    prepared: Mutex<Prepared<P>>,
}

struct Prepared<P: Puzzle> {
    /// The most recently used first.
    solvers: VecDeque<Shared<P>>,
    /// Where tables come from, and those that came from there.
    tables: Tables,
    made: P::Tables,
    setup: Duration,
}

/// Solvers kept: their tables may be large, and a batch rarely has more goals.
const KEPT: usize = 8;

impl<P: Family> Solvers<P> {
    /// No solver yet; `boards` positions are to be solved.
    pub(crate) fn new(settings: Settings<P>, tables: Tables, boards: usize) -> Self {
        let (solvers, made) = (VecDeque::new(), P::Tables::default());
        let prepared = Mutex::new(Prepared { solvers, tables, made, setup: Duration::ZERO });
        Self { settings, boards: boards as u64, chosen: Vec::new(), prepared }
    }

    /// With the heuristics that earlier runs chose.
    pub(crate) fn with_choices(mut self, chosen: Vec<(P::Position, P::Heuristic)>) -> Self {
        self.chosen = chosen;
        self
    }

    /// The solver for a goal. Others wait while one is prepared, rather than build the same tables.
    pub(crate) fn get(&self, goal: &P::Position) -> Result<Shared<P>, Failure> {
        let mut prepared = self.prepared.lock().unwrap_or_else(PoisonError::into_inner);
        let found = prepared.solvers.iter().position(|solver| solver.plan().goal == *goal);
        if let Some(solver) = found.and_then(|at| prepared.solvers.remove(at)) {
            prepared.solvers.push_front(solver.clone());
            return Ok(solver);
        }
        let began = Instant::now();
        let solver: Shared<P> = self.prepare(goal, &mut prepared)?.into();
        prepared.setup += began.elapsed();
        prepared.solvers.push_front(solver.clone());
        prepared.solvers.truncate(KEPT);
        Ok(solver)
    }

    /// Every choice made for a goal; no table is built.
    pub(crate) fn plan(&self, goal: &P::Position) -> Result<Plan<P>, Failure> {
        let prepared = self.prepared.lock().unwrap_or_else(PoisonError::into_inner);
        self.choose(goal, &prepared.tables)
    }

    /// What counts as a move.
    pub(crate) fn metric(&self) -> P::Metric {
        self.settings.metric
    }

    /// Whether a table is in the cache.
    pub(crate) fn is_at_hand(&self, key: &P::TableKey) -> bool {
        let prepared = self.prepared.lock().unwrap_or_else(PoisonError::into_inner);
        P::is_at_hand(&prepared.tables, key, self.metric())
    }

    fn choose(&self, goal: &P::Position, tables: &Tables) -> Result<Plan<P>, Failure> {
        let mut settings = self.settings.clone();
        if settings.heuristic.is_none() {
            let earlier = self.chosen.iter().find(|(of, _)| of == goal);
            settings.heuristic = earlier.map(|(_, heuristic)| heuristic.clone());
        }
        P::define(&mut settings, goal)?;
        let at_hand = |key: &P::TableKey| P::is_at_hand(tables, key, settings.metric);
        let outlook = Outlook { boards: self.boards, memory: tables.memory, at_hand: &at_hand };
        Plan::choose(goal, &settings, &outlook).map_err(|why| unavailable(&why))
    }

    fn prepare(
        &self,
        goal: &P::Position,
        prepared: &mut Prepared<P>,
    ) -> Result<Box<dyn Engine<P>>, Failure> {
        /// What a search takes beside its lists and databases, at most: tables of strings and of
        /// walking distances.
        const HEADROOM: u64 = 24 << 20;
        if !granted(HEADROOM) {
            return Err(Failure::environment(
                "the system does not grant the memory that a search needs: use fewer --threads, or \
                 raise the limit of this process (ulimit -v)",
            ));
        }
        let Prepared { tables, made, .. } = prepared;
        let plan = self.choose(goal, tables)?;
        for key in P::tables_of(&plan) {
            P::find_table(tables, &key, plan.metric, made)?;
        }
        P::prepare(&plan, made).map_err(|why| unavailable(&why))
    }

    /// Time spent on preparation.
    pub(crate) fn setup(&self) -> Duration {
        self.prepared.lock().unwrap_or_else(PoisonError::into_inner).setup
    }
}

/// The warning about a heuristic that promises nothing to an algorithm that relies on it.
pub(crate) fn overestimate<P: Puzzle>(
    algorithm: &AlgorithmSpec,
    heuristic: &P::Heuristic,
    metric: P::Metric,
) -> Option<String> {
    let relies = algorithm.optimal() && algorithm.name.info().informed;
    (relies && !P::properties(heuristic, metric).admissible).then(|| {
        format!(
            "{heuristic} may overestimate in the {}: what {algorithm} finds with it is not proven \
             shortest.",
            P::metric_title(metric)
        )
    })
}

fn unavailable(why: &Unavailable) -> Failure {
    Failure::input(why.to_string())
}
