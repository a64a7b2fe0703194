//! The states of a puzzle that is known at run time: ranks, distances, and audits and searches with estimates that
//! the caller computes for many states at a time.

use crate::choices;
use crate::erased::AnyTask;
use crate::error::Error;
use crate::level_positions::{LevelPositions, level};
use crate::listed::Listed;
use crate::task::Task;
use loyd_search::audit::{Distances, Findings, Incomplete, exhaustive};
use loyd_search::observe::{Limit, Statistics};
use loyd_search::problem::{Estimates, NoSolution, Problem, Solution, astar_in_batches, beam};
use loyd_search::puzzle::{Puzzle, Space, SpaceVisitor};
use loyd_search::space::{Heuristic, Properties, Ranking, StateSpace};
use std::marker::PhantomData;
use std::sync::Arc;

/// Estimates rows of numbers; `None` stops the search.
pub type Estimate<'a> = dyn FnMut(&[Vec<u16>]) -> Option<Vec<f64>> + 'a;

/// A search with a heuristic of many states.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Strategy {
    /// A* with a finite weight of at least 0, and a batch of at least one state.
    Astar(f64, usize),
    /// Beam search with a width of at least 1.
    Beam(usize),
}

impl Strategy {
    /// Searches a problem.
    ///
    /// # Errors
    /// If the goal is unreachable, a beam lost every path, or a limit was reached.
    pub fn search<P: Problem>(
        &self,
        problem: &P,
        start: &P::State,
        limit: &Limit,
        estimates: &mut Estimates<'_, P::State>,
    ) -> Result<Solution<P::State>, NoSolution> {
        match *self {
            Self::Astar(weight, batch) => {
                astar_in_batches(problem, start, (weight, batch), limit, estimates)
            }
            Self::Beam(width) => beam(problem, start, width, limit, estimates),
        }
    }
}

/// Bytes of sets of states, above which the distances of all ranks take less time.
const MAX_SET_BYTES: u64 = 1 << 28;

/// A path of a search: its moves, and its cost with the counters.
pub type Path = (Vec<String>, (u32, Statistics));

/// The states of a goal and a metric.
pub trait AnySpace: Send + Sync {
    /// The shape.
    fn shape(&self) -> String;
    /// The numbers of the goal.
    fn goal(&self) -> Vec<u16>;
    /// The numbers of a state.
    fn width(&self) -> usize;
    /// The number of states, if it is known.
    fn states(&self) -> Option<u128>;
    /// The number of ranks, if states have ranks.
    fn size(&self) -> Option<u64>;
    /// The position of a state on one line.
    ///
    /// # Errors
    /// The reason why the numbers are not a position.
    fn text(&self, numbers: &[u16]) -> Result<String, String>;
    /// The position of a rank, with the goal.
    fn task(&self, rank: u64) -> Arc<dyn AnyTask>;
    /// The rank of a state.
    ///
    /// # Errors
    /// The reason why it has none.
    fn rank(&self, numbers: &[u16]) -> Result<u64, String>;
    /// The state of a rank.
    fn unrank(&self, rank: u64) -> Vec<u16>;
    /// The position of numbers, with the goal.
    ///
    /// # Errors
    /// The reason why the numbers are not a position.
    fn task_of(&self, numbers: &[u16]) -> Result<Arc<dyn AnyTask>, String>;
    /// The rank of a position.
    ///
    /// # Errors
    /// The reason why it has none.
    fn task_rank(&self, task: &dyn AnyTask) -> Result<u64, String>;
    /// The positions at a distance from the goal, or at the largest distance; at most `max` of them, the first
    /// in the order of their numbers.
    ///
    /// # Errors
    /// If they exceed the memory, or a limit was reached.
    fn level(
        &self,
        depth: Option<u32>,
        max: usize,
        threads: usize,
        limit: &Limit,
    ) -> Result<LevelPositions, Incomplete>;
    /// The positions after one move.
    fn successors(&self, task: &dyn AnyTask) -> Vec<Arc<dyn AnyTask>>;
    /// At least the number of moves of any state.
    fn max_moves(&self) -> u64;
    /// Pairs of ranks that a move connects, one after the other.
    fn edges(&self) -> Vec<u32>;
    /// The distances of all ranks.
    ///
    /// # Errors
    /// If they exceed the memory, or a limit was reached.
    fn distances(
        &self,
        threads: usize,
        limit: &Limit,
        progress: &mut dyn FnMut(u64),
    ) -> Result<Distances, Incomplete>;
    /// Compares estimates with distances; states of the findings are ranks.
    ///
    /// # Errors
    /// If a limit was reached.
    fn audit(
        &self,
        distances: &Distances,
        estimates: &[u32],
        threads: usize,
        limit: &Limit,
    ) -> Result<Findings<u64, String>, Incomplete>;
    /// Moves that lead from a rank to a goal, by distances.
    fn path(&self, distances: &Distances, rank: u64) -> String;
    /// Searches a path from the start of a task.
    ///
    /// # Errors
    /// If the goal is unreachable, a beam lost every path, or a limit was reached.
    fn search(
        &self,
        task: &dyn AnyTask,
        strategy: &Strategy,
        limit: &Limit,
        estimate: &mut Estimate<'_>,
    ) -> Result<Path, NoSolution>;
}

