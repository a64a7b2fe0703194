//! `loyd enumerate --list`: the positions of one level.

use super::EnumerateArgs;
use crate::args::refuse;
use crate::exit::{Exit, Failure};
use crate::interrupt::on_interrupt;
use crate::position_list::PositionList;
use crate::quantity::{parse_count, parse_depth};
use loyd::spaces::space_of;
use loyd_report::numbers::{bytes, grouped};
use loyd_search::audit::Incomplete;
use loyd_search::observe::Limit;
use loyd_search::quote::{quoted, shortened};
use std::io::Write;

/// The level to list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Listing {
    /// Its depth; `None` for the last level.
    depth: Option<u32>,
    /// The greatest number of positions.
    max: Option<u64>,
}

impl Listing {
    /// A value parser for `DEPTH[=N]`.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let (depth, max) = match text.split_once('=') {
            Some((depth, max)) => (depth, Some(max)),
            None => (text, None),
        };
        let depth = match depth.trim() {
            "last" => None,
            depth => Some(parse_depth(depth).map_err(|_| {
                let depth = quoted(&shortened(depth));
                format!("{depth} is not a depth: write a number such as 20, or `last`; 20=5 lists 5 positions")
            })?),
        };
        match max.map(parse_count).transpose()? {
            Some(0) => Err("=0 lists no position: write a number such as =10".to_owned()),
            max => Ok(Self { depth, max }),
        }
    }
}

/// Prints the positions of a level.
pub(super) fn run(args: &EnumerateArgs, listing: Listing) -> Result<Exit, Failure> {
    let resources = &args.counting.resources;
    refuse(
        &[
            ("--depth", args.depth.is_some()),
            ("--antipodes", args.antipodes.is_some()),
            ("--plot", args.plot.is_some()),
            ("--dir", args.run_folder.dir.is_some()),
            ("--resume", args.run_folder.resume.is_some()),
            ("--processes", args.cluster.processes.is_some()),
            ("--hosts", args.cluster.hosts.is_some()),
            ("--engine", args.counting.engine.is_some()),
        ],
        "is for counts of levels, and --list prints the positions of one: remove one of them",
    )?;
    let request = args.request(None)?;
    let start = &request.start;
    let space = space_of(&**start, Some(&request.metric.name))?;
    let mut list = PositionList::open(args.output(), request.puzzle(), false)?;
    let cancel = on_interrupt();
    let limit = Limit { memory: Some(request.memory), ..resources.time_limit(&cancel) };
    let max = listing.max.map_or(usize::MAX, |max| usize::try_from(max).unwrap_or(usize::MAX));
    let level = space.level(listing.depth, max, request.threads, &limit);
    let level = level.map_err(|why| match why {
        Incomplete::Stopped(cause) => Failure::stopped(format!(
            "stopped by {} before the level was complete, so no position is printed",
            cause.describe()
        )),
        Incomplete::TooLarge { .. } | Incomplete::TooFar => Failure::input(format!(
            "the levels of {} up to this depth exceed {}: choose a smaller depth, or more --memory",
            start.shape(),
            bytes(request.memory)
        )),
    })?;
    if let Some(depth) = listing.depth.filter(|&depth| depth > level.depth) {
        return Err(Failure::input(format!(
            "--list {depth}: the farthest position of {} is {} moves from the start",
            start.shape(),
            level.depth
        )));
    }
    let goal = start.goal_name();
    for (id, numbers) in (1_u64..).zip(&level.numbers) {
        let task = space.task_of(numbers).map_err(Failure::environment)?;
        let is_written = !cancel.is_cancelled()
            && list.write((&id.to_string(), &*task, &goal), &cancel, |record| {
                record.push("distance", level.depth);
            })?;
        if !is_written {
            list.finish()?;
            return Ok(Exit::Stopped);
        }
    }
    list.finish()?;
    let listed = level.numbers.len() as u64;
    if listed < level.count && !args.output().quiet {
        let _ = writeln!(
            std::io::stderr(),
            "note: {} of the {} positions at depth {}",
            grouped(listed),
            grouped(level.count),
            level.depth
        );
    }
    Ok(Exit::Done)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_depth_may_have_a_number_of_positions() {
        let listing = |depth, max| Ok(Listing { depth, max });
        assert_eq!(Listing::parse("20"), listing(Some(20), None));
        assert_eq!(Listing::parse("0=1"), listing(Some(0), Some(1)));
        assert_eq!(Listing::parse("last=1e3"), listing(None, Some(1000)));
        for bad in ["", "first", "-1", "3=", "3=0", "3=x", "=3", "3=1=2", "1.5"] {
            assert!(Listing::parse(bad).is_err(), "{bad}");
        }
    }
}
