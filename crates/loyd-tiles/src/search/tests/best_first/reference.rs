//! A slow reference best-first search: sorted maps, lists of tiles, keys lowered in place, one
//! state at a time.

use super::{children, configuration, cost_of, size, solve};
use crate::heuristic::{LinearConflict, Manhattan, Zero};
use crate::{Multi, Nibbles, Position, Scrambler, Single, Size, Word64};
use loyd_search::observe::{Limit, Statistics};
use loyd_search::search::best_first::Configuration;
use std::collections::{BTreeMap, HashMap};

/// The counts that are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Counts {
    expanded: u64,
    generated: u64,
    inserted: u64,
    reopened: u64,
    peak_open: u64,
    peak_closed: u64,
}

impl From<&Statistics> for Counts {
    fn from(of: &Statistics) -> Self {
        Self {
            expanded: of.expanded,
            generated: of.generated,
            inserted: of.inserted,
            reopened: of.reopened,
            peak_open: of.peak_open,
            peak_closed: of.peak_closed,
        }
    }
}

/// The place of a state in the open list: priority, tie, age.
type Place = (u64, i64, i64);

struct Node {
    g: u32,
    /// The direction of the move to it, if there was one: (columns, rows).
    way: Option<(i32, i32)>,
    place: Option<Place>,
}

/// Sums of column and row distances between tiles and their goals (blank last).
fn manhattan(size: Size, tiles: &[u16]) -> (u32, u32) {
    let (mut columns, mut rows) = (0, 0);
    for (cell, &tile) in tiles.iter().enumerate().filter(|&(_, &tile)| tile != 0) {
        let goal = usize::from(tile) - 1;
        columns += (cell % size.width()).abs_diff(goal % size.width()) as u32;
        rows += (cell / size.width()).abs_diff(goal / size.width()) as u32;
    }
    (columns, rows)
}

/// Best-first search with `a g + b h`; the tie-breaking rule is given by name.
struct Reference<'a> {
    a: u64,
    b: u64,
    ties: &'a str,
    multi: bool,
    blind: bool,
}

impl Reference<'_> {
    fn h(&self, size: Size, tiles: &[u16]) -> u32 {
        let (columns, rows) = manhattan(size, tiles);
        match (self.blind, self.multi) {
            (true, _) => 0,
            (_, false) => columns + rows,
            _ => {
                columns.div_ceil(size.width() as u32 - 1) + rows.div_ceil(size.height() as u32 - 1)
            }
        }
    }

    fn place(&self, g: u32, h: u32, age: i64) -> Place {
        let priority = self.a * u64::from(g) + self.b * u64::from(h);
        match self.ties {
            "high-g" => (priority, -i64::from(g), -age),
            "low-g" => (priority, i64::from(g), -age),
            "lifo" => (priority, 0, -age),
            _ => (priority, 0, age),
        }
    }

    fn search(&self, start: &Position, goal: &Position) -> (u32, Counts) {
        let size = start.size();
        let h = self.h(size, start.tiles());
        let first = self.place(0, h, 0);
        let mut open = BTreeMap::from([(first, start.tiles().to_vec())]);
        let start = Node { g: 0, way: None, place: Some(first) };
        let mut nodes = HashMap::from([(open[&first].clone(), start)]);
        let mut age = 0;
        let mut counts = Counts { generated: 1, inserted: 1, peak_open: 1, ..Counts::default() };
        while let Some((_, tiles)) = open.pop_first() {
            let node = nodes.get_mut(&tiles).expect("it was met");
            if tiles == goal.tiles() {
                return (node.g, counts);
            }
            node.place = None;
            counts.expanded += 1;
            let closed = (nodes.len() - open.len()) as u64;
            counts.peak_closed = counts.peak_closed.max(closed);
            let (g, way) = (nodes[&tiles].g + 1, nodes[&tiles].way);
            for (child, next) in children(size, &tiles, self.multi) {
                let redundant = way.is_some_and(|(dx, dy)| {
                    if self.multi { (dx != 0) == (next.0 != 0) } else { (-dx, -dy) == next }
                });
                if redundant {
                    continue;
                }
                counts.generated += 1;
                let h = self.h(size, &child);
                if let Some(old) = nodes.get(&child) {
                    if old.g <= g {
                        continue;
                    }
                    match old.place {
                        Some(place) => {
                            open.remove(&place);
                        }
                        None => counts.reopened += 1,
                    }
                } else {
                    counts.inserted += 1;
                }
                age += 1;
                let place = self.place(g, h, age);
                open.insert(place, child.clone());
                nodes.insert(child, Node { g, way: Some(next), place: Some(place) });
                counts.peak_open = counts.peak_open.max(open.len() as u64);
            }
        }
        panic!("no goal")
    }
}

