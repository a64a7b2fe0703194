//! Moves as text, for any puzzle.
//!
//! ```text
//! moves  = { turn | group | comment | "." }
//! turn   = name suffix
//! name   = [ number [ "-" number ] ] letters          2R, 2-4Rw, UFR, R_name
//! group  = "(" moves ")" suffix
//!        | "[" moves "," moves "]" suffix              A B A' B'
//!        | "[" moves ":" moves "]" suffix              A B A'
//! suffix = [ number ] [ prime ]                        the number and the prime in either order
//! ```
//!
//! A comment runs from `//` to the end of its line. Spaces are optional after an amount or a prime.
//! This is the common part of the notations of public puzzle tools.

use crate::error::MAX_NAME;
use crate::turn::Turn;
use loyd_search::quote::quoted;
use std::iter::Peekable;
use std::str::CharIndices;

/// Maximum number of moves of a text, with groups expanded.
pub const MAX_TURNS: usize = 10_000;

/// Maximum depth of groups in groups.
const MAX_DEPTH: usize = 64;

const PRIMES: [char; 7] = ['\'', '’', '`', '′', '´', '‘', 'ʼ'];

/// The error for a text that is not a sequence of moves.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{} at character {column}: {reason}", quoted(.token))]
pub struct NotationError {
    /// The part of the text that is wrong.
    pub token: String,
    /// The place of its first character, from 1.
    pub column: usize,
    /// The problem.
    pub reason: String,
}

/// Parses moves; names are not looked up.
///
/// # Errors
/// The first part that is not a move, a group without its other end, or more than [`MAX_TURNS`]
/// moves.
pub fn parse_turns(text: &str) -> Result<Vec<Turn>, NotationError> {
    let mut parser = Parser { text, rest: text.char_indices().peekable() };
    let (turns, end) = parser.sequence(0)?;
    match end {
        None => Ok(turns),
        Some((at, c)) => Err(parser.error(at, at + c.len_utf8(), "it closes no group")),
    }
}

/// Moves as text, with single spaces between them.
pub fn format_turns(turns: &[Turn]) -> String {
    turns.iter().map(Turn::to_string).collect::<Vec<_>>().join(" ")
}

/// The moves that undo these.
pub(crate) fn inverse(turns: &[Turn]) -> Vec<Turn> {
    turns.iter().rev().map(|turn| turn.inverse()).collect()
}

struct Parser<'a> {
    text: &'a str,
    rest: Peekable<CharIndices<'a>>,
}

/// Moves, and the character that ended them, unless the text did.
type Sequence = (Vec<Turn>, Option<(usize, char)>);

impl Parser<'_> {
    fn place(&mut self) -> usize {
        self.rest.peek().map_or(self.text.len(), |next| next.0)
    }

    fn error(&self, from: usize, to: usize, reason: impl Into<String>) -> NotationError {
        NotationError {
            token: self.text[from..to].to_owned(),
            column: self.text[..from].chars().count() + 1,
            reason: reason.into(),
        }
    }

    /// Moves up to the end of the text, or to a character that ends a part of a group.
    fn sequence(&mut self, depth: usize) -> Result<Sequence, NotationError> {
        let mut turns = Vec::new();
        while let Some((at, c)) = self.rest.next() {
            match c {
                _ if c.is_whitespace() || c == '.' => {}
                '/' if self.rest.next_if(|next| next.1 == '/').is_some() => {
                    while self.rest.next_if(|next| next.1 != '\n').is_some() {}
                }
                '(' | '[' if depth == MAX_DEPTH => {
                    let reason = format!("groups are nested more than {MAX_DEPTH} deep");
                    return Err(self.error(at, at + 1, reason));
                }
                '(' => {
                    let (group, end) = self.sequence(depth + 1)?;
                    self.expect(at, end, ')')?;
                    self.repeat(at, &group, &mut turns)?;
                }
                '[' => self.pair(at, depth, &mut turns)?,
                ')' | ']' | ',' | ':' => return Ok((turns, Some((at, c)))),
                _ => {
                    let turn = self.turn(at, c)?;
                    turns.push(turn);
                }
            }
            if turns.len() > MAX_TURNS {
                let end = self.place();
                return Err(self.error(at, end, too_long()));
            }
        }
        Ok((turns, None))
    }

    /// A group that begins at `at` must end with this character.
    fn expect(
        &self,
        at: usize,
        end: Option<(usize, char)>,
        expected: char,
    ) -> Result<(), NotationError> {
        match end {
            Some((_, c)) if c == expected => Ok(()),
            Some((end, c)) => {
                Err(self.error(end, end + c.len_utf8(), format!("{expected} is expected here")))
            }
            None => Err(self.error(at, at + 1, "it opens a group that is not closed")),
        }
    }

    /// A commutator or conjugate whose bracket is at `at`.
    fn pair(
        &mut self,
        at: usize,
        depth: usize,
        turns: &mut Vec<Turn>,
    ) -> Result<(), NotationError> {
        let (a, separator) = self.sequence(depth + 1)?;
        let commutator = match separator {
            Some((_, ',')) => true,
            Some((_, ':')) => false,
            other => return self.expect(at, other, ','),
        };
        let (b, end) = self.sequence(depth + 1)?;
        self.expect(at, end, ']')?;
        let mut group = [&a[..], &b[..], &inverse(&a)[..]].concat();
        if commutator {
            group.extend(inverse(&b));
        }
        self.repeat(at, &group, turns)
    }

    /// Appends a group as often as its suffix says.
    fn repeat(
        &mut self,
        at: usize,
        group: &[Turn],
        turns: &mut Vec<Turn>,
    ) -> Result<(), NotationError> {
        let amount = self.amount(at)?;
        let times = usize::from(amount.unsigned_abs());
        if turns.len() + group.len().saturating_mul(times) > MAX_TURNS {
            let end = self.place();
            return Err(self.error(at, end, too_long()));
        }
        let group = if amount < 0 { inverse(group) } else { group.to_vec() };
        turns.extend(group.repeat(times));
        Ok(())
    }

    /// The turn whose first character is at `at`.
    fn turn(&mut self, at: usize, first: char) -> Result<Turn, NotationError> {
        let mut letters = is_letter(first);
        while let Some(&(_, c)) = self.rest.peek() {
            let fits = is_letter(c) || !letters && (c.is_ascii_digit() || c == '-');
            if !fits {
                break;
            }
            letters |= is_letter(c);
            self.rest.next();
        }
        let end = self.place();
        let name = &self.text[at..end];
        if !is_name(name) {
            let reason =
                "not a move: write the name of a move, such as R, with an amount and ' if any";
            return Err(self.error(at, end, reason));
        }
        let amount = self.amount(at)?;
        let long = || self.error(at, end, format!("a name has at most {MAX_NAME} characters"));
        Turn::new(name, amount).ok_or_else(long)
    }

    /// The amount behind a name or a group that begins at `at`.
    fn amount(&mut self, at: usize) -> Result<i16, NotationError> {
        let (mut number, mut primes) = (String::new(), 0);
        while let Some((_, c)) =
            self.rest.next_if(|next| next.1.is_ascii_digit() || PRIMES.contains(&next.1))
        {
            if c.is_ascii_digit() { number.push(c) } else { primes += 1 }
        }
        let amount: Option<i16> = if number.is_empty() { Some(1) } else { number.parse().ok() };
        match amount.filter(|amount| (1..=9999).contains(amount)) {
            Some(amount) if primes <= 1 => Ok(if primes == 1 { -amount } else { amount }),
            _ => {
                let end = self.place();
                Err(self.error(
                    at,
                    end,
                    "the amount is a number from 1 to 9999 and at most one prime",
                ))
            }
        }
    }
}

