//! The 3x3x3 cube on the command line.

mod pdb;

use super::cube_texts::CubeTexts;
use loyd::PuzzleName;
use loyd_cube::cube3::Cube3;
use std::marker::PhantomData;

/// The texts of the 3x3x3 cube.
pub(crate) static CUBE3: CubeTexts<Cube3> = CubeTexts {
    puzzle: PuzzleName::Cube3,
    compared: "pdb:orientations,max(pdb:corners,pdb:edges-6a,pdb:edges-6b)",
    levels: "3x3x3",
    tables: Some(&pdb::Cube3Tables),
    cube: PhantomData,
};
