//! The states that sources add to a block, written once over the [`Vector`] of one line.

use super::MAX_SOURCES;
use crate::arch::bitmap::Line;
use crate::arch::bitmap::vector::Vector;

/// See [`super::Kernels::settle`].
///
/// # Safety
/// The instruction set of `V` is available; there are at most [`MAX_SOURCES`] sources; all blocks
/// are as long as `within`.
#[inline(always)]
pub(super) unsafe fn settle<V: Vector>(
    sources: &[&[Line]],
    within: &mut [Line],
    news: Option<&mut [Line]>,
) -> u64 {
    let mut starts = [core::ptr::null(); MAX_SOURCES];
    for (start, source) in starts.iter_mut().zip(sources) {
        *start = source.as_ptr();
    }
    let news = news.map_or(core::ptr::null_mut(), <[Line]>::as_mut_ptr);
    macro_rules! arms {
        ($($n:literal)*) => {
            match sources.len() {
                // SAFETY: passed on.
                $($n => unsafe { settle_n::<V, $n>(&starts, within, news) },)*
                _ => unreachable!("the number of sources was checked"),
            }
        };
    }
    arms!(0 1 2 3 4 5 6 7 8)
}

/// # Safety
/// The conditions of [`settle`]; `news` may be null.
#[inline(always)]
unsafe fn settle_n<V: Vector, const N: usize>(
    starts: &[*const Line; MAX_SOURCES],
    within: &mut [Line],
    news: *mut Line,
) -> u64 {
    // SAFETY: by contract.
    unsafe {
        let mut count = V::zero_count();
        for (i, line) in within.iter_mut().enumerate() {
            let old = V::load(line);
            let mut all: Option<V> = None;
            for &start in &starts[..N] {
                let source = V::load(&*start.add(i));
                // No closure: it might remain a function without the instructions of `V`.
                all = Some(if let Some(all) = all { all.or(source) } else { source });
            }
            let Some(all) = all else { continue };
            let new = all.without(old);
            if !new.is_zero() {
                old.or(new).store(line);
                if !news.is_null() {
                    let news = &mut *news.add(i);
                    V::load(news).or(new).store(news);
                }
                count = new.add_count(count);
            }
        }
        V::total(count)
    }
}
