//! The graph of a puzzle, level by level, by one of three strategies.
//!
//! | file | strategy of *Exploring the Limits of Computing Through Exhaustive Search* |
//! |---|---|
//! | `row` | the next unvisited state: query, insert, update |
//! | `level` | all states of a level, each successor inserted on its own |
//! | `bulk` | a level made in memory, without duplicates, and loaded in bulk |

mod bulk;
mod level;
mod ranges;
mod row;
mod strategy;

pub(crate) use bulk::BATCH;
pub use strategy::Strategy;

use crate::backend::{Backend, Layout, check_levels};
use crate::error::{GraphError, Result};
use crate::key::{Key, Representation, Rows};
use crate::meta::Meta;
use crate::space::{GraphSpace, graph_space, with_words};
use loyd::{Listed, PuzzleName, choices, for_puzzle};
use loyd_search::clock::Stopwatch;
use loyd_search::observe::{Budget, Limit, StopCause};
use std::time::Duration;

/// A request to build a graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BuildRequest {
    /// The puzzle.
    pub puzzle: PuzzleName,
    /// The shape, such as `3x3`, of a puzzle that has several.
    pub shape: Option<String>,
    /// The goal, by name or as a position; the start of the graph.
    pub goal: Option<String>,
    /// The metric.
    pub metric: Option<String>,
    /// The last level; all of them by default.
    pub depth: Option<u32>,
    /// The strategy.
    pub strategy: Strategy,
    /// Bytes of memory for the states of a level.
    pub memory: u64,
    /// Number of threads.
    pub threads: usize,
    /// Store positions as text, where they are not in the key.
    pub positions: bool,
    /// The representation of states in keys; by default that of the graph, in a new one the shortest.
    pub representation: Option<Representation>,
}

impl BuildRequest {
    /// All levels of a puzzle, in bulk: default goal and metric, at most 1 GiB, one thread.
    pub fn new(puzzle: PuzzleName, shape: Option<&str>) -> Self {
        Self {
            puzzle,
            shape: shape.map(str::to_owned),
            goal: None,
            metric: None,
            depth: None,
            strategy: Strategy::default(),
            memory: 1 << 30,
            threads: 1,
            positions: true,
            representation: None,
        }
    }
}

/// The progress of a build.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BuildProgress {
    /// The level whose states are being stored.
    pub level: u32,
    /// States stored so far, by this run and earlier ones.
    pub states: u64,
    /// States stored by earlier runs.
    pub earlier: u64,
    /// Time since the start.
    pub elapsed: Duration,
}

/// The result of a build.
#[derive(Clone, PartialEq, Debug)]
pub struct Built {
    /// The facts about the graph.
    pub meta: Meta,
    /// The states of each complete level.
    pub levels: Vec<u64>,
    /// The level after which this run began; `None` if the graph is new.
    pub resumed_at: Option<u32>,
    /// The limit that ended the run before its end, if any.
    pub stopped: Option<StopCause>,
    /// States that this run stored.
    pub stored: u64,
    /// Seconds of the run, the rebuild included.
    pub seconds: f64,
    /// Seconds of the rebuild.
    pub rebuild_seconds: f64,
}

/// A callback for progress, called several times a second.
pub type OnBuild<'a> = &'a mut dyn FnMut(&BuildProgress);

/// The state of a build that all strategies share.
struct Run<'a> {
    backend: &'a mut dyn Backend,
    space: &'a GraphSpace,
    /// The states of each complete level.
    levels: Vec<u64>,
    depth: u32,
    memory: u64,
    threads: usize,
    positions: bool,
    stored: u64,
    earlier: u64,
    began: Stopwatch,
    reported: Duration,
    budget: &'a Budget,
    stopped: Option<StopCause>,
    report: OnBuild<'a>,
}

/// Time between two reports.
const INTERVAL: Duration = Duration::from_millis(100);

