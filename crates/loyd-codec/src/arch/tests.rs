//! Every fast kernel against its portable version: the same bytes, and the same lanes back.

use std::sync::Arc;

use proptest::prelude::*;

use crate::comparison::stream_vbyte::UnitCoder;
use crate::{Coder, Effort, Kernels, Method, Model, Shape};
use loyd_search::arch::cpu::InstructionSet;

/// Lanes whose bits are set with a density that changes slowly, as in a level.
fn lanes(bits: u32) -> impl Strategy<Value = Vec<u16>> {
    (0..if cfg!(miri) { 60 } else { 3000usize }, 0..=100u32, 0..=100u32, any::<u64>()).prop_map(
        move |(len, from, to, seed)| {
            let mut state = seed | 1;
            (0..len as u32)
                .map(|i| {
                    let density = (from * (len as u32 - i) + to * i) / len as u32;
                    (0..bits).fold(0, |lane, bit| {
                        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                        lane | u16::from(((state >> 33) % 101) < u64::from(density)) << bit
                    })
                })
                .collect()
        },
    )
}

fn shaped_lanes() -> impl Strategy<Value = (u32, Vec<u16>)> {
    (2..=16u32).prop_flat_map(|bits| (Just(bits), lanes(bits)))
}

/// Changed bytes, and the end of the rest if few bytes are changed.
#[derive(Debug)]
struct Damage {
    changes: Vec<(prop::sample::Index, u8)>,
    cut: prop::sample::Index,
}

impl Damage {
    fn apply(&self, bytes: &mut Vec<u8>) {
        for (at, byte) in &self.changes {
            let at = at.index(bytes.len());
            bytes[at] ^= byte;
        }
        if self.changes.len() < 2 {
            bytes.truncate(self.cut.index(bytes.len() + 1));
        }
    }
}

