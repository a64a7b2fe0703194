//! `loyd pdb` for the 3x3x3 cube.

use crate::args::refuse;
use crate::exit::{Exit, Failure};
use crate::faults::of_store;
use crate::pdb::arguments::{
    BuildArgs, EncodingName, InfoArgs, ListArgs, PlanPdbArgs, TargetArgs, VerifyArgs,
};
use crate::pdb::files::table_file;
use crate::pdb::{
    Checked, Facts, InCatalogue, Part, TableCommands, Tabled, Target, build, list, verify,
};
use crate::render::Reporter;
use loyd::{CubeTable, StoredTables};
use loyd_cube::MetricName;
use loyd_cube::cube3::{TableAudit, TableKey, ThreeByThree};
use loyd_report::numbers::{bytes, grouped, plural};
use loyd_report::record::Record;
use loyd_search::names::did_you_mean;
use loyd_search::observe::Cancel;
use loyd_search::puzzle::Puzzle;
use loyd_search::quote::quoted;
use loyd_store::{NamedTable, TableFile, TableInfo};
use std::fmt::Write as _;

/// The commands of the tables of this puzzle.
pub(crate) struct Cube3Tables;

impl TableCommands for Cube3Tables {
    fn names(&self) -> Vec<(&'static str, &'static str)> {
        TableKey::ALL.map(|key| (key.name(), key.summary())).to_vec()
    }

    fn build(&self, args: &BuildArgs) -> Result<Exit, Failure> {
        refuse(
            &[("--encoding", args.encoding.is_some())],
            "is for tiles: a table of the cube has one encoding",
        )?;
        build::run::<ThreeByThree>(args)
    }

    fn list(&self, args: &ListArgs) -> Result<Exit, Failure> {
        list::run::<ThreeByThree>(args)
    }

    fn describe(&self, args: &InfoArgs) -> Result<Exit, Failure> {
        describe(args)
    }

    fn verify(&self, args: &VerifyArgs) -> Result<Exit, Failure> {
        verify::run::<ThreeByThree>(args)
    }

    fn plan(&self, args: &PlanPdbArgs) -> Result<Exit, Failure> {
        plan(args)
    }
}

/// The table and the metric that arguments name.
fn named(args: &TargetArgs) -> Result<(TableKey, MetricName), Failure> {
    args.refuse_board("is for tiles: a table of the cube serves every goal")?;
    let metric = args.metric::<ThreeByThree>()?;
    let key = TableKey::named(args.target.trim()).ok_or_else(|| {
        let names = TableKey::ALL.map(TableKey::name);
        let hint = did_you_mean(args.target.trim(), names.into_iter());
        Failure::input(format!("{} is not a table of the cube: {hint}", quoted(&args.target)))
    })?;
    key.check(metric).map_err(|why| Failure::input(why.to_string()))?;
    Ok((key, metric))
}

impl Tabled for ThreeByThree {
    fn catalogue() -> Vec<InCatalogue> {
        let entry = |key: TableKey| InCatalogue {
            name: key.name().to_owned(),
            shape: Self::NAME.to_owned(),
            tables: 1,
            remark: key.summary().to_owned(),
        };
        TableKey::ALL.map(entry).into()
    }

    fn target(
        args: &TargetArgs,
        _encoding: Option<EncodingName>,
    ) -> Result<Target<NamedTable>, Failure> {
        let (key, metric) = named(args)?;
        let text = format!("{key}: {}, {}\n\n", Self::metric_title(metric), key.summary());
        let noun = format!("{key} in the {}", Self::metric_title(metric));
        let subjects = vec![Self::subject(&key, metric)];
        let part = Part { letter: None, tiles: None, noun, subjects };
        Ok(Target { name: key.name().to_owned(), text, parts: vec![part] })
    }

    fn facts_of(subject: &NamedTable) -> Facts {
        let key = TableKey::named(&subject.table);
        let metric: Option<MetricName> = subject.metric.parse().ok();
        Facts {
            shape: subject.puzzle.clone(),
            encoding: match key {
                Some(TableKey::TwoPhase) => "residues",
                Some(TableKey::Pattern(_)) => "nibbles",
                _ => "ranges",
            },
            metric: subject.metric.clone(),
            metric_title: metric.map_or_else(|| subject.metric.clone(), Self::metric_title),
            title: subject.table.clone(),
            entries: "entries",
            open_from: Some(key.map_or(0, TableKey::open_from)),
        }
    }

    fn is_own(subject: &NamedTable) -> bool {
        subject.puzzle == Self::NAME
    }

