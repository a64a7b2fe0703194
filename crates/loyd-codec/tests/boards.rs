//! Every codec on every level of small boards, and on units of any shape: decoding returns the
//! encoded lanes, and damage is an error or another valid unit, never a panic.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use loyd_codec::comparison::stream_vbyte::{self, UnitCoder};
use loyd_codec::measure::{Measured, Subject, measure};
use loyd_codec::{CodecError, Coder, Effort, Method, Model, Shape};
use proptest::prelude::*;

/// The level bitmaps of a board by plain breadth-first search: for each depth the units, one for
/// each cell of the blank.
struct Board {
    shape: Shape,
    levels: Vec<Vec<Vec<u16>>>,
}

impl Board {
    fn new(width: usize, height: usize, block_digits: usize) -> Self {
        let (cells, tiles) = (width * height, width * height - 1);
        let span = |digits: core::ops::Range<usize>| digits.map(|j| tiles - j).product::<usize>();
        let used = span(1..block_digits);
        let stride = used.next_multiple_of(32);
        let shape = Shape::new(tiles as u32, used, stride).unwrap();
        let start: Vec<u8> = (0..cells as u8).collect();
        let mut depths = HashMap::from([(start.clone(), 0usize)]);
        let mut queue = VecDeque::from([start]);
        while let Some(board) = queue.pop_front() {
            let depth = depths[&board];
            let blank = board.iter().position(|&tile| tile == 0).unwrap();
            let (row, column) = (blank / width, blank % width);
            let mut targets = Vec::new();
            if row > 0 {
                targets.push(blank - width);
            }
            if row + 1 < height {
                targets.push(blank + width);
            }
            if column > 0 {
                targets.push(blank - 1);
            }
            if column + 1 < width {
                targets.push(blank + 1);
            }
            for target in targets {
                let mut next = board.clone();
                next.swap(blank, target);
                if !depths.contains_key(&next) {
                    depths.insert(next.clone(), depth + 1);
                    queue.push_back(next);
                }
            }
        }
        let radius = depths.values().copied().max().unwrap();
        let lanes = span(block_digits..tiles - 2) * stride;
        let mut levels = vec![vec![vec![0; lanes]; cells]; radius + 1];
        for (board, &first) in &depths {
            let blank = board.iter().position(|&tile| tile == 0).unwrap();
            let tiles_only: Vec<u8> = board.iter().copied().filter(|&tile| tile != 0).collect();
            let smaller = |j: usize| {
                tiles_only[j + 1..].iter().filter(|&&later| later < tiles_only[j]).count()
            };
            let digits: Vec<usize> = (0..tiles - 2).map(smaller).collect();
            let number = |range: core::ops::Range<usize>| {
                range.rev().fold(0, |number, j| number * (tiles - j) + digits[j])
            };
            let lane = number(block_digits..tiles - 2) * stride + number(1..block_digits);
            for level in levels.iter_mut().skip(first).step_by(2) {
                level[blank][lane] |= 1 << digits[0];
            }
        }
        Board { shape, levels }
    }
}

/// Encodes by every method and effort, and decodes.
fn round_trips(shape: Shape, model: &Arc<Model>, unit: &[u16]) {
    let mut coder = Coder::new(shape);
    coder.set_model(Arc::clone(model));
    let mut back = vec![0xffff; unit.len()];
    for method in Method::ALL {
        let mut bytes = vec![9];
        if coder.encode_with(method, unit, &mut bytes).unwrap() {
            assert_eq!(bytes[..2], [9, method as u8], "appends");
            coder.decode(&bytes[1..], &mut back).unwrap();
            assert!(back == unit, "{method}");
            bytes.push(0);
            assert!(coder.decode(&bytes[1..], &mut back).is_err(), "{method} and one byte more");
        } else {
            assert!(bytes.len() == 1 && matches!(method, Method::Empty | Method::Full));
        }
    }
    for effort in [Effort::Fast, Effort::Dense] {
        let mut bytes = Vec::new();
        let method = coder.encode(unit, effort, &mut bytes).unwrap();
        assert!(effort == Effort::Dense || method != Method::Rans);
        coder.decode(&bytes, &mut back).unwrap();
        assert!(back == unit, "{effort:?} {method}");
        let raw = 1 + 2 * shape.states_in(unit.len());
        assert!(bytes.len() <= raw, "{method}: {} bytes for {raw}", bytes.len());
    }
    let (mut coder, mut bytes) = (UnitCoder::new(shape), Vec::new());
    coder.encode(unit, &mut bytes).unwrap();
    coder.decode(&bytes, &mut back).unwrap();
    assert!(back == unit, "Stream VByte");
    bytes.push(0);
    assert!(coder.decode(&bytes, &mut back).is_err(), "Stream VByte and one byte more");
}

