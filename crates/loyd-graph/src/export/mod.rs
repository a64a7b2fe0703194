//! The table of states as a file: in ascending order of keys, streamed, a block at a time.

pub mod csv;
#[cfg(feature = "parquet")]
pub mod parquet;
#[cfg(feature = "parquet")]
pub mod parquet_rows;

use crate::backend::{Backend, check_levels};
use crate::error::{GraphError, Result};
use crate::key::{Key, Rows};
use crate::space::{GraphSpace, MoveName};
use crate::stored::Stored;
use loyd_search::observe::Cancel;

/// States read at a time.
const PAGE: usize = 1 << 14;

/// States in ascending order of keys, with values that follow from their keys.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// Keys, levels and moves.
    pub rows: Rows,
    /// The position of each state.
    pub positions: Vec<String>,
    /// The key of the state from which the move led to each; `None` for the start.
    pub parents: Vec<Option<Key>>,
}

impl Block {
    fn of(space: &GraphSpace, rows: Rows) -> Result<Self> {
        let (mut positions, mut parents) = (Vec::new(), Vec::new());
        for row in 0..rows.len() {
            let key = Key::at(&rows.keys, row);
            positions.push(space.text(&key)?);
            parents.push(rows.moves[row].map(|mv| space.parent(&key, mv)).transpose()?);
        }
        Ok(Self { rows, positions, parents })
    }
}

/// Reads all states; calls `write` with each block and the names of the moves by number. Returns the
/// number of states; `None` if it was cancelled.
///
/// # Errors
/// If the database holds no graph or fails, or `write` fails.
pub fn blocks(
    backend: &mut dyn Backend,
    cancel: &Cancel,
    write: &mut dyn FnMut(&Block, &[MoveName]) -> Result<()>,
) -> Result<Option<u64>> {
    let place = backend.place();
    let stored = Stored::of(backend)?;
    let (mut states, mut after, mut counts) = (0, None::<Key>, Vec::new());
    loop {
        if cancel.is_cancelled() {
            return Ok(None);
        }
        let mut rows = Rows::new(stored.space.form);
        backend.page(None, after.as_ref(), PAGE, &mut rows)?;
        let Some(last) = rows.last_key() else {
            let levels = backend.levels()?;
            check_levels(backend, &levels, stored.meta.complete, &counts)?;
            return Ok(Some(states));
        };
        for &level in &rows.levels {
            let level = level as usize;
            if level > counts.len() + rows.len() {
                let reason = format!("a state has level {level}");
                return Err(GraphError::Damaged { place, reason });
            }
            counts.resize(counts.len().max(level + 1), 0);
            counts[level] += 1;
        }
        states += rows.len() as u64;
        let block = Block::of(&stored.space, rows).map_err(|why| why.at(&place))?;
        write(&block, &stored.space.moves)?;
        after = Some(last);
    }
}
