//! Pattern databases in solvers: lengths, node counts, and refused requests.

use super::korf::{Korf, goal, in_parallel, korf};
use super::{size, solve};
use loyd_search::observe::{Limit, Outcome};
use loyd_search::search::AlgorithmName;
use loyd_tiles::heuristic::HeuristicSpec;
use loyd_tiles::pdb::Partition;
use loyd_tiles::search::IDASTAR_PROBE;
use loyd_tiles::solver::{Engine, Outlook, Plan, PruningChoice, Settings, Solver, tables_of};
use loyd_tiles::{MetricName, Position, Scrambler, parse_moves, parse_position};

fn settings(algorithm: AlgorithmName, heuristic: &str) -> Settings {
    let heuristic: HeuristicSpec = heuristic.parse().unwrap();
    Settings {
        algorithm: Some(algorithm.into()),
        heuristic: Some(heuristic),
        ..Settings::default()
    }
}

fn solver(goal: &Position, algorithm: AlgorithmName, heuristic: &str) -> Solver {
    Solver::prepare(&Plan::new(goal, &settings(algorithm, heuristic)).unwrap()).unwrap()
}

fn length(solver: &Solver, start: &Position) -> u32 {
    let Outcome::Solved { path, cost, proven: true, .. } = solve(solver, start, 1).outcome else {
        panic!("{} is not solved", start.to_line())
    };
    assert_eq!(start.replay(&path).as_ref(), Ok(&solver.plan().goal), "{}", start.to_line());
    assert_eq!(path.len() as u32, cost);
    cost
}

fn solves_all_hundred(heuristic: &str) {
    let solver = solver(&goal(), AlgorithmName::IdaStar, heuristic);
    in_parallel(&korf(), |row| {
        assert_eq!(length(&solver, &row.start), row.length, "{}", row.start.to_line());
    });
}

#[test]
fn korfs_hundred_with_6_6_3() {
    solves_all_hundred("pdb:6-6-3");
}

#[test]
fn probes_save_states_of_korfs_hundred_and_change_no_length() {
    let plain = solver(&goal(), AlgorithmName::IdaStar, "pdb:6-6-3");
    let probing = solver(&goal(), IDASTAR_PROBE, "pdb:6-6-3");
    let mut expanded = [0, 0];
    for row in korf() {
        for (solver, sum) in [&plain, &probing].into_iter().zip(&mut expanded) {
            let report = solve(solver, &row.start, 1);
            *sum += report.statistics.expanded;
        }
        assert_eq!(length(&probing, &row.start), row.length);
        let Outcome::Solved { path, lower_bound, .. } = solve(&probing, &row.start, 3).outcome
        else {
            panic!("{} is not solved", row.start.to_line())
        };
        assert_eq!(row.start.replay(&path).as_ref(), Ok(&goal()));
        assert_eq!((path.len() as u32, lower_bound), (row.length, row.length));
    }
    assert_eq!(expanded[0], 12_371_889);
    assert!(4 * expanded[1] < 3 * expanded[0], "{expanded:?}");
}

/// Two databases are one heuristic of four views for the batched search.
#[test]
fn a_maximum_of_databases_expands_fewer_states_than_each() {
    let names = ["pdb:6-6-3", "pdb:5-5-5", "max(pdb:6-6-3,pdb:5-5-5)"];
    let solvers = names.map(|name| solver(&goal(), AlgorithmName::IdaStar, name));
    let complete = |solver: &Solver, row: &Korf| {
        assert_eq!(length(solver, &row.start), row.length, "{}", row.start.to_line());
        let iterations = solve(solver, &row.start, 1).statistics.iterations;
        iterations.iter().filter(|it| it.bound < row.length).map(|it| it.expanded).sum::<u64>()
    };
    let mut sums = [0, 0, 0];
    for row in &korf()[..10] {
        for (sum, solver) in sums.iter_mut().zip(&solvers) {
            *sum += complete(solver, row);
        }
        let [one, other, both] = solvers.each_ref().map(|solver| solver.estimate(&row.start));
        assert_eq!(both, one.max(other));
    }
    assert!(sums[2] < sums[0] && sums[2] < sums[1], "{sums:?}");
}

