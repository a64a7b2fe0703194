//! The server over real sockets: every address, and clients that mean no good.

mod abuse;
mod client;
mod endpoints;
mod page;
mod sharing;
