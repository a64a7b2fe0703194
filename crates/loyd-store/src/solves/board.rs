//! `board-N.json`: the checkpoint of the search of one board.
//!
//! It contains the identity of the search, so that it is never resumed as another one; then the
//! complete iterations as `[bound, expanded, generated]`, and each subtree of the current iteration
//! as `[moves, weight]`, with `[expanded, generated, next bound]` after them if it is finished.

use crate::document::{self, MAX_OF_RUN};
use crate::failure::{damaged, shortened, unsuited};
use crate::folder::LockedFolder;
use crate::names::FileName;
use loyd_enumerate::checkpoint::StoreError;
use loyd_enumerate::record::is_duration;
use loyd_search::observe::Iteration;
use loyd_search::puzzle::Puzzle;
use loyd_search::search::deepening::checkpoint::{Checkpoint, Finished, Subtree};
use serde_json::{Map, Value, json};
use std::fmt::Write;
use std::time::Duration;

const FORMAT: &str = "loyd board";

/// Also increased when searches visit other trees: old and new counts must not be mixed.
const VERSION: u32 = 2;

/// The maximum number of states in all iterations.
const MAX_COUNT: u64 = 1 << 60;
/// The maximum length of a solution.
const MAX_BOUND: u32 = 1 << 30;

/// The identity of a search: named values that must be equal for it to be resumed.
pub type Identity = Vec<(&'static str, String)>;

pub(super) fn write<P: Puzzle>(
    folder: &LockedFolder,
    name: &FileName,
    identity: &Identity,
    checkpoint: &Checkpoint<P::Move>,
) -> Result<u64, StoreError> {
    let mut members = Map::new();
    members.insert("format".into(), FORMAT.into());
    members.insert("version".into(), VERSION.into());
    for (what, value) in identity {
        members.insert((*what).into(), value.clone().into());
    }
    let iteration = |i: &Iteration| json!([i.bound, i.expanded, i.generated]);
    let iterations: Vec<Value> = checkpoint.iterations.iter().map(iteration).collect();
    members.insert("iterations".into(), iterations.into());
    members.insert("bound".into(), checkpoint.bound.into());
    members.insert("seconds".into(), checkpoint.elapsed.as_secs_f64().into());
    let seconds = checkpoint.iteration_elapsed.as_secs_f64();
    members.insert("iteration_seconds".into(), seconds.into());
    // A text for each: in a pretty-printed document, a list of numbers has a line for every number.
    let subtree = |subtree: &Subtree<P::Move>| {
        let mut text = format!("{}:{}", P::format_moves(&subtree.path), subtree.weight);
        if let Some(Finished { expanded, generated, next_bound }) = subtree.finished {
            let bound = next_bound.map_or_else(|| "-".to_owned(), |bound| bound.to_string());
            let _ = write!(text, ":{expanded}:{generated}:{bound}");
        }
        Value::from(text)
    };
    let subtrees: Vec<Value> = checkpoint.subtrees.iter().map(subtree).collect();
    members.insert("subtrees".into(), subtrees.into());
    document::write(folder, name, members)
}

pub(super) fn read<P: Puzzle>(
    folder: &LockedFolder,
    name: &FileName,
    identity: &Identity,
    start: &P::Position,
) -> Result<Option<Checkpoint<P::Move>>, StoreError> {
    let Some(members) = document::read(folder, name, MAX_OF_RUN)? else { return Ok(None) };
    let place = folder.place(name);
    let shown = place.display();
    let (format, version) = (members.get("format"), members.get("version"));
    if format != Some(&FORMAT.into()) || version != Some(&VERSION.into()) {
        return Err(unsuited(format!(
            "{shown} is not a {FORMAT:?} of version {VERSION}, which this loyd reads: continue it \
             with the loyd that wrote it, or remove it to start this board again"
        )));
    }
    for (what, value) in identity {
        let stored = members.get(*what).and_then(Value::as_str).unwrap_or("nothing");
        if stored != value {
            return Err(unsuited(format!(
                "{shown} is of another search: its {what} is {}, and not {value}; remove it to \
                 start this board again",
                shortened(stored)
            )));
        }
    }
    checkpoint::<P>(&members, start)
        .map(Some)
        .ok_or_else(|| damaged(&place, "its search is invalid"))
}

/// Returns `None` if a value is missing or invalid, or moves cannot be played from the start.
fn checkpoint<P: Puzzle>(
    members: &Map<String, Value>,
    start: &P::Position,
) -> Option<Checkpoint<P::Move>> {
    let seconds = |name: &str| {
        let seconds = members.get(name)?.as_f64().filter(|&seconds| is_duration(seconds))?;
        Duration::try_from_secs_f64(seconds).ok()
    };
    let iteration = |value: &Value| {
        let numbers = value.as_array()?.iter().map(Value::as_u64).collect::<Option<Vec<_>>>()?;
        let &[bound, expanded, generated] = &numbers[..] else { return None };
        Some(Iteration { bound: bound.try_into().ok()?, expanded, generated })
    };
    let subtrees = members.get("subtrees")?.as_array()?.iter();
    let checkpoint = Checkpoint {
        iterations: members
            .get("iterations")?
            .as_array()?
            .iter()
            .map(iteration)
            .collect::<Option<_>>()?,
        bound: members.get("bound")?.as_u64()?.try_into().ok()?,
        subtrees: subtrees
            .map(|text| subtree::<P>(text.as_str()?, start))
            .collect::<Option<_>>()?,
        elapsed: seconds("seconds")?,
        iteration_elapsed: seconds("iteration_seconds")?,
    };
    is_plausible(&checkpoint).then_some(checkpoint)
}

/// Returns whether counts cannot overflow and bounds grow: otherwise the search might never end.
fn is_plausible<M>(checkpoint: &Checkpoint<M>) -> bool {
    let finished = |subtree: &Subtree<M>| subtree.finished;
    let iterations = checkpoint.iterations.iter().map(|i| [i.expanded, i.generated]);
    let weights = checkpoint.subtrees.iter().map(|subtree| [subtree.weight, 0]);
    let trees = checkpoint.subtrees.iter().filter_map(finished);
    let counts = iterations.chain(weights).chain(trees.map(|tree| [tree.expanded, tree.generated]));
    let all = counts.flatten().fold(0u64, u64::saturating_add);
    let grows = |bound: u32| bound > checkpoint.bound && bound <= MAX_BOUND;
    let next = checkpoint.subtrees.iter().filter_map(finished).filter_map(|tree| tree.next_bound);
    all <= MAX_COUNT && checkpoint.bound <= MAX_BOUND && next.into_iter().all(grows)
}

fn subtree<P: Puzzle>(text: &str, start: &P::Position) -> Option<Subtree<P::Move>> {
    let fields: Vec<&str> = text.split(':').collect();
    let path = P::parse_moves(fields[0]).ok()?;
    let mut position = start.clone();
    P::apply_all(&mut position, &path).ok()?;
    let number = |field: &str| field.parse::<u64>().ok();
    let (weight, finished) = match fields[1..] {
        [weight] => (weight, None),
        [weight, expanded, generated, bound] => {
            let next_bound = match bound {
                "-" => None,
                bound => Some(bound.parse().ok()?),
            };
            let (expanded, generated) = (number(expanded)?, number(generated)?);
            (weight, Some(Finished { expanded, generated, next_bound }))
        }
        _ => return None,
    };
    Some(Subtree { path, weight: number(weight)?, finished })
}
