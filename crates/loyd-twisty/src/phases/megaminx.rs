//! The Megaminx: the pieces between more and more faces, then the last layer by sequences.
//!
//! ```text
//! for each set of faces, the next one with one face more: the pieces whose faces are all in the set are solved,
//!     by turns of the faces that were not in the set before, which leave the earlier pieces in place
//! the last two faces but U: corner by corner with the edges beside it, by turns of U, R and F
//! last layer: by turns of U, and by sequences of turns of U, R and F that move only its pieces
//! ```
//!
//! A score adds the distances of groups of a corner and two edges by the moves of the phase. The sequences are all words
//! of at most ten turns that two words of five make: w = a · b⁻¹, where a and b take the other pieces to the same
//! places. The shortest of them are used, each effect once, without turns of U at their ends.
//!
//! Bytes of a state: the points of 20 corners (3 · place + orientation), then those of 30 edges (2 · place + orientation).

use super::beam::{Node, Paths, Phase, ROOT, Value};
use super::chain::{Stage, ends, improve};
use super::merged;
use super::space::{Letter, Moves, Number, PLACES, State};
use super::tables::distances;
use crate::definition::Definition;
use crate::model::Model;
use crate::position::Position;
use crate::turn::Turn;
use loyd_search::observe::{Limit, Progress, Report};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::{Arc, OnceLock};

const CORNERS: usize = 20;
const EDGES: usize = 30;
const BYTES: usize = CORNERS + EDGES;

/// Points of a corner or of an edge.
const POINTS: usize = 60;

/// The faces in the order in which they are completed.
const FACES: [&str; 11] = ["D", "B", "DBR", "DR", "DL", "DBL", "BL", "BR", "L", "R", "F"];

/// The faces of the first phase.
const FIRST: usize = 3;

/// Turns of a half of a sequence.
const HALF: usize = 5;

/// Sequences of the last layer: letters have numbers below 240.
const MAX_SEQUENCES: usize = 160;

/// The turns of the Megaminx on states, and the faces of its pieces.
struct Minx {
    moves: Moves,
    /// The turn of each letter that is not a sequence.
    turns: Vec<Turn>,
    /// For each piece, the faces that move its place, by number.
    faces: Vec<Vec<usize>>,
    names: Vec<String>,
}

impl Minx {
    fn new(definition: &Definition) -> Self {
        let generators = &definition.moves;
        // The orbits of the definition: edges, then corners.
        let place = |piece: usize| if piece < CORNERS { EDGES + piece } else { piece - CORNERS };
        let moves_place = |face: usize, piece: usize| {
            usize::from(generators[face].transformation.source[place(piece)]) != place(piece)
        };
        let faces_of =
            |piece| (0..generators.len()).filter(|&face| moves_place(face, piece)).collect();
        let faces: Vec<Vec<usize>> = (0..BYTES).map(faces_of).collect();
        let (mut letters, mut turns) = (Vec::new(), Vec::new());
        for (face, generator) in generators.iter().enumerate() {
            let is_axis = |other: &usize| *other == face || is_opposite(&faces, face, *other);
            let axis = (0..generators.len()).find(is_axis);
            for amount in [1, 2, -2, -1] {
                let power = generator.transformation.power(amount.into(), &definition.orientations);
                let mut image = vec![[0; PLACES]; 2];
                for piece in 0..BYTES {
                    let (track, all, first) =
                        if piece < CORNERS { (0, 3, EDGES) } else { (1, 2, 0) };
                    let to = place(piece);
                    let from = usize::from(power.source[to]) - first;
                    for orientation in 0..all {
                        let twisted = (orientation + usize::from(power.delta[to])) % all;
                        image[track][all * from + orientation] =
                            (all * (to - first) + twisted) as u8;
                    }
                }
                let word = vec![letters.len() as Number];
                let axis = axis.unwrap_or(face) as u8;
                letters.push(Letter {
                    source: Vec::new(),
                    image,
                    word,
                    axis,
                    generator: face as u8,
                });
                turns.extend(Turn::new(&generator.name, amount));
            }
        }
        let tracks = vec![0..CORNERS, CORNERS..BYTES];
        let names = generators.iter().map(|generator| generator.name.clone()).collect();
        Self { moves: Moves { letters, tracks }, turns, faces, names }
    }

    fn face(&self, name: &str) -> usize {
        self.names.iter().position(|known| known == name).unwrap_or(0)
    }

