//! Graphics drivers that write to standard error.
//!
//! On Linux a layer of Mesa asks the display server which card to prefer, and without a server prints two
//! errors that mean nothing. A variable in the environment of the process disables it, so the program
//! replaces itself once by itself with the variable set.

/// Disables that layer outside of desktop sessions. Returns at once in most cases; otherwise the program
/// begins again, so nothing may have been written before.
pub(crate) fn silence() {
    #[cfg(all(target_os = "linux", not(test)))]
    {
        use std::os::unix::process::CommandExt;
        const FORBIDDEN: &str = "NODEVICE_SELECT";
        let set = |name: &str| std::env::var_os(name).is_some();
        if set("XDG_RUNTIME_DIR") || set(FORBIDDEN) {
            return;
        }
        let mut arguments = std::env::args_os();
        if let (Ok(program), Some(name)) = (std::env::current_exe(), arguments.next()) {
            // Returns only if it fails; then the two errors are printed.
            let _ = std::process::Command::new(program)
                .arg0(name)
                .args(arguments)
                .env(FORBIDDEN, "1")
                .exec();
        }
    }
}
