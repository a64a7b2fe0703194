//! Work in many small pieces, done by several threads and given up when it is cancelled.

use loyd::observe::Cancel;

/// Who does the work, and what stops it.
#[derive(Clone, Debug)]
pub(super) struct Hands {
    /// Up to so many threads, where there are threads.
    #[cfg_attr(not(feature = "threads"), allow(dead_code))]
    pub(super) threads: usize,
    /// Looked at before every piece.
    pub(super) cancel: Cancel,
}

impl Hands {
    /// Does all tasks. After it was cancelled, those not begun are left out.
    pub(super) fn share<T: Send>(&self, tasks: Vec<T>, work: impl Fn(T) + Sync) {
        #[cfg(feature = "threads")]
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
                    // Threads that the system refuses are done without.
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
