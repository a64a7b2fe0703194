//! One connection of a client: requests are refused or passed to the router, and slow clients are
//! disconnected.

use crate::error::ApiError;
use crate::headers;
use crate::log::Log;
use crate::origin::Names;
use crate::pool::Client;
use crate::write_timeout::WriteTimeout;
use axum::Router;
use axum::body::Body;
use axum::http::{Request, Response};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tower_service::Service;

/// The greatest size of a request's head, and of the read buffer, in bytes.
const MAX_HEAD: usize = 64 << 10;

/// The greatest number of headers of a request.
const MAX_HEADERS: usize = 64;

/// The state that connections share.
pub(crate) struct Shared {
    pub(crate) router: Router,
    pub(crate) names: Names,
    pub(crate) log: Log,
    /// The time that a client may take for the head of a request, or for a part of an answer.
    pub(crate) patience: Duration,
}

/// The open connections, in total and by address. One address has at most half of them, so that one client
/// cannot exclude the others.
pub(crate) struct Connections {
    permits: Arc<Semaphore>,
    max: usize,
    of_address: Mutex<HashMap<IpAddr, usize>>,
}

/// One of the [`Connections`], which ends when it is dropped.
pub(crate) struct Connection {
    connections: Arc<Connections>,
    address: IpAddr,
    _permit: OwnedSemaphorePermit,
}

impl Connections {
    /// A limit of `max` connections.
    pub(crate) fn new(max: usize) -> Arc<Self> {
        let (permits, of_address) = (Arc::new(Semaphore::new(max)), Mutex::default());
        Arc::new(Self { permits, max, of_address })
    }

    /// Counts a new connection; `None` if a limit is reached.
    pub(crate) fn open(self: &Arc<Self>, address: IpAddr) -> Option<Connection> {
        let permit = self.permits.clone().try_acquire_owned().ok()?;
        let mut of_address = self.of_address.lock().unwrap_or_else(PoisonError::into_inner);
        let count = of_address.entry(address).or_default();
        if *count >= self.max.div_ceil(2) {
            return None;
        }
        *count += 1;
        Some(Connection { connections: self.clone(), address, _permit: permit })
    }

    /// Waits until all connections have ended.
    pub(crate) async fn ended(&self) {
        let all = u32::try_from(self.max).unwrap_or(u32::MAX);
        drop(self.permits.acquire_many(all).await);
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        let of_address = &self.connections.of_address;
        let mut of_address = of_address.lock().unwrap_or_else(PoisonError::into_inner);
        if let Entry::Occupied(mut count) = of_address.entry(self.address) {
            *count.get_mut() -= 1;
            if *count.get() == 0 {
                count.remove();
            }
        }
    }
}

/// Answers the requests of a connection, until one side closes it or the server stops.
pub(crate) async fn serve(
    shared: Arc<Shared>,
    stream: TcpStream,
    peer: SocketAddr,
    mut stop: watch::Receiver<bool>,
) {
    let Ok(local) = stream.local_addr() else { return };
    drop(stream.set_nodelay(true));
    let patience = shared.patience;
    let answer = service_fn(move |request: Request<Incoming>| {
        let shared = shared.clone();
        async move { Ok::<_, Infallible>(answer(&shared, request, peer, local).await) }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience)
        .max_buf_size(MAX_HEAD)
        .max_headers(MAX_HEADERS)
        .serve_connection(TokioIo::new(WriteTimeout::new(stream, patience)), answer);
    let mut connection = std::pin::pin!(connection);
    tokio::select! {
        // Errors come from clients that disconnect or do not write HTTP.
        _ = connection.as_mut() => return,
        _ = stop.wait_for(|stop| *stop) => connection.as_mut().graceful_shutdown(),
    }
    drop(connection.await);
}

async fn answer(
    shared: &Shared,
    request: Request<Incoming>,
    peer: SocketAddr,
    local: SocketAddr,
) -> Response<Body> {
    let line = shared.log.request(peer.ip(), request.method(), request.uri().path());
    let mut response = if let Err(refused) = shared.names.check(&request, local) {
        refused.response()
    } else {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(Client::from(peer.ip()));
        match shared.router.clone().call(request).await {
            Ok(response) => response,
            Err(never) => match never {},
        }
    };
    headers::secure(response.headers_mut());
    line.counted(response)
}

/// Refuses a connection beyond the limits with status 503.
pub(crate) fn refuse(stream: &TcpStream) {
    let body = ApiError::busy("too many connections: try again").json().to_string() + "\n";
    let text = format!(
        "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\nretry-after: 1\r\n\
         connection: close\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    // The few bytes are dropped if the client does not accept them at once.
    drop(stream.try_write(text.as_bytes()));
}
