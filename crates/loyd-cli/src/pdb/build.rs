//! `loyd pdb build`: tables, in the cache or in a file.

use super::arguments::BuildArgs;
use super::{Facts, Tabled};
use crate::args::OutputArgs;
use crate::exit::{Exit, Failure};
use crate::faults::of_store;
use crate::interrupt::on_interrupt;
use crate::render::Reporter;
use crate::tables::Terminal;
use loyd::{CachedTable, CachedTables, TableError};
use loyd_report::numbers::{bytes, duration, grouped, plural};
use loyd_report::record::Record;
use loyd_store::disk::RealDisk;
use loyd_store::tables::{Contents, write};
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Runs the command.
pub(crate) fn run<P: Tabled>(args: &BuildArgs) -> Result<Exit, Failure> {
    let target = P::target(&args.target, Some(args.encoding.unwrap_or_default()))?;
    let count = target.parts.len();
    if args.output.is_some() && count > 1 {
        return Err(Failure::input(format!(
            "{} has {count} patterns, and a file holds one table: name the tiles of one \
             pattern, or remove --output and they are stored in the cache",
            target.name
        )));
    }
    if let Some(place) = &args.output {
        crate::files::writing(place)?;
        check_place(place)?;
    }
    let output = OutputArgs { format: args.format, output: None, quiet: args.quiet };
    let mut reporter = Reporter::open(&output)?;
    let folder = args.cache.folder().filter(|_| args.output.is_none());
    let must_keep = args.output.is_none() && !args.cache.no_cache;
    if must_keep && folder.is_none() {
        return Err(Failure::environment(
            "no folder for tables: neither LOYD_CACHE nor HOME is set; set one, \
             or name a file with --output",
        ));
    }
    let began = Instant::now();
    let (threads, memory) = (args.resources.threads(), args.resources.memory());
    let terminal =
        Terminal { quiet: args.quiet, progress: args.progress, display: Mutex::default() };
    let tables = folder.map_or_else(CachedTables::unstored, |it| CachedTables::in_folder(&it));
    let tables = tables.threads(threads).memory(memory).cancel(&on_interrupt()).observer(terminal);
    let mut tables = if must_keep { tables.must_store() } else { tables };
    reporter.text(|| target.text.clone())?;
    let mut total = 0;
    for part in &target.parts {
        let [subject, ..] = &part.subjects[..] else { continue };
        let remaining_time =
            args.resources.max_time.map(|time| time.saturating_sub(began.elapsed()));
        tables.set_max_time(remaining_time);
        let table = tables.table::<P>(subject);
        let mut table = table.map_err(|why| match why {
            TableError::OutOfTime => TableError::Stopped,
            why => why,
        })?;
        if let Some(place) = &args.output {
            write(&RealDisk, place, &table.info, &table.table).map_err(|why| of_store(&why))?;
            table.file = Some(place.clone());
        }
        total += table.table.length() as u64;
        let facts = P::facts_of(subject);
        let mut record = record(&facts, &table);
        record.push("partition", target.name.clone());
        record.push("letter", part.letter.map(|letter| letter.to_string()));
        record.push("tiles", part.tiles.clone());
        reporter.record(&record, || {
            let letter = part.letter.map_or_else(String::new, |letter| format!("{letter}  "));
            letter + &line(&facts, &table)
        })?;
        reporter.flush()?;
    }
    let stored = if must_keep || args.output.is_some() { "" } else { ", not stored" };
    reporter.text(|| format!("\n{}, {}{stored}\n", plural(count as u64, "table"), bytes(total)))?;
    reporter.finish()?;
    Ok(Exit::Done)
}

/// Refuses to replace a device or a folder with a table.
fn check_place(place: &Path) -> Result<(), Failure> {
    match place.symlink_metadata() {
        Ok(there) if !there.is_file() => Err(Failure::input(format!(
            "{} is not a plain file, and a table would take its place: name another file",
            place.display()
        ))),
        _ => Ok(()),
    }
}

fn record<P: Tabled>(facts: &Facts, found: &CachedTable<P>) -> Record {
    let info = &found.info;
    let mut record = Record::new();
    record.push("puzzle", facts.shape.clone());
    record.push("encoding", facts.encoding);
    record.push("metric", facts.metric.clone());
    record.push("states", info.states());
    record.push("bytes", found.table.length());
    record.push("largest", info.largest());
    record.push("average", info.average());
    record.push("source", if found.built.is_some() { "built" } else { "cache" });
    record.push("seconds", found.built.as_ref().map(Duration::as_secs_f64));
    record.push("file", found.file.as_ref().map(|file| file.display().to_string()));
    record.note("histogram", info.histogram.clone());
    record
}

/// `7 tiles, 154,742,400 states, 18.5 MiB, values to 37, 20.93 on average, built in 0.21 s`
fn line<P: Tabled>(facts: &Facts, found: &CachedTable<P>) -> String {
    let source = match found.built {
        Some(time) => format!("built in {}", duration(time.as_secs_f64())),
        None => "in the cache".to_owned(),
    };
    format!(
        "{}, {} {}, {}, {}, {source}\n",
        facts.title,
        grouped(found.info.states()),
        facts.entries,
        bytes(found.table.length() as u64),
        facts.values(&found.info),
    )
}
