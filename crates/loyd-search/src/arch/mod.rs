//! Everything that depends on the processor or the operating system, and the only module with
//! `unsafe`. Everything exported from here is safe to call.
//!
//! | module | contents |
//! |---|---|
//! | [`cpu`] | the instruction sets that kernels may use, and a limit |
//! | [`mod@line`] | a cache line as the unit of memory |
//! | [`slots`] | memory for open and closed lists |
//! | [`memory`] | zeroed memory in huge pages |
//! | [`team`] | threads that share the parts of a task |

pub mod cpu;
pub mod line;
pub mod memory;
pub mod slots;
pub mod team;
