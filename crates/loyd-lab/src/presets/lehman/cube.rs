//! The 3x3x3 cube of *Exploring the Limits of Computing Through Exhaustive Search* (J. L. Lehman): the
//! states of the levels that the paper reached, and the bytes that a state takes.

use crate::error::Error;
use loyd::PuzzleName;
use loyd_cube::cube3::{Cube3, Cube3Space, STATES, ThreeByThree};
use loyd_cube::{Half, MetricName};
use loyd_enumerate::{Enumeration, LevelProgress, Plan, Request, run};
use loyd_report::document::{Field, Table};
use loyd_report::numbers::{bytes, duration, grouped};
use loyd_search::observe::Limit;
use loyd_search::space::Packing;

/// The deepest level that the paper reached; a move is a quarter turn.
const LAST: u32 = 6;

/// The number of states that the paper reached.
const REACHED: u64 = 983_926;

pub(super) fn count(
    memory: u64,
    threads: usize,
    limit: &Limit,
    progress: &mut (dyn FnMut(&LevelProgress) + Send),
) -> Result<Enumeration<ThreeByThree>, Error> {
    let (metric, depth) = (MetricName::Quarter, Some(LAST));
    let request = Request { metric, depth, memory, threads, ..Request::new(Cube3::SOLVED) };
    let plan = Plan::<ThreeByThree>::new(&request);
    let enumeration = plan.and_then(|plan| run(&plan, limit, progress));
    enumeration.map_err(|error| Error::Enumerate { puzzle: PuzzleName::Cube3, error })
}

/// The result of the count beside the paper's; an error where they differ.
pub(super) fn sentence(enumeration: &Enumeration<ThreeByThree>) -> Result<String, String> {
    let engine = enumeration.engine.map_or("another", |engine| engine.info().name);
    let (total, reached) = (grouped(enumeration.total), grouped(REACHED));
    match enumeration.total {
        _ if enumeration.stopped.is_some() => Ok(format!("Stopped early, after {total} states.")),
        REACHED => Ok(format!(
            "The {engine} engine counts {total} states at levels 0 to {LAST} of the quarter-turn metric \
             in {}, {} at most: as many as the paper reached, in 8 hours with its database and in 2 \
             minutes in memory.",
            duration(enumeration.seconds),
            bytes(enumeration.peak_memory_bytes),
        )),
        _ => Err(format!("the {engine} engine counts {total} states, the paper has {reached}")),
    }
}

/// The bytes of a state in each form.
fn forms() -> [(&'static str, f64, &'static str); 7] {
    let key = size_of::<u64>() as f64;
    [
        ("characters", 54.0, "computed; the paper's"),
        ("three bits a sticker", 20.25, "computed; the paper's"),
        ("two words, in a search", size_of::<Cube3>() as f64, "measured: size of the type"),
        (
            "packed, in lists of searches",
            size_of::<<Cube3Space<Half> as Packing>::Packed>() as f64,
            "measured: size of the type",
        ),
        (
            "rank, in whole bits",
            f64::from(u128::BITS - (STATES - 1).leading_zeros()) / 8.0,
            "computed",
        ),
        (
            "key of a class of 96 states, in lists of levels",
            key / 96.0,
            "computed: 8 bytes a class",
        ),
        ("a bit at its rank", 0.125, "computed"),
    ]
}

/// Bytes of a state, of all states, and of those that the paper reached.
pub(super) fn costs() -> Table {
    let reached = format!("#{} states", grouped(REACHED));
    let columns = ["form", "#bytes a state", "#all states, TB", "#TiB", &reached, "whence"];
    let mut table = Table::new("The 3x3x3 cube", &columns);
    for (form, each, whence) in forms() {
        let total = STATES as f64 * each;
        let whole = |total: f64| grouped(total as u64);
        table.rows.push(vec![
            Field::words(form),
            Field::number(Some(each), |each| {
                format!("{each:.3}").trim_end_matches('0').trim_end_matches('.').to_owned()
            }),
            Field::number(Some(total / 1e12), whole),
            Field::number(Some(total / 1024_f64.powi(4)), whole),
            Field::number(Some(REACHED as f64 * each), |total| bytes(total as u64)),
            Field::words(whence),
        ]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_take_the_bytes_that_are_documented() {
        let each: Vec<f64> = forms().iter().map(|form| form.1).collect();
        assert_eq!(each[..5], [54.0, 20.25, 16.0, 12.0, 8.25]);
    }
}
