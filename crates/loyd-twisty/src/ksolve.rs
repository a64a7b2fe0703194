//! Definitions in the text form of the programs ksolve and twsearch.
//!
//! ```text
//! Name NAME
//! Set ORBIT PIECES ORIENTATIONS            once for each orbit, before the rest
//! Solved                                   missing orbits are in order
//!   ORBIT  pieces  [ orientations ]
//! End
//! Move NAME                                missing orbits are not moved
//!   ORBIT  permutation  [ orientations ]
//! End
//! MoveSequence NAME moves                  one move that is made of others
//! MoveAlias NAME move                      another name of a move
//! Illegal ORBIT slot pieces                pieces that the slot must not hold after a move
//! ```
//!
//! Pieces and slots are numbered from 1. After a move, the piece in slot i is the one that was in
//! slot p = `permutation[i]`, twisted by the entry *p* of the orientations. Orientations that are
//! missing are 0. A word that begins with `#` begins a comment.
//!
//! A solved piece `?` is any piece, an orientation `?` is one that is ignored. `StartState` and
//! `MoveTransformation` are `Solved` and `Move` with numbers from 0 and twists by the slot to which a piece goes.
//!
//! Commands that restrict the searches of those programs, or change what they print, leave the puzzle as it is. They
//! are skipped with a [note](crate::Definition::notes). `Block` makes another puzzle, and is refused.

use crate::error::{DefinitionError, MAX_ORIENTATIONS, MAX_SLOTS};
use crate::source::{
    ChangeSource, DerivedSource, ExclusionSource, MoveSource, OrbitSource, PatternSource, Source,
};
use crate::words::{Word, Words};
use loyd_search::quote::quoted;

/// The orientation that is ignored, and the piece that is any piece.
const ANY: &str = "?";

/// Blocks that are skipped, and the reason why the puzzle is the same without them.
const SKIPPED_BLOCKS: [(&str, &str); 5] = [
    ("Ignore", "every piece counts; a goal with ? leaves pieces free"),
    ("Multiplicators", "every power of a move is a move"),
    ("ParallelMoves", "it shortens the searches of another program"),
    ("ForbiddenPairs", "it shortens the searches of another program"),
    ("ForbiddenGroups", "it shortens the searches of another program"),
];

/// Lines that are skipped.
const SKIPPED_LINES: [(&str, &str); 1] =
    [("ReplaceMoves", "it changes how another program prints solutions")];

pub(crate) fn parse(text: &str) -> Result<Source, DefinitionError> {
    let mut parser = Parser::new(text);
    let mut source = Source { may_omit: true, first_piece: 1, ..Source::default() };
    while let Some(command) = parser.words.next() {
        parser.command(command, &mut source)?;
    }
    Ok(source)
}

/// Reads the blocks of a text.
pub(crate) struct Parser<'a> {
    pub(crate) words: Words<'a>,
    named: bool,
    solved: bool,
}

