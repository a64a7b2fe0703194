//! Builds that are stopped, extended and continued by another strategy.

use super::{build_graph, connect, file, folder, reference, request, try_build};
use loyd::PuzzleName;
use loyd_graph::{Backend, BuildRequest, GraphError, Strategy, build};
use loyd_search::observe::{Cancel, Limit};

/// States of the 8-puzzle at distance 20 from a corner (`data/sliding_tile_levels.csv`).
const PUBLISHED_20: u64 = 16_993;

#[test]
fn a_larger_depth_extends_a_graph_by_any_strategy() {
    let folder = folder();
    let (whole, _) = reference("3x2", "single", None);
    for first in Strategy::ALL {
        for then in Strategy::ALL {
            let url = file(&folder, &format!("{first}-{then}"));
            let first_run =
                build_graph(&request("3x2", "single", Some(5), first), &mut *connect(&url));
            assert_eq!(first_run.levels, whole[..6], "{first}");
            assert!(!first_run.meta.complete && first_run.stopped.is_none());
            let more = build_graph(&request("3x2", "single", Some(9), then), &mut *connect(&url));
            assert_eq!(
                (&more.levels[..], more.resumed_at),
                (&whole[..10], Some(5)),
                "{first} {then}"
            );
            let all = build_graph(&request("3x2", "single", None, first), &mut *connect(&url));
            assert_eq!((&all.levels, all.meta.complete), (&whole, true), "{first}, {then}");
            let again = build_graph(&request("3x2", "single", None, then), &mut *connect(&url));
            assert_eq!((again.stored, again.levels), (0, whole.clone()));
        }
    }
}

/// Builds with a flag that is set after this many states.
fn stopped_after(request: &BuildRequest, backend: &mut dyn Backend, states: u64) -> bool {
    let cancel = Cancel::new();
    let flag = cancel.clone();
    let report = &mut |progress: &loyd_graph::BuildProgress| {
        if progress.states >= states {
            flag.cancel();
        }
    };
    build(request, backend, &Limit::cancelled_by(&cancel), report)
        .expect("levels")
        .stopped
        .is_some()
}

#[test]
fn a_cancelled_build_resumes_at_its_level() {
    let folder = folder();
    for strategy in Strategy::ALL {
        let url = file(&folder, strategy.name());
        let request = request("3x3", "single", Some(20), strategy);
        let mut stops = 0;
        for limit in [1, 2_000, 20_000] {
            stops += u32::from(stopped_after(&request, &mut *connect(&url), limit));
        }
        let graph = build_graph(&request, &mut *connect(&url));
        assert_eq!(graph.levels.len(), 21);
        assert_eq!(graph.levels[20], PUBLISHED_20, "{strategy}, stopped {stops} times");
        let cancel = Cancel::new();
        cancel.cancel();
        let deeper = BuildRequest { depth: Some(21), ..request };
        let cancelled =
            build(&deeper, &mut *connect(&url), &Limit::cancelled_by(&cancel), &mut |_| ());
        let cancelled = cancelled.expect("the levels so far");
        assert!(cancelled.stopped.is_some() && cancelled.levels.len() == 21, "{strategy}");
    }
}

#[test]
fn an_unfinished_row_level_rejects_other_strategies() {
    let folder = folder();
    let url = file(&folder, "row");
    let row = request("3x3", "single", None, Strategy::Row);
    let cancel = Cancel::new();
    cancel.cancel();
    for _ in 0..30 {
        // A cancelled build by rows visits one state.
        build(&row, &mut *connect(&url), &Limit::cancelled_by(&cancel), &mut |_| ())
            .expect("a state");
    }
    for other in [Strategy::Level, Strategy::Bulk] {
        let request = BuildRequest { strategy: other, ..row.clone() };
        let refused = try_build(&request, &mut *connect(&url));
        assert!(matches!(refused, Err(GraphError::Unfinished { .. })), "{refused:?}");
    }
    let complete = build_graph(&BuildRequest { depth: Some(12), ..row }, &mut *connect(&url));
    assert_eq!(complete.levels[..7], [1, 2, 4, 8, 16, 20, 39]);
}

#[test]
fn the_goal_and_text_positions_persist() {
    let folder = folder();
    let url = file(&folder, "cube");
    let goal = Some("R U".to_owned());
    let request =
        BuildRequest { goal, depth: Some(2), ..BuildRequest::new(PuzzleName::Cube3, None) };
    build_graph(&request, &mut *connect(&url));
    let other = BuildRequest { goal: None, ..request.clone() };
    let refused = try_build(&other, &mut *connect(&url));
    assert!(matches!(refused, Err(GraphError::OtherGraph { what: "goal", .. })), "{refused:?}");
    // The first request decides whether positions are stored.
    let more = BuildRequest { depth: Some(3), positions: false, ..request };
    assert!(build_graph(&more, &mut *connect(&url)).meta.positions);
    let connection = rusqlite::Connection::open(super::path_of(&url)).expect("a file");
    let texts = "SELECT count(DISTINCT position), count(*) FROM state WHERE length(position) = 54";
    let (texts, rows): (i64, i64) =
        connection.query_row(texts, [], |row| Ok((row.get(0)?, row.get(1)?))).expect("counts");
    assert_eq!((texts, rows), (3502, 3502));
}
