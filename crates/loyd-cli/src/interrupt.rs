//! Ctrl-C asks the work to stop and report; a second one kills.

use loyd::observe::Cancel;
use std::io::Write;

/// A flag that Ctrl-C (or a request to terminate) sets. Install it after reading input, so that
/// waiting for input can still be interrupted at once.
pub(crate) fn on_interrupt() -> Cancel {
    /// What shells report for a process killed by Ctrl-C.
    const KILLED: i32 = 130;
    let cancel = Cancel::new();
    let flag = cancel.clone();
    let installed = ctrlc::set_handler(move || {
        if flag.is_cancelled() {
            std::process::exit(KILLED);
        }
        flag.cancel();
        let _ = writeln!(
            std::io::stderr(),
            "\nstopping; what is known is kept and printed (press Ctrl-C again to kill)"
        );
    });
    // Without a handler Ctrl-C kills as usual: worse, but no reason to refuse to work.
    drop(installed);
    cancel
}