impl Run<'_> {
    /// The last complete level.
    fn last(&self) -> u32 {
        self.levels.len() as u32 - 1
    }

    /// Counts states that were stored and reports; returns true if a limit is reached.
    fn advance(&mut self, level: u32, states: u64) -> bool {
        self.stored += states;
        let elapsed = self.began.elapsed();
        if elapsed >= self.reported + INTERVAL {
            self.reported = elapsed;
            let states = self.earlier + self.stored;
            (self.report)(&BuildProgress { level, states, earlier: self.earlier, elapsed });
        }
        self.is_stopped()
    }

    /// True if a limit is reached; its nodes are states that this run stored.
    fn is_stopped(&mut self) -> bool {
        self.stopped = self.stopped.or_else(|| self.budget.exceeded(self.stored));
        self.stopped.is_some()
    }

    /// A row of one state.
    fn row(&self, key: &Key, level: u32, mv: Option<u16>) -> Result<Rows> {
        let mut rows = Rows::new(self.space.form);
        rows.keys.push(key);
        rows.levels.push(level);
        rows.moves.push(mv);
        if self.positions {
            rows.positions.push(self.space.text(key)?);
        }
        Ok(rows)
    }

    /// Ends the transaction of a level: with its states, or as the end of the graph if it has none.
    fn commit_level(&mut self, level: u32, states: u64) -> Result<()> {
        if states == 0 {
            let counts = self.backend.counts()?;
            check_levels(self.backend, &self.levels, true, &counts)?;
            self.backend.set_meta("complete", "yes")?;
        } else {
            self.backend.add_level(level, states)?;
        }
        self.backend.commit()?;
        if states > 0 {
            self.levels.push(states);
        }
        Ok(())
    }

    /// Stores the start, in a new graph.
    fn store_start(&mut self) -> Result<()> {
        let row = self.row(&self.space.start(), 0, None)?;
        self.backend.begin()?;
        self.backend.load(&row)?;
        self.stored += 1;
        self.commit_level(0, 1)
    }
}

/// Builds a graph, or continues a stored one.
///
/// # Errors
/// If the request names an unknown puzzle, goal or metric; if the database holds another graph, or another
/// process builds in it; if a recorded level differs from the stored states; or if the database fails.
pub fn build(
    request: &BuildRequest,
    backend: &mut dyn Backend,
    limit: &Limit,
    report: OnBuild<'_>,
) -> Result<Built> {
    let budget = Budget::start(limit);
    let place = backend.place();
    if !backend.lock()? {
        return Err(GraphError::Busy { place });
    }
    let stored = backend.meta()?.map(|meta| meta.key.representation());
    let representation = request.representation.or(stored);
    let (space, meta) = for_puzzle!(request.puzzle, P => planned::<P>(request, representation)?);
    let built = build_again(request, &space, &meta, backend, &budget, report);
    built.map_err(|why| why.at(&place))
}

/// The space of a request and the facts about its graph.
fn planned<P: Listed>(
    request: &BuildRequest,
    representation: Option<Representation>,
) -> Result<(GraphSpace, Meta)> {
    let metric = choices::metric::<P>(request.metric.as_deref())?;
    let goal = P::goal_or_usual(request.shape.as_deref(), request.goal.as_deref());
    let goal = goal.map_err(loyd::Error::from)?;
    let space = graph_space::<P>(&goal, metric, representation)?;
    let meta = Meta {
        program: env!("CARGO_PKG_VERSION").to_owned(),
        puzzle: P::NAME.to_owned(),
        shape: P::shape(&goal),
        goal: P::format(&goal),
        metric: metric.to_string(),
        key: space.form,
        positions: request.positions && !space.form.shows_position(),
        strategy: request.strategy.to_string(),
        complete: false,
    };
    Ok((space, meta))
}

/// Builds a graph, again from the last level that is recorded if the connection to a server is lost;
/// once for each level.
fn build_again(
    request: &BuildRequest,
    space: &GraphSpace,
    meta: &Meta,
    backend: &mut dyn Backend,
    budget: &Budget,
    report: OnBuild<'_>,
) -> Result<Built> {
    let began = Stopwatch::start();
    let mut initial: Option<Vec<u64>> = None;
    let mut lost_at = None;
    loop {
        let built =
            build_typed(request, space, meta.clone(), backend, budget, report, &mut initial);
        let why = match built {
            Ok(built) => {
                let earlier = initial.unwrap_or_default();
                let (now, before): (u64, u64) = (built.levels.iter().sum(), earlier.iter().sum());
                let resumed_at = (earlier.len() as u32).checked_sub(1);
                let stored = if lost_at.is_some() { now - before } else { built.stored };
                let seconds = began.elapsed().as_secs_f64();
                return Ok(Built { resumed_at, stored, seconds, ..built });
            }
            Err(why) => why,
        };
        // The first error is the one to report.
        let _ = backend.rollback();
        let GraphError::Lost { .. } = why else { return Err(why) };
        let Ok(levels) = backend.levels() else { return Err(why) };
        if lost_at == Some(levels.len()) || budget.exceeded(0).is_some() {
            return Err(why);
        }
        lost_at = Some(levels.len());
    }
}

