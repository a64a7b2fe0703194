//! Best-first search compared with its pseudocode on random networks.

mod net;

use super::{Configuration, Lowering, PACE, search};
use crate::observe::{Limit, OnProgress, Outcome, Progress, Report, Statistics, StopCause};
use crate::random::Numbers;
use crate::search::parameters::Ties;
use net::{Estimates, Net, Road, slow_search};

/// Every parameter takes every value.
fn configurations() -> Vec<Configuration> {
    let astar = Configuration { optimal: true, ..Configuration::default() };
    let mut all = Vec::new();
    for ties in [Ties::HighG, Ties::LowG, Ties::Lifo, Ties::Fifo] {
        all.push(Configuration { ties, ..astar });
        all.push(Configuration { ties, h_weight: 0, ..astar });
        all.push(Configuration { ties, h_weight: 0, moves: true, ..astar });
        for lowering in [Lowering::Always, Lowering::Open, Lowering::Never] {
            let other = Configuration { ties, lowering, optimal: false, ..astar };
            all.push(Configuration { g_weight: 0, ..other });
            all.push(Configuration { moves: true, ..other });
            all.push(Configuration { g_weight: 2, h_weight: 3, ..other });
            all.push(Configuration { g_weight: 3, h_weight: 2, ..other });
        }
    }
    all
}

/// Estimates of three kinds: the distances, anything up to them, anything.
fn estimates(random: &mut Numbers, net: &Net, kind: u64) -> Estimates {
    let of = net.distances().into_iter().map(|distance| match (kind, distance) {
        (0, Some(distance)) => distance,
        (1, Some(distance)) => random.below(u64::from(distance) + 1) as u32,
        _ => random.below(30) as u32,
    });
    Estimates { of: of.collect(), admissible: kind < 2 }
}

fn counts(statistics: &Statistics) -> [u64; 6] {
    let Statistics { expanded, generated, inserted, reopened, peak_open, peak_closed, .. } =
        *statistics;
    [expanded, generated, inserted, reopened, peak_open, peak_closed]
}

/// The cost and the bound, after a check of the path.
fn solution(report: &Report<Road>, start: usize) -> Option<(u32, u32)> {
    let Outcome::Solved { path, cost, lower_bound, proven } = &report.outcome else { return None };
    let end = path.iter().fold(start, |place, road| {
        assert_eq!(road.from, place);
        road.to
    });
    assert_eq!(end, 0, "it ends at the goal");
    assert_eq!(path.iter().map(|road| road.cost).sum::<u32>(), *cost);
    assert_eq!(*proven, lower_bound == cost);
    Some((*cost, *lower_bound))
}

/// A random network with estimates.
struct Case {
    net: Net,
    estimates: Estimates,
    distances: Vec<Option<u32>>,
}

/// Checks every configuration from a random place of each of this many networks.
fn for_each_case(
    random: &mut Numbers,
    rounds: u64,
    mut check: impl FnMut(&mut Numbers, &Case, &Configuration, usize),
) {
    for round in 0..rounds {
        let max_cost = if round % 4 == 0 { 1 } else { 9 };
        let net = Net::random(random, 40, 70, max_cost);
        let estimates = estimates(random, &net, round % 3);
        let case = Case { distances: net.distances(), net, estimates };
        for configuration in configurations() {
            let start = random.below(40) as usize;
            check(random, &case, &configuration, start);
        }
    }
}

#[test]
fn best_first_search_equals_its_pseudocode() {
    let (mut reopened, mut longer, mut lost) = (0, 0, 0);
    for_each_case(&mut Numbers::new(14), 60, |_, case, configuration, start| {
        let Case { net, estimates, distances } = case;
        let end = slow_search(net, estimates, start, configuration, u64::MAX);
        let report = search(net, estimates, &start, configuration, &Limit::none(), &mut ());
        let case_text = format!("{configuration:?} from {start}");
        assert_eq!(counts(&report.statistics), end.counts, "{case_text}");
        let result = solution(&report, start);
        assert_eq!(result, end.cost.map(|cost| (cost, end.lower_bound)), "{case_text}");
        match (result, distances[start]) {
            (Some((cost, bound)), Some(shortest)) => {
                assert!(bound <= shortest && shortest <= cost, "{case_text}: {bound} {cost}");
                longer += u32::from(shortest < cost);
            }
            (None, None) => {
                assert!(matches!(report.outcome, Outcome::Unsolvable(_)), "{case_text}");
                lost += 1;
            }
            other => panic!("{case_text}: {other:?}"),
        }
        reopened += report.statistics.reopened;
    });
    assert!(reopened > 100 && longer > 100 && lost > 20, "{reopened} {longer} {lost}");
}

