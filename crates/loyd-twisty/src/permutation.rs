//! Permutations of points as lists of images.

/// The images of all points.
pub(crate) type Permutation = Box<[u16]>;

/// First `b`, then `a`.
pub(crate) fn after(a: &[u16], b: &[u16]) -> Permutation {
    b.iter().map(|&middle| a[usize::from(middle)]).collect()
}

pub(crate) fn inverse(a: &[u16]) -> Permutation {
    let mut back = vec![0; a.len()];
    for (point, &image) in a.iter().enumerate() {
        back[usize::from(image)] = point as u16;
    }
    back.into()
}
