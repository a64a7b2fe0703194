//! The requests of the library: texts and options in, JSON out.

use crate::calls::{self, failure, wrong};
use crate::options::{Options, Request, Warnings};
use loyd::batch::{NoThread, Share, Workers, in_order};
use loyd::erased::{AnySolvers, solvers};
use loyd::pictures::{Style, Theme};
use loyd::search::observe::{Limit, Progress, StopCause};
use loyd::{CountOptions, SolveResult, Status};
use loyd_report::animation::svg as moving;
use loyd_report::chart::Sheet;
use loyd_report::chart::levels::{Levels, levels};
use loyd_report::svg::svg;
use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use serde::Serialize;
use serde_json::{Value, to_value};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Adds the functions to the module.
pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(solve, module)?)?;
    module.add_function(wrap_pyfunction!(solve_many, module)?)?;
    module.add_function(wrap_pyfunction!(estimate, module)?)?;
    module.add_function(wrap_pyfunction!(check, module)?)?;
    module.add_function(wrap_pyfunction!(replay, module)?)?;
    module.add_function(wrap_pyfunction!(moves_svg, module)?)?;
    module.add_function(wrap_pyfunction!(scramble, module)?)?;
    module.add_function(wrap_pyfunction!(enumerate, module)?)?;
    module.add_function(wrap_pyfunction!(puzzles, module)?)?;
    module.add_function(wrap_pyfunction!(define, module)?)?;
    module.add_function(wrap_pyfunction!(levels_svg, module)?)
}

/// The fields of a progress report of a search.
fn fields(progress: &Progress) -> Vec<(&'static str, f64)> {
    vec![
        ("bound", f64::from(progress.bound)),
        ("expanded", progress.expanded as f64),
        ("seconds", progress.elapsed.as_secs_f64()),
    ]
}

fn json(py: Python<'_>, value: impl Serialize) -> PyResult<String> {
    let text = serde_json::to_string(&value);
    text.map_err(|why| wrong(py, "request", &why.to_string()))
}

/// Solves a position; with `all` counts the shortest solutions and lists at most that number of them.
#[pyfunction]
fn solve(py: Python<'_>, text: &str, options: Options, all: Option<usize>) -> PyResult<String> {
    let request = options.checked(py)?;
    let results = solved(py, &request, &[text.to_owned()], all)?;
    results.into_iter().next().ok_or_else(|| wrong(py, "request", "no result"))
}

/// Solves positions; a result for each.
#[pyfunction]
fn solve_many(py: Python<'_>, texts: Vec<String>, options: Options) -> PyResult<Vec<String>> {
    solved(py, &options.checked(py)?, &texts, None)
}

fn solved(
    py: Python<'_>,
    request: &Request,
    texts: &[String],
    all: Option<usize>,
) -> PyResult<Vec<String>> {
    let share = Share::of(request.threads, texts.len());
    let warnings = Arc::new(Warnings::default());
    let built =
        solvers(request.name, &request.choices(), request.tables(&warnings), (texts.len(), &[]));
    let solvers = built.map_err(|why| failure(py, &why))?;
    let many = texts.len() > 1;
    let results = calls::run(py, &request.cancel, request.progress(py), |reporter| {
        let done = AtomicU64::new(0);
        let work = |text: &String| {
            let mut report = |progress: &Progress| {
                if !many {
                    reporter.progress(|| fields(progress));
                }
            };
            let result = solved_one((request, text, all), &*solvers, share.threads, &mut report);
            warnings.report(reporter);
            let done = done.fetch_add(1, Relaxed) + 1;
            if many {
                reporter.progress(|| vec![("done", done as f64), ("of", texts.len() as f64)]);
            }
            result
        };
        let mut results = Vec::with_capacity(texts.len());
        let workers = Workers { count: share.workers, address_space: None };
        in_order(texts, workers, work, |result| {
            let result = result.map_err(|why| Stop::Failure(results.len(), why))?;
            // The exception that set the flag is raised; the other positions are not solved.
            if request.cancel.is_cancelled() {
                return Err(Stop::Cancelled);
            }
            results.push(serde_json::to_string(&result).unwrap_or_default());
            Ok::<(), Stop>(())
        })?;
        Ok::<_, Stop>(results)
    })?;
    results.map_err(|stop| stop.exception(py, many))
}

/// The reason why a batch ends early.
enum Stop {
    /// The number of the position, and its error.
    Failure(usize, loyd::Error),
    Thread(NoThread),
    Cancelled,
}

impl Stop {
    fn exception(&self, py: Python<'_>, many: bool) -> PyErr {
        match self {
            Self::Failure(number, why) if many => {
                wrong(py, why.what(), &format!("position {number}: {why}"))
            }
            Self::Failure(_, why) => failure(py, why),
            Self::Thread(why) => wrong(py, "threads", &why.to_string()),
            Self::Cancelled => wrong(py, "request", "the request was cancelled"),
        }
    }
}

impl From<NoThread> for Stop {
    fn from(why: NoThread) -> Self {
        Self::Thread(why)
    }
}

fn solved_one(
    (request, text, all): (&Request, &str, Option<usize>),
    solvers: &dyn AnySolvers,
    threads: usize,
    report: &mut dyn FnMut(&Progress),
) -> Result<SolveResult, loyd::Error> {
    let task = request.read(text)?;
    let mut result = solvers.solve(&*task, threads, &request.limit, report)?;
    if let Some(list) = all
        && result.status == Status::Solved
    {
        let counted = CountOptions { list, slack: 0 };
        solvers.count_all(&*task, &mut result, counted, &request.limit)?;
    }
    Ok(result)
}