#[test]
fn progress_reports_proved_bounds() {
    let mut raised = 0;
    for_each_case(&mut Numbers::new(16), 40, |_, case, configuration, start| {
        let Case { net, estimates, distances } = case;
        let min_bound = if estimates.admissible { estimates.of[start] } else { 0 };
        let mut tell = OnProgress(|progress: &Progress| {
            let bound = progress.bound;
            assert!(bound >= min_bound, "{configuration:?}: {bound} {min_bound}");
            if !estimates.admissible {
                assert_eq!(bound, 0);
            } else if let Some(shortest) = distances[start] {
                assert!(bound <= shortest, "{configuration:?}: {bound} {shortest}");
            }
            raised += u32::from(bound > min_bound);
        });
        search(net, estimates, &start, configuration, &Limit::none(), &mut tell);
    });
    assert!(raised > 30, "{raised}");
}

#[test]
fn the_node_limit_stops_at_the_exact_expansion() {
    let mut stopped = 0;
    for_each_case(&mut Numbers::new(15), 20, |random, case, configuration, start| {
        let nodes = 1 + random.below(30);
        let limit = Limit { nodes: Some(nodes), ..Limit::none() };
        let report = search(&case.net, &case.estimates, &start, configuration, &limit, &mut ());
        let end = slow_search(&case.net, &case.estimates, start, configuration, nodes);
        assert_eq!(counts(&report.statistics), end.counts);
        if let Outcome::Stopped { cause, lower_bound, best } = report.outcome {
            assert_eq!((cause, lower_bound, best), (StopCause::Nodes, end.lower_bound, None));
            assert_eq!(report.statistics.expanded, nodes);
            stopped += 1;
        }
    });
    assert!(stopped > 200, "{stopped}");
}

#[test]
fn states_are_expanded_together_only_in_long_searches_and_with_one_key() {
    let net = Net::square(200);
    let (start, far) = (200 * 200 - 1, 2 * 199);
    let nothing = Estimates { of: vec![0; 200 * 200], admissible: true };
    let astar = Configuration { optimal: true, ..Configuration::default() };
    let run = |batch, limit: &Limit| {
        search(&net, &nothing, &start, &Configuration { batch, ..astar }, limit, &mut ())
    };
    let one = run(1, &Limit::none());
    assert_eq!(
        counts(&one.statistics),
        slow_search(&net, &nothing, start, &astar, u64::MAX).counts
    );
    let many = run(16, &Limit::none());
    assert_eq!(
        (solution(&one, start), solution(&many, start)),
        (Some((far, far)), Some((far, far)))
    );
    // All states nearer than the goal are expanded, in batches or not.
    assert_eq!((one.statistics.expanded, many.statistics.expanded), (200 * 200 - 1, 200 * 200 - 1));
    assert_ne!(counts(&one.statistics), counts(&many.statistics), "no batch");
    for nodes in [1, PACE, PACE + 1, 3 * PACE + 5] {
        let few = Limit { nodes: Some(nodes), ..Limit::none() };
        let (one, many) = (run(1, &few).statistics, run(16, &few).statistics);
        assert_eq!((one.expanded, many.expanded), (nodes, nodes));
        assert!(nodes > PACE || counts(&one) == counts(&many), "{nodes}");
    }
}

#[test]
fn a_limit_of_memory_ends_a_search_with_a_bound() {
    let net = Net::square(200);
    let start = 200 * 200 - 1;
    let far = |place: usize| (place % 200 + place / 200) as u32;
    let estimates =
        Estimates { of: (0..200 * 200).map(|at| far(at) / 2).collect(), admissible: true };
    let astar = Configuration { optimal: true, ..Configuration::default() };
    let (mut expanded, mut stopped) = (0, 0);
    for kib in [1, 100, 300, 1000, 100_000] {
        let limit = Limit { memory: Some(kib << 10), ..Limit::none() };
        let report = search(&net, &estimates, &start, &astar, &limit, &mut ());
        assert!(report.statistics.bytes <= kib << 10, "{} of {kib} KiB", report.statistics.bytes);
        assert!(report.statistics.expanded >= expanded);
        expanded = report.statistics.expanded;
        if let Outcome::Stopped { cause, lower_bound, .. } = report.outcome {
            assert_eq!(cause, StopCause::Memory);
            assert!(lower_bound >= far(start) / 2 && lower_bound <= far(start));
            stopped += 1;
        } else {
            assert_eq!(solution(&report, start), Some((far(start), far(start))));
        }
    }
    assert!((2..5).contains(&stopped), "{stopped}");
}
