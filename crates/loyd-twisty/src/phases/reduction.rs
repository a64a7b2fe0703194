//! Large cubes: phases to a 3x3x3 cube, and the two-phase algorithm.

use super::beam::{Node, Paths, ROOT};
use super::chain::{Stage, ends, improve};
use super::cube::{Axis, BYTES4, BYTES5, Cube, Faces, Weights};
use super::five;
use super::merged;
use super::pairs::Pairs;
use super::space::Number;
use crate::cubes::by_name;
use crate::cubes::solid::{FACES, Rotation, Solid, rotated};
use crate::orbit::Slot;
use crate::position::Position;
use crate::transformation::Transformation;
use crate::turn::Turn;
use loyd_cube::cube3::{Cube3, TwoPhaseTables};
use loyd_search::observe::{Budget, Limit, Progress, Report};
use std::sync::{Arc, OnceLock};

/// Expansions of the two-phase algorithm for an end, at effort 1.
const THREE_NODES: u64 = 20_000;

/// The number of the first letter that stands for a start.
const STARTS: Number = 1000;

/// The phases of one cube.
struct Reduction<const N: usize> {
    cube: Arc<Cube>,
    stages: Vec<Stage<N>>,
    three: TwoPhaseTables,
}

/// A start: the cube turned as a whole, with its centres renamed.
struct Start {
    rotations: Vec<Turn>,
    slots: Vec<Slot>,
    colours: [u8; 6],
}

impl<const N: usize> Reduction<N> {
    /// Builds the tables of some phases: about two seconds. `None` if the system refuses the memory.
    fn new(cube: Cube, stages: impl FnOnce(&Arc<Cube>) -> Vec<Stage<N>>) -> Option<Self> {
        let cube = Arc::new(cube);
        let stages = stages(&cube);
        Some(Self { cube, stages, three: TwoPhaseTables::build(1).ok()? })
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
                let face = FACES[usize::from(rotation.name() == "x")].1;
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

    fn solve(
        &self,
        position: &Position,
        limit: &Limit,
        progress: &mut dyn FnMut(&Progress),
    ) -> Report<Turn> {
        let starts = self.starts(position);
        improve(limit, progress, |effort, counts, budget, best| {
            let mut paths = Paths::default();
            let start = |(number, start): (usize, &Start)| {
                let path = paths.push(ROOT, STARTS + number as Number);
                let state = self.cube.state(&start.slots, start.colours);
                Node { state, path, length: 0, last: None }
            };
            let nodes = starts.iter().enumerate().map(start).collect();
            let moves = &self.cube.moves;
            let ends = ends(moves, &self.stages, nodes, effort, (&mut paths, counts), budget);
            self.finish(&starts, &paths, ends, best, (effort as u64, budget));
        })
    }

    /// Solves the 3x3x3 cubes of the ends, and replaces the best path by a shorter one.
    fn finish(
        &self,
        starts: &[Start],
        paths: &Paths,
        ends: Vec<Node<N>>,
        best: &mut Option<Vec<Turn>>,
        (effort, budget): (u64, &Budget),
    ) {
        for end in ends {
            let letters = paths.moves(end.path);
            let Some((&start, letters)) = letters.split_first() else { continue };
            let start = &starts[usize::from(start - STARTS)];
            let (mut slots, mut turns) = (start.slots.clone(), start.rotations.clone());
            let words = letters.iter().map(|&it| &self.cube.moves.letters[usize::from(it)].word);
            for &letter in words.flatten() {
                let rotation = &self.cube.rotations[usize::from(letter)];
                slots = self.cube.turned(&slots, rotation);
                turns.extend(Cube::turn(rotation));
            }
            let Some(cube) = self.cube.reduced(&slots) else {
                debug_assert!(false, "a reduced cube is a cube");
                continue;
            };
            let limit = Limit { nodes: Some(THREE_NODES * effort), ..Limit::none() };
            let report = self.three.solve(cube, Cube3::SOLVED, 1, &limit, &mut |_| ());
            let Some(path) = report.outcome.path() else { continue };
            turns.extend(path.iter().filter_map(|turn| {
                let amount = amount(turn.amount.quarters() as i16);
                Turn::new(&turn.face.letter().to_string(), amount)
            }));
            let turns = merged(&self.cube.solid.in_place(&turns), 4);
            if best.as_ref().is_none_or(|best| turns.len() < best.len()) {
                *best = Some(turns);
            }
            if budget.exceeded(0).is_some() {
                return;
            }
        }
    }
}

impl Cube {
    /// The turn of a rotation, by its name.
    fn turn(rotation: &Rotation) -> Option<Turn> {
        let name = Solid::outer_name(rotation.face, *rotation.layers.end());
        Turn::new(&name, amount(rotation.quarters))
    }

