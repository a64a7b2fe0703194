//! Choices, limits, progress, and bitmaps against sets of states.

use loyd_enumerate::reference::deepest::Deepest;
use loyd_enumerate::reference::{dense, sparse};
use loyd_enumerate::{
    EngineName, EngineResult, EnumerateError, LevelProgress, Monitor, Plan, Request, Unsuitable,
    run,
};
use loyd_search::observe::{Cancel, Limit, StopCause};
use loyd_search::space::{Ranking, StateSpace};
use loyd_tiles::solver::Tiles;
use loyd_tiles::{BoardRanking, MetricName, Multi, Position, Single, Size, Sliding, Wide};
use loyd_tiles_enumerate as tiles;
use loyd_tiles_enumerate::reference::BoardPacking;
use std::collections::HashSet;
use std::slice::from_ref;
use std::time::Duration;

fn size(width: usize, height: usize) -> Size {
    Size::new(width, height).unwrap()
}

/// All levels by the reference engine.
fn reference(size: Size) -> Request<Tiles> {
    Request { engine: Some(EngineName::Reference), ..tiles::request(size) }
}

const PLENTY: u64 = 1 << 30;

fn with_bitmaps<S: StateSpace<State = Wide>>(
    space: &S,
    start: &Position,
    depth: Option<u32>,
) -> EngineResult<Tiles> {
    let ranking = BoardRanking::<Wide>::new(start).unwrap();
    let board = Sliding::<Wide, Single>::board(start);
    let (cancel, mut ignore) = (Cancel::new(), |_: &LevelProgress| ());
    let mut monitor = Monitor::new(&Limit::cancelled_by(&cancel), None, &mut ignore);
    dense::levels(space, &ranking, from_ref(&board), depth, &mut Deepest::new(0), &mut monitor)
        .unwrap()
}

fn with_sets<S: StateSpace<State = Wide>>(
    space: &S,
    start: &Position,
    depth: Option<u32>,
) -> EngineResult<Tiles> {
    let packing = BoardPacking::new(start.size());
    let board = Sliding::<Wide, Single>::board(start);
    let (cancel, mut ignore) = (Cancel::new(), |_: &LevelProgress| ());
    let mut monitor = Monitor::new(&Limit::cancelled_by(&cancel), None, &mut ignore);
    let mut none = Deepest::new(0);
    sparse::levels(space, &packing, from_ref(&board), depth, PLENTY, &mut none, &mut monitor)
        .unwrap()
}

#[test]
fn bitmaps_and_sets_agree_at_every_depth() {
    for (width, height) in [(2, 2), (3, 2), (2, 3), (4, 2), (2, 4), (3, 3), (1, 6), (6, 1)] {
        for cell in 0..width * height {
            let start = Position::blank_on(size(width, height), cell);
            let single = Sliding::<Wide, Single>::new(&start);
            let multi = Sliding::<Wide, Multi>::new(&start);
            let pairs = [
                (with_bitmaps(&single, &start, None), with_sets(&single, &start, None)),
                (with_bitmaps(&multi, &start, None), with_sets(&multi, &start, None)),
            ];
            for (bitmaps, sets) in pairs {
                assert_eq!(bitmaps.levels, sets.levels, "{width}x{height} from {cell}");
                assert!(bitmaps.exhausted && sets.exhausted);
            }
        }
    }
}

#[test]
fn a_depth_cuts_the_table_there() {
    for start in [Position::blank_first(size(3, 2)), Position::blank_on(size(4, 2), 5)] {
        let space = Sliding::<Wide, Single>::new(&start);
        let all = with_bitmaps(&space, &start, None).levels;
        for depth in 0..all.len() {
            let bitmaps = with_bitmaps(&space, &start, Some(depth as u32));
            let sets = with_sets(&space, &start, Some(depth as u32));
            assert_eq!(bitmaps.levels, all[..=depth]);
            assert_eq!(sets.levels, all[..=depth]);
            assert!(!bitmaps.exhausted && !sets.exhausted);
        }
        let beyond = Some(all.len() as u32 + 5);
        assert!(with_bitmaps(&space, &start, beyond).exhausted);
        assert!(with_sets(&space, &start, beyond).exhausted);
    }
}

#[test]
fn a_depth_equal_to_the_radius_is_complete() {
    for (depth, complete) in [(30, false), (31, true), (32, true)] {
        let request = Request { depth: Some(depth), ..reference(size(3, 3)) };
        let plan = tiles::plan(&request).unwrap();
        let result = run(&plan, &Limit::none(), &mut |_| ()).unwrap();
        assert_eq!(result.complete, complete, "{depth}");
        assert_eq!(result.radius, complete.then_some(31), "{depth}");
        assert_eq!(result.stopped, None);
    }
}

