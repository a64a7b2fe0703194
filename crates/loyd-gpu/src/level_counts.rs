//! The arithmetic of levels: counts of the kernels become levels, and contradictions are found.

use crate::error::GpuError;
use crate::lists::{self, Listed};
use crate::plan::GpuPlan;
use loyd_enumerate::Request;
use loyd_tiles::bitmap::Place;
use loyd_tiles::solver::Tiles;
use loyd_tiles::{MetricName, Position};
use loyd_tiles_enumerate::{in_order, positions};

/// The result of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GpuStep {
    /// The number of levels counted in this step.
    Levels(usize),
    /// The run was cancelled: the level is unfinished, and the next step continues it.
    Interrupted,
    /// All states were counted, and their number is right.
    Complete,
}

/// The levels so far, with the states that were listed.
#[derive(Debug)]
pub(crate) struct LevelCounts {
    pub(crate) levels: Vec<u64>,
    pub(crate) deepest: Option<Vec<Place>>,
    pub(crate) samples: Vec<Vec<Place>>,
    /// Levels up to this depth are not listed: a resumed run does not know the level before.
    pub(crate) unlisted: u32,
    complete: bool,
}

impl LevelCounts {
    /// Level 0: the start.
    pub(crate) fn new(plan: &GpuPlan) -> Self {
        let start = Place { cell: plan.bitmaps().ranking().start(), rank: 0 };
        let sampled = plan.bitmaps().request.samples > 0;
        LevelCounts {
            levels: vec![1],
            deepest: Some(vec![start]),
            samples: vec![if sampled { vec![start] } else { Vec::new() }],
            unlisted: 0,
            complete: false,
        }
    }

    pub(crate) fn depth(&self) -> u32 {
        self.levels.len() as u32 - 1
    }

    /// True if all states were counted.
    pub(crate) fn is_complete(&self) -> bool {
        self.complete
    }

    /// Adds the levels of a step: for each the sum of its counts, low word first, and its list, if
    /// states are listed.
    ///
    /// # Errors
    /// [`GpuError::WrongCount`] if the counts contradict each other, and [`GpuError::Failed`] if
    /// there are words too few.
    pub(crate) fn add(
        &mut self,
        plan: &GpuPlan,
        totals: &[u32],
        lists: &[u32],
    ) -> Result<GpuStep, GpuError> {
        let list_words = if plan.collects() { plan.list_words() as usize } else { 0 };
        if totals.is_empty()
            || !totals.len().is_multiple_of(2)
            || lists.len() < totals.len() / 2 * list_words
        {
            let message = "the counts of a level are missing".to_owned();
            return Err(GpuError::Failed { adapter: plan.adapter().to_owned(), message });
        }
        for (slot, words) in totals.chunks_exact(2).enumerate() {
            let total = u64::from(words[0]) | u64::from(words[1]) << 32;
            let Some(new) = self.new_states(plan, total)? else {
                self.complete = true;
                return Ok(if slot == 0 { GpuStep::Complete } else { GpuStep::Levels(slot) });
            };
            self.levels.push(new);
            let depth = self.depth();
            let listed = match lists.get(slot * list_words..(slot + 1) * list_words) {
                Some(list) if !list.is_empty() && depth > self.unlisted => {
                    let listed = lists::read(plan, depth, list);
                    listed.ok_or_else(|| wrong(plan, "a state is listed that the board has not"))?
                }
                _ => Listed::default(),
            };
            if listed.deepest.as_ref().is_some_and(|states| states.len() as u64 != new) {
                return Err(wrong(plan, "the numbers of listed and counted states differ"));
            }
            self.deepest = listed.deepest;
            self.samples.push(listed.sample);
        }
        Ok(GpuStep::Levels(totals.len() / 2))
    }

    /// The states of the next level, given those of all balls that were summed; `None` if the
    /// enumeration is complete.
    fn new_states(&self, plan: &GpuPlan, found: u64) -> Result<Option<u64>, GpuError> {
        let expected = plan.layout().states();
        let depth = self.levels.len();
        let counted_before: u64 = match plan.metric() {
            MetricName::Single => self.levels.iter().skip(depth % 2).step_by(2).sum(),
            MetricName::Multi => self.levels.iter().sum(),
        };
        let total: u64 = self.levels.iter().sum();
        let Some(new) = found.checked_sub(counted_before) else {
            return Err(wrong(plan, "a level holds fewer states than before"));
        };
        if new > expected.saturating_sub(total) {
            return Err(wrong(plan, "there are more states than the board has"));
        }
        if new == 0 && total != expected {
            return Err(wrong(plan, "the levels end before all states are counted"));
        }
        Ok((new > 0).then_some(new))
    }

