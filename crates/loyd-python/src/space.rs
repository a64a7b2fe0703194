//! The states of a puzzle as arrays of numbers: ranks, distances, audits, graphs, and searches with a heuristic
//! written in Python.

use crate::calls::{self, failure, wrong};
use crate::options::{Options, Request};
use loyd::search::audit::{Distances, Incomplete, Thoroughness};
use loyd::search::observe::{Cancel, Limit};
use loyd::search::problem::NoSolution;
use loyd::spaces::{AnySpace, Estimate, Strategy, space_of};
use numpy::{
    IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2,
    PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyIndexError, PyMemoryError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::cell::RefCell;
use std::sync::Mutex;

/// Adds the classes to the module.
pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Space>()?;
    module.add_function(wrap_pyfunction!(search, module)?)
}

/// The states from which a goal can be reached.
#[pyclass(frozen, module = "loyd._loyd")]
struct Space {
    request: Request,
    states: Box<dyn AnySpace>,
    distances: Mutex<Option<std::sync::Arc<Distances>>>,
}

fn incomplete(why: &Incomplete) -> PyErr {
    PyMemoryError::new_err(format!("{why}: set memory to allow more, where the machine has it"))
}

#[pymethods]
impl Space {
    #[new]
    fn new(py: Python<'_>, options: Options) -> PyResult<Self> {
        let request = options.checked(py)?;
        let goal = request.puzzle().goal(request.shape.as_deref(), request.goal());
        let goal = goal.map_err(|why| failure(py, &why.into()))?;
        let built = calls::run(py, &request.cancel, None, |_| space_of(&*goal, request.metric()))?;
        let space = built.map_err(|why| failure(py, &why))?;
        Ok(Self { request, states: space, distances: Mutex::new(None) })
    }

    /// The shape.
    #[getter]
    fn shape(&self) -> String {
        self.states.shape()
    }

    /// The numbers of the goal.
    #[getter]
    fn goal<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u16>> {
        self.states.goal().into_pyarray(py)
    }

    /// The number of states; `None` if it is unknown.
    #[getter]
    fn states(&self) -> Option<u128> {
        self.states.states()
    }

    /// The number of ranks; an error if the states have none.
    #[getter]
    fn size(&self, py: Python<'_>) -> PyResult<u64> {
        let reason = "the states of this puzzle have no ranks in 64 bits";
        self.states.size().ok_or_else(|| wrong(py, "puzzle", reason))
    }

