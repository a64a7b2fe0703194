//! Connecting the processes of a run: one socket between any two of them.
//!
//! ```text
//! each process listens at its own address, and at no other
//! for each process with a lower number:     connect, again until it answers; handshake
//! for each connection that is accepted:     handshake; a higher number of this run is taken
//! ```
//!
//! A client that says nothing, or something else, is dropped and changes nothing. A process of
//! another run is refused; one of this run that differs in version or task ends the attempt.

use crate::error::ClusterError;
use crate::hello::{Hello, Mismatch};
use crate::hosts::resolve;
use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

/// A process as a member of a run.
#[derive(Debug)]
pub struct Membership {
    /// The addresses of all processes, as they are shown.
    pub hosts: Vec<String>,
    /// The number of this process.
    pub process: usize,
    /// The socket at which this process listens.
    pub listener: TcpListener,
    /// The version of the program: all processes have the same.
    pub version: String,
    /// The number of the run: that of its start, or of the list of hosts.
    pub run: u64,
    /// The digest of the task.
    pub task: u64,
    /// The number of the run that is continued; 0 for a new one.
    pub folder: u64,
    /// The memory limit of this process, in bytes.
    pub memory: u64,
    /// The threads of this process.
    pub threads: usize,
    /// The time within which all processes must be connected.
    pub patience: Duration,
}

/// A connected process.
#[derive(Debug)]
pub(crate) struct Peer {
    pub(crate) socket: TcpStream,
    pub(crate) memory: u64,
    pub(crate) threads: usize,
}

/// The connections of a process, and what all processes have in common.
#[derive(Debug)]
pub struct Connections {
    pub(crate) hosts: Vec<String>,
    pub(crate) process: usize,
    /// `None` for this process.
    pub(crate) peers: Vec<Option<Peer>>,
    /// The lowest memory limit of all processes.
    pub(crate) memory: u64,
    /// The largest number of threads of all processes.
    pub(crate) threads: usize,
}

impl Connections {
    /// The lowest memory limit of all processes, in bytes.
    #[must_use]
    pub fn least_memory(&self) -> u64 {
        self.memory
    }

    /// The number of processes.
    #[must_use]
    pub fn processes(&self) -> usize {
        self.hosts.len()
    }
}

/// Time for a handshake.
const HANDSHAKE: Duration = Duration::from_secs(5);
/// Time for one attempt to connect.
const ATTEMPT: Duration = Duration::from_secs(3);
/// Between two attempts, and between two looks at what has happened.
const PAUSE: Duration = Duration::from_millis(25);
/// Handshakes at once: more clients have to wait.
const MOST_AT_ONCE: usize = 64;

/// An event of a helping thread.
enum Event {
    /// An accepted connection that has sent a hello; `None` if it was something else.
    Accepted(Option<(TcpStream, Hello)>),
    /// A connection to a process with a lower number, or the reason why there is none.
    Connected(usize, Result<(TcpStream, Hello), ClusterError>),
    /// The result of an attempt to connect that failed.
    Seen(usize, String),
}

/// Listens at an address of this machine.
///
/// # Errors
/// If the address cannot be used.
pub fn listen(address: &str) -> Result<TcpListener, ClusterError> {
    let bound = resolve(address).and_then(|addresses| TcpListener::bind(&addresses[..]));
    bound.map_err(|error| ClusterError::Listen { address: address.to_owned(), error })
}

/// Connects a process with all others. `check` is called now and then; if it returns a reason, the
/// attempt ends with it.
///
/// # Errors
/// If a process is missing after the time for it, differs from this one, or is none.
pub fn connect(
    membership: &Membership,
    check: &mut dyn FnMut() -> Option<String>,
) -> Result<Connections, ClusterError> {
    let over = Arc::new(AtomicBool::new(false));
    let result = Meeting::new(membership, over.clone()).run(check);
    over.store(true, Ordering::Relaxed);
    result
}

