//! Searches of the library agree with the true distances.

use super::Measured;
use loyd_cube::cube2::{CoordinateDistance, Cube2, Cube2Space};
use loyd_cube::{Half, Quarter, Scrambler, Stickers, Turn};
use loyd_search::observe::{Limit, Outcome, Report};
use loyd_search::search::{Parameters, astar, best_first, bibfs, every, ida_star, mm, nbs};

/// A proven shortest path that solves the plain cube.
fn check<M: Measured>(name: &str, start: Cube2, report: &Report<Turn>) {
    let distance = M::distances().of(start);
    let Outcome::Solved { path, cost, proven, .. } = &report.outcome else {
        panic!("{name} does not solve {start}");
    };
    assert_eq!((*cost, *proven), (distance, true), "{name}: {start}");
    assert_eq!(path.iter().map(|&turn| M::length(turn)).sum::<u32>(), distance);
    assert!(Stickers::from(start).after(path).is_solved(), "{name}: {start}");
}

fn searches<M: Measured>() {
    let space = Cube2Space::<M>::new(Cube2::SOLVED);
    let permutation = CoordinateDistance::permutation(&space);
    let orientation = CoordinateDistance::orientation(&space);
    let astar = astar::configuration(&Parameters::default());
    let none = Limit::none();
    let mut scrambler = Scrambler::new(2);
    let mut starts: Vec<Cube2> = (0..8).map(|_| scrambler.cube2()).collect();
    starts.push(Cube2::SOLVED);
    for start in starts {
        let report = best_first::search(&space, &permutation, &start, &astar, &none, &mut ());
        check::<M>("astar", start, &report);
        let report = best_first::search(&space, &orientation, &start, &astar, &none, &mut ());
        check::<M>("astar", start, &report);
        check::<M>("bibfs", start, &bibfs::search(&space, &start, &none, &mut ()));
        check::<M>("nbs", start, &nbs::search(&space, &permutation, &start, &none, &mut ()));
        check::<M>("mm", start, &mm::search(&space, &permutation, &start, &none, &mut ()));
        let report = ida_star::search(&space, &permutation, &start, &none, &mut ());
        check::<M>("idastar-plain", start, &report);
    }
}

#[test]
fn shortest_with_half_turns() {
    searches::<Half>();
}

#[test]
fn shortest_with_quarter_turns() {
    searches::<Quarter>();
}

/// Shortest paths counted by descending the true distances.
fn ways<M: Measured>(space: &Cube2Space<M>, cube: Cube2) -> u128 {
    use loyd_search::space::StateSpace;
    let distance = M::distances().of(cube);
    let nearer = |child: &Cube2| M::distances().of(*child) < distance;
    if distance == 0 {
        return 1;
    }
    let children = space.moves(&cube).map(|turn| cube.after(&[turn]));
    children.filter(nearer).map(|child| ways(space, child)).sum()
}

fn all_shortest_paths<M: Measured>() {
    let space = Cube2Space::<M>::new(Cube2::SOLVED);
    let permutation = CoordinateDistance::permutation(&space);
    let mut scrambler = Scrambler::new(9);
    let mut max_count = 0;
    for _ in 0..6 {
        let start = scrambler.cube2();
        let length = M::distances().of(start);
        let paths = every::search(&space, &permutation, &start, length, 5, &Limit::none());
        let count = paths.expect("no limit").count;
        assert_eq!(count, ways(&space, start), "{start}");
        max_count = max_count.max(count);
    }
    assert!(max_count > 1);
}

#[test]
fn no_shortest_path_is_lost() {
    all_shortest_paths::<Half>();
    all_shortest_paths::<Quarter>();
}
