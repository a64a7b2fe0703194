//! `loyd bench solve`: positions with known answers.

use crate::args::{LimitArgs, MetricArgs, OutputArgs, PruningArgs};
use crate::batch::in_order;
use crate::exit::{Exit, Failure};
use crate::hardware::hardware;
use crate::input::{self, Batch};
use crate::interrupt::on_interrupt;
use crate::names::{self, Choice};
use crate::platform::KernelArgs;
use crate::progress::Display;
use crate::puzzle_args::PuzzleArgs;
use crate::quantity::parse_count;
use crate::render::Reporter;
use crate::set_args::parse_ids;
use crate::solution::Solution;
use crate::tables::CacheArgs;
use crate::texts::check_set;
use crate::{help, platform};
use clap::Args;
use loyd::Status;
use loyd::batch::Share;
use loyd::choices::{self, SearchChoices};
use loyd::erased::AnySolvers;
use loyd_lab::sets::Set;
use loyd_report::numbers::{bytes, duration, grouped, rate};
use loyd_report::record::Record;
use loyd_search::arch::cpu::InstructionSet;
use loyd_search::observe::Limit;
use loyd_search::search::AlgorithmSpec;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// `loyd bench solve`.
#[derive(Args, Debug)]
#[command(after_help = help::BENCH_SOLVE)]
pub(crate) struct BenchSolveArgs {
    #[command(flatten)]
    puzzle: PuzzleArgs,
    /// A set of boards that comes with loyd.
    #[arg(long, value_name = "SET", value_parser = names::sets(), default_value = "korf100")]
    set: Set,
    /// Read boards from a CSV file instead; a column `optimal_length` has the known lengths.
    #[arg(short, long, value_name = "FILE", conflicts_with = "set")]
    input: Option<PathBuf>,
    /// Only the boards with these ids, such as 3,10-20.
    #[arg(long, value_name = "ID,…", value_delimiter = ',', value_parser = parse_ids, conflicts_with = "count")]
    ids: Vec<String>,
    /// Only the first N boards.
    #[arg(short = 'n', long, value_name = "N", value_parser = parse_count)]
    count: Option<u64>,
    /// An algorithm; repeat it to compare several.
    #[arg(short, long, value_name = "NAME", default_value = "auto",
          value_parser = names::algorithms(), hide_possible_values = true)]
    algorithm: Vec<Choice<AlgorithmSpec>>,
    /// A heuristic; repeat it to compare several.
    #[arg(short = 'H', long, value_name = "NAME", default_value = "auto",
          value_parser = names::heuristics(), hide_possible_values = true)]
    heuristic: Vec<Choice<String>>,
    #[command(flatten)]
    pruning: PruningArgs,
    #[command(flatten)]
    metric: MetricArgs,
    /// Number of runs of each configuration; the median time is reported.
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_count)]
    runs: u64,
    #[command(flatten)]
    kernels: KernelArgs,
    #[command(flatten)]
    cache: CacheArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    output: OutputArgs,
    /// Show progress even if standard error is not a terminal, as plain lines.
    #[arg(long, help_heading = "Output", conflicts_with = "quiet")]
    progress: bool,
}

