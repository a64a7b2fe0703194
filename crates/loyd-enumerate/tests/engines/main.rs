//! Engines against published tables, against each other, and against slow searches that share no code
//! with them.

mod against_reference;
mod antipodes;
mod audit;
mod class_lists;
mod disk;
mod engine;
mod frontier;
mod memory;
mod pancakes;
mod plain_search;
mod published;
mod ranked;
mod samples;
mod symmetric;
