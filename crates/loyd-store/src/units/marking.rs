//! `level.mark`: how far the level is that is being made, and what of its files counts.
//!
//! ```text
//! "loydmark"  version u32  header length u32  header (JSON)
//! next        u32 each       states of the units of the level, as far as they are made
//! partial     u32 each       states of partials
//! places      of units, then of partials                                      (see `index`)
//! lessons     what the next model is to be learned from, as many bytes as the header says
//! XXH3-64 of all that
//! ```
//!
//! It is replaced by renaming, after the bytes that it speaks of were made safe. Those come to an
//! end where the header says; what follows them in the files is cut off when the level is gone on
//! with. A mark belongs to the level that its level is made from, by the checksum of its index.

use super::Places;
use super::index::{Level, put_places, take_places};
use crate::disk::{Disk, Writing};
use loyd_enumerate::disk::Mark;
use serde::{Deserialize, Serialize};
use std::io::{self, Write};
use std::path::Path;
use xxhash_rust::xxh3::{Xxh3Default, xxh3_64};

const MAGIC: &[u8; 8] = b"loydmark";
const VERSION: u32 = 1;
pub(super) const NAME: &str = "level.mark";
/// Bytes gathered before they are written.
const GATHER: usize = 1 << 20;

/// What of a level's file counts, and where its units lie.
#[derive(Debug)]
pub(super) struct Part<P> {
    pub(super) bytes: u64,
    pub(super) places: P,
}

/// A mark with its files; when it is written the places are borrowed.
#[derive(Debug)]
pub(super) struct Marked<P> {
    pub(super) mark: Mark,
    /// The checksum of the index of the level that is read.
    pub(super) source: String,
    /// The name of the level's files without ending.
    pub(super) name: String,
    pub(super) data: Part<P>,
    pub(super) partials: Part<P>,
    pub(super) lessons: Vec<u8>,
}

impl<P> Marked<P> {
    /// The names of the files of units, of partials, and of the mark.
    pub(super) fn files(&self) -> [String; 3] {
        [format!("{}.data", self.name), format!("{}.partials", self.name), NAME.to_owned()]
    }
}

#[derive(Serialize, Deserialize)]
struct Header {
    program: String,
    source: String,
    name: String,
    depth: u32,
    pass: usize,
    segments: usize,
    counted: u64,
    level: Level,
    data_bytes: u64,
    partials_bytes: u64,
    next: usize,
    partial: usize,
    places: usize,
    partial_places: usize,
    lessons: usize,
}

/// A file with the checksum of what was written so far.
struct Summed {
    file: Box<dyn Writing>,
    gathered: Vec<u8>,
    hash: Xxh3Default,
}

impl Summed {
    fn flush(&mut self) -> io::Result<()> {
        self.hash.update(&self.gathered);
        self.file.write_all(&self.gathered)?;
        self.gathered.clear();
        Ok(())
    }

    fn flush_full(&mut self) -> io::Result<()> {
        if self.gathered.len() >= GATHER { self.flush() } else { Ok(()) }
    }
}

/// Replaces the mark. `is_first`: the names of the files that it speaks of may not be safe yet.
pub(super) fn write(
    disk: &dyn Disk,
    folder: &Path,
    marked: &Marked<&Places>,
    is_first: bool,
) -> io::Result<()> {
    let Marked { mark, source, name, data, partials, lessons } = marked;
    let header = serde_json::to_vec(&Header {
        program: env!("CARGO_PKG_VERSION").into(),
        source: source.clone(),
        name: name.clone(),
        depth: mark.depth,
        pass: mark.pass,
        segments: mark.segments,
        counted: mark.counted,
        level: Level::of(&mark.summary),
        data_bytes: data.bytes,
        partials_bytes: partials.bytes,
        next: mark.next.len(),
        partial: mark.partial.len(),
        places: data.places.len(),
        partial_places: partials.places.len(),
        lessons: lessons.len(),
    })?;
    let temporary = folder.join(format!("{NAME}.new"));
    let mut to = Summed {
        file: disk.create(&temporary)?,
        gathered: Vec::with_capacity(GATHER + 64),
        hash: Xxh3Default::new(),
    };
    to.gathered.extend(MAGIC);
    to.gathered.extend(VERSION.to_le_bytes());
    to.gathered.extend((header.len() as u32).to_le_bytes());
    to.gathered.extend(header);
    for count in mark.next.iter().chain(&mark.partial) {
        to.gathered.extend(count.to_le_bytes());
        to.flush_full()?;
    }
    for entry in data.places.iter().chain(partials.places.iter()) {
        put_places(&mut to.gathered, entry);
        to.flush_full()?;
    }
    to.gathered.extend(lessons);
    to.flush()?;
    let hash = to.hash.digest();
    to.file.write_all(&hash.to_le_bytes())?;
    to.file.sync()?;
    if is_first {
        disk.sync_folder(folder)?;
    }
    disk.rename(&temporary, &folder.join(NAME))?;
    disk.sync_folder(folder)
}

/// Reads the mark; `None` if there is none that is whole.
pub(super) fn read(disk: &dyn Disk, folder: &Path) -> io::Result<Option<Marked<Places>>> {
    let load = || -> io::Result<Vec<u8>> {
        let file = disk.open(&folder.join(NAME))?;
        let mut bytes = vec![0; file.length()? as usize];
        file.read_at(&mut bytes, 0)?;
        Ok(bytes)
    };
    let bytes = match load() {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let whole = bytes
        .split_last_chunk::<8>()
        .filter(|(content, hash)| xxh3_64(content) == u64::from_le_bytes(**hash));
    Ok(whole.and_then(|(content, _)| parse(content)))
}

fn parse(mut rest: &[u8]) -> Option<Marked<Places>> {
    let mut take = |count: usize| {
        let (head, tail) = rest.split_at_checked(count)?;
        rest = tail;
        Some(head)
    };
    let word = |bytes: &[u8]| Some(u32::from_le_bytes(bytes.try_into().ok()?));
    if take(8)? != MAGIC || word(take(4)?)? != VERSION {
        return None;
    }
    let length = word(take(4)?)? as usize;
    let header: Header = serde_json::from_slice(take(length)?).ok()?;
    let counts = |bytes: &[u8]| bytes.chunks_exact(4).map(word).collect::<Option<Vec<u32>>>();
    let next = counts(take(header.next.checked_mul(4)?)?)?;
    let partial = counts(take(header.partial.checked_mul(4)?)?)?;
    let data = take_places(header.places, &mut take)?;
    let partials = take_places(header.partial_places, &mut take)?;
    let lessons = take(header.lessons)?.to_vec();
    let mark = Mark {
        depth: header.depth,
        pass: header.pass,
        segments: header.segments,
        next,
        partial,
        counted: header.counted,
        summary: header.level.summary(),
    };
    rest.is_empty().then_some(Marked {
        mark,
        source: header.source,
        name: header.name,
        data: Part { bytes: header.data_bytes, places: data },
        partials: Part { bytes: header.partials_bytes, places: partials },
        lessons,
    })
}
