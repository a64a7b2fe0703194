//! Bitmaps over the numbers of states, on puzzles without a separate engine: counts, limits,
//! checkpoints.

use crate::pancakes::Pancakes;
use loyd_cube::MetricName;
use loyd_cube::cube2::{Cube2, TwoByTwo};
use loyd_enumerate::checkpoint::{
    Boundary, Checkpoints, MemoryCheckpoints, Snapshot, StoreError, StoreFault,
};
use loyd_enumerate::{
    EngineName, EnumerateError, Enumeration, LevelSummary, Plan, Request, Unsuitable, run, run_with,
};
use loyd_search::observe::{Cancel, Limit, StopCause};
use loyd_search::puzzle::Puzzle;
use std::collections::HashSet;

const HALF: [u64; 12] =
    [1, 9, 54, 321, 1847, 9992, 50136, 227_536, 870_072, 1_887_748, 623_800, 2644];

fn cube(metric: MetricName) -> Request<TwoByTwo> {
    Request { metric, ..Request::new(Cube2::SOLVED) }
}

fn enumerate<P: Puzzle>(request: &Request<P>) -> Enumeration<P> {
    run(&Plan::new(request).unwrap(), &Limit::none(), &mut |_| ()).unwrap()
}

/// Checkpoints of a run that is stopped in the level after one of them.
struct StoppingCheckpoints<'a> {
    checkpoints: &'a mut MemoryCheckpoints,
    stop_after: Option<u32>,
    cancel: Cancel,
}

impl Checkpoints for StoppingCheckpoints<'_> {
    fn is_due(&mut self, depth: u32) -> bool {
        if self.stop_after == Some(depth) {
            self.cancel.cancel();
        }
        true
    }

    fn save(&mut self, boundary: &Boundary<'_>) -> Result<u64, StoreError> {
        self.checkpoints.save(boundary)
    }

    fn saved(&mut self) -> Result<Option<(Snapshot, u64)>, StoreError> {
        self.checkpoints.saved()
    }

    fn load(&mut self, bytes: &mut [u8]) -> Result<u64, StoreError> {
        self.checkpoints.load(bytes)
    }
}

/// Runs until a level is finished, or in the middle of the one after it.
fn attempt<P: Puzzle>(
    request: &Request<P>,
    checkpoints: &mut MemoryCheckpoints,
    stop_at: Option<u32>,
    within: bool,
) -> Result<Enumeration<P>, EnumerateError> {
    let cancel = Cancel::new();
    let plan = Plan::new(request).unwrap();
    assert!(plan.keeps_state());
    let stop_after = stop_at.filter(|_| within);
    let mut stopping = StoppingCheckpoints { checkpoints, stop_after, cancel: cancel.clone() };
    run_with(
        &plan,
        &Limit::cancelled_by(&cancel),
        &mut |progress| {
            if !within && progress.finished && Some(progress.depth) == stop_at {
                cancel.cancel();
            }
        },
        Some(&mut stopping),
    )
}

#[test]
fn every_level_of_the_cube_with_one_thread_and_with_several() {
    for threads in [1, 3] {
        let result = enumerate(&Request { threads, antipodes: 5000, ..cube(MetricName::Half) });
        assert_eq!(result.engine, Some(EngineName::Memory));
        assert_eq!(result.levels, HALF);
        assert_eq!((result.total, result.radius), (3_674_160, Some(11)));
        let antipodes: HashSet<Cube2> = result.antipodes.unwrap().into_iter().collect();
        assert_eq!(antipodes.len(), 2644);
    }
}

#[test]
fn counts_and_stored_states_equal_those_of_the_reference() {
    for metric in [MetricName::Half, MetricName::Quarter] {
        let request = Request { metric, depth: Some(6), ..cube(metric) };
        let of = |engine| enumerate(&Request { engine: Some(engine), ..request.clone() });
        let (fast, slow) = (of(EngineName::Memory), of(EngineName::Reference));
        assert_eq!(fast.levels, slow.levels);
        assert!(!fast.complete && fast.radius.is_none() && fast.stopped.is_none());
    }
}