#[test]
fn levels_of_small_boards_round_trip() {
    for (width, height) in [(3, 3), (2, 4)] {
        let board = Board::new(width, height, 4);
        for level in board.levels.iter().step_by(3) {
            let units: Vec<&[u16]> = level.iter().map(|unit| &unit[..]).collect();
            let model = Arc::new(Model::train(board.shape, &units));
            for unit in units {
                round_trips(board.shape, &model, unit);
            }
        }
    }
}

#[test]
fn the_middle_level_of_3x3_is_smaller_by_each_method_in_turn() {
    let board = Board::new(3, 3, 4);
    assert_eq!(board.levels.len(), 32);
    let units: Vec<&[u16]> = board.levels[22].iter().map(|unit| &unit[..]).collect();
    let model = Arc::new(Model::train(board.shape, &units));
    let mut coder = Coder::new(board.shape);
    coder.set_model(model);
    let sizes = [Method::Raw, Method::Tiers, Method::Rans].map(|method| {
        let mut bytes = Vec::new();
        for unit in &units {
            coder.encode_with(method, unit, &mut bytes).unwrap();
        }
        bytes.len()
    });
    assert!(sizes.is_sorted_by(|a, b| a > b), "{sizes:?}");
}

/// A unit of 30,000 lanes: runs of equal lanes, each bit set with this probability.
fn random_unit(shape: Shape, density: f64, run: usize) -> Vec<u16> {
    let mut state = 7u64;
    let mut lane = 0;
    let lanes = (0..30_000).map(|i| {
        if i % run == 0 {
            lane = (0..shape.bits()).fold(0, |lane, bit| {
                state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(12345);
                lane | u16::from((state >> 33) as f64 / ((1u64 << 31) as f64) < density) << bit
            });
        }
        if i % shape.stride() < shape.used() { lane } else { 0 }
    });
    lanes.collect()
}

#[test]
fn the_smallest_method_is_chosen() {
    let shape = Shape::new(11, 100, 128).unwrap();
    for density in [0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 0.5, 0.7, 0.9, 0.97, 0.99, 0.999] {
        for run in [1, 3, 40] {
            let unit = random_unit(shape, density, run);
            let ones: u64 = unit.iter().map(|lane| u64::from(lane.count_ones())).sum();
            let slots = shape.slots(unit.len());
            let rare = ones.min(slots - ones);
            let mut coder = Coder::new(shape);
            coder.set_model(Arc::new(Model::train(shape, &[&unit])));
            let sizes = Method::ALL.map(|method| {
                let mut bytes = Vec::new();
                let expressed = coder.encode_with(method, &unit, &mut bytes).unwrap();
                if expressed { bytes.len() } else { usize::MAX }
            });
            for effort in [Effort::Fast, Effort::Dense] {
                let allowed = |method: Method| match (method, effort) {
                    (Method::Rice, Effort::Fast) => rare <= slots / 64,
                    (Method::Rans, Effort::Fast) => false,
                    _ => true,
                };
                let allowed_sizes = Method::ALL.into_iter().zip(sizes).filter(|&(m, _)| allowed(m));
                let (min_size, best) =
                    allowed_sizes.map(|(method, size)| (size, method)).min().unwrap();
                let mut bytes = Vec::new();
                let method = coder.encode(&unit, effort, &mut bytes).unwrap();
                assert!(allowed(method), "{effort:?} chose {method} for density {density}");
                // The size of rANS is known only when it has been written.
                let max_size =
                    if method == Method::Rans { min_size + min_size / 32 } else { min_size };
                assert!(
                    bytes.len() <= max_size,
                    "density {density}, runs of {run}, {effort:?}: {} bytes by {method}, {min_size} by {best}",
                    bytes.len()
                );
            }
        }
    }
}

