//! A puzzle that is known at run time.

use super::{AnyTask, Metric};
use crate::check::{CheckResult, Heuristics};
use crate::choices::{self, Choices};
use crate::error::{Error, Unreadable};
use crate::listed::Listed;
use crate::puzzles::PuzzleName;
use crate::scramble::{MoveFinder, NoMoves};
use crate::solvers::overestimate;
use crate::states::States;
use crate::task::Task;
use loyd_search::observe::Cancel;
use loyd_search::search::{AlgorithmName, AlgorithmSpec};
use loyd_search::solver::Plan;
use loyd_search::solver::generic::check_algorithm;
use loyd_search::space::Properties;
use serde_json::Value;
use std::marker::PhantomData;
use std::sync::Arc;

/// The constants of a puzzle; see [`Listed`].
#[derive(Debug)]
#[allow(missing_docs)]
pub struct Facts {
    pub name: &'static str,
    pub noun: &'static str,
    pub shape: &'static str,
    pub has_sizes: bool,
    pub named_shapes: &'static [(&'static str, &'static str)],
    pub goal: &'static str,
    pub generator: &'static str,
    pub fields: &'static [&'static str],
    pub columns: &'static [&'static str],
    pub list_columns: &'static [(&'static str, &'static str)],
    pub moves: &'static str,
}

/// A heuristic of a puzzle.
#[derive(Clone, Debug)]
pub struct HeuristicFacts {
    /// The name.
    pub name: &'static str,
    /// A description in a few words.
    pub summary: &'static str,
    /// Its properties in each metric, the default metric first.
    pub properties: Vec<(String, Properties)>,
}

/// A random position for the goal of a task.
pub type RandomTasks = Box<dyn FnMut(&dyn AnyTask) -> Arc<dyn AnyTask> + Send>;

/// Moves that make a position, by a search that can be cancelled.
pub type Scrambles = Box<dyn FnMut(&dyn AnyTask, &Cancel) -> Result<String, NoMoves> + Send>;

/// A check of one position after the other, which builds each heuristic once.
pub type Checker = Box<dyn FnMut(&dyn AnyTask) -> CheckResult>;

/// A puzzle whose positions are texts and [`AnyTask`]s.
pub trait AnyPuzzle: Sync {
    /// The constants of the puzzle.
    fn facts(&self) -> &'static Facts;

    /// Reads a position and its goal.
    ///
    /// # Errors
    /// The text that is wrong, with the reason.
    fn read(
        &self,
        text: &str,
        shape: Option<&str>,
        goal: Option<&str>,
    ) -> Result<Arc<dyn AnyTask>, Unreadable>;

    /// Reads a position and a goal that a file has as positions of a shape.
    ///
    /// # Errors
    /// The reason why one of them is not a position.
    fn restore(&self, shape: &str, start: &str, goal: &str) -> Result<Arc<dyn AnyTask>, String>;

    /// The goal of positions of a shape, as the task whose start is the goal.
    ///
    /// # Errors
    /// The reason why the shape or the goal is wrong.
    fn goal(&self, shape: Option<&str>, goal: Option<&str>)
    -> Result<Arc<dyn AnyTask>, Unreadable>;

    /// The goal of positions of a shape; `None` if neither the shape nor the goal tells which shape is meant.
    ///
    /// # Errors
    /// The one that is wrong, with the reason.
    fn goal_at(
        &self,
        shape: Option<&str>,
        goal: Option<&str>,
    ) -> Result<Option<Arc<dyn AnyTask>>, Unreadable>;

    /// A shape as results have it.
    ///
    /// # Errors
    /// [`Unreadable::Shape`] if no position has it.
    fn check_shape(&self, shape: &str) -> Result<String, Unreadable>;

    /// The shape whose positions have only these moves and their inverses; `None` if shapes of this puzzle do not
    /// name moves.
    fn with_moves(&self, shape: Option<&str>, moves: &str) -> Option<Result<String, Unreadable>>;

    /// Refuses a goal that no position can have.
    ///
    /// # Errors
    /// The reason why it is not a goal.
    fn check_goal(&self, goal: &str, shape: Option<&str>) -> Result<(), Unreadable>;

    /// The number of states of the space of an enumeration, by its shape, start and metric; `None` if it is
    /// unknown.
    ///
    /// # Errors
    /// If the start cannot be read, or the metric is unknown.
    fn states(
        &self,
        shape: Option<&str>,
        start: Option<&str>,
        metric: Option<&str>,
    ) -> Result<Option<u128>, Error>;