/// The values of a heuristic; -1 where a position has none.
#[pyfunction]
fn estimate(
    py: Python<'_>,
    texts: Vec<String>,
    options: Options,
) -> PyResult<Bound<'_, PyArray1<i32>>> {
    let request = options.checked(py)?;
    let warnings = Arc::new(Warnings::default());
    let built =
        solvers(request.name, &request.choices(), request.tables(&warnings), (texts.len(), &[]));
    let solvers = built.map_err(|why| failure(py, &why))?;
    let values = calls::run(py, &request.cancel, None, |reporter| {
        let work = |text: &String| solvers.estimate(&*request.read(text)?);
        let mut values = Vec::with_capacity(texts.len());
        let workers = Workers { count: request.threads, address_space: None };
        in_order(&texts, workers, work, |value: Result<_, loyd::Error>| {
            let value = value.map_err(|why| Stop::Failure(values.len(), why))?;
            values.push(value.map_or(-1, |value| value as i32));
            Ok::<(), Stop>(())
        })?;
        warnings.report(reporter);
        Ok::<_, Stop>(values)
    })?;
    let values = values.map_err(|stop| stop.exception(py, texts.len() > 1))?;
    Ok(values.into_pyarray(py))
}

/// The facts about a position.
#[pyfunction]
fn check(py: Python<'_>, text: &str, options: Options) -> PyResult<String> {
    let request = options.checked(py)?;
    let result = calls::run(py, &request.cancel, None, |_| {
        let mut checker = request.puzzle().checker(request.metric())?;
        let task = request.read(text)?;
        Ok::<_, loyd::Error>(checker(&*task))
    })?;
    let result = result.map_err(|why| failure(py, &why))?;
    let mut value = to_value(&result).unwrap_or(Value::Null);
    value["other_goal"] = result.other_goal.into();
    json(py, value)
}

/// Replays moves.
#[pyfunction]
fn replay(py: Python<'_>, text: &str, moves: &str, options: Options) -> PyResult<String> {
    let request = options.checked(py)?;
    let result = request.read(text).and_then(|task| Ok(task.replay(moves, request.metric())?.0));
    json(py, result.map_err(|why| failure(py, &why))?)
}

/// The positions along moves as an SVG that moves, with a title; `None` for puzzles without pictures.
#[pyfunction]
fn moves_svg(
    py: Python<'_>,
    text: &str,
    moves: &str,
    title: &str,
    options: Options,
) -> PyResult<Option<String>> {
    let request = options.checked(py)?;
    let path = request.read(text).and_then(|task| task.path(moves));
    let path = path.map_err(|why| failure(py, &why))?;
    let style = Style { unit: 40.0, theme: Theme::Light };
    Ok(path.animation(&style, 0.5).map(|mut animation| {
        title.clone_into(&mut animation.frames[0].scene.title);
        moving(&animation)
    }))
}

/// Random positions.
#[pyfunction]
fn scramble(py: Python<'_>, count: usize, seed: u64, options: Options) -> PyResult<Vec<String>> {
    let request = options.checked(py)?;
    let goal = request.puzzle().goal(request.shape.as_deref(), request.goal());
    let goal = goal.map_err(|why| failure(py, &why.into()))?;
    let mut random = request.puzzle().random(seed);
    calls::run(py, &request.cancel, None, |_| {
        let positions = (0..count).map(|_| random(&*goal).start());
        positions.take_while(|_| !request.cancel.is_cancelled()).collect()
    })
}

/// Counts the states at every depth.
#[pyfunction]
fn enumerate(
    py: Python<'_>,
    space: (Option<String>, Option<u32>, Option<String>),
    antipodes: usize,
    options: Options,
) -> PyResult<String> {
    let request = options.checked(py)?;
    let mut levels =
        loyd::enumerate(request.name.name()).threads(request.threads).antipodes(antipodes);
    levels.shape.clone_from(&request.shape);
    levels.metric = request.metric().map(str::to_owned);
    (levels.start, levels.depth, levels.engine) = space;
    levels.limit = Limit { share: None, ..request.limit.clone() };
    let result = calls::run(py, &request.cancel, request.progress(py), |reporter| {
        levels.run_with(&mut |progress| {
            reporter.progress(|| {
                vec![
                    ("depth", f64::from(progress.depth)),
                    ("states", progress.states as f64),
                    ("total", progress.total as f64),
                    ("seconds", progress.elapsed.as_secs_f64()),
                ]
            });
        })
    })?;
    let result = result.map_err(|why| failure(py, &why))?;
    let mut value = to_value(&result).unwrap_or(Value::Null);
    value["stopped"] = result.stopped.map(StopCause::describe).into();
    json(py, value)
}

/// The puzzles, and the names that their requests may use.
#[pyfunction]
fn puzzles(py: Python<'_>) -> PyResult<String> {
    json(py, loyd::puzzles())
}

/// The shape that the text of a definition describes.
#[pyfunction]
fn define(py: Python<'_>, text: &str) -> PyResult<String> {
    let defined = loyd::define(text);
    defined.map(|(_, shape)| shape).map_err(|why| failure(py, &why.into()))
}

/// The chart of levels as SVG.
#[pyfunction]
fn levels_svg(title: &str, states: Vec<u64>, complete: bool) -> String {
    svg(&levels(&Levels { title, states: &states, complete, comparison: None }, Sheet::NARROW))
}
