//! A stored level of sorted keys.

use super::{Key, code};
use crate::lists::level_run::{LevelFault, LevelRun};
use crate::lists::{ListExtent, ListNumber};

/// A level, without its keys.
#[derive(Debug)]
pub(super) struct Level<const N: usize> {
    pub(super) depth: u32,
    /// Its lists in ascending order of keys: number, size, first key.
    pub(super) lists: Vec<(ListNumber, ListExtent, Key<N>)>,
    /// A sample of its keys.
    pub(super) sample: Vec<Key<N>>,
}

impl<const N: usize> Level<N> {
    /// Removes the keys of the level from ascending keys.
    pub(super) fn subtract_from(
        &self,
        keys: &mut Vec<Key<N>>,
        level_run: &LevelRun<'_>,
        buffers: &mut (Vec<u8>, Vec<Key<N>>),
    ) -> Result<(), LevelFault> {
        let Some(lowest) = keys.first() else { return Ok(()) };
        let begin = self.lists.partition_point(|(.., first)| first <= lowest).saturating_sub(1);
        let (list, level_keys) = buffers;
        let (mut end, mut next) = (0, 0);
        for (number, _, first) in &self.lists[begin..] {
            if next == keys.len() || keys[keys.len() - 1] < *first {
                break;
            }
            read(level_run, self.depth, *number, list, level_keys)?;
            let mut level_keys = level_keys.iter().peekable();
            while next < keys.len() {
                let key = keys[next];
                while level_keys.next_if(|&&other| other < key).is_some() {}
                match level_keys.peek() {
                    // The rest may be in later lists.
                    None => break,
                    Some(&&other) if other == key => {}
                    Some(_) => {
                        keys[end] = key;
                        end += 1;
                    }
                }
                next += 1;
            }
        }
        keys.copy_within(next.., end);
        keys.truncate(end + keys.len() - next);
        Ok(())
    }
}

/// Reads and decodes a list.
pub(super) fn read<const N: usize>(
    level_run: &LevelRun<'_>,
    depth: u32,
    number: ListNumber,
    list: &mut Vec<u8>,
    keys: &mut Vec<Key<N>>,
) -> Result<(), LevelFault> {
    level_run.get(depth, number, list)?;
    keys.clear();
    code::decode(list, keys).map_err(|reason| LevelFault::Corrupt { depth, list: number, reason })
}
