//! `loyd pdb list` prints the tables that have a name and those in the cache.

use super::arguments::ListArgs;
use super::{InCatalogue, Tabled};
use crate::exit::{Exit, Failure};
use crate::faults::of_store;
use crate::render::Reporter;
use loyd_report::numbers::{bytes, grouped, plural};
use loyd_report::record::Record;
use loyd_store::{TableFile, TableInfo};
use std::path::Path;

pub(crate) fn run<P: Tabled>(args: &ListArgs) -> Result<Exit, Failure> {
    let mut reporter = Reporter::open(&args.output)?;
    let catalogue = P::catalogue();
    let longest = catalogue.iter().map(|table| table.name.chars().count()).max().unwrap_or(0);
    for InCatalogue { name, shape, tables, remark } in catalogue {
        let mut record = Record::new();
        record.push("kind", "partition");
        record.push("name", name.clone());
        record.push("puzzle", shape.clone());
        record.push("patterns", tables);
        record.push("remark", remark.clone());
        record.push("states", None::<u64>);
        record.push("bytes", None::<u64>);
        record.push("encoding", None::<&str>);
        record.push("metric", None::<&str>);
        reporter.record(&record, || format!("{name:<longest$} {shape} {remark}\n"))?;
    }
    let Some(cache) = args.cache.cache::<P::Subject>() else {
        reporter.finish()?;
        return Ok(Exit::Done);
    };
    let mut files = cache.list().map_err(|error| of_store(&error))?;
    files.retain(|(_, file)| file.as_ref().map_or(true, |file| P::is_own(&file.info().subject)));
    let size: usize = files.iter().filter_map(|(_, file)| Some(file.as_ref().ok()?.bytes())).sum();
    reporter.text(|| {
        let place = cache.folder().display();
        format!("\n{}, {} in {place}\n", plural(files.len() as u64, "table"), bytes(size as u64))
    })?;
    let name_of =
        |place: &Path| place.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let longest = files.iter().map(|(place, _)| name_of(place).chars().count()).max().unwrap_or(0);
    for (place, file) in &files {
        let name = name_of(place);
        let info = file.as_ref().ok().map(TableFile::info);
        let facts = info.map(|info| P::facts_of(&info.subject));
        let mut record = Record::new();
        record.push("kind", "table");
        record.push("name", name.clone());
        record.push("puzzle", facts.as_ref().map(|facts| facts.shape.clone()));
        record.push("patterns", 1);
        record.push("remark", file.as_ref().err().map(ToString::to_string));
        record.push("states", info.map(TableInfo::states));
        record.push("bytes", file.as_ref().ok().map(TableFile::bytes));
        record.push("encoding", facts.as_ref().map(|facts| facts.encoding));
        record.push("metric", facts.as_ref().map(|facts| facts.metric.clone()));
        reporter.record(&record, || match (file, &facts) {
            (Ok(file), Some(facts)) => {
                let (states, size) = (grouped(file.info().states()), bytes(file.bytes() as u64));
                format!(
                    "  {name:<longest$}  {}, {states} {}, {size}\n",
                    facts.metric_title, facts.entries
                )
            }
            (Err(error), _) => format!("  {name:<longest$}  {error}\n"),
            (Ok(_), None) => String::new(),
        })?;
    }
    reporter.finish()?;
    Ok(Exit::Done)
}