#[test]
fn samples_are_of_their_level() {
    let request = Request { samples: 3, depth: Some(5), ..cube(MetricName::Half) };
    let result = enumerate(&request);
    let whole = |depth| {
        let request = Request { depth: Some(depth), samples: 20_000, ..cube(MetricName::Half) };
        enumerate(&request).samples.pop().unwrap().into_iter().collect::<HashSet<_>>()
    };
    for (depth, samples) in (0..).zip(&result.samples) {
        assert_eq!(samples.len() as u64, result.levels[depth as usize].min(3));
        let level = whole(depth);
        assert_eq!(level.len() as u64, result.levels[depth as usize]);
        assert!(samples.iter().all(|state| level.contains(state)), "depth {depth}");
    }
}

#[test]
fn a_run_may_be_stopped_and_resumed_at_every_level_and_within() {
    let request = Request {
        antipodes: 10,
        samples: 2,
        ..Request::<Pancakes<9>>::new([0, 1, 2, 3, 4, 5, 6, 7, 8])
    };
    let whole = enumerate(&request);
    for depth in 0..whole.radius.unwrap() {
        let mut checkpoints = MemoryCheckpoints::default();
        let stopped = attempt(&request, &mut checkpoints, Some(depth), false).unwrap();
        assert_eq!(stopped.stopped, Some(StopCause::Cancelled));
        assert_eq!(stopped.levels, whole.levels[..=depth as usize]);
        assert_eq!(stopped.saved, Some(Ok(())));
        let resumed = attempt(&request, &mut checkpoints, None, false).unwrap();
        assert_eq!(resumed.resumed_at, Some(depth));
        assert_eq!(resumed.levels, whole.levels);
        assert_eq!((&resumed.antipodes, &resumed.samples), (&whole.antipodes, &whole.samples));
    }
    // The unfinished level is discarded.
    let mut checkpoints = MemoryCheckpoints::default();
    let request = Request { threads: 2, ..cube(MetricName::Quarter) };
    let stopped = attempt(&request, &mut checkpoints, Some(9), true).unwrap();
    assert_eq!((stopped.levels.len(), stopped.stopped), (10, Some(StopCause::Cancelled)));
    let resumed = attempt(&request, &mut checkpoints, None, false).unwrap();
    assert_eq!(resumed.levels, enumerate(&request).levels);
    assert!(resumed.complete);
}

#[test]
fn a_finished_run_can_be_resumed_to_a_greater_depth() {
    let mut checkpoints = MemoryCheckpoints::default();
    let request = Request { depth: Some(4), ..cube(MetricName::Half) };
    let result = attempt(&request, &mut checkpoints, None, false).unwrap();
    assert_eq!((result.levels.len(), result.stopped), (5, None));
    let deeper = Request { depth: Some(7), ..request };
    let result = attempt(&deeper, &mut checkpoints, None, false).unwrap();
    assert_eq!(result.resumed_at, Some(4));
    assert_eq!(result.levels, HALF[..8]);
}