#[test]
fn measured_units_have_the_size_of_their_codes() {
    let board = Board::new(3, 3, 4);
    let units: Vec<&[u16]> = board.levels[20].iter().map(|unit| &unit[..]).collect();
    let mut coder = Coder::new(board.shape);
    coder.set_model(Arc::new(Model::train(board.shape, &units)));
    let mut vbyte = UnitCoder::new(board.shape);
    let subjects = Method::ALL.map(Subject::Method).into_iter();
    let efforts = [Effort::Fast, Effort::Dense].map(Subject::Best);
    for subject in subjects.chain(efforts).chain([Subject::StreamVByte]) {
        let (mut bytes, mut slots) = (Vec::new(), 0);
        for unit in &units {
            let before = bytes.len();
            match subject {
                Subject::Method(method) => drop(coder.encode_with(method, unit, &mut bytes)),
                Subject::Best(effort) => drop(coder.encode(unit, effort, &mut bytes)),
                Subject::StreamVByte => vbyte.encode(unit, &mut bytes).unwrap(),
            }
            if bytes.len() > before {
                slots += board.shape.slots(unit.len());
            }
        }
        let measured = measure(&mut coder, &units, subject).unwrap();
        assert_eq!((measured.bytes, measured.slots), (bytes.len() as u64, slots), "{subject:?}");
        for seconds in [measured.encode_seconds, measured.decode_seconds] {
            assert!((0.0..60.0).contains(&seconds), "{subject:?}");
        }
        let bits = bytes.len() as f64 * 8.0;
        assert!((measured.bits_per_slot() * slots.max(1) as f64 - bits).abs() < 1e-6);
    }
    let half = Measured { slots: 8, bytes: 3, encode_seconds: 1.0, decode_seconds: 0.5 };
    let mut sum = half;
    sum.add(&Measured { slots: 2, bytes: 7, encode_seconds: 0.5, decode_seconds: 0.25 });
    assert_eq!(sum, Measured { slots: 10, bytes: 10, encode_seconds: 1.5, decode_seconds: 0.75 });
    assert!((half.bits_per_slot() - 3.0).abs() < 1e-12);
}