/// The space of the goal of a task.
///
/// # Errors
/// If the puzzle has no metric of that name.
pub fn space_of(task: &dyn AnyTask, metric: Option<&str>) -> Result<Box<dyn AnySpace>, Error> {
    for_puzzle!(task.puzzle(), P => {
        Ok(erased(task.typed::<P>(), choices::metric::<P>(metric)?))
    })
}

fn erased<P: Listed>(task: &Task<P>, metric: P::Metric) -> Box<dyn AnySpace> {
    P::visit_space(&task.goal, metric, Erase::<P> { goal: task.goal.clone() })
}

struct Erase<P: Puzzle> {
    goal: P::Position,
}

impl<P: Listed> SpaceVisitor<P> for Erase<P> {
    type Output = Box<dyn AnySpace>;

    fn visit<S: Space<P>>(self, space: S) -> Box<dyn AnySpace> {
        let ranking = space.ranking();
        Box::new(Typed::<P, S> { space, ranking, goal: self.goal, puzzle: PhantomData })
    }
}

struct Typed<P: Puzzle, S: Space<P>> {
    space: S,
    ranking: Option<S::Ranking>,
    goal: P::Position,
    puzzle: PhantomData<fn() -> P>,
}

impl<P: Listed, S: Space<P>> Typed<P, S> {
    fn numbers(&self, state: &S::State) -> Vec<u16> {
        P::numbers(&self.space.position(state))
    }

    /// The ranking of a space whose size was asked.
    fn ranking(&self) -> &S::Ranking {
        self.ranking.as_ref().unwrap_or_else(|| unreachable!("the caller asks for the size first"))
    }

    fn neighbours(&self, state: &S::State) -> Vec<S::State> {
        let successor = |mv| {
            let mut successor = state.clone();
            self.space.apply(&mut successor, mv);
            successor
        };
        self.space.moves(state).map(successor).collect()
    }

    /// The move from a state to its successor of least cost.
    fn step(&self, from: &S::State, to: &S::State) -> Option<S::Move> {
        let mut state = from.clone();
        let moves: Vec<S::Move> = self.space.moves(&state).collect();
        let leads = |mv: &S::Move| {
            let effect = self.space.apply(&mut state, *mv);
            let leads = state == *to;
            self.space.undo(&mut state, effect);
            leads
        };
        moves.into_iter().filter(leads).min_by_key(|&mv| self.space.cost(mv))
    }
}

impl<P: Listed, S: Space<P>> Problem for Typed<P, S> {
    type State = S::State;

    fn successors(&self, state: &S::State) -> Vec<S::State> {
        self.neighbours(state)
    }

    fn is_goal(&self, state: &S::State) -> bool {
        self.space.is_goal(state)
    }

    fn cost(&self, from: &S::State, to: &S::State) -> u32 {
        self.step(from, to).map_or(1, |mv| self.space.cost(mv))
    }
}

impl<P: Listed, S: Space<P>> AnySpace for Typed<P, S> {
    fn shape(&self) -> String {
        P::shape(&self.goal)
    }

    fn goal(&self) -> Vec<u16> {
        P::numbers(&self.goal)
    }

    fn width(&self) -> usize {
        P::numbers(&self.goal).len()
    }

    fn states(&self) -> Option<u128> {
        self.space.states()
    }

    fn size(&self) -> Option<u64> {
        self.ranking.as_ref().map(Ranking::size)
    }

    fn rank(&self, numbers: &[u16]) -> Result<u64, String> {
        let position = P::from_numbers(&P::shape(&self.goal), numbers)?;
        P::solvable(&position, &self.goal).map_err(|why| why.reason)?;
        Ok(self.ranking().rank(&self.space.state(&position)))
    }

    fn unrank(&self, rank: u64) -> Vec<u16> {
        self.numbers(&self.ranking().unrank(rank))
    }

    fn text(&self, numbers: &[u16]) -> Result<String, String> {
        Ok(P::format(&P::from_numbers(&P::shape(&self.goal), numbers)?))
    }

    fn task(&self, rank: u64) -> Arc<dyn AnyTask> {
        let start = self.space.position(&self.ranking().unrank(rank));
        Arc::new(Task::<P> { start, goal: self.goal.clone() })
    }

    fn task_of(&self, numbers: &[u16]) -> Result<Arc<dyn AnyTask>, String> {
        let start = P::from_numbers(&P::shape(&self.goal), numbers)?;
        Ok(Arc::new(Task::<P> { start, goal: self.goal.clone() }))
    }

    fn task_rank(&self, task: &dyn AnyTask) -> Result<u64, String> {
        self.rank(&P::numbers(&task.typed::<P>().start))
    }

