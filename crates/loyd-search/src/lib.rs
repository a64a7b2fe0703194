//! State spaces: the contract of a puzzle, searches for optimal solutions, pruning, audits.
//!
//! The library knows no puzzle, and it is pure: no input or output, no global state. Start reading
//! at [`space`], the contract between puzzles, heuristics and searches.
//!
//! | module | contents |
//! |---|---|
//! | [`space`] | the contract of a state space, with a worked toy puzzle |
//! | [`problem`] | a problem in a few lines: the trait `Problem` or two closures, `astar`, `ida_star`, `bfs`, `levels` |
//! | [`puzzle`] | the contract of a puzzle for programs |
//! | [`observe`] | `Limit`, `Cancel`, `Observer`, `Progress`, `Statistics`, `Outcome`, `Report` |
//! | [`search`] | one file or folder per search, written as in its paper; `registry` lists them, `own` is the hook for searches of one puzzle, `parameters` and `spec` read `wastar(3)` |
//! | [`search::deepening`] | iterative deepening by all threads: prefixes are distributed, `search::subtree` searches below them, `checkpoint` is the state of a stopped search, `share` divides it among processes; [`search::every`] counts all optimal paths |
//! | [`search::open_closed`] | packed nodes, an index, an open list, with limits from [`search::accounting`]; `best_first`, `focal`, `pea`, `bibfs`, `nbs`, `mm` and `arastar` are built on it, and `astar`, `bfs`, `ucs`, `greedy`, `weighted` and `nayak_huang` configure `best_first` |
//! | [`search::beam`], [`pieces`] | levels of limited width; work shared by threads in pieces, with results in order |
//! | [`solver`] | `Settings` → `Plan` → `Engine`; `Solve` is the contract of a puzzle with special engines and tables, `generic` the engine of any puzzle |
//! | [`prune`] | the automaton of duplicate move strings |
//! | [`abstraction`] | pattern databases of any puzzle: an abstraction, enumerated from the goal, is a heuristic; maxima and checked sums |
//! | [`audit`] | properties of a heuristic: distances of every state, comparisons, statistics |
//! | [`trace`] | recorded searches: the format, a recorder, a reader |
//! | [`arch`] | memory in huge pages, cache lines, threads; the only `unsafe` of the crate |
//! | [`perm`], [`group`] | parity, rank and unrank of permutations; the group that permutations generate |
//! | [`names`], [`quote`] | suggestions for misspelt names, the reader of `max(A,B)`; quoted input |
//! | [`rows`] | rows of a table, as files of puzzles have them |
//! | [`insertion`] | insertion sort of short lists |
//! | [`clock`], [`memory`], [`random`] | time, if the system has a clock; checks whether the system grants memory; random numbers by seed |
#![deny(unsafe_code)]

/// True where a small program matters more than the last part of speed: in a page, which loads it
/// over the network. General types then stand in for those made for one board or one heuristic.
pub const COMPACT: bool = cfg!(target_family = "wasm");

pub mod abstraction;
#[allow(unsafe_code)]
pub mod arch;
pub mod audit;
pub mod clock;
pub mod group;
pub mod insertion;
pub mod memory;
pub mod names;
pub mod observe;
pub mod perm;
pub mod pieces;
pub mod problem;
pub mod prune;
pub mod puzzle;
pub mod quote;
pub mod random;
pub mod rows;
pub mod search;
pub mod solver;
pub mod space;
pub mod trace;