/// Any shape, and lanes that fill it with a density that changes slowly, or with runs.
fn unit() -> impl Strategy<Value = (Shape, Vec<u16>)> {
    let shape = (2..=16u32, 1..=8usize, any::<prop::sample::Index>());
    let fill = (0..20_000usize, 0..=100u64, 0..=100u64, 1..50usize, any::<u64>());
    (shape, fill).prop_map(|((bits, lines, used), (len, from, to, run, seed))| {
        let stride = 32 * lines;
        let used = used.index(stride) + 1;
        let shape = Shape::new(bits, used, stride).unwrap();
        let mut state = seed;
        let mut lane = 0;
        let lanes = (0..len).map(|i| {
            if i % stride >= used {
                return 0;
            }
            if i % run == 0 {
                let density = (from * (len - i) as u64 + to * i as u64) / len as u64;
                lane = (0..bits).fold(0, |lane, bit| {
                    state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(12345);
                    lane | u16::from((state >> 33) % 101 < density) << bit
                });
            }
            lane
        });
        let lanes = lanes.collect();
        (shape, lanes)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn units_of_any_shape_round_trip((shape, unit) in unit(), other in any::<bool>()) {
        // A model of another unit costs bytes, not states.
        let full = u16::MAX >> (16 - shape.bits());
        let sample = if other { vec![full; shape.used()] } else { unit.clone() };
        let model = Arc::new(Model::train(shape, &[&sample]));
        round_trips(shape, &model, &unit);
    }

    #[test]
    fn damage_is_an_error_or_another_unit(
        (shape, unit) in unit(),
        method in prop::sample::select(&Method::ALL[2..]),
        flips in prop::collection::vec((any::<prop::sample::Index>(), 1..=255u8), 1..6),
        cut in any::<prop::sample::Index>(),
    ) {
        let mut coder = Coder::new(shape);
        coder.set_model(Arc::new(Model::train(shape, &[&unit])));
        let mut bytes = Vec::new();
        coder.encode_with(method, &unit, &mut bytes).unwrap();
        let mut back = vec![0; unit.len()];
        let truncated = &bytes[..cut.index(bytes.len())];
        prop_assert!(coder.decode(truncated, &mut back).is_err(), "{}", method);
        for (at, flip) in flips {
            let at = at.index(bytes.len());
            bytes[at] ^= flip;
            if coder.decode(&bytes, &mut back).is_ok() {
                // Encoding refuses bits outside the states.
                coder.encode(&back, Effort::Fast, &mut Vec::new()).unwrap();
            }
        }
    }

    #[test]
    fn damaged_positions_are_an_error_or_another_unit(
        (shape, unit) in unit(),
        flips in prop::collection::vec((any::<prop::sample::Index>(), 1..=255u8), 1..6),
        cut in any::<prop::sample::Index>(),
    ) {
        let (mut coder, mut bytes) = (UnitCoder::new(shape), Vec::new());
        coder.encode(&unit, &mut bytes).unwrap();
        let mut back = vec![0; unit.len()];
        prop_assert!(coder.decode(&bytes[..cut.index(bytes.len())], &mut back).is_err());
        for (at, flip) in flips {
            let at = at.index(bytes.len());
            bytes[at] ^= flip;
            if coder.decode(&bytes, &mut back).is_ok() {
                coder.encode(&back, &mut Vec::new()).unwrap();
            }
        }
    }

    #[test]
    fn noise_does_not_panic((shape, unit) in unit(), first in 0..8u8, noise in prop::collection::vec(any::<u8>(), 0..3000)) {
        let mut coder = Coder::new(shape);
        coder.set_model(Arc::new(Model::train(shape, &[&unit])));
        let mut bytes = vec![first];
        bytes.extend(&noise);
        let mut back = vec![0; unit.len()];
        if coder.decode(&bytes, &mut back).is_ok() {
            coder.encode(&back, Effort::Fast, &mut Vec::new()).unwrap();
        }
        prop_assert!(Model::from_bytes(shape, &noise).is_err());
        drop(stream_vbyte::decode(&noise, 5000, &mut Vec::new()));
        let mut coder = UnitCoder::new(shape);
        if coder.decode(&noise, &mut back).is_ok() {
            coder.encode(&back, &mut Vec::new()).unwrap();
        }
    }

    #[test]
    fn models_round_trip((shape, unit) in unit(), at in any::<prop::sample::Index>(), flip in 1..=255u8) {
        let model = Model::train(shape, &[&unit]);
        let mut bytes = model.to_bytes();
        let again = Model::from_bytes(shape, &bytes).unwrap();
        prop_assert_eq!(again.to_bytes(), bytes.clone());
        let mut coder = Coder::new(shape);
        coder.set_model(Arc::new(model));
        let mut encoded = Vec::new();
        coder.encode_with(Method::Rans, &unit, &mut encoded).unwrap();
        coder.set_model(Arc::new(again));
        let mut back = vec![1; unit.len()];
        prop_assert_eq!(coder.decode(&encoded, &mut back), Ok(()));
        prop_assert_eq!(&back, &unit);
        // A damaged model is an error or another model.
        let at = at.index(bytes.len());
        bytes[at] ^= flip;
        if let Ok(model) = Model::from_bytes(shape, &bytes) {
            coder.set_model(Arc::new(model));
            drop(coder.decode(&encoded, &mut back));
        }
    }

    #[test]
    fn sorted_numbers_round_trip(mut numbers in prop::collection::vec(any::<u32>(), 0..200), shift in 0..30u32) {
        for number in &mut numbers {
            *number >>= shift;
        }
        numbers.sort_unstable();
        let mut bytes = Vec::new();
        stream_vbyte::encode(&numbers, &mut bytes);
        let mut back = vec![7];
        prop_assert_eq!(stream_vbyte::decode(&bytes, 200, &mut back), Ok(()));
        prop_assert_eq!(back, numbers);
    }
}

#[test]
fn without_a_model_rans_is_neither_written_nor_read() {
    let shape = Shape::new(8, 32, 32).unwrap();
    let mut coder = Coder::new(shape);
    assert_eq!(coder.encode_with(Method::Rans, &[1; 32], &mut Vec::new()), Ok(false));
    assert_eq!(coder.decode(&[Method::Rans as u8], &mut [0; 32]), Err(CodecError::NoModel));
    assert_eq!(coder.decode(&[77], &mut [0; 32]), Err(CodecError::UnknownMethod(77)));
}

#[test]
fn impossible_shapes_are_refused() {
    for (bits, used, stride) in
        [(1, 9, 32), (17, 9, 32), (8, 0, 32), (8, 33, 32), (8, 9, 33), (8, 0, 0)]
    {
        assert!(matches!(Shape::new(bits, used, stride), Err(CodecError::Shape { .. })));
    }
}

#[test]
fn too_long_units_are_refused() {
    let shape = Shape::new(8, 30, 32).unwrap();
    assert_eq!((shape.used(), shape.stride(), shape.bits()), (30, 32, 8));
    let mut coder = Coder::new(shape);
    let mut unit = vec![0; 1 << 24];
    assert_eq!(coder.encode(&unit, Effort::Fast, &mut Vec::new()), Ok(Method::Empty));
    unit.push(0);
    let error = coder.encode(&unit, Effort::Fast, &mut Vec::new());
    assert_eq!(error, Err(CodecError::TooLong { lanes: (1 << 24) + 1, max_lanes: 1 << 24 }));
}

#[test]
#[should_panic(expected = "outside the states")]
fn bits_in_the_padding_are_not_lost() {
    let shape = Shape::new(8, 31, 32).unwrap();
    drop(Coder::new(shape).encode(&[1; 32], Effort::Fast, &mut Vec::new()));
}
