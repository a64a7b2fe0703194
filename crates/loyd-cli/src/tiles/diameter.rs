//! `loyd diameter`: the largest distance between any two states of a board.
//!
//! Renumbering tiles keeps distances, so only the cell of the start's blank matters, and cells that
//! a symmetry of the board exchanges have the same radius. The diameter is the largest radius.
//!
//! With `--dir FOLDER` the run of each start is in a folder of this folder, `start-CELL`. The runs are one after the
//! other, so that the disk holds the levels of one at a time; `--resume FOLDER` reads the certificates of the finished
//! ones, continues the one that was stopped and begins the others.

use crate::args::{MetricArgs, refuse};
use crate::cluster::ClusterArgs;
use crate::counting::{CountingArgs, PlanOfCell, PlannedRun};
use crate::exit::{Exit, Failure};
use crate::files;
use crate::help;
use crate::interrupt::on_interrupt;
use crate::published::Reference;
use crate::puzzle_args::Which;
use crate::render::Reporter;
use crate::run_folder::{Place, RunFolderArgs, ensure_kind, quoted};
use clap::Args;
use loyd::{AnyEnumeration, EnumerateResult};
use loyd_report::format::Form;
use loyd_report::numbers::{duration, grouped, rate};
use loyd_report::record::Record;
use loyd_search::observe::StopCause;
use loyd_store::FolderKind;
use loyd_store::disk::RealDisk;
use loyd_tiles::solver::Tiles;
use loyd_tiles::{Size, distinct_cells, parse_size};
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// `loyd diameter`.
#[derive(Args, Debug)]
#[command(after_help = help::DIAMETER)]
pub(crate) struct DiameterArgs {
    /// Columns x rows.
    #[arg(value_name = "WxH", value_parser = size)]
    size: Size,
    #[command(flatten)]
    metric: MetricArgs,
    #[command(flatten)]
    run_folder: RunFolderArgs,
    #[command(flatten)]
    cluster: ClusterArgs,
    #[command(flatten)]
    counting: CountingArgs,
}

/// A value parser for boards of tiles.
fn size(text: &str) -> Result<Size, String> {
    let Which { puzzle, shape } = Which::parse(text, "4x3")?;
    if let Some(shape) = shape {
        return parse_size(&shape).map_err(|why| why.to_string());
    }
    // Every state of such a puzzle is like every other.
    let name = puzzle.name();
    Err(format!(
        "from every position of {name} the farthest is as far, so that its diameter is its \
                 radius: run `loyd enumerate {name}`"
    ))
}

pub(crate) fn run(args: &DiameterArgs, plan: PlanOfCell<'_>) -> Result<Exit, Failure> {
    /// Maximum number of starts.
    const MAX_STARTS: usize = 10_000;
    let cells = starts(args.size);
    if cells.len() > MAX_STARTS {
        return Err(Failure::input(format!(
            "{} has {} different starts, and the states of each are counted: give a board of at most \
             {MAX_STARTS} starts",
            args.size,
            cells.len(),
        )));
    }
    let folder = args.folder()?;
    let runs = cells.iter().map(|&cell| args.start(cell, plan)).collect::<Result<Vec<_>, _>>()?;
    let mut reporter = Reporter::open(&args.counting.output)?;
    let began = Instant::now();
    let mut starts = Starts { all: runs.len(), ..Starts::default() };
    reporter.text(|| heading(args))?;
    for (index, run) in runs.into_iter().enumerate() {
        let what = format!("start {} of {}: ", index + 1, starts.all);
        match run(&what, began.elapsed()) {
            // A run of several processes has no result before its certificate.
            Err(failure) if failure.exit() == Exit::Stopped => {
                let is_cancelled = on_interrupt().is_cancelled();
                starts.stopped =
                    Some(if is_cancelled { StopCause::Cancelled } else { StopCause::Time });
            }
            enumeration => starts.add(&*enumeration?),
        }
        if starts.stopped.is_some() {
            break;
        }
        starts.report_last(&mut reporter)?;
    }
    // The rows of the starts are written already.
    reporter.list(std::iter::empty(), || starts.record(args), || starts.totals())?;
    reporter.finish()?;
    let Some(cause) = starts.stopped else { return Ok(starts.exit) };
    if !args.counting.output.quiet {
        let again = match folder {
            Some(folder) => {
                let metric = args.metric.name().map(|metric| format!(" --metric {metric}"));
                let processes =
                    args.cluster.processes.map(|number| format!(" --processes {number}"));
                format!(
                    "continue with `loyd diameter {}{} --resume {}{}`",
                    args.size,
                    metric.unwrap_or_default(),
                    quoted(folder),
                    processes.unwrap_or_default()
                )
            }
            None => "run it again with a larger limit".to_owned(),
        };
        let _ = writeln!(
            std::io::stderr(),
            "stopped by {}: {} of {} starts are complete; {again}",
            cause.describe(),
            starts.complete(),
            starts.all,
        );
    }
    Ok(if starts.exit == Exit::Done { Exit::Stopped } else { starts.exit })
}