    /// The boards of the last level; `None` if they exceed the limit. O(listed states).
    pub(crate) fn deepest(&self, plan: &GpuPlan) -> Option<Vec<Vec<u8>>> {
        let ranking = plan.bitmaps().ranking();
        let places = self.deepest.as_ref()?;
        Some(places.iter().map(|&place| ranking.unrank(place)).collect())
    }

    pub(crate) fn samples(&self, plan: &GpuPlan) -> Vec<Vec<Vec<u8>>> {
        let ranking = plan.bitmaps().ranking();
        let boards = |places: &Vec<Place>| {
            places.iter().map(|&place| ranking.unrank(place)).collect::<Vec<_>>()
        };
        self.samples.iter().map(boards).collect()
    }

    /// The states of the last level, if requested and within the limit.
    pub(crate) fn antipodes(
        &self,
        plan: &GpuPlan,
        request: &Request<Tiles>,
    ) -> Option<Vec<Position>> {
        self.deepest(plan)
            .filter(|_| request.antipodes > 0)
            .map(|boards| in_order(positions(request.start.size(), boards)))
    }
}

fn wrong(plan: &GpuPlan, what: &'static str) -> GpuError {
    GpuError::WrongCount { adapter: plan.adapter().to_owned(), what }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Capacity;
    use loyd_tiles_enumerate::memory::MemoryTask;

    fn plan() -> GpuPlan {
        let task = MemoryTask::new(4, 2, MetricName::Single);
        GpuPlan::resident(&task, Capacity::DEFAULT, "card").expect("it fits")
    }

    fn assert_refused(result: Result<GpuStep, GpuError>, part: &str) {
        let error = result.expect_err(part).to_string();
        assert!(error.starts_with("card ") && error.contains(part), "{error}");
    }

    /// The levels begin 1, 2, 3, and the balls of a colour with 1, 2, 4.
    #[test]
    fn contradictory_counts_are_refused() {
        let plan = plan();
        let mut counts = LevelCounts::new(&plan);
        assert_eq!(counts.add(&plan, &[2, 0, 4, 0], &[]), Ok(GpuStep::Levels(2)));
        assert_eq!((counts.levels.as_slice(), counts.depth()), (&[1, 2, 3][..], 2));
        assert_refused(counts.add(&plan, &[1, 0], &[]), "fewer states than before");
        assert_refused(counts.add(&plan, &[2, 0], &[]), "end before all states");
        assert_refused(counts.add(&plan, &[2 + 20_155, 0], &[]), "more states than the board");
        assert_refused(counts.add(&plan, &[2, 1], &[]), "more states than the board");
        assert_refused(counts.add(&plan, &[u32::MAX; 2], &[]), "more states than the board");
        assert!(!counts.is_complete());
    }

    #[test]
    fn missing_words_are_refused() {
        let plan = plan();
        let mut counts = LevelCounts::new(&plan);
        for totals in [&[][..], &[2][..], &[2, 0, 4][..]] {
            assert_refused(counts.add(&plan, totals, &[]), "missing");
        }
        let task = MemoryTask { deepest_limit: 4, ..MemoryTask::new(4, 2, MetricName::Single) };
        let plan = GpuPlan::resident(&task, Capacity::DEFAULT, "card").expect("it fits");
        assert_refused(LevelCounts::new(&plan).add(&plan, &[2, 0], &[2]), "missing");
    }

    #[test]
    fn lists_that_contradict_the_counts_are_refused() {
        let task = MemoryTask { deepest_limit: 4, ..MemoryTask::new(4, 2, MetricName::Single) };
        let plan = GpuPlan::resident(&task, Capacity::DEFAULT, "card").expect("it fits");
        let words = plan.list_words() as usize;
        let level = |list: &[u32]| {
            let mut list = list.to_vec();
            list.resize(words, 0);
            LevelCounts::new(&plan).add(&plan, &[2, 0], &list)
        };
        let cell = |cell: u32, state: u32| cell << 20 | state;
        assert_eq!(level(&[2, 0, 0, cell(6, 0), 0, cell(3, 1)]), Ok(GpuStep::Levels(1)));
        assert_refused(level(&[1, 0, 0, cell(6, 0)]), "the numbers of listed");
        for state in [cell(8, 0), cell(6, 15), cell(6, 0xffff << 4)] {
            assert_refused(level(&[2, 0, 0, state, 0, cell(3, 0)]), "a state is listed that");
        }
        assert_refused(level(&[2, 0, u32::MAX, 0, 0, 0]), "a state is listed that");
        // More than the list has room for.
        assert_eq!(level(&[9]), Ok(GpuStep::Levels(1)));
    }

    #[test]
    fn a_level_without_new_states_ends_the_run() {
        let plan = plan();
        let mut counts = LevelCounts::new(&plan);
        // All but the start are new at once, and then none.
        counts.levels = vec![1, plan.layout().states() - 1];
        assert_eq!(counts.add(&plan, &[1, 0], &[]), Ok(GpuStep::Complete));
        assert!(counts.is_complete());
    }
}
