//! `loyd verify FOLDER` checks that the files of a run are intact and its counts right.
//!
//! Files are compared with their checksums, counts with each other and with the published table, and the
//! stored boards of every level with the lengths of shortest solutions. The reference engine counts small
//! spaces again.

use super::VerifyArgs;
use crate::batch;
use crate::exit::{Exit, Failure};
use crate::faults;
use crate::files;
use crate::interrupt::on_interrupt;
use crate::progress::{Display, Status};
use crate::published::{self, Reference};
use crate::puzzle_args;
use crate::registry::texts;
use crate::render::Reporter;
use crate::run_folder::ensure_kind;
use loyd::choices::Choices;
use loyd::erased::{AnySolvers, AnyTask, solvers};
use loyd::{AnyEnumeration, LevelsRequest, NoTables, Remark, Status as SolveStatus};
use loyd_enumerate::checkpoint::{Snapshot, StoreError};
use loyd_enumerate::{EngineName, RunRecord};
use loyd_report::numbers::plural;
use loyd_report::record::Record;
use loyd_search::observe::{Cancel, Limit, StopCause};
use loyd_store::certificate::Check;
use loyd_store::disk::RealDisk;
use loyd_store::{Certificate, CheckpointInterval, FileLevelStore, FolderKind, RunFolder};
use serde_json::Value;
use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Default time for searches.
const SEARCH_TIME: Duration = Duration::from_secs(60);

/// Maximum number of nodes of a search.
const MAX_NODES: u64 = 50_000_000;

/// Maximum number of states of a space that is counted again.
const MAX_RECOUNT: u128 = 200_000;

/// Checks a folder.
pub(super) fn run(args: &VerifyArgs, folder: &Path) -> Result<Exit, Failure> {
    if !folder.is_dir() {
        return Err(Failure::input(format!(
            "{} is not a folder: give the folder of a run, or --moves with a board",
            folder.display()
        )));
    }
    ensure_kind(folder, FolderKind::Enumeration)?;
    files::reading(folder)?;
    let every = CheckpointInterval::Time(Duration::MAX);
    let run = RunFolder::open(Arc::new(RealDisk), folder, every)
        .map_err(|error| faults::of_store(&error))?;
    verify(args, &run)
}

fn verify(args: &VerifyArgs, run: &RunFolder) -> Result<Exit, Failure> {
    let request = LevelsRequest::of_run(puzzle_args::named(run.puzzle())?, run);
    let request = request.map_err(|error| faults::of_store(&error))?;
    let mut reporter = Reporter::open(&args.output)?;
    let mut checks = vec![passed("run.json is intact", String::new())];
    let saved = run.check_checkpoint();
    checks.extend(checkpoint(&saved, &request));
    checks.extend(levels(run, &request));
    match request.certificate(run) {
        Ok(Some(certificate)) => {
            checks.extend(statistics(run, &certificate));
            checks.extend(certified(args, &request, &certificate)?);
        }
        Ok(None) => checks.extend(unfinished(&request, saved.ok().flatten().as_ref())),
        Err(error) => checks.push(failed("the certificate is intact", error.message)),
    }
    let valid = checks.iter().all(|check| check.result.is_ok());
    report(&request, &checks, valid, &mut reporter)?;
    reporter.finish()?;
    Ok(if valid { Exit::Done } else { Exit::Failed })
}

fn passed(what: &'static str, detail: String) -> Check {
    Check { what, result: Ok(detail) }
}

fn failed(what: &'static str, detail: String) -> Check {
    Check { what, result: Err(detail) }
}

fn checkpoint(
    saved: &Result<Option<Snapshot>, StoreError>,
    request: &LevelsRequest,
) -> Option<Check> {
    const WHAT: &str = "the checkpoint is intact";
    match saved {
        Ok(None) => None,
        Ok(Some(saved)) => Some(match request.check_record(&saved.record) {
            Err(what) => failed(WHAT, what.to_owned()),
            Ok(()) => passed(WHAT, format!("depth {}, every checksum fits", saved.record.depth())),
        }),
        Err(error) => Some(failed(WHAT, error.message.clone())),
    }
}

/// The checks of levels in files.
fn levels(run: &RunFolder, request: &LevelsRequest) -> Vec<Check> {
    const WHAT: &str = "the level in files is intact";
    if run.share().is_some() {
        return shared_levels(run, request);
    }
    let read = match run.engine() {
        Some(EngineName::Disk) if texts(request.puzzle()).enumerations().keeps_bitmaps() => {
            run.level_store().check().map(|record| record.map(|record| record.run))
        }
        Some(EngineName::Disk | EngineName::Frontier) => run.list_store().check(),
        _ => Ok(None),
    };
    match read {
        Ok(None) => Vec::new(),
        Ok(Some(record)) => {
            if let Err(what) = request.check_record(&record) {
                return vec![failed(WHAT, what.to_owned())];
            }
            let depth = format!("depth {}, every checksum fits", record.depth());
            let mut checks = vec![passed(WHAT, depth)];
            checks.extend(published(request, &record.counts()));
            checks
        }
        Err(error) => vec![failed(WHAT, error.to_string())],
    }
}

