//! Variable-length numbers: seven bits per byte, the lowest first, the eighth bit set if more bytes
//! follow (LEB128); differences have their sign in the lowest bit.

pub(super) fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Appends a difference.
pub(super) fn put_signed(bytes: &mut Vec<u8>, number: i64) {
    put(bytes, (number << 1 ^ number >> 63) as u64);
}

/// Input bytes, read from the front.
#[derive(Clone, Copy, Debug)]
pub(super) struct Input<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Input<'a> {
    pub(super) fn new(bytes: &'a [u8], at: usize) -> Self {
        Self { bytes, at }
    }

    /// Number of bytes read so far.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    pub(super) fn byte(&mut self) -> Option<u8> {
        let byte = self.bytes.get(self.at).copied()?;
        self.at += 1;
        Some(byte)
    }

    /// The next `count` bytes.
    pub(super) fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let bytes = self.bytes.get(self.at..self.at.checked_add(count)?)?;
        self.at += count;
        Some(bytes)
    }

    /// The next number; `None` at the end, or if it has more than 64 bits.
    pub(super) fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            if shift > 63 || bits << shift >> shift != bits {
                return None;
            }
            number |= bits << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    /// The next difference.
    pub(super) fn signed(&mut self) -> Option<i64> {
        let number = self.number()?;
        Some((number >> 1) as i64 ^ -((number & 1) as i64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_round_trip() {
        let numbers = [0, 1, 127, 128, 300, u64::from(u32::MAX), u64::MAX];
        let mut bytes = Vec::new();
        for number in numbers {
            put(&mut bytes, number);
        }
        let signed = [0, -1, 1, -64, 64, i64::MIN, i64::MAX];
        for number in signed {
            put_signed(&mut bytes, number);
        }
        let mut input = Input::new(&bytes, 0);
        for number in numbers {
            assert_eq!(input.number(), Some(number));
        }
        for number in signed {
            assert_eq!(input.signed(), Some(number));
        }
        assert_eq!((input.at(), input.number()), (bytes.len(), None));
    }

    #[test]
    fn numbers_of_too_many_bits_are_refused() {
        assert_eq!(Input::new(&[0xff; 12], 0).number(), None);
        let mut largest = [0xff; 10];
        largest[9] = 1;
        assert_eq!(Input::new(&largest, 0).number(), Some(u64::MAX));
        largest[9] = 2;
        assert_eq!(Input::new(&largest, 0).number(), None);
    }
}
