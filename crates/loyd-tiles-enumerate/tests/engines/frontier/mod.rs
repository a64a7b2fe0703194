//! The frontier engine: equal to the others at every level, in little memory, after every
//! interruption, and never wrong because of its store.

mod stores;

use self::stores::Shaky;
use loyd_enumerate::lists::{ListStore, MemoryListStore};
use loyd_enumerate::{EngineName, EnumerateError, Enumeration, Plan, Request, run};
use loyd_search::observe::{Cancel, Limit, StopCause};
use loyd_search::space::StateSpace;
use loyd_tiles::solver::Tiles;
use loyd_tiles::{Metric, MetricName, Multi, Position, Single, Size, Sliding, Wide};
use loyd_tiles_enumerate as tiles;
use loyd_tiles_enumerate::frontier;
use std::collections::HashSet;
use std::sync::Arc;

fn enumerate(request: &Request<Tiles>) -> Enumeration<Tiles> {
    run(&tiles::plan(request).expect("it fits"), &Limit::none(), &mut |_| ()).expect("it is right")
}

fn with(engine: EngineName, request: &Request<Tiles>) -> Enumeration<Tiles> {
    enumerate(&Request { engine: Some(engine), ..request.clone() })
}

fn compare(engine: EngineName, request: &Request<Tiles>) {
    let (lists, other) = (with(EngineName::Frontier, request), with(engine, request));
    let (size, metric, start_cell) = (request.start.size(), request.metric, request.start.blank());
    assert_eq!(lists.levels, other.levels, "{size} {metric} from {start_cell}");
    assert_eq!((lists.complete, lists.radius), (other.complete, other.radius));
}

fn request(width: usize, height: usize, metric: MetricName, start_cell: usize) -> Request<Tiles> {
    let size = Size::new(width, height).expect("a size");
    Request { metric, threads: 2, ..tiles::request_from(size, start_cell) }
}

const METRICS: [MetricName; 2] = [MetricName::Single, MetricName::Multi];

/// Runs with a store, from what it has committed if there is anything, until `stop_at`.
fn run_with(
    request: &Request<Tiles>,
    store: &Arc<impl ListStore + 'static>,
    stop_at: Option<u32>,
) -> Result<Enumeration<Tiles>, EnumerateError> {
    let job = frontier::job(request, store.clone(), true)?;
    let plan = Plan::with_job(request, Some(EngineName::Frontier), job);
    let cancel = Cancel::new();
    run(&plan, &Limit::cancelled_by(&cancel), &mut |progress| {
        if progress.finished && Some(progress.depth) == stop_at {
            cancel.cancel();
        }
    })
}

#[test]
fn small_boards_from_every_cell() {
    for (width, height) in
        [(1, 1), (2, 1), (1, 7), (9, 1), (1, 20), (2, 2), (3, 2), (2, 3), (3, 3), (4, 2), (2, 4)]
    {
        for metric in METRICS {
            for cell in 0..width * height {
                compare(EngineName::Reference, &request(width, height, metric, cell));
            }
        }
    }
}

#[test]
fn boards_of_ten_cells() {
    for (width, height) in [(5, 2), (2, 5)] {
        for cell in [0, 1, 2, 4, 7] {
            compare(EngineName::Memory, &request(width, height, MetricName::Single, cell));
        }
        compare(EngineName::Memory, &request(width, height, MetricName::Multi, 2));
    }
}

#[test]
fn the_levels_of_twelve_cells_get_dense() {
    for (width, height) in [(4, 3), (2, 6)] {
        let request = request(width, height, MetricName::Single, 1);
        let result = with(EngineName::Frontier, &Request { depth: Some(31), ..request.clone() });
        let bits = with(EngineName::Memory, &request);
        assert_eq!(result.levels, bits.levels[..32], "{width}x{height}");
    }
}

#[test]
#[ignore = "takes minutes: cargo test --release -p loyd-tiles-enumerate --test engines -- --ignored frontier"]
fn boards_of_twelve_cells() {
    for (width, height) in [(4, 3), (6, 2)] {
        for metric in METRICS {
            compare(EngineName::Memory, &request(width, height, metric, 0));
        }
        compare(EngineName::Memory, &request(width, height, MetricName::Single, 2));
    }
}

#[test]
fn first_levels_of_large_boards() {
    for (width, height, depth) in [
        (4, 4, 14),
        (8, 2, 18),
        (5, 3, 15),
        (3, 5, 15),
        (7, 2, 18),
        (5, 5, 13),
        (3, 6, 12),
        (6, 6, 9),
        (9, 3, 10),
        (16, 16, 6),
        (20, 20, 3),
    ] {
        for metric in METRICS {
            let centre = height / 2 * width + width / 2;
            for cell in [0, 1, centre, width * height - 1] {
                let depth = if metric == MetricName::Multi { depth / 2 } else { depth };
                let request = Request {
                    depth: Some(depth),
                    engine: Some(EngineName::Frontier),
                    ..request(width, height, metric, cell)
                };
                match tiles::plan(&request) {
                    Ok(_) => compare(EngineName::Reference, &request),
                    Err(error) => {
                        assert!(width == 20, "{error}");
                        assert!(error.to_string().contains("key length"), "{error}");
                    }
                }
            }
        }
    }
}

