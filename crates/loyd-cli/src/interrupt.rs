//! Signals: a request to stop asks the work to stop and report; a second one ends the process.
//!
//! | signal | nothing to report yet | at work | once more |
//! |---|---|---|---|
//! | SIGINT (Ctrl-C), SIGTERM, SIGHUP | ends at once with 3 | stops, reports, ends with 3 | ends at once |
//!
//! Before the process ends here, unfinished files are removed and the terminal is restored.

use crate::exit::Exit;
use loyd_search::observe::Cancel;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;

/// The exit code that shells report for a process killed by Ctrl-C.
const KILLED: i32 = 130;

/// The flag of the work in progress.
static WORK: OnceLock<Cancel> = OnceLock::new();

/// Requests to stop so far.
static REQUESTS: AtomicU32 = AtomicU32::new(0);

/// Files that are removed unless they are finished.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// The function that restores the terminal, while it is in raw mode.
static TERMINAL: Mutex<Option<fn()>> = Mutex::new(None);

/// True if a checkpoint is written to the folder of the run after a request to stop.
static CHECKPOINT_FOLLOWS: AtomicBool = AtomicBool::new(false);

/// The answer to a request to stop names the checkpoint from now on: writing it takes a while.
pub(crate) fn checkpoint_follows() {
    CHECKPOINT_FOLLOWS.store(true, Ordering::Relaxed);
}

/// Listens from now on.
pub(crate) fn listen() {
    // Without a handler signals kill as usual: worse, but no reason to refuse to work.
    drop(ctrlc::set_handler(|| {
        let earlier = REQUESTS.fetch_add(1, Ordering::Relaxed);
        match WORK.get() {
            None => {
                let _ = writeln!(std::io::stderr(), "\nstopped before there was a result");
                end(Exit::Stopped as i32);
            }
            Some(_) if earlier > 0 => end(KILLED),
            Some(work) => {
                work.cancel();
                let is_raw = TERMINAL.lock().is_ok_and(|is_raw| is_raw.is_some());
                if is_raw {
                    // Work that waits for a key of a closed terminal may never read the flag.
                    std::thread::sleep(PATIENCE);
                    end(Exit::Stopped as i32);
                } else {
                    let answer = if CHECKPOINT_FOLLOWS.load(Ordering::Relaxed) {
                        "stopping: the part of the level in work is finished and a checkpoint written, at the \
                         speed of the disk (press Ctrl-C again to kill: the run resumes from the checkpoint \
                         before)"
                    } else {
                        "stopping; the results so far are stored and printed (press Ctrl-C again to kill)"
                    };
                    let _ = writeln!(std::io::stderr(), "\n{answer}");
                }
                if Writing::is_stalled() {
                    let _ = writeln!(
                        std::io::stderr(),
                        "stopped while a result was being written: standard output ends within it"
                    );
                    end(Exit::Stopped as i32);
                }
            }
        }
    }));
}

/// A flag that a request to stop sets. Call it after the input has been read, so that an interrupt can still
/// end the wait for input.
pub(crate) fn on_interrupt() -> Cancel {
    WORK.get_or_init(Cancel::new).clone()
}

/// Removes a file if the process is ended by a signal; [`finished`] takes that back.
pub(crate) fn unfinished(file: &Path) {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner).push(file.to_path_buf());
}

/// A file is complete, or removed already.
pub(crate) fn finished(file: &Path) {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner).retain(|other| other != file);
}

/// Sets the function that is called if a signal ends the process.
pub(crate) fn set_terminal_restore(restore: Option<fn()>) {
    *TERMINAL.lock().unwrap_or_else(PoisonError::into_inner) = restore;
}

/// Ends the process when the terminal of its input is closed: no key can follow, and not every process gets a
/// signal then.
#[cfg(unix)]
pub(crate) fn end_with_terminal() {
    let watch = || {
        if is_terminal_closed(nix::poll::PollTimeout::NONE) {
            end(Exit::Stopped as i32);
        }
    };
    drop(std::thread::Builder::new().name("terminal".to_owned()).spawn(watch));
}

/// Elsewhere the end of the terminal ends its processes.
#[cfg(not(unix))]
pub(crate) fn end_with_terminal() {}