#[test]
fn korfs_hundred_with_7_8() {
    solves_all_hundred("pdb:7-8");
}

/// Databases of placements, the form of the published ones: optimal, with more nodes than databases
/// that distinguish the regions of the blank.
#[test]
fn databases_of_placements_are_weaker_and_admissible() {
    let (goal, boards) = (goal(), korf());
    let placements = solver(&goal, AlgorithmName::IdaStar, "pdb-excess:6-6-3");
    let states = solver(&goal, AlgorithmName::IdaStar, "pdb:6-6-3");
    let both = solver(&goal, AlgorithmName::AStar, "max(pdb:6-6-3,pdb-excess:6-6-3)");
    let mut expanded = [0, 0];
    for row in &boards[..20] {
        let (weaker, stronger) = (placements.estimate(&row.start), states.estimate(&row.start));
        assert!(weaker <= stronger && weaker.is_some(), "{}", row.start.to_line());
        assert_eq!(both.estimate(&row.start), stronger);
        assert_eq!(length(&placements, &row.start), row.length, "{}", row.start.to_line());
        for (sum, solver) in expanded.iter_mut().zip([&placements, &states]) {
            *sum += solve(solver, &row.start, 1).statistics.expanded;
        }
    }
    assert!(expanded[0] > expanded[1], "{expanded:?}");
}

#[test]
fn databases_of_placements_are_for_single_tiles() {
    let mut multi = settings(AlgorithmName::IdaStar, "pdb-excess:6-6-3");
    multi.metric = MetricName::Multi;
    let refused = Plan::new(&goal(), &multi).unwrap_err().to_string();
    assert!(refused.contains("single-tile metric"), "{refused}");
}

#[test]
fn the_hardest_boards_take_80_moves() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/hardest15_80moves.csv");
    let mut reader = csv::Reader::from_path(file).unwrap();
    let tiles = reader.headers().unwrap().iter().position(|name| name == "tiles").unwrap();
    let boards = reader.records().map(|row| Korf {
        start: parse_position(&row.unwrap()[tiles], None).unwrap(),
        length: 80,
        nodes: 0,
    });
    let boards: Vec<Korf> = boards.collect();
    assert_eq!(boards.len(), 17);
    let goal = Position::blank_last(size(4, 4));
    let solver = solver(&goal, AlgorithmName::IdaStar, "pdb:7-8");
    in_parallel(&boards, |row| assert_eq!(length(&solver, &row.start), 80));
}

/// Boards whose goal is a random board with its blank in a corner.
#[test]
fn lengths_are_those_of_walking_distance() {
    let mut scrambler = Scrambler::new(3);
    let mut compared = 0;
    for (w, h, names, boards) in [
        (3, 3, &["pdb:4-4", "max(pdb:4-4,linear-conflict)"][..], 60),
        (4, 3, &["pdb:5-6"], 12),
        (3, 4, &["pdb:5-6"], 12),
        (5, 3, &["pdb:7-7", "pdb:5-5-4"], 3),
    ] {
        let plain = Position::blank_last(size(w, h));
        for corner in [0, w - 1, w * (h - 1), w * h - 1] {
            let goal = Position::blank_on(size(w, h), corner);
            let goal = std::iter::repeat_with(|| scrambler.position(&plain))
                .map(|other| relabelled(&goal, &other))
                .next()
                .unwrap();
            let walking = solver(&goal, AlgorithmName::IdaStar, "walking-distance");
            let others: Vec<Solver> =
                names.iter().map(|name| solver(&goal, AlgorithmName::IdaStar, name)).collect();
            for _ in 0..boards {
                let start = scrambler.position(&goal);
                let expected = length(&walking, &start);
                for other in &others {
                    assert_eq!(length(other, &start), expected, "{}", start.to_line());
                    compared += 1;
                }
            }
        }
    }
    assert!(compared >= 600, "{compared}");
}

