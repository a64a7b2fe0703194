//! The words of a text with their places.

use crate::error::DefinitionError;
use loyd_search::quote::quoted;

/// A word and its place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word<'a> {
    pub(crate) text: &'a str,
    /// The line, from 1.
    pub(crate) line: usize,
    /// The character in its line, from 1.
    column: usize,
}

impl Word<'_> {
    /// The error that this word is wrong.
    pub(crate) fn wrong(self, reason: impl Into<String>) -> DefinitionError {
        DefinitionError::Text { line: self.line, column: self.column, reason: reason.into() }
    }
}

/// The words of a text; lines end with a line feed, a carriage return, or both.
pub(crate) struct Words<'a> {
    /// The rest of the text, from the character at `line` and `column`.
    rest: &'a str,
    line: usize,
    column: usize,
    /// True if the last character was a carriage return.
    returned: bool,
    peeked: Option<Word<'a>>,
}

impl<'a> Words<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { rest: text, line: 1, column: 1, returned: false, peeked: None }
    }

    /// The next word, without taking it.
    pub(crate) fn peek(&mut self) -> Option<Word<'a>> {
        if self.peeked.is_none() {
            self.peeked = self.find();
        }
        self.peeked
    }

    pub(crate) fn next(&mut self) -> Option<Word<'a>> {
        let word = self.peek();
        self.peeked = None;
        word
    }

    /// The next word, if the condition holds for it.
    pub(crate) fn next_if(&mut self, holds: impl Fn(Word<'a>) -> bool) -> Option<Word<'a>> {
        let word = self.peek().filter(|&word| holds(word))?;
        self.peeked = None;
        Some(word)
    }

    /// The next word of a line.
    pub(crate) fn on_line(&mut self, line: usize) -> Option<Word<'a>> {
        self.next_if(|word| word.line == line)
    }

    /// The next word.
    ///
    /// # Errors
    /// If the text ends, with the thing that is expected.
    pub(crate) fn expect(&mut self, what: &str) -> Result<Word<'a>, DefinitionError> {
        self.next().ok_or_else(|| DefinitionError::Text {
            line: self.line,
            column: self.column,
            reason: format!("the text ends where {what} is expected"),
        })
    }

    /// The number that the next word is.
    ///
    /// # Errors
    /// If it is not a number, with the thing that is expected.
    pub(crate) fn number(&mut self, what: &str) -> Result<u64, DefinitionError> {
        let word = self.expect(what)?;
        let wrong = |_| word.wrong(format!("{} is not {what}", quoted(word.text)));
        word.text.parse().map_err(wrong)
    }

    fn find(&mut self) -> Option<Word<'a>> {
        loop {
            let first = self.rest.chars().next()?;
            if first.is_whitespace() {
                self.skip(first);
            } else if first == '#' {
                let ends = |c| c == '\n' || c == '\r';
                let end = self.rest.find(ends).unwrap_or(self.rest.len());
                self.column += self.rest[..end].chars().count();
                self.rest = &self.rest[end..];
            } else {
                let end = self.rest.find(char::is_whitespace).unwrap_or(self.rest.len());
                let (text, rest) = self.rest.split_at(end);
                let word = Word { text, line: self.line, column: self.column };
                self.column += text.chars().count();
                self.rest = rest;
                self.returned = false;
                return Some(word);
            }
        }
    }

    /// Skips a character between words.
    fn skip(&mut self, c: char) {
        self.rest = &self.rest[c.len_utf8()..];
        match c {
            '\n' if self.returned => {}
            '\n' | '\r' => {
                self.line += 1;
                self.column = 1;
            }
            _ => self.column += 1,
        }
        self.returned = c == '\r';
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_places_with_all_line_endings() {
        let text = "Name A # a comment\r\nSet  P 3\r# more\rEnd\n\n  x#y";
        let mut words = Words::new(text);
        let mut places = Vec::new();
        while let Some(word) = words.next() {
            places.push((word.text, word.line, word.column));
        }
        let expected = [
            ("Name", 1, 1),
            ("A", 1, 6),
            ("Set", 2, 1),
            ("P", 2, 6),
            ("3", 2, 8),
            ("End", 4, 1),
            ("x#y", 6, 3),
        ];
        assert_eq!(places, expected);
    }
}
