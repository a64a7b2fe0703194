//! `loyd cache`: the tables of all puzzles that searches have built and stored.

use crate::args::OutputArgs;
use crate::exit::{Exit, Failure};
use crate::help;
use crate::pdb::files::is_table;
use crate::platform;
use crate::render::Reporter;
use clap::{Args, Subcommand};
use loyd_report::numbers::{bytes, plural};
use loyd_report::record::Record;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// `loyd cache`.
#[derive(Args, Debug)]
pub(crate) struct TableCacheArgs {
    /// The subcommand.
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    /// List the tables in the cache with their sizes, the largest first.
    #[command(after_help = help::CACHE_LIST)]
    List(ActionArgs),
    /// Print the folder of the cache, the number of its tables and their size.
    #[command(after_help = help::CACHE_SIZE)]
    Size(ActionArgs),
    /// Remove all tables from the cache; searches build them again. Other files in the folder stay.
    #[command(after_help = help::CACHE_CLEAR)]
    Clear(ActionArgs),
}

#[derive(Args, Debug)]
struct ActionArgs {
    #[command(flatten)]
    output: OutputArgs,
}

/// A table in the cache.
struct StoredTable {
    file: PathBuf,
    bytes: u64,
}

/// The tables of a folder, the largest first.
struct Tables {
    folder: PathBuf,
    tables: Vec<StoredTable>,
}

pub(crate) fn run(args: &TableCacheArgs) -> Result<Exit, Failure> {
    let action = &args.what;
    let (What::List(args) | What::Size(args) | What::Clear(args)) = action;
    // The output is opened first: a name that is refused removes nothing.
    let mut reporter = Reporter::open(&args.output)?;
    let tables = Tables::read()?;
    match action {
        What::List(_) => {
            for table in &tables.tables {
                let (record, text) = (table.record(), || table.line());
                reporter.record(&record, text)?;
            }
            reporter.text(|| format!("{} in {}\n", tables.total(), tables.folder.display()))?;
        }
        What::Size(_) => {
            let text = || format!("{} in {}\n", tables.total(), tables.folder.display());
            reporter.record(&tables.record(), text)?;
        }
        What::Clear(_) => {
            tables.remove()?;
            let text = || format!("removed {} from {}\n", tables.total(), tables.folder.display());
            reporter.record(&tables.record(), text)?;
        }
    }
    reporter.finish()?;
    Ok(Exit::Done)
}

fn failed(action: &str, place: &Path, error: &io::Error) -> Failure {
    Failure::environment(format!(
        "cannot {action} {}: {error}; LOYD_CACHE names the folder of the cache",
        place.display()
    ))
}

impl StoredTable {
    fn name(&self) -> String {
        self.file.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }

    fn record(&self) -> Record {
        let mut record = Record::new();
        record.push("name", self.name());
        record.push("bytes", self.bytes);
        record.push("file", self.file.display().to_string());
        record
    }

    fn line(&self) -> String {
        format!("{:>10}  {}\n", bytes(self.bytes), self.name())
    }
}

impl Tables {
    /// The tables in the folder of the cache.
    fn read() -> Result<Self, Failure> {
        let folder = platform::cache_folder().ok_or_else(|| {
            Failure::environment("this system names no folder for a cache: set LOYD_CACHE")
        })?;
        let failed = |error: io::Error| failed("read", &folder, &error);
        let entries = match fs::read_dir(&folder) {
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            entries => Some(entries.map_err(failed)?),
        };
        let mut tables = Vec::new();
        for entry in entries.into_iter().flatten() {
            let file = entry.map_err(failed)?.path();
            let is_named = file.extension().is_some_and(|ending| ending == "pdb");
            if is_named && file.to_str().is_some_and(is_table) {
                let bytes = fs::metadata(&file).map_err(failed)?.len();
                tables.push(StoredTable { file, bytes });
            }
        }
        tables.sort_by(|one, other| other.bytes.cmp(&one.bytes).then(one.file.cmp(&other.file)));
        Ok(Self { folder, tables })
    }

    fn remove(&self) -> Result<(), Failure> {
        self.tables.iter().try_for_each(|table| {
            fs::remove_file(&table.file).map_err(|error| failed("remove", &table.file, &error))
        })
    }

    fn bytes(&self) -> u64 {
        self.tables.iter().map(|table| table.bytes).sum()
    }

    /// `3 tables, 1.2 MiB,`
    fn total(&self) -> String {
        format!("{}, {},", plural(self.tables.len() as u64, "table"), bytes(self.bytes()))
    }

    fn record(&self) -> Record {
        let mut record = Record::new();
        record.push("folder", self.folder.display().to_string());
        record.push("tables", self.tables.len());
        record.push("bytes", self.bytes());
        record
    }
}
