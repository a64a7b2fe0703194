//! `loyd verify FOLDER` checks that the files of a run are intact and its counts right.
//!
//! Files are compared with their checksums, counts with each other and with the published table, and the
//! stored boards of every level with the lengths of shortest solutions. The reference engine counts small
//! spaces again.

use super::VerifyArgs;
use crate::batch;
use crate::enumerable::Enumerable;
use crate::exit::{Exit, Failure};
use crate::faults;
use crate::files;
use crate::interrupt::on_interrupt;
use crate::progress::{Display, Status};
use crate::published::Reference;
use crate::puzzle_args;
use crate::render::Reporter;
use crate::render::enumerate::title;
use crate::run_folder::ensure_kind;
use loyd::for_puzzle;
use loyd_enumerate::checkpoint::{Snapshot, StoreError};
use loyd_enumerate::{EngineName, Enumeration, Request, RunRecord, states};
use loyd_report::numbers::plural;
use loyd_report::record::Record;
use loyd_search::observe::{Cancel, Limit, Outcome, StopCause};
use loyd_search::puzzle::replay;
use loyd_search::solver::{Engine, Plan, Settings};
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
    for_puzzle!(puzzle_args::named(run.puzzle())?, P => verify::<P>(args, &run))
}

fn verify<P: Enumerable>(args: &VerifyArgs, run: &RunFolder) -> Result<Exit, Failure> {
    let request = run.request::<P>().map_err(|error| faults::of_store(&error))?;
    let mut reporter = Reporter::open(&args.output)?;
    let mut checks = vec![passed("run.json is intact", String::new())];
    let saved = run.check_checkpoint();
    checks.extend(checkpoint(&saved, &request));
    checks.extend(levels(run, &request));
    match run.certificate::<P>() {
        Ok(Some(certificate)) => {
            checks.extend(statistics(run, &certificate));
            checks.extend(certified::<P>(args, &certificate)?);
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

/// A difference between a record in files and the run of the folder.
fn foreign<P: Enumerable>(record: &RunRecord, request: &Request<P>) -> Option<&'static str> {
    let expected = RunRecord::of(request, record.form.clone());
    let checked = record.check(&expected, states::<P>(&request.start, request.metric));
    checked.and_then(|()| record.positions::<P>().map(|_| ())).err()
}

fn checkpoint<P: Enumerable>(
    saved: &Result<Option<Snapshot>, StoreError>,
    request: &Request<P>,
) -> Option<Check> {
    const WHAT: &str = "the checkpoint is intact";
    match saved {
        Ok(None) => None,
        Ok(Some(saved)) => Some(match foreign(&saved.record, request) {
            Some(what) => failed(WHAT, what.to_owned()),
            None => passed(WHAT, format!("depth {}, every checksum fits", saved.record.depth())),
        }),
        Err(error) => Some(failed(WHAT, error.message.clone())),
    }
}

/// The checks of levels in files.
fn levels<P: Enumerable>(run: &RunFolder, request: &Request<P>) -> Vec<Check> {
    const WHAT: &str = "the level in files is intact";
    if run.share().is_some() {
        return shared_levels(run, request);
    }
    let read = match run.engine() {
        Some(EngineName::Disk) if P::KEEPS_BITMAPS => {
            run.level_store().check().map(|record| record.map(|record| record.run))
        }
        Some(EngineName::Disk | EngineName::Frontier) => run.list_store().check(),
        _ => Ok(None),
    };
    match read {
        Ok(None) => Vec::new(),
        Ok(Some(record)) => {
            if let Some(what) = foreign(&record, request) {
                return vec![failed(WHAT, what.to_owned())];
            }
            let Request { start, metric, .. } = request;
            let of_files = Reference::of_levels::<P>(start, *metric, &record.counts(), false);
            let depth = format!("depth {}, every checksum fits", record.depth());
            let mut checks = vec![passed(WHAT, depth)];
            checks.extend(published(of_files));
            checks
        }
        Err(error) => vec![failed(WHAT, error.to_string())],
    }
}

/// The levels of the processes whose folders are here.
fn shared_levels<P: Enumerable>(run: &RunFolder, request: &Request<P>) -> Vec<Check> {
    const WHAT: &str = "the levels of each process are intact";
    let part = |process: usize| -> Result<Option<RunRecord>, StoreError> {
        Ok(FileLevelStore::new(run.part(process)?).check()?.map(|record| record.run))
    };
    let mut checks = Vec::new();
    for process in run.parts().unwrap_or_default() {
        match part(process) {
            Ok(None) => {}
            Ok(Some(record)) => {
                if let Some(what) = foreign(&record, request) {
                    checks.push(failed(WHAT, format!("process {process}: {what}")));
                    continue;
                }
                let Request { start, metric, .. } = request;
                let depth = record.depth();
                let detail = format!("process {process}: depth {depth}, every checksum fits");
                checks.push(passed(WHAT, detail));
                let counts = record.counts();
                let of_files = Reference::of_levels::<P>(start, *metric, &counts, false);
                checks.extend(published(of_files));
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
fn unfinished<P: Enumerable>(request: &Request<P>, saved: Option<&Snapshot>) -> Vec<Check> {
    let depth = match saved {
        Some(saved) => plural(saved.record.levels.len() as u64, "level"),
        None => "no checkpoint yet".to_owned(),
    };
    let mut checks = vec![passed("the run is not finished", depth)];
    if let Some(saved) = saved {
        let Request { start, metric, .. } = request;
        let levels = saved.record.counts();
        checks.extend(published(Reference::of_levels::<P>(start, *metric, &levels, false)));
    }
    checks
}

fn published(reference: Reference) -> Option<Check> {
    const WHAT: &str = "the levels are the published ones";
    match reference {
        Reference::None => None,
        Reference::Match => Some(passed(WHAT, String::new())),
        Reference::Mismatch(depth) => Some(failed(WHAT, format!("depth {depth} differs"))),
    }
}

fn certified<P: Enumerable>(
    args: &VerifyArgs,
    certificate: &Certificate,
) -> Result<Vec<Check>, Failure> {
    let mut checks =
        vec![passed("the certificate is intact", format!("by loyd {}", certificate.program))];
    checks.extend(certificate.check::<P>(P::own_checks(certificate)));
    let Some(enumeration) = certificate.enumeration::<P>() else {
        checks.push(failed("it can be read", "it has an invalid board".to_owned()));
        return Ok(checks);
    };
    checks.extend(published(Reference::of(&enumeration)));
    checks.extend(recount(&enumeration));
    checks.push(samples(args, &enumeration)?);
    Ok(checks)
}

/// Counts a small space again.
fn recount<P: Enumerable>(enumeration: &Enumeration<P>) -> Option<Check> {
    const WHAT: &str = "the reference engine counts the same";
    let all = states::<P>(&enumeration.start, enumeration.metric);
    let small = all.is_some_and(|states| states <= MAX_RECOUNT);
    let request = Request {
        metric: enumeration.metric,
        depth: (!enumeration.complete).then(|| enumeration.levels.len() as u32 - 1),
        engine: Some(EngineName::Reference),
        ..Request::new(enumeration.start.clone())
    };
    let plan = loyd_enumerate::Plan::<P>::new(&request).ok().filter(|_| small)?;
    let again = loyd_enumerate::run(&plan, &Limit::none(), &mut |_| ()).ok()?;
    let levels = plural(enumeration.levels.len() as u64, "level");
    Some(if again.levels == enumeration.levels {
        passed(WHAT, levels)
    } else {
        failed(WHAT, format!("it counts {:?}", again.levels))
    })
}

/// A board and its stored distance.
struct Claim<P: Enumerable> {
    board: P::Position,
    depth: u32,
}

/// The result of checking a claim.
enum Finding {
    Right,
    Wrong(String),
    OutOfReach,
    Interrupted,
}

/// Solves the stored boards of each level, the shallow ones first.
fn samples<P: Enumerable>(
    args: &VerifyArgs,
    enumeration: &Enumeration<P>,
) -> Result<Check, Failure> {
    const WHAT: &str = "stored boards of each level have its distance";
    let mut claims: Vec<Claim<P>> = Vec::new();
    for (depth, boards) in (0..).zip(&enumeration.samples) {
        claims.extend(boards.iter().map(|board| Claim { board: board.clone(), depth }));
    }
    if let (Some(radius), Some(boards)) = (enumeration.radius, &enumeration.antipodes) {
        claims.extend(boards.iter().take(4).map(|b| Claim { board: b.clone(), depth: radius }));
    }
    if claims.is_empty() {
        return Ok(passed(WHAT, "none are stored".to_owned()));
    }
    let settings = Settings { metric: enumeration.metric, ..Settings::default() };
    let plan = Plan::<P>::new(&enumeration.start, &settings);
    let solver = plan.and_then(|plan| plan.prepare());
    let solver = solver.map_err(|why| Failure::input(why.to_string()))?;
    let display = Display::new(args.output.quiet, false, 1, 1);
    let (cancel, began) = (on_interrupt(), Instant::now());
    let time = args.resources.max_time.unwrap_or(SEARCH_TIME);
    let (mut right, mut beyond, mut wrong, mut deepest) = (0u64, 0u64, None, 0);
    let work =
        |claim: &Claim<P>| examine(&*solver, claim, time.saturating_sub(began.elapsed()), &cancel);
    let mut finished = 0;
    batch::in_order(&claims, args.resources.threads(), work, |finding| {
        let claim = &claims[finished];
        finished += 1;
        display.status(|| {
            let share = finished as f64 / claims.len().max(1) as f64;
            Status::of(share, began.elapsed().as_secs_f64())
                .with(format!("{finished} of {} boards solved", claims.len()))
        });
        match finding {
            Finding::Right => (right, deepest) = (right + 1, claim.depth.max(deepest)),
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

fn examine<P: Enumerable>(
    solver: &dyn Engine<P>,
    claim: &Claim<P>,
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
    let report = solver.solve(&claim.board, 1, &limit, &mut |_| ());
    let line = P::format(&claim.board);
    match report.outcome {
        Outcome::Solved { path, .. } => {
            let plan = solver.plan();
            match replay::<P>(&claim.board, &path, plan.metric) {
                Ok((end, length)) if length == claim.depth && end == plan.goal => Finding::Right,
                Ok((end, length)) if end == plan.goal => {
                    Finding::Wrong(format!("{line} is {length} moves away, not {}", claim.depth))
                }
                _ => Finding::Wrong(format!("{line}: its moves are not a solution")),
            }
        }
        Outcome::Unsolvable { .. } => Finding::Wrong(format!("{line} cannot be solved")),
        Outcome::Stopped { cause: StopCause::Cancelled, .. } => Finding::Interrupted,
        Outcome::Stopped { lower_bound, .. } if lower_bound > claim.depth => {
            Finding::Wrong(format!("{line} is more than {} moves away", claim.depth))
        }
        Outcome::Stopped { .. } => Finding::OutOfReach,
    }
}

fn report<P: Enumerable>(
    request: &Request<P>,
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
        record.push("puzzle", P::shape(&request.start));
        record.push("metric", request.metric.to_string());
        record.push("start", P::format(&request.start));
        record.push("start_cell", P::start_cell(&request.start));
        record.push("checks", rows.clone().map(|row| row.json()).collect::<Vec<Value>>());
        record
    };
    reporter.list(rows.clone(), record, || text(request, checks, valid))
}

fn text<P: Enumerable>(request: &Request<P>, checks: &[Check], valid: bool) -> String {
    let mut text = title::<P>(&request.start, request.metric) + "\n\n";
    for check in checks {
        let mark = if check.result.is_ok() { "ok    " } else { "WRONG " };
        let (Ok(detail) | Err(detail)) = &check.result;
        let gap = if detail.is_empty() { "" } else { ": " };
        let _ = writeln!(text, "{mark} {}{gap}{detail}", check.what);
    }
    text + if valid { "\nverified\n" } else { "\nNOT verified\n" }
}