#[test]
fn a_plan_takes_the_method_with_less_memory() {
    let plan = |request: &Request<Tiles>| tiles::plan(request).unwrap();
    let whole = plan(&reference(size(4, 3)));
    assert_eq!(whole.memory(), 3 * 239_500_800 / 8);
    assert_eq!(whole.states(), Some(239_500_800));
    assert_eq!(whole.engine(), Some(EngineName::Reference));
    assert!(whole.method().contains("bitmap"));
    let few = plan(&Request { depth: Some(10), ..reference(size(4, 3)) });
    assert!(few.method().contains("sets") && few.memory() < 1 << 20);
    let many = plan(&Request { depth: Some(60), ..reference(size(4, 3)) });
    assert!(many.method().contains("bitmap"));
    let no_bitmaps = Request { depth: Some(60), memory: 80_000_000, ..reference(size(4, 3)) };
    assert!(plan(&no_bitmaps).method().contains("sets"));
    assert_eq!(plan(&no_bitmaps).memory(), 80_000_000);
}

#[test]
fn a_refusal_states_the_sufficient_memory() {
    let request = Request { memory: 8 << 30, ..reference(size(5, 3)) };
    let error = tiles::plan(&request).unwrap_err();
    let EnumerateError::TooLarge { states, needed, depth: Some(depth), .. } = &error else {
        panic!("{error:?}");
    };
    assert_eq!(*states, Some(653_837_184_000));
    assert_eq!(*needed, Some(3 * 653_837_184_000 / 8));
    let text = error.to_string();
    assert!(text.contains("228.3 GiB") && text.contains("8.0 GiB"), "{text}");
    let certain = tiles::plan(&Request { depth: Some(*depth), ..request.clone() }).unwrap();
    assert!(certain.memory() <= request.memory);
    // No bitmap of 25!/2 bits can be addressed, and 40!/2 states cannot even be counted here.
    for board in [size(5, 5), size(8, 5), size(100, 100)] {
        let error = tiles::plan(&reference(board)).unwrap_err();
        assert!(matches!(error, EnumerateError::TooLarge { needed: None, .. }), "{error:?}");
    }
    let nothing = Request { memory: 0, depth: Some(3), ..reference(size(5, 5)) };
    assert!(matches!(tiles::plan(&nothing), Err(EnumerateError::TooLarge { depth: None, .. })));
}

#[test]
fn a_start_with_tiles_out_of_order_is_refused() {
    let start = Position::new(size(3, 2), &[2, 1, 4, 3, 5, 0]).unwrap();
    for engine in [None, Some(EngineName::Memory), Some(EngineName::Frontier)] {
        let request = Request { engine, ..Request::<Tiles>::new(start.clone()) };
        let error = tiles::plan(&request).unwrap_err();
        assert!(
            matches!(error, EnumerateError::Unsuited { reason: Unsuitable::Start, .. }),
            "{error:?}"
        );
    }
}

#[test]
fn memory_that_runs_out_leaves_the_finished_levels() {
    for metric in [MetricName::Single, MetricName::Multi] {
        let all = Request { metric, depth: Some(13), ..reference(size(4, 4)) };
        let all = run(&tiles::plan(&all).unwrap(), &Limit::none(), &mut |_| ()).unwrap();
        let memory = all.peak_memory_bytes - 1;
        let less = Request { metric, depth: Some(13), memory, ..reference(size(4, 4)) };
        let less = run(&tiles::plan(&less).unwrap(), &Limit::none(), &mut |_| ()).unwrap();
        assert_eq!(less.stopped, Some(StopCause::Memory));
        assert_eq!(less.levels, all.levels[..13]);
        assert!(!less.complete && less.radius.is_none());
        assert!(less.peak_memory_bytes <= memory);
    }
}

#[test]
fn a_cancelled_run_returns_the_finished_levels() {
    // 4x3 as bitmaps, 5x5 as sets of states.
    for (board, depth, expected) in [
        (size(4, 3), None, vec![1, 2, 4, 9, 20, 37, 63, 122, 232, 431, 781]),
        (size(5, 5), Some(40), vec![1, 2, 4, 10, 26, 64, 159, 366, 862, 1904, 4538]),
    ] {
        let plan = tiles::plan(&Request { depth, ..reference(board) }).unwrap();
        let cancel = Cancel::new();
        let result = run(&plan, &Limit::cancelled_by(&cancel), &mut |progress| {
            if progress.depth == 10 && progress.finished {
                cancel.cancel();
            }
        })
        .unwrap();
        assert_eq!(result.levels, expected, "{board}");
        assert_eq!(result.stopped, Some(StopCause::Cancelled));
        assert!(!result.complete && result.radius.is_none());
    }
}

