//! Strategy `row`: the next unvisited state is read, its successors are inserted unless they are
//! stored, and it is marked as visited; a transaction for each state.
//!
//! ```text
//! while there is an unvisited state s (query)
//!     for each successor t of s
//!         if t is not stored (query): insert t, unvisited
//!     mark s as visited (update)
//! ```
//!
//! Unvisited states are a queue in a separate table, so that the next one is found at once.

use super::Run;
use crate::backend::Open;
use crate::error::Result;
use crate::key::{Key, Rows};

/// States put into the queue at a time.
const PAGE: usize = 1 << 12;

/// Builds until the graph is complete, the depth is reached or a limit is reached.
pub(super) fn build(run: &mut Run<'_>) -> Result<()> {
    if run.backend.last_open_level()?.is_none() {
        open_last_level(run)?;
    }
    // States of the level after the last complete one.
    let mut next = run.backend.count(run.last() + 1)?;
    run.earlier += next;
    loop {
        let open = run.backend.next_open()?;
        let level_is_done = open.as_ref().is_none_or(|open| open.level > run.last());
        if level_is_done {
            run.backend.begin()?;
            run.commit_level(run.last() + 1, next)?;
            next = 0;
        }
        let Some(open) = open else { return Ok(()) };
        if open.level >= run.depth {
            return Ok(());
        }
        let new = visit(run, &open)?;
        next += new;
        if run.advance(open.level + 1, new) {
            return Ok(());
        }
    }
}

/// Inserts the successors of a state and removes it from the queue, in one transaction.
fn visit(run: &mut Run<'_>, open: &Open) -> Result<u64> {
    let mut new = 0;
    run.backend.begin()?;
    for (key, mv) in run.space.neighbours(&open.key)? {
        if run.backend.find(&key)?.is_none() {
            let row = run.row(&key, open.level + 1, Some(mv))?;
            run.backend.insert(&row)?;
            run.backend.push_open(&key, open.level + 1)?;
            new += 1;
        }
    }
    run.backend.remove_open(Some(open.id))?;
    run.backend.commit()?;
    Ok(new)
}

/// Puts the last level into the queue.
fn open_last_level(run: &mut Run<'_>) -> Result<()> {
    let level = run.last();
    let (mut page, mut after) = (Rows::new(run.space.form), None::<Key>);
    run.backend.begin()?;
    loop {
        run.backend.page(Some(level), after.as_ref(), PAGE, &mut page)?;
        for row in 0..page.len() {
            run.backend.push_open(&Key::at(&page.keys, row), level)?;
        }
        match page.last_key() {
            Some(last) => after = Some(last),
            None => return run.backend.commit(),
        }
    }
}
