//! The positions at one distance from a goal.
//!
//! ```text
//! level := goals; before := {}
//! depth times: next := successors of level without level and before
//!              before := level; level := next
//! ```
//!
//! If moves have inverses, a successor is in the level, the one before or the next. Otherwise `before` has all levels
//! before.

use loyd_search::audit::Incomplete;
use loyd_search::observe::{Budget, Limit};
use loyd_search::space::Reversible;
use std::collections::HashSet;

/// States between two looks at the limits.
const LOOK: u64 = 1 << 12;

/// The positions at a distance from a goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LevelPositions {
    /// The distance: the largest of the space if no position is as far as requested.
    pub depth: u32,
    /// The number of positions at this distance.
    pub count: u64,
    /// The first of them in the order of their numbers.
    pub numbers: Vec<Vec<u16>>,
}

impl LevelPositions {
    /// Counts positions, and stores the first `max` in their order.
    pub(crate) fn of(depth: u32, numbers: impl Iterator<Item = Vec<u16>>, max: usize) -> Self {
        let room = max.saturating_mul(2).max(1 << 12);
        let (mut count, mut first) = (0, Vec::new());
        for row in numbers {
            count += 1;
            first.push(row);
            if first.len() >= room {
                first.sort_unstable();
                first.truncate(max);
            }
        }
        first.sort_unstable();
        first.truncate(max);
        Self { depth, count, numbers: first }
    }
}

/// The states at a distance from some states, or at the largest distance, and the distance that was reached.
///
/// `bytes` is the memory of a state in a set.
///
/// # Errors
/// If the sets exceed the memory, or a limit was reached.
pub(crate) fn level<S: Reversible>(
    space: &S,
    starts: Vec<S::State>,
    bytes: u64,
    depth: Option<u32>,
    limit: &Limit,
) -> Result<(u32, HashSet<S::State>), Incomplete> {
    let budget = Budget::start(limit);
    let mut level: HashSet<S::State> = starts.into_iter().collect();
    let (mut before, mut reached, mut expanded) = (HashSet::new(), 0, 0_u64);
    while depth.is_none_or(|depth| reached < depth) {
        let mut next = HashSet::new();
        for state in &level {
            expanded += 1;
            if expanded.is_multiple_of(LOOK) {
                if let Some(cause) = budget.exceeded(expanded) {
                    return Err(Incomplete::Stopped(cause));
                }
                let states = (before.len() + level.len() + next.len()) as u64;
                if budget.out_of_memory(states * bytes) {
                    return Err(Incomplete::TooLarge { states, bytes: states * bytes });
                }
            }
            let mut state = state.clone();
            for mv in space.moves(&state) {
                let effect = space.apply(&mut state, mv);
                if !before.contains(&state) && !level.contains(&state) && !next.contains(&state) {
                    next.insert(state.clone());
                }
                space.undo(&mut state, effect);
            }
        }
        if next.is_empty() {
            break;
        }
        let last = std::mem::replace(&mut level, next);
        if space.has_inverses() {
            before = last;
        } else {
            before.extend(last);
        }
        reached += 1;
    }
    Ok((reached, level))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::PuzzleName;
    use crate::spaces::space_of;

    fn space(shape: &str) -> Box<dyn crate::spaces::AnySpace> {
        let goal = PuzzleName::Tiles.puzzle().goal(Some(shape), None).expect("a size");
        space_of(&*goal, None).expect("the default metric")
    }

    #[test]
    fn every_level_has_the_positions_at_its_distance() {
        let space = space("3x2");
        let distances = space.distances(1, &Limit::none(), &mut |_| ()).expect("360 states");
        let mut total = 0;
        for depth in 0..=distances.radius() {
            let listed = space.level(Some(depth), usize::MAX, 1, &Limit::none()).expect("no limit");
            let rank = |numbers: &Vec<u16>| space.rank(numbers).expect("a position");
            assert!(listed.numbers.iter().all(|it| distances.get(rank(it)) == Some(depth)));
            assert!(listed.numbers.is_sorted_by(|a, b| a < b), "without repetitions, in order");
            assert_eq!((listed.depth, listed.count), (depth, listed.numbers.len() as u64));
            total += listed.count;
        }
        assert_eq!(total, 360);
        let last = space.level(None, 5, 1, &Limit::none()).expect("no limit");
        assert_eq!((last.depth, last.count, last.numbers.len()), (21, 1, 1));
        assert_eq!(space.level(Some(40), 5, 1, &Limit::none()), Ok(last));
    }

    #[test]
    fn tables_list_the_positions_of_sets() {
        let space = space("3x3");
        let level = |depth, memory| {
            let limit = Limit { memory, ..Limit::none() };
            space.level(depth, 100, 1, &limit)
        };
        let sets = level(Some(20), None).expect("no limit");
        // The table has five bytes for each state, the sets of this depth have more.
        let memory = Some(5 * 181_440);
        assert_eq!(level(Some(20), memory), Ok(sets));
        assert!(matches!(level(Some(20), Some(1000)), Err(Incomplete::TooLarge { .. })));
    }
}
