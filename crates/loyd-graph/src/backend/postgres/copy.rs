//! Rows in the binary form of `COPY`: a header, then for each row the number of its fields, and each
//! field with its length before it.

use crate::key::{Keys, Rows};

/// Signature, flags, length of the header extension.
const HEADER: &[u8] = b"PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0";

/// The number of fields that ends the rows.
const END: [u8; 2] = (-1i16).to_be_bytes();

/// The length of a field that is null.
const NULL: [u8; 4] = (-1i32).to_be_bytes();

/// The rows of the table of states.
pub(super) fn encode(rows: &Rows) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(HEADER.len() + 40 * rows.len());
    bytes.extend_from_slice(HEADER);
    let fields = 3 + i16::from(!rows.positions.is_empty());
    for row in 0..rows.len() {
        bytes.extend_from_slice(&fields.to_be_bytes());
        match &rows.keys {
            Keys::Numbers(numbers) => field(&mut bytes, &numbers[row].to_be_bytes()),
            Keys::Bytes { length, bytes: keys } => {
                field(&mut bytes, &keys[row * length..][..*length]);
            }
        }
        field(&mut bytes, &rows.levels[row].to_be_bytes());
        match rows.moves[row] {
            Some(mv) => field(&mut bytes, &u32::from(mv).to_be_bytes()),
            None => bytes.extend_from_slice(&NULL),
        }
        if let Some(position) = rows.positions.get(row) {
            field(&mut bytes, position.as_bytes());
        }
    }
    bytes.extend_from_slice(&END);
    bytes
}

fn field(bytes: &mut Vec<u8>, value: &[u8]) {
    bytes.extend_from_slice(&(value.len() as u32).to_be_bytes());
    bytes.extend_from_slice(value);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key::{Key, KeyForm};

    #[test]
    fn rows_have_the_form_of_the_manual() {
        let mut rows = Rows::new(KeyForm::Rank);
        rows.keys.push(&Key::Number(258));
        rows.levels.push(3);
        rows.moves.push(None);
        let mut expected = b"PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0".to_vec();
        expected.extend([0, 3, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 1, 2]);
        expected.extend([0, 0, 0, 4, 0, 0, 0, 3, 255, 255, 255, 255, 255, 255]);
        assert_eq!(encode(&rows), expected);
        rows.positions.push("ab".to_owned());
        rows.moves[0] = Some(7);
        let end = [0, 0, 0, 4, 0, 0, 0, 7, 0, 0, 0, 2, b'a', b'b', 255, 255];
        assert!(encode(&rows).ends_with(&end));
    }
}
