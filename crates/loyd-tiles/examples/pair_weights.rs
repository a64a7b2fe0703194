//! Finds weights of pairs of tiles, as those that order beams on 5x5 and 6x6 boards (`search::beam`).
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
//! `cargo run --release -p loyd-tiles --example pair_weights -- SIDE FILE [ROUNDS [BOARDS]]` uses all threads for the
//! solutions and one for the weights. The result depends on nothing but these numbers.

use loyd_search::observe::{Cancel, Limit, Outcome};
use loyd_tiles::pdb::{Additive, Builder, Encoding, Pattern, catalogue};
use loyd_tiles::search::beam::{TileBeam, each_pair};
use loyd_tiles::{Direction, Position, Size, Slide};
use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

/// Longest part of a solution.
const REACH: usize = 80;

/// The width of the beams.
const WIDTH: usize = 1000;

/// One state of this number within reach is a sample.
const SHARE: usize = 6;

/// The step of the descent at its start, for each weight.
const STEP: f32 = 0.0003;

/// A state of a board of `N` cells, and the number of moves to the goal.
#[derive(Clone, Copy)]
struct Sample<const N: usize> {
    board: [u8; N],
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
    const USAGE: &str = "usage: pair_weights SIDE FILE [ROUNDS [BOARDS]]";
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [side, file, rest @ ..] = &arguments[..] else { return Err(USAGE.into()) };
    let number = |at: usize, default: usize| rest.get(at).map_or(Ok(default), |n| n.parse());
    let (rounds, boards) = (number(0, 3)?, number(1, 3000)?);
    match &side[..] {
        "5" => learn::<25>(5, "6-6-6-6", file, rounds, boards),
        "6" => learn::<36>(6, "5-5-5-5-5-5-5", file, rounds, boards),
        _ => Err(USAGE.into()),
    }
}

fn learn<const N: usize>(
    side: usize,
    partition: &str,
    file: &str,
    rounds: usize,
    boards: usize,
) -> Result<(), Box<dyn Error>> {
    let size = Size::new(side, side).ok_or("a size")?;
    let goal = Position::blank_last(size);
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let partition = catalogue::find(partition, size, goal.blank()).ok_or("a partition")?;
    let table = |pattern: &Pattern| {
        let builder = Builder::new(size, pattern.tiles(), threads)?;
        let built = builder.additive(pattern, Encoding::Excess, &Cancel::default(), &mut |_| ());
        Ok::<_, Box<dyn Error>>(built?)
    };
    let additive = Additive::new(&goal, &[partition.patterns().to_vec()], 2, table)?;
    let additive = [Arc::new(additive)];
    let mut samples = Vec::new();
    let mut beam = TileBeam::with_weights(&additive, None).ok_or("tables of placements")?;
    let began = Instant::now();
    for round in 1..=rounds {
        let next = AtomicUsize::new(0);
        let solve = || {
            let mut solved = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= boards {
                    return Ok::<_, String>(solved);
                }
                let mut random = Random((round * boards + number) as u64);
                let samples = sample::<N>(&beam, &goal, &mut random);
                solved.push((number, samples.map_err(|why| why.to_string())?));
            }
        };
        let mut solved = thread::scope(|scope| {
            let workers: Vec<_> = (0..threads).map(|_| scope.spawn(solve)).collect();
            let results = workers.into_iter().map(|worker| worker.join().map_err(|_| "a panic"));
            results.collect::<Result<Result<Vec<_>, _>, _>>()
        })??
        .concat();
        solved.sort_by_key(|&(number, _)| number);
        let moves: usize = solved.iter().map(|(_, (moves, _))| moves).sum();
        samples.extend(solved.into_iter().flat_map(|(_, (_, samples))| samples));
        let mean = moves as f64 / boards as f64;
        let seconds = began.elapsed().as_secs();
        println!("round {round}: {mean:.1} moves a board, {} samples, {seconds} s", samples.len());
        let mut random = Random(round as u64);
        let epochs = if round == rounds { 10 } else { 4 };
        let weights = Weights::fit(side, &samples, epochs, &mut random);
        std::fs::write(file, weights.bytes())?;
        beam = TileBeam::with_weights(&additive, Some(&weights.bytes())).ok_or("weights")?;
    }
    println!("{} s", began.elapsed().as_secs());
    Ok(())
}

