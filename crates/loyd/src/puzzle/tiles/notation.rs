//! Text to sizes, positions, goals and moves, and back; errors know the offending token.

use super::{Direction, InvalidBoard, Position, Size, Slide};
use std::fmt;
use std::ops::Range;

/// A goal as it may be written; a size makes it a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Goal {
    /// `1 2 … n 0`
    #[default]
    BlankLast,
    /// `0 1 … n`
    BlankFirst,
    /// Any board.
    Board(Position),
}

impl Goal {
    /// The goal on boards of a size, or `None` if it is a board of another size.
    pub fn position(&self, size: Size) -> Option<Position> {
        match self {
            Self::BlankLast => Some(Position::blank_last(size)),
            Self::BlankFirst => Some(Position::blank_first(size)),
            Self::Board(position) => (position.size() == size).then(|| position.clone()),
        }
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BlankLast => f.write_str("blank-last"),
            Self::BlankFirst => f.write_str("blank-first"),
            Self::Board(position) => f.write_str(&position.to_line()),
        }
    }
}

/// What is wrong with a text, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotationError {
    text: String,
    span: Option<Range<usize>>,
    message: String,
}

impl NotationError {
    fn new(text: &str, span: Option<Range<usize>>, message: impl Into<String>) -> Self {
        Self { text: text.to_owned(), span, message: message.into() }
    }

    /// What is wrong, without the place.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The bytes of the text that are wrong, where one token is to blame.
    pub fn span(&self) -> Option<Range<usize>> {
        self.span.clone()
    }

    /// The line of the text that holds the offending token, and a line that marks it.
    fn marked(&self) -> Option<(String, String)> {
        /// Longest excerpt shown, in characters.
        const WINDOW: usize = 72;
        let span = self.span.clone()?;
        let line_start = self.text[..span.start].rfind('\n').map_or(0, |newline| newline + 1);
        let line = self.text[line_start..].lines().next().unwrap_or_default();
        let printable = |c: char| if c.is_control() { ' ' } else { c };
        let before = self.text[line_start..span.start].chars().count();
        let width = self.text[span].chars().count().clamp(1, WINDOW / 2);
        // Long lines: show the part around the token.
        let skip = (before + width).saturating_sub(WINDOW);
        let (lead, skip) = if skip > 0 { ("… ", skip + 2) } else { ("", 0) };
        let shown: String = line.chars().skip(skip).take(WINDOW).map(printable).collect();
        let tail = if line.chars().count() > skip + WINDOW { " …" } else { "" };
        let indent = before.saturating_sub(skip) + lead.chars().count();
        Some((
            format!("{lead}{shown}{tail}"),
            format!("{}{}", " ".repeat(indent), "^".repeat(width)),
        ))
    }
}

/// The message, then the text with the offending token marked below it.
impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        if let Some((line, mark)) = self.marked() {
            write!(f, "\n  {line}\n  {mark}")?;
        }
        Ok(())
    }
}

impl std::error::Error for NotationError {}

/// Parses `WxH`.
///
/// # Errors
/// Text of another form, a side of 0, or more than [`Size::MAX_CELLS`] cells.
pub fn parse_size(text: &str) -> Result<Size, NotationError> {
    let wrong = |message: String| NotationError::new(text, None, message);
    let form = || wrong(format!("{text:?} is not a size: write columns x rows, for example 4x4"));
    let (width, height) = text.trim().split_once(['x', 'X', '×']).ok_or_else(form)?;
    let side = |side: &str| -> Result<usize, NotationError> {
        if side.is_empty() || !side.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(form());
        }
        Ok(side.parse().unwrap_or(usize::MAX))
    };
    let (width, height) = (side(width)?, side(height)?);
    Size::new(width, height).ok_or_else(|| {
        wrong(if width == 0 || height == 0 {
            format!("a {text} board has no cells: both sides must be at least 1")
        } else {
            format!(
                "a {text} board is too large: at most {} cells, and at most 65535 a side",
                Size::MAX_CELLS
            )
        })
    })
}

const SEPARATORS: [char; 4] = [',', '/', ';', '|'];

fn is_separator(c: char) -> bool {
    c.is_whitespace() || SEPARATORS.contains(&c)
}

/// The places of the tokens between separators.
fn tokens(text: &str) -> Vec<Range<usize>> {
    let mut tokens = Vec::new();
    let mut start = None;
    for (index, c) in text.char_indices().chain([(text.len(), ' ')]) {
        match (is_separator(c), start) {
            (true, Some(first)) => {
                tokens.push(first..index);
                start = None;
            }
            (false, None) => start = Some(index),
            _ => {}
        }
    }
    tokens
}

/// The size of a board written in rows of equal length, if it is.
fn size_of_rows(text: &str) -> Option<Size> {
    let rows: Vec<usize> = text
        .split(['/', ';', '|', '\n'])
        .map(|row| tokens(row).len())
        .filter(|&length| length > 0)
        .collect();
    let width = *rows.first()?;
    let equal = width > 1 && rows.len() > 1 && rows.iter().all(|&length| length == width);
    equal.then(|| Size::new(width, rows.len())).flatten()
}

/// Hexadecimal digits without separators, one a tile, up to 16 cells.
fn hexadecimal(text: &str, token: &Range<usize>, size: Option<Size>) -> Option<Vec<Range<usize>>> {
    let digits = &text[token.clone()];
    let fits = match size {
        Some(size) => size.cells() > 1 && size.cells() <= 16,
        None => matches!(digits.len(), 4 | 9 | 16),
    };
    let all_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    (fits && all_hex && digits.len() > 1)
        .then(|| (token.start..token.end).map(|at| at..at + 1).collect())
}

