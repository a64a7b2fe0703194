//! The 48 symmetries of the cube as a whole, as maps of its faces.

use crate::{Corner, Face};

/// For each symmetry the images of U, R, F, D, L and B, the identity first.
pub(crate) fn face_maps() -> impl Iterator<Item = [Face; 6]> {
    let triples = Face::ALL
        .into_iter()
        .flat_map(|u| Face::ALL.map(|r| (u, r)))
        .flat_map(|(u, r)| Face::ALL.map(|f| [u, r, f]));
    let axis = |face: Face| face as usize % 3;
    triples
        .filter(move |&[u, r, f]| axis(u) != axis(r) && axis(u) != axis(f) && axis(r) != axis(f))
        .map(|[u, r, f]| [u, r, f, u.opposite(), r.opposite(), f.opposite()])
}

/// True if a symmetry is a rotation, which preserves the sense of rotation; the other 24 are
/// reflections.
pub(crate) fn is_rotation(faces: [Face; 6]) -> bool {
    Corner::showing(Corner::URF.faces().map(|face| faces[face as usize])).is_some()
}
