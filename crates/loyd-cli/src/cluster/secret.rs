//! The secret of a run over several machines: from a file, else from the environment. It is in no
//! argument, since all users of a machine can read those.

use super::ClusterArgs;
use crate::exit::Failure;
use crate::files;
use crate::platform;
use crate::run_folder::quoted;
use loyd_cluster::{Secret, SecretError};
use std::fs::{File, Metadata};
use std::io::{self, Read, Write};
use std::path::Path;

/// The variable that has the secret itself.
const VARIABLE: &str = "LOYD_CLUSTER_SECRET";
/// Bytes that are read of a file: a secret of the largest length, an end of a line, and one too many.
const MAX_READ: u64 = Secret::MAX_BYTES as u64 + 3;

/// The secret that the options and the environment give, if there is one; the option counts.
pub(crate) fn given(args: &ClusterArgs, quiet: bool) -> Result<Option<Secret>, Failure> {
    if let Some(file) = &args.secret_file {
        return from_file(file, quiet).map(Some);
    }
    let Some(text) = std::env::var_os(VARIABLE) else { return Ok(None) };
    let text = text.into_string().map_err(|_| {
        Failure::input(format!("{VARIABLE} is not text in UTF-8: give a file with --secret-file"))
    })?;
    Secret::new(text.as_bytes()).map(Some).map_err(|error| unusable(VARIABLE, error))
}

fn from_file(file: &Path, quiet: bool) -> Result<Secret, Failure> {
    let name = quoted(file);
    files::reading(file)?;
    let (bytes, metadata) = read(file)
        .map_err(|error| Failure::input(format!("cannot read the secret in {name}: {error}")))?;
    if platform::is_open_to_others(&metadata) && !quiet {
        let _ = writeln!(
            io::stderr(),
            "warning: other users of this machine can read the secret in {name}: `chmod 600 {name}` \
             keeps them out"
        );
    }
    Secret::new(&bytes).map_err(|error| unusable(&name, error))
}

/// The first bytes of a plain file.
fn read(file: &Path) -> io::Result<(Vec<u8>, Metadata)> {
    let plain = |metadata: Metadata| {
        let is_plain = metadata.is_file();
        is_plain.then_some(metadata).ok_or_else(|| io::Error::other("it is not a plain file"))
    };
    // Before it is opened: a pipe would wait.
    plain(std::fs::metadata(file)?)?;
    let file = File::open(file)?;
    let metadata = plain(file.metadata()?)?;
    let mut bytes = Vec::new();
    file.take(MAX_READ).read_to_end(&mut bytes)?;
    Ok((bytes, metadata))
}

fn unusable(place: &str, error: SecretError) -> Failure {
    Failure::input(format!(
        "{place} has no usable secret: {error}; `openssl rand -hex 32` prints a new one"
    ))
}
