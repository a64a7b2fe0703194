//! `loyd merge` joins the results of boards that were solved in parts.

use crate::args::OutputArgs;
use crate::exit::{Exit, Failure};
use crate::faults::of_store;
use crate::files;
use crate::help;
use crate::puzzle_args;
use crate::render::Reporter;
use crate::render::solve::{Summary, line};
use crate::run_folder::{ensure_kind, quoted};
use crate::solution::Solution;
use crate::solve_folder;
use clap::Args;
use loyd::PuzzleName;
use loyd_report::numbers::plural;
use loyd_store::disk::RealDisk;
use loyd_store::solves::{MergedParts, Part, UncheckedSolves, part_folders};
use loyd_store::{FolderKind, SolveFolder};
use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// `loyd merge`.
#[derive(Args, Debug)]
#[command(after_help = help::MERGE)]
pub(crate) struct MergeArgs {
    /// Folders of parts, or folders that hold them.
    #[arg(value_name = "FOLDER", required = true)]
    folders: Vec<PathBuf>,
    #[command(flatten)]
    output: OutputArgs,
}

pub(crate) fn run(args: &MergeArgs) -> Result<Exit, Failure> {
    let (mut folders, mut paths): (Vec<PathBuf>, HashSet<PathBuf>) = Default::default();
    for named in &args.folders {
        ensure_kind(named, FolderKind::Solves)?;
        for folder in part_folders(&RealDisk, named).map_err(|error| of_store(&error))? {
            if !paths.insert(fs::canonicalize(&folder).unwrap_or_else(|_| folder.clone())) {
                let name = folder.display();
                return Err(Failure::input(format!("{name} is named twice: name it once")));
            }
            folders.push(folder);
        }
    }
    let parts = folders.iter().map(|folder| open(folder)).collect::<Result<Vec<_>, _>>()?;
    let puzzle = puzzle_args::named(&parts[0].solves().puzzle)?;
    let merged = loyd::folder::merge(puzzle, parts);
    merge(args, puzzle, &merged.map_err(|error| of_store(&error))?)
}

fn open(folder: &Path) -> Result<UncheckedSolves, Failure> {
    files::reading(folder)?;
    let solves = SolveFolder::open(Arc::new(RealDisk), folder, Duration::MAX);
    solves.map_err(|error| of_store(&error))
}

fn merge(args: &MergeArgs, puzzle: PuzzleName, merged: &MergedParts) -> Result<Exit, Failure> {
    let first = merged.folders()[0].solves();
    let choices = solve_folder::choices(puzzle, first)?;
    let metric = puzzle.puzzle().metric(choices.metric.as_deref())?;
    let batches: HashMap<&Path, _> = merged
        .folders()
        .iter()
        .map(|folder| (folder.folder(), solve_folder::batch(puzzle, folder.solves())))
        .collect();
    let mut reporter = Reporter::open(&args.output)?;
    let (mut summary, mut exit, mut seconds) = (Summary::default(), Exit::Done, 0.0);
    for board in merged.boards() {
        let batch = &batches[board.folder.folder()];
        let item = &batch.items[board.index];
        let solution = match board.folder.done(board.index) {
            Some(stored) => Solution::restored((batch, item), &stored, &metric),
            None => Solution::unfinished((batch, item), &metric),
        };
        if let Some(error) = solution.error() {
            let _ = writeln!(std::io::stderr(), "error: {error}");
        }
        exit = exit.max(solution.exit);
        seconds += solution.result.seconds.unwrap_or_default();
        summary.add(&solution);
        reporter.record(&solution.record(&first.columns), || line(&solution))?;
    }
    reporter.text(|| summary.searched(seconds))?;
    reporter.finish()?;
    if let Some(text) = unfinished(merged) {
        exit = exit.max(Exit::Stopped);
        if !args.output.quiet {
            let _ = write!(std::io::stderr(), "{text}");
        }
    }
    Ok(exit)
}

/// The boards without a result, and the commands that solve them.
fn unfinished(merged: &MergedParts) -> Option<String> {
    /// Parts that are named.
    const MAX: usize = 10;
    let finished: usize = merged.folders().iter().map(SolveFolder::boards_done).sum();
    let all = merged.boards_of_list();
    let missing = merged.missing();
    let open: Vec<&SolveFolder> = merged
        .folders()
        .iter()
        .filter(|folder| folder.boards_done() < folder.solves().boards.len())
        .collect();
    if finished == all && missing.is_empty() {
        return None;
    }
    let mut text = format!("{finished} of {} have a result\n", plural(all as u64, "board"));
    if !missing.is_empty() {
        let named: Vec<String> = missing.iter().take(MAX).map(Part::to_string).collect();
        let more = if missing.len() > MAX { ", …" } else { "" };
        let are = if missing.len() == 1 { "part" } else { "parts" };
        let _ = writeln!(text, "missing: {are} {}{more}", named.join(", "));
    }
    for folder in open.iter().take(MAX) {
        let _ =
            writeln!(text, "hint: continue with `loyd solve --resume {}`", quoted(folder.folder()));
    }
    Some(text)
}
