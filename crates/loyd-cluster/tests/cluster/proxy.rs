//! A connection that can be slowed down, cut silently, closed after some bytes, recorded or forged.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread;
use std::time::Duration;

/// The behaviour of a proxy; the bytes of both directions count together.
#[derive(Clone, Debug, Default)]
pub(crate) struct Proxy {
    /// Nothing is passed on any more, and nothing closed.
    pub(crate) cut: Arc<AtomicBool>,
    /// The connection is closed after this many bytes.
    pub(crate) close_after: Option<u64>,
    /// Pause after each piece.
    pub(crate) pause: Duration,
    pub(crate) passed: Arc<AtomicU64>,
    /// The bytes of the process that connects.
    pub(crate) recorded: Arc<Mutex<Vec<u8>>>,
    /// Bytes that replace those of the process that connects, after its handshake.
    pub(crate) forged: Option<Vec<u8>>,
    /// Open as long as the proxy, so that no other socket gets its address.
    pub(crate) listener: OnceLock<Arc<TcpListener>>,
}

/// Bytes of the handshake from the process that connects: a hello (`hello::BYTES`) and a proof
/// (`PROOF_BYTES`), which are private to the crate.
pub(crate) const HANDSHAKE: usize = 124 + 32;

impl Proxy {
    /// Listens for one connection to `to`; returns its own address, which stays the same.
    pub(crate) fn start(&self, to: &str) -> String {
        let listener =
            self.listener.get_or_init(|| Arc::new(TcpListener::bind("127.0.0.1:0").unwrap()));
        let listener = listener.clone();
        let address = listener.local_addr().unwrap().to_string();
        let (proxy, to) = (self.clone(), to.to_owned());
        thread::spawn(move || {
            let Ok((here, _)) = listener.accept() else { return };
            let Ok(there) = TcpStream::connect(to) else { return };
            let ends = (here.try_clone().unwrap(), there.try_clone().unwrap());
            let other = proxy.clone();
            thread::spawn(move || other.pass(ends.0, ends.1, true));
            proxy.pass(there, here, false);
        });
        address
    }

    fn pass(&self, mut from: TcpStream, mut to: TcpStream, connects: bool) {
        let mut buffer = [0; 4096];
        while let Ok(read @ 1..) = from.read(&mut buffer) {
            while self.cut.load(Ordering::Relaxed) {
                thread::sleep(Duration::from_millis(20));
            }
            thread::sleep(self.pause);
            let before = self.passed.fetch_add(read as u64, Ordering::Relaxed);
            let remaining = self.close_after.map_or(u64::MAX, |max| max.saturating_sub(before));
            let pass = read.min(usize::try_from(remaining).unwrap_or(read));
            if connects {
                let before = {
                    let mut recorded = self.recorded.lock().unwrap();
                    recorded.extend_from_slice(&buffer[..read]);
                    recorded.len() - read
                };
                if let Some(forged) = self.forged.as_ref().filter(|_| before + read > HANDSHAKE) {
                    let handshake = HANDSHAKE.saturating_sub(before);
                    // The first bytes after the handshake are replaced, and all others dropped.
                    if before <= HANDSHAKE {
                        let _ = to.write_all(&[&buffer[..handshake], &forged[..]].concat());
                    }
                    continue;
                }
            }
            if to.write_all(&buffer[..pass]).is_err() || pass < read {
                let _ = (from.shutdown(Shutdown::Both), to.shutdown(Shutdown::Both));
                return;
            }
        }
        let _ = to.shutdown(Shutdown::Write);
    }
}
