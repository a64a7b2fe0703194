//! Moves as text, and back: Singmaster's notation as used in practice.
//!
//! ```text
//! steps  = { step | group | "," | comment }
//! group  = "(" steps ")" [ number ] [ prime ]       repeated, or inverted as a whole
//! step   = letter [ "w" ] [ 1 | 2 | 3 ] [ prime ]   the number and the prime in either order
//! letter = U R F D L B, u r f d l b (wide), M E S, x y z
//! ```
//!
//! A comment runs from `//` to the end of its line. All common apostrophe characters are accepted
//! as a prime. Spaces are optional.

mod error;

pub use error::{NotationError, Problem};

use crate::turn::{MIDDLES, ROTATIONS};
use crate::{Amount, Face, Layers, Step, Turn};
use std::iter::Peekable;
use std::ops::Range;
use std::str::CharIndices;

/// Maximum number of steps of a text, with groups expanded.
pub const MAX_STEPS: usize = 10_000;

const PRIMES: [char; 7] = ['\'', '’', '`', '′', '´', '‘', 'ʼ'];

/// Parses the steps of a text for a cube of `side` small cubes along an edge.
///
/// # Errors
/// The first token that is not a step of such a cube, a parenthesis without its partner, or more
/// than [`MAX_STEPS`] steps.
pub fn parse_steps(text: &str, side: usize) -> Result<Vec<Step>, NotationError> {
    let mut parser = Parser { text, side, rest: text.char_indices().peekable() };
    let mut steps = Vec::new();
    // The start of each open group: in the text, and in the steps.
    let mut open: Vec<(usize, usize)> = Vec::new();
    while let Some((start, letter)) = parser.rest.next() {
        match letter {
            ',' => {}
            _ if letter.is_whitespace() => {}
            '/' if parser.rest.next_if(|next| next.1 == '/').is_some() => {
                while parser.rest.next_if(|next| next.1 != '\n').is_some() {}
            }
            '(' => open.push((start, steps.len())),
            ')' => {
                let Some((_, from)) = open.pop() else {
                    return Err(parser.error(start..start + 1, Problem::Unopened));
                };
                parser.close(start, from, &mut steps)?;
            }
            _ => steps.push(parser.step(start, letter)?),
        }
        if steps.len() > MAX_STEPS {
            let end = parser.place();
            return Err(parser.error(start..end, Problem::TooLong));
        }
    }
    match open.pop() {
        Some((start, _)) => Err(parser.error(start..start + 1, Problem::Unclosed)),
        None => Ok(steps),
    }
}

struct Parser<'a> {
    text: &'a str,
    side: usize,
    rest: Peekable<CharIndices<'a>>,
}

impl Parser<'_> {
    /// The offset of the next byte of the text.
    fn place(&mut self) -> usize {
        self.rest.peek().map_or(self.text.len(), |next| next.0)
    }

    fn error(&self, span: Range<usize>, problem: Problem) -> NotationError {
        NotationError::new(self.text, span, problem)
    }

    /// The step of a letter that begins at byte `start`.
    fn step(&mut self, start: usize, letter: char) -> Result<Step, NotationError> {
        let after_letter = self.place();
        let (number, primes) = self.suffix();
        // A `w` stands between the letter and its suffix.
        let wide = after_letter == self.place() && self.rest.next_if(|c| c.1 == 'w').is_some();
        let (number, primes) = if wide { self.suffix() } else { (number, primes) };
        let span = start..self.place();
        let unknown = || self.error(span.clone(), Problem::UnknownMove);
        let (face, layers) = layers_of_letter(letter, wide).ok_or_else(unknown)?;
        let quarters = match number.as_str() {
            "" | "1" => 1,
            "2" => 2,
            "3" => 3,
            _ => return Err(unknown()),
        };
        if primes > 1 {
            return Err(unknown());
        }
        if layers == Layers::Middle && self.side.is_multiple_of(2) {
            return Err(self.error(span, Problem::NoMiddleLayer { side: self.side }));
        }
        let amount = Amount::ALL[quarters - 1];
        let amount = if primes == 1 { amount.inverse() } else { amount };
        Ok(Step { face, layers, amount })
    }

    /// Closes a group at byte `start` whose steps begin at `from`.
    fn close(
        &mut self,
        start: usize,
        from: usize,
        steps: &mut Vec<Step>,
    ) -> Result<(), NotationError> {
        let (number, primes) = self.suffix();
        let span = start..self.place();
        let times = match number.as_str() {
            "" => Some(1),
            digits => digits.parse().ok().filter(|times| *times > 0),
        };
        let Some(times) = times.filter(|_| primes <= 1) else {
            return Err(self.error(span, Problem::Repetition));
        };
        let mut group = steps.split_off(from);
        if primes == 1 {
            group.reverse();
            for step in &mut group {
                *step = step.inverse();
            }
        }
        if group.len().saturating_mul(times) > MAX_STEPS {
            return Err(self.error(span, Problem::TooLong));
        }
        steps.extend(group.repeat(if group.is_empty() { 0 } else { times }));
        Ok(())
    }

    /// Digits and the number of primes, in either order.
    fn suffix(&mut self) -> (String, usize) {
        let (mut number, mut primes) = (String::new(), 0);
        while let Some((_, c)) =
            self.rest.next_if(|next| next.1.is_ascii_digit() || PRIMES.contains(&next.1))
        {
            if c.is_ascii_digit() { number.push(c) } else { primes += 1 }
        }
        (number, primes)
    }
}

fn layers_of_letter(letter: char, wide: bool) -> Option<(Face, Layers)> {
    let of = |names: [(Face, char); 3]| names.into_iter().find(|known| known.1 == letter);
    if let Some(face) = Face::from_letter(letter) {
        return Some((face, if wide { Layers::Wide } else { Layers::Outer }));
    }
    if wide {
        return None;
    }
    let small = || Face::from_letter(letter.to_ascii_uppercase()).map(|face| (face, Layers::Wide));
    of(MIDDLES)
        .map(|known| (known.0, Layers::Middle))
        .or_else(|| of(ROTATIONS).map(|known| (known.0, Layers::All)))
        .or_else(small)
}

/// Turns as text, separated by single spaces.
pub fn format_turns(turns: &[Turn]) -> String {
    turns.iter().map(Turn::to_string).collect::<Vec<_>>().join(" ")
}
