//! Exit codes, and errors with exit codes.

use std::io;
use std::process::ExitCode;

/// The exit code of the process; of several, the highest counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(crate) enum Exit {
    /// The request was carried out.
    #[default]
    Done = 0,
    /// Unsolvable, or a check failed.
    Failed = 1,
    /// Bad usage or bad input.
    BadInput = 2,
    /// Stopped by a limit or by Ctrl-C.
    Stopped = 3,
    /// The environment failed, or loyd itself.
    Environment = 4,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// The reason why a command ends early.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The reader of the results closed the pipe: a success.
    #[error("the reader of the results closed the pipe")]
    ClosedPipe,
    /// A message for the user.
    #[error("{text}")]
    Message {
        /// The exit code.
        exit: Exit,
        /// The message: the fault, its place and the remedy.
        text: String,
    },
}

impl Failure {
    /// Bad usage or bad input.
    pub(crate) fn input(text: impl Into<String>) -> Self {
        Self::Message { exit: Exit::BadInput, text: text.into() }
    }

    /// The environment failed.
    pub(crate) fn environment(text: impl Into<String>) -> Self {
        Self::Message { exit: Exit::Environment, text: text.into() }
    }

    /// A limit or the user stopped the work.
    pub(crate) fn stopped(text: impl Into<String>) -> Self {
        Self::Message { exit: Exit::Stopped, text: text.into() }
    }

    /// Results could not be written to `target`.
    pub(crate) fn write(target: &str, error: &io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Self::ClosedPipe;
        }
        let advice = match error.kind() {
            io::ErrorKind::StorageFull => ": free some space and run it again",
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
                ": choose a place you may write to"
            }
            io::ErrorKind::NotFound => ": create the folder first",
            _ => "",
        };
        Self::environment(format!("cannot write to {target}: {error}{advice}"))
    }

    /// Standard output is closed, or cannot be written to.
    pub(crate) fn standard_output(error: &io::Error) -> Self {
        if error.kind() == io::ErrorKind::StorageFull {
            return Self::write("standard output", error);
        }
        Self::environment(format!(
            "cannot write to standard output: {error}; send the results to a file with -o FILE, to a \
             pipe, or to /dev/null to discard them"
        ))
    }

    /// The exit code.
    pub(crate) fn exit(&self) -> Exit {
        match self {
            Self::ClosedPipe => Exit::Done,
            Self::Message { exit, .. } => *exit,
        }
    }
}
