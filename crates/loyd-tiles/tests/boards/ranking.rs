//! A ranking numbers the reachable states without gaps or repetitions, for any start.

use loyd_search::space::{Ranking, StateSpace};
use loyd_tiles::boards::{BoardVisitor, with_board};
use loyd_tiles::{
    Board, BoardRanking, Metric, Multi, Position, Scrambler, Single, Size, Sliding, Wide, solvable,
    solvable_states,
};

fn size(width: usize, height: usize) -> Size {
    Size::new(width, height).unwrap()
}

/// Starts with the blank on every cell: tiles in order, in reverse order, and shuffled by hand.
fn starts(size: Size) -> Vec<Position> {
    let cells = size.cells() as u64;
    let with_blank = |cell: usize, order: &mut dyn Iterator<Item = u64>| {
        let mut tiles: Vec<u64> = order.collect();
        tiles.insert(cell, 0);
        Position::new(size, &tiles).unwrap()
    };
    let mut starts = Vec::new();
    for cell in 0..size.cells() {
        starts.push(with_blank(cell, &mut (1..cells)));
        starts.push(with_blank(cell, &mut (1..cells).rev()));
        starts.push(with_blank(
            cell,
            &mut (1..cells).rev().step_by(2).chain((1..cells).rev().skip(1).step_by(2)),
        ));
    }
    starts
}

struct Bijection<'a>(&'a Position);

impl BoardVisitor for Bijection<'_> {
    type Output = ();

    fn visit<B: Board>(self) {
        bijection::<B>(self.0);
    }
}

/// Every number is the rank of its state, and every state can reach the start. The numbers and the
/// reachable states are equal in number, so the ranking is one to one.
fn bijection<B: Board>(start: &Position) {
    let ranking = BoardRanking::<B>::new(start).unwrap();
    assert_eq!(Some(u128::from(ranking.size())), solvable_states(start.size()));
    for number in 0..ranking.size() {
        let board = ranking.unrank(number);
        assert_eq!(ranking.rank(&board), number, "{start}");
        let tiles = board.tiles();
        assert!(solvable(start.size(), &tiles, start.tiles()).is_ok(), "{number} of {start}");
        assert_eq!(tiles[board.blank()], 0);
        let longs: Vec<u64> = tiles.iter().map(|&tile| tile.into()).collect();
        assert!(Position::new(start.size(), &longs).is_ok(), "{number} of {start}");
    }
}

#[test]
fn one_to_one_on_whole_spaces() {
    for (width, height) in
        [(1, 1), (1, 2), (5, 1), (1, 5), (2, 2), (3, 2), (2, 3), (4, 2), (2, 4), (16, 1)]
    {
        for start in starts(size(width, height)) {
            with_board(start.size(), Bijection(&start));
            bijection::<Wide>(&start);
        }
    }
}

#[test]
fn one_to_one_on_whole_larger_spaces() {
    for (width, height, every) in [(3, 3, 7), (5, 2, 17), (2, 5, 19)] {
        for start in starts(size(width, height)).iter().step_by(every) {
            with_board(start.size(), Bijection(start));
        }
    }
}

/// Walks at random and checks that every state has a rank below the number of states, and unranks
/// back.
fn walk<B: Board, M: Metric>(start: &Position, steps: u64) {
    let space = Sliding::<B, M>::new(start);
    let ranking = BoardRanking::<B>::new(start).unwrap();
    let mut board = Sliding::<B, M>::board(start);
    let mut random = 12345u64;
    for _ in 0..steps {
        let moves: Vec<_> = space.moves(&board).collect();
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        space.apply(&mut board, moves[(random >> 33) as usize % moves.len()]);
        let rank = ranking.rank(&board);
        assert!(rank < ranking.size());
        assert_eq!(ranking.unrank(rank), board, "{start}");
    }
}

struct Walk<'a>(&'a Position);

impl BoardVisitor for Walk<'_> {
    type Output = ();

    fn visit<B: Board>(self) {
        walk::<B, Single>(self.0, 2000);
        walk::<B, Multi>(self.0, 2000);
    }
}

#[test]
fn states_met_on_walks_have_ranks_up_to_twenty_cells() {
    for (width, height) in [(4, 3), (4, 4), (8, 2), (2, 8), (3, 5), (6, 3), (5, 4), (4, 5), (10, 2)]
    {
        let mut random = Scrambler::new(9);
        for _ in 0..5 {
            let start = random.position(&Position::blank_last(size(width, height)));
            with_board(start.size(), Walk(&start));
        }
    }
}

#[test]
fn more_than_twenty_cells_have_no_ranks() {
    for (width, height) in [(7, 3), (5, 5), (21, 1), (100, 100)] {
        let start = Position::blank_first(size(width, height));
        assert!(BoardRanking::<Wide>::new(&start).is_none());
    }
}
