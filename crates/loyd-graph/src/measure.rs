//! The speed of a database alone: the rows of a graph, made before, loaded into the same tables.

use crate::backend::{Backend, Layout};
use crate::build::BATCH;
use crate::error::{GraphError, Result};
use crate::key::{Key, Rows};
use crate::stored::Stored;
use loyd::clock::Stopwatch;
use loyd_facade::Listed;

/// The times of a raw load.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RawLoad {
    /// Rows.
    pub rows: u64,
    /// Seconds to load them, a transaction each level.
    pub seconds: f64,
    /// Seconds to rebuild the table.
    pub rebuild_seconds: f64,
}

/// Loads the rows of a graph into an empty database, level by level, as a build in bulk does, but
/// without making them.
///
/// # Errors
/// If a database fails, or the second one is not empty.
pub fn raw_load<P: Listed>(from: &mut dyn Backend, into: &mut dyn Backend) -> Result<RawLoad> {
    let stored = Stored::<P>::of(from)?;
    if into.meta()?.is_some() {
        let reason = "is not empty".to_owned();
        return Err(GraphError::Foreign { place: into.place(), reason });
    }
    let mut levels = Vec::new();
    for level in 0..from.levels()?.len() as u32 {
        levels.push(batches(from, &stored, level)?);
    }
    let (moves, slides) = (stored.space.moves.clone(), stored.space.slides.clone());
    let begun = Stopwatch::start();
    into.create(&Layout { meta: stored.meta, moves, slides })?;
    let mut rows = 0;
    for (level, batches) in levels.iter().enumerate() {
        into.begin()?;
        for batch in batches {
            into.load(batch)?;
        }
        let states = batches.iter().map(|batch| batch.len() as u64).sum();
        into.add_level(level as u32, states)?;
        into.commit()?;
        rows += states;
    }
    let seconds = begun.elapsed().as_secs_f64();
    into.rebuild()?;
    let rebuild_seconds = begun.elapsed().as_secs_f64() - seconds;
    Ok(RawLoad { rows, seconds, rebuild_seconds })
}

/// The rows of a level.
fn batches<P: Listed>(from: &mut dyn Backend, stored: &Stored<P>, level: u32) -> Result<Vec<Rows>> {
    let (mut batches, mut after) = (Vec::new(), None::<Key>);
    loop {
        let mut rows = Rows::new(stored.space.form);
        from.page(Some(level), after.as_ref(), BATCH, &mut rows)?;
        let Some(last) = rows.last_key() else { return Ok(batches) };
        if stored.meta.positions {
            for row in 0..rows.len() {
                rows.positions.push(stored.space.text(&Key::at(&rows.keys, row))?);
            }
        }
        batches.push(rows);
        after = Some(last);
    }
}
