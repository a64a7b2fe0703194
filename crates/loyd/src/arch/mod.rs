//! Everything that depends on the processor or the operating system, and the only place with
//! `unsafe`. All that is exported from here is safe to call.
//!
//! | module | what |
//! |---|---|
//! | [`mod@line`] | a cache line as the unit of memory |
//! | [`slots`] | memory for open and closed lists |
//! | [`memory`] | zeroed memory in huge pages |
//! | [`team`] | threads that share the parts of a task |

pub mod line;
pub mod memory;
pub mod slots;
pub mod team;
