//! Moves as text, and back.

use super::super::{Direction, Slide};
use super::NotationError;
use super::layout::is_separator;
use loyd_search::quote::quoted;

/// Parses moves: letters `U D L R`, each followed by the number of tiles if that exceeds one, with
/// or without separators.
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
                format!("{letter:?} is not a move: use U, D, L and R, the direction of the slide");
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
                format!("{} slides an impossible number of tiles", quoted(&text[start..end])),
            );
        }
        moves.push(Slide { direction, count });
    }
    Ok(moves)
}

/// Formats moves as text, separated by single spaces; empty for no moves.
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
