//! Units as bytes: one after another, up to the size of a block.
//!
//! ```text
//! kind u8, cell u8, 2 bytes of zeros, band u32, column u32, length u32; the coded unit
//! ```

use loyd_tiles_enumerate::disk::{Unit, UnitKind};

const HEAD: usize = 16;

pub(crate) fn append(to: &mut Vec<u8>, kind: UnitKind, unit: Unit, coded: &[u8]) {
    to.extend([u8::from(kind == UnitKind::Partial), unit.cell, 0, 0]);
    to.extend(unit.band.to_le_bytes());
    to.extend(unit.column.to_le_bytes());
    to.extend((coded.len() as u32).to_le_bytes());
    to.extend_from_slice(coded);
}

/// Takes the first unit; `None` if there is no whole one.
pub(crate) fn take<'a>(from: &mut &'a [u8]) -> Option<(UnitKind, Unit, &'a [u8])> {
    let (head, rest) = from.split_at_checked(HEAD)?;
    let word = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|i| head[at + i]));
    let kind = match head[0] {
        0 => UnitKind::Level,
        1 => UnitKind::Partial,
        _ => return None,
    };
    let unit = Unit { cell: head[1], band: word(4), column: word(8) };
    let (coded, rest) = rest.split_at_checked(word(12) as usize)?;
    *from = rest;
    Some((kind, unit, coded))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_read_as_they_were_written() {
        let unit = |band| Unit { cell: 3, band, column: 1 << 20 };
        let mut bytes = Vec::new();
        append(&mut bytes, UnitKind::Level, unit(7), b"coded");
        append(&mut bytes, UnitKind::Partial, unit(8), b"");
        let mut rest = &bytes[..];
        assert_eq!(take(&mut rest), Some((UnitKind::Level, unit(7), &b"coded"[..])));
        assert_eq!(take(&mut rest), Some((UnitKind::Partial, unit(8), &b""[..])));
        assert!(rest.is_empty() && take(&mut rest).is_none());
        for length in 0..HEAD + 5 {
            assert!(take(&mut &bytes[..length]).is_none(), "{length}");
        }
        bytes[0] = 2;
        assert!(take(&mut &bytes[..]).is_none());
    }
}
