//! The group of permutations that the moves of a puzzle generate: its order, uniform elements, and membership.
//!
//! A stabiliser chain (C. C. Sims, *Computational methods in the study of permutation groups*,
//! 1970), completed with random elements (J. S. Leon, *On an algorithm for finding a base and a strong
//! generating set for a group given by generating permutations*, Mathematics of Computation 35, 1980):
//!
//! ```text
//! level b, for each point b: the elements that fix the points below b; the images of b under them,
//!     and an element that takes b to each image
//! until CERTAIN random elements in a row are products of these
//!     sift a random element; the remainder at level b fixes all points below b
//!     add it to the levels up to b
//! ```
//!
//! Each sifted element of an incomplete chain reveals it with a probability of at least 1/2, if it is
//! uniform; product replacement makes it nearly so. A chain that is not complete is then accepted
//! with a probability of about 2^-CERTAIN. The random numbers are fixed, so the result is always the
//! same.
//!
//! Departures, so that puzzles of thousands of pieces have a chain in seconds:
//!
//! 1. An element of level b is stored without the images of the points below b, which it fixes.
//! 2. The inverse of an element is sifted, because it takes one product for a level instead of an inverse and a
//!    product.
//! 3. Levels share their generators.
//! 4. A chain that would take too much work or memory is given up; then order and membership are unknown, and
//!    random elements are those of product replacement.

mod replacement;

use replacement::Replacement;

/// Random elements in a row that must be products of the chain.
const CERTAIN: usize = 48;

/// Images that are read while a chain is made, at most: a few seconds.
const MAX_WORK: u64 = 1 << 33;

/// Images that a chain stores, at most: 128 MiB.
const MAX_STORED: u64 = 1 << 26;

/// The images of all points.
pub type Permutation = Box<[u16]>;

/// The elements that fix all smaller points.
#[derive(Debug, Default)]
struct Level {
    /// The images of the level's point, in the order in which they were found.
    images: Vec<u16>,
    /// For each point, 1 + its index among the images, or 0; empty while the point is its only image.
    places: Vec<u16>,
    /// For each image an element that takes the level's point there: the images of this point and of the greater ones.
    ways: Vec<Permutation>,
    /// Indices of the elements that generate the level.
    generators: Vec<u32>,
}

/// A permutation group as a stabiliser chain, whose base is all points in order.
#[derive(Debug)]
pub struct Group {
    /// No levels if the chain was given up.
    levels: Vec<Level>,
    /// The generators of the levels.
    elements: Vec<Permutation>,
    points: usize,
    cost: Cost,
}

/// Work and memory of a chain.
#[derive(Clone, Copy, Debug, Default)]
struct Cost {
    read: u64,
    stored: u64,
}

impl Cost {
    fn is_too_high(self) -> bool {
        self.read > MAX_WORK || self.stored > MAX_STORED
    }
}

/// First `b`, then `a`.
pub(crate) fn after(a: &[u16], b: &[u16]) -> Permutation {
    b.iter().map(|&middle| a[usize::from(middle)]).collect()
}

pub(crate) fn inverse(a: &[u16]) -> Permutation {
    let mut back = vec![0; a.len()];
    for (point, &image) in a.iter().enumerate() {
        back[usize::from(image)] = point as u16;
    }
    back.into()
}

impl Level {
    /// The index of an image, if the point is one.
    fn place(&self, image: usize) -> Option<usize> {
        usize::from(*self.places.get(image)?).checked_sub(1)
    }

    /// Adds a generator, and the images of the level's point that it makes possible.
    fn add(&mut self, point: usize, elements: &[Permutation], generator: u32, cost: &mut Cost) {
        let (first_untried, first_new) = (self.images.len(), self.generators.len());
        self.generators.push(generator);
        let mut at = 0;
        while let Some(&from) = self.images.get(at) {
            // Points found now are moved by every generator, the others by the new one.
            let generators = if at < first_untried { first_new } else { 0 };
            cost.read += (self.generators.len() - generators) as u64;
            for &generator in &self.generators[generators..] {
                let generator = &elements[generator as usize];
                let to = generator[usize::from(from)];
                if self.places.is_empty() && usize::from(to) != point {
                    self.places = vec![0; generator.len()];
                    self.places[point] = 1;
                    self.ways.push((point as u16..generator.len() as u16).collect());
                }
                if self.places.get(usize::from(to)).is_none_or(|&place| place > 0) {
                    continue;
                }
                let way = after(generator, &self.ways[at]);
                cost.read += way.len() as u64;
                cost.stored += way.len() as u64;
                self.ways.push(way);
                self.images.push(to);
                self.places[usize::from(to)] = self.images.len() as u16;
            }
            at += 1;
        }
    }

