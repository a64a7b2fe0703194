//! The indices of random patterns, by every instruction set.

use super::*;
use crate::tile_order;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

#[test]
fn the_weighted_inversions_are_the_rank_of_the_order() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut weights = Weights::default();
    for tiles in 1..=8 {
        let row: Vec<u16> = (0..tiles).map(|m| tile_order::weight(tiles, m) as u16).collect();
        weights.set(tiles + 7, &row);
    }
    let (mut patterns, mut numbers, mut expected) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..if cfg!(miri) { 40 } else { 4000 } {
        let tiles = random.next_u32() as usize % 8 + 1;
        let mut board: Vec<u8> = (0..32).collect();
        for i in 0..tiles {
            board.swap(i, i + random.next_u32() as usize % (32 - i));
        }
        let cells = &board[..tiles];
        let mut slots: Vec<u8> = (0..tiles as u8).collect();
        slots.sort_by_key(|&slot| cells[usize::from(slot)]);
        let occupied = cells.iter().fold(0u32, |set, &cell| set | 1 << cell);
        patterns.push(pack(cells));
        numbers.push(tiles as u8 + 7);
        expected.push(u64::from(occupied) | (tile_order::rank(&slots) as u64) << 32);
    }
    let groups = patterns.as_chunks().0.iter().zip(numbers.as_chunks().0);
    let indices = |indices: fn(&Weights, &[u64; GROUP], [u8; GROUP]) -> Indices| {
        let groups =
            groups.clone().flat_map(|(patterns, &numbers)| indices(&weights, patterns, numbers));
        groups.collect::<Vec<u64>>()
    };
    // SAFETY: plain words need no features.
    assert_eq!(indices(|w, p, n| unsafe { Plain::indices(w, p, n) }), expected);
    #[cfg(any(target_arch = "aarch64", target_feature = "simd128"))]
    // SAFETY: every processor of these builds has the vectors.
    assert_eq!(indices(|w, p, n| unsafe { Simd128::indices(w, p, n) }), expected);
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the feature was detected.
        assert_eq!(indices(|w, p, n| unsafe { Avx2::indices(w, p, n) }), expected);
    }
}
