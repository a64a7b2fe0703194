//! States up to the 48 symmetries and inversion: the definition, image by image.
//!
//! ```text
//! key = least rank of the 96 images · 2^7 + number of images with that rank
//! ```
//!
//! The space is small enough for bitmaps, so nothing here is made fast.

use super::{Cube2, Cube2Ranking, Cube2Space, Cube2Symmetry};
use crate::{Metric, MetricName};
use loyd_search::puzzle;
use loyd_search::space::{Ranking, Symmetry};
use std::marker::PhantomData;

/// Bits of the number of images.
const BITS: u32 = 7;

/// The classes of the 2x2x2 cube with moves of metric `M`.
pub(super) struct Classes<M> {
    ranking: Cube2Ranking,
    symmetry: Cube2Symmetry,
    metric: PhantomData<M>,
}

impl<M: Metric> Classes<M> {
    pub(super) fn new() -> Self {
        let (ranking, symmetry) = (Cube2Ranking::new(), Cube2Symmetry::new());
        Self { ranking, symmetry, metric: PhantomData }
    }

    fn key(&self, cube: Cube2) -> u64 {
        let (mut min_rank, mut same) = (u64::MAX, 0);
        for cube in [cube, cube.inverse()] {
            for element in 0..self.symmetry.order() {
                let rank = self.ranking.rank(&self.symmetry.image(element, &cube));
                if rank < min_rank {
                    (min_rank, same) = (rank, 0);
                }
                same += u64::from(rank == min_rank);
            }
        }
        min_rank << BITS | same
    }

    fn cube(&self, key: u64) -> Cube2 {
        self.ranking.unrank(key >> BITS)
    }
}

impl<M: Metric> puzzle::Classes for Classes<M> {
    fn goal(&self) -> u64 {
        self.key(Cube2::SOLVED)
    }

    fn append(&self, keys: &[u64], into: &mut Vec<u64>) {
        for &key in keys {
            let cube = self.cube(key);
            for cube in [cube, cube.inverse()] {
                into.extend(
                    Cube2Space::<M>::TURNS.iter().map(|&turn| self.key(cube.after(&[turn]))),
                );
            }
        }
    }

    fn max_neighbours(&self) -> usize {
        2 * Cube2Space::<M>::TURNS.len()
    }

    fn states(&self, keys: &[u64]) -> u64 {
        let images = 2 * self.symmetry.order() as u64;
        keys.iter().map(|key| images / (key & ((1 << BITS) - 1))).sum()
    }

    fn is_key(&self, number: u64) -> bool {
        let (images, equal_images) = (2 * self.symmetry.order() as u64, number & ((1 << BITS) - 1));
        number >> BITS < self.ranking.size()
            && equal_images > 0
            && images.is_multiple_of(equal_images)
    }

    fn is_bipartite(&self) -> bool {
        M::NAME == MetricName::Quarter
    }

    fn bytes(&self) -> u64 {
        // As their heads say.
        (60 + 10) << 10
    }
}
