//! The frequency of each pair of distance and estimate, and statistics derived from it.

/// A table of pairs (distance, estimate) with the number of states that have them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Joint {
    /// By distance, then by estimate.
    counts: Vec<Vec<u64>>,
}

/// Mean, spread and extreme values of a counted quantity.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moments {
    /// The mean.
    pub mean: f64,
    /// The standard deviation of the counted states (of the population, not a sample estimate).
    pub deviation: f64,
    /// The smallest value.
    pub min: i64,
    /// The largest value.
    pub max: i64,
}

impl Joint {
    /// Counts a state.
    pub fn add(&mut self, distance: u32, estimate: u32) {
        self.add_many(distance, estimate, 1);
    }

    fn add_many(&mut self, distance: u32, estimate: u32, states: u64) {
        let (distance, estimate) = (distance as usize, estimate as usize);
        if self.counts.len() <= distance {
            self.counts.resize_with(distance + 1, Vec::new);
        }
        let row = &mut self.counts[distance];
        if row.len() <= estimate {
            row.resize(estimate + 1, 0);
        }
        row[estimate] += states;
    }

    /// Adds the counts of another table.
    pub fn merge(&mut self, other: &Self) {
        for (distance, estimate, states) in other.pairs() {
            self.add_many(distance, estimate, states);
        }
    }

    /// Distance, estimate and number of states, in order, for all pairs that occur.
    pub fn pairs(&self) -> impl Iterator<Item = (u32, u32, u64)> + '_ {
        self.counts.iter().enumerate().flat_map(|(distance, row)| {
            let row = row.iter().enumerate().filter(|&(_, &states)| states > 0);
            row.map(move |(estimate, &states)| (distance as u32, estimate as u32, states))
        })
    }

    /// Number of states counted.
    pub fn states(&self) -> u64 {
        self.pairs().map(|(_, _, states)| states).sum()
    }

    /// Moments of the distances.
    pub fn distance(&self) -> Moments {
        self.moments(|distance, _| i64::from(distance))
    }

    /// Moments of the estimates.
    pub fn estimate(&self) -> Moments {
        self.moments(|_, estimate| i64::from(estimate))
    }

    /// Moments of the errors, distance minus estimate: negative if the estimate is too high.
    pub fn error(&self) -> Moments {
        self.moments(|distance, estimate| i64::from(distance) - i64::from(estimate))
    }

    /// States by error, the lowest error first.
    pub fn errors(&self) -> Vec<(i64, u64)> {
        let mut errors = std::collections::BTreeMap::new();
        for (distance, estimate, states) in self.pairs() {
            *errors.entry(i64::from(distance) - i64::from(estimate)).or_default() += states;
        }
        errors.into_iter().collect()
    }

    /// Share of the states whose estimate is exact, 0 to 1.
    pub fn exact(&self) -> f64 {
        let exact = self.pairs().filter(|(distance, estimate, _)| distance == estimate);
        exact.map(|(_, _, states)| states).sum::<u64>() as f64 / self.states().max(1) as f64
    }

    /// Pearson's correlation of estimates with distances; `None` if one of them is constant.
    pub fn correlation(&self) -> Option<f64> {
        let (d, h) = (self.distance(), self.estimate());
        let states = self.states() as f64;
        let covariance: f64 = self
            .pairs()
            .map(|(distance, estimate, states)| {
                (f64::from(distance) - d.mean) * (f64::from(estimate) - h.mean) * states as f64
            })
            .sum();
        let spread = d.deviation * h.deviation;
        (spread > 0.0).then(|| covariance / states / spread)
    }

    fn moments(&self, value: impl Fn(u32, u32) -> i64) -> Moments {
        let states = self.states() as f64;
        let (mut sum, mut min, mut max) = (0.0, i64::MAX, i64::MIN);
        for (distance, estimate, states) in self.pairs() {
            let value = value(distance, estimate);
            (min, max) = (min.min(value), max.max(value));
            sum += value as f64 * states as f64;
        }
        if states == 0.0 {
            return Moments::default();
        }
        let mean = sum / states;
        // A second pass: the difference of two large sums would lose digits.
        let squares: f64 = self
            .pairs()
            .map(|(distance, estimate, states)| {
                (value(distance, estimate) as f64 - mean).powi(2) * states as f64
            })
            .sum();
        Moments { mean, deviation: (squares / states).sqrt(), min, max }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statistics_of_a_few_states_by_hand() {
        let mut joint = Joint::default();
        for (distance, estimate) in [(0, 0), (2, 2), (4, 2), (6, 4)] {
            joint.add(distance, estimate);
        }
        assert_eq!(joint.states(), 4);
        let distance = joint.distance();
        assert_eq!((distance.min, distance.max), (0, 6));
        assert!((distance.mean - 3.0).abs() < 1e-12);
        assert!((distance.deviation - 5f64.sqrt()).abs() < 1e-12);
        assert!((joint.estimate().mean - 2.0).abs() < 1e-12);
        assert_eq!(joint.errors(), [(0, 2), (2, 2)]);
        assert!((joint.exact() - 0.5).abs() < 1e-12);
        // Sum of products of deviations 6 + 0 + 0 + 6, over 4 * sqrt(5) * sqrt(2).
        let expected = 12.0 / 4.0 / (5f64.sqrt() * 2f64.sqrt());
        assert!((joint.correlation().unwrap() - expected).abs() < 1e-12);
    }

    #[test]
    fn merged_tables_count_all_states() {
        let (mut one, mut two) = (Joint::default(), Joint::default());
        one.add(3, 1);
        two.add(3, 1);
        two.add(9, 12);
        one.merge(&two);
        assert_eq!(one.pairs().collect::<Vec<_>>(), [(3, 1, 2), (9, 12, 1)]);
        assert_eq!(one.error().min, -3);
    }

    #[test]
    fn empty_joint_counts_have_no_correlation() {
        assert_eq!(Joint::default().correlation(), None);
        assert_eq!(Joint::default().error(), Moments::default());
        let mut constant = Joint::default();
        constant.add(1, 0);
        constant.add(2, 0);
        assert_eq!(constant.correlation(), None);
    }
}
