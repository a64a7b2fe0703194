//! Best-first search compared with slow reference implementations that share no code with it, and
//! with distances by definition.

mod limits;
mod reference;
mod toy;

use crate::heuristic::{LinearConflict, Manhattan, TileHeuristic, Zero};
use crate::{
    Board, Metric, Multi, Nibbles, Position, Scrambler, Single, Size, Slide, Sliding, Wide, Word64,
    Word128,
};
use loyd_search::observe::{Expansion, Limit, Observer, Outcome, Report};
use loyd_search::search::best_first::{Configuration, PACE, search};
use loyd_search::search::{AlgorithmName, AlgorithmSpec, ida_star};
use std::collections::HashMap;

fn configuration(text: &str) -> Configuration {
    let spec = AlgorithmSpec::parse(text, AlgorithmName::ALL).expect("an algorithm");
    spec.best_first().expect("a best-first search")
}

/// Distances of all boards from `goal`, on plain lists of tiles.
fn distances(goal: &Position, multi: bool) -> HashMap<Vec<u16>, u32> {
    let mut distance = HashMap::from([(goal.tiles().to_vec(), 0)]);
    let mut level = vec![goal.tiles().to_vec()];
    for depth in 1.. {
        let mut next = Vec::new();
        for tiles in &level {
            for (child, _) in children(goal.size(), tiles, multi) {
                if !distance.contains_key(&child) {
                    distance.insert(child.clone(), depth);
                    next.push(child);
                }
            }
        }
        if next.is_empty() {
            break;
        }
        level = next;
    }
    distance
}

/// Boards one move away, blank up, left, right, down, with the line that was moved along.
fn children(size: Size, tiles: &[u16], multi: bool) -> Vec<(Vec<u16>, (i32, i32))> {
    let (w, h) = (size.width() as i32, size.height() as i32);
    let blank = tiles.iter().position(|&tile| tile == 0).expect("a blank") as i32;
    let mut children = Vec::new();
    for (dx, dy) in [(0, -1), (-1, 0), (1, 0), (0, 1)] {
        let mut moved = tiles.to_vec();
        let (mut x, mut y) = (blank % w, blank / w);
        while (0..w).contains(&(x + dx)) && (0..h).contains(&(y + dy)) {
            moved.swap((y * w + x) as usize, ((y + dy) * w + x + dx) as usize);
            (x, y) = (x + dx, y + dy);
            children.push((moved.clone(), (dx, dy)));
            if !multi {
                break;
            }
        }
    }
    children
}

/// The search from `start` with boards of one type.
fn solve<B: Board, M: Metric, H: TileHeuristic<B, M>>(
    start: &Position,
    goal: &Position,
    configuration: &Configuration,
    limit: &Limit,
) -> Report<Slide> {
    let space = Sliding::<B, M>::new(goal);
    let heuristic = H::new(&space).expect("for all boards");
    search(&space, &heuristic, &B::new(start.size(), start.tiles()), configuration, limit, &mut ())
}

/// The cost of a report, whose path is replayed.
fn cost_of(report: &Report<Slide>, start: &Position, goal: &Position) -> u32 {
    let Outcome::Solved { path, cost, lower_bound, .. } = &report.outcome else {
        panic!("{start}: {:?}", report.outcome)
    };
    assert_eq!(path.len() as u32, *cost);
    assert_eq!(start.replay(path).as_ref(), Ok(goal));
    assert!(lower_bound <= cost);
    *cost
}

fn size(width: usize, height: usize) -> Size {
    Size::new(width, height).expect("a size")
}

const OPTIMAL: [&str; 7] =
    ["astar", "astar(low-g)", "astar(fifo)", "astar(lifo)", "wastar(1)", "bfs", "ucs"];

#[test]
fn lengths_equal_distances_by_definition() {
    by_definition(1_500);
}

#[test]
#[ignore = "half a minute: ten thousand boards"]
fn lengths_of_ten_thousand_boards_equal_distances_by_definition() {
    by_definition(10_000);
}

/// Compares the lengths of random 8-puzzles with their distances.
fn by_definition(boards: usize) {
    let goal = Position::blank_last(size(3, 3));
    let (single, multi) = (distances(&goal, false), distances(&goal, true));
    let mut scrambler = Scrambler::new(1);
    let none = Limit::none();
    for number in 0..boards {
        let start = scrambler.position(&goal);
        // Uninformed searches visit most of the space: every algorithm only for the first boards.
        let names = if number < boards / 75 { &OPTIMAL[..] } else { &OPTIMAL[number % 5..][..1] };
        for configuration in names.iter().map(|name| configuration(name)) {
            let one = solve::<Nibbles<3, 9>, Single, LinearConflict>;
            let report = one(&start, &goal, &configuration, &none);
            assert_eq!(cost_of(&report, &start, &goal), single[start.tiles()]);
            assert!(matches!(report.outcome, Outcome::Solved { proven: true, .. }));
            if number % 10 == 0 {
                let several = solve::<Word64, Multi, Manhattan>;
                let report = several(&start, &goal, &configuration, &none);
                assert_eq!(cost_of(&report, &start, &goal), multi[start.tiles()]);
                assert!(matches!(report.outcome, Outcome::Solved { proven: true, .. }));
            }
        }
    }
}

