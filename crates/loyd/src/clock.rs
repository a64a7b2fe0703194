//! Elapsed time, on every target. `wasm32-unknown-unknown` has no clock: elapsed time is always
//! zero there, and a host that wants a time limit sets [`crate::observe::Cancel`] itself.

use std::time::Duration;

/// Measures elapsed time from its creation.
#[derive(Clone, Debug)]
pub struct Stopwatch {
    #[cfg(not(target_family = "wasm"))]
    started: std::time::Instant,
}

impl Stopwatch {
    /// Starts measuring.
    pub fn start() -> Self {
        Self {
            #[cfg(not(target_family = "wasm"))]
            started: std::time::Instant::now(),
        }
    }

    /// Time since the start; zero if there is no clock.
    pub fn elapsed(&self) -> Duration {
        #[cfg(not(target_family = "wasm"))]
        return self.started.elapsed();
        #[cfg(target_family = "wasm")]
        return Duration::ZERO;
    }
}
