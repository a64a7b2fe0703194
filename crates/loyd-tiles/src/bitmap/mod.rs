//! State spaces of sliding tiles as bitmaps: one bit per state, whole levels at a time.
//!
//! With the blank in cell c, the other tiles form a sequence `x_0` … x_{n-1} in reading order.
//! Its rank is the number with Lehmer digits `d_0` … d_{n-3}, `d_j` being the number of later
//! elements smaller than `x_j` (Korf & Schultze 2005 divide the same digits by two; the
//! *Complete Solution of the Fifteen Puzzles* observes that horizontal moves then keep the
//! rank). Here `d_0` is the **least** significant digit, which turns moves into movements of
//! memory:
//!
//! ```text
//! bit in a lane   d_0                                 16 bits, n used
//! lane in a block d_1 + (n-1)(d_2 + (n-2)(…d_{m-1}))  padded to whole lines
//! block           d_m + (n-m)(d_{m+1} + …d_{n-3})
//! implied         d_{n-2} by parity, d_{n-1} = 0
//! ```
//!
//! | file | idea |
//! |---|---|
//! | [`layout`] | [`Layout`]: orientation, digits, blocks, bytes |
//! | [`ranking`] | [`Ranking`]: boards to positions in the bitmaps and back |
//! | [`rotation`] | the effect of a vertical move on the digits |
//! | [`transport`] | [`Transport`]: a chain of vertical moves as pointer, gather and swaps |
//! | [`addresses`] | [`Addresses`]: the same as tables, one look-up a lane |
//! | [`pull`] | [`Pull`], [`Target`]: the sources of one target block |
//!
//! Everything here serves any method with one bit per state over tile sequences; complete
//! enumeration builds its level loop on top of it.

pub mod addresses;
pub mod block_counts;
pub mod layout;
pub mod pull;
pub mod ranking;
pub mod rotation;
pub mod transport;

pub use addresses::Addresses;
pub use block_counts::Ledger;
pub use layout::{Layout, LayoutError};
pub use pull::{Parities, Pull, Scratch, Target};
pub use ranking::{Place, RankError, Ranking};
pub use transport::Transport;
