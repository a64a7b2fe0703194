//! Stickers as written: letters that name colours.

use crate::InvalidCube;

/// Returns true for the characters that may separate stickers.
pub(crate) fn is_separator(c: char) -> bool {
    c.is_whitespace() || ",/|:".contains(c)
}

/// The letters of the stickers in capitals, without separators, in the order U, R, F, D, L, B; an unfolded
/// net is brought into this order.
///
/// # Errors
/// The first character that is not a letter.
pub(crate) fn letters(text: &str) -> Result<Vec<char>, InvalidCube> {
    let letters = text.chars().filter(|&c| !is_separator(c));
    let letters: Vec<char> = letters.map(|c| c.to_ascii_uppercase()).collect();
    match letters.iter().position(|c| !c.is_alphabetic()) {
        Some(at) => Err(InvalidCube::NotALetter { found: letters[at], sticker: at + 1 }),
        None => Ok(of_net(text, &letters).unwrap_or(letters)),
    }
}

/// The letters of a net in the order U, R, F, D, L, B; `None` if the lines of the text are not those of a net:
/// U above, then L, F, R and B side by side, D below.
fn of_net(text: &str, letters: &[char]) -> Option<Vec<char>> {
    let rows = text.lines().map(|line| line.chars().filter(|&c| !is_separator(c)).count());
    let rows: Vec<usize> = rows.filter(|&count| count > 0).collect();
    let side = rows.len() / 3;
    let width = |row| if row / side == 1 { 4 * side } else { side };
    if side == 0
        || !rows.len().is_multiple_of(3)
        || !rows.iter().enumerate().all(|(row, &count)| count == width(row))
    {
        return None;
    }
    let (top, rest) = letters.split_at(side * side);
    let (band, bottom) = rest.split_at(4 * side * side);
    // The column of the face in the band.
    let face = |column: usize| {
        band.chunks_exact(4 * side).flat_map(move |row| &row[column * side..(column + 1) * side])
    };
    let [left, front, right, back] = [0, 1, 2, 3].map(face);
    Some(
        top.iter()
            .chain(right)
            .chain(front)
            .chain(bottom)
            .chain(left)
            .chain(back)
            .copied()
            .collect(),
    )
}

/// The stickers of a cube of `side`, if there are `N` of them.
pub(crate) fn stickers<const N: usize>(
    letters: &[char],
    side: usize,
) -> Result<[char; N], InvalidCube> {
    letters.try_into().map_err(|_| InvalidCube::Length { side, found: letters.len() })
}

/// The six colours in order of first appearance.
pub(crate) fn colours(stickers: &[char]) -> Result<[char; 6], InvalidCube> {
    let mut colours: Vec<char> = Vec::new();
    for &letter in stickers {
        if !colours.contains(&letter) {
            colours.push(letter);
        }
    }
    colours.try_into().map_err(|colours| InvalidCube::Colours { colours })
}

/// Checks that every colour is on `side`² stickers.
pub(crate) fn check_counts(
    stickers: &[char],
    colours: [char; 6],
    side: usize,
) -> Result<(), InvalidCube> {
    for colour in colours {
        let count = stickers.iter().filter(|&&c| c == colour).count();
        if count != side * side {
            return Err(InvalidCube::Count { side, colour, found: count });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_net_is_read_face_by_face() {
        let net = "    a b\n    c d\ni j e f q r m n\nk l g h s t o p\n    u v\n    w x\n";
        let read = |text: &str| letters(text).map(String::from_iter);
        assert_eq!(read(net), Ok("ABCDQRSTEFGHUVWXIJKLMNOP".to_owned()));
        assert_eq!(read("ab\ncd"), Ok("ABCD".to_owned()));
        assert_eq!(read("\n"), Ok(String::new()));
    }
}
