//! What heuristics promise, checked for every line of the registry: a new heuristic is tested by
//! being registered.

mod exhaustive;
mod known;
mod naive;
mod walks;

use loyd::heuristic::{HeuristicName, HeuristicSpec};
use loyd::puzzle::tiles::{MetricName, Position, Size};

const METRICS: [MetricName; 2] = [MetricName::Single, MetricName::Multi];

/// Every heuristic of the registry, and some maxima.
fn every_spec() -> Vec<HeuristicSpec> {
    let single = HeuristicName::ALL.iter().map(|&name| name.into());
    let maxima = [
        "max(hamming,manhattan)",
        "max(linear-conflict,walking-distance)",
        "max(zero,hamming,manhattan,walking-distance)",
    ];
    single.chain(maxima.map(|text| text.parse().unwrap())).collect()
}

/// Goals of all kinds: blank last, first, in the middle, and any order of the tiles, one that is
/// an odd permutation of the others.
fn goals(size: Size) -> Vec<Position> {
    let middle = size.width() * (size.height() / 2) + size.width() / 2;
    let mut goals = vec![
        Position::blank_last(size),
        Position::blank_first(size),
        Position::blank_on(size, middle.min(size.cells() - 1)),
    ];
    for seed in [1, 2] {
        goals.push(any_order(size, seed));
    }
    goals
}

/// Some order of the tiles, of either parity.
fn any_order(size: Size, seed: u64) -> Position {
    let mut tiles: Vec<u64> = (0..size.cells() as u64).collect();
    let mut number = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    for last in (1..tiles.len()).rev() {
        number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(seed | 1);
        tiles.swap(last, (number >> 33) as usize % (last + 1));
    }
    Position::new(size, &tiles).unwrap()
}

fn size(width: usize, height: usize) -> Size {
    Size::new(width, height).unwrap()
}
