//! Standard output as the process was given it.
//!
//! Before `main` the runtime of Rust opens the null device for every standard stream that is
//! closed, and its `Stdout` takes a descriptor that cannot be written for success. Results written
//! there would be lost without a word, so both are found out here.

use std::io::{self, Write};

/// Bytes straight to standard output, every error reported.
pub(crate) type Stdout = stream::Stdout;

/// Opens standard output.
///
/// # Errors
/// If it is closed, or open for reading only.
pub(crate) fn open() -> io::Result<Stdout> {
    let mut stream = stream::open()?;
    // An empty write only tests the permission.
    let _ = stream.write(&[])?;
    Ok(stream)
}

#[cfg(unix)]
mod stream {
    use std::fs::File;
    use std::io;
    use std::os::fd::AsFd;
    use std::sync::atomic::{AtomicBool, Ordering};

    pub(crate) type Stdout = File;

    /// True if standard output was closed when the process began.
    static CLOSED: AtomicBool = AtomicBool::new(false);

    // SAFETY: code before `main` must not rely on state of the runtime: this duplicates a
    // descriptor, closes the copy, and stores a flag. It allocates nothing but the buffer of the
    // standard library's `Stdout`.
    ctor::declarative::ctor! {
        #[ctor(unsafe)]
        fn look_before_the_runtime_does() {
            CLOSED.store(io::stdout().as_fd().try_clone_to_owned().is_err(), Ordering::Relaxed);
        }
    }

    pub(super) fn open() -> io::Result<Stdout> {
        if CLOSED.load(Ordering::Relaxed) {
            return Err(io::Error::other("it is closed"));
        }
        Ok(File::from(io::stdout().as_fd().try_clone_to_owned()?))
    }
}

#[cfg(not(unix))]
mod stream {
    use std::io;

    pub(crate) type Stdout = io::Stdout;

    #[allow(clippy::unnecessary_wraps)]
    pub(super) fn open() -> io::Result<Stdout> {
        Ok(io::stdout())
    }
}