fn too_long() -> String {
    format!("it makes more than {MAX_TURNS} moves")
}

fn is_letter(c: char) -> bool {
    c.is_ascii_alphabetic() || c == '_'
}

/// The name of a move and the amount at its end: `Rw` and 2 for `Rw2`, 1 without an amount.
pub(crate) fn name_and_amount(name: &str) -> Option<(String, i16)> {
    match parse_turns(name).ok()?[..] {
        [turn] if turn.to_string() == name => Some((turn.name().to_owned(), turn.amount())),
        _ => None,
    }
}

/// The convention of public puzzle tools for turns of the whole puzzle.
pub(crate) fn is_rotation(name: &str) -> bool {
    let capitals =
        |name: &str| !name.is_empty() && name.chars().all(|c| c.is_ascii_uppercase() || c == '_');
    matches!(name, "x" | "y" | "z") || name.strip_suffix('v').is_some_and(capitals)
}

/// True if a text is the name of a move: letters and underscores behind at most a number or a range.
pub(crate) fn is_name(text: &str) -> bool {
    let letters = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '-');
    let prefix = &text[..text.len() - letters.len()];
    let number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let prefix_fits = prefix.is_empty()
        || number(prefix)
        || prefix.split_once('-').is_some_and(|(from, to)| number(from) && number(to));
    prefix_fits && !letters.is_empty() && letters.chars().all(is_letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expanded(text: &str) -> String {
        format_turns(&parse_turns(text).expect("moves"))
    }

    #[test]
    fn moves_groups_and_comments_are_read() {
        assert_eq!(expanded("R U'F2 // no more\nUFR2' 2-4Rw’ 3R"), "R U' F2 UFR2' 2-4Rw' 3R");
        assert_eq!(expanded("(R U)2' [R: U2] [R, U] ."), "U' R' U' R' R U2 R' R U R' U'");
        assert_eq!(expanded("[[R, U]: F]'"), "R U R' U' F' U R U' R'");
        assert_eq!(expanded(" // nothing"), "");
    }

    #[test]
    fn errors_name_the_token_and_its_column() {
        for (text, token, column) in [
            ("R U$", "$", 4),
            ("R (U", "(", 3),
            ("R U)", ")", 4),
            ("R0", "R0", 1),
            ("R''", "R''", 1),
            ("[R U]", "]", 5),
            ("[R, U", "[", 1),
            ("2-", "2-", 1),
            ("R12345", "R12345", 1),
        ] {
            let error = parse_turns(text).expect_err(text);
            assert_eq!((&error.token[..], error.column), (token, column), "{text}: {error}");
        }
        assert!(parse_turns(&"(".repeat(10_000)).is_err());
        assert!(parse_turns(&"(".repeat(9).replace('(', "((R)99)9999")).is_err());
        assert!(parse_turns(&"R ".repeat(MAX_TURNS + 1)).is_err());
    }
}