/// The length of a solution of a random board, and samples of its parts.
fn sample<const N: usize>(
    beam: &TileBeam,
    goal: &Position,
    random: &mut Random,
) -> Result<(usize, Vec<Sample<N>>), Box<dyn Error>> {
    let start = walk(random, goal);
    let outcome = beam.search(&start, Some(WIDTH), 1, &Limit::none(), &mut |_| ()).outcome;
    let (Outcome::Solved { path, .. } | Outcome::Stopped { best: Some(path), .. }) = outcome else {
        return Ok((0, Vec::new()));
    };
    let samples = parts(beam, goal.size(), &states(&start, &path)?, random)?;
    Ok((path.len(), samples))
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
fn states<const N: usize>(
    start: &Position,
    path: &[Slide],
) -> Result<Vec<[u8; N]>, Box<dyn Error>> {
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
fn parts<const N: usize>(
    beam: &TileBeam,
    size: Size,
    states: &[[u8; N]],
    random: &mut Random,
) -> Result<Vec<Sample<N>>, Box<dyn Error>> {
    let side = size.width();
    let mut samples = Vec::new();
    for (at, end) in states.iter().enumerate() {
        let blank = end.iter().position(|&tile| tile == 0).ok_or("a blank")?;
        let (row, column) = (blank / side, blank % side);
        if row % (side - 1) != 0 || column % (side - 1) != 0 {
            continue;
        }
        // Turns the corner to the last cell.
        let turned = |cell: usize| {
            let flipped = |x: usize, corner: usize| if corner == 0 { side - 1 - x } else { x };
            flipped(cell / side, row) * side + flipped(cell % side, column)
        };
        let mut names = [0; N];
        for (cell, &tile) in end.iter().enumerate() {
            names[usize::from(tile)] = (turned(cell) as u64 + 1) % N as u64;
        }
        for (other, state) in states.iter().enumerate() {
            if other.abs_diff(at) > REACH || random.below(SHARE) != 0 {
                continue;
            }
            let mut tiles = [0; N];
            for (cell, &tile) in state.iter().enumerate() {
                tiles[turned(cell)] = names[usize::from(tile)];
            }
            let (distance, max, mean) = beam.terms::<N>(&Position::new(size, &tiles)?);
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
    Ok(samples)
}

/// The weights, in moves.
struct Weights<const N: usize> {
    side: usize,
    /// For each tile and cell, and each lesser cell and its tile.
    pairs: Vec<f32>,
    /// For each tile and cell.
    singles: Vec<f32>,
    max: f32,
    mean: f32,
}

impl<const N: usize> Weights<N> {
    /// The number of places of a tile.
    const PLACES: usize = N * N;

    fn fit(side: usize, samples: &[Sample<N>], epochs: usize, random: &mut Random) -> Self {
        let (pairs, singles) =
            (vec![0.0; Self::PLACES * Self::PLACES], vec![0.0; Self::PLACES]);
        let mut weights = Self { side, pairs, singles, max: 1.0, mean: 1.0 };
        let steps = samples.len() * epochs;
        for step in 0..steps {
            let sample = samples[random.below(samples.len())];
            let board = if random.below(2) == 0 { sample.board } else { transposed(side, &sample.board) };
            let rate = STEP * (1.0 - step as f32 / steps as f32).max(0.02);
            weights.descend(&Sample { board, ..sample }, rate);
        }
        weights
    }

    /// One step for the square of the error of a sample.
    fn descend(&mut self, sample: &Sample<N>, rate: f32) {
        let board = &sample.board;
        let places: [usize; N] =
            std::array::from_fn(|cell| usize::from(board[cell]) * N + cell);
        let lesser: [usize; N] =
            std::array::from_fn(|cell| cell * N + usize::from(board[cell]));
        let mut estimate = sample.distance + self.max * sample.max + self.mean * sample.mean;
        for (cell, &place) in places.iter().enumerate() {
            estimate += self.singles[place];
            let row = &self.pairs[place * Self::PLACES..][..Self::PLACES];
            estimate += lesser[..cell].iter().map(|&at| row[at]).sum::<f32>();
        }
        let change = rate * (sample.label - estimate).clamp(-20.0, 20.0);
        // Excesses are large beside the other terms, which are 0 or 1.
        self.max += 0.01 * change * sample.max;
        self.mean += 0.01 * change * sample.mean;
        for (cell, &place) in places.iter().enumerate() {
            self.singles[place] += change;
            let row = &mut self.pairs[place * Self::PLACES..][..Self::PLACES];
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
        each_pair(self.side, |pairs| {
            let weights = pairs.map(|(s, c, t, d)| {
                let ((tile, cell), (other, lesser)) =
                    if d < c { ((s, c), (t, d)) } else { ((t, d), (s, c)) };
                self.pairs[(tile * N + cell) * Self::PLACES + lesser * N + other]
            });
            bytes.push(rounded(weights.iter().sum::<f32>() / 2.0, 127.0) as i8 as u8);
        });
        bytes
    }
}

/// The board reflected in the diagonal, with the goal.
fn transposed<const N: usize>(side: usize, board: &[u8; N]) -> [u8; N] {
    let across = |cell: usize| cell % side * side + cell / side;
    std::array::from_fn(|cell| match board[across(cell)] {
        0 => 0,
        tile => across(usize::from(tile) - 1) as u8 + 1,
    })
}
