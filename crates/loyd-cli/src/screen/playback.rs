//! Steps that follow each other by themselves, at a speed.

use super::Steps;
use std::time::Duration;

/// Steps a second while it plays; `+` and `-` go through them.
const SPEEDS: [u32; 8] = [1, 2, 5, 10, 25, 100, 1000, 10_000];

/// Maximum number of frames per second.
const MAX_FRAMES: u32 = 25;

/// The state of playing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Playback {
    /// True if steps follow each other by themselves.
    pub(crate) on: bool,
    speed: usize,
}

impl Playback {
    /// Paused.
    pub(crate) fn new() -> Self {
        Self { on: false, speed: 1 }
    }

    /// Steps a second.
    pub(crate) fn rate(&self) -> u32 {
        SPEEDS[self.speed]
    }

    /// The time until the next frame, while it plays.
    pub(crate) fn interval(&self) -> Option<Duration> {
        self.on.then(|| Duration::from_secs(1) / self.rate().min(MAX_FRAMES))
    }

    /// Goes on to the step of the next frame; the last one pauses.
    pub(crate) fn advance(&mut self, steps: &mut dyn Steps) {
        steps.go(self.rate().div_ceil(MAX_FRAMES) as isize);
        self.on &= !steps.at_end();
    }

    /// The keys of the playback in words.
    pub(crate) fn help(&self) -> String {
        let play = if self.on { "pause" } else { "play" };
        format!("space {play} ({} a second, +/-)", self.rate())
    }

    /// Plays faster by one speed, or slower.
    pub(crate) fn change(&mut self, faster: bool) {
        let next = if faster { self.speed + 1 } else { self.speed.saturating_sub(1) };
        self.speed = next.min(SPEEDS.len() - 1);
    }
}
