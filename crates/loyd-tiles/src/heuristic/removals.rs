//! Number of tiles that must leave a line so that the others are in goal order.
//!
//! A line is written as one digit per place: 0 if the tile there does not have its goal in this
//! line, otherwise the index of the tile's goal in the line plus one. The tiles that may stay form
//! an increasing subsequence, so the fewest that must leave are all but a longest increasing
//! subsequence. Counting conflicting pairs instead, or removing greedily, gives too many or too
//! few.
//!
//! Lines of up to [`TABULATED`] places are looked up; longer ones are computed each time.

/// The longest line with a table: (6 + 1)^6 = 117,649 bytes; one more place would take 2 MiB.
const TABULATED: usize = 6;

/// The longest line that is computed without heap allocation.
const ON_STACK: usize = 64;

/// The removals of every line of one length.
#[derive(Clone, Debug)]
pub(crate) struct Removals {
    places: usize,
    /// Indexed by the digits of the line, read as a number of radix `places + 1`; empty for long
    /// lines.
    table: Box<[u8]>,
    /// The weight of a digit in each place.
    weight: [u32; TABULATED],
}

impl Removals {
    /// Builds the removals for lines of this many places.
    pub(crate) fn new(places: usize) -> Self {
        let mut weight = [0; TABULATED];
        if places > TABULATED {
            return Self { places, table: Box::default(), weight };
        }
        let radix = places as u32 + 1;
        for (place, weight) in weight.iter_mut().enumerate().take(places) {
            *weight = radix.pow(place as u32);
        }
        let mut digits = [0; TABULATED];
        let mut table = Vec::with_capacity(radix.pow(places as u32) as usize);
        for _ in 0..table.capacity() {
            let mut ends = [0; TABULATED];
            table.push(beyond_longest_increasing(places, |at| digits[at], &mut ends) as u8);
            // The next number.
            for digit in &mut digits[..places] {
                *digit = (*digit + 1) % radix;
                if *digit != 0 {
                    break;
                }
            }
        }
        Self { places, table: table.into(), weight }
    }

    pub(crate) fn of(&self, digit: impl Fn(usize) -> u32) -> u32 {
        if self.table.is_empty() {
            return work_out(self.places, digit);
        }
        u32::from(self.table[code(self.places, digit)])
    }

    /// The removals of a line, and the removals before the change, when `place` held the digit
    /// `before`. `places` is the length of the line, to be passed as a constant where it is one.
    #[inline]
    pub(crate) fn change(
        &self,
        places: usize,
        digit: impl Fn(usize) -> u32 + Copy,
        place: usize,
        before: u32,
    ) -> (u32, u32) {
        debug_assert_eq!(places, self.places);
        if self.table.is_empty() {
            let earlier = |other: usize| if other == place { before } else { digit(other) };
            return (work_out(places, digit), work_out(places, earlier));
        }
        let code = code(places, digit);
        let weight = self.weight[place] as usize;
        let earlier = code - digit(place) as usize * weight + before as usize * weight;
        (u32::from(self.table[code]), u32::from(self.table[earlier]))
    }
}

/// The digits read as a number of radix `places + 1`, the first digit lowest.
#[inline]
fn code(places: usize, digit: impl Fn(usize) -> u32) -> usize {
    let radix = places as u32 + 1;
    let mut code = 0;
    for place in (0..places).rev() {
        code = code * radix + digit(place);
    }
    code as usize
}

/// Tiles in their goal line minus the longest increasing subsequence of their goal places.
fn work_out(places: usize, digit: impl Fn(usize) -> u32) -> u32 {
    if places <= ON_STACK {
        beyond_longest_increasing(places, digit, &mut [0; ON_STACK])
    } else {
        beyond_longest_increasing(places, digit, &mut vec![0; places])
    }
}

