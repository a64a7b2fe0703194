//! Certificates of the 4x2 puzzle: every condition holds, and fails where a number is changed.

use super::{Certificate, LevelCost};
use crate::tiles::check_colours;
use loyd_enumerate::{EngineName, Request, run};
use loyd_search::observe::Limit;
use loyd_tiles::Size;
use loyd_tiles::solver::Tiles;
use loyd_tiles_enumerate as tiles;

const NO_COST: LevelCost =
    LevelCost { seconds: 0.0, bytes_read: 0, bytes_written: 0, partial_bytes: 0, waited: 0.0 };

fn certificate() -> Certificate {
    let size = Size::new(4, 2).expect("a size");
    let engine = Some(EngineName::Memory);
    let request = Request { antipodes: 10, samples: 2, engine, ..tiles::request(size) };
    let plan = tiles::plan(&request).expect("little memory");
    let enumeration = run(&plan, &Limit::none(), &mut |_| ()).expect("an enumeration");
    Certificate::of(&enumeration)
}

/// The conditions that fail after a change.
fn failing(change: impl FnOnce(&mut Certificate)) -> Vec<String> {
    let mut changed = certificate();
    change(&mut changed);
    changed.check::<Tiles>([]).into_iter().filter_map(|check| check.result.err()).collect()
}

#[test]
fn every_condition_holds() {
    let whole = certificate();
    assert_eq!((whole.total, whole.radius, whole.complete), (20_160, Some(36), true));
    let checks = whole.check::<Tiles>([]);
    let results: Vec<_> = checks.into_iter().map(|check| (check.what, check.result)).collect();
    let boards = whole.samples.iter().map(Vec::len).sum::<usize>() + 1;
    assert_eq!(
        results,
        [
            ("levels add up to the total", Ok("37 levels".to_owned())),
            ("all states there are were counted", Ok("20160 states".to_owned())),
            ("stored boards are boards of this puzzle", Ok(format!("{boards} boards"))),
        ]
    );
}

#[test]
fn a_changed_number_fails_its_condition() {
    let one = |text: &str| vec![text.to_owned()];
    assert_eq!(failing(|_| ()), Vec::<String>::new());
    let total = failing(|it| it.total = 20_161);
    assert!(total[0] == "they do not add up to 20161" && total[1].starts_with("20161 states"));
    assert_eq!(failing(|it| it.levels[0] = 2)[0], "depth 0 is not one state");
    let gap = failing(|it| {
        it.levels[3] += it.levels[4];
        it.levels[4] = 0;
    });
    assert_eq!(gap[0], "no state at depth 4");
    let moved = |it: &mut Certificate| {
        it.levels[5] += 1;
        it.levels[6] -= 1;
    };
    assert_eq!(failing(moved), Vec::<String>::new(), "the sum is the same");
    let radius = failing(|it| it.radius = Some(35));
    assert_eq!(radius, one("the radius Some(35) is not the last level Some(36)"));
    let fewer = failing(|it| {
        it.total -= it.levels.pop().expect("a level");
        it.radius = Some(35);
        it.antipodes = None;
        it.samples.pop();
    });
    assert!(fewer.len() == 1 && fewer[0].ends_with("but Some(20160) can be reached"), "{fewer:?}");
    // A part of the space need not be all of it.
    let part = failing(|it| {
        it.total -= it.levels.pop().expect("a level");
        (it.radius, it.complete, it.antipodes) = (None, false, None);
        it.samples.pop();
    });
    assert_eq!(part, Vec::<String>::new());
}

#[test]
fn invalid_boards_fail_their_condition() {
    let sample = failing(|it| it.samples[1][0] = "1 2 3 4 4 5 6 0".to_owned());
    assert!(sample.len() == 1 && sample[0].contains("is not a board of this puzzle"), "{sample:?}");
    let many = failing(|it| {
        let board = it.samples[0][0].clone();
        it.samples[0].push(board);
    });
    assert_eq!(many, ["more samples than states at depth 0"]);
    let antipodes = failing(|it| {
        let board = it.samples[0][0].clone();
        it.antipodes.as_mut().expect("antipodes").push(board);
    });
    assert_eq!(antipodes, ["2 antipodes instead of 1"]);
}

