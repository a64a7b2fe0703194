//! The engine for pattern databases in the multi-tile metric, and the choice of tables worth
//! building.
//!
//! In this metric `pdb:NAME` means the maximum over the partition's patterns, each with a table of
//! classes ([`crate::pdb::multi`]), instead of a sum.

use super::engine::{OneTree, Trees};
use super::{Outlook, Plan, PruningChoice};
use crate::heuristic::{HeuristicSpec, Unavailable};
use crate::pdb::multi::{Places, Table, Views, build};
use crate::pdb::{Encoding, Partition, Pattern, PatternError, PatternTable, catalogue};
use crate::search::multi::{Board, SlideRows, Tree, Unfit};
use crate::{MetricName, Position, Slide};
use loyd_search::search::AlgorithmName;
use loyd_search::search::deepening::Stages;

/// Strings up to this length are not generated twice. Longer ones save hardly a node on 4x4, and
/// take longer to find.
const LENGTH: usize = 8;

/// Number of strings that an automaton may examine: about a tenth of a second's work.
const STRINGS: usize = 400_000;

/// A partition that `auto` may choose.
struct Candidate {
    /// Columns and rows, or rows and columns.
    size: (usize, usize),
    name: &'static str,
    /// Number of boards from which it is worth building the tables.
    boards: u64,
}

/// Strongest first. On 4x4, `7-8` takes 54 s of one core to build and saves 55 ms per board over
/// `6-6-3`.
const CANDIDATES: [Candidate; 6] = [
    Candidate { size: (4, 4), name: "7-8", boards: 1_000 },
    Candidate { size: (4, 4), name: "6-6-3", boards: 10 },
    Candidate { size: (4, 4), name: "5-5-5", boards: 1 },
    Candidate { size: (5, 3), name: "7-7", boards: 1_000 },
    Candidate { size: (5, 3), name: "5-5-4", boards: 1 },
    Candidate { size: (4, 3), name: "5-6", boards: 1 },
];

/// Returns the databases that solve boards of this kind in the shortest time, if they are better than no tables.
pub(super) fn worthwhile(goal: &Position, outlook: &Outlook<'_>) -> Option<HeuristicSpec> {
    let size = goal.size();
    let shape = (size.width().max(size.height()), size.width().min(size.height()));
    let mut fitting = CANDIDATES.iter().filter(|candidate| candidate.size == shape);
    let candidate = fitting.find(|candidate| {
        let Some(partition) = catalogue::find(candidate.name, size, goal.blank()) else {
            return false;
        };
        let patterns = patterns(&partition);
        let table = |pattern: &Pattern| PatternTable::canonical(pattern, Encoding::Class);
        let there = || patterns.iter().map(table).all(|table| (outlook.is_cached)(&table));
        memory(&patterns) <= outlook.memory && (candidate.boards <= outlook.boards || there())
    });
    candidate.map(|candidate| HeuristicSpec::databases_of(candidate.name))
}

/// The patterns of a partition that matter: a maximum gains nothing from much smaller ones.
fn patterns(partition: &Partition) -> Vec<Pattern> {
    let largest = partition.patterns().iter().map(Pattern::tiles).max().unwrap_or(0);
    let large = partition.patterns().iter().filter(|pattern| pattern.tiles() + 1 >= largest);
    large.cloned().collect()
}

/// Peak number of bytes while tables are built one after another.
fn memory(patterns: &[Pattern]) -> u64 {
    let (mut tables, mut peak) = (0, 0);
    for pattern in patterns {
        let Ok(places) = Places::new(pattern.size(), pattern.tiles()) else { return u64::MAX };
        peak = u64::max(peak, tables + crate::pdb::multi::build::bytes(&places));
        tables += places.table_bytes() as u64;
    }
    peak
}

/// The partition of a plan with databases in the multi-tile metric, if there is an engine for it;
/// `None` for other plans.
fn partition(plan: &Plan) -> Result<Option<&Partition>, Unavailable> {
    if plan.metric != MetricName::Multi || plan.partitions.is_empty() {
        return Ok(None);
    }
    let alone = plan.heuristic.parts().is_empty() && plan.algorithm.name == AlgorithmName::IdaStar;
    let [partition] = &plan.partitions[..] else {
        return Err(unavailable("partitions cannot be combined in the multi-tile metric".into()));
    };
    if !alone {
        return Err(unavailable(
            "in the multi-tile metric databases work with idastar only, and not combined with other \
             heuristics"
                .into(),
        ));
    }
    let size = plan.goal.size();
    if size.cells() > 16 || size.is_line() {
        return Err(unavailable(Unfit.to_string()));
    }
    Ok(Some(partition))
}

fn unavailable(reason: String) -> Unavailable {
    Unavailable { name: "pdb", reason }
}

/// The patterns whose tables the engine of a plan needs.
pub(super) fn patterns_of(plan: &Plan) -> Vec<Pattern> {
    partition(plan).ok().flatten().map(patterns).unwrap_or_default()
}

/// Returns the trees of a plan with databases in the multi-tile metric, using these tables of
/// canonical patterns; others are built. `None` for other plans.
pub(super) fn prepare(
    plan: &Plan,
    tables: &[Table],
) -> Result<Option<Box<dyn Trees>>, Unavailable> {
    let Some(partition) = partition(plan)? else { return Ok(None) };
    let size = plan.goal.size();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let views = Views::new::<PatternError>(&plan.goal, &patterns(partition), |pattern| {
        let existing = tables.iter().find(|table| table.pattern() == pattern).cloned();
        existing.map_or_else(|| build(pattern, threads), Ok)
    });
    let views = views.map_err(|error| unavailable(error.to_string()))?;
    let rows = match plan.pruning {
        PruningChoice::Auto => SlideRows::new(size, LENGTH, STRINGS),
        // Strings of two are pairs along one line.
        PruningChoice::LastMove => SlideRows::new(size, 2, usize::MAX),
        PruningChoice::Length(length) => SlideRows::new(size, length as usize, 100 * STRINGS),
    };
    let board = Board::new(views, rows).map_err(|unfit| unavailable(unfit.to_string()))?;
    Ok(Some(Box::new(board)))
}

impl Trees for Board {
    fn is_broken(&self) -> bool {
        self.is_broken()
    }

    fn stages<'a>(&'a self, start: &'a Position) -> Box<dyn Stages<Slide> + 'a> {
        Box::new(OneTree(Tree::new(self, start)))
    }
}
