//! The vector steps leave the same batches as the portable ones, for random contents.

use super::*;
use crate::arch::pdb::index;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// The number of random values; few that repeat for an interpreter, which is slow.
fn drawn<T: Copy>(count: usize, draw: impl FnMut() -> T) -> Vec<T> {
    let distinct = if cfg!(miri) { count.min(64) } else { count };
    let few: Vec<T> = std::iter::repeat_with(draw).take(distinct).collect();
    let mut all = few.repeat(count.div_ceil(distinct));
    all.truncate(count);
    all
}

/// Random tables and nodes; their meaning does not matter here.
fn compare<const C: usize, const L: usize>(views: usize, halves: (u32, u32)) -> usize {
    let mut random = ChaCha8Rng::seed_from_u64(C as u64 + L as u64);
    let cells = (halves.0 + halves.1) as usize;
    let bytes: Vec<u8> = drawn(8 * 5000, || random.next_u32() as u8);
    let records: Vec<[u64; 2]> = drawn(900, || {
        [(random.next_u64() & !0xfff_ffff) | (random.next_u64() % 2000), random.next_u64()]
    });
    // A move takes a tile of a pattern to cells of 8 and more, so no two collide.
    let beyond = if cells >= 24 { 16 } else { 8 };
    assert!(cells >= beyond + 8);
    let cell = |random: &mut ChaCha8Rng| (random.next_u32() as usize % cells) as u8;
    let change = |random: &mut ChaCha8Rng| (beyond + random.next_u32() as usize % 8) as u8;
    let moves: Vec<[[u16; 4]; 32]> = (0..L)
        .map(|_| {
            std::array::from_fn(|_| {
                std::array::from_fn(|_| {
                    u16::from_le_bytes([change(&mut random), cell(&mut random)])
                })
            })
        })
        .collect();
    let mut weights = Weights::default();
    for lane in 0..L {
        let row: Vec<u16> = (0..=lane % 8).map(|_| random.next_u32() as u16 % 20_000).collect();
        weights.set(lane, &row);
    }
    let lanes: Vec<Lane<'_>> = moves
        .iter()
        .enumerate()
        .map(|(i, moves)| Lane {
            bytes: &bytes[..8 * (2000 + 100 * i)],
            records: &records[..300 + i],
            stride: 128 + 64 * i as u32,
            moves,
            frame: std::array::from_fn(|_| cell(&mut random)),
            tiles: std::array::from_fn(|slot| {
                if slot > i % 8 { NO_TILE } else { random.next_u32() as u8 % C as u8 }
            }),
        })
        .collect();
    let seats: Vec<[(u8, u8); 32]> = (0..views)
        .map(|_| {
            std::array::from_fn(|_| {
                let lane = random.next_u32() as usize % L;
                (lane as u8, 8 * (random.next_u32() as usize % (lane % 8 + 1)) as u8)
            })
        })
        .collect();
    let targets: [[u8; 4]; 32] =
        std::array::from_fn(|_| std::array::from_fn(|_| cell(&mut random)));
    let mut state =
        || if random.next_u32().is_multiple_of(2) { 0 } else { random.next_u64() & 0xffff };
    let rows: Vec<u64> = drawn(ROWS, || (0..4).fold(0, |row, _| row << 16 | state()));
    let low: Vec<u32> = drawn(1 << halves.0, || random.next_u32() % 500);
    let high: Vec<u32> = drawn((halves.0 as usize + 1) << halves.1, || random.next_u32() % 500);
    let tables = Tables::new(lanes, &seats, &targets, &rows, &weights, halves, &low, &high);
    let mut judged = 0;
    // An interpreter is slow.
    let counts: Vec<usize> = if cfg!(miri) {
        vec![0, 1, NODES]
    } else {
        (0..=NODES).chain(std::iter::repeat_n(NODES, 200)).collect()
    };
    for count in counts {
        let kernels = Kernel::available();
        let mut batches: Vec<Batch<C, L>> = kernels.iter().map(|_| Batch::new()).collect();
        for place in 0..count {
            let node = node::<C, L>(&mut random);
            for batch in &mut batches {
                batch.nodes[place] = node;
            }
        }
        for (batch, kernel) in batches.iter_mut().zip(kernels) {
            batch.count = count;
            kernel.fill(&tables, batch);
            for _ in 0..views {
                kernel.locate(&tables, batch);
                kernel.judge(&tables, batch);
            }
        }
        let (portable, others) = batches.split_first().expect("one for every processor");
        for other in others {
            assert_same(portable, other);
        }
        for node in &portable.nodes[..count] {
            let places = |kernel: Kernel| kernel.places::<C, L>(&tables, &node.cells);
            let mut places = Kernel::available().into_iter().map(places);
            let first = places.next();
            assert!(places.all(|other| Some(other) == first));
        }
        judged += portable.length;
    }
    judged
}

/// A random node whose patterns have their tiles on cells below 8.
fn node<const C: usize, const L: usize>(random: &mut ChaCha8Rng) -> Node<C, L> {
    let base = 8;
    Node {
        lanes: std::array::from_fn(|lane| {
            let mut places: Vec<u8> = (0..base as u8).collect();
            for i in 0..=lane % 8 {
                places.swap(i, i + random.next_u32() as usize % (base - i));
            }
            index::pack(&places[..=lane % 8])
        }),
        cells: std::array::from_fn(|_| random.next_u32() as u8 & 31),
        margins: Margins(random.next_u64() & 0x0101_0302_ffff_ffff),
        meta: Meta(random.next_u64()),
    }
}

/// Asserts that two batches have the same children.
fn assert_same<const C: usize, const L: usize>(one: &Batch<C, L>, other: &Batch<C, L>) {
    let length = one.length;
    assert_eq!(other.length, length);
    assert_eq!(other.children[..length], one.children[..length]);
    assert_eq!(other.margins[..length], one.margins[..length]);
}

#[test]
fn vector_steps_agree_with_portable_ones() {
    let judged = compare::<16, 4>(2, (8, 8))
        + compare::<16, 16>(4, (8, 8))
        + compare::<16, 2>(1, (8, 8))
        + compare::<32, 8>(2, (13, 12))
        + compare::<32, 10>(3, (10, 10));
    let min_children = if cfg!(miri) { 10 } else { 1000 };
    assert!(judged > min_children, "{judged} children left in the end");
}
