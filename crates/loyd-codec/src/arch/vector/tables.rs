//! Shuffles of eight numbers: a row for each byte of a mask, with a bit for each number.

/// A position that yields a zero.
const NONE: u8 = 255;

/// Eight bytes: those of the mask, from the first on.
pub(super) static COMPRESS8: [[u8; 8]; 256] = {
    let mut table = [[NONE; 8]; 256];
    let mut mask = 0;
    while mask < 256 {
        let (mut from, mut to) = (0, 0);
        while from < 8 {
            if mask >> from & 1 == 1 {
                table[mask][to] = from as u8;
                to += 1;
            }
            from += 1;
        }
        mask += 1;
    }
    table
};

/// Eight words: those of the mask, from the first on.
pub(super) static COMPRESS16: [[u8; 16]; 256] = words(false);

/// Eight words: those of the mask, up to the last.
pub(super) static COMPRESS16_TO_END: [[u8; 16]; 256] = words(true);

const fn words(to_end: bool) -> [[u8; 16]; 256] {
    let mut table = [[NONE; 16]; 256];
    let mut mask = 0u32;
    while mask < 256 {
        let mut to = if to_end { 8 - mask.count_ones() as usize } else { 0 };
        let mut from = 0;
        while from < 8 {
            if mask >> from & 1 == 1 {
                table[mask as usize][2 * to] = 2 * from;
                table[mask as usize][2 * to + 1] = 2 * from + 1;
                to += 1;
            }
            from += 1;
        }
        mask += 1;
    }
    table
}

/// The first words, in order, at the places of the mask.
pub(super) static EXPAND16: [[u8; 16]; 256] = {
    let mut table = [[NONE; 16]; 256];
    let mut mask = 0;
    while mask < 256 {
        let (mut from, mut to) = (0, 0);
        while to < 8 {
            if mask >> to & 1 == 1 {
                table[mask][2 * to] = 2 * from;
                table[mask][2 * to + 1] = 2 * from + 1;
                from += 1;
            }
            to += 1;
        }
        mask += 1;
    }
    table
};

/// The low bytes of eight words, then their high bytes.
pub(super) static BYTES_APART: [u8; 16] = [0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15];
