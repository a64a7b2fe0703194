//! `loyd verify --moves`: replays a solution on a plain position.

use super::VerifyArgs;
use crate::exit::{Exit, Failure};
use crate::render::Reporter;
use loyd::{ReplayResult, for_goal};
use loyd_report::numbers::plural;

/// Replays the moves.
pub(super) fn run(args: &VerifyArgs, moves: &str) -> Result<Exit, Failure> {
    let (shape, goal) = (args.puzzle.shape(args.shape.size.as_deref()), args.shape.goal());
    let (puzzle, shape) = for_goal(args.puzzle.puzzle(), shape, goal.as_deref());
    let puzzle = puzzle.puzzle();
    let task = puzzle.read(&args.what.join(" "), shape.as_deref(), goal.as_deref())?;
    let (result, moves) = task.replay(moves, args.metric.as_deref())?;
    let mut reporter = Reporter::open(&args.output)?;
    let message = || message(&result, puzzle.facts().noun, &moves);
    let mut record = result.record();
    if !result.valid {
        record.note("message", message());
    }
    reporter.record(&record, || {
        if result.valid {
            return format!("reaches the goal in {}\n", plural(result.length.into(), "move"));
        }
        message() + "\n"
    })?;
    reporter.finish()?;
    Ok(if result.valid { Exit::Done } else { Exit::Failed })
}

/// The fault of moves that do not reach the goal.
fn message(result: &ReplayResult, noun: &str, moves: &str) -> String {
    let moves: Vec<&str> = moves.split_whitespace().collect();
    match (result.illegal_move, &result.reason) {
        (Some(number), Some(reason)) => {
            format!("move {number}: {reason}\n{}", marked(&moves, number - 1))
        }
        _ => format!(
            "does not reach the goal: after {} the {noun} is {}",
            plural(moves.len() as u64, "move"),
            result.end.as_deref().unwrap_or_default()
        ),
    }
}

/// The moves around one of them, and a line that marks it.
fn marked(moves: &[&str], index: usize) -> String {
    const AROUND: usize = 16;
    let (first, last) = (index.saturating_sub(AROUND), (index + AROUND).min(moves.len() - 1));
    let (head, tail) =
        (if first > 0 { "… " } else { "" }, if last + 1 < moves.len() { " …" } else { "" });
    let before = moves[first..index].join(" ");
    let gap = head.chars().count() + before.len() + usize::from(!before.is_empty());
    let line = moves[first..=last].join(" ");
    let mark = "^".repeat(moves[index].len());
    format!("  {head}{line}{tail}\n  {}{mark}", " ".repeat(gap))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_move_is_marked_in_long_and_short_lists() {
        let moves = ["U2", "L", "R"];
        assert_eq!(marked(&moves, 0), "  U2 L R\n  ^^");
        assert_eq!(marked(&moves, 2), "  U2 L R\n       ^");
        let long = ["U", "D"].repeat(50);
        let text = marked(&long, 50);
        let (line, mark) = text.split_once('\n').expect("two lines");
        let at = mark.find('^').expect("a mark");
        assert_eq!(line.chars().nth(at), Some('U'));
        assert!(line.starts_with("  … ") && line.ends_with(" …"));
    }
}
