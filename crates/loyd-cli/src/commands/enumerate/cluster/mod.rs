//! `loyd enumerate` as one process of several.
//!
//! Only process 0 prints results. The first error ends the run everywhere, and process 0 names the
//! process.

mod folders;

use self::folders::{clear, ensure_unused, resumed};
use super::EnumerateArgs;
use super::one_run::finished;
use super::results::{Results, report_finished};
use crate::args::refuse;
use crate::cluster::{Meeting, Role, Terms, meet, secret};
use crate::exit::{Exit, Failure};
use crate::faults;
use crate::interrupt::on_interrupt;
use crate::platform;
use crate::registry::texts;
use crate::run_folder::{Place, quoted};
use crate::run_in_folder::RunInFolder;
use loyd::LevelsRequest;
use loyd_cluster::failure::Cause;
use loyd_cluster::{Network, digest};
use loyd_enumerate::EngineName;
use loyd_enumerate::checkpoint::{Checkpoints, StoreError};
use loyd_enumerate::processes::Processes;
use loyd_report::numbers::bytes;
use loyd_search::observe::StopCause;
use loyd_store::{CheckpointInterval, Retention, RunFolder};
use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

pub(super) fn run(args: &EnumerateArgs) -> Result<Exit, Failure> {
    args.cluster.ensure_sensible()?;
    let role = Role::of(&args.cluster)?;
    let resumed = resumed(args, &role)?;
    enumerate(args, &role, resumed)
}

/// The engine of several processes.
fn engine(keeps_bitmaps: bool) -> EngineName {
    if keeps_bitmaps { EngineName::Disk } else { EngineName::Symmetric }
}

/// Refuses options that have no effect on several processes.
fn check_unused_options(args: &EnumerateArgs, keeps_bitmaps: bool) -> Result<(), Failure> {
    let name = engine(keeps_bitmaps).info().name;
    if args.counting.engine.is_some_and(|requested| requested != engine(keeps_bitmaps)) {
        return Err(Failure::input(format!(
            "several processes share the engine {name}: remove --engine, or use --engine {name}"
        )));
    }
    if !keeps_bitmaps {
        let why = "is for the bitmaps of the disk engine, which this puzzle lacks";
        let in_memory = ("--levels", args.run_folder.levels == Place::Memory);
        let [keep, coding] = args.run_folder.disk_options();
        return refuse(&[keep, coding, in_memory], why);
    }
    if !args.run_folder.is_in_folder() {
        return Err(Failure::input(
            "several processes keep their levels in a folder: name one with --dir",
        ));
    }
    if matches!(args.run_folder.keep_levels, Some(Retention::Exactly(0 | 1))) {
        return Err(Failure::input(
            "several processes keep at least two levels each, to continue from one that all have: \
             --keep-levels must be 2 or more",
        ));
    }
    let in_memory = args.run_folder.levels == Place::Memory;
    let every = args.run_folder.checkpoint_every;
    let is_fit = match every {
        None => true,
        Some(CheckpointInterval::Levels(_)) => in_memory,
        Some(CheckpointInterval::Time(_)) => false,
    };
    if in_memory && args.run_folder.keep_levels.is_some() {
        return Err(Failure::input(
            "--keep-levels is for levels in files: it excludes --levels memory",
        ));
    }
    let why = "has no use with several processes, which save whole levels; with --levels memory it \
               is a number of levels, such as 5levels";
    refuse(&[("--checkpoint-every", !is_fit)], why)
}

