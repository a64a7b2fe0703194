//! Ranks of the states that can be reached from a start.
//!
//! A state is a tuple of [coordinates](Coordinate). Coordinates that do not take all pairs of values
//! (corners whose twist determines their permutation up to something, say) are replaced by one with
//! the pairs that occur. The rank is the tuple in a mixed radix:
//!
//! ```text
//! axes := the coordinates of all orbits
//! while two axes have fewer pairs of values than the product of their sizes
//!     replace them by one axis with these pairs
//! if the product of all sizes is the number of states: the mixed radix has no gaps
//! otherwise: mark the tuples that can be reached, and number them in order
//! ```

use crate::code::Code;
use crate::coordinate::{ClassList, Coordinate, Projection};
use crate::holes::Holes;
use crate::letters::Letters;
use crate::orbit::Orbit;
use loyd_search::puzzle::Successors;
use loyd_search::space::Ranking;
use std::sync::Arc;

/// Maximum length of the move table of an axis: its values times the letters.
const MAX_ENTRIES: usize = 1 << 23;

/// Maximum number of pairs that are examined for a dependence of two axes.
const MAX_PAIRS: usize = 1 << 20;

/// Maximum number of tuples that are marked one by one.
const MAX_MARKED: u64 = 1 << 28;

const NONE: u32 = u32::MAX;

/// One coordinate, or several that depend on one another.
#[derive(Debug)]
struct Axis {
    /// The coordinates, by their index, and the sizes that make their tuple a number.
    coordinates: Vec<(usize, usize)>,
    /// The number of each tuple; empty for a single coordinate, whose values are the numbers.
    numbers: Vec<u32>,
    /// The tuple of each number; empty for a single coordinate.
    tuples: Vec<u32>,
    size: usize,
    letters: usize,
    /// The number after each letter, for each number.
    after: Vec<u32>,
}

impl Axis {
    fn single(index: usize, coordinate: &Coordinate, letters: usize) -> Self {
        let size = coordinate.size();
        let after = coordinate.after.clone();
        let coordinates = vec![(index, size)];
        Self { coordinates, numbers: Vec::new(), tuples: Vec::new(), size, letters, after }
    }

    fn after_letter(&self, number: usize, letter: usize) -> usize {
        self.after[number * self.letters + letter] as usize
    }

    /// The axis of the pairs that occur; `None` if all of them do.
    fn join(&self, other: &Self) -> Option<Self> {
        let letters = self.letters;
        let mut pair_numbers = vec![NONE; self.size * other.size];
        let mut pairs = vec![(0, 0)];
        pair_numbers[0] = 0;
        let (mut after, mut at) = (Vec::new(), 0);
        while let Some(&(one, two)) = pairs.get(at) {
            for letter in 0..letters {
                let (one, two) = (self.after_letter(one, letter), other.after_letter(two, letter));
                let number = &mut pair_numbers[one * other.size + two];
                if *number == NONE {
                    *number = pairs.len() as u32;
                    pairs.push((one, two));
                }
                after.push(*number);
            }
            if pairs.len() == self.size * other.size || after.len() > MAX_ENTRIES {
                return None;
            }
            at += 1;
        }
        let coordinates = [&self.coordinates[..], &other.coordinates[..]].concat();
        let tuples: Vec<u32> = pairs
            .iter()
            .map(|&(one, two)| (self.tuple(one) * other.tuples_size() + other.tuple(two)) as u32)
            .collect();
        let mut numbers = vec![NONE; self.tuples_size() * other.tuples_size()];
        for (number, &tuple) in tuples.iter().enumerate() {
            numbers[tuple as usize] = number as u32;
        }
        Some(Self { coordinates, numbers, size: tuples.len(), tuples, letters, after })
    }

    /// Number of tuples, those that do not occur included.
    fn tuples_size(&self) -> usize {
        self.coordinates.iter().map(|&(_, size)| size).product()
    }

    fn tuple(&self, number: usize) -> usize {
        self.tuples.get(number).map_or(number, |&tuple| tuple as usize)
    }

