//! Shortest solutions: iterative-deepening A* with large tables of distances to subgroups.
//!
//! The method is that of H. Kociemba (*Cube Explorer*: distances to G1 from three axes), with the
//! larger coordinates, the values of inverses and the choice of an end that came after him (T.
//! Rokicki, *nxopt*; S. Tronto, *nissy* and *h48*; A. Skalski, *vcube*).
//!
//! # The table
//!
//! An entry of two bits tells four ranges of distances ([`Rows`]). Modulo 3 two bits would tell all
//! of them, but only next to a known value of a neighbour, and the inverse of a successor is not a
//! neighbour of the inverse. Almost all entries are in the upper three ranges. With 70 rows:
//!
//! ```text
//! 64,430 classes · 2,187 twists · 70 tetrads = 9,863,589,300 entries, 2.3 GiB
//! about 12.5 times as many at each distance as at the one before, up to 9; most at 10 and 11
//! ```
//! # Limits of the hardware
//!
//! A state that is generated costs one entry, that of the first axis; only if this does not refute it
//! the entries of two more axes, and then of three of the inverse. All else (tables of turns, classes
//! of flips and slice, twists of images: 5 MiB) fits the larger caches. An entry of the large table is
//! a miss of all of them, some 100 ns, and takes longer than everything else that is done for a state.
//! A core can wait for about ten misses at once, but only for those whose addresses it knows. So the
//! successors of many states go through three short loops: ask for the classes, ask for the entries, read
//! them; no address in a loop depends on a miss of the same loop. Pages of 2 MiB, which [`loyd_search::arch`]
//! asks for, spare the misses for addresses.
//!
//! The number of entries can still be reduced: fewer successors, because the search continues from
//! whichever end of the solution leaves fewer turns; and fewer second entries, because an axis in which
//! few turns are good enough comes first (see `search`). A state that symmetries take to itself is searched
//! from one first turn of each orbit (see `solver`).
//!
//! | file | idea |
//! |---|---|
//! | `table` | the coordinate and its distances |
//! | `places` | coordinates of a state and of its inverse, from three axes |
//! | `follow` | which turns follow which, from both ends |
//! | `solver` | lower bounds, and the search tree of a state |
//! | `search` | the search below a node, in batches |
//! | `engine` | the heuristic for any search, and the [`loyd_search::solver::Engine`] |

mod engine;
mod follow;
mod places;
mod search;
mod solver;
mod table;

pub use engine::{Optimal, SubgroupDistance};
pub use table::{Rows, SubgroupTable};
