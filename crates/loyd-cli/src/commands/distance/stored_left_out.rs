//! Distances from databases in a build without graphs, where no address can be read.

use super::DistanceArgs;
use crate::database::DatabaseUrl;
use crate::exit::{Exit, Failure};

pub(super) fn run(_args: &DistanceArgs, url: &DatabaseUrl) -> Result<Exit, Failure> {
    match *url {}
}
