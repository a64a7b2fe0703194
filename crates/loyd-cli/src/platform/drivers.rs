//! Graphics drivers that write to standard error.
//!
//! On Linux a layer of Mesa asks the display server which card to prefer, and complains twice to
//! standard error where there is none, although nothing is wrong. It asks only if a variable of the
//! environment does not forbid it, and reads that from the environment of the process: so the program
//! replaces itself once by itself with the variable set.

/// Forbids the question where there is no session of a user. Returns at once in most cases; otherwise
/// the program begins again, so nothing may have been written before.
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
            // Returns only if it fails; then there are two lines more.
            let _ = std::process::Command::new(program)
                .arg0(name)
                .args(arguments)
                .env(FORBIDDEN, "1")
                .exec();
        }
    }
}
