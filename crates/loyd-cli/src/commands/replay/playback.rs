//! Playing a trace: steps that follow each other by themselves, at a speed.

use std::time::Duration;

/// Steps a second while it plays; `+` and `-` go through them.
const SPEEDS: [u32; 8] = [1, 2, 5, 10, 25, 100, 1000, 10_000];

/// Maximum number of frames per second.
const MAX_FRAMES: u32 = 25;

/// The state of playing.
pub(super) struct Playback {
    /// True if steps follow each other by themselves.
    pub(super) on: bool,
    speed: usize,
}

impl Playback {
    /// Paused.
    pub(super) fn new() -> Self {
        Self { on: false, speed: 1 }
    }

    /// Steps a second.
    pub(super) fn rate(&self) -> u32 {
        SPEEDS[self.speed]
    }

    /// The time until the next frame, and how many steps on it is.
    pub(super) fn interval(&self) -> (Duration, isize) {
        let rate = self.rate();
        (Duration::from_secs(1) / rate.min(MAX_FRAMES), rate.div_ceil(MAX_FRAMES) as isize)
    }

    /// Plays faster by one speed, or slower.
    pub(super) fn change(&mut self, faster: bool) {
        let next = if faster { self.speed + 1 } else { self.speed.saturating_sub(1) };
        self.speed = next.min(SPEEDS.len() - 1);
    }
}
