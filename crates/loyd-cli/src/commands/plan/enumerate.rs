//! `loyd plan enumerate` predicts the memory, files and time of a run; it allocates nothing.
//!
//! The estimate is processor time, so that a busy machine gives the same, and a range: the engine is run on a small
//! board for less than a second, and its time a state is that of large boards but for a factor that was measured on
//! boards of 14 and 15 cells. With levels in files the time is at least that of the disk for
//! the bytes, at the measured speed of writing a file. Lists of states depend on the levels, so they
//! need published ones: the first levels run for less than a second, and the rest is extrapolated.

#[cfg(feature = "cluster")]
use super::several;
use crate::args::refuse;
use crate::commands::enumerate::EnumerateArgs;
use crate::enumerations::{Estimate, Machine};
use crate::exit::{Exit, Failure};
use crate::faults;
#[cfg(not(feature = "cluster"))]
use crate::left_out;
use crate::platform;
use crate::published;
use crate::quantity::parse_rate;
use crate::registry::texts;
use crate::render::Reporter;
use clap::Args;
use loyd::{AnyPlan, LevelsRequest};
use loyd_enumerate::EngineName;
use loyd_report::numbers::{bytes, duration, grouped, plural};
use loyd_report::record::Record;
use loyd_store::Retention;
use std::cmp::Reverse;

/// `loyd plan enumerate`.
#[derive(Args, Debug)]
pub(crate) struct PlanEnumerateArgs {
    #[command(flatten)]
    enumerate: EnumerateArgs,
    /// The rate at which each process can send, such as 10Gb/s, for --processes.
    #[arg(long, value_name = "RATE", value_parser = parse_rate, help_heading = "Several processes")]
    network: Option<f64>,
    /// The cores of the machine that will run it, as fast as those of this one; else the threads of this one.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), help_heading = "Another machine")]
    cores: Option<u32>,
    /// The rate at which its disk reads and writes, such as 2GB/s; else that of the folder of the run.
    #[arg(long, value_name = "RATE", value_parser = parse_rate, help_heading = "Another machine")]
    disk_rate: Option<f64>,
}

pub(super) fn run(args: &PlanEnumerateArgs) -> Result<Exit, Failure> {
    let PlanEnumerateArgs { enumerate: args, network, cores, disk_rate } = args;
    args.check_run_options()?;
    #[cfg(feature = "cluster")]
    if let Some(processes) = args.processes() {
        return several::plan(args, processes, *network, (*cores, *disk_rate));
    }
    #[cfg(not(feature = "cluster"))]
    if args.processes().is_some() {
        return Err(left_out::failure("runs of several processes", "cluster"));
    }
    refuse(&[("--network", network.is_some())], "requires --processes")?;
    plan(args, (*cores, *disk_rate))
}

/// The machine of the options, whose disk is that of the folder of a run with files.
pub(super) fn machine(
    args: &EnumerateArgs,
    (cores, disk_rate): (Option<u32>, Option<f64>),
    threads: usize,
    has_files: bool,
) -> Result<Machine, Failure> {
    refuse(
        &[("--disk-rate", disk_rate.is_some() && !has_files)],
        "is for complete runs with levels in files (--dir FOLDER)",
    )?;
    let threads = threads.clamp(1, platform::cores());
    Ok(Machine {
        cores: cores.map_or(threads, |cores| cores as usize),
        disk_rate: disk_rate.or_else(|| args.run_folder().write_speed().filter(|_| has_files)),
    })
}

fn plan(args: &EnumerateArgs, other: (Option<u32>, Option<f64>)) -> Result<Exit, Failure> {
    let request = args.request(None)?;
    let plan = args.plan(&request, false, faults::of_enumeration)?;
    let mut reporter = Reporter::open(args.output())?;
    let engines = texts(request.puzzle()).enumerations();
    let estimate = engines.estimate(args.run_folder(), &plan);
    let disk = Files(engines.file_bytes(args.run_folder(), &plan));
    let (plan, estimate) = (&plan, estimate.as_ref());
    let has_files = estimate.is_some_and(|estimate| estimate.traffic > 0.0);
    let machine = machine(args, other, request.threads, has_files)?;
    let keep = args.run_folder().keep_levels.unwrap_or_default();
    reporter.record(&record(plan, estimate, &disk, &machine), || {
        text(plan, estimate, &disk, keep, &machine)
    })?;
    reporter.finish()?;
    Ok(Exit::Done)
}

/// Bytes of files; `None` where they depend on unpublished levels.
struct Files(Option<u64>);

/// Radius and largest level of the request, if they are published.
pub(super) fn levels(request: &LevelsRequest) -> String {
    let Some(levels) = published::levels(request) else {
        return "not published for this board, metric and start".to_owned();
    };
    let largest = (0..levels.len()).max_by_key(|&depth| (levels[depth], Reverse(depth)));
    let Some(depth) = largest else { return String::new() };
    let last = levels.len() - 1;
    let published: u128 = levels.iter().map(|&states| u128::from(states)).sum();
    if request.states().is_none_or(|states| published < states) {
        return format!("published to depth {last}, with {}", plural(levels[last], "state"));
    }
    format!("published: radius {last}, most at depth {depth}: {}", plural(levels[depth], "state"))
}

