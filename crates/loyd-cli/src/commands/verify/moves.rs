//! `loyd verify --moves`: replays a solution on a plain board.

use super::VerifyArgs;
use crate::args::Format;
use crate::exit::{Exit, Failure};
use crate::input::Task;
use crate::puzzles::{self, Family};
use crate::record::Record;
use crate::render::Reporter;
use crate::render::text::plural;
use loyd_tiles::solver::Tiles;
use loyd_tiles::{Goal, IllegalSlide, MetricName, Position, Slide, format_moves, parse_moves};

/// Replays the moves.
pub(super) fn run(args: &VerifyArgs, moves: &str) -> Result<Exit, Failure> {
    let (shape, goal) = (args.shape.shape(), args.shape.goal.as_deref());
    let task = Tiles::read(&args.what.join(" "), shape.as_deref(), goal).map_err(Failure::input)?;
    let moves = parse_moves(moves).map_err(|why| Failure::input(why.to_string()))?;
    let mut reporter = Reporter::open(&args.output, Format::Text)?;
    let metric = puzzles::metric::<Tiles>(args.metric.as_deref())?;
    let length = match metric {
        MetricName::Single => moves.iter().map(|slide| usize::from(slide.count)).sum(),
        MetricName::Multi => moves.len(),
    };
    let verdict = Verdict::of(&task, &moves);
    let mut record = Record::new();
    record.push("valid", matches!(verdict, Verdict::Reaches));
    record.push("length", length);
    record.push("metric", metric.name());
    record.push("illegal_move", verdict.illegal_move());
    record.push("end", verdict.end(&task).map(Position::to_line));
    record.push("tiles", task.start.to_line());
    record.push("width", task.start.size().width());
    record.push("height", task.start.size().height());
    record.push("goal", Goal::of(&task.goal).to_string());
    if !matches!(verdict, Verdict::Reaches) {
        record.note("message", verdict.message(&moves));
    }
    reporter.record(&record, || match &verdict {
        Verdict::Reaches => format!("reaches the goal in {}\n", plural(length as u64, "move")),
        other => other.message(&moves) + "\n",
    })?;
    reporter.finish()?;
    Ok(if matches!(verdict, Verdict::Reaches) { Exit::Done } else { Exit::Failed })
}

/// What came of the moves.
enum Verdict {
    Reaches,
    EndsElsewhere(Position),
    /// The index of the first impossible move.
    Illegal(usize, IllegalSlide),
}

impl Verdict {
    fn of(task: &Task<Tiles>, moves: &[Slide]) -> Self {
        match task.start.replay(moves) {
            Ok(end) if end == task.goal => Self::Reaches,
            Ok(end) => Self::EndsElsewhere(end),
            Err((index, illegal)) => Self::Illegal(index, illegal),
        }
    }

    /// The number of the first impossible move, from 1.
    fn illegal_move(&self) -> Option<usize> {
        match self {
            Self::Illegal(index, _) => Some(index + 1),
            _ => None,
        }
    }

    fn end<'a>(&'a self, task: &'a Task<Tiles>) -> Option<&'a Position> {
        match self {
            Self::Reaches => Some(&task.goal),
            Self::EndsElsewhere(end) => Some(end),
            Self::Illegal(..) => None,
        }
    }

    fn message(&self, moves: &[Slide]) -> String {
        match self {
            Self::Reaches => String::new(),
            Self::EndsElsewhere(end) => format!(
                "does not reach the goal: after {} the board is {}",
                plural(moves.len() as u64, "move"),
                end.to_line()
            ),
            Self::Illegal(index, illegal) => {
                format!("move {}: {illegal}\n{}", index + 1, marked(moves, *index))
            }
        }
    }
}

/// The moves around one of them, and a line that marks it.
fn marked(moves: &[Slide], index: usize) -> String {
    const AROUND: usize = 16;
    let (first, last) = (index.saturating_sub(AROUND), (index + AROUND).min(moves.len() - 1));
    let (head, tail) =
        (if first > 0 { "… " } else { "" }, if last + 1 < moves.len() { " …" } else { "" });
    let before = format_moves(&moves[first..index]);
    let gap = head.chars().count() + before.len() + usize::from(!before.is_empty());
    let shown = format_moves(&moves[first..=last]);
    let mark = "^".repeat(moves[index].to_string().len());
    format!("  {head}{shown}{tail}\n  {}{mark}", " ".repeat(gap))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_move_is_marked_in_long_and_short_lists() {
        let moves = parse_moves("U2 L R").expect("moves");
        assert_eq!(marked(&moves, 0), "  U2 L R\n  ^^");
        assert_eq!(marked(&moves, 2), "  U2 L R\n       ^");
        let long = parse_moves(&"UD".repeat(50)).expect("moves");
        let text = marked(&long, 50);
        let (shown, mark) = text.split_once('\n').expect("two lines");
        let at = mark.find('^').expect("a mark");
        assert_eq!(shown.chars().nth(at), Some('U'));
        assert!(shown.starts_with("  … ") && shown.ends_with(" …"));
    }
}
