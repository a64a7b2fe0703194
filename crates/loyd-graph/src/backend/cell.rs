//! The values of columns and parameters, in the types that every database has.

use crate::key::{Key, Keys, Rows};

/// A value of a column or a parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cell<'a> {
    Null,
    Integer(i64),
    Text(&'a str),
    Bytes(&'a [u8]),
    /// A value of a type that no table of a graph has.
    Other,
}

impl<'a> Cell<'a> {
    /// The integer in a column.
    pub(super) fn integer<T: TryFrom<i64>>(self) -> Option<T> {
        let Self::Integer(number) = self else { return None };
        T::try_from(number).ok()
    }

    /// The integer in a column that may be null; the outer `None` is another type.
    #[expect(clippy::option_option)]
    pub(super) fn nullable<T: TryFrom<i64>>(self) -> Option<Option<T>> {
        if self == Self::Null { Some(None) } else { self.integer().map(Some) }
    }

    /// The text in a column; some drivers give its bytes.
    pub(super) fn text(self) -> Option<String> {
        match self {
            Self::Text(text) => Some(text.to_owned()),
            Self::Bytes(bytes) => String::from_utf8(bytes.to_vec()).ok(),
            _ => None,
        }
    }

    /// The key in a column.
    pub(super) fn key(self) -> Option<Key> {
        match self {
            Self::Integer(number) => Some(Key::Number(number)),
            Self::Bytes(bytes) => Some(Key::Bytes(bytes.into())),
            _ => None,
        }
    }

    /// Appends the key in a column; returns `None` if it has another form.
    pub(super) fn push_key(self, keys: &mut Keys) -> Option<()> {
        match (keys, self) {
            (Keys::Numbers(numbers), Self::Integer(number)) => numbers.push(number),
            (Keys::Bytes { length, bytes }, Self::Bytes(key)) if key.len() == *length => {
                bytes.extend_from_slice(key);
            }
            _ => return None,
        }
        Some(())
    }

    /// Upper bound of the bytes of a parameter with its type and length.
    #[cfg(feature = "mysql")]
    pub(super) fn bytes(&self) -> usize {
        match self {
            Self::Text(text) => 16 + text.len(),
            Self::Bytes(bytes) => 16 + bytes.len(),
            _ => 16,
        }
    }

    /// A row of the table of states: four columns, and the number of those that the table has.
    pub(super) fn state(rows: &'a Rows, row: usize) -> ([Self; 4], usize) {
        let key = match &rows.keys {
            Keys::Numbers(numbers) => Self::Integer(numbers[row]),
            Keys::Bytes { length, bytes } => Self::Bytes(&bytes[row * length..][..*length]),
        };
        let mv = rows.moves[row].map_or(Self::Null, Self::from);
        let position = rows.positions.get(row).map(|position| Self::Text(position));
        let columns = 3 + usize::from(position.is_some());
        ([key, rows.levels[row].into(), mv, position.unwrap_or(Self::Null)], columns)
    }
}

impl<T: Into<i64>> From<T> for Cell<'_> {
    fn from(number: T) -> Self {
        Self::Integer(number.into())
    }
}

impl<'a> From<&'a Key> for Cell<'a> {
    fn from(key: &'a Key) -> Self {
        match key {
            Key::Number(number) => Self::Integer(*number),
            Key::Bytes(bytes) => Self::Bytes(bytes),
        }
    }
}