#[test]
fn foreign_and_damaged_states_are_refused() {
    let request = Request { antipodes: 100, samples: 1, depth: Some(5), ..cube(MetricName::Half) };
    let mut good = MemoryCheckpoints::default();
    attempt(&request, &mut good, None, false).unwrap();
    let deeper = Request { depth: Some(6), ..request.clone() };
    let refused = |request: &Request<TwoByTwo>, damage: &dyn Fn(&mut MemoryCheckpoints)| {
        let mut checkpoints = good.clone();
        damage(&mut checkpoints);
        let error = attempt(request, &mut checkpoints, None, false).map(|result| result.levels);
        match error {
            Err(EnumerateError::Store(error)) => error.fault == StoreFault::Data,
            _ => false,
        }
    };
    assert!(!refused(&deeper, &|_| ()));
    assert!(refused(&Request { metric: MetricName::Quarter, ..deeper.clone() }, &|_| ()));
    let elsewhere = TwoByTwo::random(1)(&Cube2::SOLVED);
    assert!(refused(&Request { start: elsewhere, ..deeper.clone() }, &|_| ()));
    let damages: [&dyn Fn(&mut MemoryCheckpoints); 12] = [
        &|checkpoints| levels(checkpoints)[3].states += 1,
        &|checkpoints| levels(checkpoints)[0].states = 2,
        &|checkpoints| levels(checkpoints)[2].states = 0,
        &|checkpoints| levels(checkpoints).clear(),
        &|checkpoints| {
            levels(checkpoints).push(LevelSummary { states: u64::MAX, ..LevelSummary::default() });
        },
        &|checkpoints| checkpoints.saved.as_mut().unwrap().record.form.push('1'),
        &|checkpoints| checkpoints.saved.as_mut().unwrap().record.samples[1][0] = "no cube".into(),
        &|checkpoints| checkpoints.bytes[1000] ^= 1,
        &|checkpoints| checkpoints.bytes.push(0),
        &|checkpoints| checkpoints.bytes.truncate(checkpoints.bytes.len() - 1),
        // The two bitmaps in another order.
        &|checkpoints| {
            let half = checkpoints.bytes.len() / 2;
            checkpoints.bytes.rotate_left(half);
        },
        // Beyond the last state, in place of one that is there.
        &|checkpoints| {
            let visited = checkpoints.bytes.len() / 2;
            checkpoints.bytes[visited - 1] |= 0x80;
            let byte = checkpoints.bytes.iter_mut().find(|byte| **byte != 0).unwrap();
            *byte &= *byte - 1;
        },
    ];
    for (number, damage) in damages.iter().enumerate() {
        assert!(refused(&deeper, damage), "damage {number}");
    }
}

#[test]
fn little_memory_is_refused_with_the_depth_that_fits() {
    let needed = Plan::new(&cube(MetricName::Half)).unwrap().memory();
    let request = Request { memory: needed - 1, ..cube(MetricName::Half) };
    // Classes under symmetry take less.
    assert_eq!(Plan::new(&request).unwrap().engine(), Some(EngineName::Symmetric));
    let memory = Request { engine: Some(EngineName::Memory), ..request };
    assert!(matches!(Plan::new(&memory), Err(EnumerateError::DoesNotFit { .. })));
    let little = Request { memory: 100_000, ..cube(MetricName::Half) };
    let Err(EnumerateError::TooLarge { puzzle, states, needed, depth, .. }) = Plan::new(&little)
    else {
        panic!("it does not fit");
    };
    assert_eq!((puzzle.as_str(), states), ("cube2", Some(3_674_160)));
    assert_eq!(needed, Some(3 * 3_674_160u64.div_ceil(64) * 8));
    let depth = depth.expect("some levels fit");
    let some = Request { depth: Some(depth), ..little };
    let result = enumerate(&some);
    assert_eq!(result.levels, HALF[..=depth as usize]);
    assert!(result.peak_memory_bytes <= 100_000);
}

#[test]
fn engines_of_other_puzzles_are_refused() {
    let engine = EngineName::Frontier;
    let request = Request { engine: Some(engine), ..cube(MetricName::Half) };
    let error = Plan::new(&request).unwrap_err();
    let reason = Unsuitable::NoSuchEngine;
    assert_eq!(error, EnumerateError::Unsuited { engine, puzzle: "cube2".into(), reason });
    let request = Request { engine: Some(EngineName::Disk), ..request };
    assert_eq!(Plan::new(&request).unwrap_err(), EnumerateError::NeedsFolder);
}

#[test]
fn engines_have_names() {
    for &engine in EngineName::ALL {
        assert_eq!(engine.info().name.parse(), Ok(engine));
    }
    let unknown = "refrence".parse::<EngineName>().unwrap_err();
    assert!(unknown.to_string().ends_with("did you mean reference?"), "{unknown}");
}

fn levels(checkpoints: &mut MemoryCheckpoints) -> &mut Vec<LevelSummary> {
    &mut checkpoints.saved.as_mut().unwrap().record.levels
}
