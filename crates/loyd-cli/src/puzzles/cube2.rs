//! The 2x2x2 cube on the command line.

use super::cube_texts::CubeTexts;
use loyd::PuzzleName;
use loyd_cube::cube2::Cube2;
use std::marker::PhantomData;

/// The texts of the 2x2x2 cube.
pub(crate) static CUBE2: CubeTexts<Cube2> = CubeTexts {
    puzzle: PuzzleName::Cube2,
    compared: "permutation,pdb:corners-4",
    levels: "2x2x2",
    tables: None,
    cube: PhantomData,
};
