//! Cubes as people and other programs write them: scrambles, one a line.

use crate::family::Scrambles;
use loyd_cube::{Cube, CubePuzzle, MetricName, Turn};
use loyd_search::observe::Limit;
use loyd_search::puzzle::Puzzle;
use loyd_search::solver::{Plan, Settings, Solve, Unavailable};

/// The scramble or the stickers in a line: what is before a comment, which begins with `#` or `//`, and
/// after a number such as `1.` or `2)`.
pub(crate) fn content(line: &str) -> &str {
    let line = line.split('#').next().unwrap_or_default();
    let line = line.split("//").next().unwrap_or_default().trim_start();
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    match rest.strip_prefix(['.', ')', ':']) {
        Some(numbered) if rest.len() < line.len() => numbered,
        _ => line,
    }
}

/// Moves that lead from the solved cube to a state: a solution by an algorithm, backwards.
pub(crate) fn scrambles<C: Cube>(
    algorithm: &str,
    heuristic: &str,
) -> Result<Option<Scrambles<CubePuzzle<C>>>, Unavailable>
where
    CubePuzzle<C>: Solve + Puzzle<Position = C, Move = Turn, Metric = MetricName>,
{
    let settings = Settings {
        algorithm: algorithm.parse().ok(),
        heuristic: heuristic.parse().ok(),
        ..Settings::default()
    };
    let engine = Plan::<CubePuzzle<C>>::new(&C::SOLVED, &settings)?.prepare()?;
    Ok(Some(Box::new(move |position| {
        let report = engine.solve(position, 1, &Limit::none(), &mut |_| ());
        let back = report.outcome.path()?.iter().rev().map(|turn| turn.inverse());
        Some(CubePuzzle::<C>::format_moves(&back.collect::<Vec<_>>()))
    })))
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