    /// The letters of some faces.
    fn letters(&self, faces: &[usize]) -> Vec<Number> {
        let letters = (0..self.turns.len()).filter(|letter| faces.contains(&(letter / 4)));
        letters.map(|letter| letter as Number).collect()
    }

    /// The pieces all of whose faces are among these.
    fn pieces(&self, faces: &[usize]) -> Vec<usize> {
        let within = |piece: &usize| self.faces[*piece].iter().all(|face| faces.contains(face));
        (0..BYTES).filter(within).collect()
    }

    /// Appends the sequences that move only pieces of the last layer, the shortest first.
    fn add_sequences(&mut self) {
        let top = self.face("U");
        let letters = self.letters(&["U", "R", "F"].map(|name| self.face(name)));
        let below: Vec<usize> =
            (0..BYTES).filter(|&piece| !self.faces[piece].contains(&top)).collect();
        let key =
            |state: &State<BYTES>| -> Vec<u8> { below.iter().map(|&piece| state[piece]).collect() };
        let mut words: FxHashMap<Vec<u8>, Vec<Vec<Number>>> = FxHashMap::default();
        let mut frontier = vec![(solved(), Vec::new())];
        for _ in 0..=HALF {
            let mut next = Vec::new();
            for (state, word) in frontier {
                for &letter in &letters {
                    let last: Option<Number> = word.last().copied();
                    if self.moves.may_follow(last, letter.into())
                        && last.map(|last| last / 4) != Some(letter / 4)
                    {
                        let longer = [&word[..], &[letter]].concat();
                        next.push((self.moves.after(&state, letter.into()), longer));
                    }
                }
                words.entry(key(&state)).or_default().push(word);
            }
            frontier = next.into_iter().filter(|(_, word)| word.len() <= HALF).collect();
        }
        let is_top = |letter: Number| usize::from(letter) / 4 == top;
        let mut sequences: Vec<Vec<Number>> = Vec::new();
        for same in words.values().filter(|same| same.len() > 1) {
            for (one, two) in same.iter().flat_map(|one| same.iter().map(move |two| (one, two))) {
                let back = two.iter().rev().map(|letter| letter / 4 * 4 + 3 - letter % 4);
                let word: Vec<Number> = one.iter().copied().chain(back).collect();
                let ends_below =
                    |letter: Option<&Number>| letter.is_some_and(|&letter| !is_top(letter));
                let repeats = word.windows(2).any(|pair| pair[0] / 4 == pair[1] / 4);
                if ends_below(word.first()) && ends_below(word.last()) && !repeats {
                    sequences.push(word);
                }
            }
        }
        sequences.sort_by(|one, two| (one.len(), one).cmp(&(two.len(), two)));
        let mut effects = FxHashSet::default();
        for word in sequences {
            let state = word
                .iter()
                .fold(solved(), |state, &letter| self.moves.after(&state, letter.into()));
            if state != solved() && effects.insert(state) {
                let word: Vec<usize> = word.iter().map(|&letter| letter.into()).collect();
                self.moves.add_sequence(&word);
            }
            if effects.len() == MAX_SEQUENCES {
                return;
            }
        }
    }
}

/// True if two faces have no neighbour in common, which are those opposite to each other.
fn is_opposite(faces: &[Vec<usize>], one: usize, other: usize) -> bool {
    let beside = |face: usize| -> FxHashSet<usize> {
        faces.iter().filter(|of| of.contains(&face)).flatten().copied().collect()
    };
    beside(one).is_disjoint(&beside(other))
}

/// The solved state.
fn solved() -> State<BYTES> {
    let mut state = [0; BYTES];
    for (piece, byte) in state.iter_mut().enumerate() {
        *byte = home(piece);
    }
    state
}

/// The point of a piece in the solved state.
fn home(piece: usize) -> u8 {
    (if piece < CORNERS { 3 * piece } else { 2 * (piece - CORNERS) }) as u8
}

/// The pieces of one phase.
struct Block {
    letters: Vec<Number>,
    pieces: Vec<usize>,
    /// Up to three pieces each, with their distances by the moves of the phase.
    groups: Vec<(Vec<usize>, Vec<u8>)>,
}

