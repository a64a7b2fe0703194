//! Predictions for a solver: its automata and its heuristic, used in the formula of
//! [`crate::predict`].

use super::{Solver, Strings as Walked, estimates, general};
use crate::heuristic::{Maximum, Unavailable};
use crate::pdb::Additive;
use crate::predict::{Distribution, Expected, Sampling, Strings, expected};
use crate::search::additive::move_rows;
use crate::{MetricName, Position, Single, Size, Sliding, Wide};
use loyd_search::COMPACT;
use loyd_search::prune::Pruning;
use loyd_search::space::{Heuristic, MoveAlphabet, StateSpace};
use std::sync::Arc;

/// The reason why there is no prediction.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoPrediction {
    /// The search has no iterations, or not of this kind.
    #[error(
        "nodes are predicted for idastar in the single-tile metric: {metric}-tile {algorithm} does \
         not walk a tree of that kind"
    )]
    OtherSearch {
        /// The algorithm.
        algorithm: String,
        /// The metric.
        metric: MetricName,
    },
    /// A single line of tiles, or too few tiles.
    #[error("{0} boards have nothing to predict: they are solved almost without search")]
    Trivial(Size),
    /// The heuristic is not consistent, as the formula requires.
    #[error(
        "{0} is not consistent in this metric, so the expansions of a search with it cannot be predicted"
    )]
    NotConsistent(String),
    /// The heuristic cannot be evaluated for single boards.
    #[error("{0}")]
    Unavailable(#[from] Unavailable),
    /// A table of the heuristic leads nowhere.
    #[error("the entries of a table of {0} are not distances")]
    BrokenTable(String),
}

/// A predictor of the iterations of a solver.
pub struct Predictor {
    size: Size,
    goal_blank: usize,
    /// Pairs of the number of nodes expanded by the previous iteration and the strings used from
    /// there on.
    stages: Vec<(u64, Strings)>,
    value: Value,
    distribution: Distribution,
}

impl Solver {
    /// Counts the strings and samples the heuristic that predictions need: about a second's work
    /// with [`Sampling::default`], several with large databases.
    ///
    /// # Errors
    /// [`NoPrediction`] if the theory does not cover the plan's search.
    pub fn predictor(&self, sampling: Sampling) -> Result<Predictor, NoPrediction> {
        let plan = &self.plan;
        let size = plan.goal.size();
        if size.is_line() || size.cells() < 4 {
            return Err(NoPrediction::Trivial(size));
        }
        if !plan.heuristic.properties(plan.metric).consistent {
            return Err(NoPrediction::NotConsistent(plan.heuristic.to_string()));
        }
        let stages = self.strings()?;
        let space = Sliding::<Wide, Single>::new(&plan.goal);
        let value = match &self.additive[..] {
            [additive] if plan.heuristic.parts().is_empty() => Value::Additive(additive.clone()),
            several => Value::Maximum(estimates::of_plan(plan, several, &space)?),
        };
        let distribution = Distribution::sample(&plan.goal, sampling, |board| value.of(board));
        if self.is_broken() {
            return Err(NoPrediction::BrokenTable(plan.heuristic.to_string()));
        }
        Ok(Predictor { size, goal_blank: plan.goal.blank(), stages, value, distribution })
    }

    /// The factor by which a large iteration is expected to grow over the previous one: the growth
    /// of its strings over two moves, for any heuristic. Takes tenths of a second; `None` if no
    /// prediction is possible.
    pub fn growth(&self) -> Option<f64> {
        if COMPACT {
            return None;
        }
        let stages = self.strings().ok()?;
        stages.last().map(|(_, strings)| strings.growth()).filter(|&growth| growth > 1.0)
    }

    /// The strings that iterations walk, each with the number of nodes expanded by the previous
    /// iteration from which it is used.
    fn strings(&self) -> Result<Vec<(u64, Strings)>, NoPrediction> {
        let plan = &self.plan;
        let (size, space) = (plan.goal.size(), Sliding::<Wide, Single>::new(&plan.goal));
        match self.engine.strings() {
            Walked::Stages(stages) if plan.metric == MetricName::Single => {
                let stage = |(from, length)| (from, of_rows(size, length));
                Ok(stages.into_iter().map(stage).collect())
            }
            Walked::General if plan.metric == MetricName::Single => {
                Ok(vec![(0, of_rule(size, &space, &general::pruning(plan, &space)))])
            }
            _ => {
                let (algorithm, metric) = (plan.algorithm.to_string(), plan.metric);
                Err(NoPrediction::OtherSearch { algorithm, metric })
            }
        }
    }
}

