//! Checksums, and the verification of all parts of a table on several threads.
//!
//! ```text
//! each thread: take the next 16 parts until the last one; remember the first damaged one
//! ```

use super::PART;
use super::writing::Contents;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// Parts that a thread takes at a time: 4 MiB, half a millisecond of work.
const BATCH: usize = 16;

/// The checksum of a part.
pub(super) fn checksum(part: &[u8], number: u64) -> u64 {
    xxh3_64_with_seed(part, number)
}

/// The checksums of all parts of a table.
pub(super) fn checksums<C: Contents + ?Sized>(contents: &C) -> Vec<u64> {
    let length = contents.length();
    let mut buffer = vec![0; PART.min(length)];
    let sum = |number: usize| {
        let offset = number * PART;
        let part = &mut buffer[..PART.min(length - offset)];
        contents.read(offset, part);
        checksum(part, number as u64)
    };
    (0..length.div_ceil(PART)).map(sum).collect()
}

/// The first part with a wrong checksum. There is one checksum for every part.
pub(super) fn first_damaged(bytes: &[u8], checksums: &[u64], threads: usize) -> Option<usize> {
    let (next, damaged) = (AtomicUsize::new(0), AtomicUsize::new(usize::MAX));
    let batches = checksums.len().div_ceil(BATCH);
    let work = || {
        loop {
            let first = next.fetch_add(BATCH, Ordering::Relaxed);
            // Parts after a damaged one need no check.
            if first >= checksums.len().min(damaged.load(Ordering::Relaxed)) {
                return;
            }
            let parts = bytes[first * PART..].chunks(PART).zip(&checksums[first..]).zip(first..);
            for ((part, &expected), number) in parts.take(BATCH) {
                if checksum(part, number as u64) != expected {
                    damaged.fetch_min(number, Ordering::Relaxed);
                    return;
                }
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads.min(batches) {
            // If no thread can be started, there are fewer.
            let _ = thread::Builder::new().spawn_scoped(scope, work);
        }
        work();
    });
    Some(damaged.into_inner()).filter(|&part| part < checksums.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_number_of_threads_reports_the_first_damaged_part() {
        let parts = 3 * BATCH + 5;
        let mut bytes: Vec<u8> = (0..parts * PART - 1000).map(|i| ((i * i) >> 7) as u8).collect();
        let sums: Vec<u64> =
            bytes.chunks(PART).zip(0..).map(|(part, number)| checksum(part, number)).collect();
        assert_eq!(sums.len(), parts);
        for threads in [0, 1, 2, 3, 16] {
            assert_eq!(first_damaged(&bytes, &sums, threads), None);
            for part in [0, 1, BATCH - 1, BATCH, 2 * BATCH + 3, parts - 1] {
                let last = bytes.len().min((part + 1) * PART) - 1;
                for byte in [part * PART, last] {
                    bytes[byte] ^= 0x40;
                    assert_eq!(first_damaged(&bytes, &sums, threads), Some(part));
                    // Another damaged part after it makes no difference.
                    let end = bytes.len() - 1;
                    bytes[end] ^= 1;
                    assert_eq!(first_damaged(&bytes, &sums, threads), Some(part));
                    bytes[end] ^= 1;
                    bytes[byte] ^= 0x40;
                }
            }
        }
        assert_eq!(first_damaged(&[], &[], 4), None);
    }

    /// Exchanged parts do not match their checksums.
    #[test]
    fn equal_parts_have_different_checksums() {
        let part = vec![7; PART];
        assert_ne!(checksum(&part, 0), checksum(&part, 1));
    }
}