impl DiameterArgs {
    /// The folder of the runs, if they are in files. A new one is empty, and one to be continued has runs.
    fn folder(&self) -> Result<Option<&Path>, Failure> {
        let RunFolderArgs { dir, resume, levels, .. } = &self.run_folder;
        let several = self.cluster.has_processes();
        let of_several = [("--levels memory", *levels == Place::Memory && !several)];
        refuse(&of_several, "requires --processes")?;
        let why = "is for one start: run `loyd enumerate --start CELL --dir RUNS/start-CELL` for each on all machines, \
                   then `loyd diameter --resume RUNS`";
        refuse(&[("--hosts", self.cluster.hosts.is_some())], why)?;
        if let Some(folder) = resume {
            files::reading(folder)?;
            ensure_kind(folder, FolderKind::Enumeration)?;
            if !starts(self.size).iter().any(|&cell| run_of(folder, cell).is_dir()) {
                return Err(Failure::input(format!(
                    "{} has no run of a diameter of {}: begin one with --dir",
                    folder.display(),
                    self.size
                )));
            }
        }
        if let Some(folder) = dir
            && folder.read_dir().is_ok_and(|mut entries| entries.next().is_some())
        {
            return Err(Failure::input(format!(
                "{} is not empty: name a new folder, or continue its runs with --resume",
                folder.display()
            )));
        }
        Ok(dir.as_deref().or(resume.as_deref()))
    }

    /// The run of a start: planned, or finished in a folder that is continued.
    fn start(&self, cell: usize, plan: PlanOfCell<'_>) -> Result<PlannedRun, Failure> {
        let mut run_folder = self.run_folder.clone();
        if let Some(folder) = self.run_folder.dir.as_ref().or(self.run_folder.resume.as_ref()) {
            let folder = run_of(folder, cell);
            // A process that was stopped early may leave an empty folder.
            let is_there = self.run_folder.resume.is_some()
                && FolderKind::of(&RealDisk, &folder) == Some(FolderKind::Enumeration);
            (run_folder.dir, run_folder.resume) =
                if is_there { (None, Some(folder)) } else { (Some(folder), None) };
        }
        let places = (run_folder, self.cluster.clone());
        plan((self.size.to_string(), cell), self.metric.name(), &self.counting, places)
    }
}

/// The folder of the run of a start.
fn run_of(folder: &Path, cell: usize) -> PathBuf {
    folder.join(format!("start-{cell}"))
}

/// A cell of each kind: of the corners the last cell, where the default goal has its blank.
fn starts(size: Size) -> Vec<usize> {
    let corner = |cell| if cell == 0 { size.last_cell() } else { cell };
    distinct_cells(size).into_iter().map(corner).collect()
}

