//! Every fast kernel compared with a simple version, on random blocks.

use proptest::prelude::*;

use super::{BitSwap, Gather, Kernels, LaneSwap, Line, Sources, Store};
use loyd_search::arch::cpu::InstructionSet;
use loyd_search::arch::line::{lanes, lanes_mut};

fn block(lines: usize) -> impl Strategy<Value = Vec<Line>> {
    prop::collection::vec(prop::array::uniform32(any::<u16>()).prop_map(Line), lines)
}

fn ones(line: &Line) -> u64 {
    line.0.iter().map(|lane| u64::from(lane.count_ones())).sum()
}

fn zip(a: &[Line], b: &[Line], f: impl Fn(u16, u16) -> u16) -> Vec<Line> {
    let line = |(a, b): (&Line, &Line)| Line(std::array::from_fn(|i| f(a.0[i], b.0[i])));
    a.iter().zip(b).map(line).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(miri) { 3 } else { 64 }))]

    #[test]
    fn merge_is_or_and_population_count(
        blocks in prop::collection::vec(block(5), 13),
        plain in 0..=8usize,
        pairs in 0..=2usize,
    ) {
        prop_assume!(super::vector::has_kernel(plain, pairs));
        let (mask, shared) = (&blocks[8], &blocks[9]);
        let pair = |i: usize| [&blocks[i][..], &blocks[12 - i][..]];
        let paired: Vec<[&[Line]; 2]> = (0..pairs).map(pair).collect();
        let whole: Vec<&[Line]> = blocks[..plain].iter().map(|b| &b[..]).collect();
        let sources = Sources { plain: &whole, pairs: &paired, mask, ahead: &whole };
        let chosen = |pair: &[&[Line]; 2]| {
            let unmasked = zip(pair[0], mask, |a, m| a & !m);
            zip(&unmasked, &zip(pair[1], mask, |b, m| b & m), |a, b| a | b)
        };
        let all: Vec<Vec<Line>> =
            whole.iter().map(|b| b.to_vec()).chain(paired.iter().map(chosen)).collect();
        let or = all.iter().fold(vec![Line::ZERO; 5], |sum, b| zip(&sum, b, |a, b| a | b));
        let count: u64 = or.iter().map(ones).sum();
        let unions: u64 = all.iter().flat_map(|b| zip(b, shared, |a, s| a | s)).map(|l| ones(&l)).sum();
        for kernels in Kernels::available() {
            for store in [Store::Cached, Store::Streamed] {
                let mut out = vec![Line::ZERO; 5];
                prop_assert_eq!(kernels.merge(&sources, &mut out, store), count);
                prop_assert_eq!(&out, &or);
            }
            let mut out = vec![Line::ZERO; 5];
            prop_assert_eq!(kernels.merge_union(&sources, shared, &mut out), (count, unions));
            prop_assert_eq!(&out, &or);
        }
    }

    #[test]
    fn exchanging_bits_moves_every_state(source in block(4), radix in 2..=16usize, groups in 1..=7usize) {
        let groups = groups.min(128 / (radix - 1));
        let shape = BitSwap::new(radix, groups);
        // Valid blocks have no bits beyond the radix.
        let all = ((1u32 << radix) - 1) as u16;
        let source: Vec<Line> = source.iter().map(|l| Line(l.0.map(|lane| lane & all))).collect();
        let mut expected = vec![Line::ZERO; 4];
        for group in 0..groups {
            for b in 0..radix - 1 {
                for a in 0..radix {
                    let (x, y) = if a <= b { (b + 1, a) } else { (b, a - 1) };
                    let bit = lanes(&source)[group * (radix - 1) + y] >> x & 1;
                    lanes_mut(&mut expected)[group * (radix - 1) + b] |= bit << a;
                }
            }
        }
        for kernels in Kernels::available() {
            let mut out = vec![Line::ZERO; 4];
            kernels.swap_bits(&shape, &source, &mut out);
            prop_assert_eq!(&out, &expected, "{}", kernels.name());
        }
    }

    #[test]
    fn exchanging_lanes_moves_every_lane(
        source in block(8),
        order in (1..=192usize).prop_flat_map(|n| Just((0..n as u8).collect::<Vec<u8>>()).prop_shuffle()),
    ) {
        let groups = 256 / order.len();
        let mut expected = vec![Line::ZERO; 8];
        for lane in 0..groups * order.len() {
            let (group, inside) = (lane / order.len(), lane % order.len());
            lanes_mut(&mut expected)[lane] = lanes(&source)[group * order.len() + usize::from(order[inside])];
        }
        let shape = LaneSwap::new(order, groups);
        for kernels in Kernels::available() {
            let mut out = vec![Line::ZERO; 8];
            kernels.swap_lanes(&shape, &source, &mut out);
            prop_assert_eq!(&out, &expected, "{}", kernels.name());
        }
    }

    #[test]
    fn gathering_moves_every_chunk(
        source in block(9),
        chunk in 1..=90usize,
        seeds in prop::collection::vec(any::<u32>(), 1..60),
    ) {
        let chunks = seeds.len().min(9 * 32 / chunk);
        let offsets: Vec<u32> = seeds[..chunks].iter().map(|s| s % (9 * 32 - chunk + 1) as u32).collect();
        // As in a block: less than a line of padding, which starts and stays zero.
        let mut expected = vec![Line::ZERO; (chunks * chunk).div_ceil(32)];
        for (i, &offset) in offsets.iter().enumerate() {
            let from = &lanes(&source)[offset as usize..][..chunk];
            lanes_mut(&mut expected)[i * chunk..][..chunk].copy_from_slice(from);
        }
        let map = Gather::new(chunk, chunks, offsets);
        for kernels in Kernels::available() {
            let mut out = vec![Line::ZERO; expected.len()];
            kernels.gather(&map, 0, &source, &mut out);
            prop_assert_eq!(&out, &expected, "{}", kernels.name());
        }
    }
}

/// A limit chooses the kernels of the slower set on a processor that has faster ones.
#[test]
fn a_limit_chooses_the_fastest_set_within_it() {
    for limit in InstructionSet::present() {
        let names: Vec<_> = Kernels::up_to(Some(limit)).iter().map(|set| set.name()).collect();
        assert_eq!(names.last(), Some(&limit.name()), "{names:?}");
    }
}