/// Board types, batches and tie-breaking orders do not change the length, and neither does
/// iterative deepening.
#[test]
fn searches_agree_on_boards_of_several_shapes() {
    fn check<B: Board, M: Metric>(width: usize, height: usize, boards: usize)
    where
        Manhattan: TileHeuristic<B, M> + TileHeuristic<Wide, M>,
        Zero: TileHeuristic<B, M>,
    {
        let goal = Position::blank_last(size(width, height));
        let space = Sliding::<Wide, M>::new(&goal);
        let manhattan = <Manhattan as TileHeuristic<Wide, M>>::new(&space).expect("for all boards");
        let mut scrambler = Scrambler::new(3);
        let none = Limit::none();
        for _ in 0..boards {
            let start = scrambler.position(&goal);
            let wide = Wide::new(start.size(), start.tiles());
            let reference = ida_star::search(&space, &manhattan, &wide, &none, &mut ());
            let expected = cost_of(&reference, &start, &goal);
            for name in &OPTIMAL[..5] {
                let configuration = configuration(name);
                let report = solve::<B, M, Manhattan>(&start, &goal, &configuration, &none);
                assert_eq!(cost_of(&report, &start, &goal), expected, "{name} {start}");
            }
            if width * height <= 8 {
                let report = solve::<B, M, Zero>(&start, &goal, &configuration("ucs"), &none);
                assert_eq!(cost_of(&report, &start, &goal), expected, "ucs {start}");
            }
        }
    }
    check::<Word64, Single>(4, 2, 30);
    check::<Word64, Multi>(4, 2, 20);
    check::<Word64, Single>(5, 2, 6);
    check::<Word128, Multi>(5, 2, 4);
    check::<Word128, Single>(3, 2, 20);
    check::<Word64, Single>(4, 3, 4);
    check::<Wide, Single>(3, 3, 10);
}

/// Counts expansions below a length.
struct Below(u32, u64);

impl<S: loyd_search::space::StateSpace> Observer<S> for Below {
    fn expanding(&mut self, expansion: &Expansion<'_, S::State>) {
        self.1 += u64::from(expansion.g + expansion.h < self.0);
    }
}

#[test]
fn batches_expand_the_same_states_below_the_length() {
    let goal = Position::blank_last(size(4, 4));
    let space = Sliding::<Nibbles<4, 16>, Single>::new(&goal);
    let heuristic: LinearConflict =
        TileHeuristic::<Nibbles<4, 16>, Single>::new(&space).expect("all boards have it");
    let (mut scrambler, mut boards, mut batched) = (Scrambler::new(11), 0, 0);
    while boards < 4 {
        let start = scrambler.position(&goal);
        let board = Sliding::<Nibbles<4, 16>, Single>::board(&start);
        let run = |batch, length| {
            let configuration = Configuration { batch, ..configuration("astar") };
            let limit = Limit { nodes: Some(300_000), ..Limit::none() };
            let mut below = Below(length, 0);
            let report = search(&space, &heuristic, &board, &configuration, &limit, &mut below);
            (report, below.1)
        };
        let (textbook, _) = run(1, 0);
        let Outcome::Solved { cost, .. } = textbook.outcome else { continue };
        let ((one, below), (many, also)) = (run(1, cost), run(16, cost));
        assert_eq!(cost_of(&many, &start, &goal), cost);
        assert_eq!(below, also, "{start}");
        assert!(also <= many.statistics.expanded && below <= one.statistics.expanded);
        batched += u32::from(many.statistics.expanded > 16 * PACE);
        boards += 1;
    }
    assert!(batched > 0, "no search was long enough for whole batches");
}

#[test]
fn weighted_searches_stay_within_their_bound() {
    let goal = Position::blank_last(size(3, 3));
    let distance = distances(&goal, false);
    let mut longer = 0;
    for (text, numerator, denominator) in
        [("1.1", 11, 10), ("1.5", 3, 2), ("3", 3, 1), ("1000", 1000, 1), ("1.000001", 1, 1)]
    {
        let configuration = configuration(&format!("wastar({text})"));
        let mut scrambler = Scrambler::new(2);
        for _ in 0..300 {
            let start = scrambler.position(&goal);
            let none = Limit::none();
            let report =
                solve::<Nibbles<3, 9>, Single, Manhattan>(&start, &goal, &configuration, &none);
            let (cost, shortest) = (cost_of(&report, &start, &goal), distance[start.tiles()]);
            let Outcome::Solved { lower_bound, proven, .. } = report.outcome else {
                unreachable!()
            };
            assert_eq!(proven, lower_bound == cost);
            assert!(lower_bound <= shortest && shortest <= cost);
            assert!(cost * denominator <= numerator * shortest, "{text}: {cost} {shortest}");
            assert!(lower_bound * numerator >= cost * denominator, "the bound is too weak");
            longer += u32::from(cost > shortest);
        }
    }
    assert!(longer > 100, "weights made no difference");
}

#[test]
fn suboptimal_searches_report_their_bound() {
    let goal = Position::blank_last(size(3, 3));
    let distance = distances(&goal, false);
    for name in [
        "greedy",
        "greedy(fifo)",
        "greedy(high-g)",
        "greedy(low-g)",
        "nayak-huang",
        "nayak-huang(greedy)",
        "nayak-huang(astar,3)",
        "nayak-huang(bfs)",
    ] {
        let configuration = configuration(name);
        let (mut scrambler, mut longer) = (Scrambler::new(4), 0);
        for _ in 0..if name.contains("bfs") { 20 } else { 500 } {
            let start = scrambler.position(&goal);
            let none = Limit::none();
            let report =
                solve::<Nibbles<3, 9>, Single, Manhattan>(&start, &goal, &configuration, &none);
            let (cost, shortest) = (cost_of(&report, &start, &goal), distance[start.tiles()]);
            let Outcome::Solved { lower_bound, proven, .. } = report.outcome else {
                unreachable!()
            };
            assert_eq!(proven, lower_bound == cost);
            assert!(lower_bound <= shortest && shortest <= cost);
            longer += u32::from(cost > shortest);
        }
        // Breadth-first keys are never lowered later, so nothing is lost there.
        assert_eq!(longer > 0, name != "nayak-huang(bfs)", "{name}: {longer}");
    }
}
