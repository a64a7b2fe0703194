//! How much memory the first levels need at most, before anything is counted.
//!
//! The states at depth d are at most as many as the walks of the blank of length d that never
//! take a step that [`Metric::may_follow`] forbids. There are few places where a walk can stand,
//! so the walks of one length are counted from those of the length before. Near the start the
//! bound is sharp, because few walks lead to the same state.

use super::keys::{BoardPacking, KeySet};
use loyd_tiles::{Direction, Metric, Size, Slide, Slides, Wide, solvable_states};
use rustc_hash::FxHashMap;

/// Where a walk stands, and the direction of its last step.
type Stand = (usize, Option<Direction>);

/// The numbers of walks of length 0, 1, 2, …, without end; saturating.
fn walks<M: Metric>(size: Size, start: usize) -> impl Iterator<Item = u64> {
    let mut stands: FxHashMap<Stand, u64> = [((start, None), 1)].into_iter().collect();
    std::iter::from_fn(move || {
        let walks = stands.values().fold(0, |sum: u64, &count| sum.saturating_add(count));
        let mut next = FxHashMap::default();
        for (&(cell, last), &count) in &stands {
            for slide in Slides::of::<M>(size, cell) {
                if last.is_some_and(|last| !M::may_follow(Slide::one(last), slide)) {
                    continue;
                }
                let step = |blank, _| slide.direction.blank_step(size, blank);
                let to = (0..slide.count).fold(cell, step);
                let walks: &mut u64 = next.entry((to, Some(slide.direction))).or_default();
                *walks = walks.saturating_add(count);
            }
        }
        stands = next;
        Some(walks)
    })
}

/// What [`super::sparse::levels`] needs at most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Forecast {
    /// Bytes to count down to the depth asked for, or all states; `None` if it may be more than
    /// allowed.
    pub(super) needed: Option<u64>,
    /// The depth asked for, or a smaller one down to which the memory allowed is enough for
    /// certain; `None` if it is not enough even for the start.
    pub(super) certain: Option<u32>,
}

/// Forecasts the memory down to a depth (`None`: of all states).
pub(super) fn forecast<M: Metric>(
    size: Size,
    start: usize,
    depth: Option<u32>,
    memory: u64,
) -> Forecast {
    let key = BoardPacking::<Wide>::bytes(size);
    let set = |walks| KeySet::bytes(walks, key);
    let states = solvable_states(size).unwrap_or(u128::MAX);
    let (mut previous, mut current) = (set(0), set(1));
    let mut forecast = Forecast { needed: Some(previous.saturating_add(current)), certain: None };
    if forecast.needed > Some(memory) {
        return Forecast { needed: None, certain: None };
    }
    for (d, walks) in walks::<M>(size, start).skip(1).enumerate() {
        forecast.certain = Some(d as u32);
        // No state is farther than there are states.
        if depth == Some(d as u32) || d as u128 >= states {
            break;
        }
        let next = set(walks);
        let needed = previous.saturating_add(current).saturating_add(next);
        if needed > memory || needed == u64::MAX {
            forecast.needed = None;
            break;
        }
        forecast.needed = forecast.needed.max(Some(needed));
        (previous, current) = (current, next);
    }
    forecast
}

#[cfg(test)]
mod tests {
    use super::*;
    use loyd_tiles::{Multi, Single};

    #[test]
    fn near_the_start_few_walks_meet() {
        let size = Size::new(5, 5).unwrap();
        let walks: Vec<u64> = walks::<Single>(size, 0).take(8).collect();
        // OEIS A090031 begins 1, 2, 4, 10, 26, 64, 159: the first walks that meet have length 6.
        assert_eq!(walks, [1, 2, 4, 10, 26, 64, 160, 372]);
    }

    #[test]
    fn rows_and_columns_alternate() {
        let size = Size::new(5, 4).unwrap();
        let walks: Vec<u64> = walks::<Multi>(size, 7).take(4).collect();
        assert_eq!(walks, [1, 7, 4 * 3 * 2, 4 * 3 * (4 + 3)]);
    }

    #[test]
    fn a_depth_that_is_certain_fits_and_the_next_may_not() {
        let size = Size::new(6, 6).unwrap();
        let memory = 1 << 30;
        let all = forecast::<Single>(size, 0, None, memory);
        assert_eq!(all.needed, None);
        let certain = all.certain.unwrap();
        let fits = forecast::<Single>(size, 0, Some(certain), memory);
        assert!(fits.needed.unwrap() <= memory && fits.certain == Some(certain));
        let more = forecast::<Single>(size, 0, Some(certain + 1), memory);
        assert_eq!(more, Forecast { needed: None, certain: Some(certain) });
        assert_eq!(forecast::<Single>(size, 0, Some(0), 0).certain, None);
    }

    #[test]
    fn it_ends_where_walks_do_not_multiply_and_where_memory_is_no_limit() {
        let [line, ring, large] = [(500, 1), (2, 2), (5, 5)].map(|(w, h)| Size::new(w, h).unwrap());
        assert!(forecast::<Single>(line, 7, None, 1 << 20).needed.is_some());
        assert!(forecast::<Multi>(line, 7, None, 1 << 20).needed.is_some());
        assert!(forecast::<Single>(ring, 0, None, 1 << 20).needed.is_some());
        assert_eq!(forecast::<Single>(large, 0, None, u64::MAX).needed, None);
    }
}
