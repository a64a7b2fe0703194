//! Large cubes: three phases to a 3x3x3 cube, and the two-phase algorithm.

use super::beam::{self, Counts, Deadline, Extent, Node, Paths, Phase, ROOT};
use super::cube::{Axis, BYTES4, BYTES5, Cube, Faces, Pairs, Weights};
use crate::cubes::by_name;
use crate::cubes::solid::{FACES, Rotation, Solid, rotated};
use crate::orbit::Slot;
use crate::position::Position;
use crate::transformation::Transformation;
use crate::turn::Turn;
use loyd_cube::cube3::{Cube3, TwoPhaseTables};
use loyd_search::clock::Stopwatch;
use loyd_search::observe::Limit;
use std::sync::{Arc, OnceLock};

/// The number of the first letter that stands for a start.
const STARTS: u8 = 200;

/// The phases of one cube.
struct Reduction<const N: usize> {
    cube: Arc<Cube>,
    phases: Vec<Box<dyn Phase<N> + Send>>,
    three: TwoPhaseTables,
}

/// A start: the cube turned as a whole, with its centres renamed.
struct Start {
    rotations: Vec<Turn>,
    slots: Vec<Slot>,
    colours: [u8; 6],
}

impl<const N: usize> Reduction<N> {
    fn new(solid: Solid) -> Option<Self> {
        let cube = Arc::new(Cube::new(solid));
        let w = |name: &str, or| std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(or);
        let phases: Vec<Box<dyn Phase<N> + Send>> = vec![
            Box::new(Axis::new(&cube)),
            Box::new(Faces::new(&cube, Weights { centres: w("W2C", 8), edges: w("W2E", 4) })),
            Box::new(Pairs::new(&cube, Weights { centres: w("W3C", 4), edges: w("W3E", 2) })),
        ];
        Some(Self { cube, phases, three: TwoPhaseTables::build(2).ok()? })
    }

    /// The starts of a cube.
    fn starts(&self, position: &Position) -> Vec<Start> {
        let slots = self.cube.free_slots(position);
        // A third of a turn about the diagonal through URF: U to F, F to R, R to U … and back.
        let turn = |name: &str| Turn::new(name, 1);
        let (Some(x), Some(y)) = (turn("x"), turn("y")) else { return Vec::new() };
        let mut starts = Vec::new();
        for thirds in 0..3 {
            let rotations: Vec<Turn> = [x, y].repeat(thirds);
            let mut turned_slots = slots.clone();
            let mut moved: [u8; 6] = [0, 1, 2, 3, 4, 5];
            for rotation in &rotations {
                let face = FACES[if rotation.name() == "x" { 1 } else { 0 }].1;
                let layers = 0..=self.cube.solid.side - 1;
                let rotation = Rotation { face, layers, quarters: 1 };
                turned_slots = self.cube.turned(&turned_slots, &rotation);
                moved = moved.map(|number| {
                    let to = rotated(FACES[usize::from(number)].1, face, 1);
                    FACES.iter().position(|&(_, normal)| normal == to).unwrap_or(0) as u8
                });
            }
            // Without fixed centres any axis can be that of the colours R and L.
            let others = if self.cube.solid.holds_corner() { 3 } else { 1 };
            for other in 0..others {
                let colours = moved.map(|face| (face / 3) * 3 + (face + other) % 3);
                let (rotations, slots) = (rotations.clone(), turned_slots.clone());
                starts.push(Start { rotations, slots, colours });
            }
        }
        starts
    }

    fn solve(&self, position: &Position, limit: &Limit) -> Option<(Vec<Turn>, Counts)> {
        let deadline =
            Deadline { clock: Stopwatch::start(), time: limit.time, cancel: limit.cancel.clone() };
        let starts = self.starts(position);
        let (mut best, mut counts): (Option<Vec<Turn>>, _) = (None, Counts::default());
        let mut effort = 1;
        loop {
            let mut paths = Paths::default();
            let mut nodes: Vec<Node<N>> = Vec::new();
            for (number, start) in starts.iter().enumerate() {
                let path = paths.push(ROOT, STARTS + number as u8);
                let state = self.cube.state(&start.slots, start.colours);
                nodes.push(Node { state, path, length: 0, last: None });
            }
            let w = |name: &str, or| std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(or);
            let extents = [
                Extent { width: w("X1", 1000) * effort, slack: w("S1", 1), ends: w("E1", 1000) * effort },
                Extent { width: w("X2", 3000) * effort, slack: w("S2", 1), ends: w("E2", 500) * effort },
                Extent { width: w("X3", 3000) * effort, slack: w("S3", 0), ends: w("E3", 50) * effort },
            ];
            for (number, phase) in self.phases.iter().enumerate() {
                let extent = extents[number];
                nodes = beam::search(&self.cube.moves, &**phase, nodes, extent, (&mut paths, &mut counts), &deadline);
                if std::env::var("TRACE").is_ok() {
                    let mut lengths = std::collections::BTreeMap::new();
                    for node in &nodes { *lengths.entry(node.length).or_insert(0) += 1; }
                    eprintln!("phase {number} ends {lengths:?} {counts:?} {:?}", deadline.clock.elapsed());
                }
            }
            self.finish(&starts, &paths, nodes, &mut best, effort as u64, &deadline);
            if std::env::var("TRACE").is_ok() {
                eprintln!("effort {effort} best {:?} {:?}", best.as_ref().map(Vec::len), deadline.clock.elapsed());
            }
            effort *= 2;
            let more = limit.time.is_some() || best.is_none() && effort < 1 << 6;
            if !more || deadline.is_over() {
                break;
            }
        }
        Some((best?, counts))
    }

