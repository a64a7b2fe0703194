//! Command lines run by the shell of the system, and ended with all processes that they started.

use std::process::{Child, Command, Stdio};

/// The command of a line. On Unix its processes are a group, which Ctrl-C on the terminal does not reach.
pub(crate) fn command(line: &str) -> Command {
    let mut command = ungrouped(line);
    group(&mut command);
    command
}

/// The command of a line whose processes may read the terminal.
pub(crate) fn ungrouped(line: &str) -> Command {
    let (shell, option) = if cfg!(windows) { ("cmd", "/C") } else { ("sh", "-c") };
    let mut command = Command::new(shell);
    command.args([option, line]);
    command
}

/// Makes the processes of a command a group.
#[cfg(unix)]
fn group(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

#[cfg(not(unix))]
fn group(_command: &mut Command) {}

/// Kills a command and, on Unix, the processes of its group.
pub(crate) fn kill(child: &mut Child) {
    if cfg!(unix) {
        let group = format!("-{}", child.id());
        let mut kill = Command::new("kill");
        kill.args(["-KILL", "--", &group]).stdout(Stdio::null()).stderr(Stdio::null());
        let _ = kill.status();
    }
    let _ = child.kill();
    let _ = child.wait();
}
