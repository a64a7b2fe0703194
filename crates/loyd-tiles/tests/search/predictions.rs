//! Predicted and measured expansions of iterations.

use super::korf::{goal, in_parallel, korf};
use super::size;
use loyd_search::observe::Limit;
use loyd_search::search::AlgorithmName;
use loyd_tiles::heuristic::{HeuristicName, HeuristicSpec};
use loyd_tiles::predict::Sampling;
use loyd_tiles::solver::{Engine, NoPrediction, Plan, PruningChoice, Settings, Solver};
use loyd_tiles::{Direction, MetricName, Position, Slide};
use std::collections::HashSet;
use std::sync::Mutex;

fn prepared(goal: &Position, settings: &Settings) -> Solver {
    Solver::prepare(&Plan::new(goal, settings).unwrap()).unwrap()
}

fn solver(goal: &Position, heuristic: HeuristicSpec, pruning: PruningChoice) -> Solver {
    let settings = Settings { heuristic: Some(heuristic), pruning, ..Settings::default() };
    prepared(goal, &settings)
}

/// Manhattan distance, implemented independently.
fn manhattan(goal: &Position, board: &Position) -> u32 {
    let size = goal.size();
    let of = |tile: u16| {
        let at = |board: &Position| board.tiles().iter().position(|&t| t == tile).unwrap();
        let (here, home) = (at(board), at(goal));
        size.column(here).abs_diff(size.column(home)) + size.row(here).abs_diff(size.row(home))
    };
    (1..size.cells() as u16).map(of).sum::<usize>() as u32
}

/// Number of states within the bound in the tree that only forbids reversing the last move; the
/// goal counts like any other state.
fn expanded(goal: &Position, board: &Position, left: u32, last: Option<Direction>) -> u64 {
    if manhattan(goal, board) > left {
        return 0;
    }
    let below = |direction: Direction| {
        let mut next = board.clone();
        let back = last.is_some_and(|last| last.inverse() == direction);
        if left == 0 || back || next.slide(Slide::one(direction)).is_err() {
            return 0;
        }
        expanded(goal, &next, left - 1, Some(direction))
    };
    1 + Direction::ALL.into_iter().map(below).sum::<u64>()
}

/// Every start of a small board, each searched by a recursion that shares nothing with the
/// searches: the mean over all starts equals the formula, within the sampling error.
#[test]
fn means_over_all_starts_are_as_predicted() {
    let goal = Position::blank_on(size(4, 2), 1);
    let mut seen = HashSet::from([goal.clone()]);
    let mut frontier = vec![goal.clone()];
    while let Some(board) = frontier.pop() {
        for direction in Direction::ALL {
            let mut next = board.clone();
            if next.slide(Slide::one(direction)).is_ok() && seen.insert(next.clone()) {
                frontier.push(next);
            }
        }
    }
    assert_eq!(seen.len(), 20_160);
    let heuristic = HeuristicName::Manhattan.into();
    let predictor = solver(&goal, heuristic, PruningChoice::LastMove)
        .predictor(Sampling { samples: 50_000, seed: 1 })
        .unwrap();
    for bound in [12, 13, 18, 19] {
        let mut all = (0.0, 0.0);
        for blank in 0..8 {
            let apart = (blank % 4usize).abs_diff(1) + blank / 4;
            if apart % 2 != bound as usize % 2 {
                continue;
            }
            let starts: Vec<_> = seen.iter().filter(|board| board.blank() == blank).collect();
            let sum: u64 = starts.iter().map(|board| expanded(&goal, board, bound, None)).sum();
            let measured = sum as f64 / starts.len() as f64;
            let predicted = predictor.iterations(blank, bound, bound)[0];
            let error = (predicted.expanded / measured - 1.0).abs();
            assert!(error < 0.05, "bound {bound}, blank {blank}: {predicted:?}, not {measured}");
            assert!(
                predicted.error > 0.0 && predicted.error < 0.05 * predicted.expanded,
                "{predicted:?}"
            );
            all = (all.0 + measured / 4.0, all.1 + predicted.expanded / 4.0);
        }
        let predicted = predictor.of_random_boards(bound, bound)[0];
        assert!((predicted.expanded / all.1 - 1.0).abs() < 1e-9, "{predicted:?}, not {}", all.1);
        assert!((predicted.expanded / all.0 - 1.0).abs() < 0.03, "{predicted:?}, not {}", all.0);
    }
}