#[test]
fn little_memory_needs_many_passes_for_the_same_levels() {
    for (metric, depth, step) in [(MetricName::Single, 17, 1 << 17), (MetricName::Multi, 9, 9_999)]
    {
        let request = Request { depth: Some(depth), ..request(4, 4, metric, 0) };
        let run = |memory| {
            let store = Arc::new(Shaky::sound());
            let result = run_with(&Request { memory, ..request.clone() }, &store, None).ok()?;
            assert!(result.peak_memory_bytes <= memory, "{metric}: {}", result.peak_memory_bytes);
            result.stopped.is_none().then(|| (result.levels, store.gets()))
        };
        let (expected, few) = run(1 << 30).expect("it fits");
        // The minimum that suffices.
        let (levels, many) = (1..).find_map(|steps| run(steps * step)).expect("some is enough");
        assert_eq!(levels, expected);
        assert!(many > few, "{metric}: {many} lists read instead of {few}");
    }
}

#[test]
fn lists_that_outgrow_the_memory_stop_the_run_with_its_levels() {
    for metric in METRICS {
        let request = Request {
            memory: 16 << 20,
            engine: Some(EngineName::Frontier),
            depth: Some(30),
            ..request(4, 4, metric, 0)
        };
        let result = enumerate(&request);
        assert_eq!(result.stopped, Some(StopCause::Memory));
        let depth = Some(result.levels.len() as u32 - 1);
        assert!(depth > Some(10));
        let enough = Request { memory: 1 << 30, depth, ..request };
        assert_eq!(result.levels, enumerate(&enough).levels);
    }
}

#[test]
fn a_run_is_continued_after_any_level() {
    for metric in METRICS {
        let request = Request { samples: 3, ..request(3, 3, metric, 1) };
        let whole =
            run_with(&request, &Arc::new(MemoryListStore::new()), None).expect("it is right");
        for stop in 0..whole.levels.len() as u32 {
            let store = Arc::new(MemoryListStore::new());
            let first = run_with(&request, &store, Some(stop)).expect("it is right");
            assert_eq!(first.levels, whole.levels[..=stop as usize]);
            assert!(first.complete || first.stopped == Some(StopCause::Cancelled));
            let rest = run_with(&request, &store, None).expect("it is right");
            assert_eq!(rest.levels, whole.levels);
            assert_eq!(rest.resumed_at, Some(stop));
        }
    }
}

#[test]
fn a_deeper_run_repeats_a_level_that_was_only_counted() {
    let store = Arc::new(MemoryListStore::new());
    let shallow = Request { depth: Some(8), ..request(3, 3, MetricName::Single, 0) };
    assert_eq!(run_with(&shallow, &store, None).expect("it is right").levels.len(), 9);
    let deeper = run_with(&Request { depth: Some(12), ..shallow.clone() }, &store, None);
    let deeper = deeper.expect("it is right");
    assert_eq!(deeper.resumed_at, Some(7));
    let again = run_with(&shallow, &store, None).expect("it is right");
    assert_eq!(again.levels, deeper.levels[..9]);
    assert!(again.stopped.is_none());
}

#[test]
fn another_run_is_refused() {
    let store = Arc::new(MemoryListStore::new());
    let first = request(3, 3, MetricName::Single, 1);
    run_with(&first, &store, Some(5)).expect("it is right");
    let refuse = |other: Request<Tiles>, what: &str| {
        let error = run_with(&other, &store, None).expect_err("it is refused").to_string();
        assert!(error.contains(what), "{error}");
    };
    refuse(request(4, 2, MetricName::Single, 1), "another puzzle");
    refuse(request(3, 3, MetricName::Multi, 1), "another metric");
    refuse(request(3, 3, MetricName::Single, 0), "another start");
}

#[test]
fn samples_are_states_of_their_level() {
    for (width, height, metric, depth) in [
        (3, 3, MetricName::Single, 31),
        (2, 4, MetricName::Multi, 20),
        (4, 2, MetricName::Single, 20),
    ] {
        let request = Request {
            samples: 4,
            depth: Some(depth),
            ..request(width, height, metric, width * height - 2)
        };
        let result =
            run_with(&request, &Arc::new(MemoryListStore::new()), None).expect("it is right");
        // The last level is not stored.
        assert!(result.samples.len() >= result.levels.len() - 1);
        let start = request.start.clone();
        for (depth, (boards, &states)) in result.samples.iter().zip(&result.levels).enumerate() {
            assert_eq!(boards.len() as u64, states.min(4), "depth {depth}");
            for board in boards {
                assert_eq!(distance(&start, board, metric), depth as u32, "{}", board.to_line());
            }
        }
    }
}

/// The distance of a board from the start, by a separate search.
fn distance(start: &Position, board: &Position, metric: MetricName) -> u32 {
    match metric {
        MetricName::Single => search::<Single>(start, board),
        MetricName::Multi => search::<Multi>(start, board),
    }
}

fn search<M: Metric>(start: &Position, board: &Position) -> u32 {
    let space = Sliding::<Wide, M>::new(start);
    let (goal, start) = (Sliding::<Wide, M>::board(board), Sliding::<Wide, M>::board(start));
    let (mut seen, mut level) = (HashSet::from([start.clone()]), vec![start]);
    for depth in 0.. {
        if level.contains(&goal) {
            return depth;
        }
        let mut next = Vec::new();
        for mut state in level {
            for mv in space.moves(&state) {
                let effect = space.apply(&mut state, mv);
                if seen.insert(state.clone()) {
                    next.push(state.clone());
                }
                space.undo(&mut state, effect);
            }
        }
        level = next;
    }
    unreachable!("depths have no end")
}
