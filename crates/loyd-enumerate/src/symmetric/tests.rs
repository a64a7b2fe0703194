//! Rounds and passes on small levels, with many memory limits.

use super::step::Levels;
use crate::Monitor;
use loyd_cube::Quarter;
use loyd_cube::cube3::Classes;
use loyd_search::observe::{Cancel, Limit, StopCause};

const LEVELS: [u64; 8] = [1, 12, 114, 1068, 10_011, 93_840, 878_880, 8_221_632];

/// Makes level `depth`, keeping it or not, with this many bytes for it; returns the passes it took and
/// whether there were several rounds, or the reason of a refusal.
fn attempt(
    classes: &Classes<Quarter>,
    depth: usize,
    last: bool,
    bytes: u64,
) -> Result<(usize, bool), StopCause> {
    let mut ignore = |_: &_| ();
    let mut monitor = Monitor::new(&Limit::none(), None, &mut ignore);
    let mut levels = Levels::new(classes, 2, 1 << 30);
    levels.min_round = 5_000;
    for (d, &states) in LEVELS.iter().enumerate().take(depth).skip(1) {
        assert_eq!(levels.step(d as u32, false, &mut monitor), Ok(states));
    }
    levels.limit = levels.bytes() + bytes;
    levels.peak = 0;
    let method = levels.method(last).ok_or(StopCause::Memory)?;
    let states = levels.step(depth as u32, last, &mut monitor)?;
    assert_eq!(states, LEVELS[depth], "{method:?}");
    assert!(levels.peak <= levels.limit, "{method:?}");
    if !last {
        // The stored level suffices for the next one.
        let next = levels.step(depth as u32 + 1, true, &mut monitor);
        assert!([Ok(LEVELS[depth + 1]), Err(StopCause::Memory)].contains(&next), "{next:?}");
    }
    Ok((method.passes, method.round < levels.candidates() / method.passes as u64))
}

#[test]
fn rounds_and_passes_change_no_level() {
    let classes = Classes::<Quarter>::new();
    let (mut rounds, mut passes, mut refused) = (false, 0, 0);
    for last in [false, true] {
        for kilobytes in [200, 300, 400, 500, 600, 800, 1_000, 1_500, 2_000, 3_000] {
            match attempt(&classes, 6, last, kilobytes << 10) {
                Ok((pass_count, several)) => {
                    rounds |= several;
                    passes = passes.max(pass_count);
                }
                Err(cause) => {
                    assert_eq!(cause, StopCause::Memory);
                    refused += 1;
                }
            }
        }
    }
    assert!(rounds && passes > 1 && refused > 0, "{rounds} {passes} {refused}");
}

#[test]
fn a_cancelled_level_is_discarded() {
    let classes = Classes::<Quarter>::new();
    let cancel = Cancel::new();
    let mut ignore = |_: &_| ();
    let mut monitor = Monitor::new(&Limit::cancelled_by(&cancel), None, &mut ignore);
    let mut levels = Levels::new(&classes, 1, 1 << 30);
    for (d, &states) in LEVELS.iter().enumerate().take(4).skip(1) {
        assert_eq!(levels.step(d as u32, false, &mut monitor), Ok(states));
    }
    cancel.cancel();
    assert_eq!(levels.step(4, false, &mut monitor), Err(StopCause::Cancelled));
    let mut monitor = Monitor::new(&Limit::none(), None, &mut ignore);
    assert_eq!(levels.step(4, false, &mut monitor), Ok(LEVELS[4]));
    assert_eq!(levels.step(5, true, &mut monitor), Ok(LEVELS[5]));
}