/// The levels of the processes whose folders are here.
fn shared_levels(run: &RunFolder, request: &LevelsRequest) -> Vec<Check> {
    const WHAT: &str = "the levels of each process are intact";
    let part = |process: usize| -> Result<Option<RunRecord>, StoreError> {
        Ok(FileLevelStore::new(run.part(process)?).check()?.map(|record| record.run))
    };
    let mut checks = Vec::new();
    for process in run.parts().unwrap_or_default() {
        match part(process) {
            Ok(None) => {}
            Ok(Some(record)) => {
                if let Err(what) = request.check_record(&record) {
                    checks.push(failed(WHAT, format!("process {process}: {what}")));
                    continue;
                }
                let depth = record.depth();
                let detail = format!("process {process}: depth {depth}, every checksum fits");
                checks.push(passed(WHAT, detail));
                checks.extend(published(request, &record.counts()));
            }
            Err(error) => checks.push(failed(WHAT, format!("process {process}: {error}"))),
        }
    }
    checks
}

/// The table beside the certificate, which has no checksum.
fn statistics(run: &RunFolder, certificate: &Certificate) -> Option<Check> {
    const WHAT: &str = "the statistics are those of the certificate";
    match run.has_statistics_of(certificate) {
        Ok(None) => None,
        Ok(Some(true)) => Some(passed(WHAT, String::new())),
        Ok(Some(false)) => Some(failed(WHAT, "statistics.csv is damaged".to_owned())),
        Err(error) => Some(failed(WHAT, error.message)),
    }
}

/// An unfinished run: only its levels can be compared.
fn unfinished(request: &LevelsRequest, saved: Option<&Snapshot>) -> Vec<Check> {
    let depth = match saved {
        Some(saved) => plural(saved.record.levels.len() as u64, "level"),
        None => "no checkpoint yet".to_owned(),
    };
    let mut checks = vec![passed("the run is not finished", depth)];
    if let Some(saved) = saved {
        checks.extend(published(request, &saved.record.counts()));
    }
    checks
}

/// Compares the first levels with the published ones.
fn published(request: &LevelsRequest, levels: &[u64]) -> Option<Check> {
    compared(Reference::of_levels(published::levels(request), levels, false))
}

fn compared(reference: Reference) -> Option<Check> {
    const WHAT: &str = "the levels are the published ones";
    match reference {
        Reference::None => None,
        Reference::Match => Some(passed(WHAT, String::new())),
        Reference::Mismatch(depth) => Some(failed(WHAT, format!("depth {depth} differs"))),
    }
}

fn certified(
    args: &VerifyArgs,
    request: &LevelsRequest,
    certificate: &Certificate,
) -> Result<Vec<Check>, Failure> {
    let mut checks =
        vec![passed("the certificate is intact", format!("by loyd {}", certificate.program))];
    let own = texts(request.puzzle()).enumerations().own_checks(certificate);
    checks.extend(request.check_certificate(certificate, own));
    let Some(enumeration) = request.certified(certificate) else {
        checks.push(failed("it can be read", "it has an invalid board".to_owned()));
        return Ok(checks);
    };
    checks.extend(compared(Reference::of(&*enumeration)));
    checks.extend(recount(&*enumeration));
    checks.push(samples(args, &*enumeration)?);
    Ok(checks)
}

/// Counts a small space again.
fn recount(enumeration: &dyn AnyEnumeration) -> Option<Check> {
    const WHAT: &str = "the reference engine counts the same";
    let (result, request) = (enumeration.result(None), enumeration.request());
    let small = request.states().is_some_and(|states| states <= MAX_RECOUNT);
    let depth = (!result.complete).then(|| result.levels.len() as u32 - 1);
    let again = small.then(|| LevelsRequest { depth, ..request }.reference_levels())?.ok()?;
    let levels = plural(result.levels.len() as u64, "level");
    Some(if again == result.levels {
        passed(WHAT, levels)
    } else {
        failed(WHAT, format!("it counts {again:?}"))
    })
}

/// A board and its stored distance.
type Claim = (Arc<dyn AnyTask>, u32);

/// The result of checking a claim.
enum Finding {
    Right,
    Wrong(String),
    OutOfReach,
    Interrupted,
}

