//! Traces of searches.

use loyd_cube::cube2::TwoByTwo;
use loyd_search::puzzle::Puzzle;
use loyd_search::trace::{Trace, puzzle_of};
use loyd_tiles::solver::Tiles;

/// Reads the bytes as they are, and again with a checksum that fits them, so that the fuzzer gets
/// beyond it. The first steps of a trace that is read are looked at.
pub fn read(bytes: &[u8]) {
    look(bytes);
    if let Some((records, _)) = bytes.split_last_chunk::<4>() {
        let mut sealed = records.to_vec();
        sealed.extend(crc32fast::hash(records).to_le_bytes());
        look(&sealed);
    }
}

fn look(bytes: &[u8]) {
    match puzzle_of(bytes) {
        Ok(Tiles::NAME) => steps::<Tiles>(bytes),
        Ok(TwoByTwo::NAME) => steps::<TwoByTwo>(bytes),
        _ => {}
    }
}

fn steps<P: Puzzle>(bytes: &[u8]) {
    let Ok(trace) = Trace::<P>::read(bytes) else { return };
    for step in 0..trace.steps.len().min(64) {
        if let Some(position) = trace.position(step) {
            assert_eq!(P::shape(&position), P::shape(&trace.header.start));
        }
        let _ = trace.line(step);
    }
}