    /// The ranks of states, a row each.
    fn rank<'py>(
        &self,
        py: Python<'py>,
        states: PyReadonlyArray2<'py, u16>,
    ) -> PyResult<Bound<'py, PyArray1<u64>>> {
        self.size(py)?;
        let (rows, width) = (states.shape()[0], states.shape()[1]);
        let numbers = states.as_array().iter().copied().collect::<Vec<u16>>();
        if width != self.states.width() {
            let reason = format!("a state has {} numbers, and not {width}", self.states.width());
            return Err(wrong(py, "states", &reason));
        }
        let ranks = calls::run(py, &Cancel::new(), None, |_| {
            let ranked = numbers.chunks(width).take(rows).enumerate().map(|(row, state)| {
                self.states.rank(state).map_err(|reason| format!("state {row}: {reason}"))
            });
            ranked.collect::<Result<Vec<u64>, String>>()
        })?;
        Ok(ranks.map_err(|reason| wrong(py, "states", &reason))?.into_pyarray(py))
    }

    /// The states of ranks, a row each.
    fn unrank<'py>(
        &self,
        py: Python<'py>,
        ranks: PyReadonlyArray1<'py, u64>,
    ) -> PyResult<Bound<'py, PyArray2<u16>>> {
        let size = self.size(py)?;
        let ranks: Vec<u64> = ranks.as_array().iter().copied().collect();
        if let Some(rank) = ranks.iter().find(|&&rank| rank >= size) {
            return Err(PyIndexError::new_err(format!("rank {rank}: ranks are 0 to {}", size - 1)));
        }
        let width = self.states.width();
        let numbers = calls::run(py, &Cancel::new(), None, |_| {
            ranks.iter().flat_map(|&rank| self.states.unrank(rank)).collect::<Vec<u16>>()
        })?;
        numbers.into_pyarray(py).reshape([ranks.len(), width])
    }

    /// The distance of every rank; 255 where the goal cannot be reached.
    fn distances<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let distances = self.all_distances(py)?;
        let size = self.size(py)?;
        let byte = |rank| distances.get(rank).map_or(u8::MAX, |distance| distance as u8);
        let bytes = py.detach(|| (0..size).map(byte).collect::<Vec<u8>>());
        Ok(bytes.into_pyarray(py))
    }

    /// The pairs of ranks that a move connects.
    fn edges<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u32>>> {
        let size = self.size(py)?;
        let bytes = size.saturating_mul(8 * self.states.max_moves());
        if bytes > self.request.memory() || u32::try_from(size).is_err() {
            let reason =
                format!("the graph has {size} states and needs about {bytes} bytes: set memory");
            return Err(PyMemoryError::new_err(reason));
        }
        let edges = calls::run(py, &Cancel::new(), None, |_| self.states.edges())?;
        let rows = edges.len() / 2;
        edges.into_pyarray(py).reshape([rows, 2])
    }

    /// Compares estimates, one for every rank, with the distances of all states.
    fn audit<'py>(
        &self,
        py: Python<'py>,
        estimates: PyReadonlyArray1<'py, u32>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let size = self.size(py)?;
        let estimates: Vec<u32> = estimates.as_array().iter().copied().collect();
        if estimates.len() as u64 != size {
            let reason = format!("{} estimates for {size} states", estimates.len());
            return Err(wrong(py, "heuristic", &reason));
        }
        let distances = self.all_distances(py)?;
        let (threads, limit, cancel) = self.limits();
        let audited = calls::run(py, &cancel, None, |_| {
            self.states.audit(&distances, &estimates, threads, &limit)
        })?;
        let findings = audited.map_err(|why| incomplete(&why))?;
        let result = PyDict::new(py);
        result.set_item("every_state", findings.thoroughness == Thoroughness::EveryState)?;
        result.set_item("admissible", findings.admissible())?;
        result.set_item("consistent", findings.consistent())?;
        result.set_item("states", findings.states)?;
        result.set_item("moves", findings.moves)?;
        result.set_item("overestimates", findings.overestimates)?;
        result.set_item("inconsistencies", findings.inconsistencies)?;
        result.set_item("exact", findings.joint.exact())?;
        result.set_item("mean_distance", findings.joint.distance().mean)?;
        result.set_item("mean_estimate", findings.joint.estimate().mean)?;
        result.set_item("correlation", findings.joint.correlation())?;
        result.set_item("pairs", findings.joint.pairs().collect::<Vec<_>>())?;
        let numbers = |rank| self.states.unrank(rank);
        let worst = findings.worst;
        let worst = worst.map(|worst| (numbers(worst.state), worst.estimate, worst.distance));
        result.set_item("worst", worst)?;
        let steepest = findings.steepest;
        let steepest = steepest.map(|it| (numbers(it.state), it.mv, it.before, it.after, it.cost));
        result.set_item("steepest", steepest)?;
        Ok(result)
    }
}

impl Space {
    /// The threads and the limits of a call, with a flag of this call.
    fn limits(&self) -> (usize, Limit, Cancel) {
        let cancel = Cancel::new();
        let (memory, limit) = (Some(self.request.memory()), self.request.limit.clone());
        (self.request.threads, Limit { memory, cancel: Some(cancel.clone()), ..limit }, cancel)
    }

    /// The distances, computed once.
    fn all_distances(&self, py: Python<'_>) -> PyResult<std::sync::Arc<Distances>> {
        self.size(py)?;
        let stored = |list: &Mutex<Option<_>>| list.lock().ok().and_then(|list| list.clone());
        if let Some(distances) = stored(&self.distances) {
            return Ok(distances);
        }
        let (threads, limit, cancel) = self.limits();
        let progress = self.request.progress(py);
        let computed = calls::run(py, &cancel, progress, |reporter| {
            self.states.distances(threads, &limit, &mut |states| {
                reporter.progress(|| vec![("states", states as f64)]);
            })
        })?;
        let distances = std::sync::Arc::new(computed.map_err(|why| incomplete(&why))?);
        if let Ok(mut list) = self.distances.lock() {
            *list = Some(distances.clone());
        }
        Ok(distances)
    }
}

