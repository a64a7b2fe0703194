//! Audits of heuristics: is it ever above the distance, does it ever fall by more than a move
//! costs, and how far from the distance is it?
//!
//! | file | what |
//! |---|---|
//! | `distances` | the distance of every state of a small space, one byte each |
//! | `exhaustive` | every state and every move: a proof, or a counterexample |
//! | `levels` | the same from several threads, where the states of each distance come in turn |
//! | `sampled` | states whose distance is known because they lie on shortest paths: counterexamples, but no proof |
//! | `joint` | how often each pair of distance and estimate occurs, and what follows from that |
//! | `branching` | the effective branching factor of a search |
//!
//! ```
//! use loyd::audit::{Distances, Thoroughness, exhaustive};
//! use loyd::heuristic::{Manhattan, TileHeuristic};
//! use loyd::observe::Limit;
//! use loyd::puzzle::tiles::{BoardRanking, Nibbles, Position, Single, Size, Sliding};
//!
//! let goal = Position::blank_last(Size::new(3, 2).unwrap());
//! let space = Sliding::<Nibbles<3, 6>, Single>::new(&goal);
//! let ranking = BoardRanking::<Nibbles<3, 6>>::new(&goal).unwrap();
//! let distances = Distances::of(&space, &ranking, space.goal(), 1, &Limit::none(), &mut |_| ())?;
//! let manhattan = Manhattan::new(&space).unwrap();
//! let findings =
//!     exhaustive(&space, &ranking, &distances, &manhattan, 1, &Limit::none(), &mut |_| ())?;
//! assert_eq!(findings.thoroughness, Thoroughness::EveryState);
//! assert_eq!((findings.overestimates, findings.inconsistencies), (0, 0));
//! assert_eq!(findings.joint.states(), 360);
//! # Ok::<(), loyd::audit::Incomplete>(())
//! ```

mod branching;
mod distances;
mod exhaustive;
mod findings;
mod joint;
mod levels;
mod sampled;
mod shares;

pub use branching::effective_branching_factor;
pub use distances::{Distances, Incomplete};
pub use exhaustive::exhaustive;
pub use findings::{Findings, Inconsistency, Overestimate, Thoroughness};
pub use joint::{Joint, Moments};
pub use levels::Gathered;
pub use sampled::along;
