//! Audits of heuristics: is it ever above the distance, does it ever fall by more than a move
//! costs, and how far from the distance is it?
//!
//! | file | contents |
//! |---|---|
//! | `distances` | the distance of every state of a small space, one byte each |
//! | `exhaustive` | every state and every move: a proof, or a counterexample |
//! | `levels` | the same from several threads, for states that come level by level |
//! | `sampled` | states whose distance is known because they lie on shortest paths: counterexamples, but no proof |
//! | `joint` | the frequency of each pair of distance and estimate, and statistics derived from it |
//! | `branching` | the effective branching factor of a search |
//!
//! ```
//! use loyd_search::audit::{Distances, Thoroughness, exhaustive};
//! use loyd_search::observe::Limit;
//! use loyd_search::space::{Heuristic, Properties, Ranking, StateSpace};
//!
//! /// Twelve hours; a move is one hour forward or back.
//! struct Clock;
//!
//! impl StateSpace for Clock {
//!     type State = u8;
//!     type Move = i8;
//!     type Effect = i8;
//!     type Moves = std::array::IntoIter<i8, 2>;
//!
//!     fn moves(&self, _: &u8) -> Self::Moves { [1, -1].into_iter() }
//!     fn apply(&self, hour: &mut u8, mv: i8) -> i8 {
//!         *hour = (i16::from(*hour) + i16::from(mv)).rem_euclid(12) as u8;
//!         mv
//!     }
//!     fn undo(&self, hour: &mut u8, mv: i8) { self.apply(hour, -mv); }
//!     fn may_follow(&self, last: i8, next: i8) -> bool { last == next }
//!     fn is_goal(&self, &hour: &u8) -> bool { hour == 0 }
//! }
//!
//! impl Ranking<u8> for Clock {
//!     fn size(&self) -> u64 { 12 }
//!     fn rank(&self, &hour: &u8) -> u64 { hour.into() }
//!     fn unrank(&self, rank: u64) -> u8 { rank as u8 }
//! }
//!
//! /// The way backwards, which is too long for the hours from 7 on.
//! struct Backwards;
//!
//! impl Heuristic<Clock> for Backwards {
//!     type Memo = u8;
//!     const PROPERTIES: Properties = Properties::NONE;
//!     fn start(&self, &hour: &u8) -> u8 { hour }
//!     fn step(&self, _: u8, &after: &u8, _: i8) -> u8 { after }
//!     fn value(&self, hour: u8) -> u32 { hour.into() }
//! }
//!
//! let none = Limit::none();
//! let distances = Distances::of(&Clock, &Clock, &[0], 1, &none, &mut |_| ())?;
//! let findings = exhaustive(&Clock, &Clock, &distances, &Backwards, 1, &none, &mut |_| ())?;
//! assert_eq!(findings.thoroughness, Thoroughness::EveryState);
//! assert_eq!(findings.joint.states(), 12);
//! assert_eq!(findings.overestimates, 5);
//! # Ok::<(), loyd_search::audit::Incomplete>(())
//! ```

mod branching;
mod distances;
mod exhaustive;
mod findings;
mod joint;
mod levels;
mod sampled;

pub use branching::effective_branching_factor;
pub use distances::{Distances, Incomplete};
pub use exhaustive::exhaustive;
pub use findings::{Findings, Inconsistency, Overestimate, Thoroughness};
pub use joint::{Joint, Moments};
pub use levels::Gathered;
pub use sampled::along;
