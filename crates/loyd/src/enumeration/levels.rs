//! Enumerations of a puzzle that is known at run time.

use super::EnumerateResult;
use crate::choices::{self, Metric};
use crate::erased::AnyTask;
use crate::error::Unreadable;
use crate::listed::Listed;
use crate::puzzles::PuzzleName;
use crate::states::StartCount;
use crate::task::Task;
#[cfg(feature = "store")]
use loyd_enumerate::RunRecord;
use loyd_enumerate::checkpoint::{Checkpoints, StoreError};
use loyd_enumerate::lists::ListStore;
use loyd_enumerate::processes::KeyExchange;
use loyd_enumerate::{
    EngineName, EnumerateError, Enumeration, LevelProgress, LevelSummary, Plan, Request, run,
    run_with, states, symmetric,
};
use loyd_search::observe::Limit;
use loyd_search::puzzle::Puzzle;
#[cfg(feature = "store")]
use loyd_store::{
    Certificate, CheckpointInterval, RunFolder, Share, certificate::Check, disk::Disk,
};
use std::any::Any;
#[cfg(feature = "store")]
use std::path::Path;
use std::sync::Arc;

/// A request for an enumeration; see [`Request`].
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct LevelsRequest {
    /// The start, which is its own goal.
    pub start: Arc<dyn AnyTask>,
    pub metric: Metric,
    pub depth: Option<u32>,
    pub engine: Option<EngineName>,
    pub memory: u64,
    pub threads: usize,
    pub antipodes: usize,
    pub samples: usize,
}

/// A plan of a typed job.
type Planned = Result<AnyPlan, EnumerateError>;

impl LevelsRequest {
    /// Every level from the start that a shape and a text name, with the defaults of [`Request::new`].
    ///
    /// # Errors
    /// The reason why the shape or the start is wrong.
    pub fn new(
        puzzle: PuzzleName,
        shape: Option<&str>,
        start: Option<&str>,
    ) -> Result<Self, Unreadable> {
        for_puzzle!(puzzle, P => Ok(Self::of(&Request::<P>::new(P::start(shape, start)?))))
    }

    /// A typed request.
    pub fn of<P: Listed>(request: &Request<P>) -> Self {
        let start = request.start.clone();
        Self {
            start: Arc::new(Task::<P> { goal: start.clone(), start }),
            metric: Metric::of::<P>(request.metric),
            depth: request.depth,
            engine: request.engine,
            memory: request.memory,
            threads: request.threads,
            antipodes: request.antipodes,
            samples: request.samples,
        }
    }

    /// The request by the type of its puzzle.
    ///
    /// # Panics
    /// If it is of another puzzle.
    pub fn typed<P: Listed>(&self) -> Request<P> {
        Request {
            start: self.start.typed::<P>().start.clone(),
            metric: choices::metric::<P>(Some(&self.metric.name)).unwrap_or_default(),
            depth: self.depth,
            engine: self.engine,
            memory: self.memory,
            threads: self.threads,
            antipodes: self.antipodes,
            samples: self.samples,
        }
    }

    /// The puzzle.
    pub fn puzzle(&self) -> PuzzleName {
        self.start.puzzle()
    }

    /// The space in words: `4x4, single-tile metric, blank starts on cell 15`.
    pub fn title(&self) -> String {
        format!("{}, {}, {}", self.start.shape(), self.metric.title, self.start.start_title())
    }

    /// The number of states; `None` if it is unknown, or above `u128`.
    pub fn states(&self) -> Option<u128> {
        for_puzzle!(self.puzzle(), P => {
            let Request { start, metric, .. } = self.typed::<P>();
            states::<P>(&start, metric)
        })
    }

    /// The number of states at depth 0: several if the start is a goal that admits several positions.
    pub fn start_count(&self) -> usize {
        for_puzzle!(self.puzzle(), P => {
            let Request { start, metric, .. } = self.typed::<P>();
            P::visit_space(&start, metric, StartCount(&start))
        })
    }

    /// Makes the choices that the request leaves open, with all engines that keep their levels in memory.
    ///
    /// # Errors
    /// If no engine can carry it out within its limits.
    pub fn plan(&self) -> Planned {
        for_puzzle!(self.puzzle(), P => Ok(P::plan_levels(&self.typed::<P>())?.into()))
    }

    /// The plan of an engine with its levels in a store, continued from the levels that are there if
    /// `resume`.
    ///
    /// # Errors
    /// If the puzzle has no such engine, or its limits are too low.
    pub fn plan_in_lists(&self, store: Arc<dyn ListStore>, resume: bool) -> Planned {
        for_puzzle!(self.puzzle(), P => {
            let request = self.typed::<P>();
            let job = P::levels_in_lists(&request, store, resume)?;
            Ok(Plan::with_job(&request, Some(EngineName::Disk), job).into())
        })
    }

