//! A set of pattern databases as the bytes of a file, and its key in a cache.
//!
//! ```text
//! words of 64 bits, least significant byte first:
//!     number of tables
//!     for each table: place among the candidates, values, bits of an entry, number of levels, the levels
//! the entries of each table, as it lies in memory
//! ```

use super::{Chosen, MAX_OF_NIBBLES, Patterns, candidates};
use crate::metric::MetricName;
use crate::orbit::Slot;
use crate::position::Position;
use loyd_search::abstraction::{Storage, Table};
use std::sync::Arc;

/// The version of the bytes and of the list of candidates.
pub const LAYOUT: u32 = 1;

/// The largest number of tables, and of levels, in a file.
const MAX_LISTED: u64 = 256;

/// The key of a set: a hash of the moves, the pieces and the goals, and the limit of memory.
#[derive(Clone, Debug)]
pub struct PatternKey {
    /// The goal.
    pub goal: Position,
    /// Maximum number of bytes of all tables.
    pub bytes: u64,
    /// The hash in hexadecimal digits.
    hash: String,
}

impl PartialEq for PatternKey {
    fn eq(&self, other: &Self) -> bool {
        (&self.hash, self.bytes) == (&other.hash, other.bytes)
    }
}

impl Eq for PatternKey {}

impl PatternKey {
    /// The key of a set for a goal.
    pub fn new(goal: &Position, bytes: u64) -> Self {
        Self { goal: goal.clone(), bytes, hash: format!("{:032x}", hash(goal)) }
    }

    /// The name of the set in a cache.
    pub fn name(&self) -> String {
        format!("{}-{}m", self.hash, self.bytes >> 20)
    }
}

/// FNV-1a of 128 bits over everything on which distances depend; names do not matter.
fn hash(goal: &Position) -> u128 {
    const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013B;
    let mut hash: u128 = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D;
    let mut add = |number: u64| {
        for byte in number.to_le_bytes() {
            hash = (hash ^ u128::from(byte)).wrapping_mul(PRIME);
        }
    };
    let definition = goal.model().definition();
    for orbit in definition.orbits() {
        add(orbit.slots().len() as u64);
        add(orbit.orientations().into());
        for kind in &orbit.kinds {
            add(kind.piece.into());
            add(kind.count as u64);
            add(kind.modulus.into());
        }
    }
    let letters = goal.model().letters(MetricName::Half);
    add(letters.count() as u64);
    for letter in &letters.transformations {
        letter.source.iter().for_each(|&source| add(source.into()));
        letter.delta.iter().for_each(|&delta| add(delta.into()));
    }
    let others = goal.others().iter().map(|slots| &slots[..]);
    for slots in [goal.slots()].into_iter().chain(others) {
        for &Slot { piece, orientation } in slots {
            add(u64::from(piece) << 8 | u64::from(orientation));
        }
    }
    hash
}

/// A set of tables that was built, or the bytes of one.
#[derive(Clone)]
pub enum StoredPatterns {
    /// Tables in memory.
    Built(Patterns),
    /// The bytes of a file.
    Bytes(Arc<dyn AsRef<[u8]> + Send + Sync>),
}

impl Patterns {
    /// The words before the entries.
    fn head(&self) -> Vec<u64> {
        let mut words = vec![self.chosen.len() as u64];
        for Chosen { place, pattern, table } in &*self.chosen {
            let bits = if table.storage() == Storage::Bytes { 8 } else { 4 };
            let levels = table.levels();
            words.extend([*place as u64, pattern.size(), bits, levels.len() as u64]);
            words.extend(levels);
        }
        words
    }

    /// Number of bytes of the set in a file.
    pub fn length(&self) -> usize {
        let entries: u64 = self.chosen.iter().map(|of_table| of_table.table.bytes()).sum();
        self.head().len() * 8 + entries as usize
    }

