//! Sets of positions with published lengths.

use loyd::PuzzleName;

/// A set of benchmark boards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Set {
    /// The hundred random 15-puzzles of R. E. Korf, 1985.
    Korf100,
    /// The seventeen 15-puzzles that take 80 moves.
    Hardest15,
    /// The fifty random 24-puzzles of Korf & Felner, 2002.
    KorfFelner50,
    /// Half of the 24-puzzles by which `DeepCubeA` was tested.
    DeepCubeA24,
    /// Half of its 35-puzzles.
    DeepCubeA35,
    /// Half of its 48-puzzles.
    DeepCubeA48,
    /// The ten random 3x3x3 cubes of R. E. Korf, 1997.
    KorfRubik10,
}

impl Set {
    /// All of them.
    pub const ALL: &'static [Self] = &[
        Self::Korf100,
        Self::Hardest15,
        Self::KorfFelner50,
        Self::DeepCubeA24,
        Self::DeepCubeA35,
        Self::DeepCubeA48,
        Self::KorfRubik10,
    ];

    /// The puzzle.
    pub fn puzzle(self) -> PuzzleName {
        match self {
            Self::KorfRubik10 => PuzzleName::Cube3,
            _ => PuzzleName::Tiles,
        }
    }

    /// The name, and a summary.
    pub fn info(self) -> (&'static str, &'static str) {
        match self {
            Self::Korf100 => ("korf100", "The hundred random 15-puzzles of R. E. Korf, 1985"),
            Self::Hardest15 => {
                ("hardest15", "The seventeen 15-puzzles that take 80 moves, the maximum")
            }
            Self::KorfFelner50 => (
                "korf-felner50",
                "The fifty random 24-puzzles of Korf & Felner, 2002, which take hours",
            ),
            Self::DeepCubeA24 => {
                ("deepcubea24", "248 random 24-puzzles of Agostinelli et al., 2019")
            }
            Self::DeepCubeA35 => (
                "deepcubea35",
                "250 random 35-puzzles of the same, for searches that are not optimal",
            ),
            Self::DeepCubeA48 => ("deepcubea48", "250 random 48-puzzles of the same"),
            Self::KorfRubik10 => ("korf-rubik10", "The ten random 3x3x3 cubes of R. E. Korf, 1997"),
        }
    }

    /// The boards as CSV, with a column of shortest lengths.
    pub fn text(self) -> &'static str {
        match self {
            Self::Korf100 => loyd_data::KORF_100,
            Self::Hardest15 => loyd_data::HARDEST_15,
            Self::KorfFelner50 => loyd_data::KORF_FELNER_50,
            Self::DeepCubeA24 => loyd_data::DEEPCUBEA_24,
            Self::DeepCubeA35 => loyd_data::DEEPCUBEA_35,
            Self::DeepCubeA48 => loyd_data::DEEPCUBEA_48,
            Self::KorfRubik10 => loyd_data::KORF_RUBIK_10,
        }
    }
}
