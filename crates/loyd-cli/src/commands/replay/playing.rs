//! Whether a film runs by itself, and how fast.

use std::time::Duration;

/// Steps a second while it plays; `+` and `-` go through them.
const SPEEDS: [u32; 8] = [1, 2, 5, 10, 25, 100, 1000, 10_000];

/// Pictures a second at most.
const FRAMES: u32 = 25;

/// How a film is played.
pub(super) struct Playing {
    /// Whether it runs by itself.
    pub(super) on: bool,
    speed: usize,
}

impl Playing {
    /// Standing still.
    pub(super) fn new() -> Self {
        Self { on: false, speed: 1 }
    }

    /// Steps a second.
    pub(super) fn rate(&self) -> u32 {
        SPEEDS[self.speed]
    }

    /// The next picture, and how many steps on it is.
    pub(super) fn beat(&self) -> (Duration, isize) {
        let rate = self.rate();
        (Duration::from_secs(1) / rate.min(FRAMES), rate.div_ceil(FRAMES) as isize)
    }

    /// Plays faster by one speed, or slower.
    pub(super) fn change(&mut self, faster: bool) {
        let next = if faster { self.speed + 1 } else { self.speed.saturating_sub(1) };
        self.speed = next.min(SPEEDS.len() - 1);
    }
}
