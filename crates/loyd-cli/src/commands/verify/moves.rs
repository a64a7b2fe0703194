//! `loyd verify --moves`: replays a solution on a plain position.

use super::VerifyArgs;
use crate::args::Format;
use crate::exit::{Exit, Failure};
use crate::family::Family;
use crate::render::Reporter;
use loyd::choices;
use loyd::{Listed, ReplayResult, Verdict};
use loyd_report::numbers::plural;
use loyd_search::puzzle::Puzzle;

/// Replays the moves.
pub(super) fn run<P: Family>(args: &VerifyArgs, moves: &str) -> Result<Exit, Failure> {
    let (shape, goal) = (args.puzzle.shape(args.shape.size.as_deref()), args.shape.goal.as_deref());
    let task = P::read(&args.what.join(" "), shape.as_deref(), goal)?;
    let moves = P::parse_moves(moves).map_err(|why| Failure::input(why.to_string()))?;
    let mut reporter = Reporter::open(&args.output, Format::Text)?;
    let metric = choices::metric::<P>(args.metric.as_deref())?;
    let verdict = Verdict::of(&task, &moves);
    let result = ReplayResult::of(&task, &moves, metric, &verdict);
    let mut record = result.record();
    if !result.valid {
        record.note("message", message(&verdict, &moves));
    }
    reporter.record(&record, || {
        if result.valid {
            return format!("reaches the goal in {}\n", plural(result.length.into(), "move"));
        }
        message(&verdict, &moves) + "\n"
    })?;
    reporter.finish()?;
    Ok(if result.valid { Exit::Done } else { Exit::Failed })
}

/// The fault of the moves; nothing if they reach the goal.
fn message<P: Listed>(verdict: &Verdict<P>, moves: &[P::Move]) -> String {
    match verdict {
        Verdict::Reaches => String::new(),
        Verdict::EndsElsewhere(end) => format!(
            "does not reach the goal: after {} the {} is {}",
            plural(moves.len() as u64, "move"),
            P::NOUN,
            P::format(end)
        ),
        Verdict::Illegal(index, illegal) => {
            format!("move {}: {illegal}\n{}", index + 1, marked::<P>(moves, *index))
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
