//! The connections of a process with all others of its run.

use super::{Children, ClusterArgs, Role};
use crate::exit::{Exit, Failure};
use loyd_cluster::connect::listen;
use loyd_cluster::{ClusterError, Membership, Mismatch, Network, NetworkOptions, Secret, connect};
use loyd_search::observe::Cancel;
use std::io::{self, BufRead, Write};
use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// A connected process.
pub(crate) struct Meeting {
    pub(crate) network: Arc<Network>,
    pub(crate) children: Children,
}

/// The facts that the processes of a run must have in common, and the resources of this one.
pub(crate) struct Terms {
    /// The digest of the task.
    pub(crate) task: u64,
    /// The number of the run that is continued; 0 for a new one.
    pub(crate) folder: u64,
    /// The secret of processes on several machines, if they have one.
    pub(crate) secret: Option<Secret>,
    /// Bytes of memory of this process.
    pub(crate) memory: u64,
    pub(crate) threads: usize,
}

/// The interface that processes of one machine use.
const LOOPBACK: &str = "127.0.0.1:0";

/// Connects this process with the others; process 0 of one machine starts them first.
pub(crate) fn meet(
    role: &Role,
    args: &ClusterArgs,
    terms: &Terms,
    interrupted: &Cancel,
) -> Result<Meeting, Failure> {
    let mut children = Children::none();
    let orphaned = Arc::new(AtomicBool::new(false));
    let (listener, hosts, secret) = match role {
        Role::Host { hosts, process } => {
            (listen(&hosts[*process]).map_err(failure)?, hosts.clone(), terms.secret.clone())
        }
        Role::Parent { processes, run } => {
            let (listener, own) = local()?;
            children = Children::start(*processes, *run)?;
            let others = children.addresses(&|| interrupted.is_cancelled())?;
            let hosts: Vec<String> = std::iter::once(own).chain(others).collect();
            let secret = Secret::random_text().map_err(|error| failure(error.into()))?;
            children.tell(&secret, &hosts);
            let secret = Secret::new(secret.as_bytes());
            let secret = secret.map_err(|error| failure(io::Error::other(error).into()))?;
            (listener, hosts, Some(secret))
        }
        Role::Child { processes, .. } => {
            let (listener, own) = local()?;
            let (secret, hosts) = exchange_with_parent(&own, *processes, orphaned.clone())?;
            (listener, hosts, Some(secret))
        }
    };
    let membership = Membership {
        hosts,
        process: role.process(),
        listener,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        run: role.run(),
        task: terms.task,
        folder: terms.folder,
        memory: terms.memory,
        threads: terms.threads,
        secret,
        patience: args.stall_limit,
    };
    let connected = connect(&membership, &mut || {
        if interrupted.is_cancelled() {
            return Some("stopped before the processes were connected".to_owned());
        }
        if orphaned.load(Ordering::Relaxed) {
            return Some("the process that started this one is gone".to_owned());
        }
        children.exit_message()
    });
    let connections = connected.map_err(|error| match error {
        ClusterError::Aborted(text) if interrupted.is_cancelled() => {
            Failure::Message { exit: Exit::Stopped, text }
        }
        error => failure(error),
    })?;
    let (window, _) = Network::windows(connections.min_memory(), connections.processes());
    let options =
        NetworkOptions { cancel: interrupted.clone(), stall_limit: args.stall_limit, window };
    let network = Arc::new(Network::start(connections, options).map_err(failure)?);
    Ok(Meeting { network, children })
}

/// A free port of the loopback interface.
fn local() -> Result<(TcpListener, String), Failure> {
    let listener = listen(LOOPBACK).map_err(failure)?;
    let address = listener.local_addr();
    let address = address.map_err(|error| failure(ClusterError::System(error)))?;
    Ok((listener, address.to_string()))
}

/// Tells process 0 the address of this one; reads the secret and the addresses of all. Sets `orphaned`
/// when process 0 ends.
fn exchange_with_parent(
    own: &str,
    processes: usize,
    orphaned: Arc<AtomicBool>,
) -> Result<(Secret, Vec<String>), Failure> {
    let parent_lost = || Failure::environment("the process that started this one is gone");
    let mut stdout = std::io::stdout();
    writeln!(stdout, "{own}").and_then(|()| stdout.flush()).map_err(|_| parent_lost())?;
    let mut lines = std::io::stdin().lock().lines();
    let secret = lines.next().and_then(Result::ok).ok_or_else(parent_lost)?;
    let secret = Secret::new(secret.as_bytes()).map_err(|_| parent_lost())?;
    let hosts: Vec<String> = lines.by_ref().take(processes).map_while(Result::ok).collect();
    if hosts.len() < processes {
        return Err(parent_lost());
    }
    drop(lines);
    thread::spawn(move || {
        std::io::stdin().lock().lines().map_while(Result::ok).for_each(drop);
        orphaned.store(true, Ordering::Relaxed);
    });
    Ok((secret, hosts))
}

fn failure(error: ClusterError) -> Failure {
    match error {
        ClusterError::Mismatch {
            mismatch: Mismatch::SecretMissing | Mismatch::SecretUnknown | Mismatch::SecretDiffers,
            ..
        } => Failure::input(format!("{error}, by --secret-file or LOYD_CLUSTER_SECRET")),
        ClusterError::Mismatch { .. } | ClusterError::Foreign { .. } => {
            Failure::input(error.to_string())
        }
        ClusterError::Missing { .. } => {
            Failure::environment(format!("{error}; --stall-limit sets the time to wait"))
        }
        error => Failure::environment(error.to_string()),
    }
}
