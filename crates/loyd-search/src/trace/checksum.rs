//! The checksum of a trace, CRC-32. A page has one without tables, which would be 16 KiB of its module.

#[cfg(not(target_family = "wasm"))]
pub(super) use crc32fast::Hasher;
#[cfg(target_family = "wasm")]
pub(super) use small::Hasher;

/// The checksum of these bytes.
pub(super) fn of(bytes: &[u8]) -> u32 {
    let mut hasher = Hasher::new();
    hasher.update(bytes);
    hasher.finalize()
}

#[cfg(any(test, target_family = "wasm"))]
mod small {
    /// CRC-32 bit by bit.
    pub(crate) struct Hasher(u32);

    impl Hasher {
        /// The hasher of no bytes.
        pub(crate) fn new() -> Self {
            Self(u32::MAX)
        }

        /// Adds bytes.
        pub(crate) fn update(&mut self, bytes: &[u8]) {
            /// The polynomial, its lowest power in the highest bit.
            const POLYNOMIAL: u32 = 0xedb8_8320;
            for &byte in bytes {
                self.0 ^= u32::from(byte);
                for _ in 0..8 {
                    self.0 = (self.0 >> 1) ^ (POLYNOMIAL * (self.0 & 1));
                }
            }
        }

        /// The checksum.
        pub(crate) fn finalize(self) -> u32 {
            !self.0
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{of, small};

    #[test]
    fn the_small_hasher_agrees() {
        let bytes: Vec<u8> = (0..1000u32).map(|i| (i * i) as u8).collect();
        for length in [0, 1, 9, 1000] {
            let mut hasher = small::Hasher::new();
            let (first, second) = bytes[..length].split_at(length / 2);
            hasher.update(first);
            hasher.update(second);
            assert_eq!(hasher.finalize(), of(&bytes[..length]));
        }
    }
}
