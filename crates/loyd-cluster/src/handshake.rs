//! The handshake of one connection, with one deadline for all of it.
//!
//! ```text
//! the process with the higher number         the other one
//! connects; hello with a new nonce    ──▶
//!                                     ◀──    hello with a new nonce; proof
//! checks the proof; its own proof     ──▶
//!                                     ◀──    checks the proof; verdict: 0 if it is taken
//! ```
//!
//! The proof ([`crate::secret`]) depends on both nonces, so a recording of another connection
//! proves nothing.

use crate::error::ClusterError;
use crate::hello::{Hello, Mismatch};
use crate::secret::{Exchange, PROOF_BYTES, Secret, Side, random};
use std::io::{self, ErrorKind, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

const MAX_HANDSHAKE: Duration = Duration::from_secs(10);
/// Time for one attempt to connect.
const ATTEMPT: Duration = Duration::from_secs(3);

/// A socket that is read and written until a deadline, in any number of operations.
struct Timed<'a> {
    socket: &'a TcpStream,
    deadline: Instant,
}

impl<'a> Timed<'a> {
    fn new(socket: &'a TcpStream, max_time: Duration) -> io::Result<Self> {
        socket.set_nonblocking(false)?;
        socket.set_nodelay(true)?;
        Ok(Timed { socket, deadline: Instant::now() + max_time })
    }

    fn remaining(&self) -> io::Result<Option<Duration>> {
        let remaining = self.deadline.saturating_duration_since(Instant::now());
        if remaining.is_zero() { Err(ErrorKind::TimedOut.into()) } else { Ok(Some(remaining)) }
    }

    fn read_array<const BYTES: usize>(&mut self) -> io::Result<[u8; BYTES]> {
        let mut bytes = [0; BYTES];
        self.read_exact(&mut bytes)?;
        Ok(bytes)
    }
}

impl Read for Timed<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.socket.set_read_timeout(self.remaining()?)?;
        self.socket.read(buffer)
    }
}

impl Write for Timed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.socket.set_write_timeout(self.remaining()?)?;
        self.socket.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A process as one side of a handshake.
#[derive(Clone, Debug)]
pub(crate) struct Own {
    /// The hello, without a nonce.
    pub(crate) hello: Hello,
    pub(crate) secret: Option<Secret>,
}

impl Own {
    fn hello(&self, to: u32) -> io::Result<Hello> {
        Ok(Hello { to, nonce: random()?, ..self.hello.clone() })
    }

    fn exchange(&self, connecting: &Hello, accepting: &Hello) -> Exchange<'_> {
        let (connecting, accepting) = (connecting.to_bytes(), accepting.to_bytes());
        Exchange { secret: self.secret.as_ref(), connecting, accepting }
    }
}

/// The hello of a process that has connected, and whether it was proven; `None` for a stranger.
pub(crate) type Answered = Option<(Hello, Result<(), Mismatch>)>;

/// Answers a client up to its proof; the verdict is left to the caller.
pub(crate) fn answer(socket: &TcpStream, own: &Own) -> io::Result<Answered> {
    answer_within(socket, own, MAX_HANDSHAKE)
}

fn answer_within(socket: &TcpStream, own: &Own, max_time: Duration) -> io::Result<Answered> {
    let mut stream = Timed::new(socket, max_time)?;
    let Some(other) = Hello::read(&mut stream)? else { return Ok(None) };
    let hello = own.hello(other.from)?;
    let exchange = own.exchange(&other, &hello);
    stream.write_all(&[&hello.to_bytes()[..], &exchange.proof(Side::Accepting)].concat())?;
    if let Err(mismatch) = hello.compare_secrets(&other) {
        return Ok(Some((other, Err(mismatch))));
    }
    let proof: [u8; PROOF_BYTES] = stream.read_array()?;
    Ok(match (exchange.is_proven(Side::Connecting, &proof), &own.secret) {
        (true, _) => Some((other, Ok(()))),
        (false, Some(_)) => Some((other, Err(Mismatch::SecretDiffers))),
        // A recorded hello.
        (false, None) => None,
    })
}