impl Predictor {
    /// The value of the heuristic for a board, which is the bound of its first iteration.
    ///
    /// # Panics
    /// If the board's size differs from the goal's.
    pub fn value(&self, board: &Position) -> u32 {
        assert_eq!(board.size(), self.size, "boards of one size");
        self.value.of(board)
    }

    /// The mean of the heuristic over all boards.
    pub fn mean(&self) -> f64 {
        self.distribution.mean()
    }

    /// Predicts the iterations of bounds `first`, `first + 2`, … up to `last`, for starts with the
    /// blank on a cell: the mean over all such boards.
    ///
    /// # Panics
    /// If the cell does not exist.
    pub fn iterations(&self, blank: usize, first: u32, last: u32) -> Vec<Expected> {
        self.of_starts(&[blank], first, last)
    }

    /// Like [`iterations`](Predictor::iterations), averaged over all boards whose distance has the
    /// parity of `first`.
    pub fn of_random_boards(&self, first: u32, last: u32) -> Vec<Expected> {
        let apart = |cell: usize| {
            let (size, home) = (self.size, self.goal_blank);
            size.column(cell).abs_diff(size.column(home)) + size.row(cell).abs_diff(size.row(home))
        };
        let fits = |&cell: &usize| apart(cell) % 2 == first as usize % 2;
        let starts: Vec<usize> = (0..self.size.cells()).filter(fits).collect();
        self.of_starts(&starts, first, last)
    }

    fn of_starts(&self, starts: &[usize], first: u32, last: u32) -> Vec<Expected> {
        let mut iterations: Vec<Expected> = Vec::new();
        let mut levels: Option<(usize, Vec<Vec<f64>>)> = None;
        for bound in (first..=last).step_by(2) {
            let before = iterations.last().map_or(0.0, |before| before.expanded);
            let used = self.stages.iter().filter(|stage| stage.0 as f64 <= before).count();
            let stage = used.saturating_sub(1);
            if levels.as_ref().is_none_or(|(of, _)| *of != stage) {
                levels = Some((stage, self.stages[stage].1.levels(starts, last)));
            }
            let levels = levels.as_ref().map_or(&[][..], |(_, levels)| levels);
            iterations.push(expected(levels, &self.distribution, bound));
        }
        iterations
    }
}

/// A heuristic that can be evaluated on any board.
enum Value {
    Additive(Arc<Additive>),
    Maximum(Maximum),
}

impl Value {
    fn of(&self, board: &Position) -> u32 {
        match self {
            Self::Additive(additive) => additive.value(board),
            Self::Maximum(maximum) => {
                let heuristic: &dyn Fn(&Wide) -> u32 = &|board| {
                    let memo = Heuristic::<Sliding<Wide, Single>>::start(maximum, board);
                    Heuristic::<Sliding<Wide, Single>>::value(maximum, memo)
                };
                heuristic(&Sliding::<Wide, Single>::board(board))
            }
        }
    }
}

/// The strings of the batched searches.
fn of_rows(size: Size, length: usize) -> Strings {
    let rows = move_rows(size, length);
    let to =
        |cell: usize, direction: usize| crate::search::additive::neighbour(size, cell, direction);
    Strings::explore(
        size.cells(),
        |cell| u32::from(rows.starts[cell]),
        |state, cell| {
            let row = rows.rows[state as usize].iter().enumerate();
            row.filter(|(_, next)| **next != 0)
                .filter_map(|(direction, &next)| Some((u32::from(next), to(cell, direction)?)))
                .collect()
        },
    )
}

fn of_rule<P>(size: Size, space: &Sliding<Wide, Single>, rule: &P) -> Strings
where
    P: Pruning<Sliding<Wide, Single>, State = u32>,
{
    let on = |cell: usize| space.representative(cell);
    Strings::explore(
        size.cells(),
        |cell| rule.root(space, &on(cell)),
        |state, cell| {
            let board = on(cell);
            let moves = space.moves(&board).filter_map(|mv| {
                let next = rule.next(space, state, mv)?;
                let mut after = board.clone();
                space.apply(&mut after, mv);
                Some((next, space.context(&after)))
            });
            moves.collect()
        },
    )
}