fn enumerate(
    args: &EnumerateArgs,
    role: &Role,
    resumed: Option<RunFolder>,
) -> Result<Exit, Failure> {
    let puzzle = args.puzzle(resumed.as_ref())?;
    let keeps_bitmaps = texts(puzzle).enumerations().keeps_bitmaps();
    check_unused_options(args, keeps_bitmaps)?;
    let mut request = request_of(args, role, resumed.as_ref())?;
    request.engine = Some(engine(keeps_bitmaps));
    if let Some(enumeration) = finished(&request, resumed.as_ref())? {
        return match role.process() {
            0 => report_finished(args, &*enumeration),
            _ => Ok(Exit::Done),
        };
    }
    if let Some(folder) = args.run_folder.dir.as_ref().filter(|_| role.process() == 0) {
        ensure_unused(folder)?;
    }
    let secret = match role {
        Role::Host { .. } => secret::load(&args.cluster, args.output().quiet)?,
        Role::Parent { .. } | Role::Child { .. } => None,
    };
    let results = (role.process() == 0).then(|| Results::open(args)).transpose()?;
    let terms = Terms {
        secret,
        task: digest(task_of(&request).as_bytes()),
        folder: resumed.as_ref().and_then(RunFolder::share).map_or(0, |share| share.run),
        memory: request.memory,
        threads: request.threads,
    };
    let Meeting { network, mut children } = meet(role, &args.cluster, &terms, &on_interrupt())?;
    let part = Part { args, role, network: &network, request: &request, keeps_bitmaps };
    let outcome = part.run(resumed, results);
    match &outcome {
        Err(failure) if failure.exit() == Exit::BadInput => network.refuse(&failure.to_string()),
        Err(failure) => network.abort(&failure.to_string()),
        Ok(_) => {}
    }
    children.wait();
    outcome.map_err(|failure| part.blamed(failure))
}

/// The request, with the share of this process in the resources of a machine that all share.
fn request_of(
    args: &EnumerateArgs,
    role: &Role,
    resumed: Option<&RunFolder>,
) -> Result<LevelsRequest, Failure> {
    let mut request = args.request(resumed)?;
    if role.is_local() {
        let resources = &args.counting.resources;
        if resources.threads.is_none() {
            request.threads = (platform::cores() / role.processes()).max(1);
        }
        if resources.memory.is_none() {
            request.memory = platform::default_memory() / role.processes() as u64;
        }
    }
    Ok(request)
}

/// The task as a line: the same for all processes.
fn task_of(request: &LevelsRequest) -> String {
    let LevelsRequest { start, metric, depth, samples, antipodes, .. } = request;
    let (name, shape, start) = (request.puzzle().name(), start.shape(), start.start());
    format!("{name} {shape} {start} {} {depth:?} {samples} {antipodes}", metric.name)
}

/// The failure of a run that was stopped while processes waited for each other.
fn stopped() -> Failure {
    let text =
        "stopped while the processes waited for each other; nothing stored is lost".to_owned();
    Failure::Message { exit: Exit::Stopped, text }
}

/// The part of this process in a connected run.
struct Part<'a> {
    args: &'a EnumerateArgs,
    role: &'a Role,
    network: &'a Arc<Network>,
    request: &'a LevelsRequest,
    keeps_bitmaps: bool,
}

