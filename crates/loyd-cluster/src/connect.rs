//! Connecting the processes of a run: one socket between any two of them.
//!
//! ```text
//! each process listens at its own address, and at no other
//! for each process with a lower number:     connect, again until it answers; handshake
//! for each connection that is accepted:     handshake; a higher number of this run is taken
//! ```
//!
//! Handshakes run at the same time, a bounded number of them: when there are too many, the oldest one
//! is given up. A process needs a few round trips, so silent and slow clients keep no process out; a
//! process whose handshake was given up connects again.
//!
//! A client that proves nothing is dropped and changes nothing. A process of another run or with
//! another secret is refused; one of this run that differs in version or task ends the attempt.

use crate::error::ClusterError;
use crate::handshake::{self, Answered, Own};
use crate::hello::{Hello, Mismatch, NONCE_BYTES};
use crate::secret::Secret;
use std::collections::VecDeque;
use std::io::{self, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
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
    /// The run number: that of its start, or of the host list.
    pub run: u64,
    /// The digest of the task.
    pub task: u64,
    /// The number of the run that is continued; 0 for a new one.
    pub folder: u64,
    /// The memory limit of this process, in bytes.
    pub memory: u64,
    /// The threads of this process.
    pub threads: usize,
    /// The secret that all processes share, if they have one.
    pub secret: Option<Secret>,
    /// The time within which all processes must be connected.
    pub patience: Duration,
}

/// The connections of a process, and the values that all processes share.
#[derive(Debug)]
pub struct Connections {
    pub(crate) hosts: Vec<String>,
    pub(crate) process: usize,
    /// The socket to each process and its hello; `None` for this process.
    pub(crate) peers: Vec<Option<(TcpStream, Hello)>>,
    /// The lowest memory limit of all processes.
    pub(crate) memory: u64,
    /// The largest number of threads of all processes.
    pub(crate) threads: usize,
}

impl Connections {
    /// The lowest memory limit of all processes, in bytes.
    #[must_use]
    pub fn min_memory(&self) -> u64 {
        self.memory
    }

    /// The number of processes.
    #[must_use]
    pub fn processes(&self) -> usize {
        self.hosts.len()
    }
}

/// Between two attempts, and between two looks at the events.
const PAUSE: Duration = Duration::from_millis(25);
/// Handshakes at once: another client takes the place of the oldest one.
const MAX_HANDSHAKES: usize = 128;
/// Clients that are accepted before the events of others are handled.
const MAX_ACCEPTED_AT_ONCE: usize = MAX_HANDSHAKES / 2;
/// Stack of the thread of a handshake.
const STACK_BYTES: usize = 256 << 10;

/// An event of a helping thread.
enum Event {
    /// The end of a handshake with a client.
    Answered(u64, Answered),
    /// A connection to a process with a lower number, or its error.
    Connected(usize, Result<(TcpStream, Hello), ClusterError>),
    /// The result of an attempt to connect that failed.
    Seen(usize, String),
}

/// A client whose handshake is under way.
struct Client {
    number: u64,
    socket: Arc<TcpStream>,
}

impl Client {
    /// Closes its connection, so that the thread of its handshake ends.
    fn give_up(self) {
        let _ = self.socket.shutdown(Shutdown::Both);
    }
}

/// Listens at an address of this machine.
///
/// # Errors
/// If the address cannot be used.
pub fn listen(address: &str) -> Result<TcpListener, ClusterError> {
    TcpListener::bind(address)
        .map_err(|error| ClusterError::Listen { address: address.to_owned(), error })
}

/// Connects a process with all others. `check` is called now and then; if it returns a reason, the
/// attempt ends with it.
///
/// # Errors
/// If a process is missing after the time for it, differs from this one, or is another program.
pub fn connect(
    membership: &Membership,
    check: &mut dyn FnMut() -> Option<String>,
) -> Result<Connections, ClusterError> {
    let over = Arc::new(AtomicBool::new(false));
    let mut meeting = Meeting::new(membership, over.clone());
    let result = meeting.run(check);
    over.store(true, Ordering::Relaxed);
    meeting.clients.drain(..).for_each(Client::give_up);
    result
}

/// The process that connects.
struct Meeting<'a> {
    membership: &'a Membership,
    own: Arc<Own>,
    over: Arc<AtomicBool>,
    events: Receiver<Event>,
    sender: Sender<Event>,
    peers: Vec<Option<(TcpStream, Hello)>>,
    /// The handshakes under way, the oldest first.
    clients: VecDeque<Client>,
    /// Clients so far.
    accepted: u64,
    seen: Vec<Option<String>>,
}

impl<'a> Meeting<'a> {
    fn new(membership: &'a Membership, over: Arc<AtomicBool>) -> Self {
        let processes = membership.hosts.len();
        let hello = Hello {
            nonce: [0; NONCE_BYTES],
            version: membership.version.clone(),
            run: membership.run,
            task: membership.task,
            folder: membership.folder,
            memory: membership.memory,
            processes: processes as u32,
            from: membership.process as u32,
            to: 0,
            threads: membership.threads as u32,
            secret: membership.secret.is_some(),
        };
        let (sender, events) = mpsc::channel();
        Meeting {
            membership,
            own: Arc::new(Own { hello, secret: membership.secret.clone() }),
            over,
            events,
            sender,
            peers: (0..processes).map(|_| None).collect(),
            clients: VecDeque::new(),
            accepted: 0,
            seen: vec![None; processes],
        }
    }