    fn number(&self, tuple: usize) -> Option<usize> {
        if self.numbers.is_empty() {
            return Some(tuple);
        }
        let number = self.numbers[tuple];
        (number != NONE).then_some(number as usize)
    }
}

/// The parts of a rank, and the states that have one.
#[derive(Debug)]
pub(crate) struct Axes {
    orbits: Vec<Orbit>,
    coordinates: Vec<Coordinate>,
    /// The orbit of each coordinate, and its projection.
    projections: Vec<(usize, Projection)>,
    parts: Vec<Axis>,
    /// Product of the sizes of all axes.
    product: u64,
    holes: Option<Holes>,
}

impl Axes {
    /// The ranks of the states that can be reached from `start`, a code for each slot. `letters` are
    /// those of a metric with every move; `states` is the number of states, if it is known. `None` if
    /// there are too many states.
    pub(crate) fn new<C: Code>(
        orbits: &[Orbit],
        letters: &Letters,
        start: &[C],
        states: Option<u128>,
    ) -> Option<Self> {
        let mut projections = Vec::new();
        for (index, orbit) in orbits.iter().enumerate() {
            if orbit.is_uniform() {
                projections.push((index, Projection::Pieces));
                projections.push((index, Projection::Orientations));
            } else {
                projections.push((index, Projection::Everything));
            }
        }
        let coordinates: Vec<Coordinate> = projections
            .iter()
            .map(|(orbit, keep)| {
                Coordinate::new(&orbits[*orbit], keep, letters, start, MAX_ENTRIES)
            })
            .collect::<Option<_>>()?;
        let all = coordinates.iter().enumerate();
        let moving = all.filter(|(_, coordinate)| coordinate.size() > 1);
        let axes =
            moving.map(|(index, coordinate)| Axis::single(index, coordinate, letters.count()));
        let axes = independent(axes.collect());
        let product =
            axes.iter().try_fold(1u64, |product, axis| product.checked_mul(axis.size as u64))?;
        let orbits = orbits.to_vec();
        let mut ranking =
            Self { orbits, coordinates, projections, parts: axes, product, holes: None };
        if states != Some(product.into()) {
            if product > MAX_MARKED {
                return None;
            }
            let holes = Holes::new(product, |tuple, visit| ranking.neighbours(tuple, visit));
            ranking.holes = Some(holes).filter(|holes| holes.states() < product);
        }
        Some(ranking)
    }

    fn letters(&self) -> usize {
        self.parts.first().map_or(0, |axis| axis.letters)
    }

    /// Visits the tuples one move away from a tuple.
    fn neighbours(&self, tuple: u64, visit: &mut dyn FnMut(u64)) {
        for letter in 0..self.letters() {
            visit(self.after_letter(tuple, letter));
        }
    }

    fn after_letter(&self, mut tuple: u64, letter: usize) -> u64 {
        let (mut result, mut weight) = (0, 1);
        for axis in &self.parts {
            let number = (tuple % axis.size as u64) as usize;
            tuple /= axis.size as u64;
            result += weight * axis.after_letter(number, letter) as u64;
            weight *= axis.size as u64;
        }
        result
    }

    #[inline]
    fn rank_of(&self, tuple: u64) -> u64 {
        self.holes.as_ref().map_or(tuple, |holes| holes.rank(tuple))
    }

    #[inline]
    fn tuple_of(&self, rank: u64) -> u64 {
        self.holes.as_ref().map_or(rank, |holes| holes.unrank(rank))
    }

    pub(crate) fn size(&self) -> u64 {
        self.holes.as_ref().map_or(self.product, Holes::states)
    }

    /// The rank of a state, a code for each slot; `None` if it cannot be reached.
    pub(crate) fn rank<C: Code>(&self, codes: &[C]) -> Option<u64> {
        let values: Vec<u32> =
            self.coordinates.iter().map(|part| part.value(codes)).collect::<Option<_>>()?;
        let (mut tuple, mut weight) = (0, 1);
        for axis in &self.parts {
            let join =
                |tuple, &(index, size): &(usize, usize)| tuple * size + values[index] as usize;
            let number = axis.number(axis.coordinates.iter().fold(0, join))?;
            tuple += weight * number as u64;
            weight *= axis.size as u64;
        }
        let reached = self.holes.as_ref().is_none_or(|holes| holes.contains(tuple));
        reached.then(|| self.rank_of(tuple))
    }
}

