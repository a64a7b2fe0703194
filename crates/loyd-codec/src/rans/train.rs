//! Training: the frequencies of a [`Model`], counted on sample units and scaled.

use crate::arch::{Backward, Kernels};
use crate::model::{ESCAPE, HIGH_PRECISION, Half, LOW_PRECISION, Model, SYMBOLS, Split};
use crate::shape::Shape;

impl Half {
    /// The tables for counts at context << 8 | symbol.
    fn train(contexts: usize, symbols: usize, precision: u32, counts: &[u32]) -> Self {
        let mut frequencies = Vec::with_capacity(contexts * symbols);
        for row in counts.chunks_exact(SYMBOLS).take(contexts) {
            scale(&row[..symbols], (1 << precision) - ESCAPE, &mut frequencies);
        }
        Half::new(symbols, precision, frequencies).expect("scaled to this sum")
    }
}

/// Appends frequencies that add up to `sum`, in proportion to `counts`.
///
/// A frequency of 1 costs the other symbols of the context 1.44 / 2^P bits each time; an escape
/// costs about 5 bits more than a frequency of 1: so symbols from 0.3 / 2^P on get one.
fn scale(counts: &[u32], sum: u32, frequencies: &mut Vec<u16>) {
    let uniform = vec![1; counts.len()];
    let total: u64 = counts.iter().map(|&c| u64::from(c)).sum();
    let (counts, total) =
        if total == 0 { (&uniform[..], counts.len() as u64) } else { (counts, total) };
    let first = frequencies.len();
    let mut remaining = i64::from(sum);
    for &count in counts {
        let share = f64::from(count) * f64::from(sum) / total as f64;
        let frequency = if share < 0.3 { 0 } else { share.round().max(1.0) as u16 };
        remaining -= i64::from(frequency);
        frequencies.push(frequency);
    }
    // The remainder of rounding changes the largest frequency, where it matters least.
    while remaining != 0 {
        let largest = frequencies[first..].iter_mut().max().expect("there are symbols");
        let change = remaining.max(-i64::from(*largest) / 2);
        *largest = (i64::from(*largest) + change) as u16;
        remaining -= change;
    }
}

impl Model {
    /// Trains a model on sample units: some hundred thousand lanes from a whole level are enough.
    /// O(lanes).
    ///
    /// # Panics
    /// If a bit is set where the shape has no state.
    #[must_use]
    pub fn train(shape: Shape, units: &[&[u16]]) -> Self {
        let kernels = Kernels::detect();
        let (mut dense, mut places) = (Vec::new(), Backward::default());
        let uniform = Model::from_counts(shape.bits(), &[], &[]);
        let mut low = vec![0u32; uniform.split().low_contexts * SYMBOLS];
        let mut high = vec![0u32; uniform.split().high_contexts * SYMBOLS];
        for unit in units {
            shape.gather(unit, &mut dense);
            kernels.rans_places(&uniform, &dense, &mut places);
            let (low_at, high_at) = places.places();
            for (&l, &h) in low_at.iter().zip(high_at).take(shape.states_in(unit.len())) {
                low[usize::from(l)] = low[usize::from(l)].saturating_add(1);
                high[usize::from(h)] = high[usize::from(h)].saturating_add(1);
            }
        }
        Model::from_counts(shape.bits(), &low, &high)
    }

    /// The model for counts at context << 8 | symbol; uniform if all are 0.
    fn from_counts(bits: u32, low: &[u32], high: &[u32]) -> Self {
        let split = Split::new(bits);
        let half = |contexts: usize, bits: u32, precision, counts: &[u32]| {
            let none = vec![0; contexts * SYMBOLS];
            let counts = if counts.is_empty() { &none } else { counts };
            Half::train(contexts, 1 << bits, precision, counts)
        };
        let low = half(split.low_contexts, split.low_bits, LOW_PRECISION, low);
        let high = half(split.high_contexts, split.high_bits, HIGH_PRECISION, high);
        Model::new(bits, split, low, high)
    }
}
