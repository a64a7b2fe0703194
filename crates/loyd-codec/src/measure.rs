//! Compression and speed of a method on given units, for benchmarks.

use std::time::Instant;

use crate::coder::Coder;
use crate::comparison::stream_vbyte::UnitCoder;
use crate::error::CodecError;
use crate::method::{Effort, Method};
use crate::shape::Shape;

/// Runs, of which the fastest counts.
const RUNS: usize = 4;

/// The codec to measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// One method; units that it cannot express are skipped.
    Method(Method),
    /// The method that [`Coder::encode`] chooses for each unit.
    Best(Effort),
    /// Stream `VByte`, the code of published enumerations.
    StreamVByte,
}

/// Size and time of some encoded units.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Measured {
    /// Bits of the units in which a state can lie.
    pub slots: u64,
    /// Encoded bytes.
    pub bytes: u64,
    /// Seconds of encoding, on one core.
    pub encode_seconds: f64,
    /// Seconds of decoding, on one core.
    pub decode_seconds: f64,
}

impl Measured {
    /// Encoded bits for each bit in which a state can lie.
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

/// Encodes all units, decodes them, compares, and measures the time of encoding and of decoding.
///
/// # Errors
/// The errors of [`Coder::encode`] and [`Coder::decode`].
///
/// # Panics
/// If a decoded unit differs from the original, or a unit has a bit outside the states set.
pub fn measure(
    coder: &mut Coder,
    units: &[&[u16]],
    subject: Subject,
) -> Result<Measured, CodecError> {
    let shape = coder.shape();
    match subject {
        Subject::StreamVByte => {
            let coder = &mut UnitCoder::with_kernels(shape, coder.kernels());
            measure_with(shape, units, coder, UnitCoder::encode, UnitCoder::decode)
        }
        Subject::Method(method) => measure_with(
            shape,
            units,
            coder,
            |coder, unit, out| coder.encode_with(method, unit, out).map(drop),
            Coder::decode,
        ),
        Subject::Best(effort) => measure_with(
            shape,
            units,
            coder,
            |coder, unit, out| coder.encode(unit, effort, out).map(drop),
            Coder::decode,
        ),
    }
}

/// [`measure`] for a coder with its two functions. Units for which `encode` appends nothing are
/// skipped.
fn measure_with<C>(
    shape: Shape,
    units: &[&[u16]],
    coder: &mut C,
    encode: impl Fn(&mut C, &[u16], &mut Vec<u8>) -> Result<(), CodecError>,
    decode: impl Fn(&mut C, &[u8], &mut [u16]) -> Result<(), CodecError>,
) -> Result<Measured, CodecError> {
    let mut measured = Measured::default();
    let (mut bytes, mut ends) = (Vec::new(), Vec::with_capacity(units.len()));
    // The first run touches all memory; slower runs were interrupted.
    measured.encode_seconds = f64::INFINITY;
    for _ in 0..RUNS {
        bytes.clear();
        ends.clear();
        let start_time = Instant::now();
        for unit in units {
            encode(coder, unit, &mut bytes)?;
            ends.push(bytes.len());
        }
        measured.encode_seconds = measured.encode_seconds.min(start_time.elapsed().as_secs_f64());
    }
    measured.bytes = bytes.len() as u64;
    let mut back: Vec<Vec<u16>> = units.iter().map(|unit| vec![1; unit.len()]).collect();
    measured.decode_seconds = f64::INFINITY;
    for _ in 0..RUNS {
        let starts = core::iter::once(0).chain(ends.iter().copied());
        let start_time = Instant::now();
        for ((start, &end), back) in starts.zip(&ends).zip(&mut back) {
            if start < end {
                decode(coder, &bytes[start..end], back)?;
            }
        }
        measured.decode_seconds = measured.decode_seconds.min(start_time.elapsed().as_secs_f64());
    }
    let starts = core::iter::once(0).chain(ends.iter().copied());
    for ((start, &end), (unit, back)) in starts.zip(&ends).zip(units.iter().zip(&back)) {
        if start < end {
            assert!(*unit == back, "a unit came back changed");
            measured.slots += shape.slots(unit.len());
        }
    }
    Ok(measured)
}
