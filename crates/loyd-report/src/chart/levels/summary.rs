//! The summary of a list of levels.

/// A description of the levels.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Summary {
    pub(super) total: u64,
    /// The number of levels.
    pub(super) depths: usize,
    /// The size of the largest level.
    pub(super) largest: u64,
    /// The depths of the levels of that size, in ascending order.
    pub(super) modes: Vec<usize>,
    /// The mean depth of all states.
    pub(super) mean: f64,
    /// The standard deviation of their depths.
    pub(super) deviation: f64,
}

impl Summary {
    /// Of levels from depth 0; `None` if there are no states.
    pub(super) fn of(levels: &[u64]) -> Option<Self> {
        let total = levels.iter().copied().fold(0, u64::saturating_add);
        let largest = levels.iter().copied().max().filter(|&largest| largest > 0)?;
        let modes = (0..levels.len()).filter(|&depth| levels[depth] == largest).collect();
        let weighted = |value: &dyn Fn(f64) -> f64| {
            let sum: f64 = levels
                .iter()
                .enumerate()
                .map(|(depth, &states)| value(depth as f64) * states as f64)
                .sum();
            sum / total as f64
        };
        let mean = weighted(&|depth| depth);
        let deviation = weighted(&|depth| (depth - mean).powi(2)).sqrt();
        Some(Self { total, depths: levels.len(), largest, modes, mean, deviation })
    }

    /// True if a depth is one of the most frequent, and not all are.
    pub(super) fn stands_out(&self, depth: usize) -> bool {
        let all_alike = self.modes.len() == self.depths && self.depths > 1;
        !all_alike && self.modes.binary_search(&depth).is_ok()
    }

    /// The modes in words: `31`, `24 and 26`, `0 to 4`, `7 depths`.
    pub(super) fn modes(&self) -> String {
        let depths = &self.modes;
        match depths[..] {
            [only] => only.to_string(),
            [one, other] => format!("{one} and {other}"),
            [first, .., last] if last - first == depths.len() - 1 => format!("{first} to {last}"),
            _ => format!("{} depths", depths.len()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_eight_puzzle() {
        // Reinefeld (1993) gives 21.97 moves as the mean of the 8-puzzle.
        let levels = [
            1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638,
            9529, 10878, 16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
        ];
        let summary = Summary::of(&levels).expect("there are states");
        assert_eq!((summary.total, summary.largest), (181_440, 24047));
        assert_eq!(summary.modes(), "24");
        assert_eq!(format!("{:.2}", summary.mean), "21.97");
    }

    #[test]
    fn equal_levels_are_not_highlighted() {
        let depths = |levels: &[u64]| {
            let summary = Summary::of(levels).expect("there are states");
            (0..levels.len()).filter(|&depth| summary.stands_out(depth)).collect::<Vec<_>>()
        };
        assert_eq!(depths(&[1]), [0]);
        assert_eq!(depths(&[1, 2, 2]), [1, 2]);
        assert!(depths(&[1, 1, 1]).is_empty());
    }

    #[test]
    fn ties_are_named() {
        let words = |levels: &[u64]| Summary::of(levels).map(|summary| summary.modes());
        assert_eq!(words(&[]), None);
        assert_eq!(words(&[0]), None);
        assert_eq!(words(&[1]).as_deref(), Some("0"));
        assert_eq!(words(&[1, 2, 1, 2]).as_deref(), Some("1 and 3"));
        assert_eq!(words(&[1, 2, 2, 2, 2, 2, 1]).as_deref(), Some("1 to 5"));
        assert_eq!(words(&[3, 1, 3, 1, 3]).as_deref(), Some("3 depths"));
    }
}
