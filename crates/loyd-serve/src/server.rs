//! The server: its address, its requests, its end.

use crate::connection::{self, Connections, Shared};
use crate::jobs;
use crate::log::Log;
use crate::options::{Options, ServeError, TableBudget};
use crate::origin::Names;
use crate::page::Page;
use crate::pool::{Limits, Pool};
use crate::routes::{App, router};
use crate::solving::{Search, Searches};
use loyd::EveryTableCache;
use loyd_search::observe::Cancel;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::watch;

/// The time between two reads of the flag that stops the server.
const STOP_INTERVAL: Duration = Duration::from_millis(50);

/// The time in which requests end after the stop flag is set.
const LAST_ANSWERS: Duration = Duration::from_millis(1200);

/// The time in which searches end afterwards.
const LAST_SEARCHES: Duration = Duration::from_millis(300);

/// A server that is bound to its address.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    options: Options,
    page: Page,
}

impl Server {
    /// Binds the address; `run` answers requests.
    ///
    /// # Errors
    /// If the address is unavailable, or the folder of the page cannot be read.
    pub fn bind(options: Options) -> Result<Self, ServeError> {
        let (host, port) = (options.host.clone(), options.port);
        let plain = host.trim_start_matches('[').trim_end_matches(']').to_owned();
        let listener = TcpListener::bind((plain, port)).map_err(|error| match error.kind() {
            io::ErrorKind::AddrInUse => ServeError::PortInUse { host, port },
            io::ErrorKind::PermissionDenied => ServeError::PortDenied { port },
            _ => ServeError::Host { host, source: error },
        })?;
        let address = listener.local_addr()?;
        let page = match &options.page {
            None => Page::embedded(),
            Some(folder) => Page::read(folder)
                .map_err(|source| ServeError::Page { folder: folder.clone(), source })?,
        };
        Ok(Self { listener, address, options, page })
    }

    /// The address, with the port that the system chose for port 0.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// True if other machines can reach the server.
    pub fn is_public(&self) -> bool {
        !self.address.ip().is_loopback()
    }

    /// Answers requests until the flag is set; then it cancels the searches and ends within two seconds.
    /// `tables` makes sources of tables within a budget; the server never passes them a file name.
    ///
    /// # Errors
    /// If a heuristic to be prepared does not exist, or the system refuses threads.
    pub fn run<C: EveryTableCache + Send + 'static>(
        self,
        tables: impl Fn(&TableBudget) -> C + Send + Sync + 'static,
        stop: &Cancel,
    ) -> Result<(), ServeError> {
        let Self { listener, options, page, .. } = self;
        let building = Cancel::new();
        let searches = Searches::new(&options, tables, building.clone());
        let prepared: Result<Vec<_>, _> =
            options.prepared.iter().map(|it| searches.read_preparation(it)).collect();
        let prepared = prepared?;
        let log = Log::new(options.quiet)?;
        let runtime = runtime()?;
        let pool = Pool::start(Limits {
            threads: options.threads,
            queue: options.queue,
            jobs_per_client: options.jobs_per_client,
        })?;
        for (search, preparation) in prepared.into_iter().zip(&options.prepared) {
            let name = format!("{} of {}", preparation.heuristic, preparation.puzzle);
            prepare((&pool, &searches), Arc::new(search), name, log.clone());
        }
        let shared = Arc::new(Shared {
            names: Names::new(&options.host, &options.allowed_hosts),
            log,
            patience: options.patience,
            router: router(App::new(options.clone(), pool.clone(), searches, page)),
        });
        runtime.block_on(accept(listener, shared, &options, (stop, &building, &pool)))?;
        runtime.shutdown_timeout(LAST_SEARCHES);
        pool.wait_idle(LAST_SEARCHES);
        Ok(())
    }
}

/// Prepares a solver in the background; the log reports the result.
fn prepare((pool, searches): (&Pool, &Searches), search: Arc<Search>, name: String, log: Log) {
    let began = Instant::now();
    log.note(&format!("preparing {name}"));
    let searches = searches.clone();
    jobs::prepare(pool, search.clone(), move |prepared| {
        let seconds = began.elapsed().as_secs_f64();
        match prepared.and_then(|()| searches.pin(&search)) {
            Ok(()) => log.note(&format!("prepared {name} in {seconds:.1}s")),
            Err(why) => log.note(&format!("{name} cannot be prepared: {why}")),
        }
    });
}

/// Threads for the network: two suffice because the pool does all other work.
fn runtime() -> io::Result<Runtime> {
    Builder::new_multi_thread().worker_threads(2).thread_name("network").enable_all().build()
}

/// Accepts connections until the flag is set, then waits for the last answers.
async fn accept(
    listener: TcpListener,
    shared: Arc<Shared>,
    options: &Options,
    (stop, building, pool): (&Cancel, &Cancel, &Pool),
) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let connections = Connections::new(options.connections);
    let (stopping, stopped) = watch::channel(false);
    let mut ticks = tokio::time::interval(STOP_INTERVAL);
    while !stop.is_cancelled() {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = ticks.tick() => continue,
        };
        let Ok((stream, peer)) = accepted else {
            // Usually a lack of descriptors, which other connections free.
            tokio::time::sleep(STOP_INTERVAL).await;
            continue;
        };
        let Some(counted) = connections.open(peer.ip()) else {
            connection::refuse(&stream);
            continue;
        };
        let (shared, stopped) = (shared.clone(), stopped.clone());
        tokio::spawn(async move {
            connection::serve(shared, stream, peer, stopped).await;
            drop(counted);
        });
    }
    drop(listener);
    building.cancel();
    pool.stop();
    stopping.send_replace(true);
    drop(tokio::time::timeout(LAST_ANSWERS, connections.ended()).await);
    Ok(())
}