    fn check(
        _subject: &NamedTable,
        CubeTable { key, metric, table }: &CubeTable,
        samples: u64,
        seed: u64,
    ) -> Result<Checked, String> {
        let audit = table.audit(*key, *metric, (samples, seed), &Cancel::new());
        let audit = audit.map_err(|finding| finding.to_string())?;
        let TableAudit { entries, searched } =
            audit.unwrap_or_else(|| unreachable!("it has no cancel flag"));
        let text = format!(
            "{} on random walks and their neighbours in order, {} found again by another search",
            plural(entries, "state"),
            grouped(searched)
        );
        Ok(Checked { entries: Some(entries), text })
    }
}

/// `loyd pdb info`: a table, whether it is built or not.
fn describe(args: &InfoArgs) -> Result<Exit, Failure> {
    let mut reporter = Reporter::open(&args.output)?;
    let (subject, file) = if let Some(file) = table_file::<NamedTable>(&args.target.target)? {
        (file.info().subject.clone(), Some(file))
    } else {
        let (key, metric) = named(&args.target)?;
        let subject = ThreeByThree::subject(&key, metric);
        let file = args.cache.cache::<NamedTable>().map(|cache| cache.find(&subject)).transpose();
        (subject, file.map_err(|error| of_store(&error))?.flatten())
    };
    let facts = ThreeByThree::facts_of(&subject);
    let info = file.as_ref().map(TableFile::info);
    let size = match (&file, CubeTable::key_of(&subject)) {
        (Some(file), _) => file.bytes() as u64,
        (None, key) => key.map_or(0, |(key, _)| key.bytes()),
    };
    let mut record = Record::new();
    record.push("partition", subject.table.clone());
    record.push("letter", None::<&str>);
    record.push("puzzle", subject.puzzle.clone());
    record.push("tiles", None::<&str>);
    record.push("encoding", facts.encoding);
    record.push("metric", facts.metric.clone());
    record.push("states", info.map(TableInfo::states));
    record.push("bytes", size);
    record.push("largest", info.map(TableInfo::largest));
    record.push("average", info.map(TableInfo::average));
    record.push("file", file.as_ref().map(|file| file.path().display().to_string()));
    if let Some(info) = info {
        record.note("histogram", info.histogram.clone());
    }
    reporter.record(&record, || {
        let summary =
            CubeTable::key_of(&subject).map_or("of another version", |(key, _)| key.summary());
        let mut text = format!("{}: {}, {summary}\n", subject.table, facts.metric_title);
        let _ = writeln!(text, "   {}, encoded as {}", bytes(size), facts.encoding);
        match &file {
            Some(file) => described(&mut text, &facts, file),
            None => text.push_str("   not built yet\n"),
        }
        text
    })?;
    reporter.finish()?;
    Ok(Exit::Done)
}

/// The values in a table.
fn described(text: &mut String, facts: &Facts, file: &TableFile<NamedTable>) {
    let info = file.info();
    let (entries, values) = (grouped(info.states()), facts.values(info));
    let _ = writeln!(text, "   {}\n   {entries} entries, {values}", file.path().display());
    let open = facts.is_open(info);
    if !matches!(TableKey::named(&info.subject.table), Some(TableKey::Pattern(_))) {
        text.push_str("   an entry stands for up to 16 states\n");
    }
    let _ = writeln!(text, "\n   value {:>16}", "entries");
    for (value, &entries) in info.histogram.iter().enumerate() {
        let and_more = if open && value == info.largest() { "+" } else { " " };
        let _ = writeln!(text, "   {value:>4}{and_more} {:>16}", grouped(entries));
    }
}

/// `loyd plan pdb`: the needs of building a table.
fn plan(args: &PlanPdbArgs) -> Result<Exit, Failure> {
    refuse(
        &[("--max-time", args.resources.max_time.is_some())],
        "is for builds, and a plan builds nothing",
    )?;
    let (key, metric) = named(&args.target)?;
    let mut reporter = Reporter::open(&args.output)?;
    let allowed = args.resources.memory();
    let mut record = Record::new();
    record.push("partition", key.name());
    record.push("letter", None::<&str>);
    record.push("puzzle", ThreeByThree::NAME);
    record.push("tiles", None::<&str>);
    record.push("states", key.entries());
    record.push("bytes", key.bytes());
    record.push("memory_bytes", key.memory());
    record.push("memory_allowed_bytes", allowed);
    record.push("estimated_seconds", None::<f64>);
    reporter.record(&record, || {
        format!(
            "{key}: {}, {}\n\nentries   {}\ntable     {}\nmemory    {}, and {} are allowed\n\
             estimate  unknown: no smaller table tells the time of this one\n",
            ThreeByThree::metric_title(metric),
            key.summary(),
            grouped(key.entries()),
            bytes(key.bytes()),
            bytes(key.memory()),
            bytes(allowed),
        )
    })?;
    reporter.finish()?;
    Ok(Exit::Done)
}
