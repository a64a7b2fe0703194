//! Engines against published tables, against each other, and against slow searches that share no code
//! with them.

mod against_reference;
mod antipodes;
mod audit;
mod disk;
mod engine;
mod frontier;
mod memory;
mod plain_search;
mod published;
mod samples;
