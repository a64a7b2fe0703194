//! Random elements of a permutation group by product replacement: F. Celler, C. R. Leedham-Green, S. H. Murray,
//! A. C. Niemeyer, E. A. O'Brien, *Generating random elements of a finite group*, Communications in Algebra 23, 1995.

use crate::permutation::{Permutation, after, inverse};

/// Elements mixed by product replacement, at least.
const POOL: usize = 12;

/// Steps of product replacement before the first element is used, at least.
const WARM_UP: usize = 100;

/// Steps before the first element for each element of the pool, at least.
const WARM_UP_EACH: usize = 8;

/// A source of elements.
pub(crate) struct Replacement {
    pool: Vec<Permutation>,
    product: Permutation,
    /// The state of `splitmix64`.
    state: u64,
}

impl Replacement {
    /// The elements of a group with these generators; `seed` chooses which.
    pub(crate) fn new(generators: &[Permutation], points: usize, seed: u64) -> Self {
        let identity: Permutation = (0..points as u16).collect();
        let mut pool: Vec<Permutation> = generators.to_vec();
        while pool.len() < POOL {
            let again = pool.get(pool.len() % generators.len().max(1)).unwrap_or(&identity).clone();
            pool.push(again);
        }
        let mut random = Self { pool, product: identity, state: seed };
        for _ in 0..WARM_UP.max(WARM_UP_EACH * random.pool.len()) {
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

    /// The next element.
    pub(crate) fn element(&mut self) -> Permutation {
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
