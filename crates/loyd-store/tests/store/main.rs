//! Files that preserve every commit and are never misread: the runs and
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
