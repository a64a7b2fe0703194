//! One run: planned, then run with checkpoints in its folder if it has one, then certified. `loyd diameter` has one
//! for each start.

use super::EnumerateArgs;
use crate::args::refuse;
use crate::cluster::ClusterArgs;
use crate::counting::{CountingArgs, PlannedRun};
use crate::exit::Failure;
use crate::faults;
use crate::registry::texts;
use crate::run_folder::RunFolderArgs;
use crate::run_in_folder::RunInFolder;
use loyd::{AnyEnumeration, AnyPlan, LevelsRequest, PuzzleName};
use loyd_enumerate::checkpoint::Checkpoints;
use loyd_enumerate::{EngineName, EnumerateError};
use loyd_store::{Certificate, RunFolder};
use std::time::Duration;

/// A run, before it begins.
pub(super) enum OneRun {
    /// Its folder has a certificate.
    Finished(Box<dyn AnyEnumeration>),
    /// It begins, or continues in the folder.
    Open(Box<(AnyPlan, Option<RunFolder>)>),
}

/// The run from a cell, for `loyd diameter`.
pub(crate) fn of_cell(
    board: (String, usize),
    metric: Option<&str>,
    counting: &CountingArgs,
    places: (RunFolderArgs, ClusterArgs),
) -> Result<PlannedRun, Failure> {
    let resumed = places.0.resumed()?;
    let args = EnumerateArgs::of_cell(board, metric, counting, places);
    #[cfg(feature = "cluster")]
    if args.cluster.has_processes() {
        return super::children::planned(args, resumed.as_ref());
    }
    #[cfg(not(feature = "cluster"))]
    if args.cluster.has_processes() {
        return Err(crate::left_out::failure("runs of several processes", "cluster"));
    }
    Ok(match plan(&args, resumed, faults::of_diameter)? {
        OneRun::Finished(enumeration) => Box::new(move |_, _| Ok(enumeration)),
        OneRun::Open(open) => Box::new(move |what, spent| {
            let (enumeration, certified) = run(&args, *open, what, spent)?;
            certified.map(|_| enumeration)
        }),
    })
}

/// Plans a run, or reads the certificate of a finished one; writes nothing. `failure` is that of the command.
pub(super) fn plan(
    args: &EnumerateArgs,
    resumed: Option<RunFolder>,
    failure: fn(PuzzleName, &EnumerateError) -> Failure,
) -> Result<OneRun, Failure> {
    let request = args.request(resumed.as_ref())?;
    if let Some(enumeration) = finished(&request, resumed.as_ref())? {
        return Ok(OneRun::Finished(enumeration));
    }
    if args.run_folder.dir.is_some() && request.start_count() > 1 {
        return Err(Failure::input(
            "the start admits several positions, and a run in a folder has one at depth 0: remove --dir",
        ));
    }
    let plan = args.plan(&request, true, failure)?;
    if !texts(request.puzzle()).enumerations().keeps_bitmaps() {
        let why = "is for the bitmaps of the disk engine, which this puzzle lacks";
        refuse(&args.run_folder.disk_options(), why)?;
    } else if plan.engine != Some(EngineName::Disk) {
        refuse(
            &args.run_folder.disk_options(),
            "is for the bitmaps of the disk engine: requires --engine disk with --dir FOLDER",
        )?;
    }
    Ok(OneRun::Open(Box::new((plan, resumed))))
}

/// Runs a plan, `spent` after the first run of the command began, and writes the certificate of a finished run in a
/// folder. The second result is a hint how a stopped run continues, or the failure of the certificate, which must not
/// cost the results.
#[allow(clippy::type_complexity)]
pub(super) fn run(
    args: &EnumerateArgs,
    (plan, resumed): (AnyPlan, Option<RunFolder>),
    what: &str,
    spent: Duration,
) -> Result<(Box<dyn AnyEnumeration>, Result<Option<String>, Failure>), Failure> {
    let quiet = args.counting.output.quiet;
    let (plan, mut folder) = RunInFolder::begin(&args.run_folder, plan, resumed, quiet)?;
    let checkpoints = folder.as_mut().map(|folder| folder as &mut dyn Checkpoints);
    let enumeration = args.counting.run(&plan, what, spent, checkpoints)?;
    // The certificate comes before the results: a closed pipe must not cost it.
    let certified = folder.map_or(Ok(None), |folder| folder.end(&*enumeration, &plan));
    Ok((enumeration, certified))
}

/// The enumeration of a run in a folder whose certificate covers the request.
pub(super) fn finished(
    request: &LevelsRequest,
    resumed: Option<&RunFolder>,
) -> Result<Option<Box<dyn AnyEnumeration>>, Failure> {
    let Some(run) = resumed else { return Ok(None) };
    let certificate = request.certificate(run).map_err(|error| faults::of_store(&error))?;
    let certificate = certificate.filter(|certificate| covers(certificate, request));
    certificate.map(|certificate| certified(request, &certificate)).transpose()
}

/// The enumeration of a certificate.
fn certified(
    request: &LevelsRequest,
    certificate: &Certificate,
) -> Result<Box<dyn AnyEnumeration>, Failure> {
    let enumeration = request.certified(certificate);
    enumeration.ok_or_else(|| Failure::input("the certificate is of no board that this loyd knows"))
}

/// True if a finished run counted all levels of the request.
fn covers(certificate: &Certificate, request: &LevelsRequest) -> bool {
    let deepest = certificate.levels.len() as u32 - 1;
    certificate.complete || request.depth.is_some_and(|depth| depth <= deepest)
}