/// Ends the process if the terminal of its input is closed: the reason of an error of its screen.
#[cfg(unix)]
pub(crate) fn end_if_terminal_closed() {
    if is_terminal_closed(nix::poll::PollTimeout::ZERO) {
        end(Exit::Stopped as i32);
    }
}

/// Elsewhere the end of the terminal ends its processes.
#[cfg(not(unix))]
pub(crate) fn end_if_terminal_closed() {}

/// Waits until the terminal of the input is closed; false at the end of the time, or if the system cannot watch it.
#[cfg(unix)]
fn is_terminal_closed(time: nix::poll::PollTimeout) -> bool {
    use nix::poll::{PollFd, PollFlags, poll};
    use std::os::fd::AsFd;
    let input = std::io::stdin();
    loop {
        // A hang-up is always reported.
        let mut watched = [PollFd::new(input.as_fd(), PollFlags::empty())];
        match poll(&mut watched, time) {
            Err(nix::Error::EINTR) => {}
            Err(_) => return false,
            Ok(_) => {
                let closed = PollFlags::POLLHUP | PollFlags::POLLERR;
                return watched[0].revents().is_some_and(|events| events.intersects(closed));
            }
        }
    }
}

fn end(code: i32) -> ! {
    if let Ok(Some(restore)) = TERMINAL.lock().as_deref() {
        restore();
    }
    for file in UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
        let _ = std::fs::remove_file(file);
    }
    std::process::exit(code);
}

/// Signals that suspend a process and let it continue (Ctrl-Z, `fg`), for work that has the terminal.
#[cfg(unix)]
pub(crate) mod suspension {
    use signal_hook::consts::{SIGCONT, SIGTSTP};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::{Duration, Instant};

    /// The signals since the last query.
    pub(crate) struct Suspension {
        requested: Arc<AtomicBool>,
        resumed: Arc<AtomicBool>,
    }

    impl Suspension {
        /// Listens from now on; does nothing if the system refuses.
        pub(crate) fn listen() -> Self {
            let flag = |signal| {
                let flag = Arc::new(AtomicBool::new(false));
                drop(signal_hook::flag::register(signal, flag.clone()));
                flag
            };
            Self { requested: flag(SIGTSTP), resumed: flag(SIGCONT) }
        }

        /// True if the process was asked to suspend itself.
        pub(crate) fn requested(&self) -> bool {
            self.requested.swap(false, Ordering::Relaxed)
        }

        /// True if it continued after another program suspended it.
        pub(crate) fn resumed(&self) -> bool {
            self.resumed.swap(false, Ordering::Relaxed)
        }

        /// Suspends the process until a signal continues it.
        pub(crate) fn suspend(&self) {
            /// The time in which the signal to continue arrives: another thread may be the one that
            /// receives it, and this thread then runs before the flag is set.
            const ARRIVAL: Duration = Duration::from_millis(200);
            self.resumed.store(false, Ordering::Relaxed);
            drop(signal_hook::low_level::emulate_default_handler(SIGTSTP));
            let due = Instant::now() + ARRIVAL;
            while !self.resumed() && Instant::now() < due {
                std::thread::sleep(Duration::from_millis(1));
            }
        }
    }
}

/// The version for systems without such signals.
#[cfg(not(unix))]
#[expect(clippy::unused_self, reason = "the same calls as on systems with these signals")]
pub(crate) mod suspension {
    /// Receives no signals.
    pub(crate) struct Suspension;

    impl Suspension {
        pub(crate) fn listen() -> Self {
            Self
        }

        pub(crate) fn requested(&self) -> bool {
            false
        }

        pub(crate) fn resumed(&self) -> bool {
            false
        }

        pub(crate) fn suspend(&self) {}
    }
}

/// A result on its way to standard output, whose reader may be slow or not read at all: nothing
/// else could answer Ctrl-C then. Lasts until it is dropped.
pub(crate) struct Writing(());

/// The number of beginnings and ends of writes: odd during a write.
static WRITES: AtomicU64 = AtomicU64::new(0);

/// The time that a write is given after Ctrl-C.
const PATIENCE: Duration = Duration::from_millis(100);

impl Writing {
    /// A write begins.
    pub(crate) fn begin() -> Self {
        WRITES.fetch_add(1, Ordering::Relaxed);
        Self(())
    }

    /// True if a write takes longer than [`PATIENCE`].
    fn is_stalled() -> bool {
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