    fn finish(
        &self,
        starts: &[Start],
        paths: &Paths,
        nodes: Vec<Node<N>>,
        best: &mut Option<Vec<Turn>>,
        effort: u64,
        deadline: &Deadline,
    ) {
        for node in nodes {
            let letters = paths.moves(node.path);
            let Some((&start, letters)) = letters.split_first() else { continue };
            let start = &starts[usize::from(start - STARTS)];
            let (mut slots, mut turns) = (start.slots.clone(), start.rotations.clone());
            for &letter in letters {
                let rotation = &self.cube.rotations[usize::from(letter)];
                slots = self.cube.turned(&slots, rotation);
                turns.extend(self.cube.turn(rotation));
            }
            let Some(cube) = self.cube.reduced(&slots) else {
                debug_assert!(false, "a reduced cube is a cube");
                continue;
            };
            let nodes = std::env::var("N3").ok().and_then(|v| v.parse().ok()).unwrap_or(3000) * effort;
            let limit = Limit { nodes: Some(nodes), ..Limit::none() };
            let report = self.three.solve(cube, Cube3::SOLVED, 1, &limit, &mut |_| ());
            let Some(path) = report.outcome.path() else { continue };
            let amount = |quarters: usize| if quarters == 3 { -1 } else { quarters as i16 };
            turns.extend(path.iter().filter_map(|turn| {
                Turn::new(&turn.face.letter().to_string(), amount(turn.amount.quarters()))
            }));
            let turns = self.cube.solid.in_place(&turns);
            if best.as_ref().is_none_or(|best| turns.len() < best.len()) {
                *best = Some(turns);
            }
            if deadline.is_over() {
                return;
            }
        }
    }
}

impl Cube {
    /// The turn of a rotation, by its name.
    fn turn(&self, rotation: &Rotation) -> Option<Turn> {
        let name = self.solid.outer_name(rotation.face, *rotation.layers.end());
        Turn::new(&name, if rotation.quarters == 3 { -1 } else { rotation.quarters })
    }

    /// Slots after a rotation.
    fn turned(&self, slots: &[Slot], rotation: &Rotation) -> Vec<Slot> {
        let change: Transformation = self.solid.transformation(&self.kinds, rotation);
        let kinds = self.kinds.iter().flat_map(|kind| std::iter::repeat_n(kind.orientations, kind.places.len()));
        let moved = change.source.iter().zip(&change.delta).zip(kinds);
        moved
            .map(|((&from, &delta), orientations)| {
                let slot = slots[usize::from(from)];
                Slot { orientation: (slot.orientation + delta) % orientations, ..slot }
            })
            .collect()
    }

    /// The slots of a position, and of the corner that the puzzle holds.
    fn free_slots(&self, position: &Position) -> Vec<Slot> {
        const HELD: u16 = 6;
        let mut slots = position.slots().to_vec();
        if self.solid.holds_corner() {
            for slot in &mut slots[..7] {
                slot.piece += u16::from(slot.piece >= HELD);
            }
            slots.insert(HELD.into(), Slot { piece: HELD, orientation: 0 });
        }
        slots
    }
}

/// A path from a position of a large cube to the solved one; `None` if a limit comes first.
pub(crate) fn solve(position: &Position, limit: &Limit) -> Option<(Vec<Turn>, u64, u64)> {
    static FOUR: OnceLock<Option<Reduction<BYTES4>>> = OnceLock::new();
    static FIVE: OnceLock<Option<Reduction<BYTES5>>> = OnceLock::new();
    let solid = by_name(position.model().id())?;
    let (path, counts) = if solid.holds_corner() {
        FOUR.get_or_init(|| Reduction::new(solid)).as_ref()?.solve(position, limit)?
    } else {
        FIVE.get_or_init(|| Reduction::new(solid)).as_ref()?.solve(position, limit)?
    };
    Some((path, counts.expanded, counts.generated))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Scrambler;

    #[test]
    fn bench() {
        let name = std::env::var("PUZZLE").unwrap_or_else(|_| "cube4".to_owned());
        let seconds: f64 = std::env::var("SECONDS_EACH").ok().and_then(|v| v.parse().ok()).unwrap_or(0.0);
        let count: usize = std::env::var("COUNT").ok().and_then(|v| v.parse().ok()).unwrap_or(3);
        let model = crate::by_name(&name).expect("a puzzle");
        let solved = Position::solved(&model);
        let mut scrambler = Scrambler::new(1);
        let clock = Stopwatch::start();
        let _ = solve(&solved, &Limit::none());
        eprintln!("setup {:?}", clock.elapsed());
        let (mut sum, mut time) = (0, 0.0);
        for _ in 0..count {
            let start = scrambler.position(&solved);
            let clock = Stopwatch::start();
            let limit = Limit { time: (seconds > 0.0).then(|| std::time::Duration::from_secs_f64(seconds)), ..Limit::none() };
            let (path, ..) = solve(&start, &limit).expect("a solution");
            let mut end = start.clone();
            for &turn in &path { end.turn(turn).expect("a move"); }
            assert!(end.is_solved());
            eprintln!("{} {:?}", path.len(), clock.elapsed());
            sum += path.len();
            time += clock.elapsed().as_secs_f64();
        }
        eprintln!("mean {} in {} s", sum as f64 / count as f64, time / count as f64);
    }
}
