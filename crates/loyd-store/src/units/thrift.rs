//! Which units are coded densely: that saves two fifths of their bytes and takes several times
//! longer.
//!
//! ```text
//! where the disk is waited for   all
//! where its room is short        as many as the room demands, spread evenly over the level
//! otherwise                      the quarter with the most to gain
//! ```
//!
//! What a unit can gain goes with what it takes, and that with `p (1 − p)` if a share `p` of its
//! places is taken. Where the upper quarter begins is known from the level before, which had about the
//! same densities. A quarter is chosen since bytes wear a disk out even where nobody waits for them.

use loyd_codec::Effort;
use loyd_enumerate::disk::{Scarce, UnitShape};
use std::sync::atomic::{AtomicU32, Ordering};

/// What dense units save, compared with fast ones: 38 per cent over a whole run of 4x3, 42 over one
/// of 7x2 (`loyd bench codec`, ADR 011).
const SAVED: f64 = 0.4;
/// The next level is larger than the last one by no more than this: 1.29 at most was seen on 5x3
/// from levels of 12 GB on. Should it be more, the disk fills up, the run stops, and goes on when
/// there is room.
pub(super) const GROWTH: f64 = 1.35;
/// Thousandths of the units that are coded densely though nothing is short.
const ALWAYS: u32 = 250;
/// What they save at most: a third of the units saved 16 per cent on 7x2.
const SAVED_ALWAYS: f64 = 0.2;
/// Classes of gains.
const CLASSES: usize = 64;
/// A level of fewer units tells nothing of the next one.
const ENOUGH: u32 = 64;

/// The choice for each unit.
#[derive(Debug)]
pub(super) struct Thrift {
    /// Thousandths of the units that the room demands.
    share: AtomicU32,
    /// Units with a greater gain than this class are dense; `CLASSES` if it is not known.
    bar: AtomicU32,
    /// Thousandths of the class itself that are.
    at_bar: AtomicU32,
    seen: AtomicU32,
    /// Units of this level by gain.
    gains: [AtomicU32; CLASSES],
}

impl Default for Thrift {
    fn default() -> Self {
        Thrift {
            share: AtomicU32::new(0),
            bar: AtomicU32::new(CLASSES as u32),
            at_bar: AtomicU32::new(0),
            seen: AtomicU32::new(0),
            gains: [const { AtomicU32::new(0) }; CLASSES],
        }
    }
}

impl Thrift {
    /// A level begins: the one before took `last` bytes, and `free` are left.
    pub(super) fn plan(&self, last: u64, free: u64) {
        let share = f64::from(self.share.load(Ordering::Relaxed)) / 1000.0;
        let fast = last as f64 * GROWTH / (1.0 - (SAVED * share).max(SAVED_ALWAYS));
        let reserve = (256 << 20) as f64 + fast * 0.1;
        let lacking = 1.0 - (free as f64 - reserve) / fast.max(1.0);
        let share = (lacking / SAVED).clamp(0.0, 1.0);
        self.share.store((share * 1000.0).ceil() as u32, Ordering::Relaxed);
        let gains: Vec<u32> =
            self.gains.iter().map(|class| class.swap(0, Ordering::Relaxed)).collect();
        let (bar, at_bar) = bar(&gains);
        self.bar.store(bar, Ordering::Relaxed);
        self.at_bar.store(at_bar, Ordering::Relaxed);
    }

    /// Share of the units that the room demands to be dense, in thousandths.
    #[cfg(test)]
    pub(super) fn share(&self) -> u32 {
        self.share.load(Ordering::Relaxed)
    }

