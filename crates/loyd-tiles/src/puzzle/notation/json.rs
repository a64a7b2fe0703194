//! Boards as JSON arrays: `[1, 2, 3, 0]`, or one array per row, `[[1, 2], [3, null]]`.

use super::NotationError;
use super::layout::Layout;

/// The tokens of an array, and its rows if it is an array of arrays.
pub(super) fn layout(text: &str) -> Result<Layout, NotationError> {
    const FORM: &str = "a board as JSON is [1, 2, 3, 0], or with an array for each row \
                        [[1, 2], [3, 0]]";
    let wrong = |at: usize, end: usize, why: &str| {
        NotationError::new(text, Some(at..end), format!("{why}: {FORM}"))
    };
    let (mut tokens, mut rows) = (Vec::new(), Vec::new());
    let (mut depth, mut over, mut start) = (0, false, None);
    for (index, c) in text.char_indices() {
        let separates = c.is_whitespace() || matches!(c, ',' | '[' | ']' | '"');
        let after = index + c.len_utf8();
        if over && !c.is_whitespace() {
            return Err(wrong(index, after, "there is text after the last bracket"));
        }
        if let (true, Some(first)) = (separates, start) {
            tokens.push(first..index);
            start = None;
            match (rows.last_mut(), depth) {
                (Some(length), 2) => *length += 1,
                (None, 1) => {}
                _ => return Err(wrong(first, index, "a tile is outside the rows")),
            }
        }
        match c {
            '[' if depth == 2 => return Err(wrong(index, after, "too many brackets")),
            '[' if depth == 1 && rows.is_empty() && !tokens.is_empty() => {
                return Err(wrong(index, after, "an array is among the tiles"));
            }
            '[' => {
                depth += 1;
                if depth == 2 {
                    rows.push(0);
                }
            }
            ']' => {
                depth -= 1;
                over = depth == 0;
            }
            _ if !separates && start.is_none() => start = Some(index),
            _ => {}
        }
    }
    if !over {
        return Err(NotationError::new(text, None, format!("a bracket is not closed: {FORM}")));
    }
    let rows = Some(rows).filter(|rows| !rows.is_empty());
    Ok(Layout { tokens, rows, one_a_row: false })
}
