//! Levels that exceed the memory limit: made range by range of keys, from the stored levels.
//!
//! ```text
//! low := before the smallest key
//! repeat
//!     for each page of level d - 1: keep its successors above low, and below high once it is known
//!         when they are too many: high := their median; forget those above it
//!     subtract the stored keys of the levels d - 2 and d - 1 between low and high
//!     load them; low := high
//! until high is undefined
//! ```

use super::Run;
use super::bulk::{PAGE, expand, load, subtract};
use crate::error::Result;
use crate::key::{Key, Rows, Word};
use crate::space::{Arrival, KeySpace, NO_MOVE};

/// The smallest number of successors in a range under any memory limit.
const MIN_RANGE: usize = 1 << 12;

/// Makes and loads a level; `None` if a limit is reached.
pub(super) fn next_level<const W: usize>(
    run: &mut Run<'_>,
    space: &dyn KeySpace<W>,
    new: u32,
) -> Result<Option<u64>> {
    let (mut states, mut low) = (0, None);
    loop {
        let Some((mut successors, high)) = range(run, space, new - 1, low)? else {
            run.stored -= states;
            return Ok(None);
        };
        for level in [new.checked_sub(2), Some(new - 1)].into_iter().flatten() {
            subtract_stored(run, &mut successors, level, low)?;
        }
        if !load(run, space, new, &successors)? {
            run.stored -= states;
            return Ok(None);
        }
        states += successors.len() as u64;
        match high {
            Some(_) => low = high,
            None => return Ok(Some(states)),
        }
    }
}

/// Successors above a key, with the greatest key up to which they are all there.
type Range<const W: usize> = (Vec<Arrival<W>>, Option<Word<W>>);

/// The successors of a level above a key, within half of the memory limit; `None` if a limit is reached.
fn range<const W: usize>(
    run: &mut Run<'_>,
    space: &dyn KeySpace<W>,
    level: u32,
    low: Option<Word<W>>,
) -> Result<Option<Range<W>>> {
    let max_states =
        usize::try_from(run.memory / 2).unwrap_or(usize::MAX) / size_of::<Arrival<W>>();
    let max_states = max_states.max(MIN_RANGE);
    let (mut successors, mut high): Range<W> = (Vec::new(), None);
    let (mut page, mut after) = (Rows::new(run.space.form), None::<Key>);
    let page_states = PAGE.min(max_states);
    loop {
        run.backend.page(Some(level), after.as_ref(), page_states, &mut page)?;
        let keys: Vec<Word<W>> = (0..page.len()).map(|row| page.keys.word(row)).collect();
        let moves: Vec<u16> = page.moves.iter().map(|mv| mv.unwrap_or(NO_MOVE)).collect();
        for part in expand(run, space, &keys, &moves)? {
            let inside = |&&(key, _): &&Arrival<W>| {
                low.is_none_or(|low| key > low) && high.is_none_or(|high| key <= high)
            };
            successors.extend(part.iter().filter(inside));
        }
        if successors.len() > max_states {
            successors.sort_unstable();
            successors.dedup_by_key(|(key, _)| *key);
            if successors.len() > max_states / 2 {
                successors.truncate(max_states / 2);
                high = successors.last().map(|(key, _)| *key);
            }
        }
        if run.advance(level + 1, 0) {
            return Ok(None);
        }
        match page.last_key() {
            Some(last) => after = Some(last),
            None => break,
        }
    }
    successors.sort_unstable();
    successors.dedup_by_key(|(key, _)| *key);
    Ok(Some((successors, high)))
}

/// Removes the stored keys of a level from ascending successors above a key.
fn subtract_stored<const W: usize>(
    run: &mut Run<'_>,
    successors: &mut Vec<Arrival<W>>,
    level: u32,
    low: Option<Word<W>>,
) -> Result<()> {
    let form = run.space.form;
    let (mut page, mut after) = (Rows::new(form), low.map(|low| Key::of(form, &low)));
    loop {
        run.backend.page(Some(level), after.as_ref(), PAGE, &mut page)?;
        let keys: Vec<Word<W>> = (0..page.len()).map(|row| page.keys.word(row)).collect();
        subtract(successors, &keys);
        let beyond = match (keys.last(), successors.last()) {
            (Some(key), Some((last, _))) => key > last,
            _ => true,
        };
        match page.last_key().filter(|_| !beyond) {
            Some(last) => after = Some(last),
            None => return Ok(()),
        }
    }
}
