//! The texts of both cubes: scrambles as people and other programs write them, nets.

use super::cube_drawing;
use super::published::cube_levels;
use crate::pdb::TableCommands;
use crate::texts::{Keys, PuzzleTexts};
use loyd::PuzzleName;
use loyd::erased::AnyTask;
use loyd_cube::{Cube, CubePuzzle, MetricName, Stickers, Turn};
use loyd_search::puzzle::Puzzle;
use loyd_search::solver::Solve;
use ratatui::text::Line;
use std::marker::PhantomData;

pub(crate) struct CubeTexts<C> {
    pub(super) puzzle: PuzzleName,
    /// The heuristics that a comparison has by default.
    pub(super) compared: &'static str,
    /// The name in the table of published levels.
    pub(super) levels: &'static str,
    pub(super) tables: Option<&'static dyn TableCommands>,
    pub(super) cube: PhantomData<fn() -> C>,
}

impl<C: Cube + Into<Stickers>> PuzzleTexts for CubeTexts<C>
where
    CubePuzzle<C>: Solve + Puzzle<Position = C, Move = Turn, Metric = MetricName>,
{
    fn puzzle(&self) -> PuzzleName {
        self.puzzle
    }

    fn compared(&self) -> String {
        self.compared.to_owned()
    }

    fn published(&self, _start: &dyn AnyTask, metric: &str) -> Option<Vec<u64>> {
        cube_levels(self.levels, metric)
    }

    fn tables(&self) -> Option<&'static dyn TableCommands> {
        self.tables
    }

    /// Moves without quotes: R U F2.
    fn is_one_position(&self, arguments: &[String]) -> bool {
        /// Letters of the longest move: a turn of two layers by a half, backwards.
        const MAX: usize = 4;
        let letters = |text: &String| text.trim().chars().count();
        arguments.len() > 1 && arguments.iter().all(|text| letters(text) <= MAX)
    }

    fn as_text(&self, task: &dyn AnyTask, colour: bool) -> String {
        cube_drawing::net(&task.typed::<CubePuzzle<C>>().start.into(), colour)
    }

    fn content<'a>(&self, line: &'a str) -> &'a str {
        content(line)
    }

    fn keys(&self) -> Keys {
        Keys::Faces
    }

    fn draw(&self, task: &dyn AnyTask, before: Option<&dyn AnyTask>) -> Vec<Line<'static>> {
        let task = task.typed::<CubePuzzle<C>>();
        let before = before.map(|before| before.typed::<CubePuzzle<C>>().start.into());
        cube_drawing::draw(&task.start.into(), &task.goal.into(), before.as_ref())
    }
}

/// The scramble or the stickers in a line, between a number such as `1.` or `2)` and a comment that begins
/// with `#` or `//`.
fn content(line: &str) -> &str {
    let line = line.split('#').next().unwrap_or_default();
    let line = line.split("//").next().unwrap_or_default().trim_start();
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    match rest.strip_prefix(['.', ')', ':']) {
        Some(numbered) if rest.len() < line.len() => numbered,
        _ => line,
    }
}

#[cfg(test)]
mod tests {
    use super::content;

    #[test]
    fn numbers_and_comments_are_left_out() {
        for (line, expected) in [
            ("R U F", "R U F"),
            ("1. R U F", "R U F"),
            ("12) R2 // a comment", "R2"),
            ("3:R' # a comment", "R'"),
            ("// a comment", ""),
            ("# 1. R", ""),
            ("4.", ""),
            ("(R U)2 F", "(R U)2 F"),
            (") R", ") R"),
            ("7 R", "7 R"),
        ] {
            assert_eq!(content(line).trim(), expected, "{line}");
        }
    }
}