/// `ends[n]` is the smallest digit that ends an increasing subsequence of length n + 1; a digit
/// that does not lengthen the longest one replaces the first that is not below it (patience
/// sorting).
fn beyond_longest_increasing(places: usize, digit: impl Fn(usize) -> u32, ends: &mut [u32]) -> u32 {
    let (mut tiles, mut longest) = (0, 0);
    for digit in (0..places).map(digit).filter(|&digit| digit != 0) {
        tiles += 1;
        let length = ends[..longest].partition_point(|&end| end < digit);
        ends[length] = digit;
        longest = longest.max(length + 1);
    }
    tiles - longest as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The fewest removals, found by trying every set of places to keep.
    fn by_every_subset(digits: &[u32]) -> u32 {
        let tiles = digits.iter().filter(|&&digit| digit != 0).count() as u32;
        let places = |set: u32| (0..digits.len()).filter(move |place| set >> place & 1 == 1);
        let fits = |&set: &u32| {
            let digits: Vec<u32> = places(set).map(|place| digits[place]).collect();
            !digits.contains(&0) && digits.is_sorted_by(|a, b| a < b)
        };
        let sets = 0..1u32 << digits.len();
        tiles - sets.filter(fits).map(u32::count_ones).max().unwrap_or(0)
    }

    /// Visits every line of distinct tiles and holes, place by place.
    fn every_line(places: usize, line: &mut Vec<u32>, check: &mut impl FnMut(&[u32])) {
        if line.len() == places {
            return check(line);
        }
        for digit in 0..=places as u32 {
            if digit == 0 || !line.contains(&digit) {
                line.push(digit);
                every_line(places, line, check);
                line.pop();
            }
        }
    }

    #[test]
    fn the_fewest_are_removed_from_every_short_line() {
        for places in 1..=5 {
            let removals = Removals::new(places);
            let mut lines = 0;
            every_line(places, &mut Vec::new(), &mut |line| {
                lines += 1;
                assert_eq!(removals.of(|place| line[place]), by_every_subset(line), "{line:?}");
            });
            // Partial permutations of n things, OEIS A002720.
            assert_eq!(lines, [1, 2, 7, 34, 209, 1546][places]);
        }
    }

    /// Three pairs in conflict; a greedy choice by the number of conflicts may remove a wrong tile.
    #[test]
    fn known_lines() {
        let of = |line: &[u32]| Removals::new(line.len()).of(|place| line[place]);
        assert_eq!(of(&[3, 2, 1]), 2);
        assert_eq!(of(&[4, 1, 2, 3]), 1);
        assert_eq!(of(&[2, 1, 4, 3]), 2);
        assert_eq!(of(&[0, 4, 0, 1]), 1);
        assert_eq!(of(&[2, 3, 0, 0, 1, 0, 7]), 1);
    }

    fn line(places: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = Vec<u32>> {
        let permutation = places
            .prop_flat_map(|places| Just((1..=places as u32).collect::<Vec<_>>()).prop_shuffle());
        let with_holes = permutation.prop_flat_map(|line| {
            let places = line.len();
            (Just(line), prop::collection::vec(prop::bool::weighted(0.3), places))
        });
        with_holes.prop_map(|(line, holes)| {
            line.iter().zip(holes).map(|(&digit, hole)| if hole { 0 } else { digit }).collect()
        })
    }

    proptest! {
        #[test]
        fn the_fewest_are_removed_from_longer_lines(line in line(6..=11)) {
            let removals = Removals::new(line.len());
            prop_assert_eq!(removals.of(|place| line[place]), by_every_subset(&line));
        }

        #[test]
        fn a_change_gives_both_numbers(line in line(2..=90), seed in 0usize..1000) {
            let place = seed % line.len();
            let removals = Removals::new(line.len());
            let mut before = line.clone();
            before[place] = 0;
            let both = removals.change(line.len(), |place| line[place], place, 0);
            prop_assert_eq!(both.0, removals.of(|place| line[place]));
            prop_assert_eq!(both.1, removals.of(|place| before[place]));
            let back = removals.change(line.len(), |place| before[place], place, line[place]);
            prop_assert_eq!(back, (both.1, both.0));
        }
    }
}