    /// The plan of one of several processes that share a run.
    ///
    /// # Errors
    /// If the puzzle has no such engine, or its limits are too low.
    pub fn plan_of_processes(&self, exchange: Arc<dyn KeyExchange>) -> Planned {
        for_puzzle!(self.puzzle(), P => {
            let request = self.typed::<P>();
            let job = P::levels_of_processes(&request, exchange)?;
            Ok(Plan::with_job(&request, Some(EngineName::Symmetric), job).into())
        })
    }

    /// Returns true if classes of states certainly exceed the memory; see [`symmetric::exceeds_memory`].
    pub fn exceeds_memory(&self) -> bool {
        for_puzzle!(self.puzzle(), P => symmetric::exceeds_memory(&self.typed::<P>()))
    }

    /// An upper bound for the bytes of files of lists; see [`symmetric::list_bytes`].
    pub fn list_bytes(&self, levels: &[u64]) -> Option<u64> {
        for_puzzle!(self.puzzle(), P => symmetric::list_bytes(&self.typed::<P>(), levels))
    }

    /// The levels as the reference engine of every puzzle counts them.
    ///
    /// # Errors
    /// If its limits are too low.
    pub fn reference_levels(&self) -> Result<Vec<u64>, EnumerateError> {
        let request = Self { engine: Some(EngineName::Reference), ..self.clone() };
        for_puzzle!(self.puzzle(), P => {
            let plan = Plan::<P>::new(&request.typed())?;
            Ok(run(&plan, &Limit::none(), &mut |_| ())?.levels)
        })
    }
}

/// Runs in folders.
#[cfg(feature = "store")]
impl LevelsRequest {
    /// The task of the run in a folder.
    ///
    /// # Errors
    /// If the run belongs to another puzzle, or names an unknown start or metric.
    pub fn of_run(puzzle: PuzzleName, run: &RunFolder) -> Result<Self, StoreError> {
        for_puzzle!(puzzle, P => Ok(Self::of::<P>(&run.request()?)))
    }

    /// Creates a run in a folder, or the share of one process of several.
    ///
    /// # Errors
    /// If the folder cannot be written, is in use, or contains a run already.
    pub fn create_run(
        &self,
        (disk, folder): (Arc<dyn Disk>, &Path),
        engine: Option<EngineName>,
        every: CheckpointInterval,
        share: Option<Share>,
    ) -> Result<RunFolder, StoreError> {
        for_puzzle!(self.puzzle(), P => {
            RunFolder::create_share(disk, folder, &self.typed::<P>(), engine, every, share)
        })
    }

    /// Compares a record in files with the request.
    ///
    /// # Errors
    /// The difference.
    pub fn check_record(&self, record: &RunRecord) -> Result<(), &'static str> {
        for_puzzle!(self.puzzle(), P => {
            let expected = RunRecord::of(&self.typed::<P>(), record.form.clone());
            record.check(&expected, self.states())?;
            record.positions::<P>().map(drop)
        })
    }

    /// The certificate of a run of this puzzle, if the run is finished.
    ///
    /// # Errors
    /// If it cannot be read or is damaged.
    pub fn certificate(&self, run: &RunFolder) -> Result<Option<Certificate>, StoreError> {
        for_puzzle!(self.puzzle(), P => run.certificate::<P>())
    }

    /// Checks a certificate of this puzzle; `own` are checks of this puzzle alone.
    pub fn check_certificate(&self, certificate: &Certificate, own: Vec<Check>) -> Vec<Check> {
        for_puzzle!(self.puzzle(), P => certificate.check::<P>(own))
    }

    /// The enumeration of a certificate of this puzzle; `None` if a name in it is unknown.
    pub fn certified(&self, certificate: &Certificate) -> Option<Box<dyn AnyEnumeration>> {
        for_puzzle!(self.puzzle(), P => Some(Box::new(certificate.enumeration::<P>()?)))
    }
}

/// An enumeration with every choice, before any allocation; see [`Plan`].
#[allow(missing_docs)]
pub struct AnyPlan {
    pub request: LevelsRequest,
    pub engine: Option<EngineName>,
    pub method: &'static str,
    pub memory: u64,
    pub device_memory: u64,
    pub device_transfers: u64,
    pub disk: u64,
    pub passes: Vec<usize>,
    pub keeps_state: bool,
    pub states: Option<u128>,
    typed: Box<dyn TypedPlan>,
}

