//! Work in many small pieces, shared by several threads and stopped by cancellation.

use loyd_search::observe::Cancel;

/// The number of threads, and the flag that cancels them.
#[derive(Clone, Debug)]
pub(super) struct Hands {
    /// Largest number of threads, if the build has threads.
    #[cfg_attr(any(not(feature = "threads"), target_family = "wasm"), allow(dead_code))]
    pub(super) threads: usize,
    /// Checked before every piece.
    pub(super) cancel: Cancel,
}

impl Hands {
    /// Runs all tasks. After cancellation, the remaining tasks are skipped.
    pub(super) fn share<T: Send>(&self, tasks: Vec<T>, work: impl Fn(T) + Sync) {
        #[cfg(all(feature = "threads", not(target_family = "wasm")))]
        if self.threads > 1 && tasks.len() > 1 {
            let helpers = self.threads.min(tasks.len()) - 1;
            let queue = std::sync::Mutex::new(tasks.into_iter());
            let next = || queue.lock().unwrap_or_else(std::sync::PoisonError::into_inner).next();
            let all = || {
                while !self.cancel.is_cancelled()
                    && let Some(task) = next()
                {
                    work(task);
                }
            };
            std::thread::scope(|scope| {
                for _ in 0..helpers {
                    // If the system refuses a thread, the work continues without it.
                    if std::thread::Builder::new().spawn_scoped(scope, all).is_err() {
                        break;
                    }
                }
                all();
            });
            return;
        }
        for task in tasks {
            if self.cancel.is_cancelled() {
                return;
            }
            work(task);
        }
    }
}