#[test]
fn impossible_numbers_are_refused_before_they_are_used() {
    let read = |change: &dyn Fn(&mut Certificate)| {
        let mut changed = certificate();
        change(&mut changed);
        Certificate::from_members::<Tiles>(changed.members())
    };
    assert_eq!(read(&|_| ()).map(|it| it.levels), Ok(certificate().levels));
    let impossible: [&dyn Fn(&mut Certificate); 6] = [
        &|it| it.levels[3] = u64::MAX,
        &|it| it.seconds = -1.0,
        &|it| it.setup_seconds = -1.0,
        &|it| it.samples.resize(38, Vec::new()),
        &|it| it.statistics.resize(38, NO_COST),
        &|it| it.statistics = vec![LevelCost { seconds: -1.0, ..NO_COST }],
    ];
    for (number, change) in impossible.iter().enumerate() {
        let refused = read(change).expect_err("impossible");
        assert!(refused.contains("impossible"), "{number}: {refused}");
    }
    assert!(read(&|it| it.metric = "triple".into()).is_err_and(|why| why.contains("metric")));
    assert!(read(&|it| it.start = "1 2".into()).is_err_and(|why| why.contains("start")));
}

#[test]
fn statistics_are_a_table_of_the_levels() {
    let mut whole = certificate();
    whole.statistics.clear();
    assert_eq!(whole.statistics_table(), "");
    whole.statistics = vec![
        LevelCost { seconds: 0.5, bytes_read: 3, ..NO_COST },
        LevelCost { bytes_written: 7, partial_bytes: 9, waited: 0.25, ..NO_COST },
    ];
    let expected = "depth,states,seconds,bytes_read,bytes_written,partial_bytes,waited\n\
                    0,1,0.500,3,0,0,0.000\n1,2,0.000,0,7,9,0.250\n";
    assert_eq!(whole.statistics_table(), expected);
    let read = whole.enumeration::<Tiles>().expect("it names nothing unknown");
    assert_eq!(read.statistics.len(), 2);
    assert_eq!((read.statistics[1].states, read.statistics[0].bytes_read), (2, 3));
    assert_eq!(
        (read.total, read.radius, read.antipodes.map(|it| it.len())),
        (20_160, Some(36), Some(1))
    );
}

/// A state at an even depth has its blank on a cell of the colour of the start.
#[test]
fn states_at_even_depths_have_the_blank_on_one_colour() {
    let whole = certificate();
    let colour_check = |it: &Certificate| check_colours(it).map(|check| check.result);
    assert_eq!(colour_check(&whole), Some(Ok("10080 states at even depths".to_owned())));
    let mut moved = whole.clone();
    moved.levels[5] += 1;
    moved.levels[6] -= 1;
    let wrong = "10079 states at even depths instead of 10080".to_owned();
    assert_eq!(colour_check(&moved), Some(Err(wrong)));
    let multi = Certificate { metric: "multi".into(), ..whole.clone() };
    assert_eq!(colour_check(&multi), None, "a move there may pass any number of cells");
    assert_eq!(colour_check(&Certificate { complete: false, ..whole }), None);
    // A board with more cells of one colour than of the other.
    let size = Size::new(3, 3).expect("a size");
    let plan = tiles::plan(&tiles::request(size)).expect("little memory");
    let nine = run(&plan, &Limit::none(), &mut |_| ()).expect("an enumeration");
    let even = Ok(format!("{} states at even depths", 181_440 / 9 * 5));
    assert_eq!(colour_check(&Certificate::of(&nine)), Some(even));
}
