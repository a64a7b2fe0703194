//! Moves: edges of a graph, or names that were read. A name with white space, commas or quotes is written in quotes.

use crate::catalogue;
use crate::texts::Texts;
use loyd_search::puzzle::InvalidText;
use loyd_search::quote::quoted;
use std::fmt;
use std::sync::{Mutex, PoisonError};

/// The names of moves that the process has read.
static NAMES: Mutex<Option<Texts>> = Mutex::new(None);

/// The list that a move is an entry of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum List {
    /// The edges of a graph, by its number.
    Forward(u32),
    /// The edges of a graph turned round.
    Backward(u32),
    /// The names that were read: the position decides which edge is meant.
    Names,
}

/// A move.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Edge {
    pub(crate) list: List,
    /// The number in the list.
    pub(crate) number: u32,
}

impl Edge {
    /// Calls `then` with the name.
    pub(crate) fn with_name<T>(self, then: impl FnOnce(&str) -> T) -> T {
        match self.list {
            List::Forward(graph) => then(catalogue::numbered(graph).name(self.number)),
            List::Backward(graph) => {
                let graph = catalogue::numbered(graph);
                then(graph.key(graph.backward().states[self.number as usize]))
            }
            List::Names => {
                let names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
                then(names.as_ref().map_or("", |names| names.get(self.number)))
            }
        }
    }
}

impl fmt::Display for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_special = |c: char| c.is_whitespace() || c == ',' || c == '"';
        self.with_name(|name| {
            if name.contains(is_special) {
                write!(f, "\"{}\"", name.replace('"', "\"\""))
            } else {
                f.write_str(name)
            }
        })
    }
}

impl fmt::Debug for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Parses names of moves, separated by white space or commas.
///
/// # Errors
/// If a quote has no end, or the names of the process exceed 32 bits.
pub(crate) fn parse_moves(text: &str) -> Result<Vec<Edge>, InvalidText> {
    let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    let names = names.get_or_insert_default();
    let number = |name: &str| {
        let number = names.store(name);
        number.map_err(|_| InvalidText { reason: "too many names of moves".to_owned() })
    };
    let numbers =
        words(text)?.iter().map(String::as_str).map(number).collect::<Result<Vec<_>, _>>();
    Ok(numbers?.into_iter().map(|number| Edge { list: List::Names, number }).collect())
}

/// The words of a text, without their quotes.
fn words(text: &str) -> Result<Vec<String>, InvalidText> {
    let is_space = |c: &char| c.is_whitespace() || *c == ',';
    let (mut words, mut rest) = (Vec::new(), text.chars().peekable());
    loop {
        while rest.next_if(is_space).is_some() {}
        if rest.next_if_eq(&'"').is_none() {
            let mut word = String::new();
            while let Some(c) = rest.next_if(|c| !is_space(c)) {
                word.push(c);
            }
            if word.is_empty() {
                return Ok(words);
            }
            words.push(word);
            continue;
        }
        let mut word = String::new();
        loop {
            match rest.next() {
                Some('"') if rest.next_if_eq(&'"').is_some() => word.push('"'),
                Some('"') => break,
                Some(c) => word.push(c),
                None => {
                    let reason = format!("{} has a quote without an end", quoted(text));
                    return Err(InvalidText { reason });
                }
            }
        }
        words.push(word);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read_as_they_are_written() {
        for name in ["a", "a b", "1,2", "say \"go\"", "->", "1 2 3 / 4 5 0"] {
            let number = NAMES
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .get_or_insert_default()
                .store(name);
            let edge = Edge { list: List::Names, number: number.expect("few names") };
            let text = format!("{edge} {edge}");
            assert_eq!(parse_moves(&text).expect("moves"), [edge, edge], "{text}");
        }
        assert_eq!(words(" a,b  c ").expect("words"), ["a", "b", "c"]);
        assert!(words("a \"b").is_err_and(|why| why.reason.contains("quote")));
    }
}
