//! The farthest states: the same from every engine, and really that far.

use loyd_enumerate::{EngineName, Enumeration, Request, run};
use loyd_search::observe::{Limit, Outcome};
use loyd_tiles::solver::Tiles;
use loyd_tiles::solver::{Engine, Plan as SolverPlan, Settings, Solver};
use loyd_tiles::{MetricName, Position, Size, distinct_cells};
use loyd_tiles_enumerate as tiles;

fn enumerate(request: &Request<Tiles>) -> Enumeration<Tiles> {
    run(&tiles::plan(request).expect("it fits"), &Limit::none(), &mut |_| ()).expect("it is right")
}

fn size(width: usize, height: usize) -> Size {
    Size::new(width, height).expect("a size")
}

/// Solves boards back to the start of an enumeration.
fn solver(start: &Position, metric: MetricName) -> Solver {
    let settings = Settings { metric, ..Settings::default() };
    let plan = SolverPlan::new(start, &settings).expect("a plan");
    Solver::prepare(&plan).expect("its tables")
}

fn distance(from: &Position, solver: &Solver) -> u32 {
    match solver.solve(from, 1, &Limit::none(), &mut |_| ()).outcome {
        Outcome::Solved { cost, proven: true, .. } => cost,
        other => panic!("{other:?}"),
    }
}

#[test]
fn antipodes_are_as_far_as_the_radius_and_the_same_from_both_engines() {
    for size in [size(3, 3), size(4, 2), size(2, 4)] {
        for metric in [MetricName::Single, MetricName::Multi] {
            for start_cell in distinct_cells(size) {
                let with = |engine| {
                    let request = Request { metric, ..tiles::request_from(size, start_cell) };
                    let engine = Some(engine);
                    enumerate(&Request { engine, antipodes: 1000, ..request })
                };
                let result = with(EngineName::Memory);
                let boards = result.antipodes.as_ref().expect("fewer than a thousand");
                assert_eq!(boards.len() as u64, *result.levels.last().expect("a level"));
                assert_eq!(result.antipodes, with(EngineName::Reference).antipodes);
                let solver = solver(&Position::blank_on(size, start_cell), metric);
                for board in boards {
                    let far = distance(board, &solver);
                    assert_eq!(Some(far), result.radius, "{size} {metric}: {}", board.to_line());
                }
            }
        }
    }
}

#[test]
fn antipodes_need_a_request_a_complete_run_and_a_small_level() {
    let antipodes = |engine, antipodes, depth| {
        let request =
            Request { antipodes, depth, engine: Some(engine), ..tiles::request(size(3, 3)) };
        enumerate(&request).antipodes.map(|boards| boards.len())
    };
    // The disk engine stores no antipodes, and needs a folder.
    for engine in [EngineName::Memory, EngineName::Reference] {
        assert_eq!(antipodes(engine, 2, None), Some(2), "the 8-puzzle has two, at depth 31");
        assert_eq!(antipodes(engine, 2, Some(31)), Some(2));
        assert_eq!(antipodes(engine, 1, None), None);
        assert_eq!(antipodes(engine, 0, None), None);
        assert_eq!(antipodes(engine, 1000, Some(3)), None);
    }
}

#[test]
fn sets_of_states_return_antipodes() {
    let line = Request { antipodes: 5, ..tiles::request(size(200, 1)) };
    let result = enumerate(&line);
    let boards = result.antipodes.expect("one");
    assert_eq!((boards.len(), boards[0].blank()), (1, 0));
}