/// One attempt to connect to a process: an error may pass, a result is final.
pub(crate) fn call(
    address: &str,
    own: &Own,
    process: usize,
) -> io::Result<Result<(TcpStream, Hello), ClusterError>> {
    let mut last = io::Error::from(ErrorKind::NotFound);
    for candidate in address.to_socket_addrs()? {
        match TcpStream::connect_timeout(&candidate, ATTEMPT) {
            Ok(socket) => {
                let called = call_on(&socket, own, process)?;
                let address = address.to_owned();
                return Ok(match called {
                    Called::Taken(hello) => Ok((socket, hello)),
                    Called::Foreign => Err(ClusterError::Foreign { process, address }),
                    Called::Differs(mismatch) => {
                        Err(ClusterError::Mismatch { process, address, mismatch })
                    }
                });
            }
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// The end of the handshake of a process that connects.
enum Called {
    Taken(Hello),
    Differs(Mismatch),
    Foreign,
}

fn call_on(socket: &TcpStream, own: &Own, process: usize) -> io::Result<Called> {
    let mut stream = Timed::new(socket, MAX_HANDSHAKE)?;
    let hello = own.hello(process as u32)?;
    stream.write_all(&hello.to_bytes())?;
    let Some(other) = Hello::read(&mut stream)? else { return Ok(Called::Foreign) };
    let proof: [u8; PROOF_BYTES] = stream.read_array()?;
    if let Err(mismatch) = hello.compare_secrets(&other) {
        return Ok(Called::Differs(mismatch));
    }
    let exchange = own.exchange(&hello, &other);
    if !exchange.is_proven(Side::Accepting, &proof) {
        // The other process learns that the secrets differ, and nothing about this one.
        stream.write_all(&[0; PROOF_BYTES])?;
        let differs = Called::Differs(Mismatch::SecretDiffers);
        return Ok(if own.secret.is_some() { differs } else { Called::Foreign });
    }
    stream.write_all(&exchange.proof(Side::Connecting))?;
    let [verdict] = stream.read_array()?;
    Ok(match judge(&hello, &other, verdict, process) {
        Ok(()) => Called::Taken(other),
        Err(mismatch) => Called::Differs(mismatch),
    })
}

/// The reason why a process that has answered cannot take part, if there is one.
fn judge(own: &Hello, other: &Hello, verdict: u8, process: usize) -> Result<(), Mismatch> {
    own.compare(other)?;
    if other.from as usize != process {
        return Err(Mismatch::Number { expected: process as u32, found: other.from });
    }
    if verdict == 0 { Ok(()) } else { Err(Mismatch::Taken) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hello::NONCE_BYTES;
    use std::net::TcpListener;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread;

    fn pair() -> (TcpStream, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let here = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        (here, listener.accept().unwrap().0)
    }

    fn own(from: u32) -> Own {
        let hello = Hello {
            version: "test".to_owned(),
            nonce: [0; NONCE_BYTES],
            run: 7,
            task: 8,
            folder: 0,
            memory: 1 << 20,
            processes: 2,
            from,
            to: 0,
            threads: 1,
            secret: false,
        };
        Own { hello, secret: None }
    }

    #[test]
    fn many_slow_bytes_do_not_extend_the_deadline() {
        let (client, server) = pair();
        let over = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| {
                // Each byte comes within the time, and all of them take many times as long.
                for byte in own(1).hello.to_bytes() {
                    if over.load(Ordering::Relaxed) || (&client).write_all(&[byte]).is_err() {
                        return;
                    }
                    thread::sleep(Duration::from_millis(50));
                }
            });
            let answered = answer_within(&server, &own(0), Duration::from_millis(500));
            over.store(true, Ordering::Relaxed);
            let kind = answered.unwrap_err().kind();
            assert!(matches!(kind, ErrorKind::TimedOut | ErrorKind::WouldBlock), "{kind}");
        });
    }

    #[test]
    fn a_recorded_proof_is_refused_by_a_later_connection() {
        let recorded = {
            let (client, server) = pair();
            thread::scope(|scope| {
                let server = scope.spawn(move || answer(&server, &own(0)).unwrap());
                let mut stream = Timed::new(&client, MAX_HANDSHAKE).unwrap();
                let hello = own(1).hello(0).unwrap();
                stream.write_all(&hello.to_bytes()).unwrap();
                let other = Hello::read(&mut stream).unwrap().unwrap();
                let proof: [u8; PROOF_BYTES] = stream.read_array().unwrap();
                let own = own(1);
                let exchange = own.exchange(&hello, &other);
                assert!(exchange.is_proven(Side::Accepting, &proof));
                let proof = exchange.proof(Side::Connecting);
                stream.write_all(&proof).unwrap();
                assert_eq!(server.join().unwrap(), Some((hello.clone(), Ok(()))));
                [&hello.to_bytes()[..], &proof].concat()
            })
        };
        let (client, server) = pair();
        (&client).write_all(&recorded).unwrap();
        assert_eq!(answer(&server, &own(0)).unwrap(), None);
    }
}
