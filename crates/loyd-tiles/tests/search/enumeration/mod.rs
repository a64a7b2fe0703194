//! Every optimal algorithm of the registry, in every form, compared with distances by enumeration.

mod bounds;
mod distances;

use super::{algorithms, size};
pub(super) use distances::Distances;
use loyd_search::observe::{Limit, Outcome, Report};
use loyd_search::search::{AlgorithmName, AlgorithmSpec, Order, Parameters, Ties, Weight};
use loyd_tiles::heuristic::HeuristicName;
use loyd_tiles::solver::{Engine, Plan, Settings, Solver};
use loyd_tiles::{MetricName, Position, Scrambler, Size, Slide, parse_moves};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

/// The weights variants to algorithms.
const WEIGHTS: [&str; 5] = ["1", "1.000001", "1.5", "3", "1000"];

/// An algorithm with its optimal forms.
struct Entry {
    name: AlgorithmName,
    /// For each form, one solver per heuristic.
    forms: Vec<Vec<Solver>>,
    /// The algorithm is tried on one of this many boards.
    every: usize,
    solved: AtomicU64,
    stopped: AtomicU64,
    nanoseconds: AtomicU64,
}

fn forms(name: AlgorithmName) -> Vec<AlgorithmSpec> {
    let mut forms = vec![Parameters::default()];
    let weights = WEIGHTS.map(|text| text.parse::<Weight>().expect("a weight"));
    for parameter in name.info().parameters {
        for form in forms.clone() {
            let variants: Vec<Parameters> = match parameter.key {
                "weight" => weights.iter().map(|weight| form.clone().with(weight)).collect(),
                "ties" => Ties::ALL.iter().map(|ties| form.clone().with(ties)).collect(),
                "order" => Order::ALL.iter().map(|order| form.clone().with(order)).collect(),
                // The searches with intermediate goals and those with a width are never optimal.
                "goals" | "width" => Vec::new(),
                other => panic!("{other} has no values here"),
            };
            forms.extend(variants);
        }
    }
    forms.into_iter().map(|parameters| AlgorithmSpec { name, parameters }).collect()
}

/// The heuristics for an algorithm: the admissible ones, including `blind` ones only on request.
fn heuristics(name: AlgorithmName, metric: MetricName, blind: bool) -> Vec<HeuristicName> {
    if !name.info().informed {
        return vec![HeuristicName::Zero];
    }
    let all = HeuristicName::ALL.iter().copied();
    all.filter(|heuristic| {
        let weak = matches!(heuristic, HeuristicName::Zero | HeuristicName::Hamming);
        heuristic.info().properties(metric).admissible && (blind || !weak)
    })
    .collect()
}

fn prepare(
    goal: &Position,
    metric: MetricName,
    spec: &AlgorithmSpec,
    with: HeuristicName,
) -> Solver {
    let (algorithm, heuristic) = (Some(spec.clone()), Some(with.into()));
    let settings = Settings { metric, algorithm, heuristic, ..Settings::default() };
    Solver::prepare(&Plan::new(goal, &settings).expect("a plan")).expect("small tables")
}

fn entries(goal: &Position, metric: MetricName, blind: bool) -> Vec<Entry> {
    let entry = |&name: &AlgorithmName| {
        let mut specs = forms(name);
        specs.retain(AlgorithmSpec::optimal);
        let heuristics = heuristics(name, metric, blind);
        let solvers = |spec: &AlgorithmSpec| -> Vec<Solver> {
            heuristics.iter().map(|&with| prepare(goal, metric, spec, with)).collect()
        };
        let forms = specs.iter().map(solvers).collect();
        let [solved, stopped, nanoseconds] = [0; 3].map(AtomicU64::new);
        Entry { name, forms, every: 1, solved, stopped, nanoseconds }
    };
    let mut entries: Vec<Entry> = algorithms().iter().map(entry).collect();
    entries.retain(|entry| !entry.forms.is_empty());
    entries
}

struct Boards {
    goal: Position,
    metric: MetricName,
    starts: Vec<Position>,
}

impl Boards {
    /// Random boards, preceded by `near` boards that are few moves from the goal.
    fn random(size: Size, metric: MetricName, near: usize, count: usize) -> Self {
        let goal = Position::blank_last(size);
        let mut scrambler = Scrambler::new(2026);
        let mut starts: Vec<_> =
            (0..near).map(|steps| walk(&goal, steps, &mut scrambler)).collect();
        starts.extend((0..count).map(|_| scrambler.position(&goal)));
        Self { goal, metric, starts }
    }