/// The tiles of `goal` renamed to those of `other` in reading order.
fn relabelled(goal: &Position, other: &Position) -> Position {
    let mut names = other.tiles().iter().filter(|&&tile| tile != 0);
    let tiles = goal.tiles().iter().map(|&tile| match tile {
        0 => 0,
        _ => u64::from(*names.next().unwrap()),
    });
    Position::new(goal.size(), &tiles.collect::<Vec<_>>()).unwrap()
}

/// The batched search and the published search, one state at a time, visit the same nodes in all
/// iterations but the last, which ends at the first goal found.
#[test]
fn node_counts_are_those_of_plain_ida_star() {
    let mut iterations = 0;
    for (w, h, name, boards) in
        [(3, 3, "pdb:4-4", 40), (4, 3, "pdb:5-6", 8), (4, 4, "pdb:6-6-3", 3)]
    {
        let goal = Position::blank_last(size(w, h));
        let batched =
            Settings { pruning: PruningChoice::LastMove, ..settings(AlgorithmName::IdaStar, name) };
        let batched = Solver::prepare(&Plan::new(&goal, &batched).unwrap()).unwrap();
        let plain = solver(&goal, AlgorithmName::IdaStarPlain, name);
        let mut scrambler = Scrambler::new(9);
        for _ in 0..boards {
            let start = scrambler.position(&goal);
            let counts = |solver| {
                let mut counts = solve(solver, &start, 1).statistics.iterations;
                counts.pop();
                counts
            };
            let (batched_counts, expected) = (counts(&batched), counts(&plain));
            assert_eq!(batched_counts, expected, "{}", start.to_line());
            iterations += expected.len();
        }
    }
    assert!(iterations > 50, "{iterations} iterations compared");
}

#[test]
fn threads_change_no_length() {
    let goal = goal();
    let solver = solver(&goal, AlgorithmName::IdaStar, "pdb:5-5-5");
    for row in korf().iter().take(12) {
        let report = solve(&solver, &row.start, 3);
        assert_eq!(report.outcome.path().map(|path| path.len() as u32), Some(row.length));
    }
}

#[test]
fn own_partitions_have_names_and_unknown_ones_are_refused() {
    let goal = Position::blank_last(size(3, 3));
    let drawing = "A A A\nA B B\nB B _\n";
    let own = Settings {
        partitions: vec![("mine".into(), Partition::from_drawing(drawing).unwrap())],
        ..settings(AlgorithmName::IdaStar, "pdb:mine")
    };
    let plan = Plan::new(&goal, &own).unwrap();
    assert_eq!(plan.heuristic.to_string(), "pdb:mine");
    assert_eq!(tables_of(&plan).len(), 2);
    let start = parse_position("8 6 7 2 5 4 3 0 1", None).unwrap();
    assert_eq!(length(&Solver::prepare(&plan).unwrap(), &start), 31);

    let refused = |goal: &Position, heuristic: &str| {
        Plan::new(goal, &settings(AlgorithmName::IdaStar, heuristic)).unwrap_err().to_string()
    };
    let unknown = refused(&goal, "pdb:7-8");
    assert!(unknown.contains("pdb:4-4"), "{unknown}");
    let centre = refused(&Position::blank_on(size(3, 3), 4), "pdb:4-4");
    assert!(centre.contains("draw one"), "{centre}");
    assert!("pdb:".parse::<HeuristicSpec>().is_err());
    assert!("max(pdb:4-4,foo)".parse::<HeuristicSpec>().is_err());
}

#[test]
fn auto_takes_databases_where_they_pay() {
    let chosen = |w, h, outlook: &Outlook<'_>| {
        let goal = Position::blank_last(size(w, h));
        let plan = Plan::choose(&goal, &Settings::default(), outlook).unwrap();
        assert_eq!(plan.metric, MetricName::Single);
        plan.heuristic.to_string()
    };
    let one = Outlook::default();
    assert_eq!(chosen(3, 3, &one), "walking-distance");
    assert_eq!(chosen(4, 4, &one), "pdb:6-6-3");
    assert_eq!(chosen(4, 4, &Outlook { boards: 10_000, ..one }), "pdb:7-8");
    assert_eq!(chosen(4, 4, &Outlook { is_cached: &|_| true, ..one }), "pdb:7-8");
    assert_eq!(chosen(4, 4, &Outlook { memory: 100 << 20, boards: 10_000, ..one }), "pdb:6-6-3");
    assert_eq!(chosen(4, 4, &Outlook { memory: 1 << 20, ..one }), "walking-distance");
    assert_eq!(chosen(5, 5, &one), "pdb:6-6-6-6");
}

