//! The engine for pattern databases in the single-tile metric, and the choice of tables worth
//! building.

use super::engine::Trees;
use super::staged::staged;
use super::{Outlook, Plan, Settings, tables};
use crate::heuristic::{DatabaseName, HeuristicSpec, Unavailable};
use crate::pdb::{
    Additive, AdditiveTable, Builder, Encoding, Partition, Pattern, PatternError, PatternTable,
    catalogue,
};
#[cfg(not(target_family = "wasm"))]
use crate::search::IDASTAR_PROBE;
use crate::search::additive::{MAX_LANES, MAX_VIEWS, check, kernel, move_rows, supports};
use crate::{MetricName, Position};
use loyd_search::observe::Cancel;
use loyd_search::search::AlgorithmName;
use std::sync::Arc;

/// Number of views of a partition: direct and through one symmetry. A square board with the blank in a corner has
/// no more.
const VIEWS: usize = 2;

/// The lengths of the automata: each entry is the number of nodes expanded by the previous
/// iteration from which the length is used. Strings of 12 give 3 per cent fewer nodes on a random
/// 15-puzzle than strings of 10. Building 10 and 14 took 5 and 45 ms on 4x4, and 12 took 70 ms on
/// 5x5.
const LENGTHS: [(u64, usize); 2] = [(0, 10), (1_000_000, 12)];

/// A partition that `auto` may choose.
struct Candidate {
    /// Columns and rows; the name in the catalogue follows.
    size: (usize, usize),
    name: &'static str,
    /// Number of boards from which it is worth building the tables.
    boards: u64,
    /// Bytes needed to build them.
    memory: u64,
}

/// Strongest first. `loyd bench pdb` measures the cost of a table, `loyd bench solve` its benefit:
/// on 4x4, 7-8 saves 5 ms per board over 6-6-3 and takes 2 s of one core to build.
const CANDIDATES: [Candidate; 4] = [
    Candidate { size: (4, 4), name: "7-8", boards: 400, memory: 600 << 20 },
    Candidate { size: (4, 4), name: "6-6-3", boards: 1, memory: 40 << 20 },
    Candidate { size: (5, 5), name: "6-6-6-6", boards: 1, memory: 400 << 20 },
    Candidate { size: (5, 4), name: "5-5-5-4", boards: 1, memory: 100 << 20 },
];

/// The databases of placements for beam search. The learned weights of 6x6 and 7x7 boards were found with these.
#[cfg(not(target_family = "wasm"))]
const BEAM_CANDIDATES: [Candidate; 5] = [
    Candidate { size: (4, 4), name: "6-6-3", boards: 1, memory: 40 << 20 },
    Candidate { size: (5, 4), name: "5-5-5-4", boards: 1, memory: 100 << 20 },
    Candidate { size: (5, 5), name: "6-6-6-6", boards: 1, memory: 600 << 20 },
    Candidate { size: (6, 6), name: "5-5-5-5-5-5-5", boards: 1, memory: 500 << 20 },
    Candidate { size: (7, 7), name: "4-4-4-4-4-4-4-4-4-4-4-4", boards: 1, memory: 200 << 20 },
];

/// Returns the databases that solve boards of this kind in the shortest time, if they are better than no tables.
pub(super) fn worthwhile(goal: &Position, outlook: &Outlook<'_>) -> Option<HeuristicSpec> {
    choose(&CANDIDATES, Encoding::Bit, goal, outlook)
}

/// Returns the databases that beam search uses, if they are better than no tables.
#[cfg(not(target_family = "wasm"))]
pub(super) fn worthwhile_for_beam(goal: &Position, outlook: &Outlook<'_>) -> Option<HeuristicSpec> {
    choose(&BEAM_CANDIDATES, Encoding::Excess, goal, outlook)
}

/// Returns the first database of the catalogue for these boards, for a search that needs one.
#[cfg(not(target_family = "wasm"))]
pub(super) fn first(goal: &Position) -> Option<HeuristicSpec> {
    let mut entries = catalogue::CATALOGUE.iter();
    let entry =
        entries.find(|entry| entry.partition().turned_to(goal.size(), goal.blank()).is_some())?;
    Some(HeuristicSpec::databases_of(entry.name()))
}