fn damage() -> impl Strategy<Value = Damage> {
    (prop::collection::vec(any::<(prop::sample::Index, u8)>(), 0..4), any::<prop::sample::Index>())
        .prop_map(|(changes, cut)| Damage { changes, cut })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(miri) { 3 } else { 256 }))]

    #[test]
    fn all_kernels_write_the_same_bytes((bits, unit) in shaped_lanes(), train in any::<bool>()) {
        let shape = Shape::new(bits, 32, 32).unwrap();
        let sample: &[&[u16]] = if train { &[&unit] } else { &[&[]] };
        let model = Arc::new(Model::train(shape, sample));
        for method in [Method::Tiers, Method::Rans] {
            let mut expected = None;
            for kernels in Kernels::available() {
                let mut coder = Coder::with_kernels(shape, kernels);
                coder.set_model(Arc::clone(&model));
                let mut bytes = Vec::new();
                prop_assert!(coder.encode_with(method, &unit, &mut bytes).unwrap());
                prop_assert_eq!(expected.get_or_insert_with(|| bytes.clone()), &bytes, "{} {}", method, kernels.name());
                let mut back = vec![1; unit.len()];
                prop_assert_eq!(coder.decode(&bytes, &mut back), Ok(()));
                prop_assert_eq!(&back, &unit, "{} {}", method, kernels.name());
            }
        }
        let mut expected = None;
        for kernels in Kernels::available() {
            let mut coder = UnitCoder::with_kernels(shape, kernels);
            let mut bytes = Vec::new();
            coder.encode(&unit, &mut bytes).unwrap();
            prop_assert_eq!(expected.get_or_insert_with(|| bytes.clone()), &bytes, "{}", kernels.name());
            let mut back = vec![1; unit.len()];
            prop_assert_eq!(coder.decode(&bytes, &mut back), Ok(()));
            prop_assert_eq!(&back, &unit, "{}", kernels.name());
        }
    }

    #[test]
    fn all_kernels_agree_on_damaged_bytes(
        (bits, unit) in shaped_lanes(),
        damage in damage(),
        effort in prop_oneof![Just(Effort::Fast), Just(Effort::Dense)],
    ) {
        let shape = Shape::new(bits, 32, 32).unwrap();
        let model = Arc::new(Model::train(shape, &[&unit]));
        let mut bytes = Vec::new();
        let mut coder = Coder::new(shape);
        coder.set_model(Arc::clone(&model));
        coder.encode(&unit, effort, &mut bytes).unwrap();
        damage.apply(&mut bytes);
        let mut expected = None;
        for kernels in Kernels::available() {
            let mut coder = Coder::with_kernels(shape, kernels);
            coder.set_model(Arc::clone(&model));
            let mut back = vec![0; unit.len()];
            let result = coder.decode(&bytes, &mut back).map(|()| back);
            prop_assert_eq!(expected.get_or_insert_with(|| result.clone()), &result, "{}", kernels.name());
        }
    }

    #[test]
    fn all_kernels_agree_on_damaged_positions(
        (bits, unit) in shaped_lanes(),
        damage in damage(),
    ) {
        let shape = Shape::new(bits, 32, 32).unwrap();
        let mut bytes = Vec::new();
        UnitCoder::new(shape).encode(&unit, &mut bytes).unwrap();
        damage.apply(&mut bytes);
        let mut expected = None;
        for kernels in Kernels::available() {
            let mut back = vec![0; unit.len()];
            let result = UnitCoder::with_kernels(shape, kernels).decode(&bytes, &mut back).map(|()| back);
            prop_assert_eq!(expected.get_or_insert_with(|| result.clone()), &result, "{}", kernels.name());
        }
    }

    #[test]
    fn all_kernels_add_up_the_same_gaps(
        controls in prop::collection::vec(any::<u8>(), 0..40),
        data in prop::collection::vec(any::<u8>(), 0..400),
    ) {
        // As a decoder does it: four numbers a control byte, each of 1 to 4 bytes, each added to the last.
        let (mut expected, mut at, mut last) = (Vec::new(), 0, 0u32);
        'groups: for control in &controls {
            let (from, start) = (expected.len(), at);
            for i in 0..4 {
                let bytes = usize::from(control >> (2 * i) & 3) + 1;
                let Some(gap) = data.get(at..at + bytes) else {
                    expected.truncate(from);
                    at = start;
                    break 'groups;
                };
                let gap = (0..bytes).fold(0, |sum, i| sum | u32::from(gap[i]) << (8 * i));
                last = last.wrapping_add(gap);
                expected.push(last);
                at += bytes;
            }
        }
        for kernels in Kernels::available() {
            let mut sums = vec![0; 4 * controls.len()];
            let (groups, read) = kernels.vbyte_add_up(&controls, &data, &mut sums);
            // Vectors leave the last 16 bytes of data to the decoder.
            let whole = kernels.name() == Kernels::available()[0].name();
            prop_assert!(if whole { at == read } else { read <= at && at < read + 32 }, "{}", kernels.name());
            prop_assert_eq!(&sums[..4 * groups], &expected[..4 * groups], "{}", kernels.name());
            prop_assert!(!whole || 4 * groups == expected.len());
        }
    }
}

/// Else the loops over kernels compare nothing.
#[test]
fn every_processor_has_the_portable_kernels() {
    let available = Kernels::available();
    assert_eq!(available.first().map(|kernels| kernels.name()), Some("portable"));
}

/// A limit chooses the kernels of the slower set on a processor that has faster ones.
#[test]
fn a_limit_chooses_the_fastest_set_within_it() {
    for limit in InstructionSet::present() {
        let names: Vec<_> = Kernels::up_to(Some(limit)).iter().map(|set| set.name()).collect();
        assert_eq!(names.last(), Some(&limit.name()), "{names:?}");
    }
    let all = Kernels::up_to(None);
    let fastest = InstructionSet::present().last().map(InstructionSet::name);
    assert_eq!(all.last().map(|set| set.name()), fastest);
}
