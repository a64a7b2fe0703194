//! Shortest solutions: iterative-deepening A* with large tables of distances to subgroups.
//!
//! The method is that of H. Kociemba (*Cube Explorer*: distances to G1 from three axes), with the
//! larger coordinates, the values of inverses and the choice of an end that came after him (T.
//! Rokicki, *nxopt*; S. Tronto, *nissy* and *h48*; A. Skalski, *vcube*).
//!
//! # The table
//!
//! An entry of two bits tells four ranges of distances ([`Rows`]). Modulo 3 two bits would tell all of
//! them, but only to one who knows the value of a neighbour, and the inverse of a successor is no
//! neighbour of the inverse. Almost all entries are in the upper three ranges. With 70 rows:
//!
//! ```text
//! 64,430 classes · 2,187 twists · 70 tetrads = 9,863,589,300 entries, 2.3 GiB
//! about 12.5 times as many at each distance as at the one before, up to 9; most at 10 and 11
//! ```
//!
//! # What the hardware allows
//!
//! A state that is generated costs one entry, that of the first axis; only if this does not refute it
//! the entries of two more axes, and of three of the inverse. All else (tables of turns, classes of
//! flips and slice, twists of images: 5 MiB) stays in the caches. An entry of the large table is a miss
//! of all caches, some 100 ns; a core has about ten of them in flight if the loop that makes the
//! addresses does not wait. So 13 successors are addressed, asked for, and read in a second loop: about
//! ten million a second and core is what memory allows, and pages of 2 MiB, which
//! [`loyd::arch`] asks for, spare as many misses for addresses again.
//!
//! The length of the loops is what the search saves on. From both ends together it generates 5 to 6
//! successors of a state near the bound instead of 13 (see `solver`).
//!
//! | file | idea |
//! |---|---|
//! | `table` | the coordinate and its distances |
//! | `places` | coordinates of a state and of its inverse, from three axes |
//! | `follow` | which turns follow which, from both ends |
//! | `solver` | lower bounds, and the search below a node |
//! | `engine` | the heuristic for any search, and the [`loyd::solver::Engine`] |

mod engine;
mod follow;
mod places;
mod solver;
mod table;

pub use engine::{Optimal, SubgroupDistance};
pub use table::Rows;
