//! A process ends, loses power or is refused at one operation after the other.
//!
//! The ordinary tests take every operation where runs begin and end and some between; those that
//! are ignored take every one, and of those of marks each in some way of going about it.

use super::checkpoints::{MARKED, assert_nothing_lost};
use super::{Attempt, How, attempt_as, truth_of};
use loyd_store::Retention;
use loyd_store::disk::simulated::SimulatedDisk;
use loyd_store::disk::simulated::{Fault, Point};
use loyd_tiles::MetricName;
use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The hits of each kind of operation, and the number of processes that continued.
#[derive(Debug, Default)]
struct Tally {
    hit: BTreeMap<Point, u32>,
    restarts: u32,
    reported: u32,
}

impl Tally {
    /// Every kind of operation was hit at least `min_count` times.
    fn assert_all_kinds(&self, min_count: u32) {
        use Point::{Create, Open, Read, Remove, Rename, Sync, SyncFolder, Write};
        for point in [Create, Write, Sync, Rename, SyncFolder, Remove, Open, Read] {
            assert!(
                self.hit.get(&point).is_some_and(|&times| times >= min_count),
                "{point:?}: {self:?}"
            );
        }
    }

    fn add(&mut self, other: Tally) {
        for (point, times) in other.hit {
            *self.hit.entry(point).or_insert(0) += times;
        }
        self.restarts += other.restarts;
        self.reported += other.reported;
    }
}

/// All ways of going about it: metrics, with marks and without, partials in memory and in files,
/// one level and one more.
fn ways() -> Vec<How> {
    let mut ways = Vec::new();
    for metric in [MetricName::Single, MetricName::Multi] {
        for (marks, no_partials) in [(false, false), (false, true), (true, false), (true, true)] {
            for keep in [None, Some(Retention::Exactly(1))] {
                ways.push(How { metric, marks, no_partials, keep, stop_at: None });
            }
        }
    }
    ways
}

fn assert_goes_on(first: &Attempt, second: &Attempt, how: How, truth: &[u64], what: &str) {
    assert_eq!(second.result.as_deref(), Ok(truth), "{what}");
    assert!(second.resumed_at >= first.committed, "{what}: a level was lost");
    assert_eq!(second.fallback, None, "{what}");
    if how.marks {
        assert_nothing_lost(first, second, what);
    }
}

/// The process ends at the operations chosen, of this many: killed, or with the power.
fn ends(how: How, chosen: &dyn Fn(u64, u64) -> bool) -> Tally {
    let truth = truth_of(how.metric);
    let whole = SimulatedDisk::new();
    assert_eq!(attempt_as(&whole, how).result.as_deref(), Ok(&truth[..]));
    let operations = whole.points();
    let mut tally = Tally::default();
    for point in (0..operations).filter(|&point| chosen(point, operations)) {
        let disk = SimulatedDisk::new();
        disk.fail_at(point, Fault::End);
        let first = attempt_as(&disk, how);
        // Two threads use the disk: the number of operations varies a little.
        let Some(struck) = disk.failed_point() else {
            assert_eq!(first.result.as_deref(), Ok(&truth[..]));
            continue;
        };
        *tally.hit.entry(struck).or_insert(0) += 1;
        let ends = (0..2).map(|seed| disk.after_power_loss(seed * 977 + point));
        for (number, after) in ends.chain([disk.after_kill()]).enumerate() {
            let what = format!("{how:?}: {struck:?}, operation {point}, end {number}");
            // The end comes as fast as it can.
            let second = attempt_as(&after, How { marks: false, ..how });
            assert_goes_on(&first, &second, how, &truth, &what);
            tally.restarts += 1;
        }
    }
    tally
}

/// The disk refuses one operation of this many, from the first on, once each.
fn errors(how: How, first: u64, stride: usize) -> Tally {
    let truth = truth_of(how.metric);
    let mut tally = Tally::default();
    for kind in [ErrorKind::StorageFull, ErrorKind::Other] {
        for point in (first..).step_by(stride) {
            let disk = SimulatedDisk::new();
            disk.fail_at(point, Fault::Error(kind));
            let first = attempt_as(&disk, how);
            let Some(struck) = disk.failed_point() else { break };
            *tally.hit.entry(struck).or_insert(0) += 1;
            let what = format!("{how:?}: {kind:?}, {struck:?} at operation {point}");
            if let Err(error) = &first.result {
                assert!(!error.is_empty(), "{what}");
                tally.reported += 1;
            }
            let second = attempt_as(&disk, How { marks: false, ..how });
            assert_goes_on(&first, &second, how, &truth, &what);
            tally.restarts += 1;
        }
    }
    tally
}

#[test]
fn a_run_survives_its_end_at_every_operation() {
    // Every operation of the first levels and of the last, some between.
    let chosen = |point: u64, of: u64| point < 40 || point + 20 > of || point.is_multiple_of(23);
    ends(How::PLAIN, &chosen).assert_all_kinds(2);
}

#[test]
fn a_run_survives_its_end_at_every_operation_and_loses_no_segment() {
    let mut tally = Tally::default();
    for no_partials in [false, true] {
        // Every operation of some levels near the beginning and at the end, others between.
        let chosen =
            |point: u64, of: u64| point < 40 || point + 20 > of || point.is_multiple_of(331);
        tally.add(ends(How { no_partials, ..MARKED }, &chosen));
    }
    tally.assert_all_kinds(2);
}

#[test]
fn classes_survive_their_end_too() {
    let mut tally = Tally::default();
    for marks in [false, true] {
        let how = How { metric: MetricName::Multi, marks, no_partials: true, ..How::PLAIN };
        let stride = if marks { 181 } else { 37 };
        tally.add(ends(how, &|point, of| point + 40 > of || point.is_multiple_of(stride)));
    }
    tally.assert_all_kinds(2);
}

#[test]
fn an_error_of_the_disk_is_reported_and_costs_at_most_one_level() {
    let tally = errors(How::PLAIN, 0, 29);
    assert!(tally.reported > 10, "{tally:?}");
}

#[test]
fn an_error_of_the_disk_is_reported_and_costs_no_segment() {
    let tally = errors(MARKED, 0, 241);
    assert!(tally.reported > 6, "{tally:?}");
}

/// Tries all ways, on all cores. Marks make ten times more operations: with them one of eight
/// is tested, in each way others.
fn in_each_way(what: &str, attempt: impl Fn(How, u64, u64) -> Tally + Sync) {
    let ways = ways();
    let next = AtomicUsize::new(0);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(&how) = ways.get(number) else { break };
                    // Of eight ways in a row the last four have marks.
                    let first = (number + number / 8 * 4) as u64 % 8;
                    let (first, stride) = if how.marks { (first, 8) } else { (0, 1) };
                    let tally = attempt(how, first, stride);
                    eprintln!("{what}: {how:?}: {tally:?}");
                    tally.assert_all_kinds(5);
                }
            });
        }
    });
}

#[test]
#[ignore = "minutes: cargo test --release -p loyd-store --test store -- --ignored levels::operations --nocapture"]
fn ends_at_every_single_operation() {
    in_each_way("ends", |how, first, stride| ends(how, &|point, _| point % stride == first));
}

#[test]
#[ignore = "minutes: cargo test --release -p loyd-store --test store -- --ignored levels::operations --nocapture"]
fn errors_at_every_single_operation() {
    in_each_way("errors", |how, first, stride| errors(how, first, stride as usize));
}
