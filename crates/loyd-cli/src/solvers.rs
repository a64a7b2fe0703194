//! Prepared solvers, one for each goal met, shared by all threads.

use crate::exit::Failure;
use crate::partitions::Named;
use crate::tables::Tables;
use loyd::memory::granted;
use loyd::search::AlgorithmSpec;
use loyd_store::Encoding;
use loyd_store::tables::Loaded;
use loyd_tiles::heuristic::{HeuristicSpec, Unavailable};
use loyd_tiles::pdb::{Pattern, catalogue};
use loyd_tiles::solver::{KnownTables, Outlook, Plan, Settings, Solver, patterns_of};
use loyd_tiles::{Goal, MetricName, Position};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Solvers for boards of any size and goal, with the same settings.
pub(crate) struct Solvers {
    settings: Settings,
    /// How many boards there are.
    boards: u64,
    /// Heuristics that earlier runs of these boards chose, by goal.
    chosen: Vec<(Position, HeuristicSpec)>,
    prepared: Mutex<Prepared>,
}

struct Prepared {
    /// The most recently used first.
    solvers: VecDeque<Arc<Solver>>,
    /// Where tables come from, and those that came from there.
    tables: Tables,
    made: KnownTables,
    setup: Duration,
}

/// Solvers kept: their tables may be large, and a batch rarely has more goals.
const KEPT: usize = 8;

impl Solvers {
    /// No solver yet; `boards` of them are to be solved.
    pub(crate) fn new(settings: Settings, tables: Tables, boards: usize) -> Self {
        let (solvers, made) = (VecDeque::new(), KnownTables::default());
        let prepared = Mutex::new(Prepared { solvers, tables, made, setup: Duration::ZERO });
        Self { settings, boards: boards as u64, chosen: Vec::new(), prepared }
    }

    /// With the heuristics that earlier runs chose.
    pub(crate) fn with_choices(mut self, chosen: Vec<(Position, HeuristicSpec)>) -> Self {
        self.chosen = chosen;
        self
    }

    /// The solver for a goal. Others wait while one is prepared, rather than build the same tables.
    pub(crate) fn get(&self, goal: &Position) -> Result<Arc<Solver>, Failure> {
        let mut prepared = self.prepared.lock().unwrap_or_else(PoisonError::into_inner);
        let found = prepared.solvers.iter().position(|solver| solver.plan().goal == *goal);
        if let Some(solver) = found.and_then(|at| prepared.solvers.remove(at)) {
            prepared.solvers.push_front(solver.clone());
            return Ok(solver);
        }
        let began = Instant::now();
        let solver = Arc::new(self.prepare(goal, &mut prepared)?);
        prepared.setup += began.elapsed();
        prepared.solvers.push_front(solver.clone());
        prepared.solvers.truncate(KEPT);
        Ok(solver)
    }

    /// Every choice made for a goal; no table is built.
    pub(crate) fn plan(&self, goal: &Position) -> Result<Plan, Failure> {
        let prepared = self.prepared.lock().unwrap_or_else(PoisonError::into_inner);
        self.choose(goal, &prepared.tables)
    }

    /// What counts as a move.
    pub(crate) fn metric(&self) -> MetricName {
        self.settings.metric
    }

    /// Whether a table is in the cache.
    pub(crate) fn is_at_hand(&self, pattern: &Pattern) -> bool {
        let prepared = self.prepared.lock().unwrap_or_else(PoisonError::into_inner);
        prepared.tables.is_at_hand(pattern, self.encoding())
    }

    /// The kind of table that these searches take.
    fn encoding(&self) -> Encoding {
        Encoding::for_searches(self.settings.metric)
    }

    fn choose(&self, goal: &Position, tables: &Tables) -> Result<Plan, Failure> {
        let mut settings = self.settings.clone();
        if settings.heuristic.is_none() {
            let earlier = self.chosen.iter().find(|(of, _)| of == goal);
            settings.heuristic = earlier.map(|(_, heuristic)| heuristic.clone());
        }
        for name in settings.heuristic.iter().flat_map(|spec| spec.databases().to_vec()) {
            if catalogue::named(&name).next().is_none() {
                let on = Goal::Board(goal.clone());
                let Named { name, partition } = Named::parse(&name, Some(goal.size()), Some(&on))?;
                settings.partitions.push((name, partition));
            }
        }
        let at_hand = |pattern: &Pattern| tables.is_at_hand(pattern, self.encoding());
        let outlook = Outlook { boards: self.boards, memory: tables.memory, at_hand: &at_hand };
        Plan::choose(goal, &settings, &outlook).map_err(|why| unavailable(&why))
    }

    fn prepare(&self, goal: &Position, prepared: &mut Prepared) -> Result<Solver, Failure> {
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
        for pattern in patterns_of(&plan) {
            let KnownTables { single, multi } = made;
            let known = match self.encoding() {
                Encoding::Class => multi.iter().any(|table| *table.pattern() == pattern),
                Encoding::Bit | Encoding::Excess => {
                    single.iter().any(|table| *table.pattern() == pattern)
                }
            };
            if known {
                continue;
            }
            match tables.find(&pattern, self.encoding())?.loaded {
                Loaded::Bit(table) => single.push(table),
                Loaded::Class(table) => multi.push(table),
                Loaded::Excess(_) => {}
            }
        }
        Solver::with_tables(&plan, made).map_err(|why| unavailable(&why))
    }

    /// Time spent on preparation.
    pub(crate) fn setup(&self) -> Duration {
        self.prepared.lock().unwrap_or_else(PoisonError::into_inner).setup
    }
}

/// What to say of a heuristic that promises nothing to an algorithm that relies on it.
pub(crate) fn overestimate(
    algorithm: &AlgorithmSpec,
    heuristic: &HeuristicSpec,
    metric: MetricName,
) -> Option<String> {
    let relies = algorithm.optimal() && algorithm.name.info().informed;
    (relies && !heuristic.properties(metric).admissible).then(|| {
        format!(
            "{heuristic} may overestimate in the {metric}-tile metric: what {algorithm} finds with \
             it is not proven shortest."
        )
    })
}

fn unavailable(why: &Unavailable) -> Failure {
    Failure::input(why.to_string())
}
