//! Variable-length numbers: seven bits a byte, the lowest first.

pub(crate) fn push(mut number: u64, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Reads a number; returns it and the rest, or `None` if it is unterminated or too large.
pub(crate) fn read(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let mut number = 0;
    for (i, &byte) in bytes.iter().enumerate().take(9) {
        number |= u64::from(byte & 0x7f) << (7 * i);
        if byte < 0x80 {
            return Some((number, &bytes[i + 1..]));
        }
    }
    None
}

/// Splits off `len` bytes; `None` if there are fewer.
pub(crate) fn split(bytes: &[u8], len: u64) -> Option<(&[u8], &[u8])> {
    bytes.split_at_checked(usize::try_from(len).ok()?)
}

#[cfg(test)]
mod tests {
    #[test]
    fn numbers_round_trip() {
        for number in [0, 1, 127, 128, 300, u64::from(u32::MAX), (1 << 63) - 1] {
            let mut bytes = Vec::new();
            super::push(number, &mut bytes);
            bytes.push(7);
            assert_eq!(super::read(&bytes), Some((number, &[7u8][..])));
            assert_eq!(super::read(&bytes[..bytes.len() - 2]), None);
        }
    }
}
