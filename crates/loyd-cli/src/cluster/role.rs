//! The place of this process in a run of several.

use super::ClusterArgs;
use crate::exit::Failure;
use crate::files;
use loyd_cluster::{digest, hosts};
use std::hash::{BuildHasher, Hasher, RandomState};

/// The place of a process in a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Process 0, which starts the others on this machine.
    Parent {
        /// The number of processes.
        processes: usize,
        /// A number that the others repeat.
        run: u64,
    },
    /// Started by process 0, from which it learns the addresses.
    Child {
        /// The number of processes.
        processes: usize,
        /// The number of this process.
        process: usize,
        /// The number of the run.
        run: u64,
    },
    /// A process on a machine of a list.
    Host {
        /// The addresses of all processes.
        hosts: Vec<String>,
        /// The number of this process.
        process: usize,
    },
}

/// The variable with the place of a child: `processes:process:run`.
pub(super) const CHILD: &str = "LOYD_CHILD_PROCESS";

/// Bytes of the longest list of hosts.
const MAX_HOSTS: u64 = 1 << 20;

/// The variables with the process number, set by schedulers of clusters.
const NUMBERS: [&str; 2] = ["SLURM_PROCID", "JOB_COMPLETION_INDEX"];

impl Role {
    /// The place that the options and the environment give.
    pub(crate) fn of(args: &ClusterArgs) -> Result<Self, Failure> {
        if let Some(file) = &args.hosts {
            let name = file.display();
            let text = files::read(file, MAX_HOSTS)?;
            let hosts = hosts::parse(&String::from_utf8_lossy(&text)).map_err(|error| {
                Failure::input(format!("{name} is not a list of hosts: {error}"))
            })?;
            let process = args.process.map_or_else(number_from_scheduler, Ok)?;
            if process >= hosts.len() {
                return Err(Failure::input(format!(
                    "{name} has {} addresses, so process {process} does not exist: numbers begin at 0",
                    hosts.len()
                )));
            }
            return Ok(Role::Host { hosts, process });
        }
        let processes = args.processes.unwrap_or(1);
        if let Ok(place) = std::env::var(CHILD) {
            let numbers: Vec<u64> = place.split(':').filter_map(|part| part.parse().ok()).collect();
            if let [of, process, run] = numbers[..]
                && of == processes as u64
                && process < of
            {
                return Ok(Role::Child { processes, process: process as usize, run });
            }
        }
        // Other users of this machine cannot guess it.
        let run = RandomState::new().build_hasher().finish();
        Ok(Role::Parent { processes, run })
    }

    pub(crate) fn processes(&self) -> usize {
        match self {
            Role::Parent { processes, .. } | Role::Child { processes, .. } => *processes,
            Role::Host { hosts, .. } => hosts.len(),
        }
    }

    pub(crate) fn process(&self) -> usize {
        match self {
            Role::Parent { .. } => 0,
            Role::Child { process, .. } | Role::Host { process, .. } => *process,
        }
    }

    /// The number that processes of one start share.
    pub(super) fn run(&self) -> u64 {
        match self {
            Role::Parent { run, .. } | Role::Child { run, .. } => *run,
            Role::Host { hosts, .. } => digest(hosts.join("\n").as_bytes()),
        }
    }

    /// True if all processes share this machine.
    pub(crate) fn is_local(&self) -> bool {
        !matches!(self, Role::Host { .. })
    }

    /// True for a process that another one started, which alone talks to the user.
    pub(crate) fn is_child(&self) -> bool {
        matches!(self, Role::Child { .. })
    }
}

fn number_from_scheduler() -> Result<usize, Failure> {
    let set = NUMBERS.iter().find_map(|name| Some((name, std::env::var(name).ok()?)));
    match set {
        Some((name, text)) => text.trim().parse().map_err(|_| {
            Failure::input(format!(
                "{name} is {text:?}, not the number of a process: give --process"
            ))
        }),
        None => {
            Err(Failure::input("--hosts needs the number of this process: give --process, from 0"))
        }
    }
}
