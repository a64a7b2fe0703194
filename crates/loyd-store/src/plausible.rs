//! Validation of values by what a puzzle allows. A file may contain any value with a correct
//! checksum: no number from a file is used before it was validated here.

use loyd_enumerate::LevelSummary;

/// The maximum duration of a run: three hundred years.
const MOST_SECONDS: f64 = 1e10;
/// The maximum traffic of a run.
const MOST_BYTES: u64 = 1 << 60;
/// The maximum number of states of a level that a request may keep.
pub(crate) const MOST_KEPT: usize = 10_000_000;
/// The maximum size of a sample.
pub(crate) const MOST_SAMPLES: usize = 1_000;

/// Returns whether a duration is possible.
pub(crate) fn seconds(seconds: f64) -> bool {
    (0.0..=MOST_SECONDS).contains(&seconds)
}

/// Returns whether levels can have these numbers of states: one at the start, some at each depth,
/// in total at most `all`, if that is known.
pub(crate) fn states(levels: impl IntoIterator<Item = u64>, all: Option<u128>) -> bool {
    let mut total = 0u64;
    for (depth, level) in levels.into_iter().enumerate() {
        let Some(sum) = total.checked_add(level).filter(|_| level > 0) else { return false };
        total = sum;
        if depth == 0 && level != 1 {
            return false;
        }
    }
    all.is_none_or(|states| u128::from(total) <= states)
}

/// Returns whether a level can have this cost.
pub(crate) fn cost(level: &LevelSummary) -> bool {
    let bytes = [level.bytes_read, level.bytes_written, level.partial_bytes];
    bytes.into_iter().all(|bytes| bytes <= MOST_BYTES)
        && seconds(level.seconds)
        && seconds(level.waited)
}

/// Returns whether levels of a puzzle with `all` states can have these states and costs.
pub(crate) fn levels(levels: &[LevelSummary], all: Option<u128>) -> bool {
    let mut bytes = 0u64;
    let mut time = 0.0;
    for level in levels {
        for amount in [level.bytes_read, level.bytes_written, level.partial_bytes] {
            bytes = bytes.saturating_add(amount);
        }
        if !cost(level) {
            return false;
        }
        time += level.seconds + level.waited;
    }
    bytes <= MOST_BYTES
        && seconds(time)
        && !levels.is_empty()
        && states(levels.iter().map(|level| level.states), all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_have_states_of_the_board_and_times_of_this_world() {
        let twelve = Some(12);
        let level = |states| LevelSummary { states, ..LevelSummary::default() };
        let of = |counts: &[u64]| counts.iter().map(|&states| level(states)).collect::<Vec<_>>();
        assert!(levels(&of(&[1, 2, 2, 2, 2, 2, 1]), twelve), "all twelve");
        assert!(levels(&of(&[1]), twelve));
        for bad in [&[][..], &[2], &[1, 0, 3], &[1, 2, 10], &[1, u64::MAX, 2]] {
            assert!(!levels(&of(bad), twelve), "{bad:?}");
        }
        for seconds in [-1.0, f64::NAN, f64::INFINITY, 1e30] {
            assert!(!levels(&[LevelSummary { seconds, ..level(1) }], twelve), "{seconds}");
            assert!(!levels(&[LevelSummary { waited: seconds, ..level(1) }], twelve), "{seconds}");
        }
        let bytes_read = u64::MAX;
        assert!(!levels(&[LevelSummary { bytes_read, ..level(1) }], twelve));
    }
}
