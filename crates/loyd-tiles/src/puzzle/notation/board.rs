//! Tokens to tiles, rows to a size.

use super::super::{InvalidBoard, Position, Size};
use super::layout::{BLANKS, FREE, Layout, of_drawing};
use super::{NotationError, json, parse_size};
use loyd_search::quote::{quoted, shortened};
use std::ops::Range;

/// Parses a board: tiles in reading order with 0 for the blank.
///
/// | form | example |
/// |---|---|
/// | separated by spaces, commas, `;`, `/`, `\|` or line breaks | `1 2 3 0` |
/// | in rows, separated by `;`, `/`, `\|` or line breaks | `1 2 / 3 0` |
/// | hexadecimal digits without separators, up to 16 cells | `1230`, `12/30` |
/// | a JSON array, or an array of rows | `[1,2,3,0]`, `[[1,2],[3,0]]` |
///
/// `_`, `.`, `·`, `x` and `-` also mean the blank, as does `null` in an array. Without a size, the
/// size follows from the rows, or from the number of tiles if the board is square.
///
/// # Errors
/// [`NotationError`], with the offending token where there is one: text that is not a board, rows
/// of different lengths, or rows that contradict the size.
pub fn parse_position(text: &str, size: Option<Size>) -> Result<Position, NotationError> {
    parse(text, size, &BLANKS)
}

/// Works as [`parse_position`] does, and reads `?` as any tile: of a goal.
pub(super) fn parse_pattern(text: &str, size: Option<Size>) -> Result<Position, NotationError> {
    parse(text, size, &[&BLANKS[..], &[FREE]].concat())
}

/// Largest number of cells of a board whose goal leaves tiles free: each free cell of the blank is a goal.
const MAX_FREE: usize = 256;

/// Parses a board with these signs other than digits.
fn parse(text: &str, size: Option<Size>, signs: &[char]) -> Result<Position, NotationError> {
    let is_json = text.trim_start().starts_with('[');
    let layout = if is_json { json::layout(text)? } else { of_drawing(text) };
    if layout.tokens.is_empty() {
        return Err(NotationError::new(text, None, "the board is empty: no tiles are given"));
    }
    if size.is_none() && parse_size(text).is_ok() {
        let message = format!(
            "{} is a size, not a board: to give a board, write 0 or _ for the blank",
            shortened(text.trim())
        );
        return Err(NotationError::new(text, None, message));
    }
    let (layout, radix) = match compact(text, &layout, size, signs) {
        Some(digits) if !is_json => (digits, 16),
        _ => (layout, 10),
    };
    if let ([only], None) = (&layout.tokens[..], size)
        && text[only.clone()].starts_with(BLANKS)
    {
        // A one-cell board is less likely than a line that is not a board.
        let message = format!("{} alone is not a board", quoted(&text[only.clone()]));
        return Err(NotationError::new(text, Some(only.clone()), message));
    }
    let drawn = drawn_size(text, &layout, size)?;
    let tiles = layout
        .tokens
        .iter()
        .map(|token| match &text[token.clone()] {
            "?" if signs.contains(&FREE) => Ok(None),
            _ => parse_tile(text, token, radix).map(Some),
        })
        .collect::<Result<Vec<Option<u64>>, _>>()?;
    // A free cell may be that of the blank.
    let numbers: Vec<u64> = tiles.iter().map(|tile| tile.unwrap_or_default()).collect();
    let Some(size) = size.or(drawn).or_else(|| Size::square(tiles.len())) else {
        return Err(unknown_size(text, &numbers));
    };
    if size.cells() > MAX_FREE && tiles.contains(&None) {
        let message = format!("a goal with ? is of at most {MAX_FREE} cells, and {size} has more");
        return Err(NotationError::new(text, None, message));
    }
    Position::of_pattern(size, &tiles).map_err(|error| {
        let culprit = match error {
            // The first tile too many.
            InvalidBoard::WrongCount { size, .. } => layout.tokens.get(size.cells()),
            InvalidBoard::OutOfRange { index, .. } | InvalidBoard::Duplicate { index, .. } => {
                layout.tokens.get(index)
            }
        };
        NotationError::new(text, culprit.cloned(), explained(&error, &numbers))
    })
}

/// The message for an invalid board, with a remark if the blank is missing.
fn explained(error: &InvalidBoard, tiles: &[u64]) -> String {
    let zero = if tiles.contains(&0) { "" } else { "; the blank (0) is missing" };
    match *error {
        InvalidBoard::Duplicate { tile: 0, first, index, missing } => format!(
            "the blank appears twice (at positions {} and {}), and tile {missing} is missing; \
             0, _, ., ·, x and - all mean it",
            first + 1,
            index + 1,
        ),
        InvalidBoard::Duplicate { missing: 0, tile, first, index } => {
            format!(
                "tile {tile} appears twice (at positions {} and {}){zero}",
                first + 1,
                index + 1
            )
        }
        InvalidBoard::Duplicate { .. } => format!("{error}{zero}"),
        InvalidBoard::WrongCount { .. } | InvalidBoard::OutOfRange { .. } => {
            format!("{error}{zero}")
        }
    }
}

