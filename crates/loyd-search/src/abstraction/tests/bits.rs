//! Packed entries compared with a plain list.

use crate::abstraction::cells::Cells;

#[test]
fn entries_are_stored_and_found() {
    for bits in [2, 4, 8] {
        for len in [1u64, 7, 64, 101] {
            let cells = Cells::new(len, bits).unwrap();
            let mut plain = vec![(1u32 << bits) - 1; len as usize];
            assert_eq!(cells.empty(), plain[0]);
            let mut seed = 12345u64;
            for _ in 0..500 {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let (index, entry) = ((seed >> 33) % len, (seed >> 20) as u32 & ((1 << bits) - 1));
                let smaller = entry < plain[index as usize];
                assert_eq!(cells.update(index, |old| (entry < old).then_some(entry)), smaller);
                if smaller || seed & 1024 == 0 {
                    cells.set(index, entry);
                    plain[index as usize] = entry;
                }
                assert_eq!(cells.get(index), plain[index as usize]);
            }
            for entry in 0..cells.empty() {
                let positions: Vec<u64> =
                    (0..cells.words()).flat_map(|word| cells.in_word(word, entry)).collect();
                let expected: Vec<u64> =
                    (0..len).filter(|&index| plain[index as usize] == entry).collect();
                assert_eq!(positions, expected, "{bits} bits, {len} entries, {entry}");
            }
        }
    }
    assert_eq!(Cells::new(1 << 62, 8).unwrap_err(), 1 << 62);
}
