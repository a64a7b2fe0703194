//! Work distributed among threads in pieces, with results in the order of the pieces.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// Reports the number of finished pieces; returns false to stop.
type Watch<'a> = dyn FnMut(u64) -> bool + 'a;

/// Does `pieces` pieces of work on up to `threads` threads. Between its own pieces the calling
/// thread passes the number of finished ones to `watch`, which returns false to stop. Returns
/// `None` if it stopped.
///
/// The threads are started by a function without type parameters: it would otherwise be compiled for each kind
/// of work, of which a puzzle has dozens.
pub fn share_out<R: Send>(
    pieces: u64,
    threads: usize,
    work: impl Fn(u64) -> R + Sync,
    watch: &mut dyn FnMut(u64) -> bool,
) -> Option<Vec<R>> {
    let (next, done, stopped) = (AtomicU64::new(0), AtomicU64::new(0), AtomicBool::new(false));
    let results = Mutex::new((0..pieces).map(|_| None).collect::<Vec<Option<R>>>());
    let take = |watch: &mut Watch<'_>| loop {
        let piece = next.fetch_add(1, Relaxed);
        if piece >= pieces || stopped.load(Relaxed) {
            return;
        }
        let result = work(piece);
        results.lock().unwrap_or_else(PoisonError::into_inner)[piece as usize] = Some(result);
        if !watch(done.fetch_add(1, Relaxed) + 1) {
            stopped.store(true, Relaxed);
        }
    };
    spread(threads.min(pieces as usize), &take, watch);
    if stopped.into_inner() {
        return None;
    }
    let results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    Some(results.into_iter().flatten().collect())
}

#[cfg(all(feature = "threads", not(target_family = "wasm")))]
fn spread(threads: usize, take: &(dyn Fn(&mut Watch<'_>) + Sync), watch: &mut Watch<'_>) {
    std::thread::scope(|scope| {
        // If the system refuses threads, fewer do the work.
        let other =
            |_| std::thread::Builder::new().spawn_scoped(scope, || take(&mut |_| true)).ok();
        let others: Vec<_> = (1..threads).map_while(other).collect();
        take(watch);
        for other in others {
            if let Err(panic) = other.join() {
                std::panic::resume_unwind(panic);
            }
        }
    });
}

#[cfg(any(not(feature = "threads"), target_family = "wasm"))]
fn spread(_threads: usize, take: &(dyn Fn(&mut Watch<'_>) + Sync), watch: &mut Watch<'_>) {
    take(watch);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_piece_is_processed_and_results_are_in_order() {
        for threads in [1, 2, 5] {
            let squares = share_out(100, threads, |piece| piece * piece, &mut |_| true);
            assert_eq!(squares.unwrap(), (0..100).map(|i| i * i).collect::<Vec<_>>());
        }
        assert_eq!(share_out(0, 3, |piece| piece, &mut |_| true), Some(Vec::new()));
    }

    #[test]
    fn a_watch_stops_the_work() {
        assert_eq!(share_out(100, 1, |piece| piece, &mut |done| done < 7), None);
    }
}