    /// Every `every`-th board.
    fn of(size: Size, metric: MetricName, distances: &Distances, every: usize) -> Self {
        let goal = Position::blank_last(size);
        let board = |tiles: Vec<u16>| {
            let tiles: Vec<u64> = tiles.into_iter().map(u64::from).collect();
            Position::new(size, &tiles).expect("a board")
        };
        let starts = distances.boards().step_by(every).map(board).collect();
        Self { goal, metric, starts }
    }
}

/// The board after this many random slides.
fn walk(goal: &Position, steps: usize, scrambler: &mut Scrambler) -> Position {
    let slides = parse_moves("U D L R").expect("moves");
    let mut at = goal.clone();
    let mut step = 0;
    while step < steps {
        // A number as good as random: the cell of a tile on a random board.
        let number = scrambler.position(goal).tiles().iter().position(|&tile| tile == 1);
        let slide = slides[number.expect("a tile") % 4];
        step += usize::from(at.slide(slide).is_ok());
    }
    at
}

/// Solves all boards by every entry, with its next form from board to board and all its heuristics,
/// on all cores. Without known distances, the first search to solve a board determines its
/// distance.
fn compare(boards: &Boards, entries: &[Entry], known: Option<&Distances>, limit: &Limit) {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let next = AtomicU64::new(0);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Relaxed) as usize;
                    let Some(start) = boards.starts.get(number) else { break };
                    let mut length = known.map(|known| known.to(start.tiles()));
                    for entry in entries {
                        if !number.is_multiple_of(entry.every) {
                            continue;
                        }
                        for solver in &entry.forms[number % entry.forms.len()] {
                            let start_time = Instant::now();
                            let report = solver.solve(start, 1 + number % 2, limit, &mut |_| ());
                            let nanoseconds = start_time.elapsed().as_nanos() as u64;
                            entry.nanoseconds.fetch_add(nanoseconds, Relaxed);
                            let solved = check(solver, start, &boards.goal, &report, &mut length);
                            let counter = if solved { &entry.solved } else { &entry.stopped };
                            counter.fetch_add(1, Relaxed);
                        }
                    }
                }
            });
        }
    });
    let (size, metric, count) = (boards.goal.size(), boards.metric, boards.starts.len());
    println!("{size} {metric}, {count} boards:");
    for entry in entries {
        let (solved, stopped) = (entry.solved.load(Relaxed), entry.stopped.load(Relaxed));
        let searches = count.div_ceil(entry.every) * entry.forms[0].len();
        assert_eq!(solved + stopped, searches as u64);
        let (name, forms) = (entry.name.info().name, entry.forms.len());
        let seconds = entry.nanoseconds.load(Relaxed) as f64 / 1e9;
        println!("  {name:<14} forms {forms}, solved {solved}, stopped {stopped}, {seconds:.1} s");
        let bounded = limit.nodes.is_some();
        assert!(solved > 0 && (bounded || stopped == 0), "{}: {stopped} stopped", entry.name);
    }
}

/// Returns true if a board was solved, and checks the solution; checks that a stopped search proved
/// nothing false.
fn check(
    solver: &Solver,
    start: &Position,
    goal: &Position,
    report: &Report<Slide>,
    length: &mut Option<u32>,
) -> bool {
    let plan = solver.plan();
    let what = format!("{} + {} on {start}", plan.algorithm, plan.heuristic);
    match &report.outcome {
        Outcome::Solved { path, cost, lower_bound, proven } => {
            let length = *length.get_or_insert(*cost);
            assert_eq!((*cost, *lower_bound, *proven), (length, length, true), "{what}");
            assert_eq!(path.len() as u32, length, "{what}");
            assert_eq!(start.replay(path).as_ref(), Ok(goal), "{what}");
            true
        }
        Outcome::Stopped { lower_bound, best, .. } => {
            assert!(length.is_none_or(|length| *lower_bound <= length), "{what}: {lower_bound}");
            if let Some(path) = best {
                assert_eq!(start.replay(path).as_ref(), Ok(goal), "{what}");
                assert!(length.is_none_or(|length| length <= path.len() as u32), "{what}");
            }
            false
        }
        Outcome::Unsolvable(why) => panic!("{what}: {why:?}"),
    }
}

const METRICS: [MetricName; 2] = [MetricName::Single, MetricName::Multi];

