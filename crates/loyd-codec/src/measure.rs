//! What a method makes of given units, and how fast: for benchmarks.

use std::time::Instant;

use crate::coder::Coder;
use crate::error::CodecError;
use crate::method::{Effort, Method};

/// Runs of which the fastest counts.
const RUNS: usize = 4;

/// What is measured: one method for all units, or the best for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// One method; units that it cannot express are left out.
    Method(Method),
    /// What [`Coder::encode`] chooses.
    Best(Effort),
}

/// What encoding and decoding some units came to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Measured {
    /// Bits of the units that hold states.
    pub slots: u64,
    /// Encoded bytes.
    pub bytes: u64,
    /// Seconds of encoding, on one core.
    pub encode_seconds: f64,
    /// Seconds of decoding, on one core.
    pub decode_seconds: f64,
}

impl Measured {
    /// Encoded bits for a bit that holds a state.
    #[must_use]
    pub fn bits_per_slot(&self) -> f64 {
        self.bytes as f64 * 8.0 / self.slots.max(1) as f64
    }

    /// Adds another measurement of the same subject.
    pub fn add(&mut self, other: &Measured) {
        self.slots += other.slots;
        self.bytes += other.bytes;
        self.encode_seconds += other.encode_seconds;
        self.decode_seconds += other.decode_seconds;
    }
}

/// Encodes all units, decodes them, compares, and takes the time of both, without that of
/// comparing.
///
/// # Errors
/// Those of [`Coder::encode`] and [`Coder::decode`].
///
/// # Panics
/// If a unit does not come back as it was, or has a bit set where there is no state.
pub fn measure(
    coder: &mut Coder,
    units: &[&[u16]],
    subject: Subject,
) -> Result<Measured, CodecError> {
    let mut measured = Measured::default();
    let (mut bytes, mut ends) = (Vec::new(), Vec::with_capacity(units.len()));
    // The first time touches all memory; the fastest one counts, others were interrupted.
    measured.encode_seconds = f64::INFINITY;
    for _ in 0..RUNS {
        bytes.clear();
        ends.clear();
        let begun = Instant::now();
        for unit in units {
            match subject {
                Subject::Method(method) => drop(coder.encode_with(method, unit, &mut bytes)?),
                Subject::Best(effort) => drop(coder.encode(unit, effort, &mut bytes)?),
            }
            ends.push(bytes.len());
        }
        measured.encode_seconds = measured.encode_seconds.min(begun.elapsed().as_secs_f64());
    }
    measured.bytes = bytes.len() as u64;
    let mut back: Vec<Vec<u16>> = units.iter().map(|unit| vec![1; unit.len()]).collect();
    measured.decode_seconds = f64::INFINITY;
    for _ in 0..RUNS {
        let starts = core::iter::once(0).chain(ends.iter().copied());
        let begun = Instant::now();
        for ((start, &end), back) in starts.zip(&ends).zip(&mut back) {
            if start < end {
                coder.decode(&bytes[start..end], back)?;
            }
        }
        measured.decode_seconds = measured.decode_seconds.min(begun.elapsed().as_secs_f64());
    }
    let starts = core::iter::once(0).chain(ends.iter().copied());
    for ((start, &end), (unit, back)) in starts.zip(&ends).zip(units.iter().zip(&back)) {
        if start < end {
            assert!(*unit == back, "a unit came back changed");
            measured.slots += coder.shape().slots(unit.len());
        }
    }
    Ok(measured)
}