pub(super) fn run(args: &BenchSolveArgs) -> Result<Exit, Failure> {
    let puzzle = args.puzzle.puzzle();
    let metric = puzzle.puzzle().metric(args.metric.name())?;
    let mut batch = if let Some(file) = &args.input {
        input::read_file(puzzle, file, args.output.quiet)?
    } else {
        check_set(args.set, puzzle)?;
        input::built_in(puzzle, args.set)?
    };
    let source = args.input.as_ref().map(|file| file.display().to_string());
    batch.choose(&args.ids, &source.unwrap_or_else(|| args.set.info().0.to_owned()))?;
    if let Some(count) = args.count {
        batch.items.truncate(usize::try_from(count).unwrap_or(usize::MAX));
    }
    if let Some((item, why)) =
        batch.items.iter().find_map(|item| Some((item, item.task.as_ref().err()?)))
    {
        return Err(Failure::input(input::located(&item.place, why)));
    }
    let mut reporter = Reporter::open(&args.output)?;
    let share = Share::of(args.limits.resources.threads(), batch.items.len());
    let bench = Workload { published: batch.known_lengths(&metric), batch, share };
    let cancel = on_interrupt();
    let limit = args.limits.shared_limit(&cancel, share.workers);
    reporter.text(|| format!("{}\n", hardware()))?;
    let mut exit = Exit::Done;
    for algorithm in &args.algorithm {
        for heuristic in &args.heuristic {
            let choices = SearchChoices {
                metric: Some(metric.name.clone()),
                algorithm: algorithm.as_ref().map(ToString::to_string),
                heuristic: heuristic.clone(),
                pruning: choices::pruning_text(args.pruning.pruning),
                moves: None,
            };
            let display = Display::new(
                args.output.quiet,
                args.progress,
                bench.batch.items.len(),
                share.workers,
            );
            let all = args.kernels.measure(args.runs, || {
                let limits = (&args.limits, args.output.quiet, &cancel);
                let boards = (bench.batch.items.len(), &[][..]);
                let solvers = args.cache.solvers(puzzle, &choices, limits, boards)?;
                bench.run(&*solvers, &limit, &display)
            })?;
            display.finish();
            let median = |(set, mut runs): (InstructionSet, Vec<Run>)| {
                runs.sort_by_key(|run| run.time);
                (set, runs.swap_remove(runs.len() / 2))
            };
            let medians: Vec<_> = all.into_iter().map(median).collect();
            let fastest = medians.last().map_or(f64::NAN, |(_, run)| run.work());
            for (set, run) in &medians {
                exit = exit.max(run.exit());
                let ratio = format!("\n  kernels    {set}, {:.2} times", run.work() / fastest);
                let ratio = if args.kernels.compares() { &ratio } else { "" };
                let record = run.record(&metric.name, share, args.runs, *set);
                reporter.record(&record, || run.lines(ratio))?;
            }
            reporter.flush()?;
        }
    }
    reporter.finish()?;
    Ok(exit)
}

struct Workload {
    batch: Batch,
    published: Vec<Option<u32>>,
    share: Share,
}

/// The result of one run of one configuration.
#[derive(Default)]
struct Run {
    algorithm: String,
    heuristic: String,
    boards: usize,
    solved: usize,
    wrong: usize,
    stopped: usize,
    error: Option<String>,
    expanded: u64,
    generated: u64,
    /// States stored by searches with lists, and the bytes they took.
    inserted: u64,
    bytes: u64,
    /// The boards with a solution, of any length, and the sum of the lengths.
    with_solution: usize,
    lengths: u64,
    time: Duration,
    setup: Duration,
    cpu: Option<Duration>,
    peak_memory: Option<u64>,
}

impl Workload {
    fn run(
        &self,
        solvers: &dyn AnySolvers,
        limit: &Limit,
        display: &Display,
    ) -> Result<Run, Failure> {
        for item in &self.batch.items {
            if let Ok(task) = &item.task {
                solvers.prepare(&**task)?;
            }
        }
        let mut run = Run { setup: solvers.setup(), ..Run::default() };
        let mut published = self.published.iter();
        let (began, cpu) = (Instant::now(), platform::cpu_time());
        in_order(
            &self.batch.items,
            self.share.workers,
            |item| {
                let mut progress = |progress: &_| display.search(progress);
                Solution::solve((&self.batch, item), &solvers.metric(), |task| {
                    let threads = self.share.threads;
                    let measured = solvers.measure(task, threads, limit, &|| None, &mut progress);
                    measured.map(|(result, _)| result)
                })
            },
            |solution| {
                display.board_done();
                run.add(&solution, published.next().copied().flatten());
                Ok(())
            },
        )?;
        run.time = began.elapsed();
        run.cpu = cpu.and_then(|cpu| platform::cpu_time()?.checked_sub(cpu));
        run.peak_memory = platform::peak_memory();
        match run.error.take() {
            Some(error) => Err(Failure::environment(error)),
            None => Ok(run),
        }
    }
}