/// A node limit that searches without a heuristic reach on distant boards, and the others do not.
fn nodes(max_nodes: u64) -> Limit {
    Limit { nodes: Some(max_nodes), ..Limit::none() }
}

/// Solves random boards of a size by all algorithms, in both metrics.
fn against_enumeration(size: Size, near: usize, count: usize, blind: bool, limit: &Limit) {
    for metric in METRICS {
        let boards = Boards::random(size, metric, near, count);
        let distances = Distances::of(&boards.goal, metric);
        compare(&boards, &entries(&boards.goal, metric, blind), Some(&distances), limit);
    }
}

/// The distances used for comparison have the published numbers of boards.
#[test]
fn levels_of_the_enumeration_are_the_published_ones() {
    levels(&[(2, 2), (3, 2), (3, 3), (4, 2), (5, 2)]);
}

fn levels(sizes: &[(usize, usize)]) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/sliding_tile_levels.csv");
    let mut table = csv::Reader::from_path(path).expect("the published levels");
    let rows: Vec<csv::StringRecord> = table.records().map(|row| row.expect("a row")).collect();
    for &(width, height) in sizes {
        for metric in METRICS {
            let of = [width.to_string(), height.to_string(), metric.to_string()];
            // From any corner: they are equivalent.
            let its = rows.iter().filter(|row| row.iter().take(3).eq(&of) && &row[4] == "0");
            let published: Vec<u64> = its.map(|row| row[6].parse().expect("a count")).collect();
            let goal = Position::blank_last(size(width, height));
            assert_eq!(Distances::of(&goal, metric).levels, published, "{goal} {metric}");
        }
    }
}

/// A smaller version of the comparison with ten thousand boards below.
#[test]
fn optimal_algorithms_agree_with_enumeration() {
    against_enumeration(size(3, 3), 12, 6, false, &Limit::none());
    against_enumeration(size(3, 3), 12, 0, true, &Limit::none());
    against_enumeration(size(4, 2), 12, 20, false, &Limit::none());
    against_enumeration(size(5, 2), 12, 2, false, &nodes(50_000));
}

#[test]
fn optimal_algorithms_agree_with_each_other() {
    for metric in METRICS {
        let boards = Boards::random(size(4, 3), metric, 12, 2);
        compare(&boards, &entries(&boards.goal, metric, false), None, &nodes(100_000));
    }
}

/// Every algorithm solves all ten thousand boards, except that iterative deepening without a
/// heuristic solves every hundredth: it expands millions of states on the farther ones, more than all
/// others together.
#[test]
#[ignore = "a quarter of an hour: cargo test --release -p loyd-tiles --test search -- --ignored enumeration --nocapture"]
fn ten_thousand_boards_agree_with_enumeration() {
    for metric in METRICS {
        let boards = Boards::random(size(3, 3), metric, 0, 10_000);
        let distances = Distances::of(&boards.goal, metric);
        let mut entries = entries(&boards.goal, metric, false);
        for entry in entries.iter_mut().filter(|entry| entry.name == AlgorithmName::IdDfs) {
            entry.every = 100;
        }
        compare(&boards, &entries, Some(&distances), &Limit::none());
    }
}

#[test]
#[ignore = "minutes: cargo test --release -p loyd-tiles --test search -- --ignored enumeration --nocapture"]
fn all_boards_of_4x2_agree_with_enumeration() {
    for metric in METRICS {
        let goal = Position::blank_last(size(4, 2));
        let distances = Distances::of(&goal, metric);
        let boards = Boards::of(goal.size(), metric, &distances, 1);
        compare(&boards, &entries(&goal, metric, false), Some(&distances), &Limit::none());
    }
}

/// The whole space has 1,814,400 boards, so only iterative deepening without a heuristic is
/// stopped.
#[test]
#[ignore = "minutes: cargo test --release -p loyd-tiles --test search -- --ignored enumeration --nocapture"]
fn hundreds_of_boards_of_5x2_agree_with_enumeration() {
    against_enumeration(size(5, 2), 20, 280, false, &nodes(2_000_000));
}

/// 239,500,800 distances per metric. Searches without a heuristic are stopped on random boards, not
/// on near ones.
#[test]
#[ignore = "minutes, 240 MB: cargo test --release -p loyd-tiles --test search -- --ignored enumeration --nocapture"]
fn tens_of_boards_of_4x3_agree_with_enumeration() {
    levels(&[(4, 3)]);
    against_enumeration(size(4, 3), 30, 30, false, &nodes(2_000_000));
}
