//! Solutions as text: a paragraph for one board, a line each for many.

use crate::solution::Solution;
use loyd::{SolutionCount, SolveResult, Status};
use loyd_report::numbers::{bytes, duration, grouped, plural, rate};
use std::fmt::Write;

/// "board     1 2 3 4 5 6 7 0 8 (3x3, single-tile metric), to blank-last"
fn board(solution: &Solution) -> String {
    let text = solution.result.position.first().and_then(|(_, value)| value.as_str());
    let (Some(text), Some(puzzle), Some(goal)) =
        (text, &solution.result.puzzle, &solution.result.goal)
    else {
        return String::new();
    };
    format!("board     {text} ({puzzle}, {}), to {goal}\n", solution.result.metric_title)
}

/// One board alone.
pub(crate) fn paragraph(solution: &Solution) -> String {
    let mut text = match solution.result.status {
        Status::Invalid => return String::new(),
        Status::Unsolvable => {
            return format!("unsolvable: {}\n", solution.message.as_deref().unwrap_or_default());
        }
        Status::Stopped => format!("{}\n", stopped(solution)),
        Status::Solved => String::new(),
    };
    if let (Some(moves), Some(length)) = (&solution.result.moves, solution.result.length) {
        let moves = if moves.is_empty() { "(none: this is the goal)" } else { moves };
        let _ = writeln!(text, "moves     {moves}\nlength    {length}, {}", proof(solution));
    }
    if let Some(all) = solution.result.shortest() {
        let _ = writeln!(text, "all       {}", counted(all, &solution.result));
        for moves in all.1 {
            let _ = writeln!(text, "          {moves}");
        }
    }
    if let (Status::Solved, Some(SolutionCount(None)), Some(message)) =
        (solution.result.status, solution.result.solutions, &solution.message)
    {
        let _ = writeln!(text, "all       {message}");
    }
    if let (Some(expanded), Some(generated), Some(seconds)) =
        (solution.result.expanded, solution.result.generated, solution.result.seconds)
    {
        let _ = writeln!(
            text,
            "searched  {} expanded, {} generated, {} ({})",
            plural(expanded, "state"),
            grouped(generated),
            duration(seconds),
            rate(expanded, seconds),
        );
    }
    let lists = &solution.result.statistics;
    if lists.inserted > 0 {
        let _ = writeln!(
            text,
            "stored    {}, {} ({:.1} bytes each)",
            plural(lists.inserted, "state"),
            bytes(lists.bytes),
            lists.bytes as f64 / lists.inserted as f64,
        );
    }
    if let (Some(algorithm), Some(heuristic)) =
        (&solution.result.algorithm, &solution.result.heuristic)
    {
        let _ = writeln!(text, "with      {algorithm}, {heuristic}");
    }
    text + &board(solution)
}

/// One board of many.
pub(crate) fn line(solution: &Solution) -> String {
    let id = &solution.id;
    let text = match solution.result.status {
        Status::Solved => format!(
            "{id:>6}  {:>3} moves{}  {:>15} nodes  {:>9}  {}",
            solution.result.length.unwrap_or_default(),
            if solution.result.proven { "" } else { " or less" },
            grouped(solution.result.expanded.unwrap_or_default()),
            duration(solution.result.seconds.unwrap_or_default()),
            match solution.result.shortest() {
                Some(all) => counted(all, &solution.result).trim_end_matches(':').to_owned(),
                None => solution.result.moves.clone().unwrap_or_default(),
            },
        ),
        Status::Stopped => format!("{id:>6}  {}", stopped(solution)),
        Status::Unsolvable | Status::Invalid => {
            let message = solution.message.as_deref().unwrap_or_default();
            let first = message.lines().next().unwrap_or_default();
            format!("{id:>6}  {}: {first}", solution.result.status.name())
        }
    };
    format!("{}\n", text.trim_end())
}

/// "1,204 shortest solutions, of which 100 (--all=N prints N):", "3 solutions of at most 33 moves:"
fn counted((count, moves): (u128, &[String]), result: &SolveResult) -> String {
    let plural = if count == 1 { "" } else { "s" };
    let what = match (result.slack, result.length) {
        (Some(slack), Some(length)) => {
            format!("solution{plural} of at most {} moves", length + slack)
        }
        _ => format!("shortest solution{plural}"),
    };
    let number = u64::try_from(count).map_or_else(|_| count.to_string(), grouped);
    match moves.len() as u128 {
        0 => format!("{number} {what}"),
        printed if printed < count => {
            format!("{number} {what}, of which {printed} (--all=N prints N):")
        }
        _ => format!("{number} {what}:"),
    }
}

