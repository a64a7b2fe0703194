//! The properties of heuristics, checked for every line of the registry: registering a new
//! heuristic is enough to test it.

mod exhaustive;
mod naive;
mod published;
mod walks;

use loyd_tiles::boards::BoardVisitor;
use loyd_tiles::heuristic::{HeuristicName, HeuristicSpec};
use loyd_tiles::{Bytes, MetricName, Nibbles, Position, Size, Wide};

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

/// Goals of all kinds: blank last, first, in the middle, and tiles in any order.
fn goals(size: Size) -> Vec<Position> {
    let middle = size.width() * (size.height() / 2) + size.width() / 2;
    vec![
        Position::blank_last(size),
        Position::blank_first(size),
        Position::blank_on(size, middle),
        any_order(size, 1),
    ]
}

/// A shuffled order of the tiles.
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

/// A few of the compiled-in board types and, for all other sizes, the type that fits any size:
/// compiling all of them would take minutes.
fn visit_board<V: BoardVisitor>(size: Size, visitor: V) -> V::Output {
    match (size.width(), size.height()) {
        (3, 3) => visitor.visit::<Nibbles<3, 9>>(),
        (4, 2) => visitor.visit::<Nibbles<4, 8>>(),
        (4, 4) => visitor.visit::<Nibbles<4, 16>>(),
        (5, 5) => visitor.visit::<Bytes<5, 25>>(),
        (7, 7) => visitor.visit::<Bytes<7, 49>>(),
        _ => visitor.visit::<Wide>(),
    }
}
