//! Random boards: uniform over the solvable ones.
//!
//! `seeds.rs` checks that seeds keep their boards.

use loyd_search::space::Ranking;
use loyd_tiles::{
    BoardRanking, Nibbles, Position, Scrambler, Single, Size, Sliding, random_position, solvable,
};

fn size(width: usize, height: usize) -> Size {
    Size::new(width, height).unwrap()
}

/// Pearson's statistic of `samples` boards over the 360 reachable ones.
fn chi_square(seed: u64, goal: &Position, samples: u32) -> f64 {
    let ranking = BoardRanking::<Nibbles<3, 6>>::new(goal).unwrap();
    let mut seen = vec![0u32; ranking.size() as usize];
    let mut random = Scrambler::new(seed);
    for _ in 0..samples {
        let board = Sliding::<Nibbles<3, 6>, Single>::board(&random.position(goal));
        seen[ranking.rank(&board) as usize] += 1;
    }
    let expected = f64::from(samples) / seen.len() as f64;
    seen.iter().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum()
}

/// With 359 degrees of freedom the statistic has mean 359 and standard deviation √718 = 26.8;
/// it lies outside 359 ± 4·26.8 once in ten thousand. The seeds are fixed, so this either always
/// or never fails; a bias of a few per cent in one cell or an unpaired parity gives thousands.
#[test]
fn solvable_boards_are_equally_likely() {
    let goals = [
        Position::blank_last(size(3, 2)),
        Position::blank_first(size(3, 2)),
        Position::new(size(3, 2), &[5, 3, 0, 1, 4, 2]).unwrap(),
    ];
    for (seed, goal) in (1..).zip(&goals) {
        let statistic = chi_square(seed, goal, 360_000);
        assert!((252.0..=466.0).contains(&statistic), "{statistic:.1} for {}", goal.to_line());
    }
}

#[test]
fn every_board_can_be_solved() {
    for (width, height) in [(2, 2), (3, 2), (4, 4), (7, 1), (1, 7), (1, 1), (9, 5), (30, 20)] {
        let board = size(width, height);
        for goal in [Position::blank_last(board), Position::blank_first(board)] {
            let mut random = Scrambler::new(77);
            for _ in 0..200 {
                let start = random.position(&goal);
                let tiles: Vec<u64> = start.tiles().iter().map(|&tile| tile.into()).collect();
                assert_eq!(Position::new(board, &tiles), Ok(start.clone()));
                assert_eq!(solvable(board, start.tiles(), goal.tiles()), Ok(()), "{start}");
            }
        }
    }
}

#[test]
fn on_a_line_the_blank_comes_to_every_cell() {
    let goal = Position::blank_last(size(6, 1));
    let mut random = Scrambler::new(1);
    let mut seen = [0; 6];
    for _ in 0..6000 {
        seen[random.position(&goal).blank()] += 1;
    }
    assert!(seen.iter().all(|count| (850..1150).contains(count)), "{seen:?}");
}

#[test]
fn a_seed_is_a_sequence() {
    let goal = Position::blank_last(size(4, 4));
    let take = |seed| {
        let mut random = Scrambler::new(seed);
        [random.position(&goal), random.position(&goal), random.position(&goal)]
    };
    assert_eq!(take(5), take(5));
    assert_ne!(take(5), take(6));
    let [first, second, third] = take(5);
    assert!(first != second && second != third && first != third);
    assert_eq!(random_position(size(4, 4), 5), first);
}