    /// Fills a buffer with the bytes of a file from an offset on, a multiple of 8.
    pub fn read(&self, mut offset: usize, mut buffer: &mut [u8]) {
        let head: Vec<u8> = self.head().into_iter().flat_map(u64::to_le_bytes).collect();
        let mut copy = |length: usize, read: &mut dyn FnMut(usize, &mut [u8])| {
            if offset >= length {
                offset -= length;
                return;
            }
            let here = buffer.len().min(length - offset);
            let (part, rest) = std::mem::take(&mut buffer).split_at_mut(here);
            read(offset, part);
            (buffer, offset) = (rest, 0);
        };
        copy(head.len(), &mut |offset, part| part.copy_from_slice(&head[offset..][..part.len()]));
        for of_table in &*self.chosen {
            let length = of_table.table.bytes() as usize;
            copy(length, &mut |offset, part| of_table.table.read_bytes(offset, part));
        }
    }

    /// The set of the bytes of a file; `None` if they are not a set of this goal, or memory is refused.
    pub fn from_bytes(key: &PatternKey, metric: MetricName, bytes: &[u8]) -> Option<Self> {
        let mut at = 0;
        let mut word = || {
            let eight = bytes.get(at..at + 8)?;
            at += 8;
            Some(u64::from_le_bytes(eight.try_into().ok()?))
        };
        let count = word().filter(|&count| count <= MAX_LISTED)?;
        let mut heads = Vec::new();
        for _ in 0..count {
            let (place, size, bits) = (word()?, word()?, word()?);
            let storage = match bits {
                4 => Storage::Nibbles { maximum: MAX_OF_NIBBLES },
                8 => Storage::Bytes,
                _ => return None,
            };
            let levels = word().filter(|&levels| levels <= MAX_LISTED)?;
            let levels: Vec<u64> = (0..levels).map(|_| word()).collect::<Option<_>>()?;
            heads.push((place as usize, size, storage, levels));
        }
        let (_, _, storage, _) = heads.first()?;
        let all = if *storage == Storage::Bytes { key.bytes } else { key.bytes.saturating_mul(2) };
        let patterns = candidates(&key.goal, metric, all);
        let mut patterns = patterns.into_iter().enumerate();
        let mut chosen = Vec::new();
        for (place, size, storage, levels) in heads {
            let (_, pattern) = patterns.find(|&(index, _)| index == place)?;
            let per_word = if storage == Storage::Bytes { 8 } else { 16 };
            let length = usize::try_from(size.div_ceil(per_word) * 8).ok()?;
            let entries = bytes.get(at..at.checked_add(length)?)?;
            at += length;
            if pattern.size() != size {
                return None;
            }
            let table = Table::from_bytes(storage, size, levels, entries)?;
            chosen.push(Chosen { place, pattern, table });
        }
        (at == bytes.len()).then(|| Self { chosen: Arc::new(chosen) })
    }
}

impl StoredPatterns {
    /// The tables for a key; `None` if the bytes are not tables of this version.
    pub(crate) fn patterns(&self, key: &PatternKey, metric: MetricName) -> Option<Patterns> {
        match self {
            Self::Built(patterns) => Some(patterns.clone()),
            Self::Bytes(bytes) => Patterns::from_bytes(key, metric, (**bytes).as_ref()),
        }
    }
}

/// The sets of tables that a process has, by the names of their keys.
#[derive(Clone, Default)]
pub struct PatternTables(Vec<(String, MetricName, StoredPatterns)>);

impl PatternTables {
    /// The set of a name and a metric.
    pub fn get(&self, name: &str, metric: MetricName) -> Option<&StoredPatterns> {
        let entry = self.0.iter().find(|(of, its, _)| of == name && *its == metric);
        entry.map(|(_, _, tables)| tables)
    }

    /// Adds a set.
    pub fn insert(&mut self, name: String, metric: MetricName, tables: StoredPatterns) {
        self.0.retain(|(of, its, _)| *of != name || *its != metric);
        self.0.push((name, metric, tables));
    }
}
