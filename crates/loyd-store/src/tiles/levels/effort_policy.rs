//! The choice of units to encode densely, which saves two fifths of their bytes and takes several
//! times longer.
//!
//! ```text
//! if the disk is the bottleneck   all
//! if space is short               the number that this level and the next one require, spread evenly
//! otherwise                       the quarter with the largest gain
//! ```
//!
//! The gain of a unit grows with its size, and that with `p (1 − p)` if a share `p` of its bits is
//! set. The threshold of the upper quarter adapts: it rises by 3 steps with a unit above it and
//! falls by 1 with a unit below, so that in the long run a quarter is above it, however the
//! densities drift. A quarter is chosen since bytes wear out a disk even if nothing waits for them:
//! on 7x2, dense coding of a third removed 16 per cent of the bytes for a third more CPU time (ADR
//! 011).

use loyd_codec::Effort;
use loyd_tiles_enumerate::disk::{Bottleneck, UnitShape};
use std::sync::atomic::{AtomicI32, AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

/// The saving of dense units relative to fast ones: 38 per cent over a whole run of 4x3, 42 over
/// one of 7x2 (`loyd bench codec`, ADR 011).
const SAVED: f64 = 0.4;
/// The assumed growth from one level to the next, while it is unknown: 1.29 was the maximum on 5x3
/// from levels of 12 GB on. If it is larger, the disk fills up, the run stops, and can be resumed
/// when there is space.
pub(super) const GROWTH: f64 = 1.35;
/// One unit in this many is encoded densely even if nothing is short.
const ONE_OF: i32 = 4;
/// The assumed saving of these: a third of the units saved 16 per cent on 7x2.
const SAVED_ALWAYS: f64 = 0.15;
/// The largest gain, in the units of the threshold.
const MAX: f64 = 1e6;
/// The decrease of the threshold for a unit below it.
const STEP: i32 = 500;

#[derive(Debug, Default)]
pub(super) struct EffortPolicy {
    /// The share of units that must be dense for lack of space, in thousandths.
    share: AtomicU32,
    seen: AtomicU32,
    /// Units with a larger gain are encoded densely.
    threshold: AtomicI32,
    /// Bytes of the last levels without dense coding, the last one last.
    sizes: Mutex<Vec<u64>>,
}

impl EffortPolicy {
    /// Plans a level: the level before took `last` bytes and `handed` bytes of partials, and `free`
    /// bytes are free.
    pub(super) fn plan(&self, last: u64, handed: u64, free: u64) {
        let share = f64::from(self.share.load(Ordering::Relaxed)) / 1000.0;
        let saved = (SAVED * share).max(SAVED_ALWAYS);
        let before = (last + handed) as f64 / (1.0 - saved);
        let growth = self.growth(before as u64);
        let fast = before * growth;
        let reserve = (256 << 20) as f64 + fast * 0.1;
        // After this level the last one is removed, and the next one is written, all of it dense.
        let next = fast * growth * (1.0 - SAVED);
        let room = (free as f64).min(free as f64 + last as f64 - next) - reserve;
        let lacking = 1.0 - room / fast.max(1.0);
        let share = (lacking / SAVED).clamp(0.0, 1.0);
        self.share.store((share * 1000.0).ceil() as u32, Ordering::Relaxed);
    }

    /// The estimated growth from the last level, which would have taken `fast` bytes without dense
    /// units: the recent growth over two levels, since even and odd depths differ.
    fn growth(&self, fast: u64) -> f64 {
        let mut sizes = self.sizes.lock().unwrap_or_else(PoisonError::into_inner);
        // A restarted level is planned again.
        if sizes.last() != Some(&fast) {
            sizes.push(fast);
        }
        let forgotten = sizes.len().saturating_sub(3);
        sizes.drain(..forgotten);
        match sizes[..] {
            [before, _, last] if before > 0 => {
                ((last as f64 / before as f64).sqrt() * 1.05).clamp(1.05, 2.5)
            }
            _ => GROWTH,
        }
    }

    /// The share of units that must be dense for lack of space, in thousandths.
    #[cfg(test)]
    pub(super) fn share(&self) -> u32 {
        self.share.load(Ordering::Relaxed)
    }

    /// Returns the effort for a unit with a number of states.
    pub(super) fn effort(&self, unit: &UnitShape, states: u64, bottleneck: Bottleneck) -> Effort {
        let number = self.seen.fetch_add(1, Ordering::Relaxed);
        // Spread evenly.
        let turn = number.wrapping_mul(617) % 1000 < self.share.load(Ordering::Relaxed);
        let rewarding = gain(unit, states) > self.threshold.load(Ordering::Relaxed);
        let step = if rewarding { (ONE_OF - 1) * STEP } else { -STEP };
        self.threshold.fetch_add(step, Ordering::Relaxed);
        if turn || rewarding || bottleneck == Bottleneck::Disk {
            Effort::Dense
        } else {
            Effort::Fast
        }
    }
}

/// The gain of a unit: `4 p (1 − p)`.
fn gain(unit: &UnitShape, states: u64) -> i32 {
    let used = unit.block_lanes as f64 / (unit.block_lines * 32).max(1) as f64;
    let places = (unit.lines() * 32 * unit.tiles) as f64 * used;
    let share = (states as f64 / places.max(1.0)).clamp(0.0, 1.0);
    (4.0 * share * (1.0 - share) * MAX) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNIT: UnitShape = UnitShape {
        tiles: 15,
        block_lanes: 60,
        block_lines: 2,
        rows: 4,
        row_lines: 2,
        first_line: 0,
    };
    const PLACES: u64 = 15 * 60 * 4;

    #[test]
    fn units_are_dense_as_far_as_the_room_demands() {
        let share = |last: u64, free: u64| {
            let effort_policy = EffortPolicy::default();
            effort_policy.plan(last, 0, free);
            let effort = |_: &u32| effort_policy.effort(&UNIT, 9, Bottleneck::Cpu) == Effort::Dense;
            (0..1000).filter(effort).count()
        };
        let gib = 1u64 << 30;
        assert!((200..300).contains(&share(10 * gib, 100 * gib)));
        assert_eq!(share(10 * gib, gib), 1000);
        let some = share(20 * gib, 34 * gib);
        assert!((400..900).contains(&some), "{some}");
        let effort_policy = EffortPolicy::default();
        for _ in 0..100 {
            assert_eq!(effort_policy.effort(&UNIT, 9, Bottleneck::Disk), Effort::Dense);
        }
    }

    /// Levels of the multi-tile metric: they nearly double, and have large partials.
    #[test]
    fn the_next_level_has_room_too() {
        let gib = 1u64 << 30;
        let share = |levels: [u64; 3], handed: u64, disk: u64| {
            let effort_policy = EffortPolicy::default();
            for last in levels {
                effort_policy.plan(last * gib, handed * gib, (disk - last) * gib);
            }
            effort_policy.share()
        };
        // The next level may take 55 GiB with fast coding, and the one after it 60 with dense
        // coding.
        assert_eq!(share([8, 14, 25], 0, 150), 0);
        assert!((1..500).contains(&share([8, 14, 25], 0, 120)));
        assert_eq!(share([8, 14, 25], 0, 85), 1000);
        // At the maximum, the next level is not larger.
        assert_eq!(share([25, 26, 25], 0, 85), 0);
        assert!(share([25, 26, 25], 12, 85) > 0);
    }

    #[test]
    fn with_free_space_the_quarter_with_maximal_gain_is_dense() {
        let effort_policy = EffortPolicy::default();
        effort_policy.plan(1 << 20, 0, 1 << 40);
        let mut dense = Vec::new();
        for turn in 0..60 {
            for number in 0..100 {
                // All densities, in mixed order.
                let states = number * 37 % 100 * PLACES / 100;
                let effort = effort_policy.effort(&UNIT, states, Bottleneck::Cpu);
                dense.extend((effort == Effort::Dense && turn >= 10).then_some(states));
            }
        }
        assert!(dense.len().abs_diff(50 * 25) < 50, "{}", dense.len());
        assert!(dense.iter().all(|&states| states.abs_diff(PLACES / 2) < PLACES / 5));
    }

    /// Each level is denser than the one before, and then less dense.
    #[test]
    fn a_quarter_stays_dense_while_densities_drift() {
        let effort_policy = EffortPolicy::default();
        let levels = (1..40).chain((1..40).rev());
        let dense: Vec<usize> = levels
            .map(|level| {
                effort_policy.plan(1 << 20, 0, 1 << 40);
                let states = |number: u64| PLACES * level * (80 + number % 40) / 10_000;
                let effort = |number| effort_policy.effort(&UNIT, states(number), Bottleneck::Cpu);
                (0..4000).filter(|&number| effort(number) == Effort::Dense).count()
            })
            .collect();
        assert!(dense.iter().all(|dense| (900..1150).contains(dense)), "{dense:?}");
    }

    #[test]
    fn growth_is_assumed_before_two_levels_exist() {
        let effort_policy = EffortPolicy::default();
        // The first level may take no bytes at all.
        let growth: Vec<f64> = [0, 100, 400, 900].map(|bytes| effort_policy.growth(bytes)).into();
        assert_eq!(growth[..3], [GROWTH; 3]);
        assert!((growth[3] - 2.5).abs() < 1e-9, "three times, and no more than 2.5: {growth:?}");
        // Planned again, it is the same level.
        assert!((effort_policy.growth(900) - growth[3]).abs() < 1e-9);
    }
}