    /// The metric that a text names; the default one without a text.
    ///
    /// # Errors
    /// [`Error::Metric`] if the puzzle has no such metric.
    fn metric(&self, name: Option<&str>) -> Result<Metric, Error>;

    /// The heuristic that a text names, as results have it; `None` for `auto` or no text.
    ///
    /// # Errors
    /// [`Error::Heuristic`] if the puzzle has no such heuristic.
    fn heuristic(&self, name: Option<&str>) -> Result<Option<String>, Error>;

    /// The pattern databases of a heuristic, by name or file; true for a file.
    ///
    /// # Errors
    /// [`Error::Heuristic`] if the puzzle has no such heuristic.
    fn databases(&self, heuristic: &str) -> Result<Vec<(String, bool)>, Error>;

    /// The heuristics of the puzzle that have a name, with its `databases` or without.
    fn heuristics(&self, databases: bool) -> Vec<HeuristicFacts>;

    /// The algorithms of the puzzle.
    fn algorithms(&self) -> Vec<AlgorithmName>;

    /// Refuses an algorithm that the puzzle does not have.
    ///
    /// # Errors
    /// [`Error::Unavailable`] with the algorithms of the puzzle.
    fn check_algorithm(&self, algorithm: &AlgorithmSpec) -> Result<(), Error>;