    /// First the element that takes the level's point to an image, then another element.
    fn before(&self, element: &[u16], point: usize, place: usize) -> Permutation {
        let mut product: Permutation = element.into();
        if let Some(way) = self.ways.get(place) {
            for (image, &middle) in product[point..].iter_mut().zip(way) {
                *image = element[usize::from(middle)];
            }
        }
        product
    }
}

impl Group {
    /// The group that permutations of this many points generate.
    pub fn new(generators: &[Permutation], points: usize) -> Self {
        let level = |point| Level { images: vec![point as u16], ..Level::default() };
        let levels = (0..points).map(level).collect();
        let mut group = Self { levels, elements: Vec::new(), points, cost: Cost::default() };
        for generator in generators {
            group.insert(generator.clone(), 0);
        }
        let mut random = Replacement::new(generators, points, 0);
        let mut members = 0;
        while members < CERTAIN {
            if group.cost.is_too_high() {
                return Self { levels: Vec::new(), elements: generators.to_vec(), ..group };
            }
            match group.sift(random.element()) {
                None => members += 1,
                Some((remainder, level)) => {
                    members = 0;
                    group.insert(remainder, level);
                }
            }
        }
        group
    }

    /// Adds an element that fixes all points below `level` to the levels that it belongs to and that
    /// do not generate it already.
    fn insert(&mut self, element: Permutation, level: usize) {
        let moved =
            element.iter().enumerate().position(|(point, &image)| point != usize::from(image));
        let Some(moved) = moved else { return };
        let generator = self.elements.len() as u32;
        self.cost.stored += element.len() as u64;
        self.elements.push(element);
        for (point, level) in self.levels[..=moved.max(level)].iter_mut().enumerate() {
            level.add(point, &self.elements, generator, &mut self.cost);
        }
    }

    /// Divides the inverse of `back` by the chain. The inverse of the remainder, and the level below which it fixes
    /// all points; `None` if the remainder moves nothing.
    fn sift(&mut self, back: Permutation) -> Option<(Permutation, usize)> {
        let mut read = 0;
        let remainder = self.remainder(back, &mut read);
        self.cost.read += read;
        remainder
    }

    /// Does the same as [`sift`](Self::sift), and adds the number of images read to a count.
    fn remainder(&self, mut back: Permutation, read: &mut u64) -> Option<(Permutation, usize)> {
        let mut quotient = Vec::with_capacity(self.points);
        for (point, level) in self.levels.iter().enumerate() {
            if usize::from(back[point]) == point {
                continue;
            }
            let is_origin = |&origin: &u16| usize::from(origin) == point;
            let image = back[point..].iter().position(is_origin).unwrap_or(0) + point;
            let Some(place) = level.place(image) else { return Some((back, point)) };
            quotient.clear();
            quotient.extend(level.ways[place].iter().map(|&middle| back[usize::from(middle)]));
            *read += quotient.len() as u64;
            back[point..].copy_from_slice(&quotient);
        }
        None
    }

    /// Number of elements; `None` if it exceeds `u128`, or is unknown.
    pub fn order(&self) -> Option<u128> {
        let mut sizes = self.levels.iter().map(|level| level.images.len() as u128);
        sizes.try_fold(1, u128::checked_mul).filter(|_| self.is_known())
    }

    /// The numbers of images along the chain, whose product is the order; `None` if the chain was given up.
    pub fn orbit_lengths(&self) -> Option<Vec<usize>> {
        self.is_known().then(|| self.levels.iter().map(|level| level.images.len()).collect())
    }

    /// True if the chain was completed.
    fn is_known(&self) -> bool {
        self.levels.len() == self.points
    }

    /// True if a permutation of the points is an element, as its inverse is; also if the chain was given up.
    pub fn contains(&self, permutation: &[u16]) -> bool {
        self.remainder(permutation.into(), &mut 0).is_none()
    }