impl Run {
    fn add(&mut self, solution: &Solution, published: Option<u32>) {
        solution.result.algorithm.as_deref().unwrap_or_default().clone_into(&mut self.algorithm);
        solution.result.heuristic.as_deref().unwrap_or_default().clone_into(&mut self.heuristic);
        self.boards += 1;
        self.solved += usize::from(solution.result.status == Status::Solved);
        self.stopped += usize::from(solution.result.status == Status::Stopped);
        self.expanded += solution.result.expanded.unwrap_or_default();
        self.generated += solution.result.generated.unwrap_or_default();
        self.inserted += solution.result.statistics.inserted;
        self.bytes += solution.result.statistics.bytes;
        if let Some(length) = solution.result.length {
            self.with_solution += 1;
            self.lengths += u64::from(length);
        }
        let contradicts = |published| solution.contradicts(published);
        self.wrong += usize::from(published.is_some_and(contradicts));
        if solution.exit == Exit::Environment {
            self.error = solution.error();
        }
    }

    /// Bytes of open and closed lists for every state stored in them.
    fn bytes_per_state(&self) -> Option<f64> {
        (self.inserted > 0)
            .then(|| (self.bytes as f64 / self.inserted as f64 * 10.0).round() / 10.0)
    }

    /// The mean length of the solutions.
    fn mean_length(&self) -> Option<f64> {
        let mean = self.lengths as f64 / self.with_solution as f64;
        (self.with_solution > 0).then(|| (mean * 1000.0).round() / 1000.0)
    }

    fn exit(&self) -> Exit {
        if self.stopped > 0 {
            Exit::Stopped
        } else if self.wrong > 0 || self.solved < self.boards {
            Exit::Failed
        } else {
            Exit::Done
        }
    }

    /// Seconds of processor time, or of the clock where the system does not count them.
    fn work(&self) -> f64 {
        self.cpu.unwrap_or(self.time).as_secs_f64()
    }

    fn record(&self, metric: &str, share: Share, runs: u64, set: InstructionSet) -> Record {
        let seconds = self.time.as_secs_f64();
        let mut record = Record::new();
        record.push("algorithm", self.algorithm.clone());
        record.push("heuristic", self.heuristic.clone());
        record.push("metric", metric);
        record.push("boards_at_once", share.workers);
        record.push("threads_per_board", share.threads);
        record.push("runs", runs);
        record.push("boards", self.boards);
        record.push("solved", self.solved);
        record.push("wrong", self.wrong);
        record.push("mean_length", self.mean_length());
        record.push("expanded", self.expanded);
        record.push("generated", self.generated);
        record.push("inserted", self.inserted);
        record.push("bytes_per_state", self.bytes_per_state());
        record.push("seconds", seconds);
        record.push("setup_seconds", self.setup.as_secs_f64());
        record.push("expanded_per_second", (self.expanded as f64 / seconds.max(1e-9)).round());
        record.push("cpu_seconds", self.cpu.map(|cpu| cpu.as_secs_f64()));
        record.push("peak_memory_bytes", self.peak_memory);
        record.push("cpu", platform::cpu_model());
        record.push("cores", platform::cores());
        record.push("simd", platform::simd().join(" "));
        record.push("kernels", set.name());
        record
    }

    /// A block of lines that fits 80 columns, one of them the ratio of times if there is one.
    fn lines(&self, ratio: &str) -> String {
        let seconds = self.time.as_secs_f64();
        let cpu = self.cpu.map(|cpu| cpu.as_secs_f64());
        let heuristic =
            if self.heuristic.is_empty() { String::new() } else { format!(", {}", self.heuristic) };
        let wrong = if self.wrong > 0 { format!(", {} WRONG", self.wrong) } else { String::new() };
        let of_cpu = cpu.map_or(String::new(), |cpu| {
            format!(", CPU {} ({})", duration(cpu), rate(self.expanded, cpu))
        });
        let per_state = self
            .bytes_per_state()
            .map_or(String::new(), |bytes| format!(", {bytes:.1} bytes a stored state"));
        let length =
            self.mean_length().map_or(String::new(), |mean| format!(", mean length {mean}"));
        let memory = self.peak_memory.map_or("unknown".into(), bytes);
        format!(
            "\n{}{heuristic}{ratio}\n  solved     {} of {}{wrong}{length}\n  time       {} ({}){of_cpu}\n  \
             expanded   {}, generated {}\n  memory     {memory}{per_state}\n",
            self.algorithm,
            self.solved,
            self.boards,
            duration(seconds),
            rate(self.expanded, seconds),
            grouped(self.expanded),
            grouped(self.generated),
        )
    }
}
