//! A socket as timely uses it.
//!
//! timely ends a thread by a panic if a connection fails, and reads and writes without a limit of
//! time. This stream reports the failure instead, and then lets the threads of timely end in order:
//! later writes are dropped, and pending reads are completed by zeros, once the thread of the
//! dataflow, which would have used it, has ended.
//!
//! A frame that no process of a run sends ([`crate::frame`]) is such a failure too.

use crate::failure::Cause;
use crate::frame::{Frames, MAX_START, Next};
use crate::state::State;
use std::io::{self, BufReader, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use timely::communication::allocator::zero_copy::stream::Stream;

/// After this time a read or write looks whether the run has failed.
const LOOK: Duration = Duration::from_millis(200);
/// The time in which a failure can still be reported to others.
pub(crate) const GRACE: Duration = Duration::from_secs(2);

/// Bytes that are read ahead: frames may be short.
const AHEAD: usize = 64 << 10;

/// A socket to another process.
pub(crate) struct Link {
    socket: BufReader<TcpStream>,
    peer: usize,
    state: Arc<State>,
    frames: Frames,
}

impl Link {
    pub(crate) fn new(socket: TcpStream, peer: usize, state: Arc<State>) -> io::Result<Self> {
        socket.set_nonblocking(false)?;
        socket.set_nodelay(true)?;
        socket.set_read_timeout(Some(LOOK))?;
        socket.set_write_timeout(Some(LOOK))?;
        Ok(Self::on(socket, peer, state))
    }

    fn on(socket: TcpStream, peer: usize, state: Arc<State>) -> Self {
        let (socket, frames) =
            (BufReader::with_capacity(AHEAD, socket), Frames::new(peer, state.process));
        Link { socket, peer, state, frames }
    }

    /// Reports a frame that no process of a run sends.
    fn refuse(&self, what: &str) {
        let what = match self.socket.get_ref().peer_addr() {
            Ok(address) => format!("{what} (from {address})"),
            Err(_) => what.to_owned(),
        };
        self.state.fail(self.peer, Cause::Broken(what), None);
    }

    /// Reads once, into a part of a frame that was checked or into the start of the next one.
    fn read_step(&mut self, buffer: &mut [u8]) -> io::Result<Step> {
        match self.frames.next() {
            Next::Start(max) => {
                let mut start = [0; MAX_START];
                let bytes = self.socket.read(&mut start[..max])?;
                if bytes == 0 {
                    // A process that has sent its farewell does not end so either.
                    return Err(ErrorKind::UnexpectedEof.into());
                }
                self.count(bytes);
                match self.frames.add(&start[..bytes]) {
                    Ok(Some(ordered)) if !self.state.hold(self.peer, ordered) => {
                        self.refuse("more than its window allows");
                    }
                    Ok(_) => {}
                    Err(what) => self.refuse(&what),
                }
                Ok(Step::Read(0))
            }
            Next::Rest(max) => {
                let max = max.min(buffer.len());
                let bytes = self.socket.read(&mut buffer[..max])?;
                if bytes == 0 {
                    return Err(ErrorKind::UnexpectedEof.into());
                }
                self.count(bytes);
                self.frames.skip(bytes);
                Ok(Step::Read(bytes))
            }
            Next::End => {
                if self.socket.read(&mut [0])? > 0 {
                    self.refuse("bytes after the end of its frames");
                    return Ok(Step::Read(0));
                }
                self.state.lock().peers[self.peer].ended = Some(Instant::now());
                self.state.notify();
                Ok(Step::End)
            }
        }
    }

    fn count(&self, bytes: usize) {
        self.state.received.fetch_add(bytes as u64, Ordering::Relaxed);
    }

    fn fail(&self, error: &io::Error) {
        self.state.fail(self.peer, Cause::Lost(reason(error)), None);
    }

    /// Lets the reading thread end after a failure.
    fn wind_up(&mut self, buffer: &mut [u8]) -> usize {
        self.drain(buffer);
        let mut inner = self.state.lock();
        while !inner.is_over() {
            inner = self.state.wait(inner, LOOK);
        }
        drop(inner);
        self.frames.complete(buffer)
    }

    /// Reads the remaining bytes and drops them: to close a socket with unread bytes would destroy
    /// those that the other side has not read yet. The position in the frames does not change.
    fn drain(&mut self, buffer: &mut [u8]) {
        let failed_at = self.state.lock().failed_at.unwrap_or_else(Instant::now);
        while failed_at.elapsed() < GRACE {
            match self.socket.get_mut().read(buffer) {
                Ok(0) => return,
                Ok(_) => {}
                Err(error) if is_passing(&error) => {}
                Err(_) => return,
            }
        }
    }
}

/// The end of a connection in words.
fn reason(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::UnexpectedEof => "its connection was closed".to_owned(),
        ErrorKind::ConnectionReset | ErrorKind::BrokenPipe | ErrorKind::ConnectionAborted => {
            "its connection was reset".to_owned()
        }
        _ => error.to_string(),
    }
}

/// Returns whether an operation can be tried again.
fn is_passing(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted)
}

/// The end of a read.
enum Step {
    Read(usize),
    /// The stream has ended in order.
    End,
}

impl Read for Link {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut filled = 0;
        loop {
            filled += self.frames.give(&mut buffer[filled..]);
            // Buffered bytes are given at once, without waiting for more.
            if filled == buffer.len() || (filled > 0 && self.socket.buffer().is_empty()) {
                return Ok(filled);
            }
            if self.state.has_failed() {
                return Ok(if filled > 0 { filled } else { self.wind_up(buffer) });
            }
            match self.read_step(&mut buffer[filled..]) {
                Ok(Step::Read(bytes)) => filled += bytes,
                Ok(Step::End) => return Ok(filled),
                Err(error) if is_passing(&error) => {}
                Err(error) => self.fail(&error),
            }
        }
    }
}

impl Write for Link {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        loop {
            let failed_at =
                if self.state.has_failed() { self.state.lock().failed_at } else { None };
            if failed_at.is_some_and(|failed_at| failed_at.elapsed() > GRACE) {
                return Ok(bytes.len());
            }
            match self.socket.get_mut().write(bytes) {
                Ok(written) if written > 0 => {
                    self.state.sent.fetch_add(written as u64, Ordering::Relaxed);
                    return Ok(written);
                }
                Err(error) if is_passing(&error) => {}
                ended => {
                    let error = ended.err().unwrap_or_else(|| ErrorKind::BrokenPipe.into());
                    self.state.report_loss(self.peer, &reason(&error));
                    return Ok(bytes.len());
                }
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for Link {
    fn try_clone(&self) -> io::Result<Self> {
        Ok(Self::on(self.socket.get_ref().try_clone()?, self.peer, self.state.clone()))
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.socket.get_ref().set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        // The other side may have gone already.
        let _ = self.socket.get_ref().shutdown(how);
        Ok(())
    }
}
