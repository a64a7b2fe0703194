//! The access log: one line a request, when its answer is complete.
//!
//! ```text
//! 2026-03-01T12:00:00Z 127.0.0.1 POST /api/v1/solve 200 3.1ms 412B
//! ```
//!
//! A separate thread writes the lines, so that a slow terminal delays no request. Status 499 means that the
//! client disconnected before the answer.

use axum::body::{Body, Bytes};
use axum::http::{Method, Response};
use http_body::{Frame, SizeHint};
use std::io::Write;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::task::{Context, Poll, ready};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// The greatest number of waiting lines; further lines are dropped.
const MAX_WAITING: usize = 4096;

/// The greatest number of characters of a path.
const MAX_PATH: usize = 200;

/// The channel to the thread that writes; clones share it.
#[derive(Clone)]
pub(crate) struct Log(Option<SyncSender<String>>);

impl Log {
    /// A log on standard error; a quiet log drops every line.
    pub(crate) fn new(quiet: bool) -> std::io::Result<Self> {
        if quiet {
            return Ok(Self(None));
        }
        let (sender, lines) = sync_channel::<String>(MAX_WAITING);
        std::thread::Builder::new().name("log".to_owned()).spawn(move || {
            for line in lines {
                let _ = writeln!(std::io::stderr(), "{line}");
            }
        })?;
        Ok(Self(Some(sender)))
    }

    /// A line about something other than a request.
    pub(crate) fn note(&self, text: &str) {
        if let Some(sender) = &self.0 {
            drop(sender.try_send(format!("{} {text}", now())));
        }
    }

    /// Starts the line of a request.
    pub(crate) fn request(&self, client: IpAddr, method: &Method, path: &str) -> Line {
        // The path comes from the client and must not break the line.
        let visible = |c: char| if c.is_ascii_graphic() { c } else { '?' };
        let path = path.chars().take(MAX_PATH).map(visible).collect();
        Line {
            log: self.clone(),
            began: Instant::now(),
            client,
            method: method.clone(),
            path,
            status: 499,
            bytes: 0,
        }
    }
}

/// The line of a request, written when it is dropped.
pub(crate) struct Line {
    log: Log,
    began: Instant,
    client: IpAddr,
    method: Method,
    path: String,
    status: u16,
    bytes: u64,
}

impl Line {
    /// The response with its bytes counted.
    pub(crate) fn counted(mut self, response: Response<Body>) -> Response<Body> {
        self.status = response.status().as_u16();
        let (parts, body) = response.into_parts();
        Response::from_parts(parts, Body::new(CountedBody { body, line: self }))
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        let Self { log, began, client, method, path, status, bytes } = self;
        let milliseconds = began.elapsed().as_secs_f64() * 1e3;
        if log.0.is_some() {
            log.note(&format!("{client} {method} {path} {status} {milliseconds:.1}ms {bytes}B"));
        }
    }
}

/// A body that adds its bytes to the line.
struct CountedBody {
    body: Body,
    line: Line,
}

impl http_body::Body for CountedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(context));
        if let Some(data) = frame.as_ref().and_then(|it| it.as_ref().ok()?.data_ref()) {
            self.line.bytes += data.len() as u64;
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// The time in UTC, to the second.
fn now() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |it| it.as_secs());
    date(seconds)
}

/// A time as a date; the calendar is counted in eras of 400 years that begin on 1 March.
fn date(seconds: u64) -> String {
    const ERA: u64 = 146_097;
    let (days, second) = (seconds / 86_400 + 719_468, seconds % 86_400);
    let (era, day) = (days / ERA, days % ERA);
    let year = (day - day / 1460 + day / 36_524 - day / (ERA - 1)) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = era * 400 + year + u64::from(month <= 2);
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn dates_follow_the_calendar() {
        assert_eq!(date(0), "1970-01-01T00:00:00Z");
        assert_eq!(date(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(date(1_709_251_199), "2024-02-29T23:59:59Z");
        assert_eq!(date(1_709_251_200), "2024-03-01T00:00:00Z");
        assert_eq!(date(4_102_444_799), "2099-12-31T23:59:59Z");
    }
}
