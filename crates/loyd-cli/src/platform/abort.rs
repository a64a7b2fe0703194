//! Aborts: the last resort when the system refuses memory.
//!
//! Everything that grows with a search asks for memory in a way that can be refused. Small pieces do
//! not, and where addresses are scarce (`ulimit -v`) one of them may be refused: the runtime then
//! aborts the process. The handler here turns that into exit code 4 with advice.

/// Ends an aborted process with an exit code and a message, from now on.
#[cfg(unix)]
pub(crate) fn explain() {
    handler::install();
}

/// Does nothing: an abort ends the process with the code of the system.
#[cfg(not(unix))]
pub(crate) fn explain() {}

#[cfg(unix)]
mod handler {
    use crate::exit::Exit;
    use signal_hook::consts::SIGABRT;
    use signal_hook::low_level::{exit, register};
    use std::fs::File;
    use std::io::Write;
    use std::os::fd::AsFd;

    const ADVICE: &[u8] = b"error: the process was aborted. If memory was refused (see the line \
        above), raise the limit of addresses (ulimit -v), or lower --threads and --memory. What was \
        kept in a folder is intact: continue it with --resume\n";

    pub(super) fn install() {
        // Without a handler aborts end the process as usual: worse, but no reason to refuse to work.
        let Ok(messages) = std::io::stderr().as_fd().try_clone_to_owned() else { return };
        let messages = File::from(messages);
        // SAFETY: the handler only writes bytes to a descriptor that it owns and ends the process;
        // both are among the functions that may be called when a signal arrives (signal-safety(7)).
        // It allocates nothing, takes no lock and touches no state of the runtime.
        let registered = unsafe {
            register(SIGABRT, move || {
                let _ = (&messages).write_all(ADVICE);
                exit(Exit::Environment as i32);
            })
        };
        drop(registered);
    }
}
