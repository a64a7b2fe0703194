//! Files that lose nothing that was committed and are never read as what they are not: the runs and
//! tables of this crate on a simulated disk, and on that of this machine.

mod attempts;
mod class_lists;
mod crash;
mod damage;
mod faults;
mod folder;
mod levels;
mod lists;
mod run_files;
mod tables;
