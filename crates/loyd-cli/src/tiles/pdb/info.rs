//! `loyd pdb info` for tiles describes the tables of a partition and their contents.

use super::tabled::entries;
use super::{Target, default_goal};
use crate::exit::{Exit, Failure};
use crate::faults::of_store;
use crate::pdb::arguments::InfoArgs;
use crate::pdb::files::{is_table, table_file};
use crate::render::Reporter;
use loyd_report::numbers::{bytes, grouped, plural};
use loyd_report::record::Record;
use loyd_store::tiles::tables::{TableFile, TableInfo};
use loyd_tiles::pdb::{Encoding, Layout, Partition, Pattern, PatternTable, StandardTable, multi};
use std::fmt::Write as _;

pub(super) fn run(args: &InfoArgs) -> Result<Exit, Failure> {
    let mut reporter = Reporter::open(&args.output)?;
    let mut described = Vec::new();
    let target = if let Some(file) = table_file::<PatternTable>(&args.target.target)? {
        let pattern = file.info().subject.pattern.clone();
        let (size, blank) = (pattern.size(), pattern.blank());
        described.push(file);
        let partition = Partition::new(vec![pattern]).expect("one pattern overlaps with none");
        Target { name: args.target.target.clone(), partition, goal: default_goal(size, blank) }
    } else {
        let target = Target::of(&args.target)?;
        if let Some(cache) = args.cache.cache() {
            for pattern in target.partition.patterns() {
                for encoding in Encoding::ALL {
                    let subject = PatternTable { pattern: pattern.canonical().0, encoding };
                    let file = cache.find(&subject);
                    described.extend(file.map_err(|error| of_store(&error))?);
                }
            }
        }
        target
    };
    reporter.text(|| target.text())?;
    for (letter, pattern, tiles) in target.patterns() {
        let layout = Layout::new(pattern.size(), pattern.tiles());
        let layout = layout.map_err(|error| Failure::input(error.to_string()))?;
        let canonical = pattern.canonical().0;
        let of = |file: &&TableFile| [pattern, &canonical].contains(&&file.info().subject.pattern);
        for encoding in Encoding::ALL {
            let encoded = |file: &&TableFile| file.info().subject.encoding == encoding;
            let file = described.iter().filter(of).find(encoded);
            if file.is_none() && (encoding != Encoding::Bit || is_table(&args.target.target)) {
                continue;
            }
            let entry = Entry { letter, pattern, tiles: &tiles, layout: &layout, encoding, file };
            reporter.record(&entry.record(&target.name), || entry.text())?;
        }
    }
    reporter.finish()?;
    Ok(Exit::Done)
}

/// A pattern of the partition, and its table if there is one.
struct Entry<'a> {
    letter: char,
    pattern: &'a Pattern,
    tiles: &'a str,
    layout: &'a Layout,
    encoding: Encoding,
    file: Option<&'a TableFile>,
}

impl Entry<'_> {
    fn info(&self) -> Option<&TableInfo> {
        self.file.map(TableFile::info)
    }

    fn bytes(&self) -> usize {
        match (self.encoding, self.file) {
            (Encoding::Bit, _) => self.layout.bytes(),
            (Encoding::Excess, _) => StandardTable::entries(self.layout).div_ceil(2),
            (Encoding::Class, file) => file.map_or(0, TableFile::bytes),
        }
    }

    /// Places of a table, whether or not they can be reached.
    fn states(&self) -> u64 {
        match self.encoding {
            Encoding::Bit => self.layout.states(),
            Encoding::Excess => StandardTable::entries(self.layout) as u64,
            Encoding::Class => {
                let places = multi::Places::new(self.pattern.size(), self.pattern.tiles());
                places.map_or(0, |places| places.classes())
            }
        }
    }

    fn record(&self, partition: &str) -> Record {
        let mut record = Record::new();
        record.push("partition", partition);
        record.push("letter", self.letter.to_string());
        record.push("puzzle", self.pattern.size().to_string());
        record.push("tiles", self.tiles);
        record.push("encoding", self.encoding.name());
        record.push("metric", self.encoding.metric().name());
        record.push("states", self.info().map_or(self.states(), TableInfo::states));
        record.push("bytes", self.bytes());
        record.push("largest", self.info().map(TableInfo::largest));
        record.push("average", self.info().map(TableInfo::average));
        record.push("file", self.file.map(|file| file.path().display().to_string()));
        if let Some(info) = self.info() {
            record.note("histogram", info.histogram.clone());
        }
        record
    }

    fn text(&self) -> String {
        let mut text = format!(
            "{}  {}: {}\n   {} of {} {}, {}\n",
            self.letter,
            plural(self.pattern.tiles() as u64, "tile"),
            self.tiles,
            self.encoding.name(),
            grouped(self.states()),
            match self.encoding {
                Encoding::Bit | Encoding::Excess => {
                    format!("states in {} nodes", grouped(self.layout.nodes() as u64))
                }
                Encoding::Class => "classes in the multi-tile metric".to_owned(),
            },
            bytes(self.bytes() as u64),
        );
        let Some(file) = self.file else {
            text.push_str("   not built yet\n");
            return text;
        };
        let info = file.info();
        let _ = writeln!(text, "   {}", file.path().display());
        let (reached, largest, average) = (info.states(), info.largest(), info.average());
        let _ = writeln!(
            text,
            "   {} reached, values to {largest}, {average:.2} on average\n\n   value {:>16}",
            grouped(reached),
            entries(self.encoding)
        );
        for (value, &states) in info.histogram.iter().enumerate() {
            let _ = writeln!(text, "   {value:>5} {:>16}", grouped(states));
        }
        text.push('\n');
        text
    }
}
