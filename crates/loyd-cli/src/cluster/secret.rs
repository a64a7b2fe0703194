//! The secret of a run over several machines: from a file, else from the environment. It is in no
//! argument, since all users of a machine can read those.

use super::ClusterArgs;
use crate::exit::Failure;
use crate::files;
use crate::platform;
use crate::run_folder::quoted;
use loyd_cluster::{Secret, SecretError};
use std::io::{self, Write};
use std::path::Path;

/// The variable that has the secret itself.
const VARIABLE: &str = "LOYD_CLUSTER_SECRET";
/// Bytes of the longest file that is read; [`Secret`] has a lower limit.
const MAX_READ: u64 = 1 << 16;

/// The secret of the option, else of the environment; `None` without either.
pub(crate) fn load(args: &ClusterArgs, quiet: bool) -> Result<Option<Secret>, Failure> {
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
    let unreadable =
        |why: String| Failure::input(format!("cannot read the secret in {name}: {why}"));
    let metadata = std::fs::metadata(file).map_err(|error| unreadable(error.to_string()))?;
    // A pipe would wait.
    if !metadata.is_file() {
        return Err(unreadable("it is not a plain file".to_owned()));
    }
    let bytes = files::read(file, MAX_READ)?;
    if platform::is_open_to_others(&metadata) && !quiet {
        let _ = writeln!(
            io::stderr(),
            "warning: other users of this machine can read the secret in {name}: `chmod 600 {name}` \
             keeps them out"
        );
    }
    Secret::new(&bytes).map_err(|error| unusable(&name, error))
}

fn unusable(place: &str, error: SecretError) -> Failure {
    Failure::input(format!(
        "{place} has no usable secret: {error}; `openssl rand -hex 32` prints a new one"
    ))
}
