//! The effective branching factor of A* with a heuristic, measured on random positions.

use super::samples::Samples;
use super::verdict::Branching;
use super::{AuditArgs, remaining};
use crate::batch::in_order;
use crate::exit::Failure;
use crate::family::Family;
use loyd::batch::Share;
use loyd::choices;
use loyd_search::audit::effective_branching_factor;
use loyd_search::observe::{Cancel, Limit, Outcome};
use loyd_search::search::AlgorithmName;
use loyd_search::solver::Settings;
use std::time::Instant;

/// Maximum number of expansions for a position.
const MAX_EXPANSIONS: u64 = 1_000_000;

/// Searches the positions of a sample with A*. Those that take too long are skipped, so the result
/// is that of the easier ones.
pub(super) fn measure<P: Family>(
    args: &AuditArgs,
    samples: &Samples<P>,
    began: Instant,
    cancel: &Cancel,
) -> Result<Option<Branching>, Failure> {
    let settings = Settings::<P> {
        heuristic: choices::heuristic::<P>(Some(&args.heuristic))?,
        algorithm: Some(AlgorithmName::AStar.into()),
        ..args.settings()?
    };
    let solver = args.solvers(settings, 1, cancel).get(samples.goal())?;
    let share = Share::of(args.limits.resources.threads(), samples.positions().len());
    let all = args.limits.limit(cancel);
    let limit = Limit {
        nodes: Some(all.nodes.unwrap_or(MAX_EXPANSIONS).min(MAX_EXPANSIONS)),
        // Those searched at once share it.
        memory: all.memory.map(|bytes| bytes / share.workers as u64),
        ..all
    };
    let mut factors = Vec::new();
    in_order(
        samples.positions(),
        share.workers,
        |position| {
            let limit = remaining(&limit, began);
            solver.solve(position, share.threads, &limit, &mut |_| ())
        },
        |report| {
            if let Outcome::Solved { path, .. } = report.outcome {
                let generated = report.statistics.generated;
                factors.extend(effective_branching_factor(generated, path.len() as u32));
            }
            Ok(())
        },
    )?;
    let solved = factors.len() as u64;
    let factor = factors.iter().sum::<f64>() / solved as f64;
    let tried = samples.positions().len() as u64;
    Ok((solved > 0).then_some(Branching { factor, solved, tried }))
}
