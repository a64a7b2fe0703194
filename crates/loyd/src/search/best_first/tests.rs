//! Best-first search against slow twins that share no code with it, and against distances by
//! definition.

use super::{Configuration, search};
use crate::heuristic::{Manhattan, TileHeuristic, Zero};
use crate::observe::{Limit, Outcome, Report, Statistics, StopCause};
use crate::puzzle::tiles::{
    Board, Metric, Multi, Nibbles, Position, Scrambler, Single, Size, Slide, Sliding, Wide, Word64,
};
use crate::search::{AlgorithmSpec, Ties};
use crate::space::Heuristic;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashMap};

fn configuration(text: &str) -> Configuration {
    let spec: AlgorithmSpec = text.parse().expect("an algorithm");
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

#[test]
fn lengths_equal_distances_by_definition() {
    let goal = Position::blank_last(size(3, 3));
    let optimal =
        ["astar", "astar(low-g)", "astar(fifo)", "astar(lifo)", "bfs", "ucs", "wastar(1)"];
    let (single, multi) = (distances(&goal, false), distances(&goal, true));
    let mut scrambler = Scrambler::new(1);
    let none = Limit::none();
    for number in 0..400 {
        let start = scrambler.position(&goal);
        let configuration = configuration(optimal[number % optimal.len()]);
        let one = solve::<Nibbles<3, 9>, Single, Manhattan>(&start, &goal, &configuration, &none);
        assert_eq!(cost_of(&one, &start, &goal), single[start.tiles()]);
        assert!(matches!(one.outcome, Outcome::Solved { proven: true, .. }));
        let several = solve::<Word64, Multi, Manhattan>(&start, &goal, &configuration, &none);
        assert_eq!(cost_of(&several, &start, &goal), multi[start.tiles()]);
        assert!(matches!(several.outcome, Outcome::Solved { proven: true, .. }));
    }
}
