//! Distances from a graph in a database.

use super::{Distance, DistanceArgs, report};
use crate::commands::graph::open_stored;
use crate::exit::{Exit, Failure};
use crate::faults;
use crate::input;
use crate::interrupt::on_interrupt;
use crate::puzzle_args::Which;
use loyd::{PuzzleName, Status};
use loyd_graph::{DatabaseUrl, path};

/// Prints the levels of positions in a graph.
pub(super) fn run(args: &DistanceArgs, url: &DatabaseUrl) -> Result<Exit, Failure> {
    let (mut backend, puzzle, meta) = open_stored(url)?;
    let mut boards = args.boards.clone();
    let which = &mut boards.puzzle.which;
    if which.puzzle != puzzle {
        if which.puzzle != PuzzleName::default() {
            return Err(Failure::input(format!(
                "the graph is of the puzzle {}, not of --puzzle {which}",
                puzzle.name()
            )));
        }
        *which = Which { puzzle, shape: None };
    }
    if puzzle.puzzle().facts().has_sizes {
        which.shape = Some(meta.shape);
    }
    boards.shape.goals = vec![meta.goal];
    let batch = input::read(&boards, args.output.quiet)?;
    on_interrupt();
    report(&args.output, &batch, &meta.metric, &mut |task| {
        let result = path(&mut *backend, &task.start(), None).map_err(faults::of_graph)?;
        Ok(match (result.status, result.length) {
            (Status::Solved, Some(moves)) => Distance::Moves(moves),
            (Status::Stopped, _) => {
                let levels = result.lower_bound.unwrap_or(1).saturating_sub(1);
                Distance::Deeper(format!(
                    "deeper than the stored levels, which end at {levels}; build more with --depth"
                ))
            }
            _ => {
                let remark = result.remark.map(|remark| remark.to_string());
                Distance::Unsolvable(remark.unwrap_or_default())
            }
        })
    })
}
