//! Lossless codecs for level bitmaps of sliding-tile puzzles: one bit a state, set if the state lies
//! within the level's distance and has the parity of that distance. With them, an external-memory
//! search moves several times fewer bytes.
//!
//! A *unit*, some ten thousand lanes of 16 bits, is encoded on its own. The [`Shape`] states which
//! of its bits hold states; a [`Coder`], one for each thread, chooses a [`Method`] and owns all
//! scratch memory; a [`Model`], trained once for a level, holds the statistics that its units
//! share.
//!
//! | file | contents |
//! |---|---|
//! | `coder` | [`Coder`]: chooses a method and encodes or decodes by it |
//! | `shape` | [`Shape`]: removes and restores padding |
//! | `method` | [`Method`], [`Effort`]: the lists |
//! | `plain` | empty, full and raw units |
//! | `rice` | sparse and nearly full units |
//! | `tiers`, `tier_layout` | the fastest method for all others |
//! | `rans/`, `model/` | the densest method, and the statistics that it needs |
//! | [`comparison`] | codes of published programs; never stored |
//! | [`measure`](mod@measure) | bytes and seconds of a method |
//! | `arch/` | kernels for AVX-512, AVX2 and NEON, with portable versions; the only `unsafe` |
//!
//! Each codec's file begins with its format. The bytes do not depend on the processor. Decoding
//! validates its input: damaged bytes yield an error or another valid unit, so stored units need a
//! checksum.
#![deny(unsafe_code)]

#[allow(unsafe_code)]
mod arch;
mod coder;
pub mod comparison;
mod error;
pub mod measure;
mod method;
mod model;
mod plain;
mod rans;
mod rice;
mod shape;
mod tier_layout;
mod tiers;
mod varint;

pub use arch::Kernels;
pub use coder::Coder;
pub use error::CodecError;
pub use method::{Effort, Method, UnknownMethod};
pub use model::Model;
pub use shape::Shape;