/// The board after this many random slides, none of which undoes the previous one.
fn walk(goal: &Position, steps: usize, scrambler: &mut Scrambler) -> Position {
    let (mut before, mut tiles) = (Vec::new(), goal.tiles().to_vec());
    for _ in 0..steps {
        let mut next: Vec<Vec<u16>> =
            children(goal.size(), &tiles, false).into_iter().map(|(child, _)| child).collect();
        next.retain(|child| *child != before);
        // As good as any random number: the cell of a tile on a random board.
        let cell = scrambler.position(goal).tiles().iter().position(|&tile| tile == 1);
        let chosen = next.swap_remove(cell.expect("a tile") % next.len());
        before = std::mem::replace(&mut tiles, chosen);
    }
    let tiles: Vec<u64> = tiles.into_iter().map(u64::from).collect();
    Position::new(goal.size(), &tiles).expect("a board")
}

/// Compares all counts, with one state at a time.
#[test]
fn counts_equal_those_of_the_slow_reference() {
    let none = Limit::none();
    let mut reopened = 0;
    for (text, a, b, ties) in [
        ("astar", 1, 1, "high-g"),
        ("astar(low-g)", 1, 1, "low-g"),
        ("astar(lifo)", 1, 1, "lifo"),
        ("astar(fifo)", 1, 1, "fifo"),
        ("wastar(3)", 1, 3, "high-g"),
        ("wastar(1.25,fifo)", 4, 5, "fifo"),
        ("bfs", 1, 0, "fifo"),
        ("ucs(lifo)", 1, 0, "lifo"),
    ] {
        let configuration = Configuration { batch: 1, ..configuration(text) };
        let blind = b == 0;
        // Larger boards would compare some hundred thousand states: boards near the goal suffice.
        for (width, height, steps) in
            [(3, 3, None), (4, 2, None), (2, 3, None), (5, 2, Some(24)), (4, 3, Some(16))]
        {
            let goal = Position::blank_last(size(width, height));
            let mut scrambler = Scrambler::new(6);
            for _ in 0..if blind { 1 } else { 5 } {
                let start = match steps {
                    None => scrambler.position(&goal),
                    Some(steps) => walk(&goal, steps, &mut scrambler),
                };
                for multi in [false, true] {
                    let reference = Reference { a, b, ties, multi, blind };
                    let expected = reference.search(&start, &goal);
                    let solve = match (multi, blind) {
                        (false, false) => solve::<Word64, Single, Manhattan>,
                        (true, false) => solve::<Word64, Multi, Manhattan>,
                        (false, true) => solve::<Word64, Single, Zero>,
                        (true, true) => solve::<Word64, Multi, Zero>,
                    };
                    let report = solve(&start, &goal, &configuration, &none);
                    let counts = Counts::from(&report.statistics);
                    let cost = cost_of(&report, &start, &goal);
                    assert_eq!((cost, counts), expected, "{text} multi {multi} {start}");
                    reopened += counts.reopened;
                }
            }
        }
    }
    assert!(reopened > 0, "nothing was opened again");
}

/// A 15-puzzle of some ten thousand states in which many keys are lowered.
#[test]
fn counts_of_a_fifteen_puzzle_equal_those_of_the_slow_reference() {
    let goal = Position::blank_last(size(4, 4));
    let (mut scrambler, mut compared) = (Scrambler::new(21), 0);
    let configuration = Configuration { batch: 1, ..configuration("astar") };
    while compared < 2 {
        let start = scrambler.position(&goal);
        // A quick check that it is an easy one.
        let few = Limit { nodes: Some(10_000), ..Limit::none() };
        let easy =
            solve::<Nibbles<4, 16>, Single, LinearConflict>(&start, &goal, &configuration, &few);
        if easy.outcome.path().is_none() {
            continue;
        }
        let none = Limit::none();
        let report =
            solve::<Nibbles<4, 16>, Single, Manhattan>(&start, &goal, &configuration, &none);
        let reference = Reference { a: 1, b: 1, ties: "high-g", multi: false, blind: false };
        let counts = Counts::from(&report.statistics);
        assert_eq!((cost_of(&report, &start, &goal), counts), reference.search(&start, &goal));
        compared += 1;
    }
}
