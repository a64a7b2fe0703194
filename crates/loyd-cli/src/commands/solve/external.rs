//! Boards solved with a heuristic from outside, one after the other.

use super::{SolveArgs, presented, report};
use crate::args::refuse;
use crate::exit::{Exit, Failure};
use crate::external;
use crate::external::opened::Opened;
use crate::input;
use crate::interrupt::on_interrupt;
use crate::render::Reporter;
use crate::solution::Solution;
use loyd_search::solver::PruningChoice;

/// Solves the boards of a command.
pub(super) fn run(args: &SolveArgs, heuristic: &str) -> Result<Exit, Failure> {
    refuse(
        &[
            ("--all", args.all.is_some()),
            ("--slack", args.slack.is_some()),
            ("--within", args.within.is_some()),
            ("--trace", args.trace.is_some()),
            ("--moves", !args.moves.is_empty()),
            ("--dir", args.solve_folder.dir.is_some()),
            ("--part", args.solve_folder.part.is_some()),
            ("--pruning", args.search.pruning.pruning != PruningChoice::Auto),
        ],
        "is for the heuristics of loyd: remove it, or choose one of them",
    )?;
    let strategy = external::solve::strategy(args.search.algorithm.as_ref())?;
    let batch = input::read(&args.boards, args.output.quiet)?;
    let picture = args.picture(&batch)?;
    let metric = batch.puzzle.puzzle().metric(args.search.metric.name())?;
    let mut reporter = Reporter::open(&args.output)?;
    let cancel = on_interrupt();
    let limit = args.limits.shared_limit(&cancel, 1);
    let published = batch.published_lengths(&metric);
    let (mut exit, mut path) = (Exit::Done, None);
    let mut opened = Opened::new(heuristic, &cancel);
    for (item, published) in batch.items.iter().zip(published) {
        let mut solution = Solution::solve((&batch, item), &metric, |task| {
            let external = opened.of_goal(task)?;
            let mut result = external::solve::solve(external, task, (strategy, &metric), &limit)?;
            let algorithm = args.search.algorithm.as_ref();
            result.algorithm = Some(algorithm.map_or("astar".to_owned(), ToString::to_string));
            result.heuristic = Some(heuristic.to_owned());
            Ok::<_, Failure>(result)
        });
        solution.check_published(published);
        exit = exit.max(solution.exit);
        path = args.path(&batch, &solution);
        report(&solution, &batch, &mut reporter)?;
        if cancel.is_cancelled() {
            break;
        }
    }
    reporter.finish()?;
    presented(args, exit, path, picture)
}