/// Searches a path from a position with a heuristic written in Python, which estimates the rows of an array.
/// `strategy` is `astar` with a weight and a batch, or `beam` with a width.
#[pyfunction]
fn search<'py>(
    py: Python<'py>,
    text: &str,
    options: Options,
    heuristic: Py<PyAny>,
    strategy: (&str, f64, usize),
) -> PyResult<Bound<'py, PyDict>> {
    let request = options.checked(py)?;
    let task = request.read(text).map_err(|why| failure(py, &why))?;
    let space = space_of(&*task, request.metric()).map_err(|why| failure(py, &why))?;
    let strategy = strategy_of(py, strategy)?;
    let raised = RefCell::new(None);
    let mut estimate = |states: &[Vec<u16>]| {
        let values = values(py, &heuristic, states, space.width());
        values.map_err(|exception| *raised.borrow_mut() = Some(exception)).ok()
    };
    let estimate: &mut Estimate<'_> = &mut estimate;
    let result = space.search(&*task, &strategy, &request.limit, estimate);
    if let Some(exception) = raised.into_inner() {
        return Err(exception);
    }
    path(py, result.map(|(moves, solution)| (moves, solution.0, solution.1)))
}

/// A strategy by name, with a weight and a batch or a width.
pub(crate) fn strategy_of(
    py: Python<'_>,
    (name, weight, size): (&str, f64, usize),
) -> PyResult<Strategy> {
    if !(weight >= 0.0 && weight.is_finite()) {
        let reason = format!("weight is {weight}: it must be a finite number from 0 on");
        return Err(wrong(py, "weight", &reason));
    }
    if size == 0 {
        return Err(wrong(py, "batch", "a batch and the width of a beam have at least 1 state"));
    }
    Ok(if name == "beam" { Strategy::Beam(size) } else { Strategy::Astar(weight, size) })
}

/// The result of a search as a dictionary.
fn path(
    py: Python<'_>,
    result: Result<(Vec<String>, u32, loyd::search::observe::Statistics), NoSolution>,
) -> PyResult<Bound<'_, PyDict>> {
    let fields = PyDict::new(py);
    match result {
        Ok((moves, cost, statistics)) => {
            fields.set_item("moves", moves)?;
            fields.set_item("cost", cost)?;
            fields.set_item("expanded", statistics.expanded)?;
            fields.set_item("generated", statistics.generated)?;
        }
        Err(why) => fields.set_item("reason", reason(&why))?,
    }
    Ok(fields)
}

/// The reason why a search has no path: its kind, a sentence, and the lower bound of a stopped search.
pub(crate) fn reason(why: &NoSolution) -> (&'static str, String, Option<u32>) {
    match why {
        NoSolution::Unsolvable => ("unsolvable", why.to_string(), None),
        NoSolution::Stopped { lower_bound, .. } => ("stopped", why.to_string(), Some(*lower_bound)),
        NoSolution::Dropped { .. } => ("dropped", why.to_string(), None),
    }
}

/// The values of a heuristic of rows.
fn values(
    py: Python<'_>,
    heuristic: &Py<PyAny>,
    states: &[Vec<u16>],
    width: usize,
) -> PyResult<Vec<f64>> {
    py.check_signals()?;
    let rows = states.concat().into_pyarray(py).reshape([states.len(), width])?;
    checked(py, &heuristic.call1(py, (rows,))?.into_bound(py), states.len())
}

/// Values as numbers from 0 on, one for each state.
pub(crate) fn checked(
    py: Python<'_>,
    values: &Bound<'_, PyAny>,
    states: usize,
) -> PyResult<Vec<f64>> {
    let numpy = py.import("numpy")?;
    let array = numpy.call_method1("asarray", (values, "float64"))?;
    let array = array.cast_into::<PyArray1<f64>>().map_err(|_| {
        wrong(
            py,
            "heuristic",
            "the heuristic must return a one-dimensional array, a value for each state",
        )
    })?;
    let values = array.to_vec().map_err(|why| PyRuntimeError::new_err(why.to_string()))?;
    if values.len() != states {
        let reason = format!("the heuristic returned {} values for {states} states", values.len());
        return Err(wrong(py, "heuristic", &reason));
    }
    if let Some(value) = values.iter().find(|value| !(**value >= 0.0 && value.is_finite())) {
        let reason =
            format!("the heuristic returned {value}: estimates are finite numbers from 0 on");
        return Err(wrong(py, "heuristic", &reason));
    }
    Ok(values)
}
