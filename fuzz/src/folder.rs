//! Folders of runs. A file of an intact folder is replaced by the fuzzer's bytes, as they are and
//! with the checksums of its format, and everything in the folder is read.
//!
//! The intact folders lie in `fuzz/folders`, as `loyd` has left them.

use loyd_enumerate::lists::ListStore;
use loyd_tiles_enumerate::disk::LevelStore;
use loyd_store::disk::simulated::SimulatedDisk;
use loyd_store::disk::Disk;
use loyd_store::tiles::check_colours;
use loyd_store::{CheckpointInterval, Journal, RunFolder, SolveFolder};
use loyd_tiles::solver::Tiles;
use serde_json::{Map, Value};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use xxhash_rust::xxh3::{xxh3_64, xxh3_128};

const FOLDER: &str = "run";

/// The seal of a file.
#[derive(Clone, Copy)]
pub enum Seal {
    /// JSON with the checksum as its last member.
    Document,
    /// Lines of JSON, each with a checksum.
    Lines,
    /// The XXH3-64 of all bytes behind them. If a document of the folder names the checksum of the
    /// intact file, it names that of the other one then.
    Sum,
    /// A header in JSON with the XXH3-64 of all up to its end, then the rest of the intact file.
    Header,
}

/// A file of an intact folder, to be replaced.
pub struct Target {
    disk: SimulatedDisk,
    file: String,
    seal: Seal,
}

