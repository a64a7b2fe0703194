//! Errors with the path and advice.

use crate::disk::NotPlain;
use loyd_enumerate::checkpoint::{StoreError, StoreFault};
use std::io;
use std::path::Path;

/// The error of an operation that the system refused.
pub(crate) fn refused(what: &str, path: &Path, error: &io::Error) -> StoreError {
    if let Some(why) = NotPlain::of(error) {
        return unsuited(format!(
            "{}: {why}, so it was left alone. A folder of loyd contains plain files only: remove \
             it if you do not know its origin",
            path.display()
        ));
    }
    let advice = match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => ": free some space",
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            ": choose a folder you may write to"
        }
        io::ErrorKind::OutOfMemory => ": memory is too small for its contents",
        io::ErrorKind::NotFound => ": is it the right folder?",
        io::ErrorKind::NotADirectory | io::ErrorKind::AlreadyExists => ": it must be a folder",
        _ => "",
    };
    let message = format!("cannot {what} {}: {error}{advice}", path.display());
    let is_full = matches!(error.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded);
    let fault = if is_full { StoreFault::Full } else { StoreFault::Environment };
    StoreError { fault, message }
}

/// The beginning of a text that may come from a file.
pub(crate) fn shortened(text: &str) -> String {
    const MAX: usize = 200;
    match text.char_indices().nth(MAX) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The error for data that differ from the written ones.
pub(crate) fn damaged(path: &Path, what: &str) -> StoreError {
    let what = shortened(what);
    let message = format!(
        "{} is damaged: {what}; nothing of it was used. Restore it from a copy, or start the run again in another folder",
        path.display()
    );
    StoreError { fault: StoreFault::Data, message }
}

/// The error for a folder that contains a run already.
pub(crate) fn occupied(message: String) -> StoreError {
    StoreError { fault: StoreFault::Occupied, message }
}

/// The error for a folder without a run of the requested kind.
pub(crate) fn missing(message: String) -> StoreError {
    StoreError { fault: StoreFault::Missing, message }
}

/// The error for valid data that is not the requested data.
pub(crate) fn unsuited(message: String) -> StoreError {
    StoreError { fault: StoreFault::Data, message }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_the_system_come_with_advice() {
        use io::ErrorKind::{
            AlreadyExists, NotADirectory, NotFound, OutOfMemory, PermissionDenied, QuotaExceeded,
            ReadOnlyFilesystem, StorageFull, TimedOut,
        };
        for (kind, advice, fault) in [
            (StorageFull, ": free some space", StoreFault::Full),
            (QuotaExceeded, ": free some space", StoreFault::Full),
            (PermissionDenied, ": choose a folder you may write to", StoreFault::Environment),
            (ReadOnlyFilesystem, ": choose a folder you may write to", StoreFault::Environment),
            (OutOfMemory, ": memory is too small for its contents", StoreFault::Environment),
            (NotFound, ": is it the right folder?", StoreFault::Environment),
            (NotADirectory, ": it must be a folder", StoreFault::Environment),
            (AlreadyExists, ": it must be a folder", StoreFault::Environment),
            (TimedOut, "", StoreFault::Environment),
        ] {
            let error = io::Error::from(kind);
            let failure = refused("read", Path::new("a/b"), &error);
            assert_eq!(failure.message, format!("cannot read a/b: {error}{advice}"));
            assert_eq!(failure.fault, fault, "{kind:?}");
        }
    }

    #[test]
    fn long_texts_are_cut_between_signs() {
        assert_eq!(shortened(&"ä".repeat(200)), "ä".repeat(200));
        assert_eq!(shortened(&"ä".repeat(201)), "ä".repeat(200) + "…");
    }
}
