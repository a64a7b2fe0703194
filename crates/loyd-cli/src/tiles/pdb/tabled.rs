//! Tables of patterns, as `loyd pdb` builds, lists and checks them.

use super::Target;
use crate::exit::Failure;
use crate::pdb::arguments::{EncodingName, TargetArgs};
use crate::pdb::{self, Checked, Facts, InCatalogue, Part, Tabled};
use loyd_report::numbers::plural;
use loyd_search::puzzle::Puzzle;
use loyd_store::tiles::tables::Loaded;
use loyd_tiles::pdb::audit::{self, Audit, Finding};
use loyd_tiles::pdb::{Encoding, PatternTable, catalogue::CATALOGUE, multi};
use loyd_tiles::solver::Tiles;

impl From<EncodingName> for Encoding {
    fn from(name: EncodingName) -> Self {
        match name {
            EncodingName::Bit => Self::Bit,
            EncodingName::Excess => Self::Excess,
            EncodingName::Class => Self::Class,
        }
    }
}

/// The objects that a table has entries for.
pub(super) fn entries(encoding: Encoding) -> &'static str {
    match encoding {
        Encoding::Bit | Encoding::Excess => "states",
        Encoding::Class => "classes",
    }
}

impl Tabled for Tiles {
    fn catalogue() -> Vec<InCatalogue> {
        let named = |entry: &loyd_tiles::pdb::catalogue::Entry| {
            let partition = entry.partition();
            InCatalogue {
                name: entry.name().to_owned(),
                shape: partition.size().to_string(),
                tables: partition.patterns().len(),
                remark: entry.remark().to_owned(),
            }
        };
        CATALOGUE.iter().map(named).collect()
    }

    fn target(
        args: &TargetArgs,
        encoding: Option<EncodingName>,
    ) -> Result<pdb::Target<PatternTable>, Failure> {
        let target = Target::of(args)?;
        let encodings = match encoding {
            Some(encoding) => vec![encoding.into()],
            None => Encoding::ALL.to_vec(),
        };
        let part = |(letter, pattern, tiles): (char, &loyd_tiles::pdb::Pattern, String)| {
            let pattern = pattern.canonical().0;
            let subject = |&encoding| PatternTable { pattern: pattern.clone(), encoding };
            Part {
                letter: Some(letter),
                noun: format!("pattern {letter} ({tiles})"),
                tiles: Some(tiles),
                subjects: encodings.iter().map(subject).collect(),
            }
        };
        let parts = target.patterns().map(part).collect();
        Ok(pdb::Target { text: target.text(), parts, name: target.name })
    }

    fn facts_of(subject: &PatternTable) -> Facts {
        let PatternTable { pattern, encoding } = subject;
        let metric = encoding.metric();
        Facts {
            shape: pattern.size().to_string(),
            encoding: encoding.name(),
            metric: metric.name().to_owned(),
            metric_title: Self::metric_title(metric),
            title: plural(pattern.tiles() as u64, "tile"),
            entries: entries(*encoding),
            open_from: None,
        }
    }

    fn tiles(subject: &PatternTable) -> Option<usize> {
        Some(subject.pattern.tiles())
    }

    fn check(
        _subject: &PatternTable,
        table: &Loaded,
        samples: u64,
        seed: u64,
    ) -> Result<Checked, String> {
        let audit = match table {
            Loaded::Bit(table) => audit::bits(table, samples, seed).map(Some),
            Loaded::Excess(table) => audit::standard(table),
            Loaded::Class(table) => multi::audit::classes(table, samples, seed).map(Some),
        };
        let audit = audit.map_err(|finding: Finding| finding.to_string())?;
        Ok(Checked { entries: audit.map(|audit| audit.entries), text: describe(audit) })
    }
}

fn describe(audit: Option<Audit>) -> String {
    match audit {
        Some(Audit { entries, exhaustive: true }) => {
            format!(
                "{} found again by another search",
                plural(entries, "entry").replace("entrys", "entries")
            )
        }
        Some(Audit { entries, .. }) => {
            format!("{} on random walks and their neighbours in order", plural(entries, "state"))
        }
        None => "too large to find its entries again by another search".to_owned(),
    }
}