impl Target {
    /// The first file with this ending in a folder below `fuzz/folders`.
    ///
    /// # Panics
    /// If the folder has no such file.
    pub fn new(kind: &str, ending: &str, seal: Seal) -> Self {
        let disk = SimulatedDisk::new();
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("folders").join(kind);
        let mut names: Vec<String> = fs::read_dir(&folder)
            .expect("the intact folder")
            .map(|entry| entry.expect("a file").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        disk.create_folder(Path::new(FOLDER)).expect("a folder");
        for name in &names {
            let bytes = fs::read(folder.join(name)).expect("a file");
            let mut file = disk.create(&Path::new(FOLDER).join(name)).expect("a new file");
            file.write_all(&bytes).and_then(|()| file.sync()).expect("a write");
        }
        disk.sync_folder(Path::new(FOLDER)).expect("names that are safe");
        assert!(look(&disk), "the intact folder {kind} is refused");
        let file = names.into_iter().find(|name| name.ends_with(ending)).expect("the file");
        Self { disk, file, seal }
    }

    /// Reads the folder with these bytes in the file.
    pub fn replace(&self, bytes: &[u8]) {
        look(&self.with(bytes.to_vec()));
        let place = Path::new(FOLDER).join(&self.file);
        let intact = self.disk.read(&place).unwrap_or_default();
        let sealed = match self.seal {
            Seal::Header => with_header(bytes, &intact),
            seal => sealed(bytes, seal),
        };
        let Some(sealed) = sealed else { return };
        let disk = self.with(sealed.clone());
        if matches!(self.seal, Seal::Sum) {
            rename_sum(&disk, &intact, &sealed);
        }
        look(&disk);
    }

    fn with(&self, bytes: Vec<u8>) -> SimulatedDisk {
        let disk = self.disk.after_kill();
        disk.tamper(&Path::new(FOLDER).join(&self.file), |contents| *contents = bytes);
        disk
    }
}

/// The bytes with the checksums that fit them; `None` if they are not of the form.
fn sealed(bytes: &[u8], seal: Seal) -> Option<Vec<u8>> {
    match seal {
        Seal::Document => {
            let Value::Object(mut members) = serde_json::from_slice(bytes).ok()? else {
                return None;
            };
            members.shift_remove("checksum");
            let sum = xxh3_128(pretty(&members).as_bytes());
            members.insert("checksum".into(), format!("{sum:032x}").into());
            Some((pretty(&members) + "\n").into_bytes())
        }
        Seal::Lines => {
            let text = std::str::from_utf8(bytes).ok()?;
            let lines = text.lines().filter_map(|line| {
                let mut value: Value = serde_json::from_str(line).ok()?;
                let result = match value.get_mut("result") {
                    Some(result) => result.take(),
                    None => value,
                };
                let result = result.to_string();
                let sum = xxh3_64(result.as_bytes());
                Some(format!("{{\"result\":{result},\"checksum\":\"{sum:016x}\"}}\n"))
            });
            Some(lines.collect::<String>().into_bytes())
        }
        Seal::Sum => {
            let mut content = bytes[..bytes.len().checked_sub(8)?].to_vec();
            content.extend(xxh3_64(&content).to_le_bytes());
            Some(content)
        }
        Seal::Header => None,
    }
}

/// The bytes as the header of a container, then the bitmaps of the intact one.
fn with_header(bytes: &[u8], intact: &[u8]) -> Option<Vec<u8>> {
    let length = u32::from_le_bytes(intact.get(12..16)?.try_into().ok()?) as usize;
    let mut file = intact[..12].to_vec();
    file.extend((bytes.len() as u32).to_le_bytes());
    file.extend(bytes);
    file.extend(xxh3_64(&file).to_le_bytes());
    file.extend(intact.get(16 + length + 8..)?);
    Some(file)
}

/// Puts the checksum of the other file where a document names that of the intact one.
fn rename_sum(disk: &SimulatedDisk, intact: &[u8], other: &[u8]) {
    let sum =
        |bytes: &[u8]| bytes.last_chunk().map(|sum| format!("{:016x}", u64::from_le_bytes(*sum)));
    let (Some(before), Some(after)) = (sum(intact), sum(other)) else { return };
    for name in disk.list(Path::new(FOLDER)).unwrap_or_default() {
        let place = Path::new(FOLDER).join(&name);
        let bytes = disk.read(&place).unwrap_or_default();
        let Some(text) = std::str::from_utf8(&bytes).ok().filter(|_| name.ends_with(".json"))
        else {
            continue;
        };
        if text.contains(&before) {
            let document = sealed(text.replace(&before, &after).as_bytes(), Seal::Document);
            disk.tamper(&place, |contents| *contents = document.unwrap_or_default());
        }
    }
}

fn pretty(members: &Map<String, Value>) -> String {
    serde_json::to_string_pretty(members).unwrap_or_default()
}

/// Reads all that can be read in a folder; returns whether it was accepted as one of some kind.
fn look(disk: &SimulatedDisk) -> bool {
    let shared = || Arc::new(disk.after_kill());
    let folder = Path::new(FOLDER);
    let run = RunFolder::open(shared(), folder, CheckpointInterval::Levels(1)).map(|run| {
        let _ = (run.request::<Tiles>(), run.checkpoint_depth(), run.check_checkpoint());
        if let Ok(Some(certificate)) = run.certificate::<Tiles>() {
            let _ = (
                certificate.check::<Tiles>(check_colours(&certificate)),
                certificate.enumeration::<Tiles>(),
            );
            let _ = run.has_statistics_of(&certificate);
        }
        let units = run.level_store();
        let _ = units.check();
        if let Ok(Some(record)) = LevelStore::open(&units) {
            let _ = LevelStore::resume_level(&units, record.depth() + 1);
        }
        let lists = run.list_store();
        let _ = lists.check();
        if let Ok(Some(record)) = ListStore::open(&lists) {
            let mut bytes = Vec::new();
            for (unit, _) in lists.lists(record.depth()).into_iter().take(4) {
                let _ = lists.get(record.depth(), unit, &mut bytes);
            }
        }
    });
    let solves = SolveFolder::open(shared(), folder, Duration::MAX);
    let solves = solves.and_then(|solves| solves.check::<Tiles>()).map(|solves| {
        let boards = solves.solves().boards.len();
        for board in 0..boards.min(16) {
            let _ = solves.done(board);
        }
        let _ = (solves.chosen(), solves.boards_done());
    });
    let journal = Journal::open(shared(), folder).map(drop);
    run.is_ok() || solves.is_ok() || journal.is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intact_folders_are_accepted_and_cut_files_do_no_harm() {
        let kinds = [
            ("memory", "run.json", Seal::Document),
            ("memory", ".ball", Seal::Header),
            ("finished", "certificate.json", Seal::Document),
            ("disk", "level.json", Seal::Document),
            ("disk", ".index", Seal::Sum),
            ("frontier", "lists.json", Seal::Document),
            ("frontier", ".index", Seal::Sum),
            ("solves", "solves.json", Seal::Document),
            ("comparison", ".jsonl", Seal::Lines),
        ];
        for (kind, ending, seal) in kinds {
            let target = Target::new(kind, ending, seal);
            let place = Path::new(FOLDER).join(&target.file);
            let intact = target.disk.read(&place).expect("the file");
            for cut in [0, 1, intact.len() / 2, intact.len().saturating_sub(1), intact.len()] {
                target.replace(&intact[..cut]);
            }
        }
    }
}
