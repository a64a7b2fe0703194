//! The distribution of work on a table among threads.

use super::options::{BuildError, Options};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

/// Words of the table that a thread takes at a time.
const PIECE: usize = 1 << 11;

/// Takes pieces until none is left; its argument receives the sum so far.
type Take<'a> = dyn Fn(&mut dyn FnMut(u64)) -> Result<(), BuildError> + Sync + 'a;

/// Distributes work on all words among threads, and returns the sum of its results. On the calling
/// thread, `watch` receives the sum so far over all threads.
pub(super) fn share_out(
    words: usize,
    options: &Options,
    work: impl Fn(Range<usize>) -> Result<u64, BuildError> + Sync,
    watch: &mut dyn FnMut(u64),
) -> Result<u64, BuildError> {
    let (next, sum) = (AtomicUsize::new(0), AtomicU64::new(0));
    let take = |watch: &mut dyn FnMut(u64)| {
        loop {
            let from = next.fetch_add(PIECE, Relaxed);
            if from >= words {
                return Ok(());
            }
            if options.cancel.is_cancelled() {
                return Err(BuildError::Cancelled);
            }
            let here = work(from..words.min(from + PIECE))?;
            watch(sum.fetch_add(here, Relaxed) + here);
        }
    };
    let threads = options.threads.min(words.div_ceil(PIECE));
    spread(threads, &take, watch)?;
    Ok(sum.load(Relaxed))
}

#[cfg(all(feature = "threads", not(target_family = "wasm")))]
fn spread(threads: usize, take: &Take<'_>, watch: &mut dyn FnMut(u64)) -> Result<(), BuildError> {
    std::thread::scope(|scope| {
        // If the system refuses threads, fewer do the work.
        let other = |_| std::thread::Builder::new().spawn_scoped(scope, || take(&mut |_| ())).ok();
        let others: Vec<_> = (1..threads).map_while(other).collect();
        let mut result = take(watch);
        for other in others {
            match other.join() {
                Ok(ended) => result = result.and(ended),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        result
    })
}

#[cfg(any(not(feature = "threads"), target_family = "wasm"))]
fn spread(_threads: usize, take: &Take<'_>, watch: &mut dyn FnMut(u64)) -> Result<(), BuildError> {
    take(watch)
}