impl Block {
    fn new(minx: &Minx, turned: &[usize], pieces: Vec<usize>) -> Self {
        let letters = minx.letters(turned);
        let groups = minx.groups(&pieces).into_iter().map(|group| {
            let goal =
                group.iter().fold(0, |number, &piece| number * POINTS + usize::from(home(piece)));
            let size = POINTS.pow(group.len() as u32);
            let table = distances(size, [goal], &letters, |number, letter| {
                let image = &minx.moves.letters[usize::from(letter)].image;
                let (mut rest, mut factor, mut after) = (number, 1, 0);
                for &piece in group.iter().rev() {
                    let track = usize::from(piece >= CORNERS);
                    after += usize::from(image[track][rest % POINTS]) * factor;
                    rest /= POINTS;
                    factor *= POINTS;
                }
                after
            });
            (group, table)
        });
        Self { groups: groups.collect(), letters, pieces }
    }
}

impl Minx {
    /// Each corner of some pieces with up to two edges beside it, and the other edges in pairs.
    fn groups(&self, pieces: &[usize]) -> Vec<Vec<usize>> {
        let (corners, mut edges): (Vec<usize>, Vec<usize>) =
            pieces.iter().partition(|&&piece| piece < CORNERS);
        let mut groups = Vec::new();
        for corner in corners {
            let mut group = vec![corner];
            edges.retain(|&edge| {
                let beside = self.faces[edge].iter().all(|face| self.faces[corner].contains(face));
                let joins = beside && group.len() < 3;
                if joins {
                    group.push(edge);
                }
                !joins
            });
            groups.push(group);
        }
        groups.extend(edges.chunks(2).map(<[usize]>::to_vec));
        groups
    }

    /// The faces that each phase turns, and the pieces that it solves.
    fn phases(&self) -> Vec<(Vec<usize>, Vec<usize>)> {
        let order = FACES.map(|name| self.face(name));
        let without = |faces: &[usize]| {
            (0..self.names.len()).filter(|face| !faces.contains(face)).collect::<Vec<_>>()
        };
        let between = |from: usize, to: usize| {
            let mut pieces = self.pieces(&order[..to]);
            let before = self.pieces(&order[..from]);
            pieces.retain(|piece| !before.contains(piece));
            pieces
        };
        let all = order.len();
        let mut phases = vec![(without(&[]), between(0, FIRST))];
        phases.extend(
            (FIRST + 1..all - 1)
                .map(|count| (without(&order[..count - 1]), between(count - 1, count))),
        );
        // U and the last two faces: corner by corner, with the edges beside it.
        let turned = without(&order[..all - 2]);
        let last = between(all - 2, all);
        let mut solved: Vec<usize> = Vec::new();
        let mut corners: Vec<usize> =
            last.iter().copied().filter(|&piece| piece < CORNERS).collect();
        corners.sort_by_key(|&corner| self.faces[corner].contains(&order[all - 1]));
        for (number, corner) in corners.iter().enumerate() {
            let beside = |edge: &usize| {
                self.faces[*edge].iter().all(|face| self.faces[*corner].contains(face))
            };
            let is_last = number + 1 == corners.len();
            let edges = last.iter().copied().filter(|&piece| piece >= CORNERS);
            solved.extend(edges.filter(|edge| is_last || beside(edge)));
            solved.push(*corner);
            solved.sort_unstable();
            solved.dedup();
            phases.push((turned.clone(), solved.clone()));
        }
        phases
    }
}

impl Phase<BYTES> for Block {
    fn letters(&self) -> &[Number] {
        &self.letters
    }

    fn value(&self, state: &State<BYTES>) -> Value {
        if self.pieces.iter().all(|&piece| state[piece] == home(piece)) {
            return Value::Goal;
        }
        let distance = |(group, table): &(Vec<usize>, Vec<u8>)| {
            let number =
                group.iter().fold(0, |number, &piece| number * POINTS + usize::from(state[piece]));
            u32::from(table[number])
        };
        let sum: u32 = self.groups.iter().map(distance).sum();
        Value::Score(sum, sum as usize)
    }
}

/// The last layer.
struct LastLayer {
    letters: Vec<Number>,
    /// Corners and edges with their distances, counted in sequences.
    parts: [(Vec<usize>, Vec<u8>); 2],
}

