//! Parts that a build may leave out: each is a feature of this crate, and `full` is all of them.

use crate::exit::Failure;
#[cfg(not(all(feature = "gpu", feature = "graph")))]
use clap::Args;

/// The answer of a build without a part: its feature, and the command that builds it.
#[cfg_attr(feature = "full", allow(dead_code))]
pub(crate) fn message(part: &str, feature: &str) -> String {
    format!(
        "this program was built without {part}: in the source folder of loyd, run `cargo install --path \
         crates/loyd-cli --features {feature}` (`--features full` has every part)"
    )
}

/// The failure of a command that needs a part which was left out.
#[cfg_attr(feature = "full", allow(dead_code))]
pub(crate) fn failure(part: &str, feature: &str) -> Failure {
    Failure::input(message(part, feature))
}

/// The arguments of a command that was left out: any, since the answer does not depend on them.
#[cfg(not(all(feature = "gpu", feature = "graph")))]
#[derive(Args, Debug)]
#[command(disable_help_flag = true)]
pub(crate) struct AnyArgs {
    /// Ignored.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    _arguments: Vec<std::ffi::OsString>,
}