/// Joins axes until no dependence of two is found within [`MAX_PAIRS`] pairs.
fn independent(mut axes: Vec<Axis>) -> Vec<Axis> {
    let mut one = 0;
    while one < axes.len() {
        let fits = |axis: &Axis| axes[one].size * axis.size <= MAX_PAIRS;
        let joined = (one + 1..axes.len())
            .filter(|&two| {
                fits(&axes[two])
                    && axes[one].tuples_size() * axes[two].tuples_size() <= 4 * MAX_PAIRS
            })
            .find_map(|two| Some((two, axes[one].join(&axes[two])?)));
        match joined {
            Some((two, axis)) => {
                axes.swap_remove(two);
                axes[one] = axis;
                one = 0;
            }
            None => one += 1,
        }
    }
    axes
}

/// The ranks of states of `N` slots, the last of which may be unused.
#[derive(Clone, Debug)]
pub struct StateRanking {
    axes: Arc<Axes>,
    /// The values of each coordinate.
    values: Arc<Vec<ClassList>>,
}

impl StateRanking {
    pub(crate) fn new(axes: Arc<Axes>) -> Self {
        let values = Arc::new(axes.coordinates.iter().map(Coordinate::values).collect());
        Self { axes, values }
    }
}

impl<const N: usize, C: Code> Ranking<[C; N]> for StateRanking {
    fn size(&self) -> u64 {
        self.axes.size()
    }

    fn rank(&self, state: &[C; N]) -> u64 {
        self.axes.rank(state).unwrap_or_default()
    }

    fn unrank(&self, rank: u64) -> [C; N] {
        let axes = &*self.axes;
        let mut values = vec![0; axes.coordinates.len()];
        let mut tuple = axes.tuple_of(rank);
        for axis in &axes.parts {
            let mut rest = axis.tuple((tuple % axis.size as u64) as usize);
            tuple /= axis.size as u64;
            for &(index, size) in axis.coordinates.iter().rev() {
                values[index] = rest % size;
                rest /= size;
            }
        }
        let mut state = [C::ZERO; N];
        for (((orbit, keep), part), value) in axes.projections.iter().zip(&*self.values).zip(values)
        {
            let slots = axes.orbits[*orbit].slots();
            let first = value * slots.len();
            for (index, code) in state[slots].iter_mut().enumerate() {
                // The class of a piece is its code in orientation 0.
                let class = part.class(first + index);
                let orients = *keep == Projection::Orientations;
                *code = C::of(if orients { code.number() + class } else { class });
            }
        }
        state
    }
}

/// The letters of a metric on ranks: one lookup for each axis.
pub(crate) struct RankTurns {
    axes: Arc<Axes>,
    /// The letters of the axes that are moves.
    letters: Vec<usize>,
}

impl RankTurns {
    pub(crate) fn new(axes: Arc<Axes>, letters: Vec<usize>) -> Self {
        Self { axes, letters }
    }
}

impl Successors for RankTurns {
    fn append(&self, ranks: &[u64], into: &mut Vec<u64>) {
        into.reserve(ranks.len() * self.letters.len());
        for &rank in ranks {
            let tuple = self.axes.tuple_of(rank);
            let first = into.len();
            into.resize(first + self.letters.len(), 0);
            let (mut rest, mut weight) = (tuple, 1);
            for axis in &self.axes.parts {
                let size = axis.size as u64;
                let number = (rest % size) as usize;
                rest /= size;
                let row = &axis.after[number * axis.letters..][..axis.letters];
                for (neighbour, &letter) in into[first..].iter_mut().zip(&self.letters) {
                    *neighbour += weight * u64::from(row[letter]);
                }
                weight *= size;
            }
            if self.axes.holes.is_some() {
                for neighbour in &mut into[first..] {
                    *neighbour = self.axes.rank_of(*neighbour);
                }
            }
        }
    }
}
