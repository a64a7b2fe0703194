//! `loyd verify --moves`: replays a solution on a plain position.

use super::VerifyArgs;
use crate::args::Format;
use crate::exit::{Exit, Failure};
use crate::input::Task;
use crate::puzzles::{self, Family};
use crate::record::Record;
use crate::record::value;
use crate::render::Reporter;
use loyd::puzzle::Puzzle;
use loyd_report::numbers::plural;

/// Replays the moves.
pub(super) fn run<P: Family>(args: &VerifyArgs, moves: &str) -> Result<Exit, Failure> {
    let (shape, goal) = (args.shape.shape(), args.shape.goal.as_deref());
    let task = P::read(&args.what.join(" "), shape.as_deref(), goal).map_err(Failure::input)?;
    let moves = P::parse_moves(moves).map_err(|why| Failure::input(why.to_string()))?;
    let mut reporter = Reporter::open(&args.output, Format::Text)?;
    let metric = puzzles::metric::<P>(args.metric.as_deref())?;
    let length = P::length(&moves, metric);
    let verdict = Verdict::of(&task, &moves);
    let mut record = Record::new();
    record.push("valid", matches!(verdict, Verdict::Reaches));
    record.push("length", length);
    record.push("metric", metric.to_string());
    record.push("illegal_move", verdict.illegal_move());
    record.push("end", verdict.end(&task).map(P::format));
    record.push("puzzle", P::shape(&task.start));
    for (name, field) in P::fields(&task.start) {
        record.push(name, value(field));
    }
    record.push("goal", P::goal_name(&task.goal));
    if !matches!(verdict, Verdict::Reaches) {
        record.note("message", verdict.message(&moves));
    }
    reporter.record(&record, || match &verdict {
        Verdict::Reaches => format!("reaches the goal in {}\n", plural(length.into(), "move")),
        other => other.message(&moves) + "\n",
    })?;
    reporter.finish()?;
    Ok(if matches!(verdict, Verdict::Reaches) { Exit::Done } else { Exit::Failed })
}

/// What came of the moves.
enum Verdict<P: Puzzle> {
    Reaches,
    EndsElsewhere(P::Position),
    /// The index of the first impossible move, and why it is.
    Illegal(usize, String),
}

impl<P: Family> Verdict<P> {
    fn of(task: &Task<P>, moves: &[P::Move]) -> Self {
        let mut position = task.start.clone();
        for (index, &mv) in moves.iter().enumerate() {
            if let Err(illegal) = P::apply(&mut position, mv) {
                return Self::Illegal(index, illegal);
            }
        }
        if position == task.goal { Self::Reaches } else { Self::EndsElsewhere(position) }
    }

    /// The number of the first impossible move, from 1.
    fn illegal_move(&self) -> Option<usize> {
        match self {
            Self::Illegal(index, _) => Some(index + 1),
            _ => None,
        }
    }

    fn end<'a>(&'a self, task: &'a Task<P>) -> Option<&'a P::Position> {
        match self {
            Self::Reaches => Some(&task.goal),
            Self::EndsElsewhere(end) => Some(end),
            Self::Illegal(..) => None,
        }
    }

    fn message(&self, moves: &[P::Move]) -> String {
        match self {
            Self::Reaches => String::new(),
            Self::EndsElsewhere(end) => format!(
                "does not reach the goal: after {} the {} is {}",
                plural(moves.len() as u64, "move"),
                P::NOUN,
                P::format(end)
            ),
            Self::Illegal(index, illegal) => {
                format!("move {}: {illegal}\n{}", index + 1, marked::<P>(moves, *index))
            }
        }
    }
}

/// The moves around one of them, and a line that marks it.
fn marked<P: Puzzle>(moves: &[P::Move], index: usize) -> String {
    const AROUND: usize = 16;
    let (first, last) = (index.saturating_sub(AROUND), (index + AROUND).min(moves.len() - 1));
    let (head, tail) =
        (if first > 0 { "… " } else { "" }, if last + 1 < moves.len() { " …" } else { "" });
    let before = P::format_moves(&moves[first..index]);
    let gap = head.chars().count() + before.len() + usize::from(!before.is_empty());
    let shown = P::format_moves(&moves[first..=last]);
    let mark = "^".repeat(P::format_moves(&moves[index..=index]).len());
    format!("  {head}{shown}{tail}\n  {}{mark}", " ".repeat(gap))
}

#[cfg(test)]
mod tests {
    use super::*;
    use loyd_tiles::parse_moves;
    use loyd_tiles::solver::Tiles;

    #[test]
    fn the_move_is_marked_in_long_and_short_lists() {
        let moves = parse_moves("U2 L R").expect("moves");
        assert_eq!(marked::<Tiles>(&moves, 0), "  U2 L R\n  ^^");
        assert_eq!(marked::<Tiles>(&moves, 2), "  U2 L R\n       ^");
        let long = parse_moves(&"UD".repeat(50)).expect("moves");
        let text = marked::<Tiles>(&long, 50);
        let (shown, mark) = text.split_once('\n').expect("two lines");
        let at = mark.find('^').expect("a mark");
        assert_eq!(shown.chars().nth(at), Some('U'));
        assert!(shown.starts_with("  … ") && shown.ends_with(" …"));
    }
}