/// The part of a plan that only its type can do.
trait TypedPlan: Any {
    fn run(
        &self,
        limit: &Limit,
        progress: &mut (dyn FnMut(&LevelProgress) + Send),
        checkpoints: Option<&mut dyn Checkpoints>,
    ) -> Result<Box<dyn AnyEnumeration>, EnumerateError>;
}

impl AnyPlan {
    /// Runs the plan; see [`run_with`].
    ///
    /// # Errors
    /// If the system refuses memory, a saved state is unusable, or the count is wrong.
    pub fn run(
        &self,
        limit: &Limit,
        progress: &mut (dyn FnMut(&LevelProgress) + Send),
        checkpoints: Option<&mut dyn Checkpoints>,
    ) -> Result<Box<dyn AnyEnumeration>, EnumerateError> {
        self.typed.run(limit, progress, checkpoints)
    }

    /// The plan by the type of its puzzle.
    ///
    /// # Panics
    /// If it is of another puzzle.
    pub fn typed<P: Listed>(&self) -> &Plan<P> {
        let any: &dyn Any = &*self.typed;
        any.downcast_ref().unwrap_or_else(|| panic!("the plan is not of {}", P::NAME))
    }
}

impl<P: Listed> From<Plan<P>> for AnyPlan {
    fn from(plan: Plan<P>) -> Self {
        Self {
            request: LevelsRequest::of(plan.request()),
            engine: plan.engine(),
            method: plan.method(),
            memory: plan.memory(),
            device_memory: plan.device_memory(),
            device_transfers: plan.device_transfers(),
            disk: plan.disk(),
            passes: plan.passes(),
            keeps_state: plan.keeps_state(),
            states: plan.states(),
            typed: Box::new(plan),
        }
    }
}

impl<P: Listed> TypedPlan for Plan<P> {
    fn run(
        &self,
        limit: &Limit,
        progress: &mut (dyn FnMut(&LevelProgress) + Send),
        checkpoints: Option<&mut dyn Checkpoints>,
    ) -> Result<Box<dyn AnyEnumeration>, EnumerateError> {
        Ok(Box::new(run_with(self, limit, progress, checkpoints)?))
    }
}

/// The levels that a run has counted; see [`Enumeration`].
pub trait AnyEnumeration {
    /// The start and the metric, as a request for every level.
    fn request(&self) -> LevelsRequest;

    /// The result, with at most `max_antipodes` antipodes if they are requested.
    fn result(&self, max_antipodes: Option<usize>) -> EnumerateResult;

    /// The cost of each level, if the engine measures it.
    fn statistics(&self) -> &[LevelSummary];

    /// The result of saving the state of a stopped run.
    fn saved(&self) -> Option<&Result<(), StoreError>>;

    /// The stored samples, and up to `antipodes` antipodes, with their distances; their goal is the start.
    fn samples(&self, antipodes: usize) -> Vec<(Arc<dyn AnyTask>, u32)>;

    /// Writes the certificate to the folder of the run.
    ///
    /// # Errors
    /// If it cannot be written.
    #[cfg(feature = "store")]
    fn certify(&self, run: &mut RunFolder, peak_file_bytes: u64) -> Result<(), StoreError>;
}

impl<P: Listed> AnyEnumeration for Enumeration<P> {
    fn request(&self) -> LevelsRequest {
        LevelsRequest::of(&Request::<P> { metric: self.metric, ..Request::new(self.start.clone()) })
    }

    fn result(&self, max_antipodes: Option<usize>) -> EnumerateResult {
        EnumerateResult::of(self, max_antipodes)
    }

    fn statistics(&self) -> &[LevelSummary] {
        &self.statistics
    }

    fn saved(&self) -> Option<&Result<(), StoreError>> {
        self.saved.as_ref()
    }

    fn samples(&self, antipodes: usize) -> Vec<(Arc<dyn AnyTask>, u32)> {
        let task = |start: &P::Position| -> Arc<dyn AnyTask> {
            Arc::new(Task::<P> { start: start.clone(), goal: self.start.clone() })
        };
        let levels = (0..).zip(&self.samples);
        let samples = levels.flat_map(|(depth, level)| level.iter().map(move |it| (it, depth)));
        let farthest = self.radius.zip(self.antipodes.as_ref());
        let farthest = farthest.into_iter().flat_map(|(radius, positions)| {
            positions.iter().take(antipodes).map(move |position| (position, radius))
        });
        samples.chain(farthest).map(|(position, depth)| (task(position), depth)).collect()
    }

    #[cfg(feature = "store")]
    fn certify(&self, run: &mut RunFolder, peak_file_bytes: u64) -> Result<(), StoreError> {
        run.finish(self, peak_file_bytes).map(drop)
    }
}