/// Hexadecimal digits without separators, one per tile, for a whole board or for each row; `None`
/// if the tokens are numbers.
fn compact(text: &str, layout: &Layout, size: Option<Size>, signs: &[char]) -> Option<Layout> {
    const MAX: usize = 16;
    let digits = |token: &Range<usize>| {
        let digits = &text[token.clone()];
        let negative = digits.starts_with('-') && digits[1..].bytes().all(|b| b.is_ascii_digit());
        digits.chars().count() > 1
            && !negative
            && digits.chars().all(|c| c.is_ascii_hexdigit() || signs.contains(&c))
    };
    if !layout.tokens.iter().all(digits) {
        return None;
    }
    let each = |token: &Range<usize>| {
        let signs = text[token.clone()].char_indices();
        let place = |(at, c): (usize, char)| token.start + at..token.start + at + c.len_utf8();
        signs.map(place).collect::<Vec<_>>()
    };
    let signs: Vec<Vec<Range<usize>>> = layout.tokens.iter().map(each).collect();
    let tiles: usize = signs.iter().map(Vec::len).sum();
    let small = size.map_or(tiles, Size::cells) <= MAX && size.is_none_or(|size| size.cells() > 1);
    // Two-digit numbers are tiles too; separated by spaces they are rows only if they fill a board.
    let rows_of_size = || size.map_or(signs[0].len(), Size::height) == signs.len();
    let fits = signs.len() == 1 || layout.one_a_row || layout.rows.is_none() && rows_of_size();
    (small && fits).then(|| {
        let rows: Vec<usize> = signs.iter().map(Vec::len).collect();
        Layout {
            rows: Some(rows).filter(|rows| rows.len() > 1),
            tokens: signs.into_iter().flatten().collect(),
            one_a_row: false,
        }
    })
}

/// The size given by the drawn rows, which must equal the given size, if any.
fn drawn_size(
    text: &str,
    layout: &Layout,
    given: Option<Size>,
) -> Result<Option<Size>, NotationError> {
    let Some(rows) = &layout.rows else { return Ok(None) };
    let width = rows[0];
    let tiles = |number: usize| format!("{number} {}", if number == 1 { "tile" } else { "tiles" });
    if let Some(ragged) = rows.iter().position(|&length| length != width) {
        let before: usize = rows[..ragged].iter().sum();
        let span = match rows[ragged] {
            0 => None,
            length => Some(layout.tokens[before].start..layout.tokens[before + length - 1].end),
        };
        let span = span.filter(|span| !text[span.clone()].contains('\n'));
        let message = format!(
            "row {} has {}, and row 1 has {}: all rows must have the same length, \
             with 0 or _ for the blank",
            ragged + 1,
            tiles(rows[ragged]),
            tiles(width),
        );
        return Err(NotationError::new(text, span, message));
    }
    let drawn = Size::new(width, rows.len());
    if let Some(size) = given.filter(|&size| drawn != Some(size)) {
        let message = format!(
            "the board is drawn in {} of {}, which is {width}x{}, but the size given is {size}",
            if rows.len() == 1 { "1 row".into() } else { format!("{} rows", rows.len()) },
            tiles(width),
            rows.len(),
        );
        return Err(NotationError::new(text, None, message));
    }
    Ok(drawn)
}

fn parse_tile(text: &str, token: &Range<usize>, radix: u32) -> Result<u64, NotationError> {
    let digits = &text[token.clone()];
    let mut signs = digits.chars();
    if digits == "null"
        || signs.next().is_some_and(|c| BLANKS.contains(&c)) && signs.next().is_none()
    {
        return Ok(0);
    }
    let wrong = |message: String| NotationError::new(text, Some(token.clone()), message);
    if let Ok(tile) = u64::from_str_radix(digits, radix)
        && !digits.starts_with('+')
    {
        return Ok(tile);
    }
    let numeric = |digits: &str| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    Err(wrong(if digits.strip_prefix('-').is_some_and(numeric) {
        let digits = shortened(digits);
        format!("{digits} is negative: tiles are numbered from 1, and 0 is the blank")
    } else if numeric(digits) {
        format!("{} is far too large for a tile", shortened(digits))
    } else {
        format!("{} is not a tile number", quoted(digits))
    }))
}

fn unknown_size(text: &str, tiles: &[u64]) -> NotationError {
    let count = tiles.len();
    let sizes: Vec<Size> = (2..=count)
        .filter(|width| count.is_multiple_of(*width) && count / width > 1)
        .filter_map(|width| Size::new(width, count / width))
        .take(6)
        .collect();
    let zero = if tiles.contains(&0) { "" } else { "; the blank (0) is missing" };
    let message = if sizes.is_empty() {
        format!(
            "{count} tiles do not make a square board: no board with at least two rows and columns \
             has this many cells{zero}"
        )
    } else {
        format!("{count} tiles do not make a square board, and no size is given{zero}")
    };
    // Without its blank, the board has a size other than the number of tiles suggests.
    let sizes = if zero.is_empty() { sizes } else { Vec::new() };
    NotationError::new(text, None, message).with_sizes(sizes)
}
