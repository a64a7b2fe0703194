//! Vectors of 128 bits: Advanced SIMD of 64-bit Arm (NEON), and SIMD128 of WebAssembly.
//!
//! [`Bytes`] is one type with the same operations for both, so that a kernel is written once. Every 64-bit Arm
//! processor with an operating system has NEON. A WebAssembly module either contains vector instructions, and
//! then runs only where they are known, or it does not: this module exists in builds with them.
//!
//! | operation | NEON | SIMD128 |
//! |---|---|---|
//! | bytes of a table, 0 beyond it | `tbl` | `i8x16.swizzle` |
//! | products of 16-bit numbers, added in pairs | `smull`, `smlal2` | `i32x4.dot_i16x8_s` |
//! | sums of the lanes of four vectors | `addp` | shuffles and `i32x4.add` |

// Vector code: one short function per instruction, which must be inlined to become one instruction.
#![allow(clippy::inline_always)]

#[cfg(target_arch = "aarch64")]
mod neon;
#[cfg(target_arch = "wasm32")]
mod wasm;

#[cfg(target_arch = "aarch64")]
pub(in crate::arch) use neon::{Bytes, is_available};
#[cfg(target_arch = "wasm32")]
pub(in crate::arch) use wasm::{Bytes, is_available};
