//! The command line from outside: what scripts rely on.

mod audit;
mod bad_input;
mod batch;
mod bench;
mod compare;
mod compare_keeping;
mod compare_reports;
mod databases;
mod diameter;
mod disk;
mod enumerate;
mod frontier;
mod golden;
mod keeping;
mod limits;
mod multi_tables;
mod names;
mod output;
mod pdb;
mod plan;
mod plot;
mod presets;
mod program;
mod resuming;
mod round_trip;
mod trace;
