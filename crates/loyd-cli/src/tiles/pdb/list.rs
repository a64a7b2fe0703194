//! `loyd pdb list`: partitions that have a name, and tables that are kept.

use crate::args::{Format, OutputArgs};
use crate::exit::{Exit, Failure};
use crate::help;
use crate::render::Reporter;
use crate::tables::CacheArgs;
use crate::tiles::tables::cache_in;
use clap::Args;
use loyd_report::numbers::{bytes, grouped, plural};
use loyd_report::record::Record;
use loyd_store::TableFile;
use loyd_tiles::pdb::catalogue::CATALOGUE;

/// `loyd pdb list`.
#[derive(Args, Debug)]
#[command(after_help = help::PDB_LIST)]
pub(crate) struct ListArgs {
    #[command(flatten)]
    cache: CacheArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// Runs the command.
pub(super) fn run(args: &ListArgs) -> Result<Exit, Failure> {
    let mut reporter = Reporter::open(&args.output, Format::Text)?;
    for entry in CATALOGUE {
        let partition = entry.partition();
        let mut record = Record::new();
        record.push("kind", "partition");
        record.push("name", entry.name());
        record.push("puzzle", partition.size().to_string());
        record.push("patterns", partition.patterns().len());
        record.push("remark", entry.remark());
        record.push("states", None::<u64>);
        record.push("bytes", None::<u64>);
        record.push("encoding", None::<&str>);
        record.push("metric", None::<&str>);
        reporter.record(&record, || {
            format!("{:<12} {:<4} {}\n", entry.name(), partition.size(), entry.remark())
        })?;
    }
    let Some(cache) = args.cache.folder().as_deref().map(cache_in) else {
        reporter.finish()?;
        return Ok(Exit::Done);
    };
    let files = cache.list().map_err(|error| super::build::failure(&error))?;
    let kept: usize = files.iter().filter_map(|(_, file)| Some(file.as_ref().ok()?.bytes())).sum();
    reporter.text(|| {
        let place = cache.folder().display();
        format!("\n{}, {} in {place}\n", plural(files.len() as u64, "table"), bytes(kept as u64))
    })?;
    for (place, file) in &files {
        let name = place.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let known = file.as_ref().ok().map(TableFile::info);
        let mut record = Record::new();
        record.push("kind", "table");
        record.push("name", name.clone());
        record.push("puzzle", known.map(|info| info.pattern.size().to_string()));
        record.push("patterns", 1);
        record.push("remark", file.as_ref().err().map(ToString::to_string));
        record.push("states", known.map(loyd_store::TableInfo::states));
        record.push("bytes", file.as_ref().ok().map(TableFile::bytes));
        record.push("encoding", known.map(|info| info.encoding.name()));
        record.push("metric", known.map(|info| info.encoding.metric().name()));
        reporter.record(&record, || match file {
            Ok(file) => {
                let (states, encoding) = (grouped(file.info().states()), file.info().encoding);
                let (what, metric) = (super::build::entries(encoding), encoding.metric());
                let bytes = bytes(file.bytes() as u64);
                format!("  {name}  {metric}-tile metric, {states} {what}, {bytes}\n")
            }
            Err(error) => format!("  {name}  {error}\n"),
        })?;
    }
    reporter.finish()?;
    Ok(Exit::Done)
}