    /// Slots after a rotation.
    fn turned(&self, slots: &[Slot], rotation: &Rotation) -> Vec<Slot> {
        let change: Transformation = self.solid.transformation(&self.kinds, rotation);
        let kinds = self
            .kinds
            .iter()
            .flat_map(|kind| std::iter::repeat_n(kind.orientations, kind.places.len()));
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

/// The amount of a turn of 1, 2 or 3 quarters.
fn amount(quarters: i16) -> i16 {
    if quarters == 3 { -1 } else { quarters }
}

/// The phases of the 4x4x4 cube.
fn stages4(cube: &Arc<Cube>) -> Vec<Stage<BYTES4>> {
    let faces = Faces::new(cube, Weights { centres: 8, edges: 4 });
    let pairs = Pairs::new(cube, Weights { centres: 7, edges: 2 });
    vec![
        Stage::new(Axis::new(cube), 5_000, 600, 1_000),
        Stage { is_exhaustive: true, ..Stage::new(faces, 0, 0, 40) },
        Stage::new(pairs, 16_000, 250, 50),
    ]
}

/// Solves a position of the 4x4x4 or 5x5x5 cube, up to the limit. Builds the tables at the first call; `None` if the
/// system refuses the memory.
pub(super) fn solve(
    position: &Position,
    limit: &Limit,
    progress: &mut dyn FnMut(&Progress),
) -> Option<Report<Turn>> {
    static FOUR: OnceLock<Option<Reduction<BYTES4>>> = OnceLock::new();
    static FIVE: OnceLock<Option<Reduction<BYTES5>>> = OnceLock::new();
    let cube = Cube::new(by_name(position.model().id())?);
    if cube.solid.holds_corner() {
        let four = FOUR.get_or_init(|| Reduction::new(cube, stages4)).as_ref()?;
        Some(four.solve(position, limit, progress))
    } else {
        let new = || Reduction::new(five::with_sequences(cube), five::stages);
        Some(FIVE.get_or_init(new).as_ref()?.solve(position, limit, progress))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use loyd_search::random::Numbers;

    /// Moves on bytes agree with moves on slots, which are those of the solid.
    #[test]
    fn bytes_move_as_the_slots_do() {
        // The last byte of the 4x4x4 cube counts half turns from the start of a phase.
        compare::<BYTES4>("cube4", BYTES4 - 1);
        compare::<BYTES5>("cube5", BYTES5);
    }

    fn compare<const N: usize>(name: &str, bytes: usize) {
        let cube = Cube::new(by_name(name).expect("a cube"));
        let model = crate::by_name(name).expect("a puzzle");
        let mut slots = cube.free_slots(&Position::solved(&model));
        let colours = [0, 1, 2, 3, 4, 5];
        let mut state = cube.state::<N>(&slots, colours);
        let mut numbers = Numbers::new(1);
        for _ in 0..200 {
            let letter = numbers.below(cube.rotations.len() as u64) as usize;
            slots = cube.turned(&slots, &cube.rotations[letter]);
            state = cube.moves.after(&state, letter);
            let expected = cube.state::<N>(&slots, colours);
            assert_eq!(state[..bytes], expected[..bytes]);
        }
    }

    /// Turns of faces keep a cube reduced, and the 3x3x3 cube follows them.
    #[test]
    fn a_reduced_cube_follows_the_faces() {
        for name in ["cube4", "cube5"] {
            follow(name);
        }
    }

    fn follow(name: &str) {
        let cube = Cube::new(by_name(name).expect("a cube"));
        let model = crate::by_name(name).expect("a puzzle");
        let mut slots = cube.free_slots(&Position::solved(&model));
        let mut expected = Cube3::SOLVED;
        for (number, &(letter, face)) in FACES.iter().cycle().take(30).enumerate() {
            let quarters = 1 + (number / 7 % 3) as i16;
            slots = cube.turned(&slots, &Rotation { face, layers: 0..=0, quarters });
            let turns =
                loyd_cube::cube3::parse_turns(&format!("{letter}{quarters}")).expect("a turn");
            for turn in turns {
                expected.turn(turn);
            }
            assert!(cube.reduced(&slots) == Some(expected));
        }
        let slots = cube.turned(&slots, &Rotation { face: FACES[0].1, layers: 1..=1, quarters: 1 });
        assert!(cube.reduced(&slots).is_none());
    }
}
