//! Tests of the command line as scripts use it.

mod audit;
mod bad_input;
mod batch;
mod bench;
mod cluster_secrets;
mod compare;
mod compare_folder;
mod compare_reports;
mod compare_times;
mod cube;
mod cube3;
mod cube3_tables;
mod cubes_counted;
mod cubes_in_files;
mod damage;
mod damaged_tables;
mod databases;
mod default_goal;
mod diameter;
mod difficulty;
mod disk;
mod distance;
mod drawings;
mod edges;
mod enumerate;
mod events;
mod export;
mod external;
mod frontier;
#[cfg(target_os = "linux")]
mod full_disk;
mod goals;
mod golden;
#[cfg(feature = "gpu")]
mod gpu;
mod graph;
mod graph_servers;
mod habits;
mod hints;
mod instructions;
#[cfg(unix)]
mod killing;
mod large;
mod levels_listed;
mod limits;
#[cfg(unix)]
mod memory;
mod mm_and_pea;
mod moves;
mod multi_tables;
mod names;
#[cfg(target_os = "linux")]
mod namespaces;
mod numbered;
mod output;
mod overwriting;
mod parts;
mod pdb;
mod plan;
mod plot;
mod presets;
#[cfg(unix)]
mod processes;
mod program;
mod round_trip;
mod run_folder;
mod serve;
mod sets;
#[cfg(unix)]
mod signals;
mod solve_folder;
mod stickers;
mod streams;
mod trace;
mod twisty;
mod usage;
