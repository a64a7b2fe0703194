//! Distances from databases in a build without graphs, where no address can be read.

use super::DistanceArgs;
use crate::database::DatabaseUrl;
use crate::exit::{Exit, Failure};

// The signature is that of a build with graphs.
#[allow(clippy::trivially_copy_pass_by_ref)]
pub(super) fn run(_args: &DistanceArgs, url: &DatabaseUrl) -> Result<Exit, Failure> {
    match *url {}
}