#[test]
fn shortest_solutions_are_counted_with_databases() {
    let goal = goal();
    let databases = solver(&goal, AlgorithmName::IdaStar, "pdb:6-6-3");
    let walking = solver(&goal, AlgorithmName::IdaStar, "walking-distance");
    let row = &korf()[11];
    let count = |solver: &Solver| {
        let all = solver.all(&row.start, row.length, 5, &Limit::none()).unwrap();
        assert_eq!(all.paths.len() as u128, all.count.min(5));
        for path in &all.paths {
            assert_eq!(row.start.replay(path).as_ref(), Ok(&goal));
        }
        all.count
    };
    assert_eq!(count(&databases), count(&walking));
}

/// Boards that the batched search does not support use the general search.
#[test]
fn boards_of_more_than_25_cells_are_solved_too() {
    let goal = Position::blank_last(size(6, 5));
    let letters: Vec<String> = (0..29u8).map(|cell| char::from(b'A' + cell / 2).into()).collect();
    let cells = [&letters[..], &["_".to_owned()]].concat();
    let rows: Vec<String> = cells.chunks(6).map(|row| row.join(" ")).collect();
    let pairs = Partition::from_drawing(&rows.join("\n")).unwrap();
    let own = Settings {
        partitions: vec![("pairs".into(), pairs)],
        ..settings(AlgorithmName::IdaStar, "pdb:pairs")
    };
    let databases = Solver::prepare(&Plan::new(&goal, &own).unwrap()).unwrap();
    let conflict = solver(&goal, AlgorithmName::IdaStar, "linear-conflict");
    let moves = parse_moves("D D R R U L D R D L U R D L").unwrap();
    let mut start = goal.clone();
    for length in 1..=moves.len() {
        if let Ok(next) = goal.replay(&moves[..length]) {
            start = next;
        }
    }
    assert_ne!(start, goal);
    assert_eq!(length(&databases, &start), length(&conflict, &start));
}

/// The batched search expands more nodes than depth-first search with the same tables only in the
/// last iteration: it processes sixteen nodes at a time, three batches deep, and so finds a goal
/// later. All earlier iterations are the same. On 3x3 the last iteration is nearly all of the
/// search.
#[test]
fn batches_cost_nodes_only_in_the_last_iteration() {
    let goal = Position::blank_last(size(3, 3));
    let plain = solver(&goal, AlgorithmName::IdaStarPlain, "pdb:4-4");
    let mut last_move = settings(AlgorithmName::IdaStar, "pdb:4-4");
    last_move.pruning = PruningChoice::LastMove;
    let batched = Solver::prepare(&Plan::new(&goal, &last_move).unwrap()).unwrap();
    let auto = solver(&goal, AlgorithmName::IdaStar, "pdb:4-4");
    let mut scrambler = Scrambler::new(1);
    let (mut before, mut last) = ([0; 3], [0; 3]);
    for _ in 0..200 {
        let start = scrambler.position(&goal);
        let solvers = [&plain, &batched, &auto];
        for (index, solver) in solvers.into_iter().enumerate() {
            let iterations = solve(solver, &start, 1).statistics.iterations;
            let (end, complete) = iterations.split_last().unwrap();
            before[index] += complete.iter().map(|iteration| iteration.expanded).sum::<u64>();
            last[index] += end.expanded;
        }
        assert_eq!(before[1], before[0], "{}", start.to_line());
        assert!(before[2] <= before[0], "{}", start.to_line());
    }
    println!("complete {before:?}, last {last:?}");
    assert!(last[1] > last[0] && before[1] < last[1], "{before:?} {last:?}");
}
