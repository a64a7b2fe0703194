//! Builds that are stopped, extended and continued by another strategy.

use super::{built, file, folder, opened, request};
use loyd::PuzzleName;
use loyd_graph::{Backend, BuildRequest, GraphError, Strategy, build};
use loyd_search::observe::{Cancel, Limit};

/// States of the 8-puzzle at distance 20 from a corner (`data/sliding_tile_levels.csv`).
const PUBLISHED_20: u64 = 16_993;

/// The levels of the 5-puzzle.
fn whole() -> Vec<u64> {
    let mut backend = opened(&loyd_graph::DatabaseUrl::Memory);
    built(&BuildRequest::new(PuzzleName::Tiles, Some("3x2")), &mut *backend).levels
}

#[test]
fn a_larger_depth_extends_a_graph_by_any_strategy() {
    let folder = folder();
    let whole = whole();
    for first in Strategy::ALL {
        for then in Strategy::ALL {
            let url = file(&folder, &format!("{first}-{then}"));
            let begun = built(&request("3x2", "single", Some(5), first), &mut *opened(&url));
            assert_eq!(begun.levels, whole[..6], "{first}");
            assert!(!begun.meta.complete && begun.stopped.is_none());
            let more = built(&request("3x2", "single", Some(9), then), &mut *opened(&url));
            assert_eq!(
                (&more.levels[..], more.resumed_at),
                (&whole[..10], Some(5)),
                "{first} {then}"
            );
            let all = built(&request("3x2", "single", None, first), &mut *opened(&url));
            assert_eq!((&all.levels, all.meta.complete), (&whole, true), "{first}, {then}");
            let again = built(&request("3x2", "single", None, then), &mut *opened(&url));
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
fn a_build_that_is_cancelled_goes_on_where_it_was() {
    let folder = folder();
    for strategy in Strategy::ALL {
        let url = file(&folder, strategy.name());
        let request = request("3x3", "single", Some(20), strategy);
        let mut stops = 0;
        for limit in [1, 2_000, 20_000] {
            stops += u32::from(stopped_after(&request, &mut *opened(&url), limit));
        }
        let built = built(&request, &mut *opened(&url));
        assert_eq!(built.levels.len(), 21);
        assert_eq!(built.levels[20], PUBLISHED_20, "{strategy}, stopped {stops} times");
        let cancel = Cancel::new();
        cancel.cancel();
        let deeper = BuildRequest { depth: Some(21), ..request };
        let none = build(&deeper, &mut *opened(&url), &Limit::cancelled_by(&cancel), &mut |_| ());
        let none = none.expect("the levels so far");
        assert!(none.stopped.is_some() && none.levels.len() == 21, "{strategy}");
    }
}

#[test]
fn a_level_that_row_has_begun_is_left_to_row() {
    let folder = folder();
    let url = file(&folder, "row");
    let row = request("3x3", "single", None, Strategy::Row);
    let cancel = Cancel::new();
    cancel.cancel();
    for _ in 0..30 {
        // A cancelled build by rows visits one state.
        build(&row, &mut *opened(&url), &Limit::cancelled_by(&cancel), &mut |_| ())
            .expect("a state");
    }
    for other in [Strategy::Level, Strategy::Bulk] {
        let request = BuildRequest { strategy: other, ..row.clone() };
        let refused = build(&request, &mut *opened(&url), &Limit::none(), &mut |_| ());
        assert!(matches!(refused, Err(GraphError::Unfinished { .. })), "{refused:?}");
    }
    let done = built(&BuildRequest { depth: Some(12), ..row }, &mut *opened(&url));
    assert_eq!(done.levels[..7], [1, 2, 4, 8, 16, 20, 39]);
}

#[test]
fn a_goal_and_positions_as_text_are_kept() {
    let folder = folder();
    let url = file(&folder, "cube");
    let goal = Some("R U".to_owned());
    let request =
        BuildRequest { goal, depth: Some(2), ..BuildRequest::new(PuzzleName::Cube3, None) };
    built(&request, &mut *opened(&url));
    let other = BuildRequest { goal: None, ..request.clone() };
    let refused = build(&other, &mut *opened(&url), &Limit::none(), &mut |_| ());
    assert!(matches!(refused, Err(GraphError::OtherGraph { what: "goal", .. })), "{refused:?}");
    // Positions are stored as the graph was begun, whatever is asked later.
    let more = BuildRequest { depth: Some(3), positions: false, ..request };
    assert!(built(&more, &mut *opened(&url)).meta.positions);
    let connection = rusqlite::Connection::open(super::path_of(&url)).expect("a file");
    let texts = "SELECT count(DISTINCT position), count(*) FROM state WHERE length(position) = 54";
    let (texts, rows): (i64, i64) =
        connection.query_row(texts, [], |row| Ok((row.get(0)?, row.get(1)?))).expect("counts");
    assert_eq!((texts, rows), (3502, 3502));
}
