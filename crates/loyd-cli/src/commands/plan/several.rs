//! `loyd plan enumerate --processes`: the needs of a run that several processes share.

use super::enumerate::{levels, line_of_passes, machine};
use crate::commands::enumerate::EnumerateArgs;
use crate::enumerations::{Estimate, Machine, Parts};
use crate::exit::{Exit, Failure};
use crate::faults;
use crate::published;
use crate::registry::texts;
use crate::render::Reporter;
use loyd::LevelsRequest;
use loyd_enumerate::EngineName;
use loyd_report::numbers::{bytes, duration, plural};
use loyd_report::record::Record;

/// Plans a run of several processes, each on a separate machine.
pub(super) fn plan(
    args: &EnumerateArgs,
    processes: usize,
    network: Option<f64>,
    other: (Option<u32>, Option<f64>),
) -> Result<Exit, Failure> {
    let puzzle = args.puzzle(None)?;
    let engines = texts(puzzle).enumerations();
    if !engines.keeps_bitmaps() {
        return Err(Failure::input(
            "--processes requires tiles: only their runs are planned for several processes",
        ));
    }
    let request = LevelsRequest { engine: Some(EngineName::Disk), ..args.request(None)? };
    let parts = engines.parts(args.run_folder(), &request, processes);
    let parts = parts.map_err(|error| faults::of_enumeration(puzzle, &error))?;
    let has_files = parts.traffic.is_some_and(|bytes| bytes > 0.0);
    let machine = machine(args, other, request.threads, has_files)?;
    let sizes = (processes, &machine, network);
    let mut reporter = Reporter::open(args.output())?;
    let record = record_of_parts(&request, &parts, sizes);
    reporter.record(&record, || text_of_parts(&request, &parts, sizes))?;
    reporter.finish()?;
    Ok(Exit::Done)
}

fn record_of_parts(
    request: &LevelsRequest,
    parts: &Parts,
    (processes, machine, network): (usize, &Machine, Option<f64>),
) -> Record {
    let bottleneck = parts.bottleneck(machine, network);
    let mut record = Record::new();
    record.push("puzzle", request.start.shape());
    record.push("metric", request.metric.name.as_str());
    record.push("start", request.start.start());
    record.push("start_cell", request.start.start_cell());
    record.push("engine", EngineName::Disk.info().name);
    record.push("processes", processes);
    record.push("threads", request.threads);
    record.push("memory_bytes", parts.memory);
    record.push("memory_allowed_bytes", request.memory);
    record.push("disk_bytes", parts.disk_bytes);
    record.push("passes", parts.passes.clone());
    record.push("network_bytes", parts.network_bytes);
    record.push("sent_bytes", parts.sent_bytes);
    record.push("cores", machine.cores);
    record.push("disk_rate", machine.disk_rate);
    record.push("estimated_cpu_seconds", parts.cpu_seconds);
    record.push("estimated_traffic_bytes", parts.traffic.map(|bytes| bytes as u64));
    record.push("core_seconds", parts.core_seconds(machine));
    record.push("disk_seconds", parts.disk_seconds(machine));
    record.push("network_seconds", network.and_then(|rate| parts.network_seconds(rate)));
    record.push("estimated_seconds", bottleneck.map(|(_, seconds)| seconds));
    let end = |factor: f64| bottleneck.map(|(_, seconds)| factor * seconds);
    record.push("estimated_min_seconds", end(Estimate::FILES_RANGE.0));
    record.push("estimated_max_seconds", end(Estimate::FILES_RANGE.1));
    record.push("bottleneck", bottleneck.map(|(name, _)| name));
    record.push("known_levels", published::levels(request));
    record
}

fn text_of_parts(
    request: &LevelsRequest,
    parts: &Parts,
    (processes, machine, network): (usize, &Machine, Option<f64>),
) -> String {
    let unknown = || "not known".to_owned();
    let time = |seconds: Option<f64>| seconds.map_or_else(unknown, duration);
    let traffic = parts.network_bytes.zip(parts.sent_bytes).map_or_else(unknown, |(all, sent)| {
        format!("about {} in all, {} sent by each", bytes(all), bytes(sent))
    });
    let network_time = match network {
        Some(rate) => time(parts.network_seconds(rate)),
        None => "not known: give --network".to_owned(),
    };
    let disk_time = match parts.disk_seconds(machine) {
        Some(seconds) => duration(seconds),
        None if parts.traffic == Some(0.0) => "none: the levels are in memory".to_owned(),
        None => "not known: give a folder on the disk with --dir, or --disk-rate".to_owned(),
    };
    let estimate = match parts.bottleneck(machine, network).zip(parts.sample.as_ref()) {
        Some(((name, seconds), sample)) => format!(
            "about {}, {} to {} with {} each; the bottleneck is the {name} (an estimate from a run of \
             {sample} just now)",
            duration(seconds),
            duration(seconds * Estimate::FILES_RANGE.0),
            duration(seconds * Estimate::FILES_RANGE.1),
            plural(machine.cores as u64, "core"),
        ),
        None => unknown(),
    };
    format!(
        "{}, by {processes} processes\n\nlevels    {}\n{}\
         memory    {} each, and {} are allowed\ndisk      about {} each at most\n\
         network   {traffic}\ncores     {}\ndisks     {disk_time}\nlinks     {network_time}\n\
         estimate  {estimate}\n",
        request.title(),
        levels(request),
        line_of_passes(&parts.passes),
        bytes(parts.memory),
        bytes(request.memory),
        bytes(parts.disk_bytes),
        time(parts.core_seconds(machine)),
    )
}