/// "proven shortest", "not proven shortest: at least 62 (within 17 %)"
fn proof(solution: &Solution) -> String {
    let bound = solution.result.lower_bound.filter(|&bound| bound > 0);
    match (solution.result.proven, bound, solution.result.length) {
        (true, ..) => "proven shortest".into(),
        // The first line of a stopped search has the bound.
        (false, Some(bound), Some(length)) if solution.result.status == Status::Solved => {
            format!("not proven shortest: at least {bound} ({})", within(bound, length))
        }
        _ => "not proven shortest".into(),
    }
}

/// The bound on the excess of a solution over the shortest.
fn within(bound: u32, length: u32) -> String {
    // Rounded up, to stay true.
    let excess = (u64::from(length.saturating_sub(bound)) * 100).div_ceil(bound.into());
    format!("within {excess} %")
}

/// "stopped by the time limit after 10.0 s; proved: at least 62 moves, at most 72 (within 17 %)"
fn stopped(solution: &Solution) -> String {
    let reason = solution.message.as_deref().unwrap_or("stopped");
    // Stopped before the search.
    let Some(seconds) = solution.result.seconds else { return reason.to_owned() };
    let bound = solution.result.lower_bound.filter(|&bound| bound > 0);
    let proved = match (bound, solution.result.length) {
        (Some(bound), Some(length)) => format!(
            "at least {}, at most {length} ({})",
            plural(bound.into(), "move"),
            within(bound, length),
        ),
        (Some(bound), None) => format!("at least {}", plural(bound.into(), "move")),
        (None, Some(length)) => format!("at most {}", plural(length.into(), "move")),
        (None, None) => "nothing".into(),
    };
    let others = [("bound", solution.result.bound_by), ("solution", solution.result.found_by)];
    let others: String = others
        .into_iter()
        .filter_map(|(what, algorithm)| Some(format!("; {what} by {}", algorithm?)))
        .collect();
    format!("{reason} after {}; proved: {proved}{others}", duration(seconds))
}

/// The totals of many boards.
#[derive(Default)]
pub(crate) struct Summary {
    boards: u64,
    by_status: [usize; 4],
    moves: u64,
    expanded: u64,
}

const ORDER: [Status; 4] = [Status::Solved, Status::Unsolvable, Status::Stopped, Status::Invalid];

impl Summary {
    /// One more board.
    pub(crate) fn add(&mut self, solution: &Solution) {
        self.boards += 1;
        for (status, number) in ORDER.iter().zip(&mut self.by_status) {
            *number += usize::from(*status == solution.result.status);
        }
        if solution.result.status == Status::Solved {
            self.moves += u64::from(solution.result.length.unwrap_or_default());
        }
        self.expanded += solution.result.expanded.unwrap_or_default();
    }

    /// True if any board was stopped.
    pub(crate) fn any_stopped(&self) -> bool {
        self.by_status[2] > 0
    }

    /// The last line: `seconds` of waiting, setup included.
    pub(crate) fn line(&self, seconds: f64, setup: f64) -> String {
        format!("{}, {} ({} of it setup)\n", self.totals(), duration(seconds), duration(setup))
    }

    /// The last line of boards that were searched on several machines: `seconds` of all searches.
    pub(crate) fn searched(&self, seconds: f64) -> String {
        format!("{}, {} of search\n", self.totals(), duration(seconds))
    }

    fn totals(&self) -> String {
        let met = ORDER.iter().zip(self.by_status).filter(|(_, number)| *number > 0);
        let statuses: Vec<String> =
            met.map(|(status, number)| format!("{number} {}", status.name())).collect();
        let statuses = if statuses.is_empty() { "none" } else { &statuses.join(", ") };
        format!(
            "{}: {statuses}; {} in all, {}",
            plural(self.boards, "board"),
            plural(self.moves, "move"),
            plural(self.expanded, "node"),
        )
    }
}
