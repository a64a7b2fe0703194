//! A program in a pseudo terminal.

use nix::pty::{OpenptyResult, Winsize, openpty};
use std::fs::File;
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

pub(super) const ROWS: u16 = 24;
pub(super) const COLUMNS: u16 = 80;

/// The time in which a text must appear.
const PATIENCE: Duration = Duration::from_secs(120);

/// The time without output after which a screen is complete.
const QUIET: Duration = Duration::from_millis(250);

/// The program, and the screen that it has drawn.
pub(super) struct Terminal {
    child: Child,
    keys: File,
    output: Receiver<Vec<u8>>,
    parser: vt100::Parser,
}

impl Terminal {
    /// Starts the program in a folder.
    pub(super) fn start(arguments: &[String], folder: &Path) -> Self {
        let size = Winsize { ws_row: ROWS, ws_col: COLUMNS, ws_xpixel: 0, ws_ypixel: 0 };
        let OpenptyResult { master, slave } =
            openpty(&size, None).expect("the system has terminals");
        // A copy is not inherited by the process, which would keep its own terminal open.
        let copy = || master.try_clone().map(File::from).expect("a descriptor more");
        let (keys, mut screen) = (copy(), copy());
        drop(master);
        let end = || Stdio::from(slave.try_clone().expect("a descriptor more"));
        let mut command = Command::new(env!("CARGO_BIN_EXE_loyd"));
        command.args(arguments).current_dir(folder).env("LOYD_CACHE", folder.join("tables"));
        command.env("TERM", "xterm-256color").env_remove("NO_COLOR");
        command.stdin(end()).stdout(end()).stderr(end());
        let child = command.spawn().expect("the binary starts");
        drop((command, slave));
        let (sender, output) = channel();
        std::thread::spawn(move || {
            let mut part = [0; 4096];
            // Reading fails when the program has ended.
            while let Ok(length @ 1..) = screen.read(&mut part) {
                if sender.send(part[..length].to_vec()).is_err() {
                    return;
                }
            }
        });
        let size = |cells| NonZeroU16::new(cells).expect("a size");
        Self { child, keys, output, parser: vt100::Parser::new(size(ROWS), size(COLUMNS), 0) }
    }

    pub(super) fn write(&mut self, keys: &[u8]) {
        self.keys.write_all(keys).expect("the program reads");
    }

    /// The screen of the program that shows these texts.
    pub(super) fn wait_for(&mut self, texts: &[&str]) -> vt100::Screen {
        let began = Instant::now();
        loop {
            let end = match self.output.recv_timeout(QUIET) {
                Ok(bytes) => {
                    self.parser.process(&bytes);
                    continue;
                }
                Err(RecvTimeoutError::Timeout) => began.elapsed() > PATIENCE,
                Err(RecvTimeoutError::Disconnected) => true,
            };
            let screen = self.parser.screen();
            let shown = screen.contents();
            if screen.alternate_screen() && texts.iter().all(|text| shown.contains(text)) {
                return screen.clone();
            }
            assert!(!end, "{texts:?} did not appear:\n{shown}");
        }
    }

    /// Waits for the end of the program.
    pub(super) fn end(mut self) {
        let began = Instant::now();
        while began.elapsed() < PATIENCE {
            if let Some(status) = self.child.try_wait().expect("its status") {
                assert!(status.success(), "{status}");
                return;
            }
            // The terminal is emptied, so that the program can write.
            let _ = self.output.recv_timeout(Duration::from_millis(10));
        }
        let _ = self.child.kill();
        panic!("the program does not end");
    }
}
