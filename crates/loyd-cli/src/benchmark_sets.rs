//! Sets of boards that come with the program, and the lengths that are known of boards.

use crate::input::Batch;
use clap::ValueEnum;
use loyd::PuzzleName;
use loyd::erased::Metric;

/// Sets of boards that come with the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Set {
    /// The hundred random 15-puzzles of R. E. Korf, 1985.
    Korf100,
    /// The seventeen 15-puzzles that take 80 moves, the most there are.
    Hardest15,
    /// The fifty random 24-puzzles of Korf & Felner, 2002: hours, see --ids.
    KorfFelner50,
}

impl Set {
    /// The puzzle that all sets are of.
    pub(crate) const PUZZLE: PuzzleName = PuzzleName::Tiles;

    /// The same as the reason of a refusal.
    pub(crate) const WHY: &str = "the sets that come with loyd are boards of tiles";

    /// The table, as `--input` would read it.
    pub(crate) fn text(self) -> &'static str {
        match self {
            Self::Korf100 => include_str!("../../../data/korf100.csv"),
            Self::Hardest15 => include_str!("../../../data/hardest15_80moves.csv"),
            Self::KorfFelner50 => include_str!("../../../data/korf_felner50.csv"),
        }
    }
}

/// The lengths in the column `optimal_length`; they are those of the default metric.
pub(crate) fn known_lengths(batch: &Batch, metric: &Metric) -> Vec<Option<u32>> {
    let is_default = batch.puzzle.puzzle().metric(None).is_ok_and(|usual| usual == *metric);
    let column = batch.columns.iter().position(|column| column == "optimal_length");
    let known = |passed: &[String]| passed.get(column?)?.trim().parse().ok();
    let items = batch.items.iter();
    items.map(|item| known(&item.passed).filter(|_| is_default)).collect()
}