/// The process that connects.
struct Meeting<'a> {
    membership: &'a Membership,
    over: Arc<AtomicBool>,
    events: Receiver<Event>,
    sender: Sender<Event>,
    peers: Vec<Option<Peer>>,
    /// Handshakes under way.
    open: usize,
    seen: Vec<Option<String>>,
}

impl<'a> Meeting<'a> {
    fn new(membership: &'a Membership, over: Arc<AtomicBool>) -> Self {
        let (sender, events) = mpsc::channel();
        let processes = membership.hosts.len();
        let peers = (0..processes).map(|_| None).collect();
        Meeting { membership, over, events, sender, peers, open: 0, seen: vec![None; processes] }
    }

    fn hello(&self, to: usize) -> Hello {
        let own = self.membership;
        Hello {
            version: own.version.clone(),
            run: own.run,
            task: own.task,
            folder: own.folder,
            memory: own.memory,
            processes: own.hosts.len() as u32,
            from: own.process as u32,
            to: to as u32,
            threads: own.threads as u32,
        }
    }

    fn run(
        mut self,
        check: &mut dyn FnMut() -> Option<String>,
    ) -> Result<Connections, ClusterError> {
        let own = self.membership;
        let deadline = Instant::now() + own.patience;
        own.listener.set_nonblocking(true)?;
        for process in 0..own.process {
            self.call(process, deadline)?;
        }
        while let Some(missing) = self.missing() {
            if let Some(reason) = check() {
                return Err(ClusterError::Aborted(reason));
            }
            if Instant::now() >= deadline {
                return Err(ClusterError::Missing {
                    process: missing,
                    address: own.hosts[missing].clone(),
                    after: own.patience,
                    seen: self.seen[missing].take(),
                });
            }
            self.accept()?;
            if let Ok(event) = self.events.recv_timeout(PAUSE) {
                self.handle(event)?;
            }
        }
        let peers = self.peers.iter().flatten();
        let memory = peers.clone().map(|peer| peer.memory).chain([own.memory]).min();
        let threads = peers.map(|peer| peer.threads).chain([own.threads]).max();
        Ok(Connections {
            hosts: own.hosts.clone(),
            process: own.process,
            memory: memory.unwrap_or(own.memory),
            threads: threads.unwrap_or(own.threads),
            peers: self.peers,
        })
    }

    fn missing(&self) -> Option<usize> {
        let is_missing =
            |process: &usize| *process != self.membership.process && self.peers[*process].is_none();
        (0..self.peers.len()).find(is_missing)
    }

    /// Connects to a process with a lower number, in a thread.
    fn call(&self, process: usize, deadline: Instant) -> io::Result<()> {
        let (hello, address) = (self.hello(process), self.membership.hosts[process].clone());
        let (over, sender) = (self.over.clone(), self.sender.clone());
        thread::Builder::new().name(format!("connect-{process}")).spawn(move || {
            while !over.load(Ordering::Relaxed) && Instant::now() < deadline {
                match call_once(&address, &hello, process) {
                    Ok(done) => return drop(sender.send(Event::Connected(process, done))),
                    Err(seen) => drop(sender.send(Event::Seen(process, seen.to_string()))),
                }
                thread::sleep(PAUSE * 4);
            }
        })?;
        Ok(())
    }

    /// Accepts connections; a thread reads the hello of each.
    fn accept(&mut self) -> Result<(), ClusterError> {
        while self.open < MOST_AT_ONCE {
            let socket = match self.membership.listener.accept() {
                Ok((socket, _)) => socket,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(()),
                // The client went away, or the system is short of something for a moment.
                Err(_) => {
                    thread::sleep(PAUSE);
                    return Ok(());
                }
            };
            self.open += 1;
            let sender = self.sender.clone();
            thread::Builder::new().name("handshake".to_owned()).spawn(move || {
                let hello = settle(&socket).and_then(|()| Hello::read(&mut &socket));
                let hello = hello.ok().flatten().map(|hello| (socket, hello));
                drop(sender.send(Event::Accepted(hello)));
            })?;
        }
        Ok(())
    }