impl<'a> Parser<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { words: Words::new(text), named: false, solved: false }
    }

    fn command(&mut self, command: Word<'a>, source: &mut Source) -> Result<(), DefinitionError> {
        let skipped = |list: &[(&'static str, &'static str)]| {
            list.iter().find(|(name, _)| *name == command.text).copied()
        };
        match command.text {
            "Name" if self.named => return Err(command.wrong("there are two names")),
            "Name" => {
                self.named = true;
                source.name = self.rest_of_line(command.line);
            }
            "Set" if self.solved || !source.moves.is_empty() => {
                return Err(command.wrong("all sets are defined first"));
            }
            "Set" => source.orbits.push(self.set()?),
            "Solved" | "StartState" if self.solved => {
                return Err(command.wrong("the solved state is defined twice"));
            }
            "Solved" | "StartState" => {
                self.solved = true;
                source.first_piece = u16::from(command.text == "Solved");
                source.pattern = self.pattern(&source.orbits, source.first_piece.into())?;
            }
            "Move" | "MoveTransformation" => {
                let name = self.name(source)?;
                let old = command.text == "Move";
                let orbits = self.changes(&source.orbits)?;
                let (first, line) = (u64::from(old), command.line);
                source.moves.push(MoveSource { name, orbits, first, by_origin: old, line });
            }
            "MoveSequence" | "MoveAlias" => {
                let name = self.name(source)?;
                let moves = self.rest_of_line(command.line).replace(',', " ");
                if moves.is_empty() {
                    return Err(command.wrong("a move is missing behind the name"));
                }
                let line = command.line;
                source.derived.push(DerivedSource { name, moves, is_move: true, line });
            }
            "Illegal" => {
                let orbit = self.words.expect("the name of a set")?.text.to_owned();
                let slot = self.words.number("a slot")?;
                let (mut pieces, line) = (Vec::new(), command.line);
                while self.words.peek().is_some_and(|word| word.line == line) {
                    pieces.push(self.words.number("a piece")?);
                }
                source.exclusions.push(ExclusionSource { orbit, slot, pieces, line });
            }
            other => {
                if let Some((name, reason)) = skipped(&SKIPPED_LINES) {
                    self.rest_of_line(command.line);
                    source.note(command.line, name, reason);
                } else if let Some((name, reason)) = skipped(&SKIPPED_BLOCKS) {
                    while self.words.expect("End")?.text != "End" {}
                    source.note(command.line, name, reason);
                } else if other == "Block" {
                    let reason = "Block ties pieces together, which is not supported: write the positions that it \
                        excludes as Illegal";
                    return Err(command.wrong(reason));
                } else {
                    return Err(command.wrong(format!("{} is not a command", quoted(other))));
                }
            }
        }
        Ok(())
    }

    /// The name of a new move.
    fn name(&mut self, source: &Source) -> Result<String, DefinitionError> {
        let word = self.words.expect("the name of the move")?;
        let name = word.text.to_owned();
        let mut names = source.moves.iter().map(|known| &known.name);
        if names.any(|known| *known == name)
            || source.derived.iter().any(|known| known.name == name)
        {
            return Err(word.wrong(format!("move {} is defined twice", quoted(&name))));
        }
        Ok(name)
    }

    /// The words up to the end of a line, with single spaces.
    fn rest_of_line(&mut self, line: usize) -> String {
        let mut words = Vec::new();
        while let Some(word) = self.words.on_line(line) {
            words.push(word.text);
        }
        words.join(" ")
    }

    fn set(&mut self) -> Result<OrbitSource, DefinitionError> {
        let word = self.words.expect("the name of the set")?;
        let mut count = |what, max: usize| {
            let Some(word) = self.words.peek() else { return self.words.number(what) };
            match self.words.number(what)? {
                number if (1..=max as u64).contains(&number) => Ok(number),
                _ => Err(word.wrong(format!("{what} is from 1 to {max}"))),
            }
        };
        let pieces = count("the number of pieces", MAX_SLOTS)?;
        let orientations = count("the number of orientations", MAX_ORIENTATIONS)?;
        Ok(OrbitSource { name: word.text.to_owned(), pieces, orientations, line: word.line })
    }

    /// The name and the number of pieces of the orbit that begins here; `None` at the end of the block.
    fn orbit(
        &mut self,
        orbits: &[OrbitSource],
        seen: &mut Vec<&'a str>,
    ) -> Result<Option<(Word<'a>, usize)>, DefinitionError> {
        let word = self.words.expect("the name of a set, or End,")?;
        if word.text == "End" {
            return Ok(None);
        }
        let orbit = orbits.iter().find(|orbit| orbit.name == word.text);
        let Some(orbit) = orbit else {
            return Err(word.wrong(format!("unknown set {}", quoted(word.text))));
        };
        if seen.contains(&word.text) {
            return Err(word.wrong(format!("the set {} is here twice", quoted(word.text))));
        }
        seen.push(word.text);
        Ok(Some((word, usize::try_from(orbit.pieces).unwrap_or(usize::MAX))))
    }

    fn numbers(&mut self, count: usize, what: &str) -> Result<Vec<u64>, DefinitionError> {
        // Nothing is reserved: the count is not checked yet, and the text ends soon enough.
        let mut numbers = Vec::new();
        while numbers.len() < count {
            numbers.push(self.words.number(what)?);
        }
        Ok(numbers)
    }

    /// Numbers, or `None` for each `?`.
    fn numbers_or_any(
        &mut self,
        count: usize,
        what: &str,
    ) -> Result<Vec<Option<u64>>, DefinitionError> {
        let mut numbers = Vec::new();
        while numbers.len() < count {
            let any = self.words.next_if(|word| word.text == ANY);
            numbers.push(if any.is_some() { None } else { Some(self.words.number(what)?) });
        }
        Ok(numbers)
    }

    /// True if the next word is an orientation, not the name of a set.
    fn has_orientation(&mut self) -> bool {
        let begins = |word: Word<'_>| {
            word.text == ANY || word.text.starts_with(|c: char| c.is_ascii_digit())
        };
        self.words.peek().is_some_and(begins)
    }

    /// A pattern whose first piece has the number `first`.
    pub(crate) fn pattern(
        &mut self,
        orbits: &[OrbitSource],
        first: u64,
    ) -> Result<Vec<(String, PatternSource)>, DefinitionError> {
        let (mut pattern, mut seen) = (Vec::new(), Vec::new());
        while let Some((name, count)) = self.orbit(orbits, &mut seen)? {
            let pieces = self.numbers_or_any(count, "a piece")?;
            let twists = if self.has_orientation() {
                self.numbers_or_any(count, "an orientation")?
            } else {
                vec![Some(0); count]
            };
            // The pieces that are any piece are one kind, whose number no other piece has.
            let named = || pieces.iter().flatten();
            let numbers = first..=first + count as u64;
            let free = numbers.into_iter().find(|piece| !named().any(|named| named == piece));
            let mut source = PatternSource { line: name.line, ..PatternSource::default() };
            for (piece, twist) in pieces.iter().zip(twists) {
                source.pieces.push(piece.or(free).unwrap_or_default());
                let twist = twist.filter(|_| piece.is_some());
                source.orientation.push(twist.unwrap_or(0));
                source.moduli.push(u64::from(twist.is_none()));
            }
            pattern.push((name.text.to_owned(), source));
        }
        Ok(pattern)
    }

    fn changes(
        &mut self,
        orbits: &[OrbitSource],
    ) -> Result<Vec<(String, ChangeSource)>, DefinitionError> {
        let (mut changes, mut seen) = (Vec::new(), Vec::new());
        while let Some((name, count)) = self.orbit(orbits, &mut seen)? {
            let permutation = self.numbers(count, "a slot")?;
            let delta = if self.has_orientation() {
                self.numbers(count, "an orientation")?
            } else {
                vec![0; count]
            };
            let line = name.line;
            changes.push((name.text.to_owned(), ChangeSource { permutation, delta, line }));
        }
        Ok(changes)
    }
}