/// The enumerations so far.
#[derive(Default)]
struct Starts {
    /// The number to reach.
    all: usize,
    runs: Vec<(EnumerateResult, Reference)>,
    stopped: Option<StopCause>,
    exit: Exit,
}

impl Starts {
    fn add(&mut self, run: &dyn AnyEnumeration) {
        let (result, reference) = (run.result(None), Reference::of(run));
        self.exit = self.exit.max(reference.exit());
        self.stopped = result.stopped;
        self.runs.push((result, reference));
    }

    fn complete(&self) -> usize {
        self.runs.iter().filter(|(run, _)| run.complete).count()
    }

    /// The largest distance found; the diameter if every start is complete.
    fn farthest(&self) -> usize {
        self.runs.iter().map(|(run, _)| run.levels.len().saturating_sub(1)).max().unwrap_or(0)
    }

    fn diameter(&self) -> Option<usize> {
        (self.complete() == self.all).then(|| self.farthest())
    }

    fn seconds(&self) -> f64 {
        self.runs.iter().map(|(run, _)| run.seconds).fold(0.0, |all, seconds| all + seconds)
    }

    /// The row of the start just completed, as text or CSV.
    fn report_last(&self, reporter: &mut Reporter) -> Result<(), Failure> {
        let Some((run, reference)) = self.runs.last() else { return Ok(()) };
        let antipodes = run.levels.last().copied().unwrap_or_default();
        if reporter.form() == Form::Rows {
            let mut record = Record::new();
            record.push("start_cell", run.start_cell);
            record.push("radius", run.radius);
            record.push("antipodes", antipodes);
            reporter.record(&record, String::new)?;
        }
        reporter.text(|| {
            let note = reference.sentence().unwrap_or_default();
            let radius = run.levels.len() - 1;
            let row = format!(
                "{:>5}  {radius:>6}  {:>11}  {note}",
                run.start_cell.unwrap_or_default(),
                grouped(antipodes)
            );
            format!("{}\n", row.trim_end())
        })?;
        reporter.flush()
    }

    fn record(&self, args: &DiameterArgs) -> Record {
        let starts = self.runs.iter().map(|(run, reference)| {
            json!({
                "start_cell": run.start_cell,
                "radius": run.radius,
                "antipodes": run.levels.last().filter(|_| run.complete),
                "complete": run.complete,
                "reference": reference.name(),
                "seconds": run.seconds,
                "setup_seconds": run.setup_seconds,
            })
        });
        let runs = || self.runs.iter().map(|(run, _)| run);
        let engine = runs().next().and_then(|run| run.engine);
        let mut record = Record::new();
        record.push("puzzle", args.size.to_string());
        record.push("metric", args.metric.name_of::<Tiles>());
        record.push("starts", starts.collect::<Vec<Value>>());
        record.push("diameter", self.diameter());
        record.push("at_least", self.farthest());
        record.push("complete", self.diameter().is_some());
        record.push("engine", engine);
        record.push("seconds", self.seconds());
        record.push(
            "setup_seconds",
            runs().map(|run| run.setup_seconds).fold(0.0, |all, seconds| all + seconds),
        );
        record.push("peak_memory_bytes", runs().map(|run| run.peak_memory_bytes).max());
        record
    }

    fn totals(&self) -> String {
        let diameter = match self.diameter() {
            Some(diameter) => diameter.to_string(),
            None => format!("at least {}", self.farthest()),
        };
        let states: u64 = self.runs.iter().map(|(run, _)| run.total).sum();
        let seconds = self.seconds();
        format!(
            "\ndiameter  {diameter}\nsearched  {} ({})\n",
            duration(seconds),
            rate(states, seconds)
        )
    }
}

fn heading(args: &DiameterArgs) -> String {
    format!(
        "{}, {}-tile metric, a start for each kind of cell\n\n{:>5}  {:>6}  {:>11}\n",
        args.size,
        args.metric.name_of::<Tiles>(),
        "start",
        "radius",
        "antipodes",
    )
}
