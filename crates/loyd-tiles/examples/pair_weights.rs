//! Finds weights of pairs of tiles, as those that order beams on 6x6 boards (`search::beam`).
//!
//! ```text
//! repeat ROUNDS times
//!     for BOARDS random walks from the goal, of 800 to 10,000 moves
//!         solution := beam(1000) with the tables and the weights so far
//!         for each state e of the solution with the blank on a corner, and some states s within 80 moves of e
//!             rename the tiles and turn the board so that e is the goal; s is a sample, and its label the number of
//!             moves between them: both directions count
//!     weights := least squares on all samples, by stochastic gradient descent, each sample or its transposed one
//! ```
//!
//! `cargo run --release -p loyd-tiles --example pair_weights -- FILE [ROUNDS [BOARDS]]` uses one thread
//! and takes 11 minutes.
//! The result depends on nothing but these numbers.

use loyd_search::observe::{Cancel, Limit, Outcome};
use loyd_tiles::pdb::{Additive, Builder, Encoding, Pattern, catalogue};
use loyd_tiles::search::beam::{TileBeam, each_pair};
use loyd_tiles::{Direction, Position, Size, Slide};
use std::error::Error;
use std::sync::Arc;
use std::time::Instant;

const SIDE: usize = 6;
const CELLS: usize = SIDE * SIDE;
const PLACES: usize = CELLS * CELLS;

/// Longest part of a solution.
const REACH: usize = 80;

/// The width of the beams.
const WIDTH: usize = 1000;

/// One state of this number within reach is a sample.
const SHARE: usize = 6;

/// The step of the descent at its start, for each weight.
const STEP: f32 = 0.0003;

type Board = [u8; CELLS];

/// A state, and the number of moves to the goal.
#[derive(Clone, Copy)]
struct Sample {
    board: Board,
    label: f32,
    distance: f32,
    max: f32,
    mean: f32,
}

/// `SplitMix64`.
struct Random(u64);

impl Random {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((((z ^ z >> 31) >> 32) * count as u64) >> 32) as usize
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let file = arguments.first().ok_or("usage: pair_weights FILE [ROUNDS [BOARDS]]")?;
    let number = |at: usize, default: usize| arguments.get(at).map_or(Ok(default), |n| n.parse());
    let (rounds, boards) = (number(1, 2)?, number(2, 3000)?);
    let size = Size::new(SIDE, SIDE).ok_or("a size")?;
    let goal = Position::blank_last(size);
    let partition = catalogue::find("5-5-5-5-5-5-5", size, goal.blank()).ok_or("a partition")?;
    let table = |pattern: &Pattern| {
        let builder = Builder::new(size, pattern.tiles(), 1)?;
        let built = builder.additive(pattern, Encoding::Excess, &Cancel::default(), &mut |_| ());
        Ok::<_, Box<dyn Error>>(built?)
    };
    let additive = Additive::new(&goal, &[partition.patterns().to_vec()], 2, table)?;
    let additive = [Arc::new(additive)];
    let mut random = Random(1);
    let mut samples = Vec::new();
    let mut beam = TileBeam::with_weights(&additive, None).ok_or("tables of placements")?;
    let began = Instant::now();
    for round in 1..=rounds {
        let mut moves = 0;
        for _ in 0..boards {
            let start = walk(&mut random, &goal);
            let outcome = beam.search(&start, Some(WIDTH), 1, &Limit::none(), &mut |_| ()).outcome;
            if let Outcome::Solved { path, .. } | Outcome::Stopped { best: Some(path), .. } =
                outcome
            {
                moves += path.len();
                parts(&beam, &states(&start, &path)?, &mut random, &mut samples)?;
            }
        }
        let mean = moves as f64 / boards as f64;
        let seconds = began.elapsed().as_secs();
        println!("round {round}: {mean:.1} moves a board, {} samples, {seconds} s", samples.len());
        let weights = Weights::fit(&samples, if round == rounds { 10 } else { 4 }, &mut random);
        std::fs::write(file, weights.bytes())?;
        beam = TileBeam::with_weights(&additive, Some(&weights.bytes())).ok_or("weights")?;
    }
    println!("{} s", began.elapsed().as_secs());
    Ok(())
}

/// The end of a random walk from the goal.
fn walk(random: &mut Random, goal: &Position) -> Position {
    let mut board = goal.clone();
    let exponent = random.below(1 << 20) as f64 / f64::from(1 << 20);
    let mut rest = (800.0 * 12.5f64.powf(exponent)) as usize;
    while rest > 0 {
        let direction = Direction::ALL[random.below(4)];
        rest -= usize::from(board.slide(Slide::one(direction)).is_ok());
    }
    board
}

/// The boards along a path.
fn states(start: &Position, path: &[Slide]) -> Result<Vec<Board>, Box<dyn Error>> {
    let board = |position: &Position| std::array::from_fn(|cell| position.tiles()[cell] as u8);
    let mut position = start.clone();
    let mut states = vec![board(&position)];
    for slide in path {
        position.slide(*slide)?;
        states.push(board(&position));
    }
    Ok(states)
}