fn choose(
    candidates: &[Candidate],
    encoding: Encoding,
    goal: &Position,
    outlook: &Outlook<'_>,
) -> Option<HeuristicSpec> {
    let size = goal.size();
    let shape = (size.width().max(size.height()), size.width().min(size.height()));
    let fitting = candidates
        .iter()
        .filter(|candidate| candidate.size == shape && candidate.memory <= outlook.memory);
    let mut usable = fitting.filter_map(|candidate| {
        let partition = catalogue::find(candidate.name, size, goal.blank())?;
        let patterns = partition.patterns().iter();
        let table = |pattern: &Pattern| PatternTable::canonical(pattern, encoding);
        let there = patterns.map(table).all(|table| (outlook.is_cached)(&table));
        (there || outlook.boards >= candidate.boards).then(|| match encoding {
            Encoding::Excess => HeuristicSpec::placements_of(candidate.name),
            _ => HeuristicSpec::databases_of(candidate.name),
        })
    });
    usable.next()
}

/// The partitions that a heuristic names, for a goal.
pub(super) fn partitions(
    goal: &Position,
    settings: &Settings,
    heuristic: &HeuristicSpec,
) -> Result<Vec<Partition>, Unavailable> {
    let unavailable = |reason: String| Unavailable { name: "pdb", reason };
    let names = heuristic.databases();
    let (size, blank) = (goal.size(), goal.blank());
    let find = |DatabaseName { partition: name, excess }: &DatabaseName| {
        if *excess && settings.metric == MetricName::Multi {
            return Err(unavailable(
                "databases of placements are for the single-tile metric: use pdb:NAME".into(),
            ));
        }
        let mut own = settings.partitions.iter().filter(|(known, _)| known == name);
        let own = own.find_map(|(_, partition)| partition.turned_to(size, blank));
        own.or_else(|| catalogue::find(name, size, blank)).ok_or_else(|| {
            let entries = catalogue::CATALOGUE
                .iter()
                .filter(|entry| entry.partition().turned_to(size, blank).is_some());
            let names: Vec<_> = entries.map(|entry| format!("pdb:{}", entry.name())).collect();
            unavailable(match &names[..] {
                [] => format!(
                    "the catalogue has no partition of {size} boards with the goal's blank on \
                     cell {blank}: draw one in a file, and name it as pdb:FILE"
                ),
                names => format!(
                    "{} is not a partition of {size} boards with the goal's blank on cell \
                     {blank}; available are {}",
                    loyd_search::quote::quoted(name),
                    names.join(", ")
                ),
            })
        })
    };
    names.iter().map(find).collect()
}

/// Loads or builds the heuristics of a plan's partitions. Partitions with tables of states are one heuristic if a
/// batched search supports all of them.
pub(super) fn load(
    plan: &Plan,
    tables: &[AdditiveTable],
) -> Result<Vec<Arc<Additive>>, Unavailable> {
    let mut groups: Vec<(Vec<&Partition>, Encoding)> = Vec::new();
    for (partition, encoding) in tables::databases(plan) {
        let group = groups.iter_mut().find(|(partitions, of)| {
            let all = partitions.iter().chain([&partition]);
            (*of, encoding) == (Encoding::Bit, Encoding::Bit)
                && supports(
                    plan.goal.size(),
                    all.flat_map(|partition| lanes(partition)),
                    partitions.len() + 1,
                )
        });
        match group {
            Some((partitions, _)) => partitions.push(partition),
            None => groups.push((vec![partition], encoding)),
        }
    }
    let mut additive_tables: Vec<AdditiveTable> = tables.to_vec();
    let mut additive = Vec::new();
    for (partitions, encoding) in groups {
        let count = partitions.len();
        let widest = partitions.iter().map(|partition| lanes(partition).count()).max().unwrap_or(1);
        let views = (MAX_LANES / widest).clamp(count, MAX_VIEWS.min(VIEWS * count));
        let partitions: Vec<_> =
            partitions.iter().map(|partition| partition.patterns().to_vec()).collect();
        let table = |pattern: &Pattern| {
            let same =
                |table: &&AdditiveTable| (table.pattern(), table.encoding()) == (pattern, encoding);
            if let Some(table) = additive_tables.iter().find(same) {
                return Ok(table.clone());
            }
            let table = build(pattern, encoding)?;
            additive_tables.push(table.clone());
            Ok::<_, Failed>(table)
        };
        let heuristic = Additive::new(&plan.goal, &partitions, views, table);
        additive.push(Arc::new(
            heuristic.map_err(|Failed(reason)| Unavailable { name: "pdb", reason })?,
        ));
    }
    Ok(additive)
}

