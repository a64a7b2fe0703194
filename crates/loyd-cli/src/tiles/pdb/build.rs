//! `loyd pdb build`: the tables of a partition, in the cache or in a file.

use super::TargetArgs;
use crate::args::{Format, OutputArgs, ResourceArgs};
use crate::exit::{Exit, Failure};
use crate::family::TableMeans;
use crate::faults::of_store;
use crate::help;
use crate::interrupt::on_interrupt;
use crate::render::Reporter;
use crate::tables::CacheArgs;
use crate::tiles::tables::{Found, Tables};
use clap::{Args, ValueEnum};
use loyd::observe::Cancel;
use loyd_enumerate::checkpoint::StoreError;
use loyd_report::numbers::{bytes, duration, grouped, plural};
use loyd_report::record::Record;
use loyd_store::Encoding;
use loyd_store::disk::RealDisk;
use loyd_store::tiles::tables::file;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// `loyd pdb build`.
#[derive(Args, Debug)]
#[command(after_help = help::PDB_BUILD)]
pub(crate) struct BuildArgs {
    #[command(flatten)]
    target: TargetArgs,
    /// The entries of the tables: one `bit` per state, which includes the region of the blank; the
    /// `excess` over Manhattan distance per placement of tiles, as in other programs; or, for the
    /// multi-tile metric, one bit per `class` of placements connected by slides along a line.
    #[arg(long, value_enum, default_value = "bit", help_heading = "Tables")]
    encoding: EncodingName,
    /// Write the table of a single pattern to FILE, not to the cache.
    #[arg(short, long, value_name = "FILE", help_heading = "Tables")]
    output: Option<PathBuf>,
    #[command(flatten)]
    cache: CacheArgs,
    #[command(flatten)]
    resources: ResourceArgs,
    /// The format of results.
    #[arg(long, value_enum, help_heading = "Output")]
    format: Option<Format>,
    /// Print no progress, warnings or hints.
    #[arg(short, long, help_heading = "Output")]
    quiet: bool,
    /// Show progress even if standard error is no terminal, as plain lines.
    #[arg(long, help_heading = "Output", conflicts_with = "quiet")]
    progress: bool,
}

/// The kind of entries in a table.
#[derive(Clone, Copy, PartialEq, Debug, ValueEnum)]
enum EncodingName {
    /// One bit for every state with the blank's region.
    Bit,
    /// Four bits for every placement.
    Excess,
    /// One bit for every class of placements, in the multi-tile metric.
    Class,
}

impl From<EncodingName> for Encoding {
    fn from(name: EncodingName) -> Self {
        match name {
            EncodingName::Bit => Self::Bit,
            EncodingName::Excess => Self::Excess,
            EncodingName::Class => Self::Class,
        }
    }
}

/// Runs the command.
pub(super) fn run(args: &BuildArgs) -> Result<Exit, Failure> {
    let target = args.target.partition()?;
    let encoding = args.encoding.into();
    let patterns = target.partition.patterns().len();
    if args.output.is_some() && patterns > 1 {
        return Err(Failure::input(format!(
            "{} has {patterns} patterns, and a file holds one table: name the tiles of one \
             pattern, or leave --output out and they are kept in the cache",
            target.name
        )));
    }
    if let Some(place) = &args.output {
        crate::files::writing(place)?;
        check_place(place)?;
    }
    let output = OutputArgs { format: args.format, output: None, quiet: args.quiet };
    let mut reporter = Reporter::open(&output, Format::Text)?;
    let folder = args.cache.folder().filter(|_| args.output.is_none());
    let must_keep = args.output.is_none() && !args.cache.no_cache;
    if must_keep && folder.is_none() {
        return Err(Failure::environment(
            "there is no folder to keep tables in, as neither LOYD_CACHE nor HOME is set: set one, \
             or name a file with --output",
        ));
    }
    let cancel = time_limit(args, on_interrupt());
    let (threads, memory) = (args.resources.threads(), args.resources.memory());
    let quiet = args.quiet;
    let mut tables = Tables::new(TableMeans { folder, threads, memory, quiet, cancel });
    (tables.progress, tables.must_keep) = (args.progress, must_keep);
    reporter.text(|| target.text())?;
    let mut total = 0;
    for (letter, pattern, tiles) in target.patterns() {
        let mut found = tables.table(&pattern.canonical().0, encoding)?;
        if let Some(place) = &args.output {
            file::write(&RealDisk, place, &found.info, found.loaded.bytes())
                .map_err(|error| failure(&error))?;
            found.file = Some(place.clone());
        }
        total += found.loaded.bytes().len() as u64;
        let mut record = record(&found);
        record.push("partition", target.name.clone());
        record.push("letter", letter.to_string());
        record.push("tiles", tiles);
        reporter.record(&record, || line(letter, &found))?;
        reporter.flush()?;
    }
    let kept = if must_keep || args.output.is_some() { "" } else { ", not kept" };
    reporter
        .text(|| format!("\n{}, {}{kept}\n", plural(patterns as u64, "table"), bytes(total)))?;
    reporter.finish()?;
    Ok(Exit::Done)
}

/// Refuses to put a table in the place of what is no plain file: a device would be gone.
fn check_place(place: &Path) -> Result<(), Failure> {
    match place.symlink_metadata() {
        Ok(there) if !there.is_file() => Err(Failure::input(format!(
            "{} is not a plain file, and a table would take its place: name another file",
            place.display()
        ))),
        _ => Ok(()),
    }
}

/// The flag that Ctrl-C sets, set when the time is over, too.
fn time_limit(args: &BuildArgs, cancel: Cancel) -> Cancel {
    if let Some(most) = args.resources.max_time {
        let late = cancel.clone();
        std::thread::spawn(move || {
            std::thread::sleep(most);
            late.cancel();
        });
    }
    cancel
}

/// An error of the store with its exit code.
pub(super) fn failure(error: &StoreError) -> Failure {
    of_store(error)
}

fn record(found: &Found) -> Record {
    let (info, pattern) = (&found.info, &found.info.pattern);
    let mut record = Record::new();
    record.push("puzzle", pattern.size().to_string());
    record.push("encoding", info.encoding.name());
    record.push("metric", info.encoding.metric().name());
    record.push("states", info.states());
    record.push("bytes", found.loaded.bytes().len());
    record.push("largest", info.largest());
    record.push("average", info.average());
    record.push("source", if found.built.is_some() { "built" } else { "cache" });
    record.push("seconds", found.built.as_ref().map(Duration::as_secs_f64));
    record.push("file", found.file.as_ref().map(|file| file.display().to_string()));
    record.note("histogram", info.histogram.clone());
    record
}

/// The objects that a table has entries for.
pub(super) fn entries(encoding: Encoding) -> &'static str {
    match encoding {
        Encoding::Bit | Encoding::Excess => "states",
        Encoding::Class => "classes",
    }
}

/// `A  7 tiles, 154,742,400 states, 18.5 MiB, average 20.93, built in 0.21 s`
fn line(letter: char, found: &Found) -> String {
    let info = &found.info;
    let source = match found.built {
        Some(time) => format!("built in {}", duration(time.as_secs_f64())),
        None => "in the cache".to_owned(),
    };
    format!(
        "{letter}  {}, {} {}, {}, values to {}, {:.2} on average, {source}\n",
        plural(info.pattern.tiles() as u64, "tile"),
        grouped(info.states()),
        entries(info.encoding),
        bytes(found.loaded.bytes().len() as u64),
        info.largest(),
        info.average(),
    )
}
