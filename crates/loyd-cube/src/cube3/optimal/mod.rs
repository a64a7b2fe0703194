//! Shortest solutions: iterative-deepening A* with large tables of distances to subgroups.
//!
//! The method is that of H. Kociemba (*Cube Explorer*: distances to G1 from three axes) with the
//! larger subgroup coordinates, the values of inverses and the choice of an end that came after him
//! (T. Rokicki, *nxopt*; S. Tronto, *nissy* and *h48*; A. Skalski, *vcube*).
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
