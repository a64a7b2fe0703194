//! Many tasks on several threads, results in the order of the tasks.

use crate::exit::Failure;
use crate::platform;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;

/// How threads are shared out over a batch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Share {
    /// Boards worked on at once.
    pub(crate) workers: usize,
    /// Threads for each of them.
    pub(crate) threads: usize,
}

impl Share {
    /// One board a thread when there are enough boards, all threads on one board otherwise.
    pub(crate) fn of(threads: usize, boards: usize) -> Self {
        if boards >= threads {
            Self { workers: threads.max(1), threads: 1 }
        } else {
            Self { workers: 1, threads }
        }
    }
}

/// Bytes of a thread's stack: recursive searches go as deep as their solutions are long, and boards
/// may be large. Less where the addresses of the process are limited, of which stacks take their share
/// before anything is on them.
fn stack(workers: usize) -> usize {
    const LEAST: u64 = 4 << 20;
    const MOST: u64 = 64 << 20;
    let share = platform::address_space().unwrap_or(u64::MAX) / 4 / workers.max(1) as u64;
    share.clamp(LEAST, MOST) as usize
}

/// Runs `work` on every task and hands each result to `done` as soon as it and all before it are
/// there. After the first failure of `done` no further task is begun.
pub(crate) fn in_order<T: Sync, R: Send>(
    tasks: &[T],
    workers: usize,
    work: impl Fn(&T) -> R + Sync,
    mut done: impl FnMut(R) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let next = AtomicUsize::new(0);
    let abandoned = AtomicBool::new(false);
    let (sender, results) = mpsc::channel();
    let stack = stack(workers.min(tasks.len()));
    std::thread::scope(|scope| {
        for _ in 0..workers.min(tasks.len()) {
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
            std::thread::Builder::new().stack_size(stack).spawn_scoped(scope, worker).map_err(
                |error| {
                    Failure::environment(format!(
                        "cannot start a thread ({error}): use fewer with --threads"
                    ))
                },
            )?;
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

    #[test]
    fn results_come_in_the_order_of_the_tasks() {
        let tasks: Vec<u64> = (0..40).collect();
        let mut seen = Vec::new();
        let work = |&task: &u64| {
            std::thread::sleep(Duration::from_millis(7 * task % 5));
            task
        };
        in_order(&tasks, 4, work, |result| {
            seen.push(result);
            Ok(())
        })
        .expect("nothing fails");
        assert_eq!(seen, tasks);
    }

    #[test]
    fn nothing_is_begun_after_a_failure() {
        let begun = AtomicUsize::new(0);
        let work = |_: &u64| {
            std::thread::sleep(Duration::from_millis(1));
            begun.fetch_add(1, Ordering::Relaxed)
        };
        let result = in_order(&[0; 1000], 1, work, |_| Err(Failure::ClosedPipe));
        assert!(matches!(result, Err(Failure::ClosedPipe)));
        assert!(begun.load(Ordering::Relaxed) < 1000);
    }

    #[test]
    fn few_boards_share_all_threads() {
        assert_eq!(Share::of(4, 1), Share { workers: 1, threads: 4 });
        assert_eq!(Share::of(4, 4), Share { workers: 4, threads: 1 });
    }
}