/// Samples of the parts of a path that begin or end with the blank on a corner.
fn parts(
    beam: &TileBeam,
    states: &[Board],
    random: &mut Random,
    samples: &mut Vec<Sample>,
) -> Result<(), Box<dyn Error>> {
    let size = Size::new(SIDE, SIDE).ok_or("a size")?;
    for (at, end) in states.iter().enumerate() {
        let blank = end.iter().position(|&tile| tile == 0).ok_or("a blank")?;
        let (row, column) = (blank / SIDE, blank % SIDE);
        if row % (SIDE - 1) != 0 || column % (SIDE - 1) != 0 {
            continue;
        }
        // Turns the corner to the last cell.
        let turned = |cell: usize| {
            let flipped = |x: usize, corner: usize| if corner == 0 { SIDE - 1 - x } else { x };
            flipped(cell / SIDE, row) * SIDE + flipped(cell % SIDE, column)
        };
        let mut names = [0; CELLS];
        for (cell, &tile) in end.iter().enumerate() {
            names[usize::from(tile)] = (turned(cell) as u64 + 1) % CELLS as u64;
        }
        for (other, state) in states.iter().enumerate() {
            if other.abs_diff(at) > REACH || random.below(SHARE) != 0 {
                continue;
            }
            let mut tiles = [0; CELLS];
            for (cell, &tile) in state.iter().enumerate() {
                tiles[turned(cell)] = names[usize::from(tile)];
            }
            let (distance, max, mean) = beam.terms(&Position::new(size, &tiles)?);
            let label = other.abs_diff(at) as f32;
            samples.push(Sample {
                board: tiles.map(|tile| tile as u8),
                label,
                distance,
                max,
                mean,
            });
        }
    }
    Ok(())
}

/// The weights, in moves.
struct Weights {
    /// For each tile and cell, and each lesser cell and its tile.
    pairs: Vec<f32>,
    /// For each tile and cell.
    singles: Vec<f32>,
    max: f32,
    mean: f32,
}

impl Weights {
    fn fit(samples: &[Sample], epochs: usize, random: &mut Random) -> Self {
        let (pairs, singles) = (vec![0.0; PLACES * PLACES], vec![0.0; PLACES]);
        let mut weights = Self { pairs, singles, max: 1.0, mean: 1.0 };
        let steps = samples.len() * epochs;
        for step in 0..steps {
            let sample = samples[random.below(samples.len())];
            let board = if random.below(2) == 0 { sample.board } else { transposed(&sample.board) };
            let rate = STEP * (1.0 - step as f32 / steps as f32).max(0.02);
            weights.descend(&Sample { board, ..sample }, rate);
        }
        weights
    }

    /// One step for the square of the error of a sample.
    fn descend(&mut self, sample: &Sample, rate: f32) {
        let board = &sample.board;
        let places: [usize; CELLS] =
            std::array::from_fn(|cell| usize::from(board[cell]) * CELLS + cell);
        let lesser: [usize; CELLS] =
            std::array::from_fn(|cell| cell * CELLS + usize::from(board[cell]));
        let mut estimate = sample.distance + self.max * sample.max + self.mean * sample.mean;
        for (cell, &place) in places.iter().enumerate() {
            estimate += self.singles[place];
            let row = &self.pairs[place * PLACES..][..PLACES];
            estimate += lesser[..cell].iter().map(|&at| row[at]).sum::<f32>();
        }
        let change = rate * (sample.label - estimate).clamp(-20.0, 20.0);
        // Excesses are large beside the other terms, which are 0 or 1.
        self.max += 0.01 * change * sample.max;
        self.mean += 0.01 * change * sample.mean;
        for (cell, &place) in places.iter().enumerate() {
            self.singles[place] += change;
            let row = &mut self.pairs[place * PLACES..][..PLACES];
            for (&at, &tile) in lesser[..cell].iter().zip(board) {
                // The blank has no pairs.
                if tile != 0 && board[cell] != 0 {
                    row[at] += change;
                }
            }
        }
    }

    /// The form that `TileBeam::with_weights` reads; a pair and its reflection have their mean.
    fn bytes(&self) -> Vec<u8> {
        let rounded = |weight: f32, limit: f32| (weight * 32.0).round().clamp(-limit, limit);
        let words = [self.max, self.mean].into_iter().chain(self.singles.iter().copied());
        let mut bytes: Vec<u8> =
            words.flat_map(|word| (rounded(word, 4096.0) as i16).to_le_bytes()).collect();
        each_pair(|pairs| {
            let weights = pairs.map(|(s, c, t, d)| {
                let ((tile, cell), (other, lesser)) =
                    if d < c { ((s, c), (t, d)) } else { ((t, d), (s, c)) };
                self.pairs[(tile * CELLS + cell) * PLACES + lesser * CELLS + other]
            });
            bytes.push(rounded(weights.iter().sum::<f32>() / 2.0, 127.0) as i8 as u8);
        });
        bytes
    }
}

/// The board reflected in the diagonal, with the goal.
fn transposed(board: &Board) -> Board {
    let across = |cell: usize| cell % SIDE * SIDE + cell / SIDE;
    std::array::from_fn(|cell| match board[across(cell)] {
        0 => 0,
        tile => across(usize::from(tile) - 1) as u8 + 1,
    })
}
