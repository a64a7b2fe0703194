//! A graph in the memory of the process: a hash map from keys to levels and moves.

use super::{Backend, Layout, Open, Sizes};
use crate::error::Result;
use crate::key::{Key, KeyForm, Rows};
use crate::meta::Meta;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// A graph in memory.
#[derive(Debug, Default)]
pub struct MemoryGraph {
    meta: Option<Meta>,
    states: FxHashMap<Key, (u32, Option<u16>)>,
    /// The keys of each level, in order if they have been read since the last was added.
    keys: Vec<Level>,
    /// The complete levels.
    complete: Vec<u64>,
    open: VecDeque<Open>,
    last_id: i64,
    /// The keys inserted since the transaction began.
    uncommitted: Vec<Key>,
}

#[derive(Debug, Default)]
struct Level {
    keys: Vec<Key>,
    sorted: bool,
}

impl Level {
    fn sort(&mut self) -> &[Key] {
        if !self.sorted {
            self.keys.sort_unstable();
            self.sorted = true;
        }
        &self.keys
    }
}

impl MemoryGraph {
    fn add(&mut self, key: Key, level: u32, mv: Option<u16>) -> bool {
        if self.states.contains_key(&key) {
            return false;
        }
        self.states.insert(key.clone(), (level, mv));
        let place = level as usize;
        if self.keys.len() <= place {
            self.keys.resize_with(place + 1, Level::default);
        }
        let level = &mut self.keys[place];
        level.sorted = level.keys.last().is_none_or(|last| level.sorted && *last < key);
        level.keys.push(key.clone());
        self.uncommitted.push(key);
        true
    }

    fn append(&self, key: &Key, rows: &mut Rows) {
        let Some(&(level, mv)) = self.states.get(key) else { return };
        rows.keys.push(key);
        rows.levels.push(level);
        rows.moves.push(mv);
    }

    fn form(&self) -> KeyForm {
        self.meta.as_ref().map_or(KeyForm::Rank, |meta| meta.key)
    }
}

impl Backend for MemoryGraph {
    fn place(&self) -> String {
        "memory:".to_owned()
    }

    fn durability(&self) -> &'static str {
        "nothing: the graph ends with the program"
    }

    fn lock(&mut self) -> Result<bool> {
        Ok(true)
    }

    fn meta(&mut self) -> Result<Option<Meta>> {
        Ok(self.meta.clone())
    }

    fn create(&mut self, layout: &Layout) -> Result<()> {
        self.meta = Some(layout.meta.clone());
        Ok(())
    }

    fn remove(&mut self) -> Result<()> {
        *self = Self::default();
        Ok(())
    }

    fn set_meta(&mut self, name: &str, value: &str) -> Result<()> {
        if let Some(meta) = &mut self.meta {
            let mut rows: Vec<(String, String)> =
                meta.values().into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
            if let Some(row) = rows.iter_mut().find(|(its, _)| its == name) {
                value.clone_into(&mut row.1);
            }
            *meta = Meta::read("memory:", &rows)?;
        }
        Ok(())
    }

    fn begin(&mut self) -> Result<()> {
        self.uncommitted.clear();
        Ok(())
    }

    fn commit(&mut self) -> Result<()> {
        self.uncommitted.clear();
        Ok(())
    }

    /// Of a transaction only its states are taken back, which is all that a level adds before it is
    /// complete.
    fn rollback(&mut self) -> Result<()> {
        let mut levels = Vec::new();
        for key in std::mem::take(&mut self.uncommitted) {
            levels.extend(self.states.remove(&key).map(|(level, _)| level));
        }
        levels.dedup();
        for level in levels {
            self.keys[level as usize].keys.retain(|key| self.states.contains_key(key));
        }
        Ok(())
    }

    fn load(&mut self, rows: &Rows) -> Result<()> {
        for row in 0..rows.len() {
            self.add(Key::at(&rows.keys, row), rows.levels[row], rows.moves[row]);
        }
        Ok(())
    }

    fn insert(&mut self, row: &Rows) -> Result<bool> {
        Ok(self.add(Key::at(&row.keys, 0), row.levels[0], row.moves[0]))
    }

    fn find(&mut self, key: &Key) -> Result<Option<(u32, Option<u16>)>> {
        Ok(self.states.get(key).copied())
    }

    fn page(
        &mut self,
        level: Option<u32>,
        after: Option<&Key>,
        limit: usize,
        rows: &mut Rows,
    ) -> Result<()> {
        *rows = Rows::new(self.form());
        let range = match level {
            Some(level) => level as usize..(level as usize + 1).min(self.keys.len()),
            None => 0..self.keys.len(),
        };
        let mut page: Vec<Key> = Vec::new();
        for level in self.keys.get_mut(range).unwrap_or_default() {
            let keys = level.sort();
            let begin = after.map_or(0, |after| keys.partition_point(|key| key <= after));
            page.extend(keys[begin..].iter().take(limit).cloned());
        }
        page.sort_unstable();
        for key in page.iter().take(limit) {
            self.append(key, rows);
        }
        Ok(())
    }

    fn levels(&mut self) -> Result<Vec<u64>> {
        Ok(self.complete.clone())
    }

    fn add_level(&mut self, _level: u32, states: u64) -> Result<()> {
        self.complete.push(states);
        Ok(())
    }

    fn count(&mut self, level: u32) -> Result<u64> {
        Ok(self.keys.get(level as usize).map_or(0, |level| level.keys.len() as u64))
    }

    fn counts(&mut self) -> Result<Vec<u64>> {
        let counts = self.keys.iter().map(|level| level.keys.len() as u64);
        Ok(counts.take_while(|&states| states > 0).collect())
    }

    fn next_open(&mut self) -> Result<Option<Open>> {
        Ok(self.open.front().cloned())
    }

    fn last_open_level(&mut self) -> Result<Option<u32>> {
        Ok(self.open.back().map(|open| open.level))
    }

    fn push_open(&mut self, key: &Key, level: u32) -> Result<()> {
        self.last_id += 1;
        self.open.push_back(Open { id: self.last_id, key: key.clone(), level });
        Ok(())
    }

    fn remove_open(&mut self, id: Option<i64>) -> Result<()> {
        match id {
            Some(_) => drop(self.open.pop_front()),
            None => self.open.clear(),
        }
        Ok(())
    }

    fn rebuild(&mut self) -> Result<()> {
        Ok(())
    }

    fn sizes(&mut self) -> Result<Sizes> {
        let entry = size_of::<(Key, (u32, Option<u16>))>() + 1;
        let key = match self.form() {
            KeyForm::Bytes(length) | KeyForm::Text(length) => 2 * length.next_multiple_of(16),
            _ => 0,
        };
        let states = self.states.len() * key + self.states.capacity() * entry;
        let keys: usize = self.keys.iter().map(|level| level.keys.capacity()).sum();
        let (table, index) = (states as u64, (keys * size_of::<Key>()) as u64);
        Ok(Sizes { table, index, total: table + index })
    }
}
