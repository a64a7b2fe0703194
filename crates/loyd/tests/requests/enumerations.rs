//! Enumerations by request: their farthest positions are solved by another part of the library.

use loyd::{
    Antipodes, EnumerateRequest, EnumerateResult, Error, NoTables, SolveRequest, Unreadable,
};
use loyd_search::observe::{Cancel, StopCause};
use std::time::Duration;

fn counted(request: &EnumerateRequest) -> EnumerateResult {
    request.run().expect("a good request")
}

fn refused(request: &EnumerateRequest) -> Error {
    request.run().expect_err("a bad request")
}

#[test]
fn the_farthest_positions_are_as_far_as_an_optimal_solution_is_long() {
    for (puzzle, shape, metric) in
        [("tiles", Some("3x3"), "single"), ("tiles", Some("4x2"), "multi"), ("cube2", None, "half")]
    {
        let result = counted(&EnumerateRequest {
            antipodes: 10_000,
            metric: Some(metric.to_owned()),
            ..EnumerateRequest::new(puzzle, shape)
        });
        assert_eq!((result.complete, result.total), (true, result.levels.iter().sum()));
        let Antipodes::Listed { count, positions } = &result.antipodes else {
            panic!("{:?}", result.antipodes)
        };
        assert_eq!(Some(count), result.levels.last());
        assert_eq!(positions.len() as u64, *count);
        for position in [positions.first(), positions.last()].into_iter().flatten() {
            let request = SolveRequest {
                shape: shape.map(str::to_owned),
                metric: Some(metric.to_owned()),
                goal: shape.map(|_| result.start.clone()),
                ..SolveRequest::new(puzzle, position)
            };
            let solved = request.run_with(NoTables { memory: 1 << 28 }, &mut |_| ()).expect("one");
            assert_eq!((solved.length, solved.proven), (result.radius, true), "{position}");
        }
    }
}

#[test]
fn a_depth_ends_an_enumeration_early() {
    let whole = counted(&EnumerateRequest::new("tiles", Some("3x3")));
    let depth = 7;
    for engine in ["memory", "reference"] {
        let part = counted(&EnumerateRequest {
            depth: Some(depth),
            engine: Some(engine.to_owned()),
            antipodes: 5,
            ..EnumerateRequest::new("tiles", Some("3x3"))
        });
        assert_eq!(part.levels, whole.levels[..=depth as usize]);
        assert_eq!((part.complete, part.radius, part.engine), (false, None, Some(engine)));
        assert_eq!(part.antipodes, Antipodes::Unknown);
        let object = part.json();
        assert_eq!(object["levels"][7], whole.levels[7]);
        assert!(object["radius"].is_null() && object["antipodes"].is_null());
    }
}

#[test]
fn the_progress_is_reported_and_a_flag_stops() {
    let cancel = Cancel::new();
    let mut reported = 0;
    let request = EnumerateRequest::new("tiles", Some("4x3")).cancel(&cancel);
    let result = request.run_with(&mut |_| {
        reported += 1;
        cancel.cancel();
    });
    let result = result.expect("levels so far");
    assert!(reported > 0 && result.stopped.is_some() && !result.complete);
    let late = EnumerateRequest::new("tiles", Some("4x3")).max_time(Duration::ZERO).run();
    assert_eq!(late.expect("the start").stopped, Some(StopCause::Time));
}

#[test]
fn wrong_requests_are_refused_with_the_reason() {
    let start = |text: &str| EnumerateRequest {
        start: Some(text.to_owned()),
        ..EnumerateRequest::new("tiles", Some("3x3"))
    };
    let unreadable = |error| matches!(error, Error::Unreadable(Unreadable::Start { .. }));
    assert!(unreadable(refused(&start("9"))));
    assert!(unreadable(refused(&start("middle"))));
    assert!(matches!(
        refused(&EnumerateRequest::new("tiles", None)),
        Error::Unreadable(Unreadable::Shape { .. })
    ));
    assert!(matches!(refused(&EnumerateRequest::new("cube9", None)), Error::Puzzle { .. }));
    let engine = Some("disc".to_owned());
    let request = EnumerateRequest { engine, ..EnumerateRequest::new("tiles", Some("3x3")) };
    assert!(matches!(refused(&request), Error::Engine(_)));
    let small = EnumerateRequest::new("tiles", Some("4x4")).memory(1 << 20);
    assert!(matches!(refused(&small), Error::Enumerate(_)));
}
