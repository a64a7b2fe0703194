//! Text that people write: boards, goals, moves, names, and partitions of the tiles.

use loyd_search::puzzle::Puzzle;
use loyd_search::search::AlgorithmSpec;
use loyd_tiles::heuristic::HeuristicSpec;
use loyd_tiles::pdb::Partition;
use loyd_tiles::solver::Tiles;
use loyd_tiles::{
    Position, Size, format_moves, parse_goal, parse_moves, parse_position, parse_size,
};

/// Reads the text as everything that an option or a line of a file can be. A board that is read must
/// be the same board when it is printed and read again; so must moves.
pub fn board(text: &str) {
    let sizes = [None, Size::new(3, 3), Size::new(4, 2), Size::new(7, 1), Size::new(20, 20)];
    for size in sizes {
        if let Ok(position) = parse_position(text, size) {
            let again = parse_position(&position.to_string(), Some(position.size()));
            assert_eq!(again.as_ref(), Ok(&position));
        }
        let _ = parse_goal(text, size);
    }
    if let Ok(size) = parse_size(text) {
        assert_eq!(parse_size(&size.to_string()), Ok(size));
    }
    if let Ok(moves) = parse_moves(text) {
        assert_eq!(parse_moves(&format_moves(&moves)).as_ref(), Ok(&moves));
        let start = Position::blank_last(Size::new(4, 4).expect("4x4"));
        let _ = start.replay(&moves);
    }
    let _ = text.parse::<HeuristicSpec>();
    let _ = AlgorithmSpec::parse(text, &Tiles::algorithms());
}

/// Reads the text as a partition: as a drawing, and as lists or masks of the tiles of two goals.
pub fn partition(text: &str) {
    let _ = Partition::from_drawing(text);
    for size in [Size::new(4, 4), Size::new(8, 8), Size::new(9, 9)] {
        let goal = Position::blank_last(size.expect("a size"));
        if let Ok(partition) = Partition::from_tiles(text, &goal) {
            assert_eq!(partition.size(), goal.size());
            assert_eq!(partition.blank(), goal.blank());
        }
    }
}
