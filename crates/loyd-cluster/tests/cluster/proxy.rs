//! A connection that can be slowed down, cut silently, or closed after some bytes.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

/// The behaviour of a proxy; the bytes of both directions count together.
#[derive(Clone, Debug, Default)]
pub(crate) struct Proxy {
    /// Nothing is passed on any more, and nothing closed.
    pub(crate) cut: Arc<AtomicBool>,
    /// The connection is closed after so many bytes.
    pub(crate) close_after: Option<u64>,
    /// Pause after each piece.
    pub(crate) pause: Duration,
    pub(crate) passed: Arc<AtomicU64>,
}

impl Proxy {
    /// Listens for one connection to `to`; returns its own address.
    pub(crate) fn start(&self, to: &str) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let (proxy, to) = (self.clone(), to.to_owned());
        thread::spawn(move || {
            let Ok((here, _)) = listener.accept() else { return };
            let Ok(there) = TcpStream::connect(to) else { return };
            let ends = (here.try_clone().unwrap(), there.try_clone().unwrap());
            let other = proxy.clone();
            thread::spawn(move || other.pass(ends.0, ends.1));
            proxy.pass(there, here);
        });
        address
    }

    fn pass(&self, mut from: TcpStream, mut to: TcpStream) {
        let mut buffer = [0; 4096];
        while let Ok(read @ 1..) = from.read(&mut buffer) {
            while self.cut.load(Ordering::Relaxed) {
                thread::sleep(Duration::from_millis(20));
            }
            thread::sleep(self.pause);
            let before = self.passed.fetch_add(read as u64, Ordering::Relaxed);
            let left = self.close_after.map_or(u64::MAX, |most| most.saturating_sub(before));
            let pass = read.min(usize::try_from(left).unwrap_or(read));
            if to.write_all(&buffer[..pass]).is_err() || pass < read {
                let _ = (from.shutdown(Shutdown::Both), to.shutdown(Shutdown::Both));
                return;
            }
        }
        let _ = to.shutdown(Shutdown::Write);
    }
}
