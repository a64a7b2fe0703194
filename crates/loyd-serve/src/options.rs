//! The options of a server.

use loyd_search::observe::Cancel;
use std::path::PathBuf;
use std::time::Duration;

/// The options of a server. [`Options::default`] suits one machine shared by a class.
#[derive(Clone, Debug)]
pub struct Options {
    /// The address to bind, by number or name.
    pub host: String,
    /// The port; 0 lets the system choose one.
    pub port: u16,
    /// Further host names of the server.
    pub allowed_hosts: Vec<String>,
    /// Parallel searches, and the greatest number of threads of a request.
    pub threads: usize,
    /// The time limit of a request without its own, waiting included.
    pub default_time: Duration,
    /// The greatest time limit of a request.
    pub max_time: Duration,
    /// The greatest size of a table that the server chooses, in bytes.
    pub memory: u64,
    /// The greatest size of the open and closed lists of a search, and of a table that a request names, in bytes.
    pub memory_per_search: u64,
    /// The greatest number of states that a search may expand.
    pub max_nodes: u64,
    /// The greatest number of waiting long requests, and of waiting short requests.
    pub queue: usize,
    /// The greatest number of long requests of a client, running or waiting, and of its short requests.
    pub jobs_per_client: usize,
    /// The greatest number of open connections.
    pub connections: usize,
    /// The time limit for a client to send a request, or to read a part of its answer.
    pub patience: Duration,
    /// Heuristics whose tables are prepared at the start, and which `auto` then chooses.
    pub prepared: Vec<Preparation>,
    /// A folder with the page, instead of the embedded page.
    pub page: Option<PathBuf>,
    /// True for a server without an access log.
    pub quiet: bool,
}

/// A heuristic to be prepared for the default goal and metric of a shape.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Preparation {
    /// The shape or the puzzle, such as `4x4` or `cube3`.
    pub puzzle: String,
    /// The heuristic.
    pub heuristic: String,
}

/// The heuristic of 15-puzzles: a board takes a millisecond with it.
const PREPARED: (&str, &str) = ("4x4", "pdb:7-8");

impl Default for Options {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let (puzzle, heuristic) = PREPARED;
        let prepared = Preparation { puzzle: puzzle.to_owned(), heuristic: heuristic.to_owned() };
        Self {
            host: "127.0.0.1".to_owned(),
            port: 8017,
            allowed_hosts: Vec::new(),
            threads: cores,
            default_time: Duration::from_secs(10),
            max_time: Duration::from_secs(60),
            memory: 1 << 30,
            memory_per_search: 256 << 20,
            max_nodes: 10_000_000_000,
            queue: 256,
            jobs_per_client: 32,
            connections: 1024,
            patience: Duration::from_secs(10),
            prepared: vec![prepared],
            page: None,
            quiet: false,
        }
    }
}

/// The resources for the tables of a solver, from which the program makes a source of tables.
#[derive(Clone, Debug)]
pub struct TableBudget {
    /// Threads that build a table.
    pub threads: usize,
    /// Memory limit for building a table, in bytes.
    pub memory: u64,
    /// The flag that stops building.
    pub cancel: Cancel,
}

/// The reason why a server cannot start, or ends.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address is not an address of this machine.
    #[error("{host} is not an address of this machine ({source})")]
    Host {
        /// The address.
        host: String,
        /// The error of the system.
        source: std::io::Error,
    },
    /// Another program uses the port.
    #[error(
        "port {port} of {host} is in use: choose another one, or stop the program that uses it"
    )]
    PortInUse {
        /// The address.
        host: String,
        /// The port.
        port: u16,
    },
    /// The user lacks the right to bind the port.
    #[error("this user may not use port {port}: choose one from 1024")]
    PortDenied {
        /// The port.
        port: u16,
    },
    /// The folder of the page cannot be read.
    #[error("the page in {}: {source}", folder.display())]
    Page {
        /// The folder.
        folder: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
    /// A heuristic to be prepared is unknown.
    #[error("preparing {heuristic} for {puzzle}: {reason}")]
    Preparation {
        /// The puzzle.
        puzzle: String,
        /// The heuristic.
        heuristic: String,
        /// The reason.
        reason: String,
    },
    /// The system refuses threads or sockets.
    #[error("the system refuses what a server needs ({0})")]
    System(#[from] std::io::Error),
}