/// The passes over a level and their segments, as a line of a plan.
pub(super) fn line_of_passes(segments: &[usize]) -> String {
    let segments: Vec<String> = segments.iter().map(|&segments| grouped(segments as u64)).collect();
    match segments.split_last() {
        None => String::new(),
        Some((last, others)) => format!(
            "passes    {} a level, in {} and {last} segments\n",
            segments.len(),
            others.join(", ")
        ),
    }
}

fn record(plan: &AnyPlan, estimate: Option<&Estimate>, disk: &Files, machine: &Machine) -> Record {
    let request = &plan.request;
    let mut record = Record::new();
    record.push("puzzle", request.start.shape());
    record.push("metric", request.metric.name.as_str());
    record.push("start", request.start.start());
    record.push("start_cell", request.start.start_cell());
    record.push("depth", request.depth);
    record.push("engine", plan.engine.map(|engine| engine.info().name));
    record.push("method", plan.method);
    // More than 64 bits of them, and so of no engine's concern, are left out.
    record.push("states", plan.states.and_then(|states| u64::try_from(states).ok()));
    record.push("memory_bytes", plan.memory);
    record.push("memory_allowed_bytes", request.memory);
    if plan.engine == Some(EngineName::Gpu) {
        record.push("device_memory_bytes", plan.device_memory);
        record.push("device_transfer_bytes_per_level", plan.device_transfers);
    }
    record.push("disk_bytes", disk.0);
    if !plan.passes.is_empty() {
        record.push("passes", plan.passes.clone());
    }
    record.push("threads", request.threads);
    let seconds = estimate.map(|estimate| estimate.seconds(machine));
    let end = |factor: fn(&Estimate) -> f64| estimate.zip(seconds).map(|(e, s)| factor(e) * s);
    record.push("cores", machine.cores);
    record.push("disk_rate", machine.disk_rate);
    record.push("estimated_cpu_seconds", estimate.map(|estimate| estimate.cpu_seconds));
    record.push("estimated_traffic_bytes", estimate.map(|estimate| estimate.traffic as u64));
    record.push("estimated_seconds", seconds);
    record.push("estimated_min_seconds", end(|estimate| estimate.range.0));
    record.push("estimated_max_seconds", end(|estimate| estimate.range.1));
    record.push("estimated_setup_seconds", estimate.map(|estimate| estimate.setup_seconds));
    record.push("known_levels", published::levels(request));
    record
}

fn text(
    plan: &AnyPlan,
    estimate: Option<&Estimate>,
    disk: &Files,
    keep: Retention,
    machine: &Machine,
) -> String {
    let request = &plan.request;
    let states = match plan.states {
        Some(states) => grouped(states),
        None => "more than 2^128".to_owned(),
    };
    let disk = match disk.0 {
        Some(0) => "none".to_owned(),
        Some(limit)
            if texts(request.puzzle()).enumerations().keeps_bitmaps()
                && plan.engine == Some(EngineName::Disk)
                && keep == Retention::WhileSpace =>
        {
            format!("about {} at most, and one more level while there is room", bytes(limit))
        }
        Some(limit) => format!("about {} at most", bytes(limit)),
        None if plan.engine == Some(EngineName::Disk) => {
            "three levels, as lists of classes of states; their states are not known".to_owned()
        }
        None => {
            "about 1.6 bytes for each state of three levels; their states are not known".to_owned()
        }
    };
    let transfers = match plan.device_transfers {
        0 => String::new(),
        sent => format!(", and up to {} to and from it for each level", bytes(sent)),
    };
    let card = match plan.device_memory {
        0 => String::new(),
        needed => format!("card      {} of its memory{transfers}\n", bytes(needed)),
    };
    let depth = request.depth.map_or_else(String::new, |depth| format!(", down to depth {depth}"));
    let work = estimate.map_or_else(String::new, |Estimate { cpu_seconds, traffic, .. }| {
        let files = match *traffic as u64 {
            0 => String::new(),
            traffic => format!(", {} read and written in all", bytes(traffic)),
        };
        format!("work      {} of processor time{files}\n", duration(*cpu_seconds))
    });
    let estimate = match estimate {
        None if plan.engine == Some(EngineName::Gpu) => {
            "none: a plan runs nothing on a card; see loyd bench gpu".to_owned()
        }
        None => "none: how many states there are down to that depth is not known".to_owned(),
        Some(estimate) => {
            let seconds = estimate.seconds(machine);
            let (min, max) = estimate.range;
            format!(
                "{}about {}, {} to {} on {}{}, and {} of setup, from a run of {} just now",
                if request.depth.is_some() { "at most " } else { "" },
                duration(seconds),
                duration(seconds * min),
                duration(seconds * max),
                plural(machine.cores as u64, "core"),
                machine.disk_rate.map_or_else(String::new, |rate| {
                    let is_limit = estimate.traffic / rate >= seconds;
                    let limit = if is_limit { ", which is the limit" } else { "" };
                    format!(" and a disk of {}/s{limit}", bytes(rate as u64))
                }),
                duration(estimate.setup_seconds),
                estimate.sample,
            )
        }
    };
    format!(
        "{}{depth}\n\nstates    {states}\nlevels    {}\n\
         engine    {}\nmethod    {}\n{}memory    {}, and {} are allowed\n{card}disk      {}\n\
         {work}estimate  {estimate}\n",
        request.title(),
        levels(request),
        plan.engine.map_or("another engine", |engine| engine.info().name),
        plan.method,
        line_of_passes(&plan.passes),
        bytes(plan.memory),
        bytes(request.memory),
        disk,
    )
}
