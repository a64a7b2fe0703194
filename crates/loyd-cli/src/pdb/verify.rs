//! `loyd pdb verify` checks the checksums of whole tables, and entries by searches.

use super::Tabled;
use super::arguments::VerifyArgs;
use super::files::table_file;
use crate::exit::{Exit, Failure};
use crate::faults::of_store;
use crate::platform;
use crate::render::Reporter;
use loyd_report::record::Record;
use loyd_store::TableFile;
use loyd_store::disk::RealDisk;
use loyd_store::tables::Fingerprint;

pub(crate) fn run<P: Tabled>(args: &VerifyArgs) -> Result<Exit, Failure> {
    let mut reporter = Reporter::open(&args.output)?;
    let mut exit = Exit::Done;
    for file in files::<P>(args)? {
        let (info, place) = (file.info(), file.path().display().to_string());
        let contents = file.load(&RealDisk, platform::cores()).map_err(|error| of_store(&error))?;
        let table = P::table_of(info, contents);
        let checked =
            table.and_then(|table| P::check(&info.subject, &table, args.samples, args.seed));
        if checked.is_err() {
            exit = Exit::Failed;
        }
        let facts = P::facts_of(&info.subject);
        // A file with another fingerprint than the known one is refused.
        let is_known = Fingerprint::expected(&info.subject).is_some();
        let mut record = Record::new();
        record.push("file", place.clone());
        record.push("encoding", facts.encoding);
        record.push("metric", facts.metric);
        record.push("tiles", P::tiles(&info.subject));
        record.push("bytes", file.bytes());
        record.push("fingerprint", file.fingerprint().to_string());
        record.push("known", is_known);
        record.push("sound", checked.is_ok());
        record.push("entries", checked.as_ref().ok().and_then(|checked| checked.entries));
        record.push("finding", checked.as_ref().err().cloned());
        let text = match &checked {
            Ok(checked) => checked.text.clone(),
            Err(finding) => format!("WRONG: {finding}"),
        };
        let fingerprint =
            if is_known { "the fingerprint is the known one" } else { "no fingerprint is known" };
        reporter
            .record(&record, || format!("{place}\n  checksums fit; {fingerprint}; {text}\n"))?;
        reporter.flush()?;
    }
    reporter.finish()?;
    Ok(exit)
}

/// The table in the file named, or those in the cache.
fn files<P: Tabled>(args: &VerifyArgs) -> Result<Vec<TableFile<P::Subject>>, Failure> {
    if let Some(file) = table_file(&args.target.target)? {
        return Ok(vec![file]);
    }
    let target = P::target(&args.target, None)?;
    let cache = args.cache.cache();
    let cache = cache.ok_or_else(|| Failure::input("without the cache, name a table's file"))?;
    let mut files: Vec<TableFile<P::Subject>> = Vec::new();
    for part in &target.parts {
        let before = files.len();
        for subject in &part.subjects {
            let stored = cache.find(subject).map_err(|error| of_store(&error))?;
            // Patterns that symmetry makes the same share a table.
            files.extend(
                stored.filter(|stored| files.iter().all(|file| file.path() != stored.path())),
            );
        }
        let is_part = |file: &TableFile<_>| part.subjects.contains(&file.info().subject);
        if files.len() == before && !files.iter().any(is_part) {
            return Err(Failure::input(format!(
                "the cache {} has no table of {}: build it with `{}`",
                cache.folder().display(),
                part.noun,
                args.target.build_command()
            )));
        }
    }
    Ok(files)
}
