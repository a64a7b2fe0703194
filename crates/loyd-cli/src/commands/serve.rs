//! `loyd serve`: the page and the API for programs, over HTTP.

use crate::exit::{Exit, Failure};
use crate::interrupt::on_interrupt;
use crate::platform;
use crate::quantity::{parse_bytes, parse_count, parse_duration, parse_threads};
use crate::tables::CacheArgs;
use clap::Args;
use loyd_serve::{Options, Preparation, ServeError, Server, TableBudget};
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

/// After the help of `serve`.
const HELP: &str = "\
Examples:
  loyd serve
  loyd serve --port 8080 --max-time 30s
  loyd serve --host 0.0.0.0 --allow-host class.example.org
  curl -d '{\"board\": \"8 6 7 2 5 4 3 0 1\"}' http://127.0.0.1:8017/api/v1/solve

Serves the page at / and the API at /api/v1. Requests name what `loyd solve` has options for, and are
answered with what it prints as JSON; time limits include waiting. Ctrl-C cancels all searches and ends
the server within two seconds. Each line on standard error is one request: time, client, method, path,
status, duration, bytes.

Only requests to localhost, to the address itself and to names given with --allow-host are answered.
There is no encryption: let a server that has it (nginx, Caddy) stand before this one where others can
read the network.";

/// `loyd serve`.
#[derive(Args, Debug)]
#[command(after_help = HELP)]
pub(crate) struct ServeArgs {
    /// The address to listen on; 0.0.0.0 or :: for all of this machine.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1", help_heading = "Network")]
    host: String,
    /// The port; 0 for any that is free.
    #[arg(long, value_name = "N", default_value_t = 8017, help_heading = "Network")]
    port: u16,
    /// Another name by which clients may call this server; may be repeated.
    #[arg(long, value_name = "NAME", help_heading = "Network")]
    allow_host: Vec<String>,
    /// Greatest number of connections at once; one address has half of them at most.
    #[arg(long, value_name = "N", default_value = "1024", value_parser = parse_count,
          help_heading = "Network")]
    connections: u64,
    /// Number of searches at once, and the most threads of one search [default: all cores].
    #[arg(short, long, value_name = "N", value_parser = parse_threads, help_heading = "Limits")]
    threads: Option<usize>,
    /// Longest time that a request may ask for, waiting included; without asking it has 10s.
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = parse_duration,
          help_heading = "Limits")]
    max_time: Duration,
    /// Greatest number of expanded states of each search.
    #[arg(long, value_name = "N", default_value = "1e10", value_parser = parse_count,
          help_heading = "Limits")]
    max_nodes: u64,
    /// Memory for building one of the tables that the server chooses.
    #[arg(long, value_name = "BYTES", default_value = "1GiB", value_parser = parse_bytes,
          help_heading = "Limits")]
    memory: u64,
    /// Memory for the open and closed lists of one search, or for building a table that a request names.
    #[arg(long, value_name = "BYTES", default_value = "256MiB", value_parser = parse_bytes,
          help_heading = "Limits")]
    memory_per_search: u64,
    /// Greatest number of requests that wait; others are answered with status 429 at once.
    #[arg(long, value_name = "N", default_value = "256", value_parser = parse_count,
          help_heading = "Limits")]
    queue: u64,
    /// Greatest number of requests of one address that run or wait; a class may share one address.
    #[arg(long, value_name = "N", default_value = "32", value_parser = parse_count,
          help_heading = "Limits")]
    jobs_per_client: u64,
    /// Tables to prepare at the start, as PUZZLE=HEURISTIC, which `auto` then means; may be repeated.
    /// `none` prepares nothing.
    #[arg(long, value_name = "TABLES", default_value = "4x4=pdb:7-8", value_parser = preparation,
          help_heading = "Tables")]
    prepare: Vec<Prepare>,
    #[command(flatten)]
    cache: CacheArgs,
    /// Serve the page in FOLDER, not the one in this program.
    #[arg(long, value_name = "FOLDER", help_heading = "Output")]
    page: Option<PathBuf>,
    /// Print nothing but the address and errors.
    #[arg(short, long, help_heading = "Output")]
    quiet: bool,
}

/// Tables to prepare, or none.
#[derive(Clone, Debug)]
struct Prepare(Option<Preparation>);

/// A value parser for `4x4=pdb:7-8`.
fn preparation(text: &str) -> Result<Prepare, String> {
    if text.trim() == "none" {
        return Ok(Prepare(None));
    }
    let (puzzle, heuristic) = text
        .split_once('=')
        .ok_or("write a puzzle and a heuristic such as 4x4=pdb:7-8, or none".to_owned())?;
    let (puzzle, heuristic) = (puzzle.trim().to_owned(), heuristic.trim().to_owned());
    Ok(Prepare(Some(Preparation { puzzle, heuristic })))
}

/// Runs the command.
pub(crate) fn run(args: &ServeArgs) -> Result<Exit, Failure> {
    let server = Server::bind(options(args)).map_err(|error| failed(&error))?;
    let stop = on_interrupt();
    let address = server.address();
    let _ = writeln!(std::io::stderr(), "loyd is listening on http://{address}/");
    if server.is_public() && !args.quiet {
        let _ = writeln!(
            std::io::stderr(),
            "warning: other machines can reach this server, and there is no encryption and no \
             password"
        );
    }
    let cache = args.cache.clone();
    let tables = move |TableBudget { threads, memory, cancel }: &TableBudget| {
        cache.cached().threads(*threads).memory(*memory).cancel(cancel)
    };
    server.run(tables, &stop).map_err(|error| failed(&error))?;
    Ok(Exit::Done)
}

fn options(args: &ServeArgs) -> Options {
    let count = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    let usual = Options::default();
    Options {
        host: args.host.clone(),
        port: args.port,
        allowed_hosts: args.allow_host.clone(),
        threads: args.threads.unwrap_or_else(platform::cores),
        default_time: usual.default_time.min(args.max_time),
        max_time: args.max_time,
        memory: args.memory,
        memory_per_search: args.memory_per_search,
        max_nodes: args.max_nodes,
        queue: count(args.queue),
        jobs_per_client: count(args.jobs_per_client),
        connections: count(args.connections).clamp(1, 1 << 16),
        prepared: args.prepare.iter().filter_map(|it| it.0.clone()).collect(),
        page: args.page.clone(),
        quiet: args.quiet,
        ..usual
    }
}

/// The failure of a server, with the option that helps.
fn failed(error: &ServeError) -> Failure {
    match error {
        ServeError::PortInUse { host, port } => Failure::environment(format!(
            "port {port} of {host} is in use: choose another one with --port, or stop the program that \
             uses it"
        )),
        ServeError::PortDenied { .. } | ServeError::System(_) => {
            Failure::environment(error.to_string())
        }
        ServeError::Host { .. } => {
            Failure::environment(format!("{error}: name another one with --host"))
        }
        ServeError::Page { .. } | ServeError::Preparation { .. } => {
            Failure::input(error.to_string())
        }
    }
}
