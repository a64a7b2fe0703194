//! Strategy `level`: all states of a level are read, and each successor is inserted on its own; the
//! primary key drops the duplicates.
//!
//! ```text
//! for each level, in one transaction
//!     for each state of it (query)
//!         for each successor: insert or ignore
//! ```

use super::Run;
use crate::error::Result;
use crate::key::{Key, Rows};

/// States read at a time.
const PAGE: usize = 1 << 12;

/// Builds levels until the graph is complete, the depth is reached or a limit is reached.
pub(super) fn build(run: &mut Run<'_>) -> Result<()> {
    while run.last() < run.depth {
        run.backend.begin()?;
        let Some(states) = next_level(run)? else { return run.backend.rollback() };
        run.commit_level(run.last() + 1, states)?;
        if states == 0 {
            break;
        }
    }
    Ok(())
}

/// Inserts the successors of the last level; `None` if a limit is reached.
fn next_level(run: &mut Run<'_>) -> Result<Option<u64>> {
    let level = run.last();
    let (mut states, mut after) = (0, None::<Key>);
    let mut page = Rows::new(run.space.form);
    loop {
        run.backend.page(Some(level), after.as_ref(), PAGE, &mut page)?;
        for row in 0..page.len() {
            let mut new = 0;
            for (key, mv) in run.space.neighbours(&Key::at(&page.keys, row))? {
                let row = run.row(&key, level + 1, Some(mv))?;
                new += u64::from(run.backend.insert(&row)?);
            }
            states += new;
            if run.advance(level + 1, new) {
                run.stored -= states;
                return Ok(None);
            }
        }
        match page.last_key() {
            Some(last) => after = Some(last),
            None => return Ok(Some(states)),
        }
    }
}
