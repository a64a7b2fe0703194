//! Predicted and measured expansions of iterations.
//!
//! The theory speaks of all boards, those that are solved within the bound included, and of whole
//! iterations. So the boards here are of the half that cannot be solved: nothing ends their
//! iterations early, and by symmetry of the tiles' parity their heuristic values are as those of the other.

use super::korf::goal;
use loyd::heuristic::{HeuristicName, HeuristicSpec, TileHeuristic, WalkingDistance};
use loyd::pdb::{Additive, PatternError, catalogue};
use loyd::predict::Sampling;
use loyd::prune::StringPruning;
use loyd::puzzle::tiles::{Nibbles, Position, Scrambler, Single, Slide, Sliding};
use loyd::search::additive::{kernel, move_rows};
use loyd::search::deepening::{Subtrees, Tally};
use loyd::search::subtree::SpaceTree;
use loyd::solver::{Plan, Predictor, PruningChoice, Settings, Solver};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

type Puzzle = Sliding<Nibbles<4, 16>, Single>;

/// Random 15-puzzles that cannot be solved.
fn boards(count: usize) -> Vec<Position> {
    let (goal, mut scrambler) = (goal(), Scrambler::new(2001));
    let board = || {
        let mut tiles: Vec<u64> =
            scrambler.position(&goal).tiles().iter().map(|&tile| tile.into()).collect();
        let cells: Vec<usize> = (0..16).filter(|&cell| tiles[cell] != 0).take(2).collect();
        tiles.swap(cells[0], cells[1]);
        Position::new(goal.size(), &tiles).expect("a board")
    };
    std::iter::repeat_with(board).take(count).collect()
}

fn predictor(heuristic: HeuristicSpec, pruning: PruningChoice) -> Predictor {
    let settings = Settings { heuristic: Some(heuristic), pruning, ..Settings::default() };
    let solver = Solver::prepare(&Plan::new(&goal(), &settings).unwrap()).unwrap();
    solver.predictor(Sampling { samples: 50_000, seed: 5 }).unwrap()
}

/// Expansions of all boards' whole iterations, by bound.
fn measure(
    boards: &[Position],
    bounds: std::ops::RangeInclusive<u32>,
    count: impl Fn(&Position, u32) -> u64 + Sync,
) -> BTreeMap<u32, Vec<u64>> {
    let next = AtomicUsize::new(0);
    let found = Mutex::new(BTreeMap::<u32, Vec<u64>>::new());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(board) = boards.get(next.fetch_add(1, Ordering::Relaxed)) {
                    for bound in bounds.clone().filter(|bound| bound % 2 == parity(board)) {
                        let expanded = count(board, bound);
                        found.lock().unwrap().entry(bound).or_default().push(expanded);
                    }
                }
            });
        }
    });
    found.into_inner().unwrap()
}

/// The parity of the blank's distance, and of all bounds.
fn parity(board: &Position) -> u32 {
    (board.blank() % 4 + board.blank() / 4) as u32 % 2
}

fn expanded(tree: &dyn Subtrees<Slide>, bound: u32) -> u64 {
    if tree.f(&[]) > bound {
        return 0;
    }
    let mut poll = |_| false;
    let mut tally = Tally::new(&mut poll);
    tree.search(&mut Vec::new(), bound, &mut tally);
    tally.expanded
}

/// Measured and predicted, by bound.
fn compare(
    predictor: &Predictor,
    boards: &[Position],
    measured: &BTreeMap<u32, Vec<u64>>,
) -> Vec<(u32, f64)> {
    let mut ratios = Vec::new();
    for (&bound, counts) in measured {
        let mut predicted = 0.0;
        for blank in 0..16 {
            let same = boards.iter().filter(|board| board.blank() == blank);
            let starts = same.filter(|board| parity(board) == bound % 2).count();
            if starts > 0 {
                predicted += predictor.iterations(blank, bound, bound)[0].expanded * starts as f64;
            }
        }
        let sum = counts.iter().sum::<u64>() as f64;
        println!(
            "bound {bound}: {:.1} measured, {:.1} predicted a board, ratio {:.3}",
            sum / counts.len() as f64,
            predicted / counts.len() as f64,
            sum / predicted
        );
        ratios.push((bound, sum / predicted));
    }
    ratios
}

fn check(ratios: &[(u32, f64)], tolerance: f64) {
    let mean = ratios.iter().map(|(_, ratio)| ratio).sum::<f64>() / ratios.len() as f64;
    println!("mean {mean:.3}");
    assert!(ratios.len() >= 3 && (mean - 1.0).abs() < tolerance, "{mean}: {ratios:?}");
}

fn general<H: TileHeuristic<Nibbles<4, 16>, Single>>(
    pruning: &StringPruning,
) -> impl Fn(&Position, u32) -> u64 + Sync + '_ {
    let space = Puzzle::new(&goal());
    let heuristic = H::new(&space).unwrap();
    move |board, bound| {
        let start = &Puzzle::board(board);
        let (space, heuristic) = (&space, &heuristic);
        expanded(&SpaceTree { space, heuristic, pruning, start, forget: false }, bound)
    }
}

#[test]
fn manhattan_distance_as_in_the_paper() {
    let boards = boards(3000);
    let predictor = predictor(HeuristicName::Manhattan.into(), PruningChoice::LastMove);
    let rule = StringPruning::last_move();
    let count = general::<loyd::heuristic::Manhattan>(&rule);
    check(&compare(&predictor, &boards, &measure(&boards, 36..=41, count)), 0.06);
}

#[test]
fn manhattan_distance_with_strings_pruned() {
    let boards = boards(3000);
    let predictor = predictor(HeuristicName::Manhattan.into(), PruningChoice::Length(8));
    let rule = StringPruning::new(&Puzzle::new(&goal()), 8, usize::MAX);
    let count = general::<loyd::heuristic::Manhattan>(&rule);
    check(&compare(&predictor, &boards, &measure(&boards, 36..=41, count)), 0.1);
}

#[test]
fn walking_distance() {
    let boards = boards(3000);
    let predictor = predictor(HeuristicName::WalkingDistance.into(), PruningChoice::Length(8));
    let rule = StringPruning::new(&Puzzle::new(&goal()), 8, usize::MAX);
    let count = general::<WalkingDistance>(&rule);
    check(&compare(&predictor, &boards, &measure(&boards, 42..=45, count)), 0.1);
}

#[test]
fn pattern_databases() {
    let boards = boards(3000);
    let predictor = predictor(HeuristicSpec::databases_of("6-6-3"), PruningChoice::Length(10));
    let partition = catalogue::find("6-6-3", goal().size(), goal().blank()).unwrap();
    let table = |pattern: &loyd::pdb::Pattern| {
        let builder = loyd::pdb::Builder::new(pattern.size(), pattern.tiles(), 2)?;
        let built = builder.table(pattern, &loyd::observe::Cancel::new(), &mut |_| ());
        Ok::<_, PatternError>(built.unwrap().table)
    };
    let additive = Additive::new(&goal(), &[partition.patterns().to_vec()], 2, table).unwrap();
    let kernel = kernel(Arc::new(additive), move_rows(goal().size(), 10)).unwrap();
    let count = |board: &Position, bound| expanded(&*kernel.tree(board), bound);
    check(&compare(&predictor, &boards, &measure(&boards, 46..=51, count)), 0.1);
}
