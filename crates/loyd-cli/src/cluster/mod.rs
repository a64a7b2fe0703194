//! Runs of several processes: `--processes`, `--hosts`.
//!
//! | file | idea |
//! |---|---|
//! | `role` | the place of this process in a run |
//! | `children` | processes of this machine, started and watched by process 0 |
//! | `secret` | the secret that the processes of several machines share |
//! | `meeting` | the connections of a process, with errors in the words of the command line |

#[cfg(feature = "cluster")]
mod children;
#[cfg(feature = "cluster")]
mod meeting;
#[cfg(feature = "cluster")]
mod role;
#[cfg(feature = "cluster")]
pub(crate) mod secret;

#[cfg(feature = "cluster")]
pub(crate) use children::Children;
#[cfg(feature = "cluster")]
pub(crate) use meeting::{Meeting, Terms, meet};
#[cfg(feature = "cluster")]
pub(crate) use role::Role;

#[cfg(feature = "cluster")]
use crate::exit::Failure;
use crate::quantity::parse_duration;
use clap::Args;
use loyd_enumerate::processes::MAX_PROCESSES;
use std::path::PathBuf;
use std::time::Duration;

/// The options of a run of several processes.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Several processes")]
pub(crate) struct ClusterArgs {
    /// Run N processes on this machine; each takes --memory and has its folder in --dir.
    #[arg(long, value_name = "N", value_parser = parse_processes, conflicts_with = "hosts")]
    pub(crate) processes: Option<usize>,
    /// Run one process of several on the machines in FILE, one host:port a line; start the same
    /// command on all of them.
    #[arg(long, value_name = "FILE")]
    pub(crate) hosts: Option<PathBuf>,
    /// The number of this process in --hosts, from 0 [default: `SLURM_PROCID` or
    /// `JOB_COMPLETION_INDEX`].
    #[arg(long, value_name = "I", requires = "hosts", value_parser = parse_process)]
    pub(crate) process: Option<usize>,
    /// The secret by which the processes of --hosts know each other: FILE holds it, the same on all
    /// machines; at most 4096 bytes [default: the variable `LOYD_CLUSTER_SECRET`, which has the secret
    /// itself].
    #[arg(long, value_name = "FILE", requires = "hosts", conflicts_with = "processes")]
    pub(crate) secret_file: Option<PathBuf>,
    /// Time after which a process that was not heard of is lost; also the time for all to connect.
    #[arg(long, value_name = "TIME", value_parser = parse_duration, default_value = "2m")]
    pub(crate) stall_limit: Duration,
}

fn parse_processes(text: &str) -> Result<usize, String> {
    match text.trim().parse() {
        Ok(number @ 1..=MAX_PROCESSES) => Ok(number),
        _ => Err(format!("say a number of processes from 1 to {MAX_PROCESSES}")),
    }
}

fn parse_process(text: &str) -> Result<usize, String> {
    let number = text.trim().parse().ok().filter(|&number: &usize| number < MAX_PROCESSES);
    number.ok_or_else(|| "say the number of a process, from 0".to_owned())
}

impl ClusterArgs {
    pub(crate) fn has_processes(&self) -> bool {
        self.hosts.is_some() || self.processes.is_some_and(|processes| processes > 1)
    }

    /// The options that repeat this choice for a process.
    #[cfg(feature = "cluster")]
    pub(crate) fn again(&self, process: usize) -> String {
        match (&self.hosts, self.processes) {
            (Some(hosts), _) => {
                let hosts = crate::run_folder::quoted(hosts);
                let secret = self.secret_file.as_ref().map_or_else(String::new, |file| {
                    format!(" --secret-file {}", crate::run_folder::quoted(file))
                });
                format!(" --hosts {hosts} --process {process}{secret}")
            }
            (None, Some(processes)) => format!(" --processes {processes}"),
            (None, None) => String::new(),
        }
    }

    /// Refuses limits of time that no machine can keep.
    #[cfg(feature = "cluster")]
    pub(crate) fn ensure_sensible(&self) -> Result<(), Failure> {
        const MIN: Duration = Duration::from_secs(1);
        if self.stall_limit < MIN {
            return Err(Failure::input(
                "--stall-limit is too short for any machine: give at least 1s",
            ));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_processes_are_read() {
        assert_eq!(parse_processes("4"), Ok(4));
        assert_eq!(parse_process("0"), Ok(0));
        for bad in ["0", "-1", "many", "99999", ""] {
            assert!(parse_processes(bad).is_err(), "{bad}");
        }
        for bad in ["-1", "x", "99999"] {
            assert!(parse_process(bad).is_err(), "{bad}");
        }
    }
}