impl Part<'_> {
    fn run(&self, resumed: Option<RunFolder>, results: Option<Results>) -> Result<Exit, Failure> {
        let Part { args, role, network, request, keeps_bitmaps } = *self;
        let of_store = |error: StoreError| faults::of_store(&error);
        let resume = resumed.is_some();
        let quiet = args.output().quiet || role.process() > 0;
        let run = match resumed {
            Some(run) => Some(run),
            None if args.run_folder.is_in_folder() => Some(self.create()?),
            None => None,
        };
        let folder = match (&run, role.process()) {
            (None, _) => None,
            (Some(run), 0) => Some(run.part(0).map_err(of_store)?),
            (Some(run), _) => Some(run.own_folder()),
        };
        let mut checkpoints = match &folder {
            Some(folder) if !keeps_bitmaps => Some(self.checkpoints(folder)?),
            _ => None,
        };
        let engines = texts(request.puzzle()).enumerations();
        let planned = engines.plan_part(&args.run_folder, request, network, folder, resume);
        let (plan, levels) = planned.map_err(|error| {
            let is_stopped = on_interrupt().is_cancelled();
            if is_stopped { stopped() } else { faults::of_enumeration(request.puzzle(), &error) }
        })?;
        let mut counting = args.counting.clone();
        counting.output.quiet |= role.is_child();
        let places = checkpoints.as_mut().map(|places| places as &mut dyn Checkpoints);
        let enumeration = counting.run(&plan, "", Duration::ZERO, places)?;
        let result = enumeration.result(None);
        let is_finished = result.stopped.is_none();
        if is_finished {
            // All have the last level: a process that is lost now can continue from it.
            self.gather(&[])?;
        }
        // The others keep their levels until the certificate of process 0 is written.
        let wait = is_finished && role.process() > 0;
        if wait && self.exchanged()?.is_none() {
            return Err(stopped());
        }
        let certified = run.map_or(Ok(None), |run| {
            let again = args.cluster.again(role.process());
            RunInFolder::of_part(run, levels, again, quiet).end(&*enumeration, &plan)
        });
        let checked = match results {
            Some(results) => results.write(args, &*enumeration)?,
            None => Exit::Done,
        };
        let hint = certified?;
        let exchanged = if is_finished && !wait { self.exchanged().ok().flatten() } else { None };
        if result.complete {
            clear(checkpoints);
        }
        // For lack of memory all stop by themselves.
        network.finish(result.stopped.is_some_and(|cause| cause != StopCause::Memory));
        if let Some(sent) = exchanged.filter(|_| !quiet) {
            let _ = writeln!(
                std::io::stderr(),
                "{} processes exchanged {}, {:.2} bytes a state",
                role.processes(),
                bytes(sent),
                sent as f64 / result.total.max(1) as f64,
            );
        }
        if let Some(cause) = result.stopped
            && !quiet
        {
            let _ = writeln!(
                std::io::stderr(),
                "stopped by {}: the levels to depth {} are complete",
                cause.describe(),
                result.levels.len().saturating_sub(1),
            );
        }
        if let Some(hint) = hint.filter(|_| !quiet) {
            let _ = writeln!(std::io::stderr(), "{hint}");
        }
        let stopped = result.stopped.map_or(Exit::Done, |_| Exit::Stopped);
        Ok(if checked == Exit::Done { stopped } else { Exit::Failed })
    }

    /// The bytes that all processes have sent; `None` if the run is being stopped.
    fn exchanged(&self) -> Result<Option<u64>, Failure> {
        let own = self.network.traffic().sent.to_le_bytes().to_vec();
        let all = self.network.gather(own).map_err(|error| faults::of_store(&error))?;
        let sent = |bytes: &Vec<u8>| bytes.as_slice().try_into().map_or(0, u64::from_le_bytes);
        Ok(all.map(|all| all.iter().map(sent).sum()))
    }

    /// Gives some bytes to all processes and waits for theirs.
    fn gather(&self, own: &[u8]) -> Result<Vec<Vec<u8>>, Failure> {
        let all = self.network.gather(own.to_vec()).map_err(|error| faults::of_store(&error))?;
        all.ok_or_else(stopped)
    }

    /// The failure to report: that of the process at fault, with the command that continues.
    fn blamed(&self, own: Failure) -> Failure {
        let at_fault = self.network.failure();
        let at_fault = at_fault.filter(|failure| failure.process != self.role.process());
        // All processes find bad input, in any order.
        let Some(failure) = at_fault.filter(|_| own.exit() != Exit::BadInput) else { return own };
        if let Cause::Refused(why) = failure.cause {
            return Failure::input(why);
        }
        let folder = self.args.run_folder.dir.as_ref().or(self.args.run_folder.resume.as_ref());
        let Some(folder) = folder.map(|folder| quoted(folder)) else {
            return Failure::environment(format!("{failure}. Start it again"));
        };
        let again = self.args.cluster.again(self.role.process());
        Failure::environment(format!(
            "{failure}. The levels that all processes have are stored: continue with `loyd enumerate \
             --resume {folder}{again}`{}",
            if self.role.is_local() { "" } else { ", and the other processes alike" },
        ))
    }
}
