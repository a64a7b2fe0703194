//! A socket as timely uses it.
//!
//! timely ends a thread by a panic if a connection fails, and reads and writes without a limit of
//! time. This stream reports the failure instead, and then lets the threads of timely end in order:
//! later writes are dropped, and pending reads are completed by zeros, once the thread of the
//! dataflow, which would have used it, has ended.
//!
//! A frame that no process of a run sends ([`crate::frame`]) is such a failure too.

use crate::failure::Cause;
use crate::frame::{HEAD, MAX_START, check_head, check_start};
use crate::state::State;
use std::io::{self, BufReader, Cursor, ErrorKind, Read, Write};
use std::mem;
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use timely::communication::allocator::zero_copy::stream::Stream;

/// After this time a read or write looks whether the run has failed.
const LOOK: Duration = Duration::from_millis(200);
/// The time in which a failure can still be reported to others.
const GRACE: Duration = Duration::from_secs(2);

/// Bytes that are read ahead: frames may be short.
const AHEAD: usize = 64 << 10;

/// A socket to another process.
pub(crate) struct Link {
    socket: BufReader<TcpStream>,
    peer: usize,
    state: Arc<State>,
    /// The start of a frame, checked, as far as timely has not read it.
    start: Cursor<Vec<u8>>,
    /// Bytes of the frame after its start: they need no check.
    rest: usize,
    /// The start is that of the last frame.
    ended: bool,
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
        let socket = BufReader::with_capacity(AHEAD, socket);
        Link { socket, peer, state, start: Cursor::default(), rest: 0, ended: false }
    }

    /// Reports a frame that no process of a run sends.
    fn refuse(&self, what: &str) {
        let what = match self.socket.get_ref().peer_addr() {
            Ok(address) => format!("{what} (from {address})"),
            Err(_) => what.to_owned(),
        };
        self.state.fail(self.peer, Cause::Broken(what), None);
    }

    /// Reads once; 0 bytes at the end after the last frame, `None` if the run has failed.
    fn receive(&mut self, buffer: &mut [u8]) -> Option<usize> {
        while !self.state.has_failed() {
            let error = match self.socket.read(buffer) {
                // A process that has sent its farewell does not end so either.
                Ok(0) if !self.ended => ErrorKind::UnexpectedEof.into(),
                Ok(bytes) => {
                    self.state.received.fetch_add(bytes as u64, Ordering::Relaxed);
                    return Some(bytes);
                }
                Err(error) if is_passing(&error) => continue,
                Err(error) => error,
            };
            self.state.fail(self.peer, Cause::Lost(reason(&error)), None);
        }
        None
    }

    fn receive_exact(&mut self, mut buffer: &mut [u8]) -> Option<()> {
        while !buffer.is_empty() {
            let bytes = self.receive(buffer)?;
            buffer = &mut buffer[bytes..];
        }
        Some(())
    }

    /// Reads and checks the start of the next frame; `None` if the run has failed.
    fn receive_start(&mut self) -> Option<()> {
        let mut start = mem::take(&mut self.start).into_inner();
        start.clear();
        start.resize(HEAD, 0);
        self.receive_exact(&mut start)?;
        let checked = check_head(&start, self.peer, self.state.process);
        let length = checked.map_err(|what| self.refuse(&what)).ok()?;
        start.resize(length, 0);
        self.receive_exact(&mut start[HEAD..])?;
        self.ended = length == HEAD;
        if !self.ended {
            let checked = check_start(&start, self.peer);
            let (rest, ordered) = checked.map_err(|what| self.refuse(&what)).ok()?;
            if ordered.is_some_and(|bytes| !self.state.hold(self.peer, bytes)) {
                self.refuse("more than its window allows");
                return None;
            }
            self.rest = rest;
        }
        self.start = Cursor::new(start);
        Some(())
    }

    /// Reads the end of the stream after the last frame; `None` if the run has failed.
    fn receive_end(&mut self) -> Option<()> {
        if self.receive(&mut [0])? > 0 {
            self.refuse("bytes after the end of its frames");
            return None;
        }
        self.state.lock().peers[self.peer].ended = Some(Instant::now());
        self.state.notify();
        Some(())
    }

    /// Waits after a failure until no one uses the bytes that timely reads.
    fn wind_up(&mut self) {
        self.drain();
        let mut inner = self.state.lock();
        while !inner.is_over() {
            inner = self.state.wait(inner, LOOK);
        }
    }

    /// Reads a part of a frame; 0 bytes if the buffer is full or the stream has ended. After a
    /// failure an incomplete frame is completed by zeros, and the last one follows.
    fn read_piece(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        let mut bytes = self.start.read(buffer)?;
        if bytes == 0 && self.rest > 0 {
            let max = self.rest.min(buffer.len());
            bytes = self.receive(&mut buffer[..max]).unwrap_or_else(|| {
                self.wind_up();
                buffer[..max].fill(0);
                max
            });
            self.rest -= bytes;
        } else if bytes == 0 && self.ended {
            self.receive_end().unwrap_or_else(|| self.wind_up());
        } else if bytes == 0 {
            self.receive_start().unwrap_or_else(|| {
                self.wind_up();
                (self.start, self.ended) = (Cursor::new(vec![0; HEAD]), true);
            });
            bytes = self.start.read(buffer)?;
        }
        Ok(bytes)
    }

    /// Reads the remaining bytes and drops them: to close a socket with unread bytes would destroy
    /// those that the other side has not read yet. The position in the frames does not change.
    fn drain(&mut self) {
        let mut buffer = vec![0; AHEAD];
        let failed_at = self.state.lock().failed_at.unwrap_or_else(Instant::now);
        while failed_at.elapsed() < GRACE {
            match self.socket.get_mut().read(&mut buffer) {
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

impl Read for Link {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut filled = 0;
        // Frames that were read ahead are given at once, without waiting for more.
        while filled == 0 || self.socket.buffer().len() >= MAX_START {
            match self.read_piece(&mut buffer[filled..])? {
                0 => break,
                bytes => filled += bytes,
            }
        }
        Ok(filled)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::tests::frame_stream;
    use crate::state::{NetworkOptions, Phase};
    use loyd_search::observe::Cancel;
    use std::net::TcpListener;
    use std::thread;

    /// The bytes that timely reads if process 1 sends these, both in pieces; and whether the stream
    /// has ended in order.
    fn read(sent: &[u8], piece: usize) -> (Vec<u8>, bool) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let mut peer = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (cancel, stall_limit) = (Cancel::new(), Duration::MAX);
        let options = NetworkOptions { cancel, stall_limit, window: 1 << 20 };
        let state = Arc::new(State::new(vec![String::new(); 2], 0, 0, options));
        // No dataflow uses the bytes.
        state.lock().phase = Phase::Over;
        let mut link = Link::new(listener.accept().unwrap().0, 1, state.clone()).unwrap();
        thread::scope(|scope| {
            scope.spawn(move || {
                peer.set_nodelay(true).unwrap();
                sent.chunks(piece).for_each(|bytes| peer.write_all(bytes).unwrap());
            });
            let (mut read, mut buffer) = (Vec::new(), vec![1; piece]);
            loop {
                match link.read(&mut buffer).unwrap() {
                    0 => return (read, !state.has_failed()),
                    bytes => read.extend_from_slice(&buffer[..bytes]),
                }
            }
        })
    }

    #[test]
    fn frames_are_passed_unchanged_however_bytes_arrive() {
        let bytes = [frame_stream(), vec![0; HEAD]].concat();
        for piece in [1, 7, 48, 1000] {
            assert_eq!(read(&bytes, piece), (bytes.clone(), true), "{piece}");
        }
    }

    #[test]
    fn bytes_after_the_last_frame_are_refused() {
        let bytes = [frame_stream(), vec![0; HEAD]].concat();
        assert_eq!(read(&[&bytes[..], &[0]].concat(), 1000), (bytes, false));
    }

    #[test]
    fn truncated_streams_are_completed_to_whole_frames() {
        let bytes = frame_stream();
        for cut in 0..bytes.len() {
            let (read, in_order) = read(&bytes[..cut], 1000);
            let mut rest = &read[..];
            while rest[39] > 0 {
                rest = &rest[HEAD + usize::from(rest[39])..];
            }
            assert_eq!((rest, in_order), (&[0; HEAD][..], false), "{cut}");
        }
    }
}
