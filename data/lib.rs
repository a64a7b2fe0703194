//! Published facts on sliding-tile puzzles and cubes, as tables of CSV: positions with optimal lengths, and
//! the number of states at each depth. `README.md` beside this file has the origin of each table.
//!
//! ```
//! let boards = loyd_data::KORF_100.lines().skip(1);
//! assert_eq!(boards.count(), 100);
//! ```
#![forbid(unsafe_code)]
#![no_std]

/// The number of states of cubes at each depth, in half turns and in quarter turns.
pub const CUBE_LEVELS: &str = include_str!("cube_levels.csv");
/// Half of the 24-puzzles by which `DeepCubeA` was tested, with optimal lengths and those of its solutions.
pub const DEEPCUBEA_24: &str = include_str!("deepcubea24.csv");
/// Half of its 35-puzzles, with the lengths of its solutions.
pub const DEEPCUBEA_35: &str = include_str!("deepcubea35.csv");
/// Half of its 48-puzzles, with the lengths of its solutions.
pub const DEEPCUBEA_48: &str = include_str!("deepcubea48.csv");
/// The fewest moves from the first peg to the last one in the Towers of Hanoi.
pub const HANOI_LENGTHS: &str = include_str!("hanoi_lengths.csv");
/// The seventeen 15-puzzles that are 80 moves from the goal.
pub const HARDEST_15: &str = include_str!("hardest15_80moves.csv");
/// The hundred random 15-puzzles of R. E. Korf, 1985.
pub const KORF_100: &str = include_str!("korf100.csv");
/// The fifty random 24-puzzles of Korf & Felner, 2002.
pub const KORF_FELNER_50: &str = include_str!("korf_felner50.csv");
/// The ten random 3x3x3 cubes of R. E. Korf, 1997.
pub const KORF_RUBIK_10: &str = include_str!("korf_rubik10.csv");
/// The levels of the 8-puzzle and the 15-puzzle that J. L. Lehman printed.
pub const LEHMAN_LEVELS: &str = include_str!("lehman_levels.csv");
/// The bytes per state that J. L. Lehman printed.
pub const LEHMAN_STORAGE: &str = include_str!("lehman_storage.csv");
/// The tables of the comparison of searches by N. Nayak and A. Huang.
pub const NAYAK_HUANG: &str = include_str!("nayak_huang.csv");
/// The number of stacks of pancakes at each distance.
pub const PANCAKE_LEVELS: &str = include_str!("pancake_levels.csv");
/// The number of states of boards at each depth, in both metrics and from several blanks.
pub const SLIDING_TILE_LEVELS: &str = include_str!("sliding_tile_levels.csv");
/// The number of states of twisty puzzles at each depth.
pub const TWISTY_LEVELS: &str = include_str!("twisty_levels.csv");
