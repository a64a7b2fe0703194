//! Kernels for particular processors, and the only place with `unsafe`.
//!
//! | file | contents |
//! |---|---|
//! | `kernels` | [`Kernels`]: the kernels behind a safe front, chosen at run time |
//! | `scratch` | inputs in addition to lanes, and outputs |
//! | `portable` | portable versions, the definition of the bytes |
//! | `vector/` | the kernels written once over a small vector trait |
//! | `avx2`, `neon` | one thin file for each set of instructions of that trait |
//! | `avx512_tiers`, `avx512_rans` | AVX-512 with VBMI, VBMI2 and BITALG |
//! | `vbyte` | the shuffle of Stream `VByte`, SSSE3 and NEON |
//!
//! Everything exported from here is safe to call, and a kernel gives the same bytes as its portable version.

// Vector code: one short function an instruction, which must be inlined to be one instruction.
#![allow(clippy::inline_always, clippy::wildcard_imports)]

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512_rans;
#[cfg(target_arch = "x86_64")]
mod avx512_tiers;
mod kernels;
#[cfg(target_arch = "aarch64")]
mod neon;
mod portable;
mod scratch;
#[cfg(test)]
mod tests;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod vbyte;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod vector;

/// The same memory seen as bytes, in the order of this machine.
fn as_bytes(lanes: &[u16]) -> &[u8] {
    // SAFETY: initialised memory may be read as bytes; start and length are those of the lanes.
    unsafe { core::slice::from_raw_parts(lanes.as_ptr().cast(), size_of_val(lanes)) }
}

pub use kernels::Kernels;
pub(crate) use scratch::{Backward, Dictionary, Streams};
