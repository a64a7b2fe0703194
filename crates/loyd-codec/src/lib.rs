//! Lossless codecs for level bitmaps of sliding-tile puzzles: one bit a state, set for the states
//! within a distance whose parity is that of the distance. An engine that keeps levels on a disk
//! moves several times fewer bytes with them.
//!
//! A *unit*, some ten thousand lanes of 16 bits, becomes a few bytes by itself. The [`Shape`]
//! says which bits of it hold states; a [`Coder`], one for each thread, chooses a [`Method`] and
//! owns all scratch; a [`Model`], made once for a level, holds what many units have in common.
//!
//! | file | what |
//! |---|---|
//! | `coder` | [`Coder`]: the front |
//! | `shape` | [`Shape`]: units with padding, codecs without |
//! | `method` | [`Method`], [`Effort`]: the lists |
//! | `plain` | empty, full, raw |
//! | `rice` | thin and nearly full units |
//! | `tiers` | the fastest for all others |
//! | `rans/` | the densest |
//! | [`stream_vbyte`] | what others use, for comparison |
//! | [`measure`](mod@measure) | bytes and seconds of a method |
//! | `arch/` | kernels for particular processors, with portable twins; the only `unsafe` |
//!
//! Each codec's file begins with its format. Bytes are the same on every processor. Decoding
//! checks whatever it reads: damaged bytes give an error or another valid unit, so who stores
//! units adds a checksum.
#![deny(unsafe_code)]

#[allow(unsafe_code)]
mod arch;
mod coder;
mod error;
pub mod measure;
mod method;
mod plain;
mod rans;
mod rice;
mod shape;
pub mod stream_vbyte;
mod tiers;
mod varint;

pub use arch::Kernels;
pub use coder::Coder;
pub use error::CodecError;
pub use method::{Effort, Method, UnknownMethod};
pub use rans::Model;
pub use shape::Shape;
