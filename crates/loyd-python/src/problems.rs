//! Puzzles written in Python: an object with `successors(state)` and `is_goal(state)`, and if it has them
//! `heuristics(states)` or `heuristic(state)`, and `cost(before, after)`. States are any objects that can be
//! keys of a dictionary.

use crate::calls::wrong;
use crate::space::{checked, reason, strategy_of};
use loyd::search::observe::{Cancel, Limit, Statistics};
use loyd::search::problem::{NoSolution, Problem, Solution, ida_star, levels};
use loyd::spaces::Strategy;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::cell::RefCell;
use std::fmt::{self, Debug};
use std::hash::{Hash, Hasher};
use std::time::Duration;

/// Adds the functions to the module.
pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(search_problem, module)?)?;
    module.add_function(wrap_pyfunction!(levels_of_problem, module)?)
}

thread_local! {
    /// The first exception that a function of the running search raised.
    static RAISED: RefCell<Option<PyErr>> = const { RefCell::new(None) };
}

/// The value of a call, or a default after an exception, which ends the search.
fn value_or<T>(result: PyResult<T>, default: T) -> T {
    result.unwrap_or_else(|exception| {
        RAISED.with(|raised| {
            raised.borrow_mut().get_or_insert(exception);
        });
        default
    })
}

/// A Python object as a state; its hash is computed once.
struct State {
    object: Py<PyAny>,
    hash: isize,
}

impl State {
    fn new(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Self { hash: object.hash()?, object: object.clone().unbind() })
    }
}

impl Clone for State {
    fn clone(&self) -> Self {
        Python::attach(|py| Self { object: self.object.clone_ref(py), hash: self.hash })
    }
}

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        self.hash == other.hash
            && (self.object.is(&other.object)
                || Python::attach(|py| {
                    value_or(self.object.bind(py).eq(other.object.bind(py)), false)
                }))
    }
}

impl Eq for State {}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.hash.hash(hasher);
    }
}

impl Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.object)
    }
}

/// The functions of a problem.
struct Functions {
    successors: Py<PyAny>,
    is_goal: Py<PyAny>,
    heuristic: Option<Py<PyAny>>,
    heuristics: Option<Py<PyAny>>,
    cost: Option<Py<PyAny>>,
    cancel: Cancel,
}

impl Functions {
    fn of(problem: &Bound<'_, PyAny>) -> PyResult<Self> {
        let function = |name: &str| {
            let value = problem.getattr_opt(name)?.filter(|value| !value.is_none());
            let value = value.map(Bound::unbind);
            match value {
                Some(value) if !value.bind(problem.py()).is_callable() => Err(wrong(
                    problem.py(),
                    "problem",
                    &format!("{name} of the problem is not a function"),
                )),
                value => Ok(value),
            }
        };
        let required = |name: &str| {
            function(name)?.ok_or_else(|| {
                let reason = format!("the problem has no function {name}(state)");
                wrong(problem.py(), "problem", &reason)
            })
        };
        Ok(Self {
            successors: required("successors")?,
            is_goal: required("is_goal")?,
            heuristic: function("heuristic")?,
            heuristics: function("heuristics")?,
            cost: function("cost")?,
            cancel: Cancel::new(),
        })
    }

    /// Calls a function; an exception ends the search.
    fn call<T>(&self, default: T, call: impl FnOnce(Python<'_>) -> PyResult<T>) -> T {
        let result = Python::attach(|py| {
            py.check_signals()?;
            call(py)
        });
        if result.is_err() {
            self.cancel.cancel();
        }
        value_or(result, default)
    }

    /// The estimates of states; 0 without a heuristic.
    fn estimates(&self, states: &[State]) -> Option<Vec<f64>> {
        if self.cancel.is_cancelled() {
            return None;
        }
        let values = self.call(None, |py| {
            if let Some(heuristics) = &self.heuristics {
                let list = PyList::new(py, states.iter().map(|state| &state.object))?;
                let values = heuristics.call1(py, (list,))?;
                return checked(py, values.bind(py), states.len()).map(Some);
            }
            let Some(heuristic) = &self.heuristic else { return Ok(Some(vec![0.0; states.len()])) };
            let value = |state: &State| heuristic.call1(py, (&state.object,));
            let values = states.iter().map(value).collect::<PyResult<Vec<_>>>()?;
            let list = PyList::new(py, values)?;
            checked(py, list.as_any(), states.len()).map(Some)
        });
        values.filter(|_| !self.cancel.is_cancelled())
    }
}

impl Problem for Functions {
    type State = State;