/// For the complete iterations of Korf's hundred that follow one of at least `TELLING` expansions:
/// the measured sum over the predicted sum, with each iteration predicted from the one before it;
/// and the mean of the ratio's logarithm, as a factor, which no large board dominates.
fn one_from_the_other(heuristic: HeuristicSpec, pruning: PruningChoice, nodes: u64) -> (f64, f64) {
    const TELLING: u64 = 1000;
    let solver = solver(&goal(), heuristic, pruning);
    let predictor = solver.predictor(Sampling { samples: 60_000, seed: 1 }).unwrap();
    let sums = Mutex::new((0.0, 0.0, 0.0, 0));
    let rows: Vec<_> = korf().into_iter().filter(|row| row.nodes < nodes).collect();
    in_parallel(&rows, |row| {
        let report = solver.solve(&row.start, 1, &Limit::none(), &mut |_| ());
        let mut measured = report.statistics.iterations;
        measured.pop();
        let Some(first) = measured.first() else { return };
        let last = measured.last().unwrap().bound;
        assert_eq!(predictor.value(&row.start), first.bound);
        let predicted = predictor.iterations(row.start.blank(), first.bound, last);
        assert_eq!(predicted.len(), measured.len());
        let both: Vec<_> = measured.iter().zip(&predicted).collect();
        for pair in both.windows(2).filter(|pair| pair[0].0.expanded >= TELLING) {
            let growth = pair[1].1.expanded / pair[0].1.expanded;
            let expected = pair[0].0.expanded as f64 * growth;
            let expanded = pair[1].0.expanded as f64;
            let mut sums = sums.lock().unwrap();
            sums.0 += expanded;
            sums.1 += expected;
            sums.2 += (expanded / expected).ln();
            sums.3 += 1;
        }
    });
    let (measured, predicted, logarithms, count) = sums.into_inner().unwrap();
    let (ratio, typical) = (measured / predicted, f64::exp(logarithms / f64::from(count)));
    println!(
        "{}, {pruning:?}: {} iterations, measured/predicted {ratio:.3}, typically {typical:.3}",
        solver.plan().heuristic,
        count
    );
    assert!(count >= 20, "only {count} iterations");
    (ratio, typical)
}

#[test]
fn iterations_of_korfs_boards_follow_from_those_before() {
    let cases: [(HeuristicSpec, PruningChoice, u64); 4] = [
        (HeuristicName::Manhattan.into(), PruningChoice::LastMove, 60_000_000),
        (HeuristicName::Manhattan.into(), PruningChoice::Auto, 60_000_000),
        (HeuristicName::WalkingDistance.into(), PruningChoice::Auto, 300_000_000),
        (HeuristicSpec::databases_of("6-6-3"), PruningChoice::Auto, u64::MAX),
    ];
    for (heuristic, pruning, nodes) in cases {
        let name = format!("{heuristic} {pruning:?}");
        let (ratio, typical) = one_from_the_other(heuristic, pruning, nodes);
        // Boards with long searches have values above the mean, and their first iterations grow
        // faster than the mean's: a step of two moves is off by less than a factor of two.
        assert!((0.7..2.0).contains(&ratio), "{name}: {ratio}");
        assert!((0.7..2.0).contains(&typical), "{name}: {typical}");
    }
}

/// Iterations grow by the same factor as the strings, for any heuristic.
#[test]
fn growth_is_that_of_strings() {
    let of = |pruning| {
        let solver = solver(&goal(), HeuristicName::Manhattan.into(), pruning);
        solver.growth().unwrap()
    };
    // The 15-puzzle without reversals: 2.1304 per move (Edelkamp & Korf 1998).
    let plain = of(PruningChoice::LastMove);
    assert!((plain - 2.1304f64.powi(2)).abs() < 0.002, "{plain}");
    assert!(of(PruningChoice::Length(14)) < 0.95 * plain);
}

#[test]
fn unsupported_predictions_are_refused() {
    let error = |goal: &Position, settings: Settings| {
        prepared(goal, &settings).predictor(Sampling::default()).err().unwrap()
    };
    let manhattan = || Some(HeuristicName::Manhattan.into());
    let multi = Settings {
        metric: MetricName::Multi,
        heuristic: Some(HeuristicName::WalkingDistance.into()),
        ..Settings::default()
    };
    assert!(matches!(error(&goal(), multi), NoPrediction::OtherSearch { .. }));
    let plain = Settings {
        algorithm: Some(AlgorithmName::IdaStarPlain.into()),
        heuristic: manhattan(),
        ..Settings::default()
    };
    assert!(matches!(error(&goal(), plain), NoPrediction::OtherSearch { .. }));
    let line = Position::blank_last(size(7, 1));
    let trivial = error(&line, Settings { heuristic: manhattan(), ..Settings::default() });
    assert_eq!(trivial, NoPrediction::Trivial(line.size()));
}
