//! The 8-puzzle as a problem of one's own, and what that costs beside the puzzle of the library.
//! `cargo run --release -p loyd --example eight`

use loyd::search::observe::Limit;
use loyd::search::problem::{Problem, astar};
use std::time::{Duration, Instant};

/// Boards of nine cells in reading order, 0 for the blank; the goal is 1 2 3 4 5 6 7 8 0.
struct Eight;

impl Problem for Eight {
    type State = [u8; 9];

    fn successors(&self, board: &[u8; 9]) -> Vec<[u8; 9]> {
        let blank = board.iter().position(|&tile| tile == 0).unwrap_or_default();
        let is_neighbour =
            |&cell: &usize| (cell / 3).abs_diff(blank / 3) + (cell % 3).abs_diff(blank % 3) == 1;
        let slide = |cell| {
            let mut after = *board;
            after.swap(blank, cell);
            after
        };
        (0..9).filter(is_neighbour).map(slide).collect()
    }

    fn is_goal(&self, board: &[u8; 9]) -> bool {
        *board == [1, 2, 3, 4, 5, 6, 7, 8, 0]
    }

    /// Manhattan distance.
    fn heuristic(&self, board: &[u8; 9]) -> u32 {
        let tiles = board.iter().enumerate().filter(|(_, tile)| **tile > 0);
        let distance = |(cell, &tile): (usize, &u8)| {
            let home = usize::from(tile) - 1;
            (cell / 3).abs_diff(home / 3) + (cell % 3).abs_diff(home % 3)
        };
        tiles.map(distance).sum::<usize>() as u32
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let boards = loyd::scramble("tiles").shape("3x3").count(300).seed(1).run()?.positions;
    let (mut own, mut library) = (Duration::ZERO, Duration::ZERO);
    let mut expanded = [0, 0];
    for board in &boards {
        let tiles: Vec<u8> = board.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
        let start = tiles.try_into().map_err(|_| "nine tiles")?;
        let began = Instant::now();
        let solution = astar(&Eight, &start, &Limit::none())?;
        own += began.elapsed();
        let request = loyd::solve("tiles", board).algorithm("astar").heuristic("manhattan");
        let began = Instant::now();
        let result = request.run()?;
        library += began.elapsed();
        assert_eq!(Some(solution.cost), result.length, "{board}");
        expanded[0] += solution.statistics.expanded;
        expanded[1] += result.expanded.unwrap_or_default();
    }
    let rate = |states: u64, time: Duration| states as f64 / time.as_secs_f64() / 1e6;
    println!("own problem   {own:.1?}, {:.2} M states a second", rate(expanded[0], own));
    println!("library       {library:.1?}, {:.2} M states a second", rate(expanded[1], library));
    println!("ratio         {:.1}", own.as_secs_f64() / library.as_secs_f64());
    Ok(())
}
