//! Optimal lengths compared with breadth-first search, with and without the automaton.

use super::automaton::SlideRows;
use super::{Board, Tree};
use crate::pdb::PatternError;
use crate::pdb::multi::{Views, build};
use crate::pdb::{Pattern, multi};
use crate::{Multi, Nibbles, Position, Size, Sliding};
use loyd_search::observe::Limit;
use loyd_search::search::deepening::{Mode, OneStage, search};
use loyd_search::space::StateSpace;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// The board of a search tree for patterns, with an automaton of strings of this length.
fn board(goal: &Position, patterns: &[&[usize]], length: usize) -> Board {
    let pattern =
        |cells: &&[usize]| Pattern::new(goal.size(), goal.blank(), cells).expect("a pattern");
    let patterns: Vec<Pattern> = patterns.iter().map(pattern).collect();
    let table = |pattern: &Pattern| build(pattern, 1);
    let views = Views::new::<PatternError>(goal, &patterns, table).expect("small");
    Board::new(views, SlideRows::new(goal.size(), length, usize::MAX)).expect("fits")
}

fn length(board: &Board, start: &Position, goal: &Position) -> u32 {
    let tree = Tree::new(board, start);
    let mode = Mode { threads: 1, proven: true, split: true };
    let report = search(&OneStage(&tree), mode, &Limit::none(), &mut |_| ());
    let path = report.outcome.path().expect("solvable");
    assert_eq!(start.replay(path).expect("legal"), *goal);
    path.len() as u32
}

/// Every `step`-th state of a board, at its distance by breadth-first search from the goal.
fn agrees<const W: usize, const N: usize>(
    goal: &Position,
    patterns: &[&[usize]],
    length_of_strings: usize,
    step: usize,
) -> usize {
    let space = Sliding::<Nibbles<W, N>, Multi>::new(goal);
    let board = board(goal, patterns, length_of_strings);
    let start = Sliding::<Nibbles<W, N>, Multi>::board(goal);
    let mut distances = HashMap::from([(start, 0u32)]);
    let mut queue = std::collections::VecDeque::from([start]);
    let (mut seen, mut compared) = (0, 0);
    while let Some(state) = queue.pop_front() {
        let distance = distances[&state];
        if seen % step == 0 {
            use crate::Board as _;
            let tiles: Vec<u64> = (0..N).map(|cell| state.tile(cell) as u64).collect();
            let position = Position::new(goal.size(), &tiles).expect("a board");
            assert_eq!(length(&board, &position, goal), distance, "{position:?}");
            compared += 1;
        }
        seen += 1;
        for mv in space.moves(&state) {
            let mut next = state;
            space.apply(&mut next, mv);
            if let Entry::Vacant(place) = distances.entry(next) {
                place.insert(distance + 1);
                queue.push_back(next);
            }
        }
    }
    compared
}

fn goal(w: usize, h: usize, tiles: &[u64]) -> Position {
    Position::new(Size::new(w, h).expect("a size"), tiles).expect("a board")
}

#[test]
fn all_states_of_small_boards_at_their_distances() {
    let two_by_four = goal(4, 2, &[1, 2, 3, 4, 5, 6, 7, 0]);
    assert_eq!(agrees::<4, 8>(&two_by_four, &[&[0, 1, 4], &[2, 3]], 12, 1), 20_160);
    let inner = goal(4, 2, &[5, 0, 3, 7, 4, 2, 1, 6]);
    assert_eq!(agrees::<4, 8>(&inner, &[&[0, 2, 7], &[3, 4, 5]], 9, 5), 4032);
    let three = goal(3, 3, &[0, 1, 2, 3, 4, 5, 6, 7, 8]);
    assert_eq!(agrees::<3, 9>(&three, &[&[1, 2, 4], &[5, 7, 8, 6]], 12, 31), 5853);
    let middle = goal(3, 3, &[8, 1, 2, 3, 0, 5, 6, 7, 4]);
    assert_eq!(agrees::<3, 9>(&middle, &[&[0, 1, 2, 5, 6]], 10, 101), 1797);
    let tall = goal(2, 4, &[1, 2, 3, 4, 0, 5, 6, 7]);
    assert_eq!(agrees::<2, 8>(&tall, &[&[0, 1, 7, 6]], 2, 17), 1186);
}

/// The same lengths with the smallest automaton, which forbids only two slides along one line.
#[test]
fn the_automaton_changes_no_length() {
    let three = goal(3, 3, &[1, 2, 3, 4, 5, 6, 7, 8, 0]);
    assert_eq!(agrees::<3, 9>(&three, &[&[0, 1, 2, 3]], 2, 211), 860);
    assert_eq!(agrees::<3, 9>(&three, &[&[0, 1, 2, 3]], 14, 53), 3424);
}

#[test]
fn the_heuristic_is_consistent_with_itself() {
    let goal = Position::blank_last(Size::new(4, 3).expect("a size"));
    let board = board(&goal, &[&[0, 1, 2, 4], &[3, 5, 6]], 6);
    assert_eq!(board.heuristic.value(&goal), 0);
    let views = multi::Views::new::<PatternError>(
        &goal,
        &[Pattern::new(goal.size(), goal.blank(), &[0, 1]).expect("valid")],
        |pattern| build(pattern, 1),
    )
    .expect("small");
    assert_eq!(views.views().len(), 1);
}
