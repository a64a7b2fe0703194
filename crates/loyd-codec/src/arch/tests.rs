//! Every fast kernel against its portable version: the same bytes, and the same lanes back.

use std::sync::Arc;

use proptest::prelude::*;

use crate::comparison::stream_vbyte::UnitCoder;
use crate::{Coder, Effort, Kernels, Method, Model, Shape};

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
    fn all_kernels_take_damage_alike(
        (bits, unit) in shaped_lanes(),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..4),
        cut in any::<prop::sample::Index>(),
        effort in prop_oneof![Just(Effort::Fast), Just(Effort::Dense)],
    ) {
        let shape = Shape::new(bits, 32, 32).unwrap();
        let model = Arc::new(Model::train(shape, &[&unit]));
        let mut bytes = Vec::new();
        let mut coder = Coder::new(shape);
        coder.set_model(Arc::clone(&model));
        coder.encode(&unit, effort, &mut bytes).unwrap();
        for (at, byte) in &damage {
            let at = at.index(bytes.len());
            bytes[at] ^= byte;
        }
        if damage.len() < 2 {
            bytes.truncate(cut.index(bytes.len() + 1));
        }
        let mut expected = None;
        for kernels in Kernels::available() {
            let mut coder = Coder::with_kernels(shape, kernels);
            coder.set_model(Arc::clone(&model));
            let mut back = vec![0; unit.len()];
            let result = coder.decode(&bytes, &mut back).map(|()| back);
            prop_assert_eq!(expected.get_or_insert_with(|| result.clone()), &result, "{}", kernels.name());
        }
    }
}
