//! Work distributed among threads in pieces, with results in the order of the pieces.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

/// Does `pieces` pieces of work on up to `threads` threads. Between its own pieces the calling
/// thread passes the number of finished ones to `watch`, which returns false to stop. Returns
/// `None` if it stopped.
pub fn share_out<R: Send>(
    pieces: u64,
    threads: usize,
    work: impl Fn(u64) -> R + Sync,
    watch: &mut dyn FnMut(u64) -> bool,
) -> Option<Vec<R>> {
    let (next, done, stopped) = (AtomicU64::new(0), AtomicU64::new(0), AtomicUsize::new(0));
    let take = |watch: &mut dyn FnMut(u64) -> bool| {
        let mut results = Vec::new();
        loop {
            let piece = next.fetch_add(1, Relaxed);
            if piece >= pieces || stopped.load(Relaxed) != 0 {
                return results;
            }
            results.push((piece, work(piece)));
            if !watch(done.fetch_add(1, Relaxed) + 1) {
                stopped.store(1, Relaxed);
            }
        }
    };
    let mut results = spread(threads.min(pieces as usize), &take, watch);
    results.sort_by_key(|&(piece, _)| piece);
    (stopped.load(Relaxed) == 0).then(|| results.into_iter().map(|(_, result)| result).collect())
}

#[cfg(all(feature = "threads", not(target_family = "wasm")))]
fn spread<R: Send>(
    threads: usize,
    take: &(impl Fn(&mut dyn FnMut(u64) -> bool) -> Vec<R> + Sync),
    watch: &mut dyn FnMut(u64) -> bool,
) -> Vec<R> {
    std::thread::scope(|scope| {
        // If the system refuses threads, fewer do the work.
        let other =
            |_| std::thread::Builder::new().spawn_scoped(scope, || take(&mut |_| true)).ok();
        let others: Vec<_> = (1..threads).map_while(other).collect();
        let mut results = take(watch);
        for other in others {
            match other.join() {
                Ok(more) => results.extend(more),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        results
    })
}

#[cfg(any(not(feature = "threads"), target_family = "wasm"))]
fn spread<R: Send>(
    _threads: usize,
    take: &(impl Fn(&mut dyn FnMut(u64) -> bool) -> Vec<R> + Sync),
    watch: &mut dyn FnMut(u64) -> bool,
) -> Vec<R> {
    take(watch)
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
