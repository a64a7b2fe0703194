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

/// Random elements in a row that must be products of the chain.
const CERTAIN: usize = 48;

/// Elements mixed by product replacement, at least.
const POOL: usize = 12;

/// Steps of product replacement before the first element is used.
const WARM_UP: usize = 100;

/// The images of all points.
pub type Permutation = Box<[u16]>;

/// The elements that fix all smaller points.
#[derive(Debug)]
struct Level {
    /// The images of the level's point, in the order in which they were found.
    images: Vec<u16>,
    /// For each point that is an image, an element that takes the level's point there.
    transversal: Vec<Option<Permutation>>,
    generators: Vec<Permutation>,
}

/// A permutation group as a stabiliser chain, whose base is all points in order.
#[derive(Debug)]
pub struct Group {
    levels: Vec<Level>,
}

/// First `b`, then `a`.
fn after(a: &[u16], b: &[u16]) -> Permutation {
    b.iter().map(|&middle| a[usize::from(middle)]).collect()
}

fn inverse(a: &[u16]) -> Permutation {
    let mut back = vec![0; a.len()];
    for (point, &image) in a.iter().enumerate() {
        back[usize::from(image)] = point as u16;
    }
    back.into()
}

impl Level {
    fn new(point: usize, points: usize) -> Self {
        let mut transversal = vec![None; points];
        transversal[point] = Some((0..points as u16).collect());
        Self { images: vec![point as u16], transversal, generators: Vec::new() }
    }

    /// Adds a generator and the images that it makes possible.
    fn add(&mut self, generator: &[u16]) {
        let (first_untried, first_new) = (self.images.len(), self.generators.len());
        self.generators.push(generator.into());
        let mut at = 0;
        while let Some(&from) = self.images.get(at) {
            // Points found now are moved by every generator, the others by the new one.
            let generators = if at < first_untried { first_new } else { 0 };
            for generator in &self.generators[generators..] {
                let to = generator[usize::from(from)];
                if self.transversal[usize::from(to)].is_none() {
                    let way = self.transversal[usize::from(from)].as_deref().unwrap_or_default();
                    self.transversal[usize::from(to)] = Some(after(generator, way));
                    self.images.push(to);
                }
            }
            at += 1;
        }
    }
}

impl Group {
    /// The group that permutations of this many points generate.
    pub fn new(generators: &[Permutation], points: usize) -> Self {
        let levels = (0..points).map(|point| Level::new(point, points)).collect();
        let mut group = Self { levels };
        for generator in generators {
            group.insert(generator, 0);
        }
        let mut random = Random::new(generators, points);
        let mut members = 0;
        while members < CERTAIN {
            let element = random.element();
            let (remainder, level) = group.sift(element);
            match level {
                None => members += 1,
                Some(level) => {
                    members = 0;
                    group.insert(&remainder, level);
                }
            }
        }
        group
    }

    /// Adds an element that fixes all points below `level` to the levels that it belongs to and that
    /// do not generate it already.
    fn insert(&mut self, element: &[u16], level: usize) {
        let moved =
            element.iter().enumerate().position(|(point, &image)| point != usize::from(image));
        let Some(moved) = moved else { return };
        for level in &mut self.levels[..=moved.max(level)] {
            level.add(element);
        }
    }

    /// Divides an element by the chain. The remainder fixes all points below the level, which is
    /// `None` for the identity.
    fn sift(&self, mut element: Permutation) -> (Permutation, Option<usize>) {
        for (point, level) in self.levels.iter().enumerate() {
            let image = usize::from(element[point]);
            if image == point {
                continue;
            }
            match &level.transversal[image] {
                Some(way) => element = after(&inverse(way), &element),
                None => return (element, Some(point)),
            }
        }
        (element, None)
    }

    /// Number of elements; `None` if it exceeds `u128`.
    pub fn order(&self) -> Option<u128> {
        self.levels
            .iter()
            .try_fold(1u128, |order, level| order.checked_mul(level.images.len() as u128))
    }

    /// True if a permutation of the points is an element.
    pub fn contains(&self, permutation: &[u16]) -> bool {
        self.sift(permutation.into()).1.is_none()
    }

