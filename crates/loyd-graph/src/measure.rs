//! The speed of a database alone: the rows of a graph, made before, loaded into the same tables.

use crate::backend::{Backend, Layout};
use crate::build::BATCH;
use crate::error::{GraphError, Result};
use crate::key::{Key, Rows};
use crate::stored::Stored;
use loyd_search::clock::Stopwatch;

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

/// The rows of a graph, in memory.
pub struct Contents {
    layout: Layout,
    /// The rows of each level, in the batches of a build in bulk.
    levels: Vec<Vec<Rows>>,
}

impl Contents {
    /// Reads a graph.
    ///
    /// # Errors
    /// If the database fails, or has no graph.
    pub fn read(from: &mut dyn Backend) -> Result<Self> {
        let stored = Stored::of(from)?;
        let mut levels = Vec::new();
        for level in 0..from.levels()?.len() as u32 {
            levels.push(batches(from, &stored, level)?);
        }
        let Stored { meta, space, .. } = stored;
        let (moves, slides) = (space.moves, space.slides);
        Ok(Self { layout: Layout { meta, moves, slides }, levels })
    }

    /// Loads the rows into an empty database, level by level, as a build in bulk does, but without
    /// making them.
    ///
    /// # Errors
    /// If the database fails, or is not empty.
    pub fn load(&self, into: &mut dyn Backend) -> Result<RawLoad> {
        refuse_full(into)?;
        let began = Stopwatch::start();
        into.create(&self.layout)?;
        let mut rows = 0;
        for (level, batches) in self.levels.iter().enumerate() {
            into.begin()?;
            for batch in batches {
                into.load(batch)?;
            }
            let states = batches.iter().map(|batch| batch.len() as u64).sum();
            into.add_level(level as u32, states)?;
            into.commit()?;
            rows += states;
        }
        let seconds = began.elapsed().as_secs_f64();
        into.rebuild()?;
        let rebuild_seconds = began.elapsed().as_secs_f64() - seconds;
        Ok(RawLoad { rows, seconds, rebuild_seconds })
    }
}

/// Refuses a database that holds a graph, which a measurement would remove.
///
/// # Errors
/// If it does, or fails.
pub fn refuse_full(backend: &mut dyn Backend) -> Result<()> {
    if backend.meta()?.is_none() {
        return Ok(());
    }
    let reason = "holds a graph, and measurements need an empty database".to_owned();
    Err(GraphError::Foreign { place: backend.place(), reason })
}

/// The rows of a level.
fn batches(from: &mut dyn Backend, stored: &Stored, level: u32) -> Result<Vec<Rows>> {
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
