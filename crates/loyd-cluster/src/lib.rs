//! Enumerations over several processes and machines.
//!
//! The engine is that of one machine; this crate moves its units between processes with [timely
//! dataflow](https://github.com/TimelyDataflow/timely-dataflow), which is named nowhere else.
//!
//! ```text
//! engine ──put──▶ ClusterStore ──own units──▶ store of this process
//!                      │                              ▲
//!                   blocks, within a window           │ units of others, in order
//!                      ▼                              │
//!                  dataflow ════ sockets ════ dataflow of each other process
//! ```
//!
//! | file | contents |
//! |---|---|
//! | [`hosts`] | the list of addresses |
//! | `hello`, `secret`, `handshake` | the handshake: a difference is found, and a process proves that it belongs to the run |
//! | [`mod@connect`] | one checked connection between any two processes |
//! | `error` | the reasons why processes are not connected |
//! | [`failure`] | the loss of a process, as data |
//! | `state` | the state that the threads of a process share: windows, inboxes, the first failure |
//! | `block` | the container that travels through the dataflow |
//! | `frame` | the frames of a stream, checked before timely reads them |
//! | `link` | a socket as timely uses it: it reports failures and never lets a thread panic |
//! | `dataflow` | the dataflow and the thread that runs it; signs of life, the watchdog |
//! | [`network`] | sending, receiving in order, gathering; the end of a run |
//! | `records` | units as bytes |
//! | [`checkpoints`] | [`ClusterCheckpoints`]: checkpoints that all processes have |
//! | [`store`] | [`ClusterStore`]: a level store that gives each unit to its readers |
//!
//! A process proves at each connection that it knows the [`Secret`] of its run. Later frames are
//! neither encrypted nor authenticated: a host on the path can change packets and so the run. Without
//! a secret, every host that reaches the port can take part.
#![forbid(unsafe_code)]

mod block;
pub mod checkpoints;
pub mod connect;
mod dataflow;
mod error;
pub mod failure;
mod frame;
mod handshake;
mod hello;
pub mod hosts;
mod link;
pub mod network;
mod records;
mod secret;
mod state;
pub mod store;

pub use checkpoints::ClusterCheckpoints;
pub use connect::{Membership, connect};
pub use error::ClusterError;
pub use failure::{Cause, Failure};
pub use hello::Mismatch;
pub use network::{Network, Traffic};
pub use secret::{Secret, SecretError};
pub use state::NetworkOptions;
pub use store::ClusterStore;

/// FNV-1a (Fowler, Noll & Vo 1991): a number for values that must be equal in all processes. It
/// detects mistakes, not attacks.
#[must_use]
pub fn digest(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
