//! A 2x2x2 cube as 24 stickers in space, searched level by level: shares nothing with the program.

use std::collections::HashMap;

/// The colours of the stickers, face by face in reading order: U R F D L B.
pub(crate) type Stickers = [u8; 24];

/// The metric: quarter turns only, or half turns too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Metric {
    Half,
    Quarter,
}

impl Metric {
    pub(crate) fn name(self) -> &'static str {
        if self == Self::Half { "half" } else { "quarter" }
    }
}

type Vector = [i32; 3];

/// The place of a sticker and its direction: x to the right, y up, z to the front.
fn place(sticker: usize) -> (Vector, Vector) {
    let side = |bit: usize| 2 * bit as i32 - 1;
    let (row, column) = (side(sticker / 2 % 2), side(sticker % 2));
    match sticker / 4 {
        0 => ([column, 1, row], [0, 1, 0]),
        1 => ([1, -row, -column], [1, 0, 0]),
        2 => ([column, -row, 1], [0, 0, 1]),
        3 => ([column, -1, -row], [0, -1, 0]),
        4 => ([-1, -row, column], [-1, 0, 0]),
        _ => ([-column, -row, -1], [0, 0, -1]),
    }
}

/// A quarter turn, clockwise as seen from outside, of U, R or F.
fn turned(cube: &Stickers, face: usize) -> Stickers {
    let rotated = |[x, y, z]: Vector| match face {
        0 => [-z, y, x],
        1 => [x, z, -y],
        _ => [y, -x, z],
    };
    let mut after = *cube;
    for (from, &colour) in cube.iter().enumerate() {
        let (at, facing) = place(from);
        // The axes of U, R and F are y, x and z.
        if at[[1, 0, 2][face]] == 1 {
            let moved = (rotated(at), rotated(facing));
            let to = (0..24).find(|&to| place(to) == moved).expect("a place of a sticker");
            after[to] = colour;
        }
    }
    after
}

pub(crate) const SOLVED: &str = "UUUURRRRFFFFDDDDLLLLBBBB";

/// The cube after all moves of a metric: those of U, R and F reach every one, with the corner DBL
/// fixed.
fn successors(cube: &Stickers, metric: Metric) -> Vec<Stickers> {
    let mut all = Vec::new();
    for face in 0..3 {
        let once = turned(cube, face);
        let twice = turned(&once, face);
        all.extend([once, turned(&twice, face)]);
        all.extend((metric == Metric::Half).then_some(twice));
    }
    all
}

/// The cube after quarter turns of these faces.
pub(crate) fn after(faces: &str) -> String {
    let mut cube = solved();
    for face in faces.chars() {
        cube = turned(&cube, "URF".find(face).expect("U, R or F"));
    }
    text(&cube)
}

fn solved() -> Stickers {
    SOLVED.as_bytes().try_into().expect("24 stickers")
}

pub(crate) fn text(cube: &Stickers) -> String {
    cube.iter().map(|&colour| char::from(colour)).collect()
}

/// The distance of a cube from the solved one, and the number of shortest solutions.
pub(crate) type Distance = (u32, u64);

/// All cubes up to a distance.
pub(crate) fn distances(metric: Metric, depth: u32) -> HashMap<Stickers, Distance> {
    let mut table = HashMap::from([(solved(), (0, 1))]);
    let mut level = vec![solved()];
    for distance in 1..=depth {
        let mut next = Vec::new();
        for cube in level {
            let (_, ways) = table[&cube];
            for successor in successors(&cube, metric) {
                let (at, sum) = table.entry(successor).or_insert_with(|| {
                    next.push(successor);
                    (distance, 0)
                });
                if *at == distance {
                    *sum += ways;
                }
            }
        }
        level = next;
    }
    table
}

/// The published number of cubes at each distance.
pub(crate) fn levels(metric: Metric) -> Vec<u64> {
    let table = include_str!("../../../../data/cube_levels.csv");
    let rows = table.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let of_metric = rows.filter(|row| row[..2] == ["2x2x2", metric.name()]);
    of_metric.map(|row| row[3].parse().expect("a number")).collect()
}

#[test]
fn plain_cubes_have_the_published_counts() {
    for metric in [Metric::Half, Metric::Quarter] {
        let mut counts = vec![0; 6];
        for (distance, _) in distances(metric, 5).values() {
            counts[*distance as usize] += 1;
        }
        assert_eq!(counts, levels(metric)[..6]);
    }
}
