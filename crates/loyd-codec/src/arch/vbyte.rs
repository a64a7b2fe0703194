//! Stream `VByte` with SSSE3 or NEON: one byte shuffle unpacks four numbers.

#[cfg(target_arch = "aarch64")]
use core::arch::aarch64::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

/// For each control byte: the positions of the bytes of four numbers, 255 for a zero.
static SHUFFLES: [[u8; 16]; 256] = {
    let mut table = [[255; 16]; 256];
    let mut control = 0;
    while control < 256 {
        let (mut number, mut from) = (0, 0);
        while number < 4 {
            let len = (control >> (2 * number) & 3) + 1;
            let mut byte = 0;
            while byte < len {
                table[control][4 * number + byte] = from;
                from += 1;
                byte += 1;
            }
            number += 1;
        }
        control += 1;
    }
    table
};

/// Data bytes of a control byte.
fn data_len(control: u8) -> usize {
    let pairs = (control & 0x33) + ((control >> 2) & 0x33);
    usize::from(4 + (pairs & 15) + (pairs >> 4))
}

/// The feature that this file is compiled for.
#[cfg(target_arch = "x86_64")]
pub(super) fn is_available() -> bool {
    is_x86_feature_detected!("ssse3")
}

/// The vector version of [`super::portable::add_up`], except for the end: adds up gaps as long as four complete
/// numbers and 16 bytes of data are left; returns the number of groups and bytes read.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "ssse3")]
pub(super) fn add_up(controls: &[u8], data: &[u8], to: &mut [u32]) -> (usize, usize) {
    let mut last = _mm_setzero_si128();
    let (mut quads, mut at) = (0, 0);
    for (&control, to) in controls.iter().zip(to.chunks_exact_mut(4)) {
        if data.len() - at < 16 {
            break;
        }
        let shuffle = &SHUFFLES[usize::from(control)];
        // SAFETY: 16 bytes of data are left, and the shuffle has 16.
        let gaps = unsafe {
            let bytes = _mm_loadu_si128(data.as_ptr().add(at).cast());
            _mm_shuffle_epi8(bytes, _mm_loadu_si128(shuffle.as_ptr().cast()))
        };
        let pairs = _mm_add_epi32(gaps, _mm_slli_si128::<4>(gaps));
        let sums = _mm_add_epi32(pairs, _mm_slli_si128::<8>(pairs));
        let numbers = _mm_add_epi32(sums, last);
        last = _mm_shuffle_epi32::<0xff>(numbers);
        // SAFETY: four numbers.
        unsafe { _mm_storeu_si128(to.as_mut_ptr().cast(), numbers) };
        at += data_len(control);
        quads += 1;
    }
    (quads, at)
}

/// The version for NEON.
#[cfg(target_arch = "aarch64")]
#[target_feature(enable = "neon")]
pub(super) fn add_up(controls: &[u8], data: &[u8], to: &mut [u32]) -> (usize, usize) {
    let zero = vdupq_n_u32(0);
    let mut last = zero;
    let (mut quads, mut at) = (0, 0);
    for (&control, to) in controls.iter().zip(to.chunks_exact_mut(4)) {
        if data.len() - at < 16 {
            break;
        }
        let shuffle = &SHUFFLES[usize::from(control)];
        // SAFETY: 16 bytes of data are left, and the shuffle has 16.
        let bytes =
            unsafe { vqtbl1q_u8(vld1q_u8(data.as_ptr().add(at)), vld1q_u8(shuffle.as_ptr())) };
        let gaps = vreinterpretq_u32_u8(bytes);
        let pairs = vaddq_u32(gaps, vextq_u32::<3>(zero, gaps));
        let sums = vaddq_u32(pairs, vextq_u32::<2>(zero, pairs));
        let numbers = vaddq_u32(sums, last);
        last = vdupq_laneq_u32::<3>(numbers);
        // SAFETY: four numbers.
        unsafe { vst1q_u32(to.as_mut_ptr(), numbers) };
        at += data_len(control);
        quads += 1;
    }
    (quads, at)
}
