//! Elapsed time, on every target. `wasm32-unknown-unknown` has no clock: the host gives one with
//! `set_source`, and without it elapsed time is always zero there.

use std::time::Duration;

/// The clock that the host of a WebAssembly module provides.
#[cfg(target_family = "wasm")]
static SOURCE: std::sync::OnceLock<fn() -> Duration> = std::sync::OnceLock::new();

/// Makes a function of the host the clock: time since a fixed moment, never less than before. The
/// first call decides.
#[cfg(target_family = "wasm")]
pub fn set_source(now: fn() -> Duration) {
    let _ = SOURCE.set(now);
}

/// Measures elapsed time from its creation.
#[derive(Clone, Debug)]
pub struct Stopwatch {
    #[cfg(not(target_family = "wasm"))]
    started: std::time::Instant,
    #[cfg(target_family = "wasm")]
    started: Duration,
}

impl Stopwatch {
    /// Starts measuring.
    pub fn start() -> Self {
        Self {
            #[cfg(not(target_family = "wasm"))]
            started: std::time::Instant::now(),
            #[cfg(target_family = "wasm")]
            started: now(),
        }
    }

    /// Time since the start; zero if there is no clock.
    pub fn elapsed(&self) -> Duration {
        #[cfg(not(target_family = "wasm"))]
        return self.started.elapsed();
        #[cfg(target_family = "wasm")]
        return now().saturating_sub(self.started);
    }
}

#[cfg(target_family = "wasm")]
fn now() -> Duration {
    SOURCE.get().map_or(Duration::ZERO, |now| now())
}
