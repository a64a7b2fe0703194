//! The cells of a state in few bytes.

/// The packed form of `C` cells.
pub(super) trait Packed<const C: usize>: Copy {
    fn pack(cells: &[u8; C]) -> Self;
    fn unpack(self) -> [u8; C];
}

/// Four bits a cell.
impl Packed<16> for u64 {
    #[inline]
    fn pack(cells: &[u8; 16]) -> Self {
        let [low, high] = [0, 8].map(|at| {
            let word = u64::from_le_bytes(cells[at..at + 8].try_into().expect("eight cells"));
            let word = (word | word >> 4) & 0x00ff_00ff_00ff_00ff;
            let word = (word | word >> 8) & 0x0000_ffff_0000_ffff;
            (word | word >> 16) & 0xffff_ffff
        });
        low | high << 32
    }

    #[inline]
    fn unpack(self) -> [u8; 16] {
        let [low, high] = [self & 0xffff_ffff, self >> 32].map(|word| {
            let word = (word | word << 16) & 0x0000_ffff_0000_ffff;
            let word = (word | word << 8) & 0x00ff_00ff_00ff_00ff;
            ((word | word << 4) & 0x0f0f_0f0f_0f0f_0f0f).to_le_bytes()
        });
        let mut cells = [0; 16];
        cells[..8].copy_from_slice(&low);
        cells[8..].copy_from_slice(&high);
        cells
    }
}

/// A byte a cell, up to 5x5.
impl Packed<32> for [u8; 25] {
    #[inline]
    fn pack(cells: &[u8; 32]) -> Self {
        cells[..25].try_into().expect("25 cells")
    }

    #[inline]
    fn unpack(self) -> [u8; 32] {
        let mut cells = [0; 32];
        cells[..25].copy_from_slice(&self);
        cells
    }
}

#[cfg(test)]
mod tests {
    use super::Packed;

    #[test]
    fn packed_cells_are_unpacked() {
        for turn in 0..16 {
            let cells: [u8; 16] = std::array::from_fn(|cell| ((cell * 7 + turn) % 16) as u8);
            assert_eq!(u64::pack(&cells).unpack(), cells);
        }
        for turn in 0..25 {
            let mut cells = [0; 32];
            for (cell, tile) in cells[..25].iter_mut().enumerate() {
                *tile = ((cell * 7 + turn) % 25) as u8;
            }
            assert_eq!(<[u8; 25]>::pack(&cells).unpack(), cells);
        }
    }
}
