//! The command line from outside: what scripts rely on.

mod audit;
mod bad_input;
mod batch;
mod bench;
mod compare;
mod compare_keeping;
mod compare_reports;
mod cube;
mod cube3;
mod cube3_tables;
mod cubes_counted;
mod damage;
mod damaged_tables;
mod databases;
mod default_goal;
mod diameter;
mod disk;
mod drawings;
mod enumerate;
mod frontier;
#[cfg(target_os = "linux")]
mod full_disk;
mod golden;
mod keeping;
#[cfg(unix)]
mod killing;
mod large;
mod limits;
#[cfg(unix)]
mod memory;
mod multi_tables;
mod names;
mod output;
mod overwriting;
mod pdb;
mod plan;
mod plot;
mod presets;
mod program;
mod resuming;
mod round_trip;
#[cfg(unix)]
mod signals;
mod stickers;
mod streams;
mod trace;
mod twisty;
mod usage;
