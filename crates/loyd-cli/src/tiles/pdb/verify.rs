//! `loyd pdb verify`: checksums of whole tables, and entries against searches of their own.

use super::TargetArgs;
use super::info::table_file;
use crate::args::{Format, OutputArgs};
use crate::exit::{Exit, Failure};
use crate::help;
use crate::platform;
use crate::quantity::{parse_count, parse_seed};
use crate::render::Reporter;
use crate::tables::CacheArgs;
use crate::tiles::tables::cache_in;
use clap::Args;
use loyd_report::numbers::plural;
use loyd_report::record::Record;
use loyd_store::disk::RealDisk;
use loyd_store::tiles::tables::Loaded;
use loyd_store::{Encoding, TableFile};
use loyd_tiles::pdb::audit::{self, Audit, Finding};
use loyd_tiles::pdb::multi;

/// `loyd pdb verify`.
#[derive(Args, Debug)]
#[command(after_help = help::PDB_VERIFY)]
pub(crate) struct VerifyArgs {
    #[command(flatten)]
    target: TargetArgs,
    /// Number of states of large tables to check, with their neighbours.
    #[arg(long, value_name = "N", default_value = "10000", value_parser = parse_count)]
    samples: u64,
    /// The seed of the random walks.
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_seed)]
    seed: u64,
    #[command(flatten)]
    cache: CacheArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// Runs the command.
pub(super) fn run(args: &VerifyArgs) -> Result<Exit, Failure> {
    let mut reporter = Reporter::open(&args.output, Format::Text)?;
    let files = files(args)?;
    let mut exit = Exit::Done;
    for file in &files {
        let loaded = file
            .load(&RealDisk, platform::cores())
            .map_err(|error| super::build::failure(&error))?;
        let audit = match &loaded {
            Loaded::Bit(table) => audit::bits(table, args.samples, args.seed).map(Some),
            Loaded::Excess(table) => audit::standard(table),
            Loaded::Class(table) => multi::audit::classes(table, args.samples, args.seed).map(Some),
        };
        if audit.is_err() {
            exit = Exit::Failed;
        }
        let place = file.path().display().to_string();
        let said = describe(&audit);
        let mut record = Record::new();
        record.push("file", place.clone());
        record.push("encoding", file.info().encoding.name());
        record.push("metric", file.info().encoding.metric().name());
        record.push("tiles", file.info().pattern.tiles());
        record.push("bytes", file.bytes());
        record.push("sound", audit.is_ok());
        record.push("entries", audit.as_ref().ok().copied().flatten().map(|audit| audit.entries));
        record.push("finding", audit.as_ref().err().map(ToString::to_string));
        reporter.record(&record, || format!("{place}\n  checksums fit; {said}\n"))?;
        reporter.flush()?;
    }
    reporter.finish()?;
    Ok(exit)
}

/// The table in the file named, or those in the cache.
fn files(args: &VerifyArgs) -> Result<Vec<TableFile>, Failure> {
    if let Some(file) = table_file(&args.target.target)? {
        return Ok(vec![file]);
    }
    let target = args.target.partition()?;
    let cache = args.cache.folder().as_deref().map(cache_in);
    let cache = cache.ok_or_else(|| Failure::input("without the cache, name a table's file"))?;
    let mut files: Vec<TableFile> = Vec::new();
    for (letter, pattern, tiles) in target.patterns() {
        let canonical = pattern.canonical().0;
        let before = files.len();
        for encoding in Encoding::ALL {
            let found = cache.find(&canonical, encoding);
            let found = found.map_err(|error| super::build::failure(&error))?;
            // Patterns that symmetry makes the same share a table.
            files
                .extend(found.filter(|found| files.iter().all(|file| file.path() != found.path())));
        }
        let known = |file: &TableFile| file.info().pattern == canonical;
        if files.len() == before && !files.iter().any(known) {
            return Err(Failure::input(format!(
                "there is no table of pattern {letter} ({tiles}) in {}: build it with `loyd pdb \
                 build`",
                cache.folder().display()
            )));
        }
    }
    Ok(files)
}

fn describe(audit: &Result<Option<Audit>, Finding>) -> String {
    match audit {
        Ok(Some(Audit { entries, exhaustive: true })) => {
            format!(
                "{} found again by another search",
                plural(*entries, "entry").replace("entrys", "entries")
            )
        }
        Ok(Some(Audit { entries, .. })) => {
            format!("{} on random walks and their neighbours in order", plural(*entries, "state"))
        }
        Ok(None) => "too large to find its entries again by another search".to_owned(),
        Err(finding) => format!("WRONG: {finding}"),
    }
}
