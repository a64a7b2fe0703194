//! Aborts and failed reads of mapped files: exit code 4 with advice.
//!
//! Everything that grows with a search asks for memory in a way that can be refused. Small pieces do
//! not, and where addresses are scarce (`ulimit -v`) one of them may be refused: the runtime then
//! aborts the process (SIGABRT). Tables are mapped, so a file that another program shortens, or that
//! its disk cannot read any more, fails as an access of memory (SIGBUS).

/// Ends a process that was aborted, or whose mapped file failed, with an exit code and a message, from
/// now on.
#[cfg(unix)]
pub(crate) fn explain() {
    handler::install();
}

/// Does nothing: such an end has the code of the system.
#[cfg(not(unix))]
pub(crate) fn explain() {}

#[cfg(unix)]
mod handler {
    use crate::exit::Exit;
    use signal_hook::consts::{SIGABRT, SIGBUS};
    use signal_hook::low_level::{exit, register};
    use std::ffi::c_int;
    use std::fs::File;
    use std::io::Write;
    use std::os::fd::AsFd;

    const ABORTED: &[u8] = b"error: the process was aborted. If memory was refused (see the line \
        above), raise the limit of addresses (ulimit -v), or lower --threads and --memory. A run \
        in a folder is intact: continue it with --resume\n";

    const UNREADABLE: &[u8] = b"error: a file that was in use could not be read any more: another \
        program shortened it, or its disk failed. If it was a table, remove it (`loyd pdb list` prints \
        the folder) and run the command again. A run in a folder is intact: continue it with \
        --resume\n";

    pub(super) fn install() {
        for (signal, message) in [(SIGABRT, ABORTED), (SIGBUS, UNREADABLE)] {
            end_with(signal, message);
        }
    }

    fn end_with(signal: c_int, message: &'static [u8]) {
        // Without a handler the process ends as usual.
        let Ok(messages) = std::io::stderr().as_fd().try_clone_to_owned() else { return };
        let messages = File::from(messages);
        // SAFETY: the handler only writes bytes to a descriptor that it owns and ends the process;
        // both are among the functions that may be called when a signal arrives (signal-safety(7)).
        // It allocates nothing, takes no lock and touches no state of the runtime.
        let registered = unsafe {
            register(signal, move || {
                let _ = (&messages).write_all(message);
                exit(Exit::Environment as i32);
            })
        };
        drop(registered);
    }
}
