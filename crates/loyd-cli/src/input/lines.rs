//! Reads text with a board, or a row of a board, in each line.
//!
//! Empty lines separate blocks. If a line of a block is a board, its lines are boards; otherwise they are
//! the rows of a board, or of several of one size. An array may span several lines.

use super::{Context, Item, Read};
use crate::registry::texts;

/// The items of a text; empty lines and comments are skipped but counted.
pub(super) fn parse(text: &str, name: &str, context: &Context) -> Vec<Item> {
    let mut items = Vec::new();
    let mut block = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let content = texts(context.puzzle).content(line).trim();
        match content.is_empty() {
            // A line with only a comment is not a separator.
            true if !line.trim().is_empty() => {}
            true => add_block(&mut items, &std::mem::take(&mut block), name, context),
            false => block.push(Line { number: index + 1, content }),
        }
    }
    add_block(&mut items, &block, name, context);
    items
}

#[derive(Clone, Copy)]
struct Line<'a> {
    /// From 1.
    number: usize,
    /// Without the comment behind it.
    content: &'a str,
}

/// Lines that are one board.
type Drawing<'a, 'b> = &'b [Line<'a>];

fn add_block(items: &mut Vec<Item>, block: &[Line<'_>], name: &str, context: &Context) {
    let mut rest = block;
    while !rest.is_empty() {
        let arrays = lines_of_array(rest);
        let (part, after) = rest.split_at(arrays.unwrap_or_else(|| {
            rest.iter().position(|line| line.content.starts_with('[')).unwrap_or(rest.len())
        }));
        let boards = if arrays.is_some() { vec![part] } else { boards(part, context) };
        items.extend(boards.into_iter().map(|lines| item(lines, name, context)));
        rest = after;
    }
}

/// The number of lines that an array takes, if the first line begins with one.
fn lines_of_array(lines: &[Line<'_>]) -> Option<usize> {
    if !lines.first()?.content.starts_with('[') {
        return None;
    }
    let mut depth = 0i64;
    let closed = lines.iter().position(|line| {
        let count = |sign| line.content.matches(sign).count() as i64;
        depth += count('[') - count(']');
        depth <= 0
    });
    Some(closed.map_or(lines.len(), |last| last + 1))
}

/// The boards of lines that are not arrays.
fn boards<'a, 'b>(lines: Drawing<'a, 'b>, context: &Context) -> Vec<Drawing<'a, 'b>> {
    let each = || lines.chunks(1).collect();
    let is_board = |drawing: &Drawing<'_, '_>| read(drawing, context).is_ok();
    // Moves of several cubes are moves of one too, and are not meant so.
    if lines.len() < 2 || lines.chunks(1).all(|line| is_board(&line)) {
        return each();
    }
    let width = tiles(lines[0].content);
    let even = lines.iter().all(|line| tiles(line.content) == width);
    // The height that is given, or that of one board, or that of several squares.
    let sides = context.sides();
    let heights = match sides {
        Some((_, height)) => vec![height],
        None => vec![lines.len(), width],
    };
    let fits = |height: &&usize| even && **height > 1 && lines.len().is_multiple_of(**height);
    let drawn =
        heights.iter().filter(fits).find(|&&height| lines.chunks(height).all(|it| is_board(&it)));
    if let Some(&height) = drawn {
        return lines.chunks(height).collect();
    }
    if lines.chunks(1).any(|line| is_board(&line) || is_like_board(line[0].content, sides)) {
        return each();
    }
    // Not a board: the message depends on the probable intention.
    match sides {
        Some((columns, height))
            if even && width == columns && lines.len().is_multiple_of(height) =>
        {
            lines.chunks(height).collect()
        }
        _ => vec![lines],
    }
}

fn read(lines: Drawing<'_, '_>, context: &Context) -> Read {
    context.read(&joined(lines))
}

fn joined(lines: Drawing<'_, '_>) -> String {
    lines.iter().map(|line| line.content).collect::<Vec<_>>().join("\n")
}

/// The number of tiles in a line, digits without separators counted each.
fn tiles(line: &str) -> usize {
    let separates = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '/' | '|');
    let mut tokens = line.split(separates).filter(|token| !token.is_empty());
    match (tokens.next(), tokens.next()) {
        (Some(only), None) => only.chars().count(),
        _ => line.split(separates).filter(|token| !token.is_empty()).count(),
    }
}

/// Returns true if a line is a board, if only an invalid one, rather than a row: it has the tiles of
/// one, or all but the blank.
fn is_like_board(line: &str, sides: Option<(usize, usize)>) -> bool {
    /// Rows are rarely longer, and a board without its blank is rarely smaller.
    const ROW: usize = 7;
    let tiles = tiles(line);
    let side = (tiles + 1).isqrt();
    match sides {
        Some((width, height)) => tiles + 1 >= width * height,
        None => tiles > ROW && (side * side == tiles + 1 || side * side == tiles),
    }
}

fn item(lines: Drawing<'_, '_>, name: &str, context: &Context) -> Item {
    let (first, last) = (lines[0].number, lines[lines.len() - 1].number);
    let place = match lines.len() {
        1 => format!("line {first} of {name}"),
        _ => format!("lines {first} to {last} of {name}"),
    };
    Item::of(first.to_string(), place, joined(lines), read(lines, context))
}

#[cfg(test)]
mod tests {
    use super::*;
    use loyd::PuzzleName;

    fn read_all(text: &str, size: Option<(usize, usize)>) -> Vec<(String, Result<String, String>)> {
        let shape = size.map(|(width, height)| format!("{width}x{height}"));
        let context = Context { shape, ..Context::of(PuzzleName::Tiles) };
        let items = parse(text, "f", &context);
        let board = |item: Item| {
            let task = item.task.map(|task| format!("{} {}", task.shape(), task.start()));
            (item.place, task)
        };
        items.into_iter().map(board).collect()
    }

    #[test]
    fn a_board_may_have_a_line_for_each_row() {
        for (text, size, boards) in [
            ("1 2 3\n4 5 6\n7 8 _\n", None, vec!["3x3 1 2 3 4 5 6 7 8 0"]),
            ("1 2 3\n4 5 0\n", None, vec!["3x2 1 2 3 4 5 0"]),
            (
                "1 2 3 0\n4 5 6 7\n8 9 10 11\n12 13 14 15\n",
                None,
                vec!["4x4 1 2 3 0 4 5 6 7 8 9 10 11 12 13 14 15"],
            ),
            ("123\n456\n780\n", None, vec!["3x3 1 2 3 4 5 6 7 8 0"]),
            ("1 2\n3 0\n\n0 1\n2 3\n", None, vec!["2x2 1 2 3 0", "2x2 0 1 2 3"]),
            ("1 2\n3 0\n0 1\n2 3\n", None, vec!["2x2 1 2 3 0", "2x2 0 1 2 3"]),
            (
                "1 2 3\n4 5 0\n0 1 2\n3 4 5\n",
                Some((3, 2)),
                vec!["3x2 1 2 3 4 5 0", "3x2 0 1 2 3 4 5"],
            ),
            (
                "[[1, 2],\n [3, 0]]\n[0,1,2,3]\n1 2 3 0\n",
                None,
                vec!["2x2 1 2 3 0", "2x2 0 1 2 3", "2x2 1 2 3 0"],
            ),
            ("# one\n1 2\n# two\n3 0 # three\n", None, vec!["2x2 1 2 3 0"]),
            ("1 2 3 0\n0 1 2 3\n", None, vec!["2x2 1 2 3 0", "2x2 0 1 2 3"]),
        ] {
            let read = read_all(text, size);
            let tasks: Vec<_> = read.iter().map(|(_, board)| board.as_deref()).collect();
            assert_eq!(tasks, boards.into_iter().map(Ok).collect::<Vec<_>>(), "{text:?}");
        }
    }

    #[test]
    fn errors_depend_on_the_probable_intention() {
        for (text, size, place, message) in [
            ("1 2 3\n4 5\n7 8 0\n", None, "lines 1 to 3 of f", "row 2 has 2 tiles"),
            ("1 2 3\n4 5 6\n7 8 8\n", None, "lines 1 to 3 of f", "the blank (0) is missing"),
            ("1 2 3\n4 5 6\n7 8 0\n", Some((4, 4)), "lines 1 to 3 of f", "the size given is 4x4"),
            ("1 2 3 4 5 6 7 8\n1 2 3 4 5 6 7 8\n", None, "line 1 of f", "the blank (0) is missing"),
            ("1 2 3 0\n1 2 3 x 0\n", None, "line 2 of f", "5 tiles do not make a square"),
        ] {
            let read = read_all(text, size);
            let wrong = read.iter().find(|(_, board)| board.is_err()).expect(text);
            assert_eq!(wrong.0, place, "{text:?}");
            assert!(wrong.1.as_ref().is_err_and(|why| why.contains(message)), "{wrong:?}");
        }
    }
}