/// Builds a graph from the last level that is recorded. `initial` gets the levels that were
/// stored at the first call.
fn build_typed(
    request: &BuildRequest,
    space: &GraphSpace,
    meta: Meta,
    backend: &mut dyn Backend,
    budget: &Budget,
    report: OnBuild<'_>,
    initial: &mut Option<Vec<u64>>,
) -> Result<Built> {
    let began = Stopwatch::start();
    let stored = backend.meta()?;
    if let Some(stored) = &stored {
        refuse_other(&backend.place(), stored, &meta)?;
    } else {
        let (moves, slides) = (space.moves.clone(), space.slides.clone());
        backend.create(&Layout { meta: meta.clone(), moves, slides })?;
    }
    let levels = backend.levels()?;
    let resumed_at = (levels.len() as u32).checked_sub(1);
    initial.get_or_insert_with(|| levels.clone());
    let meta = stored.unwrap_or(meta);
    let mut run = Run {
        space,
        earlier: levels.iter().sum(),
        levels,
        depth: request.depth.unwrap_or(u32::MAX),
        memory: request.memory,
        threads: request.threads.max(1),
        positions: meta.positions,
        stored: 0,
        reported: Duration::ZERO,
        began: began.clone(),
        budget,
        stopped: None,
        report,
        backend,
    };
    let mut rebuild_seconds = 0.0;
    if !meta.complete {
        run.backend.set_meta("strategy", request.strategy.name())?;
        if run.levels.is_empty() {
            run.store_start()?;
        }
        match request.strategy {
            Strategy::Row => row::build(&mut run)?,
            Strategy::Level | Strategy::Bulk => {
                refuse_unfinished(&mut run)?;
                if request.strategy == Strategy::Level {
                    level::build(&mut run)?;
                } else {
                    with_words!(&run.space.words, words => bulk::build(&mut run, &**words)?);
                }
            }
        }
        let before = began.elapsed();
        if request.strategy == Strategy::Bulk && run.stored > 0 && !run.is_stopped() {
            run.backend.rebuild()?;
            rebuild_seconds = began.elapsed().saturating_sub(before).as_secs_f64();
        }
    }
    let Run { levels, stored, depth, stopped, .. } = run;
    let meta = backend.meta()?.unwrap_or(meta);
    let finished = meta.complete || levels.len() as u64 > u64::from(depth);
    let seconds = began.elapsed().as_secs_f64();
    Ok(Built {
        meta,
        levels,
        resumed_at,
        stopped: stopped.filter(|_| !finished),
        stored,
        seconds,
        rebuild_seconds,
    })
}

/// Refuses to continue the graph of something else.
fn refuse_other(place: &str, stored: &Meta, requested: &Meta) -> Result<()> {
    let keys = [stored, requested].map(|meta| meta.key.to_string());
    let pairs = [
        ("puzzle", &stored.shape, &requested.shape),
        ("metric", &stored.metric, &requested.metric),
        ("goal", &stored.goal, &requested.goal),
        ("form of keys", &keys[0], &keys[1]),
    ];
    match pairs.into_iter().find(|(_, stored, requested)| stored != requested) {
        None => Ok(()),
        Some((what, stored, requested)) => Err(GraphError::OtherGraph {
            place: place.to_owned(),
            what,
            stored: stored.clone(),
            requested: requested.clone(),
        }),
    }
}

/// Refuses to continue a level of which some states are stored; removes a queue between levels, which
/// this build would make wrong.
fn refuse_unfinished(run: &mut Run<'_>) -> Result<()> {
    match run.backend.last_open_level()? {
        None => Ok(()),
        Some(level) if level > run.last() => Err(GraphError::Unfinished { level }),
        Some(_) => {
            run.backend.begin()?;
            run.backend.remove_open(None)?;
            run.backend.commit()
        }
    }
}
