//! A socket as timely uses it.
//!
//! timely ends a thread by a panic if a connection fails, and reads and writes without a limit of
//! time. This stream reports the failure instead, and then lets the threads of timely end in order:
//! what they still write is dropped, and what they still wait for is completed by zeros, once the
//! thread of the dataflow, which would have used it, has ended.
//!
//! ```text
//! frame    channel, source, first target, last target, length, number     u64 each, big-endian
//!          as many bytes as the length says
//! end      a frame of length 0, then the end of the stream
//! ```

use crate::failure::Cause;
use crate::state::State;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use timely::communication::allocator::zero_copy::stream::Stream;

/// After this time a read or write looks whether the run has failed.
const LOOK: Duration = Duration::from_millis(200);
/// The time in which others can still be told of a failure.
pub(crate) const GRACE: Duration = Duration::from_secs(2);

const HEAD: usize = 48;
/// The position of the length in the head of a frame.
const LENGTH: usize = 32;

/// The position in a sequence of frames.
#[derive(Debug)]
struct Framing {
    head: [u8; HEAD],
    /// Bytes of the head that are known.
    known: usize,
    /// Bytes of the frame after its head that are still to come.
    rest: u64,
    ended: bool,
}

impl Default for Framing {
    fn default() -> Self {
        Framing { head: [0; HEAD], known: 0, rest: 0, ended: false }
    }
}

impl Framing {
    /// Moves over some bytes.
    fn advance(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            if self.rest > 0 {
                let step = (bytes.len() as u64).min(self.rest);
                self.rest -= step;
                bytes = &bytes[step as usize..];
                continue;
            }
            let step = bytes.len().min(HEAD - self.known);
            self.head[self.known..self.known + step].copy_from_slice(&bytes[..step]);
            self.known += step;
            bytes = &bytes[step..];
            if self.known == HEAD {
                let mut length = [0; 8];
                length.copy_from_slice(&self.head[LENGTH..LENGTH + 8]);
                self.rest = u64::from_be_bytes(length);
                self.ended |= self.rest == 0;
                self.known = 0;
            }
        }
    }

    /// Bytes up to the end of the head or frame in which the position is.
    fn to_boundary(&self) -> u64 {
        if self.rest > 0 { self.rest } else { (HEAD - self.known) as u64 }
    }
}

/// A socket to another process.
pub(crate) struct Link {
    socket: TcpStream,
    peer: usize,
    state: Arc<State>,
    framing: Framing,
}

impl Link {
    pub(crate) fn new(socket: TcpStream, peer: usize, state: Arc<State>) -> io::Result<Self> {
        socket.set_nonblocking(false)?;
        socket.set_nodelay(true)?;
        socket.set_read_timeout(Some(LOOK))?;
        socket.set_write_timeout(Some(LOOK))?;
        Ok(Link { socket, peer, state, framing: Framing::default() })
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
        if self.framing.ended {
            return 0;
        }
        let fill = self.framing.to_boundary().min(buffer.len() as u64) as usize;
        buffer[..fill].fill(0);
        self.framing.advance(&buffer[..fill]);
        fill
    }

    /// Reads what still comes and drops it: to close a socket with unread bytes would destroy what
    /// the other side has not read yet. The position in the frames is kept as it was.
    fn drain(&mut self, buffer: &mut [u8]) {
        let failed_at = self.state.lock().failed_at.unwrap_or_else(Instant::now);
        while failed_at.elapsed() < GRACE {
            match self.socket.read(buffer) {
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
        loop {
            if self.state.has_failed() {
                return Ok(self.wind_up(buffer));
            }
            match self.socket.read(buffer) {
                Ok(0) if self.framing.ended => {
                    self.state.lock().peers[self.peer].ended = Some(Instant::now());
                    self.state.notify();
                    return Ok(0);
                }
                // Not even a process that has said farewell ends so.
                Ok(0) => self.fail(&ErrorKind::UnexpectedEof.into()),
                Ok(bytes) => {
                    self.framing.advance(&buffer[..bytes]);
                    self.state.received.fetch_add(bytes as u64, Ordering::Relaxed);
                    return Ok(bytes);
                }
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
            match self.socket.write(bytes) {
                Ok(written) if written > 0 => {
                    self.state.sent.fetch_add(written as u64, Ordering::Relaxed);
                    return Ok(written);
                }
                Err(error) if is_passing(&error) => {}
                ended => {
                    let error = ended.err().unwrap_or_else(|| ErrorKind::BrokenPipe.into());
                    self.state.lost(self.peer, &reason(&error));
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
        let (socket, state) = (self.socket.try_clone()?, self.state.clone());
        Ok(Link { socket, peer: self.peer, state, framing: Framing::default() })
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.socket.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        // The other side may have gone already.
        let _ = self.socket.shutdown(how);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(length: u64) -> Vec<u8> {
        let words = [1, 0, 1, 2, length, 7];
        let mut bytes: Vec<u8> = words.iter().flat_map(|word: &u64| word.to_be_bytes()).collect();
        bytes.extend(vec![9; length as usize]);
        bytes
    }

    #[test]
    fn boundaries_and_the_end_are_known_however_bytes_arrive() {
        let mut bytes = [frame(5), frame(100), frame(1)].concat();
        for step in [1, 7, 48, 1000] {
            let mut framing = Framing::default();
            for part in bytes.chunks(step) {
                assert!(!framing.ended);
                framing.advance(part);
            }
            assert_eq!((framing.known, framing.rest), (0, 0));
        }
        bytes.extend(frame(0));
        let mut framing = Framing::default();
        framing.advance(&bytes);
        assert!(framing.ended);
    }

    #[test]
    fn a_broken_sequence_is_completed_by_zeros() {
        let bytes = [frame(5), frame(100)].concat();
        for cut in 0..bytes.len() {
            let mut framing = Framing::default();
            framing.advance(&bytes[..cut]);
            let mut more = 0;
            while !framing.ended {
                let fill = framing.to_boundary();
                framing.advance(&vec![0; fill as usize]);
                more += fill;
            }
            assert!(more < 1000, "{cut}: {more}");
        }
    }
}