    /// A uniform element, given uniform numbers below a bound. It depends on these numbers and on the
    /// group, not on how the chain was found.
    pub fn random(&self, mut below: impl FnMut(u64) -> u64) -> Permutation {
        let mut element: Permutation = (0..self.levels.len() as u16).collect();
        for level in self.levels.iter().filter(|level| level.images.len() > 1) {
            // An image and its point as one number, in the order of both.
            let image =
                |&point: &u16| (u64::from(element[usize::from(point)]) << 16) | u64::from(point);
            let mut images: Vec<u64> = level.images.iter().map(image).collect();
            images.sort_unstable();
            let point = images[below(images.len() as u64) as usize] as u16;
            element = after(&element, level.way(point));
        }
        element
    }

    /// Searches for an element that takes every point to one that `allows` allows, and that `accepts`
    /// accepts. `None` if more than `max_nodes` elements of the chain would have to be tried.
    pub fn find(
        &self,
        allows: &impl Fn(usize, usize) -> bool,
        accepts: &impl Fn(&[u16]) -> bool,
        max_nodes: usize,
    ) -> Option<bool> {
        let start: Permutation = (0..self.levels.len() as u16).collect();
        let mut search = Search { group: self, allows, accepts, left: max_nodes };
        match search.from(0, &start) {
            true => Some(true),
            false if search.left == 0 => None,
            false => Some(false),
        }
    }
}

impl Level {
    fn way(&self, point: u16) -> &[u16] {
        self.transversal[usize::from(point)].as_deref().unwrap_or_default()
    }
}

/// A depth-first search through the chain.
struct Search<'a, F, G> {
    group: &'a Group,
    allows: &'a F,
    accepts: &'a G,
    /// Elements that may still be tried.
    left: usize,
}

impl<F: Fn(usize, usize) -> bool, G: Fn(&[u16]) -> bool> Search<'_, F, G> {
    /// Continues an element whose images of all points below `first` are final.
    fn from(&mut self, first: usize, element: &[u16]) -> bool {
        let levels = &self.group.levels;
        // Where there is no choice, no element needs to be made.
        let Some(point) = (first..levels.len()).find(|&point| levels[point].images.len() > 1)
        else {
            return (self.accepts)(element);
        };
        for &image in &levels[point].images {
            if !(self.allows)(point, element[usize::from(image)].into()) {
                continue;
            }
            if self.left == 0 {
                return false;
            }
            self.left -= 1;
            if self.from(point + 1, &after(element, levels[point].way(image))) {
                return true;
            }
        }
        false
    }
}

/// Product replacement: F. Celler, C. R. Leedham-Green, S. H. Murray, A. C. Niemeyer, E. A. O'Brien,
/// *Generating random elements of a finite group*, Communications in Algebra 23, 1995.
struct Random {
    pool: Vec<Permutation>,
    product: Permutation,
    /// The state of `splitmix64`.
    state: u64,
}

impl Random {
    fn new(generators: &[Permutation], points: usize) -> Self {
        let identity: Permutation = (0..points as u16).collect();
        let mut pool: Vec<Permutation> = generators.to_vec();
        while pool.len() < POOL {
            let again = pool.get(pool.len() % generators.len().max(1)).unwrap_or(&identity).clone();
            pool.push(again);
        }
        let mut random = Self { pool, product: identity, state: 0 };
        for _ in 0..WARM_UP {
            random.element();
        }
        random
    }

    fn below(&mut self, n: usize) -> usize {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % n as u64) as usize
    }

    fn element(&mut self) -> Permutation {
        let one = self.below(self.pool.len());
        let mut other = self.below(self.pool.len() - 1);
        if other >= one {
            other += 1;
        }
        let factor =
            if self.below(2) == 0 { inverse(&self.pool[other]) } else { self.pool[other].clone() };
        self.pool[one] = if self.below(2) == 0 {
            after(&self.pool[one], &factor)
        } else {
            after(&factor, &self.pool[one])
        };
        self.product = after(&self.product, &self.pool[one]);
        self.product.clone()
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
