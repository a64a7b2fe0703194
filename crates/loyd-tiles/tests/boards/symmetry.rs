//! Reflections and rotations preserve distances.

use loyd_search::space::{StateSpace, Symmetry};
use loyd_tiles::boards::{BoardVisitor, with_board};
use loyd_tiles::{
    Board, BoardSymmetry, Metric, Multi, Position, Single, Size, Sliding, distinct_cells,
    solvable_states,
};
use std::collections::HashMap;

fn size(width: usize, height: usize) -> Size {
    Size::new(width, height).unwrap()
}

/// The distance of every reachable state from the goal, by breadth-first search.
fn distances<B: Board, M: Metric>(goal: &Position) -> HashMap<B, u32> {
    let space = Sliding::<B, M>::new(goal);
    let mut distances = HashMap::from([(space.goal().clone(), 0)]);
    let mut frontier = vec![space.goal().clone()];
    while !frontier.is_empty() {
        let mut next = Vec::new();
        for board in frontier {
            let distance = distances[&board];
            for mv in space.moves(&board) {
                let mut neighbour = board.clone();
                space.apply(&mut neighbour, mv);
                distances.entry(neighbour).or_insert_with_key(|neighbour| {
                    next.push(neighbour.clone());
                    distance + 1
                });
            }
        }
        frontier = next;
    }
    distances
}

struct KeepsDistances<'a>(&'a Position, usize);

impl BoardVisitor for KeepsDistances<'_> {
    type Output = ();

    fn visit<B: Board>(self) {
        let Self(goal, order) = self;
        keeps_distances::<B, Single>(goal, order);
        keeps_distances::<B, Multi>(goal, order);
    }
}

fn keeps_distances<B: Board, M: Metric>(goal: &Position, order: usize) {
    let symmetry = BoardSymmetry::of(goal);
    assert_eq!(Symmetry::<B>::order(&symmetry), order, "{goal}");
    let distances = distances::<B, M>(goal);
    assert_eq!(Some(distances.len() as u128), solvable_states(goal.size()));
    for element in 0..order {
        let mut moved = 0;
        for (board, distance) in &distances {
            let image = symmetry.image(element, board);
            assert_eq!(distances.get(&image), Some(distance), "element {element} of {goal}");
            moved += usize::from(image != *board);
        }
        assert_eq!(moved == 0, element == 0, "only element 0 is the identity");
    }
}

#[test]
fn images_are_as_far_from_the_goal() {
    let shuffled = |size, tiles: &[u64]| Position::new(size, tiles).unwrap();
    for (goal, order) in [
        // Corner of a square: the identity and one diagonal. Centre: all eight. Edge: two.
        (Position::blank_last(size(3, 3)), 2),
        (Position::blank_on(size(3, 3), 1), 2),
        (shuffled(size(3, 3), &[7, 2, 4, 5, 0, 6, 8, 3, 1]), 8),
        // Only the identity fixes the corner of a rectangle.
        (Position::blank_last(size(3, 2)), 1),
        (Position::blank_on(size(3, 2), 1), 2),
        (shuffled(size(2, 3), &[4, 2, 0, 1, 5, 3]), 2),
        (Position::blank_last(size(4, 2)), 1),
        (Position::blank_on(size(5, 1), 2), 2),
        (Position::blank_last(size(2, 2)), 2),
    ] {
        with_board(goal.size(), KeepsDistances(&goal, order));
    }
}

#[test]
fn every_cell_has_one_kind() {
    let kinds = |width, height| distinct_cells(size(width, height));
    assert_eq!(kinds(4, 4), [0, 1, 5]);
    assert_eq!(kinds(3, 3), [0, 1, 4]);
    assert_eq!(kinds(5, 5), [0, 1, 2, 6, 7, 12]);
    assert_eq!(kinds(4, 3), [0, 1, 4, 5]);
    assert_eq!(kinds(2, 2), [0]);
    assert_eq!(kinds(5, 1), [0, 1, 2]);
    assert_eq!(kinds(1, 1), [0]);
}

fn levels(goal: &Position) -> Vec<usize> {
    let mut levels = Vec::new();
    for distance in distances::<loyd_tiles::Wide, Single>(goal).into_values() {
        let distance = distance as usize;
        if levels.len() <= distance {
            levels.resize(distance + 1, 0);
        }
        levels[distance] += 1;
    }
    levels
}

#[test]
fn cells_of_one_kind_have_one_table_and_the_kinds_differ() {
    for (board, classes) in [
        (size(3, 3), vec![vec![0, 2, 6, 8], vec![1, 3, 5, 7], vec![4]]),
        (size(4, 2), vec![vec![0, 3, 4, 7], vec![1, 2, 5, 6]]),
    ] {
        let tables: Vec<Vec<usize>> = classes
            .iter()
            .map(|class| {
                let table = levels(&Position::blank_on(board, class[0]));
                for &cell in class {
                    assert_eq!(levels(&Position::blank_on(board, cell)), table, "{board} {cell}");
                }
                table
            })
            .collect();
        assert!(tables.windows(2).all(|pair| pair[0] != pair[1]), "{board}");
        let firsts: Vec<usize> = classes.iter().map(|class| class[0]).collect();
        assert_eq!(firsts, distinct_cells(board));
    }
}
