//! Many tasks on several threads, results in the order of the tasks.

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;

/// The distribution of threads over a batch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share {
    /// Boards worked on at once.
    pub workers: usize,
    /// Threads for each of them.
    pub threads: usize,
}

impl Share {
    /// One board a thread when there are enough boards, all threads on one board otherwise.
    pub fn of(threads: usize, boards: usize) -> Self {
        if boards >= threads {
            Self { workers: threads.max(1), threads: 1 }
        } else {
            Self { workers: 1, threads }
        }
    }
}

/// The system starts no further thread.
#[derive(Debug, thiserror::Error)]
#[error("cannot start a thread ({0})")]
pub struct NoThread(pub io::Error);

/// Workers, and the addresses that the process may use for them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Workers {
    /// The limit.
    pub count: usize,
    /// Bytes of addresses that the process may have; `None` without a limit.
    pub address_space: Option<u64>,
}

impl Workers {
    /// Bytes of a thread's stack: recursive searches go as deep as their solutions are long, and
    /// boards may be large. Less where the addresses of the process are limited, of which stacks
    /// take their share before anything is on them.
    fn stack(self) -> usize {
        const MIN: u64 = 4 << 20;
        const MAX: u64 = 64 << 20;
        let share = self.address_space.unwrap_or(u64::MAX) / 4 / self.count.max(1) as u64;
        share.clamp(MIN, MAX) as usize
    }
}

/// Runs `work` on every task and hands each result to `done` as soon as it and all before it are
/// there. No task starts after the first failure of `done`.
///
/// # Errors
/// The first failure of `done`, or [`NoThread`] if a worker cannot be started.
pub fn in_order<T: Sync, R: Send, E: From<NoThread>>(
    tasks: &[T],
    workers: Workers,
    work: impl Fn(&T) -> R + Sync,
    mut done: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    let abandoned = AtomicBool::new(false);
    let (sender, results) = mpsc::channel();
    let workers = Workers { count: workers.count.min(tasks.len()), ..workers };
    let stack = workers.stack();
    std::thread::scope(|scope| {
        for _ in 0..workers.count {
            let (sender, next, abandoned, work) = (sender.clone(), &next, &abandoned, &work);
            let worker = move || {
                while !abandoned.load(Ordering::Relaxed) {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(task) = tasks.get(index) else { break };
                    if sender.send((index, work(task))).is_err() {
                        break;
                    }
                }
            };
            std::thread::Builder::new()
                .stack_size(stack)
                .spawn_scoped(scope, worker)
                .map_err(NoThread)?;
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut expected = 0;
        for (index, result) in results {
            waiting.insert(index, result);
            while let Some(result) = waiting.remove(&expected) {
                expected += 1;
                if let Err(failure) = done(result) {
                    abandoned.store(true, Ordering::Relaxed);
                    return Err(failure);
                }
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    /// Workers without a limit of addresses.
    fn workers(count: usize) -> Workers {
        Workers { count, address_space: None }
    }

    #[test]
    fn results_come_in_the_order_of_the_tasks() {
        let tasks: Vec<u64> = (0..40).collect();
        let mut seen = Vec::new();
        let work = |&task: &u64| {
            std::thread::sleep(Duration::from_millis(7 * task % 5));
            task
        };
        in_order(&tasks, workers(4), work, |result| {
            seen.push(result);
            Ok::<(), NoThread>(())
        })
        .expect("nothing fails");
        assert_eq!(seen, tasks);
    }

    #[test]
    fn no_task_starts_after_a_failure() {
        let started = AtomicUsize::new(0);
        let work = |_: &u64| {
            std::thread::sleep(Duration::from_millis(1));
            started.fetch_add(1, Ordering::Relaxed)
        };
        let result = in_order(&[0; 1000], workers(1), work, |_| {
            Err(NoThread(io::ErrorKind::BrokenPipe.into()))
        });
        assert!(result.is_err_and(|why| why.0.kind() == io::ErrorKind::BrokenPipe));
        assert!(started.load(Ordering::Relaxed) < 1000);
    }

    #[test]
    fn few_boards_share_all_threads() {
        assert_eq!(Share::of(4, 1), Share { workers: 1, threads: 4 });
        assert_eq!(Share::of(4, 4), Share { workers: 4, threads: 1 });
    }
}