#[test]
fn limits_of_time_and_nodes_stop_every_engine_with_their_cause() {
    let engines = [EngineName::Memory, EngineName::Frontier, EngineName::Reference];
    let all = [1, 2, 4, 9, 20, 37, 63, 122, 232, 431, 781];
    for engine in engines {
        let board = Request { engine: Some(engine), depth: Some(30), ..reference(size(4, 3)) };
        let plan = tiles::plan(&board).unwrap();
        let stopped = |limit| {
            let result = run(&plan, &limit, &mut |_| ()).unwrap();
            assert!(
                result.levels.len() <= all.len() && all.starts_with(&result.levels),
                "{engine}"
            );
            (result.levels.len(), result.stopped)
        };
        let now = Limit { time: Some(Duration::ZERO), ..Limit::none() };
        assert!(matches!(stopped(now), (_, Some(StopCause::Time))), "{engine}");
        let few = Limit { nodes: Some(1_000), ..Limit::none() };
        // With the level that exceeds the limit, or without.
        assert!(matches!(stopped(few), (10 | 11, Some(StopCause::Nodes))), "{engine}");
    }
}

#[test]
fn progress_reports_every_level_and_is_frequent_within_long_ones() {
    let mut finished = Vec::new();
    let (mut total, mut last, mut longest) = (0, Duration::ZERO, Duration::ZERO);
    let plan = tiles::plan(&Request { depth: Some(22), ..reference(size(4, 3)) }).unwrap();
    let result = run(&plan, &Limit::none(), &mut |progress| {
        longest = longest.max(progress.elapsed.saturating_sub(last));
        last = progress.elapsed;
        assert_eq!(progress.of, Some(239_500_800));
        assert_eq!(progress.total, total + progress.states);
        assert!(progress.memory_bytes <= plan.memory());
        if progress.finished {
            assert_eq!(progress.depth as usize, finished.len());
            finished.push(progress.states);
            total += progress.states;
        }
    })
    .unwrap();
    assert_eq!(finished, result.levels);
    // A busy machine may leave the engine without a processor for seconds.
    assert!(longest < Duration::from_secs(60), "{longest:?}");
}

/// A ranking that gives two states one number, as a wrong engine would.
struct Forgetful(BoardRanking<Wide>);

impl Ranking<Wide> for Forgetful {
    fn size(&self) -> u64 {
        self.0.size()
    }
    fn rank(&self, board: &Wide) -> u64 {
        self.0.rank(board).max(1)
    }
    fn unrank(&self, rank: u64) -> Wide {
        self.0.unrank(rank)
    }
}

/// A job that counts with it.
#[derive(Debug)]
struct Wrong;

impl loyd_enumerate::Job<Tiles> for Wrong {
    fn method(&self) -> &'static str {
        "wrong"
    }
    fn memory(&self) -> u64 {
        0
    }
    fn run(&self, monitor: &mut Monitor<'_>) -> Result<EngineResult<Tiles>, EnumerateError> {
        let start = Position::blank_first(size(3, 2));
        let ranking = Forgetful(BoardRanking::new(&start).unwrap());
        let space = Sliding::<Wide, Single>::new(&start);
        let board = Sliding::<Wide, Single>::board(&start);
        dense::levels(&space, &ranking, from_ref(&board), None, &mut Deepest::new(0), monitor)
    }
}

#[test]
fn a_complete_count_that_is_not_the_number_of_states_is_an_error() {
    let plan = Plan::with_job(&reference(size(3, 2)), None, std::sync::Arc::new(Wrong));
    let error = run(&plan, &Limit::none(), &mut |_| ()).unwrap_err();
    assert!(
        matches!(error, EnumerateError::WrongTotal { total, expected: 360, .. } if total < 360),
        "{error:?}"
    );
}

#[test]
fn engines_of_classes_are_refused() {
    let board = Request { engine: Some(EngineName::Symmetric), ..tiles::request(size(3, 3)) };
    assert!(matches!(
        tiles::plan(&board),
        Err(EnumerateError::Unsuited { reason: Unsuitable::NoSuchEngine, .. })
    ));
}

/// Boards have separate engines, but do not need them.
#[test]
fn engines_of_every_puzzle_agree_with_those_of_boards() {
    for cell in [0, 1, 4] {
        let request = Request { antipodes: 200, ..tiles::request_from(size(3, 3), cell) };
        let plans = [tiles::plan(&request).unwrap(), Plan::new(&request).unwrap()];
        let [own, plain] = plans.map(|plan| run(&plan, &Limit::none(), &mut |_| ()).unwrap());
        assert_eq!(own.levels, plain.levels);
        let [own, plain]: [HashSet<_>; 2] =
            [own, plain].map(|result| result.antipodes.unwrap().into_iter().collect());
        assert_eq!(own, plain, "from cell {cell}");
    }
}
