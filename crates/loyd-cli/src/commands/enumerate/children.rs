//! A run by several processes on this machine, for `loyd diameter`: another `loyd enumerate`, whose certificate is the
//! result.

use super::EnumerateArgs;
use super::one_run::finished;
use crate::counting::PlannedRun;
use crate::exit::{Exit, Failure};
use crate::faults;
use crate::interrupt::on_interrupt;
use crate::run_folder::{Place, quoted};
use loyd_codec::Effort;
use loyd_store::disk::RealDisk;
use loyd_store::{CheckpointInterval, Retention, RunFolder};
use std::ffi::OsString;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

/// The smallest value that `--max-time` takes.
const SHORTEST: Duration = Duration::from_millis(1);

/// The run of these arguments, or the result of a finished one.
pub(super) fn planned(
    args: EnumerateArgs,
    resumed: Option<&RunFolder>,
) -> Result<PlannedRun, Failure> {
    let request = args.request(resumed)?;
    if let Some(enumeration) = finished(&request, resumed)? {
        return Ok(Box::new(move |_, _| Ok(enumeration)));
    }
    let folder = args.run_folder.dir.clone().or_else(|| args.run_folder.resume.clone());
    let Some(folder) = folder else {
        return Err(Failure::input(
            "several processes keep their levels in a folder: name one with --dir",
        ));
    };
    Ok(Box::new(move |_, spent| {
        // Ctrl-C stops the other process, and this one reports that.
        let _ = on_interrupt();
        let failed = |error: std::io::Error| {
            Failure::environment(format!("cannot start another process of loyd: {error}"))
        };
        let mut command = Command::new(std::env::current_exe().map_err(failed)?);
        command.args(arguments(&args, spent)).stdout(Stdio::null());
        let status = command.status().map_err(failed)?;
        let name = quoted(&folder);
        let exit = match status.code() {
            Some(0) => Exit::Done,
            Some(1) => Exit::Failed,
            Some(2) => Exit::BadInput,
            Some(3) => Exit::Stopped,
            _ => Exit::Environment,
        };
        if exit != Exit::Done {
            let text = match exit {
                Exit::Stopped => format!("the run in {name} was stopped"),
                _ => format!("the run in {name} failed ({status})"),
            };
            return Err(Failure::Message { exit, text });
        }
        let run = RunFolder::open(Arc::new(RealDisk), &folder, args.run_folder.every())
            .map_err(|error| faults::of_store(&error))?;
        finished(&request, Some(&run))?.ok_or_else(|| {
            Failure::environment(format!("the run in {name} has ended without a certificate"))
        })
    }))
}

/// The arguments of `loyd enumerate` for a run, `spent` after the first run of the command began.
fn arguments(args: &EnumerateArgs, spent: Duration) -> Vec<OsString> {
    let EnumerateArgs { which, metric, start, run_folder, cluster, counting, .. } = args;
    let seconds = |time: Duration| format!("{:.3}s", time.as_secs_f64());
    let resources = &counting.resources;
    let every = run_folder.checkpoint_every.map(|every| match every {
        CheckpointInterval::Time(time) => seconds(time),
        CheckpointInterval::Levels(levels) => format!("{levels}levels"),
    });
    let keep = run_folder.keep_levels.map(|keep| match keep {
        Retention::WhileSpace => "room".to_owned(),
        Retention::Exactly(levels) => levels.to_string(),
    });
    let coding = run_folder.coding.0.map(|effort| match effort {
        Effort::Fast => "fast".to_owned(),
        Effort::Dense => "dense".to_owned(),
    });
    let options = [
        ("--metric", metric.clone()),
        ("--start", start.clone()),
        ("--engine", counting.engine.map(|engine| engine.info().name.to_owned())),
        ("--processes", cluster.processes.map(|processes| processes.to_string())),
        ("--stall-limit", Some(seconds(cluster.stall_limit))),
        ("--threads", resources.threads.map(|threads| threads.to_string())),
        ("--memory", resources.memory.map(|bytes| bytes.to_string())),
        (
            "--max-time",
            resources.max_time.map(|time| seconds(time.saturating_sub(spent).max(SHORTEST))),
        ),
        ("--checkpoint-every", every),
        ("--keep-levels", keep),
        ("--coding", coding),
        ("--levels", (run_folder.levels == Place::Memory).then(|| "memory".to_owned())),
    ];
    let mut arguments = vec![OsString::from("enumerate")];
    arguments.extend(which.iter().map(|which| OsString::from(which.to_string())));
    for (name, value) in options {
        arguments.extend(value.into_iter().flat_map(|value| [name.into(), value.into()]));
    }
    let folders = [("--dir", &run_folder.dir), ("--resume", &run_folder.resume)];
    for (name, folder) in folders {
        arguments.extend(folder.iter().flat_map(|folder| [name.into(), folder.into()]));
    }
    arguments.extend(counting.progress.then(|| OsString::from("--progress")));
    arguments.extend(counting.output.quiet.then(|| OsString::from("--quiet")));
    arguments
}
