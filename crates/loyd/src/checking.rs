//! Replays of solutions move by move before they are reported, within the limits of the search.

use crate::task::Task;
use loyd_search::clock::Stopwatch;
use loyd_search::observe::{Cancel, Limit, StopCause};
use loyd_search::puzzle::{Puzzle, replay};
use std::cell::RefCell;
use std::time::Duration;

/// The time for a replay after the time limit or the cancellation of the search: enough for twenty million
/// moves.
const GRACE: Duration = Duration::from_millis(100);

/// Moves between two reads of the clock.
const CHUNK: usize = 1 << 16;

/// The end of the time in which a path may be checked.
pub struct Until {
    /// The time of the search with that of checking, from the start of the search.
    time: Option<(Stopwatch, Duration)>,
    cancel: Option<Cancel>,
    /// The time since the cancellation was noticed.
    cancelled: RefCell<Option<Stopwatch>>,
}

impl Until {
    /// The end of a search that began then, and a little later.
    pub fn end_of(began: Stopwatch, limit: &Limit) -> Self {
        let time = limit.time.and_then(|time| time.checked_add(GRACE));
        let time = time.map(|time| (began, time));
        Self { time, cancel: limit.cancel.clone(), cancelled: RefCell::new(None) }
    }

    /// No end.
    pub fn done() -> Self {
        Self { time: None, cancel: None, cancelled: RefCell::new(None) }
    }

    fn over(&self) -> Option<StopCause> {
        if self.cancel.as_ref().is_some_and(Cancel::is_cancelled) {
            let mut cancelled = self.cancelled.borrow_mut();
            if cancelled.get_or_insert_with(Stopwatch::start).elapsed() >= GRACE {
                return Some(StopCause::Cancelled);
            }
        }
        let over = self.time.as_ref().is_some_and(|(began, time)| began.elapsed() >= *time);
        over.then_some(StopCause::Time)
    }
}

/// The reason why a path is not passed on.
#[derive(Debug, PartialEq, Eq)]
pub enum Unchecked {
    /// The path is not a solution, for this reason: a bug.
    Wrong(String),
    /// A limit was met before the replay ended.
    Stopped(StopCause),
}

/// Replays a path move by move on a plain position, which shares no code with the searches.
///
/// # Errors
/// The reason why the path is not a solution.
pub fn check_path<P: Puzzle>(
    task: &Task<P>,
    metric: P::Metric,
    path: &[P::Move],
    cost: Option<u32>,
) -> Result<(), String> {
    match check_path_until(task, metric, path, cost, &Until::done()) {
        Err(Unchecked::Wrong(why)) => Err(why),
        // Nothing stops it.
        Ok(()) | Err(Unchecked::Stopped(_)) => Ok(()),
    }
}

/// Works as [`check_path`] does, until a deadline.
///
/// # Errors
/// The reason why the path is not a solution, or is unchecked.
pub fn check_path_until<P: Puzzle>(
    task: &Task<P>,
    metric: P::Metric,
    path: &[P::Move],
    cost: Option<u32>,
    until: &Until,
) -> Result<(), Unchecked> {
    let wrong = |why: &str| Err(Unchecked::Wrong(why.to_owned()));
    let (mut position, mut length) = (task.start.clone(), 0);
    for (number, chunk) in path.chunks(CHUNK).enumerate() {
        // The first takes less than a millisecond.
        if number > 0
            && let Some(cause) = until.over()
        {
            return Err(Unchecked::Stopped(cause));
        }
        let replayed = replay::<P>(&position, chunk, metric).map_err(|(index, illegal)| {
            let index = number * CHUNK + index + 1;
            Unchecked::Wrong(format!("move {index} of those found: {illegal}"))
        })?;
        (position, length) = (replayed.0, length + replayed.1);
    }
    if cost.is_some_and(|cost| cost != length) {
        return wrong("the search miscounted its moves");
    }
    if P::is_goal(&position, &task.goal) {
        Ok(())
    } else {
        wrong("the moves found do not lead to the goal")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::listed::Listed;
    use loyd_tiles::solver::Tiles;
    use loyd_tiles::{MetricName, Slide, parse_moves};

    #[test]
    fn wrong_paths_are_refused() {
        let task = Tiles::read("1 2 3 4 5 6 7 0 8", None, None).expect("a board");
        let check = |moves: &str, metric, cost| {
            check_path(&task, metric, &parse_moves(moves).expect("moves"), cost)
        };
        assert_eq!(check("L", MetricName::Single, Some(1)), Ok(()));
        assert!(check("R", MetricName::Single, Some(1)).is_err(), "ends elsewhere");
        assert!(check("U", MetricName::Single, Some(1)).is_err(), "impossible");
        assert!(check("L", MetricName::Single, Some(2)).is_err(), "miscounted");
        assert!(check("D2 U2 L", MetricName::Single, None).is_err(), "several tiles");
    }

    #[test]
    fn limits_stop_a_long_replay() {
        let task = Tiles::read("1 2 3 4 5 6 7 0 8", None, None).expect("a board");
        let one = parse_moves("L").expect("moves");
        let long = parse_moves(&("L R".repeat(CHUNK) + "L")).expect("moves");
        let check = |path: &[Slide], until: &Until| {
            check_path_until(&task, MetricName::Single, path, None, until)
        };
        let long_ago = Stopwatch::start();
        std::thread::sleep(2 * GRACE);
        let limit = Limit { time: Some(GRACE / 2), ..Limit::none() };
        let over = Until::end_of(long_ago.clone(), &limit);
        assert_eq!(check(&long, &over), Err(Unchecked::Stopped(StopCause::Time)));
        assert_eq!(check(&one, &over), Ok(()));
        assert_eq!(check(&long, &Until::done()), Ok(()));
        let cancel = Cancel::new();
        let limit = Limit::cancelled_by(&cancel);
        let until = Until::end_of(long_ago.clone(), &limit);
        assert_eq!(check(&long, &until), Ok(()));
        cancel.cancel();
        until.cancelled.replace(Some(long_ago));
        assert_eq!(check(&long, &until), Err(Unchecked::Stopped(StopCause::Cancelled)));
        assert_eq!(check(&one, &until), Ok(()));
    }
}