    fn handle(&mut self, event: Event) -> Result<(), ClusterError> {
        match event {
            Event::Seen(process, seen) => self.seen[process] = Some(seen),
            Event::Connected(process, done) => {
                let (socket, hello) = done?;
                self.compare(process, &hello)?;
                self.take(process, socket, &hello);
            }
            Event::Accepted(None) => self.open -= 1,
            Event::Accepted(Some((socket, hello))) => {
                self.open -= 1;
                self.welcome(socket, &hello)?;
            }
        }
        Ok(())
    }

    fn compare(&self, process: usize, hello: &Hello) -> Result<(), ClusterError> {
        let compared = self.hello(process).compare(hello);
        compared.map_err(|mismatch| self.mismatch(process, mismatch))
    }

    fn mismatch(&self, process: usize, mismatch: Mismatch) -> ClusterError {
        let address = self.membership.hosts[process].clone();
        ClusterError::Mismatch { process, address, mismatch }
    }

    /// Answers a process that has connected.
    fn welcome(&mut self, socket: TcpStream, hello: &Hello) -> Result<(), ClusterError> {
        let own = self.membership;
        let from = hello.from as usize;
        let is_higher = from > own.process && from < own.hosts.len();
        let is_free = is_higher && self.peers[from].is_none() && hello.to as usize == own.process;
        let compared = self.hello(from).compare(hello);
        let verdict = u8::from(!(is_free && compared.is_ok()));
        let answered = self.hello(from).write(&mut &socket);
        if answered.and_then(|()| (&socket).write_all(&[verdict])).is_err() {
            return Ok(());
        }
        match compared {
            Ok(()) if is_free => self.take(from, socket, hello),
            // Who else belongs to this run has to be put right; a stranger does not matter.
            Err(mismatch) if is_higher && hello.run == own.run => {
                return Err(self.mismatch(from, mismatch));
            }
            Err(mismatch) if is_higher => self.seen[from] = Some(mismatch.to_string()),
            _ => {}
        }
        Ok(())
    }

    fn take(&mut self, process: usize, socket: TcpStream, hello: &Hello) {
        let (memory, threads) = (hello.memory, hello.threads as usize);
        self.peers[process] = Some(Peer { socket, memory, threads });
    }
}

/// Prepares a socket for a handshake.
fn settle(socket: &TcpStream) -> io::Result<()> {
    socket.set_nonblocking(false)?;
    socket.set_nodelay(true)?;
    socket.set_read_timeout(Some(HANDSHAKE))?;
    socket.set_write_timeout(Some(HANDSHAKE))
}

/// One attempt to connect to a process: an error may pass, a result is final.
fn call_once(
    address: &str,
    own: &Hello,
    process: usize,
) -> io::Result<Result<(TcpStream, Hello), ClusterError>> {
    let addresses: Vec<SocketAddr> = resolve(address)?;
    let mut last = io::Error::from(io::ErrorKind::NotFound);
    for candidate in addresses {
        match TcpStream::connect_timeout(&candidate, ATTEMPT) {
            Ok(socket) => {
                settle(&socket)?;
                own.write(&mut &socket)?;
                let Some(hello) = Hello::read(&mut &socket)? else {
                    let address = address.to_owned();
                    return Ok(Err(ClusterError::Foreign { process, address }));
                };
                let mut verdict = [0];
                (&socket).read_exact(&mut verdict)?;
                return Ok(judge(own, hello, verdict[0], process, address).map(|h| (socket, h)));
            }
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// The hello of a process that has answered, or the reason why it cannot take part.
fn judge(
    own: &Hello,
    hello: Hello,
    verdict: u8,
    process: usize,
    address: &str,
) -> Result<Hello, ClusterError> {
    let found = if hello.from as usize == process {
        own.compare(&hello)
    } else {
        own.compare(&hello)
            .and(Err(Mismatch::Number { expected: process as u32, found: hello.from }))
    };
    let found = if verdict == 0 { found } else { found.and(Err(Mismatch::Taken)) };
    let address = address.to_owned();
    found.map(|()| hello).map_err(|mismatch| ClusterError::Mismatch { process, address, mismatch })
}
