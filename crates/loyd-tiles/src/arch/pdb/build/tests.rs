//! Every rotation compared with moving the elements of plain sequences, on every instruction set.

use super::{Kernels, Rotation};
use crate::arch::bitmap::Line;
use crate::tile_order::{orders, rank, unrank};
use loyd_search::arch::line::bytes_mut;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Byte and bit of an order in a block.
fn place(tiles: usize, order: usize) -> (usize, u32) {
    let (first, rest) = (order % tiles, order / tiles);
    let second = (tiles - 1).max(1);
    (8 * (rest / second) + rest % second, first as u32)
}

fn block(tiles: usize, states: &[bool]) -> Vec<Line> {
    let mut lines = vec![Line::ZERO; Rotation::words_of(tiles).div_ceil(8)];
    for (order, _) in states.iter().enumerate().filter(|(_, state)| **state) {
        let (byte, bit) = place(tiles, order);
        // Lanes are little-endian on the processors that have kernels; the test goes by lanes.
        let lane = &mut lines[byte / 64].0[byte % 64 / 2];
        *lane |= 1 << (8 * (byte as u32 % 2) + bit);
    }
    lines
}

#[test]
fn rotations_move_the_elements_of_a_sequence() {
    let mut random = ChaCha8Rng::seed_from_u64(9);
    for tiles in 1..=if cfg!(miri) { 4 } else { Rotation::MAX_TILES } {
        for (from, to) in (0..tiles).flat_map(|from| (0..tiles).map(move |to| (from, to))) {
            let rotation = Rotation::new(tiles, from, to);
            let mut some = || -> Vec<bool> {
                (0..orders(tiles)).map(|_| random.next_u32() % 3 == 0).collect()
            };
            let (source, before) = (some(), some());
            let expected: Vec<bool> = (0..orders(tiles))
                .map(|number| {
                    let mut order = unrank(tiles, number);
                    let element = order.remove(from);
                    order.insert(to, element);
                    before[number] || source[rank(&order)]
                })
                .collect();
            for kernels in Kernels::available() {
                let mut out = block(tiles, &before);
                let mut scratch = vec![Line::ZERO; out.len()];
                bytes_mut(&mut scratch).fill(0xa5);
                kernels.rotate(&rotation, &block(tiles, &source), &mut out, &mut scratch);
                let what = format!("{tiles} tiles, {from} to {to}, {}", kernels.name());
                assert!(out == block(tiles, &expected), "{what}");
            }
        }
    }
}

#[test]
fn settling_adds_and_counts_new_states() {
    let mut random = ChaCha8Rng::seed_from_u64(10);
    let mut some = |lines: usize, of: u32| -> Vec<Line> {
        let mut lane = || (0..of).fold(!0, |lane, _| lane & random.next_u32() as u16);
        (0..lines).map(|_| Line(std::array::from_fn(|_| lane()))).collect()
    };
    for sources in 0..=super::MAX_SOURCES {
        let blocks: Vec<Vec<Line>> = (0..sources).map(|_| some(5, 4)).collect();
        let blocks: Vec<&[Line]> = blocks.iter().map(|block| &block[..]).collect();
        let (within, news) = (some(5, 1), some(5, 2));
        let mut count = 0;
        let (mut expected, mut expected_news) = (within.clone(), news.clone());
        for line in 0..5 {
            for lane in 0..32 {
                let all = blocks.iter().fold(0, |all, block| all | block[line].0[lane]);
                let new = all & !within[line].0[lane];
                count += u64::from(new.count_ones());
                expected[line].0[lane] |= new;
                expected_news[line].0[lane] |= new;
            }
        }
        for kernels in Kernels::available() {
            let (mut out, mut out_news) = (within.clone(), news.clone());
            assert_eq!(kernels.settle(&blocks, &mut out, None), count, "{}", kernels.name());
            assert_eq!(out, expected);
            let mut out = within.clone();
            assert_eq!(kernels.settle(&blocks, &mut out, Some(&mut out_news)), count);
            assert!(out == expected && out_news == expected_news, "{}", kernels.name());
        }
    }
}
