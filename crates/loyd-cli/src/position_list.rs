//! Positions printed one after the other, so that `solve --input` reads them.

use crate::args::OutputArgs;
use crate::exit::Failure;
use crate::registry::texts;
use crate::render::Reporter;
use loyd::erased::{AnyTask, Scrambles};
use loyd::{NoMoves, PuzzleName};
use loyd_report::format::{Csv, Format, Text};
use loyd_report::record::Record;
use loyd_search::observe::Cancel;
use std::io::{IsTerminal, Write};

/// The column of moves that make a position.
const SCRAMBLE: &str = "scramble";

/// The list as it is written.
pub(crate) struct PositionList {
    reporter: Reporter,
    puzzle: PuzzleName,
    /// True if the reader is a person, who sees a drawing.
    is_drawn: bool,
    /// True if the positions of the puzzle are written as moves.
    as_moves: bool,
    /// Finds the moves, if they are printed.
    moves_to: Option<Scrambles>,
    /// True if missing moves were reported, or may not be.
    is_noted: bool,
}

impl PositionList {
    /// A list of positions of a puzzle; `with_moves` adds the moves that make each position.
    ///
    /// # Errors
    /// If the output cannot be opened.
    pub(crate) fn open(
        output: &OutputArgs,
        puzzle: PuzzleName,
        with_moves: bool,
    ) -> Result<Self, Failure> {
        let is_drawn =
            output.format.is_none() && output.output.is_none() && std::io::stdout().is_terminal();
        let default: &'static dyn Format = if is_drawn { &Text } else { &Csv };
        let as_moves = puzzle.puzzle().facts().columns.contains(&SCRAMBLE);
        Ok(Self {
            reporter: Reporter::open_with(output, default)?,
            puzzle,
            is_drawn,
            as_moves,
            moves_to: (as_moves || with_moves).then(|| puzzle.puzzle().scrambles()),
            is_noted: output.quiet,
        })
    }

    /// Writes a position; `add` adds fields to its record. False if it was cancelled before.
    ///
    /// # Errors
    /// If tables for the moves are unavailable, or the output fails.
    pub(crate) fn write(
        &mut self,
        (id, task, goal): (&str, &dyn AnyTask, &str),
        cancel: &Cancel,
        add: impl FnOnce(&mut Record),
    ) -> Result<bool, Failure> {
        let mut record = Record::new();
        record.push("id", id);
        record.push("puzzle", task.shape());
        let mut moves = None;
        if let Some(moves_to) = &mut self.moves_to {
            match moves_to(task, cancel) {
                Ok(sequence) => moves = Some(sequence),
                Err(_) if cancel.is_cancelled() => return Ok(false),
                Err(NoMoves::Unavailable(why)) => {
                    return Err(Failure::environment(why.to_string()));
                }
                Err(why) => self.note_missing(&why),
            }
            record.push(SCRAMBLE, moves.clone());
        }
        for (name, value) in task.list_fields(goal) {
            record.push(name, value);
        }
        add(&mut record);
        let (as_moves, is_drawn) = (self.as_moves, self.is_drawn);
        let (puzzle, colour) = (self.puzzle, self.reporter.may_colour());
        self.reporter.record(&record, || {
            let line = match moves {
                Some(moves) if as_moves => moves,
                // The moves are a comment, so that the line is still a board.
                Some(moves) => format!("{} # {moves}", task.start()),
                None => task.start(),
            };
            let line = line + "\n";
            let drawing = texts(puzzle).as_text(task, colour);
            if is_drawn && drawing != line { format!("{line}\n{drawing}\n") } else { line }
        })?;
        Ok(true)
    }

    /// Prints once why a position has no moves.
    fn note_missing(&mut self, why: &NoMoves) {
        if !std::mem::replace(&mut self.is_noted, true) {
            let _ = writeln!(std::io::stderr(), "note: positions without moves: {why}");
        }
    }

    /// All is written.
    ///
    /// # Errors
    /// If the output fails.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        self.reporter.finish()
    }
}