    /// A uniform element, given uniform numbers below a bound. It depends on these numbers and on the
    /// group, not on how the chain was found. Without a chain, the element is nearly uniform.
    pub fn random(&self, mut below: impl FnMut(u64) -> u64) -> Permutation {
        if !self.is_known() {
            return Replacement::new(&self.elements, self.points, below(u64::MAX)).element();
        }
        let mut element: Permutation = (0..self.levels.len() as u16).collect();
        for (point, level) in self.levels.iter().enumerate() {
            if level.images.len() == 1 {
                continue;
            }
            // An image and its place as one number, in the order of the images.
            let image = |(place, &image): (usize, &u16)| {
                (u64::from(element[usize::from(image)]) << 16) | place as u64
            };
            let mut images: Vec<u64> = level.images.iter().enumerate().map(image).collect();
            images.sort_unstable();
            let place = images[below(images.len() as u64) as usize] & 0xFFFF;
            element = level.before(&element, point, place as usize);
        }
        element
    }

    /// Searches for an element that takes every point to one that `allows` allows, and that `accepts`
    /// accepts. `None` if more than `max_nodes` elements of the chain would have to be tried, or without a chain.
    pub fn find(
        &self,
        allows: &impl Fn(usize, usize) -> bool,
        accepts: &impl Fn(&[u16]) -> bool,
        max_nodes: usize,
    ) -> Option<bool> {
        let start: Permutation = (0..self.points as u16).collect();
        let node_budget = if self.is_known() { max_nodes } else { 0 };
        let mut search = Search { group: self, allows, accepts, node_budget };
        match search.node_budget > 0 && search.from(0, &start) {
            true => Some(true),
            false if search.node_budget == 0 => None,
            false => Some(false),
        }
    }
}

/// A depth-first search through the chain.
struct Search<'a, F, G> {
    group: &'a Group,
    allows: &'a F,
    accepts: &'a G,
    /// Elements that may still be tried.
    node_budget: usize,
}

impl<F: Fn(usize, usize) -> bool, G: Fn(&[u16]) -> bool> Search<'_, F, G> {
    /// Continues an element whose images of all points below `first` are final.
    fn from(&mut self, first: usize, element: &[u16]) -> bool {
        let levels = &self.group.levels;
        // A level with a single image leaves the element unchanged.
        let Some(point) = (first..levels.len()).find(|&point| levels[point].images.len() > 1)
        else {
            return (self.accepts)(element);
        };
        for (place, &image) in levels[point].images.iter().enumerate() {
            if !(self.allows)(point, element[usize::from(image)].into()) {
                continue;
            }
            if self.node_budget == 0 {
                return false;
            }
            self.node_budget -= 1;
            if self.from(point + 1, &levels[point].before(element, point, place)) {
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn group(generators: &[&[u16]]) -> Group {
        let generators: Vec<Permutation> = generators.iter().map(|&g| g.into()).collect();
        Group::new(&generators, generators[0].len())
    }

    #[test]
    fn orders_are_those_of_known_groups() {
        let symmetric = group(&[&[1, 0, 2, 3, 4, 5, 6, 7], &[1, 2, 3, 4, 5, 6, 7, 0]]);
        assert_eq!(symmetric.order(), Some(40_320));
        let alternating = group(&[&[1, 2, 0, 3, 4], &[0, 1, 3, 4, 2]]);
        assert_eq!(alternating.order(), Some(60));
        // The Mathieu group M12: x -> x + 1 on 11 points, multiplication by 3, and x -> -1/x with
        // infinity as point 11.
        let shift = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0, 11];
        let m11 = [0, 1, 9, 7, 8, 6, 5, 3, 4, 2, 10, 11];
        let dihedral = group(&[&shift, &m11]);
        assert!(dihedral.order().is_some_and(|order| order.is_multiple_of(11)));
    }

    #[test]
    fn every_element_is_found_and_every_random_one_is_a_member() {
        let a5 = group(&[&[1, 2, 0, 3, 4], &[0, 1, 3, 4, 2]]);
        let any = |target: &[u16]| {
            let allows = |point: usize, image: usize| usize::from(target[point]) == image;
            a5.find(&allows, &|element| element == target, 1_000)
        };
        assert_eq!(any(&[1, 2, 3, 4, 0]), Some(true));
        assert_eq!(any(&[1, 0, 2, 3, 4]), Some(false), "an odd permutation");
        assert!(a5.contains(&[1, 2, 3, 4, 0]) && !a5.contains(&[1, 0, 2, 3, 4]));
        let mut seen = std::collections::BTreeSet::new();
        for number in 0..60 {
            let mut rest = number;
            let element = a5.random(|n| {
                let digit = rest % n;
                rest /= n;
                digit
            });
            assert_eq!(any(&element), Some(true));
            seen.insert(element);
        }
        assert_eq!(seen.len(), 60, "each element for one list of numbers");
    }
}
