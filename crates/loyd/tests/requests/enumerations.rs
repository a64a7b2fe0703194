//! Enumerations by request, compared with solutions of their antipodes.

use loyd::record::json;
use loyd::{Antipodes, EnumerateRequest, EnumerateResult, Error, NoTables, Unreadable};
use loyd_search::observe::{Cancel, StopCause};
use std::time::Duration;

fn counted(request: &EnumerateRequest) -> EnumerateResult {
    request.run().expect("a good request")
}

fn refused(request: &EnumerateRequest) -> Error {
    request.run().expect_err("a bad request")
}

#[test]
fn optimal_solutions_of_antipodes_have_the_length_of_the_radius() {
    for (puzzle, shape, metric) in
        [("tiles", "3x3", "single"), ("tiles", "4x2", "multi"), ("cube2", "cube2", "half")]
    {
        let result =
            counted(&loyd::enumerate(puzzle).shape(shape).metric(metric).antipodes(10_000));
        assert_eq!((result.complete, result.total), (true, result.levels.iter().sum()));
        let Some(Antipodes { count: Some(count), positions: Some(positions), .. }) =
            &result.antipodes
        else {
            panic!("{:?}", result.antipodes)
        };
        assert_eq!(Some(count), result.levels.last());
        assert_eq!(positions.len() as u64, *count);
        for position in [positions.first(), positions.last()].into_iter().flatten() {
            let request = loyd::solve(puzzle, position).shape(shape).metric(metric);
            let solved = request
                .goal(&result.start)
                .run_with(NoTables { memory: 1 << 28 }, &mut |_| ())
                .expect("one");
            assert_eq!((solved.length, solved.proven), (result.radius, true), "{position}");
        }
    }
}

#[test]
fn a_depth_ends_an_enumeration_early() {
    let whole = counted(&loyd::enumerate("tiles").shape("3x3"));
    let depth = 7;
    for engine in ["memory", "reference"] {
        let part = loyd::enumerate("tiles").shape("3x3").engine(engine).antipodes(5).depth(depth);
        let part = counted(&part);
        assert_eq!(part.levels, whole.levels[..=depth as usize]);
        assert_eq!((part.complete, part.radius, part.engine), (false, None, Some(engine)));
        let object = json(&part);
        assert_eq!(object["levels"][7], whole.levels[7]);
        assert!(object["radius"].is_null() && object["antipodes"].is_null());
        assert!(part.antipodes.is_some_and(|it| it.positions.is_none() && it.count.is_none()));
    }
}

#[test]
fn a_flag_stops_after_reported_progress() {
    let cancel = Cancel::new();
    let mut reported = 0;
    let request = loyd::enumerate("tiles").shape("4x3").cancel(&cancel);
    let result = request.run_with(&mut |_| {
        reported += 1;
        cancel.cancel();
    });
    let result = result.expect("levels so far");
    assert!(reported > 0 && result.stopped.is_some() && !result.complete);
    let late = loyd::enumerate("tiles").shape("4x3").max_time(Duration::ZERO).run();
    assert_eq!(late.expect("the start").stopped, Some(StopCause::Time));
}

#[test]
fn wrong_requests_are_refused_by_kind() {
    let levels = || loyd::enumerate("tiles").shape("3x3");
    let unreadable = |error| matches!(error, Error::Unreadable(Unreadable::Start { .. }));
    assert!(unreadable(refused(&levels().start("9"))));
    assert!(unreadable(refused(&levels().start("middle"))));
    let shapeless = refused(&loyd::enumerate("tiles"));
    assert!(matches!(shapeless, Error::Unreadable(Unreadable::Shape { .. })));
    assert!(matches!(refused(&loyd::enumerate("cube9")), Error::Puzzle { .. }));
    assert!(matches!(refused(&levels().engine("disc")), Error::Engine(_)));
    let small = loyd::enumerate("tiles").shape("4x4").memory(1 << 20);
    assert!(matches!(refused(&small), Error::Enumerate(_)));
}