    /// Refuses choices that are impossible for the goal of a task. No table is built.
    ///
    /// # Errors
    /// If a name is unknown, or the heuristic or the algorithm is unavailable for the goal.
    fn check_plan(&self, task: &dyn AnyTask, choices: &Choices<'_>) -> Result<(), Error>;

    /// Random positions; a seed gives the same ones in every version.
    fn random(&self, seed: u64) -> RandomTasks;

    /// The moves that make positions: of tiles from the goal, of other puzzles from the solved position.
    fn scrambles(&self) -> Scrambles;

    /// A check of positions in a metric.
    ///
    /// # Errors
    /// [`Error::Metric`] if the puzzle has no such metric.
    fn checker(&self, metric: Option<&str>) -> Result<Checker, Error>;

    /// The result of a check for a text that is not a position.
    fn unread_check(&self, position: Vec<(&'static str, Value)>) -> CheckResult;

    /// Returns true if the heuristic of the choices is admissible or left open.
    ///
    /// # Errors
    /// The name that the puzzle does not have.
    fn is_admissible(&self, choices: &Choices<'_>) -> Result<bool, Error>;

    /// The warning about an inadmissible heuristic under an algorithm that relies on it.
    ///
    /// # Errors
    /// The name that the puzzle does not have.
    fn overestimate(&self, choices: &Choices<'_>) -> Result<Option<String>, Error>;
}

impl PuzzleName {
    /// The puzzle behind an object-safe interface.
    pub fn puzzle(self) -> &'static dyn AnyPuzzle {
        for_puzzle!(self, P => &const { Typed::<P>(PhantomData) })
    }
}

/// A puzzle by its type.
struct Typed<P>(PhantomData<fn() -> P>);

impl<P: Listed> Typed<P> {
    const FACTS: &'static Facts = &Facts {
        name: P::NAME,
        noun: P::NOUN,
        shape: P::SHAPE,
        has_sizes: P::HAS_SIZES,
        named_shapes: P::NAMED_SHAPES,
        goal: P::GOAL,
        generator: P::GENERATOR,
        fields: P::FIELDS,
        columns: P::COLUMNS,
        list_columns: P::LIST_COLUMNS,
        moves: P::MOVES,
    };
}

impl<P: Listed> AnyPuzzle for Typed<P> {
    fn facts(&self) -> &'static Facts {
        Self::FACTS
    }

    fn read(
        &self,
        text: &str,
        shape: Option<&str>,
        goal: Option<&str>,
    ) -> Result<Arc<dyn AnyTask>, Unreadable> {
        Ok(Arc::new(P::read(text, shape, goal)?))
    }

    fn restore(&self, shape: &str, start: &str, goal: &str) -> Result<Arc<dyn AnyTask>, String> {
        let position = |text| P::parse(text, Some(shape)).map_err(|why| why.to_string());
        Ok(Arc::new(Task::<P> { start: position(start)?, goal: position(goal)? }))
    }

    fn goal(
        &self,
        shape: Option<&str>,
        goal: Option<&str>,
    ) -> Result<Arc<dyn AnyTask>, Unreadable> {
        let goal = P::goal_or_usual(shape, goal)?;
        Ok(Arc::new(Task::<P> { start: goal.clone(), goal }))
    }

    fn goal_at(
        &self,
        shape: Option<&str>,
        goal: Option<&str>,
    ) -> Result<Option<Arc<dyn AnyTask>>, Unreadable> {
        let goal = P::goal_at(shape, goal)?;
        Ok(goal.map(|goal| Arc::new(Task::<P> { start: goal.clone(), goal }) as _))
    }

    fn check_shape(&self, shape: &str) -> Result<String, Unreadable> {
        P::check_shape(shape)
    }

    fn with_moves(&self, shape: Option<&str>, moves: &str) -> Option<Result<String, Unreadable>> {
        P::with_moves(shape, moves)
    }

    fn check_goal(&self, goal: &str, shape: Option<&str>) -> Result<(), Unreadable> {
        P::check_goal(goal, shape)
    }

    fn states(
        &self,
        shape: Option<&str>,
        start: Option<&str>,
        metric: Option<&str>,
    ) -> Result<Option<u128>, Error> {
        let metric = choices::metric::<P>(metric)?;
        Ok(P::visit_space(&P::start(shape, start)?, metric, States))
    }

    fn metric(&self, name: Option<&str>) -> Result<Metric, Error> {
        Ok(Metric::of::<P>(choices::metric::<P>(name)?))
    }

    fn heuristic(&self, name: Option<&str>) -> Result<Option<String>, Error> {
        Ok(choices::heuristic::<P>(name)?.map(|heuristic| heuristic.to_string()))
    }

    fn databases(&self, heuristic: &str) -> Result<Vec<(String, bool)>, Error> {
        let heuristic = choices::heuristic::<P>(Some(heuristic))?;
        Ok(heuristic.iter().flat_map(P::databases).collect())
    }

    fn heuristics(&self, databases: bool) -> Vec<HeuristicFacts> {
        let quick = P::heuristics().into_iter().map(|info| (info.name, info.summary));
        let large = P::database_heuristics().into_iter().filter(|_| databases);
        let facts = |(name, summary): (&'static str, _)| {
            let heuristic = name.parse::<P::Heuristic>().ok()?;
            let properties =
                |&metric: &P::Metric| (metric.to_string(), P::properties(&heuristic, metric));
            let properties = P::METRICS.iter().map(properties).collect();
            Some(HeuristicFacts { name, summary, properties })
        };
        quick.chain(large).filter_map(facts).collect()
    }

    fn algorithms(&self) -> Vec<AlgorithmName> {
        P::algorithms()
    }

    fn check_algorithm(&self, algorithm: &AlgorithmSpec) -> Result<(), Error> {
        Ok(check_algorithm::<P>(algorithm)?)
    }

    fn check_plan(&self, task: &dyn AnyTask, choices: &Choices<'_>) -> Result<(), Error> {
        Plan::new(&task.typed::<P>().goal, &choices.settings::<P>()?)?;
        Ok(())
    }

    fn random(&self, seed: u64) -> RandomTasks {
        let mut random = P::random(seed);
        Box::new(move |task| {
            let goal = &task.typed::<P>().goal;
            Arc::new(Task::<P> { start: random(goal), goal: goal.clone() })
        })
    }

    fn scrambles(&self) -> Scrambles {
        let mut finder = MoveFinder::<P>::new();
        Box::new(move |task, cancel| {
            let moves = finder.moves(task.typed::<P>(), cancel)?;
            Ok(P::format_moves(&moves))
        })
    }

    fn checker(&self, metric: Option<&str>) -> Result<Checker, Error> {
        let mut heuristics = Heuristics::<P>::new(choices::metric::<P>(metric)?);
        Ok(Box::new(move |task| CheckResult::of(task.typed::<P>(), &mut heuristics)))
    }

    fn unread_check(&self, position: Vec<(&'static str, Value)>) -> CheckResult {
        CheckResult::unread::<P>(position)
    }

    fn is_admissible(&self, choices: &Choices<'_>) -> Result<bool, Error> {
        let settings = choices.settings::<P>()?;
        let heuristic = settings.heuristic.as_ref();
        Ok(heuristic.is_none_or(|it| P::properties(it, settings.metric).admissible))
    }

    fn overestimate(&self, choices: &Choices<'_>) -> Result<Option<String>, Error> {
        let settings = choices.settings::<P>()?;
        let algorithm = settings.algorithm.unwrap_or(AlgorithmName::IdaStar.into());
        let heuristic = settings.heuristic.as_ref();
        Ok(heuristic.and_then(|it| overestimate::<P>(&algorithm, it, settings.metric)))
    }
}