    fn level(
        &self,
        depth: Option<u32>,
        max: usize,
        threads: usize,
        limit: &Limit,
    ) -> Result<LevelPositions, Incomplete> {
        let memory = limit.memory.unwrap_or(u64::MAX);
        let ranks = self.size().filter(|&states| Distances::memory(states) <= memory);
        let sets = if ranks.is_some() { memory.min(MAX_SET_BYTES) } else { memory };
        let sets = Limit { memory: Some(sets), ..limit.clone() };
        // Twice the state for the free slots of a set, and the numbers for states with memory beside them.
        let bytes = 2 * (size_of::<S::State>() + 2 * self.width()) as u64;
        let goals = self.space.starts(&self.goal);
        let first = level(&self.space, goals.clone(), bytes, depth, &sets);
        match (first, ranks) {
            (Ok((depth, states)), _) => {
                let numbers = states.iter().map(|state| self.numbers(state));
                Ok(LevelPositions::of(depth, numbers, max))
            }
            (Err(Incomplete::TooLarge { .. }), Some(states)) => {
                let (space, ranking) = (&self.space, self.ranking());
                let distances = Distances::of(space, ranking, &goals, threads, limit, &mut |_| ())?;
                let depth = depth.unwrap_or(u32::MAX).min(distances.radius());
                let ranks = (0..states).filter(|&rank| distances.get(rank) == Some(depth));
                Ok(LevelPositions::of(depth, ranks.map(|rank| self.unrank(rank)), max))
            }
            (Err(why), _) => Err(why),
        }
    }

    fn successors(&self, task: &dyn AnyTask) -> Vec<Arc<dyn AnyTask>> {
        let state = self.space.state(&task.typed::<P>().start);
        let task = |state: &S::State| -> Arc<dyn AnyTask> {
            let start = self.space.position(state);
            Arc::new(Task::<P> { start, goal: self.goal.clone() })
        };
        self.neighbours(&state).iter().map(task).collect()
    }

    fn path(&self, distances: &Distances, rank: u64) -> String {
        let ranking = self.ranking();
        P::format_moves(&distances.path(&self.space, ranking, &ranking.unrank(rank)))
    }

    fn max_moves(&self) -> u64 {
        self.space.moves(&self.space.state(&self.goal)).count().max(4) as u64
    }

    fn edges(&self) -> Vec<u32> {
        let ranking = self.ranking();
        let mut edges = Vec::new();
        for rank in 0..ranking.size() {
            for successor in self.neighbours(&ranking.unrank(rank)) {
                edges.extend([rank as u32, ranking.rank(&successor) as u32]);
            }
        }
        edges
    }

    fn distances(
        &self,
        threads: usize,
        limit: &Limit,
        progress: &mut dyn FnMut(u64),
    ) -> Result<Distances, Incomplete> {
        let goals = self.space.starts(&self.goal);
        Distances::of(
            &self.space.reversed(&self.space.goal_state()),
            self.ranking(),
            &goals,
            threads,
            limit,
            progress,
        )
    }

    fn audit(
        &self,
        distances: &Distances,
        estimates: &[u32],
        threads: usize,
        limit: &Limit,
    ) -> Result<Findings<u64, String>, Incomplete> {
        let ranking = self.ranking();
        let heuristic = ByRank { ranking, estimates };
        let findings =
            exhaustive(&self.space, ranking, distances, &heuristic, threads, limit, &mut |_| ())?;
        Ok(findings.map(|state| ranking.rank(state), |mv| P::format_moves(&[mv])))
    }

    fn search(
        &self,
        task: &dyn AnyTask,
        strategy: &Strategy,
        limit: &Limit,
        estimate: &mut Estimate<'_>,
    ) -> Result<Path, NoSolution> {
        let task = task.typed::<P>();
        if P::solvable(&task.start, &task.goal).is_err() {
            return Err(NoSolution::Unsolvable);
        }
        let start = self.space.state(&task.start);
        let mut estimates = |states: &[S::State]| {
            let rows: Vec<Vec<u16>> = states.iter().map(|state| self.numbers(state)).collect();
            estimate(&rows)
        };
        let solution = strategy.search(self, &start, limit, &mut estimates)?;
        let pairs = solution.states.windows(2);
        let moves: Vec<S::Move> = pairs.filter_map(|pair| self.step(&pair[0], &pair[1])).collect();
        let texts = moves.iter().map(|&mv| P::format_moves(&[mv])).collect();
        Ok((texts, (solution.cost, solution.statistics)))
    }
}

/// Estimates by rank as a heuristic.
struct ByRank<'a, R> {
    ranking: &'a R,
    estimates: &'a [u32],
}

impl<S: StateSpace, R: Ranking<S::State>> Heuristic<S> for ByRank<'_, R> {
    type Memo = u32;
    const PROPERTIES: Properties = Properties::NONE;

    fn start(&self, state: &S::State) -> u32 {
        self.estimates[self.ranking.rank(state) as usize]
    }

    fn step(&self, _: u32, after: &S::State, _: S::Effect) -> u32 {
        self.estimates[self.ranking.rank(after) as usize]
    }

    fn value(&self, memo: u32) -> u32 {
        memo
    }
}
