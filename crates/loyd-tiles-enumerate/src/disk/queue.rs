//! A queue of byte strings between two kinds of threads, bounded by bytes.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A FIFO queue; a push waits while the queue is full, a pop while it is empty.
#[derive(Debug)]
pub(super) struct Queue<T> {
    inner: Mutex<Inner<T>>,
    changed: Condvar,
    max_bytes: usize,
}

#[derive(Debug)]
struct Inner<T> {
    items: VecDeque<(T, usize)>,
    bytes: usize,
    /// Items popped and not yet settled.
    open: usize,
    /// No more items will be pushed.
    ended: bool,
    /// No more items will be popped.
    closed: bool,
    /// Waiting times in push and in pop.
    waited: [Duration; 2],
    /// True if the last pop had to wait.
    starved: bool,
}

const PUSH: usize = 0;
const POP: usize = 1;

/// The error after the queue was closed.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Closed;

impl<T> Queue<T> {
    /// A queue for items of `max_bytes` bytes in total, or a single larger one.
    pub(super) fn new(max_bytes: usize) -> Self {
        let inner = Inner {
            items: VecDeque::new(),
            bytes: 0,
            open: 0,
            ended: false,
            closed: false,
            waited: [Duration::ZERO; 2],
            starved: false,
        };
        Queue { inner: Mutex::new(inner), changed: Condvar::new(), max_bytes }
    }

    /// Adds an item of `bytes` bytes, after waiting for space.
    pub(super) fn push(&self, item: T, bytes: usize) -> Result<(), Closed> {
        let mut inner = self.inner();
        while !inner.closed && !inner.items.is_empty() && inner.bytes + bytes > self.max_bytes {
            inner = self.wait(inner, PUSH);
        }
        if inner.closed {
            return Err(Closed);
        }
        inner.items.push_back((item, bytes));
        inner.bytes += bytes;
        drop(inner);
        self.changed.notify_all();
        Ok(())
    }

    /// Takes the oldest item, after waiting for one; `None` at the end.
    pub(super) fn pop(&self) -> Option<T> {
        let mut inner = self.inner();
        inner.starved = false;
        loop {
            if inner.closed {
                return None;
            }
            if let Some((item, bytes)) = inner.items.pop_front() {
                inner.bytes -= bytes;
                inner.open += 1;
                drop(inner);
                self.changed.notify_all();
                return Some(item);
            }
            if inner.ended {
                return None;
            }
            inner = self.wait(inner, POP);
            inner.starved = true;
        }
    }

    /// Marks the item popped last as processed.
    pub(super) fn settle(&self) {
        let mut inner = self.inner();
        inner.open = inner.open.saturating_sub(1);
        drop(inner);
        self.changed.notify_all();
    }

    /// Waits until every item was popped and settled.
    pub(super) fn wait_until_settled(&self) -> Result<(), Closed> {
        let mut inner = self.inner();
        while !inner.closed && (inner.open > 0 || !inner.items.is_empty()) {
            inner = self.wait(inner, PUSH);
        }
        if inner.closed { Err(Closed) } else { Ok(()) }
    }

    fn wait<'a>(&self, inner: MutexGuard<'a, Inner<T>>, side: usize) -> MutexGuard<'a, Inner<T>> {
        let clock = Instant::now();
        let mut inner = self.changed.wait(inner).unwrap_or_else(PoisonError::into_inner);
        inner.waited[side] += clock.elapsed();
        inner
    }

    /// Time that threads waited for space.
    pub(super) fn waited_to_push(&self) -> Duration {
        self.inner().waited[PUSH]
    }

    /// Time that threads waited for items.
    pub(super) fn waited_to_pop(&self) -> Duration {
        self.inner().waited[POP]
    }

    /// Returns whether pushing threads will soon have to wait.
    pub(super) fn is_filling(&self) -> bool {
        self.inner().bytes > self.max_bytes / 2
    }

    /// Returns whether the last pop had to wait.
    pub(super) fn is_starved(&self) -> bool {
        self.inner().starved
    }

    /// Ends the input: pops return the remaining items, and then `None`.
    pub(super) fn end(&self) {
        self.inner().ended = true;
        self.changed.notify_all();
    }

    /// Closes the queue: remaining items are dropped, pushes fail and pops return `None`.
    pub(super) fn close(&self) {
        let mut inner = self.inner();
        inner.closed = true;
        inner.items.clear();
        drop(inner);
        self.changed.notify_all();
    }

    fn inner(&self) -> MutexGuard<'_, Inner<T>> {
        // No code under the lock can panic half-way.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Closes a queue when dropped, so that a panic on one side does not leave the other waiting.
pub(super) struct CloseOnDrop<'a, T>(pub(super) &'a Queue<T>);

impl<T> Drop for CloseOnDrop<'_, T> {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// Closes a queue if the thread that holds this panics.
pub(super) struct CloseOnPanic<'a, T>(pub(super) &'a Queue<T>);

impl<T> Drop for CloseOnPanic<'_, T> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.close();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn items_come_out_in_order_and_within_bounds() {
        let queue = Queue::new(10);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                for i in 0..1000 {
                    queue.push(i, i % 7 * 3).unwrap();
                    assert!(queue.inner().bytes <= 18);
                }
                queue.end();
            });
            for i in 0..1000 {
                assert_eq!(queue.pop(), Some(i));
            }
            assert_eq!(queue.pop(), None);
        });
    }

    #[test]
    fn the_queue_is_settled_with_its_last_item() {
        let (queue, done) = (Queue::new(3), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while queue.pop().is_some() {
                    std::thread::sleep(Duration::from_millis(1));
                    done.fetch_add(1, Ordering::Relaxed);
                    queue.settle();
                }
            });
            for i in 1..=20 {
                queue.push(i, 1).unwrap();
                if i % 5 == 0 {
                    assert_eq!(queue.wait_until_settled(), Ok(()));
                    assert_eq!(done.load(Ordering::Relaxed), i);
                }
            }
            queue.close();
            assert_eq!(queue.wait_until_settled(), Err(Closed));
        });
    }

    #[test]
    fn a_closed_queue_keeps_no_one_waiting() {
        let queue = Queue::new(1);
        queue.push(1, 1).unwrap();
        std::thread::scope(|scope| {
            let pushing = scope.spawn(|| queue.push(2, 1));
            drop(CloseOnDrop(&queue));
            assert_eq!(pushing.join().unwrap(), Err(Closed));
        });
        assert_eq!(queue.pop(), None);
    }
}