/// Solves the stored boards of each level, the shallow ones first.
fn samples(args: &VerifyArgs, enumeration: &dyn AnyEnumeration) -> Result<Check, Failure> {
    const WHAT: &str = "stored boards of each level have its distance";
    /// Antipodes that are solved.
    const ANTIPODES: usize = 4;
    let claims = enumeration.samples(ANTIPODES);
    if claims.is_empty() {
        return Ok(passed(WHAT, "none are stored".to_owned()));
    }
    let LevelsRequest { start, metric, .. } = enumeration.request();
    let choices = Choices { metric: Some(&metric.name), ..Choices::default() };
    let solvers = solvers(start.puzzle(), &choices, NoTables { memory: u64::MAX }, (1, &[]))?;
    solvers.prepare(&*start)?;
    let display = Display::new(args.output.quiet, false, 1, 1);
    let (cancel, began) = (on_interrupt(), Instant::now());
    let time = args.resources.max_time.unwrap_or(SEARCH_TIME);
    let (mut right, mut beyond, mut wrong, mut deepest) = (0u64, 0u64, None, 0);
    let work = |(board, depth): &Claim| {
        examine(&*solvers, (&**board, *depth), time.saturating_sub(began.elapsed()), &cancel)
    };
    let mut finished = 0;
    batch::in_order(&claims, args.resources.threads(), work, |finding| {
        let (_, depth) = claims[finished];
        finished += 1;
        display.status(|| {
            let share = finished as f64 / claims.len().max(1) as f64;
            Status::of(share, began.elapsed().as_secs_f64())
                .with(format!("{finished} of {} boards solved", claims.len()))
        });
        match finding {
            Finding::Right => (right, deepest) = (right + 1, depth.max(deepest)),
            Finding::OutOfReach => beyond += 1,
            Finding::Wrong(what) => wrong = wrong.take().or(Some(what)),
            Finding::Interrupted => {
                return Err(Failure::Message { exit: Exit::Stopped, text: "interrupted".into() });
            }
        }
        Ok(())
    })?;
    display.finish();
    let rest = if beyond > 0 { format!("; {beyond} were out of reach") } else { String::new() };
    let solved = format!("{} solved, down to depth {deepest}{rest}", plural(right, "board"));
    Ok(wrong.map_or_else(|| passed(WHAT, solved), |what| failed(WHAT, what)))
}

fn examine(
    solvers: &dyn AnySolvers,
    (board, depth): (&dyn AnyTask, u32),
    time: Duration,
    cancel: &Cancel,
) -> Finding {
    if time.is_zero() {
        return Finding::OutOfReach;
    }
    let limit = Limit {
        nodes: Some(MAX_NODES),
        time: Some(time),
        cancel: Some(cancel.clone()),
        ..Limit::none()
    };
    let line = board.start();
    // The solver is prepared, so that only memory can be refused.
    let Ok((result, _)) = solvers.measure(board, 1, &limit, &|| None, &mut |_| ()) else {
        return Finding::OutOfReach;
    };
    match (result.status, result.remark) {
        (SolveStatus::Solved, _) if result.length == Some(depth) => Finding::Right,
        (SolveStatus::Solved, _) => {
            let length = result.length.unwrap_or_default();
            Finding::Wrong(format!("{line} is {length} moves away, not {depth}"))
        }
        (SolveStatus::Unsolvable, _) => Finding::Wrong(format!("{line} cannot be solved")),
        (_, Some(Remark::Wrong { .. })) => {
            Finding::Wrong(format!("{line}: its moves are not a solution"))
        }
        (_, Some(Remark::Stopped(StopCause::Cancelled))) => Finding::Interrupted,
        _ if result.lower_bound.is_some_and(|bound| bound > depth) => {
            Finding::Wrong(format!("{line} is more than {depth} moves away"))
        }
        _ => Finding::OutOfReach,
    }
}

fn report(
    request: &LevelsRequest,
    checks: &[Check],
    valid: bool,
    reporter: &mut Reporter,
) -> Result<(), Failure> {
    let rows = checks.iter().map(|check| {
        let (Ok(detail) | Err(detail)) = &check.result;
        let mut record = Record::new();
        record.push("check", check.what);
        record.push("passed", check.result.is_ok());
        record.push("found", detail.as_str());
        record
    });
    let record = || {
        let mut record = Record::new();
        record.push("valid", valid);
        record.push("puzzle", request.start.shape());
        record.push("metric", request.metric.name.as_str());
        record.push("start", request.start.start());
        record.push("start_cell", request.start.start_cell());
        record.push("checks", rows.clone().map(|row| row.json()).collect::<Vec<Value>>());
        record
    };
    reporter.list(rows.clone(), record, || text(request, checks, valid))
}

fn text(request: &LevelsRequest, checks: &[Check], valid: bool) -> String {
    let mut text = request.title() + "\n\n";
    for check in checks {
        let mark = if check.result.is_ok() { "ok    " } else { "WRONG " };
        let (Ok(detail) | Err(detail)) = &check.result;
        let gap = if detail.is_empty() { "" } else { ": " };
        let _ = writeln!(text, "{mark} {}{gap}{detail}", check.what);
    }
    text + if valid { "\nverified\n" } else { "\nNOT verified\n" }
}