/// The numbers of tiles of the patterns of a view: those of the partition, and 1 for each other tile.
fn lanes(partition: &Partition) -> impl Iterator<Item = usize> + Clone {
    let patterns = partition.patterns().iter().map(Pattern::tiles);
    let others = partition.size().cells() - 1 - patterns.clone().sum::<usize>();
    patterns.chain(std::iter::repeat_n(1, others))
}

/// The reason why a table could not be built.
struct Failed(String);

impl From<PatternError> for Failed {
    fn from(error: PatternError) -> Self {
        Self(error.to_string())
    }
}

fn build(pattern: &Pattern, encoding: Encoding) -> Result<AdditiveTable, Failed> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let builder = Builder::new(pattern.size(), pattern.tiles(), threads)?;
    let built = builder.additive(pattern, encoding, &Cancel::default(), &mut |_| ());
    built.map_err(|error| Failed(error.to_string()))
}

/// The heuristic of a plan that the batched searches support.
fn batched<'a>(plan: &Plan, additive: &'a [Arc<Additive>]) -> Option<&'a Arc<Additive>> {
    let [heuristic] = additive else { return None };
    let fits = plan.metric == MetricName::Single
        && plan.heuristic.parts().is_empty()
        && check(heuristic).is_ok();
    fits.then_some(heuristic)
}

/// Returns true if the batched searches support these partitions, so that
/// [`IDASTAR_PROBE`](crate::search::IDASTAR_PROBE) can be chosen for them.
#[cfg(not(target_family = "wasm"))]
pub(super) fn are_batched(
    metric: MetricName,
    heuristic: &HeuristicSpec,
    partitions: &[Partition],
) -> bool {
    let tiles = partitions.iter().flat_map(lanes);
    metric == MetricName::Single
        && heuristic.parts().is_empty()
        && heuristic.databases().iter().all(|database| !database.excess)
        && partitions.first().is_some_and(|first| supports(first.size(), tiles, partitions.len()))
}

/// The reason why a search in batches is unavailable.
#[cfg(not(target_family = "wasm"))]
pub(super) fn not_batched() -> Unavailable {
    let reason = "it needs the single-tile metric, a board of at most 25 cells and a pattern database \
                  (-H pdb:NAME) of patterns of at most 8 tiles: use idastar";
    Unavailable { name: IDASTAR_PROBE.info().name, reason: reason.to_owned() }
}

/// Returns the trees of a plan, if the batched search supports it.
pub(super) fn prepare(plan: &Plan, additive: &[Arc<Additive>]) -> Option<Box<dyn Trees>> {
    #[cfg(target_family = "wasm")]
    let probes = false;
    #[cfg(not(target_family = "wasm"))]
    let probes = plan.algorithm.name == IDASTAR_PROBE;
    if !probes && plan.algorithm.name != AlgorithmName::IdaStar {
        return None;
    }
    let (size, heuristic) = (plan.goal.size(), batched(plan, additive)?.clone());
    // The nodes that an iteration cut are of no use to another automaton.
    let one = [(0, LENGTHS[usize::from(size.cells() > 16)].1)];
    let lengths = if probes { &one[..] } else { &LENGTHS };
    Some(staged(plan, lengths, move |length| {
        kernel(heuristic.clone(), move_rows(size, length), probes).expect("it was checked")
    }))
}
