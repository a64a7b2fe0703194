//! Levels that exceed the memory limit: made range by range of keys, from what is stored.
//!
//! ```text
//! low := before the smallest key
//! repeat
//!     for each page of level d - 1: keep its successors above low, and below high once it is known
//!         when they are too many: high := their median; forget those above it
//!     subtract the stored keys of the levels d - 2 and d - 1 between low and high
//!     load them; low := high
//! until there was no high
//! ```

use super::Run;
use super::bulk::{PAGE, expand, load, subtract};
use crate::error::Result;
use crate::key::{Key, Rows, Word};
use crate::space::{Arrival, KeySpace, NO_MOVE};

/// Successors that are kept however small the memory limit is.
const MIN: usize = 1 << 12;

/// Makes and loads a level; `None` if a limit is reached.
pub(super) fn next_level<const W: usize>(
    run: &mut Run<'_>,
    space: &dyn KeySpace<W>,
    new: u32,
) -> Result<Option<u64>> {
    let (mut states, mut low) = (0, None);
    loop {
        let Some((mut found, high)) = range(run, space, new - 1, low)? else {
            run.stored -= states;
            return Ok(None);
        };
        for level in [new.checked_sub(2), Some(new - 1)].into_iter().flatten() {
            subtract_stored(run, &mut found, level, low)?;
        }
        if !load(run, space, new, &found)? {
            run.stored -= states;
            return Ok(None);
        }
        states += found.len() as u64;
        match high {
            Some(_) => low = high,
            None => return Ok(Some(states)),
        }
    }
}

/// Successors above a key, with the greatest key up to which they are all there.
type Range<const W: usize> = (Vec<Arrival<W>>, Option<Word<W>>);

/// The successors of a level above a key, as many as memory allows; `None` if a limit is reached.
fn range<const W: usize>(
    run: &mut Run<'_>,
    space: &dyn KeySpace<W>,
    level: u32,
    low: Option<Word<W>>,
) -> Result<Option<Range<W>>> {
    let most = usize::try_from(run.memory / 2).unwrap_or(usize::MAX) / size_of::<Arrival<W>>();
    let most = most.max(MIN);
    let (mut found, mut high): Range<W> = (Vec::new(), None);
    let (mut page, mut after) = (Rows::new(run.space.form), None::<Key>);
    let page_states = PAGE.min(most);
    loop {
        run.backend.page(Some(level), after.as_ref(), page_states, &mut page)?;
        let keys: Vec<Word<W>> = (0..page.len()).map(|row| page.keys.word(row)).collect();
        let moves: Vec<u16> = page.moves.iter().map(|mv| mv.unwrap_or(NO_MOVE)).collect();
        for part in expand(run, space, &keys, &moves)? {
            let inside = |&&(key, _): &&Arrival<W>| {
                low.is_none_or(|low| key > low) && high.is_none_or(|high| key <= high)
            };
            found.extend(part.iter().filter(inside));
        }
        if found.len() > most {
            found.sort_unstable();
            found.dedup_by_key(|(key, _)| *key);
            if found.len() > most / 2 {
                found.truncate(most / 2);
                high = found.last().map(|(key, _)| *key);
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
    found.sort_unstable();
    found.dedup_by_key(|(key, _)| *key);
    Ok(Some((found, high)))
}

/// Removes the stored keys of a level from ascending successors above a key.
fn subtract_stored<const W: usize>(
    run: &mut Run<'_>,
    found: &mut Vec<Arrival<W>>,
    level: u32,
    low: Option<Word<W>>,
) -> Result<()> {
    let form = run.space.form;
    let (mut page, mut after) = (Rows::new(form), low.map(|low| Key::of(form, &low)));
    loop {
        run.backend.page(Some(level), after.as_ref(), PAGE, &mut page)?;
        let keys: Vec<Word<W>> = (0..page.len()).map(|row| page.keys.word(row)).collect();
        subtract(found, &keys);
        let beyond = match (keys.last(), found.last()) {
            (Some(key), Some((last, _))) => key > last,
            _ => true,
        };
        match page.last_key().filter(|_| !beyond) {
            Some(last) => after = Some(last),
            None => return Ok(()),
        }
    }
}
