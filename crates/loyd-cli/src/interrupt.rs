//! Ctrl-C asks the work to stop and report; a second one kills.

use crate::exit::Exit;
use loyd::observe::Cancel;
use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// A flag that Ctrl-C (or a request to terminate) sets. Install it after reading input, so that
/// waiting for input can still be interrupted at once.
pub(crate) fn on_interrupt() -> Cancel {
    /// What shells report for a process killed by Ctrl-C.
    const KILLED: i32 = 130;
    let cancel = Cancel::new();
    let flag = cancel.clone();
    let installed = ctrlc::set_handler(move || {
        if flag.is_cancelled() {
            std::process::exit(KILLED);
        }
        flag.cancel();
        let _ = writeln!(
            std::io::stderr(),
            "\nstopping; what is known is kept and printed (press Ctrl-C again to kill)"
        );
        if Writing::goes_on() {
            let _ = writeln!(
                std::io::stderr(),
                "stopped while a result was being written: standard output ends within it"
            );
            std::process::exit(Exit::Stopped as i32);
        }
    });
    // Without a handler Ctrl-C kills as usual: worse, but no reason to refuse to work.
    drop(installed);
    cancel
}

/// A result on its way to standard output, whose reader may be slow or not read at all: nothing
/// else could answer Ctrl-C then. Lasts until it is dropped.
pub(crate) struct Writing(());

/// Writes begun and ended: odd while there is one.
static WRITES: AtomicU64 = AtomicU64::new(0);

/// The time that a write is given after Ctrl-C.
const PATIENCE: Duration = Duration::from_millis(100);

impl Writing {
    /// A write begins.
    pub(crate) fn begin() -> Self {
        WRITES.fetch_add(1, Ordering::Relaxed);
        Self(())
    }

    /// Whether a write is under way that does not end soon.
    fn goes_on() -> bool {
        let before = WRITES.load(Ordering::Relaxed);
        if before.is_multiple_of(2) {
            return false;
        }
        std::thread::sleep(PATIENCE);
        WRITES.load(Ordering::Relaxed) == before
    }
}

impl Drop for Writing {
    fn drop(&mut self) {
        WRITES.fetch_add(1, Ordering::Relaxed);
    }
}