    fn run(
        &mut self,
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
            self.accept();
            let mut next = self.events.recv_timeout(PAUSE).ok();
            while let Some(event) = next {
                self.handle(event)?;
                next = self.events.try_recv().ok();
            }
        }
        let peers = std::mem::take(&mut self.peers);
        let hellos = || peers.iter().flatten().map(|(_, hello)| hello);
        Ok(Connections {
            hosts: own.hosts.clone(),
            process: own.process,
            memory: hellos().map(|hello| hello.memory).fold(own.memory, u64::min),
            threads: hellos().map(|hello| hello.threads as usize).fold(own.threads, usize::max),
            peers,
        })
    }

    fn missing(&self) -> Option<usize> {
        let is_missing =
            |process: &usize| *process != self.membership.process && self.peers[*process].is_none();
        (0..self.peers.len()).find(is_missing)
    }

    /// Connects to a process with a lower number, in a thread.
    fn call(&self, process: usize, deadline: Instant) -> io::Result<()> {
        let (own, address) = (self.own.clone(), self.membership.hosts[process].clone());
        let (over, sender) = (self.over.clone(), self.sender.clone());
        thread::Builder::new().name(format!("connect-{process}")).spawn(move || {
            while !over.load(Ordering::Relaxed) && Instant::now() < deadline {
                match handshake::call(&address, &own, process) {
                    Ok(done) => return drop(sender.send(Event::Connected(process, done))),
                    Err(seen) => drop(sender.send(Event::Seen(process, seen.to_string()))),
                }
                thread::sleep(PAUSE * 4);
            }
        })?;
        Ok(())
    }

    /// Accepts connections; a thread makes the handshake with each.
    fn accept(&mut self) {
        for _ in 0..MAX_ACCEPTED_AT_ONCE {
            let socket = match self.membership.listener.accept() {
                Ok((socket, _)) => Arc::new(socket),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                // The client went away, or the system is short of something for a moment.
                Err(_) => return thread::sleep(PAUSE),
            };
            if self.clients.len() == MAX_HANDSHAKES
                && let Some(oldest) = self.clients.pop_front()
            {
                oldest.give_up();
            }
            self.accepted += 1;
            let (number, own, sender) = (self.accepted, self.own.clone(), self.sender.clone());
            let named = thread::Builder::new().name("handshake".to_owned());
            let named = named.stack_size(STACK_BYTES);
            let client = Client { number, socket: socket.clone() };
            let spawned = named.spawn(move || {
                let answered = handshake::answer(&socket, &own).unwrap_or(None);
                drop(sender.send(Event::Answered(number, answered)));
            });
            // Without a thread the client is dropped; a process connects again.
            if spawned.is_ok() {
                self.clients.push_back(client);
            }
        }
    }

    fn handle(&mut self, event: Event) -> Result<(), ClusterError> {
        match event {
            Event::Seen(process, seen) => self.seen[process] = Some(seen),
            Event::Connected(process, done) => {
                let (socket, hello) = done?;
                self.compare(process, &hello)?;
                self.peers[process] = Some((socket, hello));
            }
            Event::Answered(number, answered) => {
                let place = self.clients.iter().position(|client| client.number == number);
                let client = place.and_then(|place| self.clients.remove(place));
                if let (Some(client), Some((hello, proven))) = (client, answered) {
                    self.welcome(&client.socket, hello, proven)?;
                }
            }
        }
        Ok(())
    }

    fn compare(&self, process: usize, hello: &Hello) -> Result<(), ClusterError> {
        let compared = self.own.hello.compare(hello);
        compared.map_err(|mismatch| self.mismatch(process, mismatch))
    }

    fn mismatch(&self, process: usize, mismatch: Mismatch) -> ClusterError {
        let address = self.membership.hosts[process].clone();
        ClusterError::Mismatch { process, address, mismatch }
    }

    /// Gives a client the verdict, and takes it if it is a process of this run.
    fn welcome(
        &mut self,
        socket: &TcpStream,
        hello: Hello,
        proven: Result<(), Mismatch>,
    ) -> Result<(), ClusterError> {
        let own = self.membership;
        let from = hello.from as usize;
        let is_higher = from > own.process && from < own.hosts.len();
        if let Err(mismatch) = proven {
            if is_higher {
                self.seen[from] = Some(mismatch.to_string());
            }
            return Ok(());
        }
        let is_free = is_higher && self.peers[from].is_none() && hello.to as usize == own.process;
        let compared = self.own.hello.compare(&hello);
        let verdict = u8::from(!(is_free && compared.is_ok()));
        let mut writer = socket;
        let (Ok(socket), Ok(())) = (socket.try_clone(), writer.write_all(&[verdict])) else {
            return Ok(());
        };
        match compared {
            Ok(()) if is_free => self.peers[from] = Some((socket, hello)),
            // A process of this run with another version or task ends the attempt; a stranger does
            // not.
            Err(mismatch) if is_higher && hello.run == own.run => {
                return Err(self.mismatch(from, mismatch));
            }
            Err(mismatch) if is_higher => self.seen[from] = Some(mismatch.to_string()),
            _ => {}
        }
        Ok(())
    }
}