    /// How hard a unit with so many states is coded.
    pub(super) fn effort(&self, unit: &UnitShape, states: u64, scarce: Scarce) -> Effort {
        let class = class(unit, states);
        self.gains[class].fetch_add(1, Ordering::Relaxed);
        let number = self.seen.fetch_add(1, Ordering::Relaxed);
        let share = self.share.load(Ordering::Relaxed);
        let bar = self.bar.load(Ordering::Relaxed);
        let share = match (class as u32).cmp(&bar) {
            _ if share > ALWAYS => share,
            _ if bar as usize == CLASSES => ALWAYS,
            std::cmp::Ordering::Less => share,
            std::cmp::Ordering::Equal => self.at_bar.load(Ordering::Relaxed).max(share),
            std::cmp::Ordering::Greater => 1000,
        };
        // Spread evenly.
        let turn = number.wrapping_mul(617) % 1000 < share;
        if turn || scarce == Scarce::Bytes { Effort::Dense } else { Effort::Fast }
    }
}

/// The class of a unit's gain: `4 p (1 − p)`, which is 1 at most, in steps.
fn class(unit: &UnitShape, states: u64) -> usize {
    let used = unit.block_lanes as f64 / (unit.block_lines * 32).max(1) as f64;
    let places = (unit.lines() * 32 * unit.tiles) as f64 * used;
    let share = (states as f64 / places.max(1.0)).clamp(0.0, 1.0);
    let gain = 4.0 * share * (1.0 - share);
    ((gain * CLASSES as f64) as usize).min(CLASSES - 1)
}

/// The class in which the upper part begins, and how much of that class belongs to it.
fn bar(gains: &[u32]) -> (u32, u32) {
    let all: u32 = gains.iter().sum();
    let mut wanted = u64::from(all) * u64::from(ALWAYS) / 1000;
    if all < ENOUGH {
        return (CLASSES as u32, 0);
    }
    for (class, &units) in gains.iter().enumerate().rev() {
        if u64::from(units) >= wanted {
            return (class as u32, (wanted * 1000 / u64::from(units).max(1)) as u32);
        }
        wanted -= u64::from(units);
    }
    (0, 1000)
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
            let thrift = Thrift::default();
            thrift.plan(last, free);
            let effort = |_: &u32| thrift.effort(&UNIT, 9, Scarce::Time) == Effort::Dense;
            (0..1000).filter(effort).count()
        };
        let gib = 1u64 << 30;
        assert_eq!(share(10 * gib, 100 * gib), ALWAYS as usize);
        assert_eq!(share(10 * gib, gib), 1000);
        let some = share(20 * gib, 30 * gib);
        assert!((400..900).contains(&some), "{some}");
        let thrift = Thrift::default();
        for _ in 0..100 {
            assert_eq!(thrift.effort(&UNIT, 9, Scarce::Bytes), Effort::Dense);
        }
    }

    #[test]
    fn with_room_the_quarter_with_the_most_to_gain_is_dense() {
        let thrift = Thrift::default();
        // Two levels of the same densities; in the second one it is known where the quarter begins.
        let level = || {
            thrift.plan(1 << 20, 1 << 40);
            let mut dense = Vec::new();
            for turn in 0..30 {
                for states in (0..PLACES).step_by(36) {
                    let effort = thrift.effort(&UNIT, states, Scarce::Time);
                    dense.extend((effort == Effort::Dense && turn > 0).then_some(states));
                }
            }
            dense
        };
        let (first, second) = (level(), level());
        let quarter = PLACES / 36 * 29 / 4;
        for dense in [&first, &second] {
            assert!(dense.len().abs_diff(quarter as usize) < 60, "{} of {quarter}", dense.len());
        }
        // Spread over everything, and around the middle.
        assert!(first.iter().any(|&states| states < 360));
        assert!(second.iter().all(|&states| states.abs_diff(PLACES / 2) < PLACES / 5));
    }

    #[test]
    fn the_bar_divides_what_was_counted() {
        let mut gains = vec![0; CLASSES];
        assert_eq!(bar(&gains), (CLASSES as u32, 0));
        gains[3] = 1000;
        assert_eq!(bar(&gains), (3, 250));
        gains[60] = 200;
        assert_eq!(bar(&gains), (3, 100));
        gains[60] = 4000;
        assert_eq!(bar(&gains), (60, 312));
    }
}