    fn successors(&self, state: &State) -> Vec<State> {
        if self.cancel.is_cancelled() {
            return Vec::new();
        }
        self.call(Vec::new(), |py| {
            let successors = self.successors.call1(py, (&state.object,))?.into_bound(py);
            successors.try_iter()?.map(|successor| State::new(&successor?)).collect()
        })
    }

    fn is_goal(&self, state: &State) -> bool {
        self.call(false, |py| self.is_goal.call1(py, (&state.object,))?.bind(py).is_truthy())
    }

    fn heuristic(&self, state: &State) -> u32 {
        let values = self.estimates(std::slice::from_ref(state));
        // A search with bounds that are whole numbers: an admissible estimate rounded up is one too.
        values.map_or(0, |values| (values[0] - 1e-6).ceil().max(0.0) as u32)
    }

    fn cost(&self, before: &State, after: &State) -> u32 {
        let Some(cost) = &self.cost else { return 1 };
        self.call(1, |py| {
            let cost: i64 = cost.call1(py, (&before.object, &after.object))?.extract(py)?;
            u32::try_from(cost).ok().filter(|&cost| cost > 0).ok_or_else(|| {
                wrong(
                    py,
                    "problem",
                    &format!("cost returned {cost}: costs are whole numbers from 1 on"),
                )
            })
        })
    }
}

/// Limits of a search.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Limits {
    max_nodes: Option<u64>,
    max_time: Option<f64>,
    memory: Option<u64>,
}

impl Limits {
    fn checked(&self, py: Python<'_>, cancel: &Cancel) -> PyResult<Limit> {
        let time = self.max_time.map(|seconds| {
            Duration::try_from_secs_f64(seconds).map_err(|_| {
                let reason =
                    format!("max_time is {seconds}: it must be a number of seconds from 0 on");
                wrong(py, "max_time", &reason)
            })
        });
        let (time, cancel) = (time.transpose()?, Some(cancel.clone()));
        Ok(Limit { nodes: self.max_nodes, time, memory: self.memory, cancel, ..Limit::none() })
    }
}

/// Searches a path: `astar` and `beam` as in [`Strategy`], `bfs`, or `idastar`.
#[pyfunction]
fn search_problem<'py>(
    problem: &Bound<'py, PyAny>,
    start: &Bound<'py, PyAny>,
    strategy: (&str, f64, usize),
    limits: Limits,
) -> PyResult<Bound<'py, PyDict>> {
    let py = problem.py();
    let functions = Functions::of(problem)?;
    let start = State::new(start)?;
    let limit = limits.checked(py, &functions.cancel)?;
    RAISED.take();
    let result = match strategy.0 {
        "idastar" => ida_star(&functions, &start, &limit),
        "bfs" => {
            let zero = &mut |states: &[State]| {
                (!functions.cancel.is_cancelled()).then(|| vec![0.0; states.len()])
            };
            Strategy::Astar(0.0, 1).search(&functions, &start, &limit, zero)
        }
        _ => {
            let estimates = &mut |states: &[State]| functions.estimates(states);
            strategy_of(py, strategy)?.search(&functions, &start, &limit, estimates)
        }
    };
    if let Some(exception) = RAISED.take() {
        return Err(exception);
    }
    path(py, result)
}

fn path(
    py: Python<'_>,
    result: Result<Solution<State>, NoSolution>,
) -> PyResult<Bound<'_, PyDict>> {
    let fields = PyDict::new(py);
    match result {
        Ok(Solution {
            states, cost, statistics: Statistics { expanded, generated, .. }, ..
        }) => {
            let states = states.into_iter().map(|state| state.object);
            fields.set_item("states", PyList::new(py, states.collect::<Vec<_>>())?)?;
            fields.set_item("cost", cost)?;
            fields.set_item("expanded", expanded)?;
            fields.set_item("generated", generated)?;
        }
        Err(why) => fields.set_item("reason", reason(&why))?,
    }
    Ok(fields)
}

/// The number of states at each depth, and the limit that ended the search.
#[pyfunction]
fn levels_of_problem(
    problem: &Bound<'_, PyAny>,
    start: &Bound<'_, PyAny>,
    limits: Limits,
) -> PyResult<(Vec<u64>, Option<&'static str>)> {
    let functions = Functions::of(problem)?;
    let start = State::new(start)?;
    let limit = limits.checked(problem.py(), &functions.cancel)?;
    RAISED.take();
    let levels = levels(&functions, &start, &limit);
    match RAISED.take() {
        Some(exception) => Err(exception),
        None => Ok((levels.counts, levels.stopped.map(loyd::search::observe::StopCause::describe))),
    }
}
