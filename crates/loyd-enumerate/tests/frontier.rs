//! The frontier engine equals the reference engine at every level.

use loyd::observe::Cancel;
use loyd::puzzle::tiles::{MetricName, Size};
use loyd_enumerate::{EngineName, Enumeration, Plan, Request, run};

fn enumerate(request: &Request) -> Enumeration {
    run(&Plan::new(request).expect("it fits"), &Cancel::new(), &mut |_| ()).expect("it is right")
}

fn compare(request: &Request) {
    let with = |engine| enumerate(&Request { engine: Some(engine), ..request.clone() });
    let (lists, plain) = (with(EngineName::Frontier), with(EngineName::Reference));
    let Request { size, metric, start_cell, .. } = request;
    assert_eq!(lists.levels, plain.levels, "{size} {metric} from {start_cell}");
    assert_eq!((lists.complete, lists.radius), (plain.complete, plain.radius));
}

#[test]
fn small_boards_from_every_cell() {
    for (width, height) in
        [(1, 1), (2, 1), (1, 7), (9, 1), (1, 20), (2, 2), (3, 2), (2, 3), (3, 3), (4, 2), (2, 4), (5, 2)]
    {
        let size = Size::new(width, height).unwrap();
        for metric in [MetricName::Single, MetricName::Multi] {
            for start_cell in 0..size.cells() {
                compare(&Request { metric, start_cell, threads: 2, ..Request::new(size) });
            }
        }
    }
}

#[test]
fn first_levels_of_large_boards() {
    for (width, height, depth) in [
        (4, 4, 14), (8, 2, 18), (5, 3, 15), (3, 5, 15), (2, 8, 18), (7, 2, 18), (5, 5, 13), (3, 6, 12),
        (6, 6, 9), (9, 3, 10), (10, 10, 6),
    ] {
        let size = Size::new(width, height).unwrap();
        for metric in [MetricName::Single, MetricName::Multi] {
            let centre = height / 2 * width + width / 2;
            for start_cell in [0, 1, centre, size.cells() - 1] {
                let depth = if metric == MetricName::Multi { depth / 2 } else { depth };
                let request = Request { metric, start_cell, threads: 2, ..Request::new(size) };
                compare(&Request { depth: Some(depth), ..request });
            }
        }
    }
}
