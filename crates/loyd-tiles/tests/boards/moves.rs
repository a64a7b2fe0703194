//! Every board type moves like the plain position, and moves can be undone.

use loyd_search::space::{MoveAlphabet, StateSpace};
use loyd_tiles::boards::{BoardVisitor, TYPED_SIZES, with_board};
use loyd_tiles::{
    Board, Direction, Metric, Multi, Position, Scrambler, Single, Size, Slide, Sliding, Wide,
    format_moves, parse_moves,
};
use proptest::prelude::*;

/// The slides that the plain position allows, up to `longest` tiles, in the order of trial.
fn legal(position: &Position, longest: u16) -> Vec<Slide> {
    let mut legal = Vec::new();
    for direction in Direction::ALL {
        for count in 1..=longest {
            let slide = Slide { direction, count };
            if position.clone().slide(slide).is_ok() {
                legal.push(slide);
            }
        }
    }
    legal
}

/// Walks from `start`, one chosen move per step, and compares with the plain position at every
/// step; then undoes all moves.
struct Walk<'a> {
    start: &'a Position,
    choices: &'a [u16],
}

impl Walk<'_> {
    fn check<B: Board, M: Metric>(&self, longest: u16) {
        let size = self.start.size();
        let space = Sliding::<B, M>::new(self.start);
        let mut board = Sliding::<B, M>::board(self.start);
        let mut plain = self.start.clone();
        let mut trail = Vec::new();
        for &choice in self.choices {
            let moves: Vec<Slide> = space.moves(&board).collect();
            assert_eq!(moves, legal(&plain, longest), "{plain}");
            if moves.is_empty() {
                return; // 1x1
            }
            let slide = moves[choice as usize % moves.len()];
            assert_eq!(space.move_of(space.letter(slide)), slide);
            assert!(space.letter(slide) < space.letters());
            assert!(moves.contains(&slide) && !space.may_follow(slide, slide.inverse()));
            let before = board.clone();
            let effect = space.apply(&mut board, slide);
            plain.slide(slide).unwrap();
            assert_eq!(board.tiles(), plain.tiles());
            assert_eq!(board.blank(), plain.blank());
            assert_eq!(board.size(), size);
            assert_eq!(board, B::new(size, plain.tiles()), "equal to a board made anew");
            let tiles: Vec<_> = effect.tiles(&board).collect();
            assert_eq!(tiles.len(), slide.count as usize);
            for moved in tiles {
                assert_eq!(before.tile(moved.from), moved.tile);
                assert_eq!(board.tile(moved.to), moved.tile);
            }
            assert_eq!(effect.is_vertical(size), slide.direction.is_vertical());
            trail.push((before, effect));
        }
        while let Some((before, effect)) = trail.pop() {
            space.undo(&mut board, effect);
            assert_eq!(board, before);
            assert_eq!(board.blank(), before.blank());
        }
        assert_eq!(board.tiles(), self.start.tiles());
    }
}

impl BoardVisitor for Walk<'_> {
    type Output = ();

    fn visit<B: Board>(self) {
        self.check::<B, Single>(1);
        self.check::<B, Multi>(self.start.size().cells() as u16);
    }
}

/// Every size with a type, and some without.
fn sizes() -> Vec<Size> {
    let wide = [(1, 1), (1, 2), (2, 1), (7, 1), (1, 9), (6, 3), (3, 6), (9, 9), (17, 3), (2, 40)];
    let all = TYPED_SIZES.iter().chain(&wide);
    all.map(|&(width, height)| Size::new(width, height).unwrap()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]
    #[test]
    fn boards_move_as_positions_do(seed: u64, choices in prop::collection::vec(any::<u16>(), 0..40)) {
        for size in sizes() {
            let start = Scrambler::new(seed).position(&Position::blank_last(size));
            with_board(size, Walk { start: &start, choices: &choices });
            let walk = Walk { start: &start, choices: &choices };
            walk.check::<Wide, Single>(1);
            walk.check::<Wide, Multi>(size.cells() as u16);
        }
    }

    #[test]
    fn a_solution_undoes_itself(seed: u64, choices in prop::collection::vec(any::<u16>(), 0..30)) {
        let start = Scrambler::new(seed).position(&Position::blank_last(Size::new(4, 3).unwrap()));
        let mut position = start.clone();
        let mut slides = Vec::new();
        for choice in choices {
            let legal = legal(&position, 3);
            slides.push(legal[choice as usize % legal.len()]);
            position.slide(slides[slides.len() - 1]).unwrap();
        }
        prop_assert_eq!(start.replay(&slides).unwrap(), position.clone());
        prop_assert_eq!(parse_moves(&format_moves(&slides)).unwrap(), slides.clone());
        let back: Vec<Slide> = slides.iter().rev().map(|slide| slide.inverse()).collect();
        prop_assert_eq!(position.replay(&back).unwrap(), start);
    }
}

#[test]
fn tiles_slide_in_the_direction_of_the_letter() {
    let start = Position::new(Size::new(3, 3).unwrap(), &[1, 2, 3, 4, 0, 5, 6, 7, 8]).unwrap();
    for (letter, tiles) in [
        ("U", [1, 2, 3, 4, 7, 5, 6, 0, 8]),
        ("D", [1, 0, 3, 4, 2, 5, 6, 7, 8]),
        ("L", [1, 2, 3, 4, 5, 0, 6, 7, 8]),
        ("R", [1, 2, 3, 0, 4, 5, 6, 7, 8]),
        ("U R2", [1, 2, 3, 4, 7, 5, 6, 0, 8]),
    ] {
        let moves = parse_moves(letter).unwrap();
        match start.replay(&moves) {
            Ok(end) => assert_eq!(end.tiles(), tiles, "{letter}"),
            // There is one tile to the left of the blank, not two.
            Err((index, illegal)) => {
                assert_eq!((index, illegal.column, illegal.row), (1, 1, 2), "{letter}");
            }
        }
    }
}

#[test]
fn an_illegal_slide_changes_nothing() {
    let start = Position::blank_last(Size::new(3, 2).unwrap());
    for direction in [Direction::Up, Direction::Left] {
        let mut position = start.clone();
        assert!(position.slide(Slide::one(direction)).is_err());
        assert_eq!(position, start);
    }
    let mut position = start.clone();
    assert!(position.slide(Slide { direction: Direction::Right, count: 3 }).is_err());
    assert_eq!(position, start);
    assert!(position.slide(Slide { direction: Direction::Right, count: 2 }).is_ok());
    assert_eq!(position.tiles(), [1, 2, 3, 0, 4, 5]);
}
