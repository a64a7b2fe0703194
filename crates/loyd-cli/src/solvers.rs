//! Prepared solvers, one for each goal met, shared by all threads.

use crate::exit::Failure;
use crate::partitions::Named;
use crate::render::text::bytes;
use crate::tables::Tables;
use loyd::pdb::{Pattern, Table, catalogue};
use loyd::puzzle::tiles::{Goal, Position};
use loyd::solver::{Outlook, Plan, Settings, Solver};
use loyd_store::Encoding;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Solvers for boards of any size and goal, with the same settings.
pub(crate) struct Solvers {
    settings: Settings,
    /// How many boards there are.
    boards: u64,
    prepared: Mutex<Prepared>,
}

struct Prepared {
    /// The most recently used first.
    solvers: VecDeque<Arc<Solver>>,
    /// Where tables come from, and those that came from there.
    tables: Tables,
    made: Vec<Table>,
    setup: Duration,
}

/// Solvers kept: their tables may be large, and a batch rarely has more goals.
const KEPT: usize = 8;

impl Solvers {
    /// No solver yet; `boards` of them are to be solved.
    pub(crate) fn new(settings: Settings, tables: Tables, boards: usize) -> Self {
        let (solvers, made) = (VecDeque::new(), Vec::new());
        let prepared = Mutex::new(Prepared { solvers, tables, made, setup: Duration::ZERO });
        Self { settings, boards: boards as u64, prepared }
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

    fn prepare(&self, goal: &Position, prepared: &mut Prepared) -> Result<Solver, Failure> {
        let unavailable = |why: loyd::heuristic::Unavailable| Failure::input(why.to_string());
        let mut settings = self.settings.clone();
        for name in settings.heuristic.iter().flat_map(|spec| spec.databases().to_vec()) {
            if catalogue::named(&name).next().is_none() {
                let on = Goal::Board(goal.clone());
                let Named { name, partition } = Named::parse(&name, Some(goal.size()), Some(&on))?;
                settings.partitions.push((name, partition));
            }
        }
        let Prepared { tables, made, .. } = prepared;
        let at_hand = |pattern: &Pattern| tables.is_at_hand(pattern);
        let outlook = Outlook { boards: self.boards, memory: tables.memory, at_hand: &at_hand };
        let plan = Plan::choose(goal, &settings, &outlook).map_err(unavailable)?;
        if plan.own_tables() > tables.memory {
            return Err(Failure::environment(format!(
                "the tables of {} take {} of memory in the multi-tile metric, and {} are allowed: \
                 raise --memory or use smaller patterns",
                plan.heuristic,
                bytes(plan.own_tables()),
                bytes(tables.memory),
            )));
        }
        for pattern in plan.patterns() {
            if !made.iter().any(|table| *table.pattern() == pattern) {
                let found = tables.find(&pattern, Encoding::Bit)?;
                made.extend(found.loaded.bit());
            }
        }
        Solver::with_tables(&plan, made).map_err(unavailable)
    }

    /// Time spent on preparation.
    pub(crate) fn setup(&self) -> Duration {
        self.prepared.lock().unwrap_or_else(PoisonError::into_inner).setup
    }
}
