//! Published boards.

use crate::{every_spec, size};
use loyd_tiles::heuristic::{
    HeuristicName, HeuristicSpec, HeuristicVisitor, TileHeuristic, with_heuristic,
};
use loyd_tiles::{MetricName, Nibbles, Position, Single, Sliding};

struct Instance {
    start: Position,
    optimal_length: u32,
    manhattan: u32,
}

fn instances(csv: &[u8]) -> Vec<Instance> {
    let mut reader = csv::Reader::from_reader(csv);
    let headers = reader.headers().unwrap().clone();
    let column = |name| headers.iter().position(|header| header == name).unwrap();
    let (tiles, length) = (column("tiles"), column("optimal_length"));
    let manhattan = column("initial_manhattan");
    let instance = |row: csv::StringRecord| {
        let tiles: Vec<u64> = row[tiles].split(' ').map(|tile| tile.parse().unwrap()).collect();
        Instance {
            start: Position::new(size(4, 4), &tiles).unwrap(),
            optimal_length: row[length].parse().unwrap(),
            manhattan: row[manhattan].parse().unwrap(),
        }
    };
    reader.records().map(|row| instance(row.unwrap())).collect()
}

/// R. E. Korf's hundred instances; their goal has the blank first.
fn korf100() -> Vec<Instance> {
    instances(include_bytes!("../../../../data/korf100.csv"))
}

/// The seventeen boards 80 moves from the goal, which has the blank last.
fn hardest() -> Vec<Instance> {
    instances(include_bytes!("../../../../data/hardest15_80moves.csv"))
}

type Board = Nibbles<4, 16>;

struct Values<'a>(&'a [Instance]);

impl HeuristicVisitor<Board, Single> for Values<'_> {
    type Output = Vec<u32>;

    fn visit<H: TileHeuristic<Board, Single>>(self, heuristic: H) -> Vec<u32> {
        let value = |instance: &Instance| {
            heuristic.value(heuristic.start(&Sliding::<Board, Single>::board(&instance.start)))
        };
        self.0.iter().map(value).collect()
    }
}

fn values(spec: &HeuristicSpec, goal: &Position, instances: &[Instance]) -> Vec<u32> {
    with_heuristic(spec, &Sliding::<Board, Single>::new(goal), Values(instances)).unwrap()
}

#[test]
fn manhattan_is_as_published() {
    for (goal, instances) in [
        (Position::blank_first(size(4, 4)), korf100()),
        (Position::blank_last(size(4, 4)), hardest()),
    ] {
        let values = values(&HeuristicName::Manhattan.into(), &goal, &instances);
        let published: Vec<u32> = instances.iter().map(|instance| instance.manhattan).collect();
        assert_eq!(values, published);
    }
}

#[test]
fn values_are_admissible_and_of_the_right_parity() {
    for (goal, instances) in [
        (Position::blank_first(size(4, 4)), korf100()),
        (Position::blank_last(size(4, 4)), hardest()),
    ] {
        for spec in every_spec() {
            if !spec.properties(MetricName::Single).admissible {
                continue;
            }
            let preserves_parity = spec
                .parts()
                .iter()
                .all(|name| !matches!(name, HeuristicName::Zero | HeuristicName::Hamming));
            for (instance, h) in instances.iter().zip(values(&spec, &goal, &instances)) {
                let d = instance.optimal_length;
                assert!(h <= d, "{spec}: {}", instance.start.to_line());
                assert!(
                    !preserves_parity || h % 2 == d % 2,
                    "{spec}: {}",
                    instance.start.to_line()
                );
            }
        }
    }
}

/// Values computed by an independent program in another language.
#[test]
fn values_of_published_boards() {
    let of =
        |name: HeuristicName, goal, instances: &[Instance]| values(&name.into(), goal, instances);
    let (goal, korf) = (Position::blank_first(size(4, 4)), korf100());
    let conflict = of(HeuristicName::LinearConflict, &goal, &korf);
    let walking = of(HeuristicName::WalkingDistance, &goal, &korf);
    assert_eq!(conflict.iter().sum::<u32>(), 3_909);
    assert_eq!(walking.iter().sum::<u32>(), 3_957);
    // Neither is always the better one.
    assert_eq!((conflict[16], walking[16]), (46, 54));
    assert_eq!((conflict[45], walking[45]), (41, 35));
    let both = conflict.iter().zip(&walking);
    assert_eq!(both.filter(|(conflict, walking)| conflict > walking).count(), 22);
    let (goal, hardest) = (Position::blank_last(size(4, 4)), hardest());
    assert_eq!(of(HeuristicName::LinearConflict, &goal, &hardest).iter().sum::<u32>(), 982);
    assert_eq!(of(HeuristicName::WalkingDistance, &goal, &hardest).iter().sum::<u32>(), 1_118);
}
