//! A seed gives the same boards for ever: docs/adr/004.

use loyd_tiles::{Position, Scrambler, Size};

fn first_board(width: usize, height: usize, seed: u64) -> String {
    let size = Size::new(width, height).expect("a valid size");
    let board = Scrambler::new(seed).position(&Position::blank_last(size));
    board.tiles().iter().map(u16::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn boards_of_seeds_stay_as_they_were() {
    assert_eq!(Scrambler::GENERATOR, "chacha8-v1", "a new recipe needs new boards here");
    assert_eq!(first_board(3, 3, 1), "4 2 6 3 8 5 1 0 7");
    assert_eq!(first_board(4, 4, 1), "9 4 3 8 7 13 2 12 6 15 14 5 10 1 11 0");
    assert_eq!(first_board(4, 4, 2026), "1 11 14 7 13 8 6 0 9 3 4 5 10 15 12 2");
    assert_eq!(first_board(5, 2, 7), "1 6 8 5 2 4 3 9 7 0");
}
