//! The searches: one file each, readable as its paper, and a line each in the list below.

#[macro_use]
mod registry;

pub mod accounting;
#[cfg_attr(target_family = "wasm", allow(dead_code, unused_imports))]
pub mod arastar;
pub mod astar;
#[cfg_attr(target_family = "wasm", allow(dead_code, unused_imports))]
pub mod beam;
pub mod best_first;
pub mod bfs;
pub mod bibfs;
pub mod deepening;
pub mod every;
#[cfg_attr(target_family = "wasm", allow(dead_code, unused_imports))]
pub mod focal;
#[cfg_attr(target_family = "wasm", allow(dead_code, unused_imports))]
mod front_to_end;
pub mod greedy;
pub mod ida_star;
pub mod iddfs;
#[cfg_attr(target_family = "wasm", allow(dead_code, unused_imports))]
pub mod mm;
pub mod nayak_huang;
#[cfg_attr(target_family = "wasm", allow(dead_code, unused_imports))]
pub mod nbs;
pub mod open_closed;
mod own;
mod parameters;
#[cfg_attr(target_family = "wasm", allow(dead_code, unused_imports))]
pub mod pea;
#[cfg_attr(target_family = "wasm", allow(dead_code, unused_imports))]
pub mod pool;
#[cfg_attr(target_family = "wasm", allow(dead_code, unused_imports))]
pub mod rbfs;
mod spec;
pub mod subtree;
pub mod ucs;
pub mod weighted;
pub mod windows;

#[cfg(not(target_family = "wasm"))]
pub use beam::Width;
pub use own::OwnSearches;
pub use parameters::{Order, Parameter, ParameterValue, Parameters, Ties, Weight};
pub use registry::{AlgorithmInfo, Guarantee, UnknownAlgorithm};
pub use spec::AlgorithmSpec;

use crate::observe::{Limit, Observer, Report};
use crate::space::{Heuristic, MoveAlphabet, Packing, Reversible};

// One line per algorithm: variant, name, `optimal` if its paths are shortest, `bounded` if they cost at most
// the weight times as much (with the default of the weight) or `any`, `informed` if it uses a heuristic, its
// parameters, its kind and function, its description. A page does without eight of them: no threads, and a
// smaller program.
registry! {
    IdaStar "idastar" optimal informed [] fast subtree::run,
        "iterative-deepening A*: specialised kernels, pruning of duplicate move strings, parallel";
    IdaStarPlain "idastar-plain" optimal informed [] plain ida_star::run,
        "iterative-deepening A* as published by Korf (1985), one thread: the reference";
    #[cfg(not(target_family = "wasm"))]
    IdaStarPool "idastar-pool" optimal informed [] fast pool::run,
        "IDA* of the Optimal 8/15-Puzzle Solver: breadth-first prefixes, duplicates merged, two threads per core";
    #[cfg(not(target_family = "wasm"))]
    Rbfs "rbfs" optimal informed [] plain rbfs::run,
        "recursive best-first search: the order of A* in the memory of one path, which expands states again";
    Bfs "bfs" optimal uninformed [Ties] best bfs::configuration,
        "breadth-first search: expands the nearest states first";
    Ucs "ucs" optimal uninformed [Ties] best ucs::configuration,
        "uniform-cost search (Dijkstra); equal to bfs here, because every move costs 1";
    IdDfs "iddfs" optimal uninformed [] plain iddfs::run,
        "iterative-deepening depth-first search, without a heuristic and almost without memory";
    Greedy "greedy" any informed [Ties] best greedy::configuration,
        "greedy best-first search: expands the least h first; ties=high-g|low-g|lifo|fifo";
    AStar "astar" optimal informed [Ties] best astar::configuration,
        "A*: expands the least g + h first, and reopens states on cheaper paths; ties=high-g|low-g|lifo|fifo";
    #[cfg(not(target_family = "wasm"))]
    Pea "pea" optimal informed [] plain pea::run,
        "partial-expansion A* (PEA*): stores only the children of the current f, and expands states again for the others";
    WeightedAStar "wastar" bounded(weighted::WEIGHT) informed [Weight Ties] best weighted::configuration,
        "weighted A*, wastar(W): expands the least g + W h first; solutions are at most W times optimal";
    #[cfg(not(target_family = "wasm"))]
    Focal "focal" bounded(focal::WEIGHT) informed [Weight] parametrised focal::run,
        "focal search (A*-epsilon), focal(W): expands the least h of the open states with g + h at most W times the least; solutions are at most W times optimal";
    NayakHuang "nayak-huang" any informed [Order Weight Ties] best nayak_huang::configuration,
        "Algorithm 1 of Nayak & Huang, which never lowers a key and is suboptimal even as A*; nayak-huang(bfs|greedy|astar,W)";
    Bibfs "bibfs" optimal uninformed [] plain bibfs::run,
        "bidirectional breadth-first search: expands the smaller of the two frontiers";
    #[cfg(not(target_family = "wasm"))]
    Nbs "nbs" optimal informed [] plain nbs::run,
        "near-optimal bidirectional search: expands the pair of states with the least lower bound";
    #[cfg(not(target_family = "wasm"))]
    Mm "mm" optimal informed [] plain mm::run,
        "bidirectional search that meets in the middle (MM-epsilon): expands the least max(f, 2 g + 1) of both directions first";
    #[cfg(not(target_family = "wasm"))]
    AraStar "arastar" optimal informed [Weight] parametrised arastar::run,
        "anytime repairing A*, arastar(W): weighted A* with W decreasing to 1; reports better solutions with bounds";
    #[cfg(not(target_family = "wasm"))]
    Beam "beam" any informed [Width] wide beam::run,
        "beam search, beam(WIDTH): the WIDTH states of least h of each level; without a width, wider and wider beams until a limit";
}