/// Parses a board: tiles in reading order with 0 for the blank, separated by spaces, commas,
/// slashes, semicolons or line breaks; or hexadecimal digits without separators up to 16 cells.
///
/// Without a size, squares are recognised by the number of tiles, and other boards if they are
/// written in rows of equal length (`1 2 3 / 4 5 0`).
///
/// # Errors
/// Every way in which the text is not a board, with the offending token.
pub fn parse_position(text: &str, size: Option<Size>) -> Result<Position, NotationError> {
    let mut tokens = tokens(text);
    if tokens.is_empty() {
        return Err(NotationError::new(text, None, "the board is empty: no tiles are given"));
    }
    let mut radix = 10;
    if let [token] = &tokens[..]
        && let Some(digits) = hexadecimal(text, token, size)
    {
        (tokens, radix) = (digits, 16);
    }
    let tiles = tokens
        .iter()
        .map(|token| parse_tile(text, token, radix))
        .collect::<Result<Vec<u64>, _>>()?;
    let size = size
        .or_else(|| Size::square(tiles.len()))
        .or_else(|| size_of_rows(text))
        .ok_or_else(|| unknown_size(text, tiles.len()))?;
    Position::new(size, &tiles).map_err(|error| {
        let culprit = match error {
            // The first tile too many.
            InvalidBoard::WrongCount { size, .. } => tokens.get(size.cells()),
            InvalidBoard::OutOfRange { index, .. } | InvalidBoard::Duplicate { index, .. } => {
                tokens.get(index)
            }
        };
        NotationError::new(text, culprit.cloned(), error.to_string())
    })
}

fn parse_tile(text: &str, token: &Range<usize>, radix: u32) -> Result<u64, NotationError> {
    let digits = &text[token.clone()];
    let wrong = |message: String| NotationError::new(text, Some(token.clone()), message);
    if let Ok(tile) = u64::from_str_radix(digits, radix)
        && !digits.starts_with('+')
    {
        return Ok(tile);
    }
    let numeric = |digits: &str| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    Err(wrong(if digits.strip_prefix('-').is_some_and(numeric) {
        format!("{digits} is negative: tiles are numbered from 1, and 0 is the blank")
    } else if numeric(digits) {
        format!("{digits} is far too large for a tile")
    } else {
        let shown: String = digits.chars().take(40).collect();
        format!("{shown:?} is not a tile number")
    }))
}

fn unknown_size(text: &str, count: usize) -> NotationError {
    let shapes: Vec<String> = (2..=count)
        .filter(|width| count.is_multiple_of(*width) && count / width > 1)
        .filter_map(|width| Size::new(width, count / width))
        .map(|size| size.to_string())
        .take(6)
        .collect();
    let hint = if shapes.is_empty() {
        "no board with at least two rows and columns has so many cells".to_owned()
    } else {
        format!("say which size it is, with --size {}", shapes.join(" or "))
    };
    NotationError::new(text, None, format!("{count} tiles do not make a square board: {hint}"))
}

/// Parses a goal: `blank-last`, `blank-first` (hyphen or underscore) or a board.
///
/// # Errors
/// As [`parse_position`].
pub fn parse_goal(text: &str, size: Option<Size>) -> Result<Goal, NotationError> {
    match text.trim().to_ascii_lowercase().replace('_', "-").as_str() {
        "blank-last" => Ok(Goal::BlankLast),
        "blank-first" => Ok(Goal::BlankFirst),
        word if word.starts_with(|c: char| c.is_ascii_alphabetic())
            && !word.bytes().all(|byte| byte.is_ascii_hexdigit()) =>
        {
            Err(NotationError::new(
                text,
                Some(0..text.len()),
                "a goal is blank-last, blank-first or a board",
            ))
        }
        _ => parse_position(text, size).map(Goal::Board),
    }
}

/// Parses moves: letters `U D L R`, each with the number of tiles if it is more than one,
/// with or without separators.
///
/// # Errors
/// The first character that is not a move.
pub fn parse_moves(text: &str) -> Result<Vec<Slide>, NotationError> {
    let mut moves = Vec::new();
    let mut rest = text.char_indices().peekable();
    while let Some((start, letter)) = rest.next() {
        if is_separator(letter) {
            continue;
        }
        let wrong =
            |end: usize, message: String| Err(NotationError::new(text, Some(start..end), message));
        let Some(direction) = Direction::ALL
            .into_iter()
            .find(|direction| direction.letter() == letter.to_ascii_uppercase())
        else {
            let message =
                format!("{letter:?} is not a move: use U, D, L and R, the way a tile slides");
            return wrong(start + letter.len_utf8(), message);
        };
        let mut end = start + 1;
        while rest.next_if(|(_, c)| c.is_ascii_digit()).is_some() {
            end += 1;
        }
        let count = match &text[start + 1..end] {
            "" => 1,
            digits => digits.parse().unwrap_or(0),
        };
        if count == 0 {
            return wrong(
                end,
                format!("{:?} slides an impossible number of tiles", &text[start..end]),
            );
        }
        moves.push(Slide { direction, count });
    }
    Ok(moves)
}

/// Moves as text, single spaces between them; empty for none.
pub fn format_moves(moves: &[Slide]) -> String {
    let mut text = String::with_capacity(2 * moves.len());
    for (index, slide) in moves.iter().enumerate() {
        if index > 0 {
            text.push(' ');
        }
        text.push(slide.direction.letter());
        if slide.count != 1 {
            text.push_str(&slide.count.to_string());
        }
    }
    text
}