impl LastLayer {
    fn new(minx: &Minx) -> Self {
        let top = minx.face("U");
        let mut letters = minx.letters(&[top]);
        letters.extend((minx.turns.len()..minx.moves.letters.len()).map(|letter| letter as Number));
        let parts = [(0, 0..CORNERS), (1, CORNERS..BYTES)].map(|(track, range)| {
            let pieces: Vec<usize> =
                range.filter(|&piece| minx.faces[piece].contains(&top)).collect();
            let points = points(&pieces);
            let size = points.len().pow(pieces.len() as u32);
            let home = pieces.iter().map(|&piece| home(piece));
            let table = distances(size, [index(home, &points)], &letters, |number, letter| {
                let image = &minx.moves.letters[usize::from(letter)].image[track];
                let mut rest = number;
                let mut after: Vec<u8> = Vec::with_capacity(pieces.len());
                for _ in &pieces {
                    after.push(image[usize::from(points[rest % points.len()])]);
                    rest /= points.len();
                }
                index(after.into_iter().rev(), &points)
            });
            (pieces, table)
        });
        Self { letters, parts }
    }
}

/// The points of the homes of some pieces, in order.
fn points(pieces: &[usize]) -> Vec<u8> {
    let of =
        |&piece: &usize| (0..if piece < CORNERS { 3 } else { 2 }).map(move |by| home(piece) + by);
    pieces.iter().flat_map(of).collect()
}

/// The number of a list of points.
fn index(places: impl Iterator<Item = u8>, points: &[u8]) -> usize {
    places.fold(0, |number, place| {
        let at = points.iter().position(|&point| point == place).unwrap_or(0);
        number * points.len() + at
    })
}

impl Phase<BYTES> for LastLayer {
    fn letters(&self) -> &[Number] {
        &self.letters
    }

    fn value(&self, state: &State<BYTES>) -> Value {
        let distance = |(pieces, table): &(Vec<usize>, Vec<u8>)| {
            let places = pieces.iter().map(|&piece| state[piece]);
            u32::from(table[index(places, &points(pieces))])
        };
        let [corners, edges] = [distance(&self.parts[0]), distance(&self.parts[1])];
        if corners + edges == 0 {
            return Value::Goal;
        }
        Value::Score(4 * (corners + edges), (32 * corners + edges) as usize)
    }
}

/// The phases of the Megaminx.
struct Solver {
    minx: Minx,
    stages: Vec<Stage<BYTES>>,
}

impl Solver {
    fn new(model: &Model) -> Self {
        let mut minx = Minx::new(model.definition());
        minx.add_sequences();
        let stage = |(turned, pieces): (Vec<usize>, Vec<usize>)| {
            let mut stage = Stage::new(Block::new(&minx, &turned, pieces), 20_000, 20_000, 40_000);
            stage.extent.slack = 4;
            stage
        };
        let mut stages: Vec<Stage<BYTES>> = minx.phases().into_iter().map(stage).collect();
        stages.push(Stage::new(LastLayer::new(&minx), 2_000, 1_000, 1_000));
        Self { minx, stages }
    }

    fn solve(
        &self,
        position: &Position,
        limit: &Limit,
        progress: &mut dyn FnMut(&Progress),
    ) -> Report<Turn> {
        let mut state = [0; BYTES];
        for (slot, piece) in position.slots().iter().enumerate() {
            let (first, place, all) =
                if slot < EDGES { (CORNERS, slot, 2) } else { (0, slot - EDGES, 3) };
            let point = all * place + usize::from(piece.orientation);
            state[first + usize::from(piece.piece)] = point as u8;
        }
        improve(limit, progress, |effort, counts, budget, best| {
            let mut paths = Paths::default();
            let start = Node { state, path: ROOT, length: 0, last: None };
            let moves = &self.minx.moves;
            let ends = ends(moves, &self.stages, vec![start], effort, (&mut paths, counts), budget);
            for end in ends {
                let letters = paths.moves(end.path);
                let words =
                    letters.iter().flat_map(|&letter| &moves.letters[usize::from(letter)].word);
                let path: Vec<Turn> =
                    words.map(|&letter| self.minx.turns[usize::from(letter)]).collect();
                let path = merged(&path, 5);
                if best.as_ref().is_none_or(|best| path.len() < best.len()) {
                    *best = Some(path);
                }
            }
        })
    }
}

/// Solves a position of the Megaminx, up to the limit. Builds the tables at the first call.
pub(super) fn solve(
    position: &Position,
    limit: &Limit,
    progress: &mut dyn FnMut(&Progress),
) -> Report<Turn> {
    static SOLVER: OnceLock<Solver> = OnceLock::new();
    let model: &Arc<Model> = position.model();
    SOLVER.get_or_init(|| Solver::new(model)).solve(position, limit, progress)
}
