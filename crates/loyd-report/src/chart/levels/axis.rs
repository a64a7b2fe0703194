//! Scales and their ticks.

/// A scale from 0 to a little more than the largest value.
pub(super) struct Linear {
    largest: u64,
    /// The coordinate of 0.
    bottom: f64,
    /// The coordinate of the largest value.
    top: f64,
}

impl Linear {
    pub(super) fn new(largest: u64, bottom: f64, top: f64) -> Self {
        Self { largest: largest.max(1), bottom, top }
    }

    pub(super) fn at(&self, value: u64) -> f64 {
        self.bottom + (self.top - self.bottom) * (value as f64 / self.largest as f64)
    }

    /// Round values, five to ten of them unless the largest is smaller.
    pub(super) fn ticks(&self) -> Vec<u64> {
        let step = round_step(self.largest.div_ceil(7));
        (0..=self.largest / step).map(|number| number * step).collect()
    }
}

/// A logarithmic scale from 1 to the largest value.
pub(super) struct Logarithmic {
    /// The logarithm of the largest value, to base ten.
    largest: f64,
    /// The coordinate of 1.
    bottom: f64,
    /// The coordinate of the largest value.
    top: f64,
}

impl Logarithmic {
    pub(super) fn new(largest: u64, bottom: f64, top: f64) -> Self {
        // At least to ten: a scale on which nothing but 1 is tells nothing.
        Self { largest: (largest.max(10) as f64).log10(), bottom, top }
    }

    /// The coordinate of a value; `None` for 0.
    pub(super) fn at(&self, value: u64) -> Option<f64> {
        let share = (value as f64).log10() / self.largest;
        (value > 0).then_some(self.bottom + (self.top - self.bottom) * share)
    }

    /// Exponents of ten, at least `min_gap` from each other.
    pub(super) fn ticks(&self, min_gap: f64) -> Vec<u32> {
        let decade = (self.bottom - self.top).abs() / self.largest;
        let step = (min_gap / decade).ceil().max(1.0) as usize;
        // 10 to the power of 19 is the last in 64 bits.
        (0..=self.largest as u32).step_by(step).collect()
    }
}

/// The depths to write below the axis: round ones at least `min_gap` places from each other, and
/// the last.
pub(super) fn depth_ticks(last: usize, min_gap: usize) -> Vec<usize> {
    let step = round_step(min_gap.max(1) as u64) as usize;
    let mut ticks: Vec<usize> =
        (0..=last).step_by(step).filter(|tick| last - tick >= min_gap).collect();
    ticks.push(last);
    ticks
}

/// The next of 1, 2, 5, 10, 20, 50, … .
fn round_step(min_step: u64) -> u64 {
    let mut power: u64 = 1;
    loop {
        for factor in [1, 2, 5] {
            match power.checked_mul(factor) {
                Some(step) if step >= min_step => return step,
                Some(_) => {}
                None => return u64::MAX,
            }
        }
        let Some(next) = power.checked_mul(10) else { return u64::MAX };
        power = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round() {
        assert_eq!([0, 1, 3, 6, 11, 51].map(round_step), [1, 1, 5, 10, 20, 100]);
        assert_eq!(round_step(u64::MAX), u64::MAX);
    }

    #[test]
    fn linear_ticks_are_round_few_and_on_the_scale() {
        assert_eq!(Linear::new(1, 0.0, 1.0).ticks(), [0, 1]);
        assert_eq!(Linear::new(2, 0.0, 1.0).ticks(), [0, 1, 2]);
        assert_eq!(Linear::new(24047, 0.0, 1.0).ticks(), [0, 5000, 10000, 15000, 20000]);
        for largest in (1..=64).map(|bits| u64::MAX >> (64 - bits)) {
            let ticks = Linear::new(largest, 0.0, 1.0).ticks();
            assert!((2..=8).contains(&ticks.len()), "{largest}: {ticks:?}");
            assert!(ticks.iter().all(|&tick| tick <= largest));
        }
    }

    #[test]
    fn scales_go_from_bottom_to_top() {
        let linear = Linear::new(8, 100.0, 20.0);
        assert_eq!([0, 4, 8].map(|value| linear.at(value) as i32), [100, 60, 20]);
        let logarithmic = Logarithmic::new(10_000, 100.0, 20.0);
        let places = [0, 1, 100, 10_000].map(|value| logarithmic.at(value).map(|y| y as i32));
        assert_eq!(places, [None, Some(100), Some(60), Some(20)]);
        assert_eq!(Logarithmic::new(1, 100.0, 20.0).at(1), Some(100.0));
    }

    #[test]
    fn powers_of_ten_have_equal_distances() {
        assert_eq!(Logarithmic::new(10_000, 100.0, 0.0).ticks(20.0), [0, 1, 2, 3, 4]);
        assert_eq!(Logarithmic::new(10_000, 100.0, 0.0).ticks(30.0), [0, 2, 4]);
        let all = Logarithmic::new(u64::MAX, 100.0, 0.0).ticks(0.0);
        assert_eq!((all.first(), all.last()), (Some(&0), Some(&19)));
    }

    #[test]
    fn the_first_and_the_last_depth_have_ticks() {
        assert_eq!(depth_ticks(0, 3), [0]);
        assert_eq!(depth_ticks(4, 1), [0, 1, 2, 3, 4]);
        assert_eq!(depth_ticks(31, 2), [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 31]);
        assert_eq!(depth_ticks(53, 4), [0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 53]);
        for last in 1..500 {
            let ticks = depth_ticks(last, 7);
            assert!(ticks.windows(2).all(|pair| pair[1] - pair[0] >= 7), "{last}: {ticks:?}");
        }
    }
}
