//! Summary statistics of a list of numbers.

/// Mean, median, minimum, maximum and deviations.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Statistics {
    /// The number of values.
    pub count: usize,
    /// The mean.
    pub mean: f64,
    /// The middle one, or the mean of the two in the middle.
    pub median: f64,
    /// The minimum.
    pub min: f64,
    /// The maximum.
    pub max: f64,
    /// The standard deviation of a sample (divided by n − 1); `None` for one number.
    pub deviation: Option<f64>,
    /// The median absolute deviation: the median of the distances from the median.
    pub median_deviation: f64,
}

impl Statistics {
    /// The statistics of numbers in any order; `None` without numbers.
    pub fn of(numbers: impl IntoIterator<Item = f64>) -> Option<Self> {
        let mut sorted: Vec<f64> = numbers.into_iter().collect();
        sorted.sort_by(f64::total_cmp);
        let (&min, &max) = (sorted.first()?, sorted.last()?);
        let count = sorted.len();
        let mean = sorted.iter().sum::<f64>() / count as f64;
        let median = quantile(&sorted, 0.5);
        let mut distances: Vec<f64> = sorted.iter().map(|number| (number - median).abs()).collect();
        distances.sort_by(f64::total_cmp);
        let squares: f64 = sorted.iter().map(|number| (number - mean).powi(2)).sum();
        Some(Self {
            count,
            mean,
            median,
            min,
            max,
            deviation: (count > 1).then(|| (squares / (count - 1) as f64).sqrt()),
            median_deviation: quantile(&distances, 0.5),
        })
    }
}

/// The value below which a share of sorted numbers lies, between two of them in proportion.
pub fn quantile(sorted: &[f64], share: f64) -> f64 {
    let place = share * (sorted.len() - 1) as f64;
    let (below, part) = (place.floor() as usize, place.fract());
    let above = (below + 1).min(sorted.len() - 1);
    sorted[below] + (sorted[above] - sorted[below]) * part
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statistics_of_eight_numbers() {
        let statistics = Statistics::of([2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]).expect("numbers");
        assert_eq!((statistics.count, statistics.mean, statistics.median), (8, 5.0, 4.5));
        assert_eq!((statistics.min, statistics.max), (2.0, 9.0));
        // The squares of the differences from the mean sum to 32.
        assert!((statistics.deviation.expect("several") - (32.0_f64 / 7.0).sqrt()).abs() < 1e-12);
        // The distances from 4.5 are 0.5 five times, then 1 or more.
        assert_eq!((statistics.max - statistics.min, statistics.median_deviation), (7.0, 0.5));
        assert_eq!(Statistics::of([]), None);
        assert_eq!(Statistics::of([3.0]).and_then(|one| one.deviation), None);
    }

    #[test]
    fn quantiles_lie_between() {
        let sorted = [0.0, 1.0, 2.0, 3.0];
        let quantiles = [0.0, 0.25, 0.5, 1.0].map(|share| quantile(&sorted, share));
        assert_eq!(quantiles.map(|value| value.to_string()), ["0", "0.75", "1.5", "3"]);
    }
}
