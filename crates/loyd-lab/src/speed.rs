//! The fastest search of a group against each other one, in times: the ratio, and the boards on which either is faster.
//!
//! The time of a search on a board is the median of its runs. The ratio is that of their sums over the boards that both
//! solved. Its deviation follows from the median absolute deviations `d` of the runs, each the sum over those boards,
//! from their median `t`, as for independent errors: `(dr / r)² = (d₁ / t₁)² + (d₂ / t₂)²`. The sign test says if one is faster on more boards than
//! chance explains: without a difference, either is faster on a board with probability 1/2.

use super::findings::Findings;
use super::measures::seconds;
use super::result::RunResult;
use super::statistics::Statistics;
use loyd_report::document::{Field, Table};
use loyd_report::numbers::{grouped, plural};
use std::collections::BTreeMap;

/// The probability below which a difference is called significant.
const LEVEL: f64 = 0.05;

/// A note for readers of the sentences.
pub(crate) const EXPLANATION: &str = "±: from the median absolute deviations of the runs. sign test: p is \
     the probability of a number of wins at least as uneven between two searches of equal speed; \
     significant: p < 0.05.";

/// A search compared with the fastest one.
struct Comparison {
    /// The number of boards that both solved.
    boards: usize,
    /// The time as a multiple of the fastest search's time, with its deviation if there are several runs.
    ratio: f64,
    deviation: Option<f64>,
    /// The number of boards on which the fastest search is faster, and slower.
    wins: u64,
    losses: u64,
}

/// The search with the least time among those that solved most boards of a group; `None` if none solved any.
pub(crate) fn fastest(findings: &Findings<'_>, group: usize) -> Option<usize> {
    let total = |cell: usize| {
        findings.solved(cell).fold((0, 0.0), |(boards, time), run| (boards + 1, time + run.seconds))
    };
    let totals = findings.cells(group).map(|(cell, _)| (cell, total(cell)));
    let solved = totals.filter(|(_, (boards, _))| *boards > 0);
    let order = |(boards, time): (i32, f64)| (-boards, time);
    let best = solved.min_by(|one, other| {
        order(one.1).partial_cmp(&order(other.1)).unwrap_or(std::cmp::Ordering::Equal)
    });
    best.map(|(cell, _)| cell)
}

fn comparison(findings: &Findings<'_>, fastest: usize, other: usize) -> Option<Comparison> {
    let times = |cell: usize| -> BTreeMap<usize, f64> {
        findings.solved(cell).map(|run| (run.board, run.seconds)).collect()
    };
    let (of_fastest, of_other) = (times(fastest), times(other));
    let both = |board: usize| of_fastest.contains_key(&board) && of_other.contains_key(&board);
    let pairs = of_fastest.iter().filter_map(|(board, &time)| Some((time, *of_other.get(board)?)));
    let pairs: Vec<(f64, f64)> = pairs.collect();
    let count = |is_counted: fn(&(f64, f64)) -> bool| {
        pairs.iter().filter(|pair| is_counted(pair)).count() as u64
    };
    let (wins, losses) = (count(|pair| pair.0 < pair.1), count(|pair| pair.0 > pair.1));
    let (time, other_time) =
        pairs.iter().fold((0.0, 0.0), |sums, pair| (sums.0 + pair.0, sums.1 + pair.1));
    if time <= 0.0 || other_time <= 0.0 {
        return None;
    }
    let ratio = other_time / time;
    let share = |cell: usize| {
        let runs = Statistics::of(findings.passes(cell, &both)).filter(|runs| runs.count > 1)?;
        Some(runs.median_deviation / runs.median)
    };
    let shares = share(fastest).zip(share(other));
    let deviation = shares.map(|(one, two)| ratio * one.hypot(two));
    Some(Comparison { boards: pairs.len(), ratio, deviation, wins, losses })
}

/// The probability of a split at least as uneven as this one, if both sides are equally likely: the two-sided sign
/// test. `None` without trials.
pub(crate) fn sign_test(wins: u64, losses: u64) -> Option<f64> {
    let trials = wins + losses;
    // The logarithm of the probability of no win, then of one, two, …
    let mut logarithm = -(trials as f64) * std::f64::consts::LN_2;
    let mut tail = 0.0;
    for count in 0..=wins.min(losses) {
        tail += logarithm.exp();
        logarithm += ((trials - count) as f64).ln() - ((count + 1) as f64).ln();
    }
    (trials > 0).then(|| f64::min(1.0, 2.0 * tail))
}

/// A sentence for each search but the fastest one of a group.
pub(crate) fn sentences(findings: &Findings<'_>, group: usize) -> Vec<String> {
    let experiment = findings.experiment;
    let Some(fastest) = fastest(findings, group) else { return Vec::new() };
    let name = |cell: usize| experiment.cells[cell].name();
    let place = match experiment.groups.len() {
        1 => String::new(),
        _ => format!("{}: ", experiment.groups[group].name),
    };
    let others = findings.cells(group).filter(|(cell, _)| *cell != fastest);
    let sentence = |(cell, _)| {
        let compared = comparison(findings, fastest, cell)?;
        Some(format!(
            "{place}{}",
            compared.sentence(&name(fastest), &name(cell), experiment.noun())
        ))
    };
    others.filter_map(sentence).collect()
}

impl Comparison {
    /// `astar was 1.90 ± 0.10 times faster than idastar, and faster on 18 of 20 boards: …`
    fn sentence(&self, fastest: &str, other: &str, noun: &str) -> String {
        let inverse = || Self {
            ratio: 1.0 / self.ratio,
            deviation: self.deviation.map(|deviation| deviation / self.ratio.powi(2)),
            wins: self.losses,
            losses: self.wins,
            ..*self
        };
        // On the boards that both solved, the other search may be faster.
        if self.ratio < 1.0 {
            return inverse().sentence(other, fastest, noun);
        }
        let deviation = self.deviation.map(|it| format!(" ± {it:.2}")).unwrap_or_default();
        let boards = plural(self.boards as u64, noun);
        let faster = format!(
            "{fastest} was {:.2}{deviation} times faster than {other}, and faster on {} of {boards}",
            self.ratio, self.wins
        );
        let Some(p) = sign_test(self.wins, self.losses) else { return format!("{faster}.") };
        let verdict = match p < LEVEL {
            true if self.wins > self.losses => "significant",
            true => "significant, but in favour of the other",
            false => "not significant, it may be chance",
        };
        format!("{faster}: {verdict} (sign test, {}).", shown_probability(p))
    }
}

fn shown_probability(p: f64) -> String {
    if p < 0.0001 { "p < 0.0001".to_owned() } else { format!("p = {p:.4}") }
}

/// A row for each search of a group, compared with the fastest one; `None` unless two solved a board.
pub(crate) fn table(findings: &Findings<'_>, group: usize) -> Option<Table> {
    let fastest = fastest(findings, group)?;
    let noun = findings.experiment.noun();
    let both = format!("#{noun}s");
    let columns =
        ["algorithm", "heuristic", &both, "#ratio", "#deviation", "#faster", "#slower", "#p"];
    let name = findings.experiment.cells[fastest].name();
    let caption = format!(
        "Times as multiples of those of {name}, and the {noun}s on which {name} was faster and slower"
    );
    let mut table = Table::new(caption, &columns);
    let others = findings.cells(group).filter(|(cell, _)| *cell != fastest);
    for (index, cell) in others {
        let Some(compared) = comparison(findings, fastest, index) else { continue };
        let count = |count: u64| Field::number(Some(count as f64), |it| grouped(it as u64));
        let mut row = cell.fields();
        row.push(count(compared.boards as u64));
        row.push(Field::number(Some(compared.ratio), |it| format!("{it:.2}")));
        row.push(Field::number(compared.deviation, |it| format!("{it:.2}")));
        row.extend([count(compared.wins), count(compared.losses)]);
        let p = sign_test(compared.wins, compared.losses);
        row.push(Field::number(p, |it| format!("{it:.4}")));
        table.rows.push(row);
    }
    (!table.rows.is_empty()).then_some(table)
}

/// A warning if the runs took more time than processor time: other programs used the processor.
pub(crate) fn load_warning(results: &[RunResult]) -> Option<String> {
    /// The ratio of time to processor time from which times are not reliable.
    const MAX_RATIO: f64 = 1.2;
    /// Less time, in seconds, may be lost in a single wait for the processor.
    const MIN_TIME: f64 = 0.5;
    let measured = results.iter().filter_map(|run| Some((run.seconds, run.cpu_seconds?)));
    let (time, cpu) = measured.fold((0.0, 0.0), |sums, run| (sums.0 + run.0, sums.1 + run.1));
    (time >= MIN_TIME && time > MAX_RATIO * cpu).then(|| {
        format!(
            "the searches took {} and only {} of processor time: other programs used the processor, so \
             the times are not reliable; repeat the comparison on an idle machine, or compare expanded \
             states",
            seconds(time),
            seconds(cpu)
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::{Experiment, Grid, Limits, Rules};
    use crate::positions::random;
    use loyd::PuzzleName;
    use serde_json::json;

    fn experiment(repeats: u32) -> Experiment {
        let rules = Rules::new(PuzzleName::Tiles, None).expect("a metric");
        let grid = Grid::parse(rules, "astar,idastar,greedy", "manhattan").expect("names");
        let groups = vec![random(PuzzleName::Tiles, "3x3", 8, 1, None).expect("boards")];
        let experiment = Experiment::new(groups, &grid).expect("cells");
        experiment.limited(Limits::default(), repeats).expect("memory")
    }

    fn run(cell: usize, board: usize, repeat: u32, seconds: f64, cpu: f64) -> RunResult {
        serde_json::from_value(json!({
            "cell": cell, "board": board, "repeat": repeat, "ending": "solved", "length": 20,
            "proven": true, "lower_bound": 20, "estimate": 10, "expanded": 7, "generated": 14,
            "inserted": 1, "reopened": 0, "max_open": 1, "max_closed": 1, "bytes": 1,
            "seconds": seconds, "cpu_seconds": cpu, "moves": null, "message": null,
        }))
        .expect("a result")
    }

    /// The sign test by counting all outcomes.
    #[test]
    fn probabilities_are_those_of_all_outcomes() {
        for trials in 1..=12u32 {
            for wins in 0..=trials {
                let fewer = wins.min(trials - wins);
                let outcomes = 0..1u32 << trials;
                let uneven = outcomes.filter(|outcome| {
                    outcome.count_ones() <= fewer || outcome.count_ones() >= trials - fewer
                });
                let expected = uneven.count() as f64 / f64::from(1u32 << trials);
                let p = sign_test(wins.into(), (trials - wins).into()).expect("trials");
                assert!((p - expected).abs() < 1e-9, "{wins} of {trials}: {p} {expected}");
            }
        }
        assert_eq!(sign_test(0, 0), None);
        assert!(sign_test(3_000, 100).is_some_and(|p| (0.0..1e-100).contains(&p)));
        assert!(sign_test(5_000, 5_000).is_some_and(|p| p > 0.999));
    }

    #[test]
    fn the_fastest_search_is_compared_with_the_others() {
        let experiment = experiment(3);
        let mut results = Vec::new();
        for board in 0..8 {
            for (repeat, factor) in [(1, 1.0), (2, 1.1), (3, 0.9)] {
                results.push(run(0, board, repeat, 0.001 * factor, 0.001));
            }
        }
        for board in 0..8 {
            for repeat in 1..=3 {
                results.push(run(1, board, repeat, 0.002, 0.002));
            }
        }
        // Greedy search solves one board, in less time than either.
        results.extend((1..=3).map(|repeat| run(2, 5, repeat, 0.000_5, 0.000_5)));
        let findings = Findings::new(&experiment, &results);
        assert_eq!(fastest(&findings, 0), Some(0));
        assert_eq!(
            sentences(&findings, 0),
            [
                "astar, manhattan was 2.00 ± 0.20 times faster than idastar, manhattan, and faster on 8 \
                 of 8 boards: significant (sign test, p = 0.0078).",
                "greedy, manhattan was 2.00 ± 0.20 times faster than astar, manhattan, and faster on 1 \
                 of 1 board: not significant, it may be chance (sign test, p = 1.0000).",
            ]
        );
        let table = table(&findings, 0).expect("two rows");
        let numbers: Vec<Option<f64>> =
            table.rows[0][2..].iter().map(|field| field.value).collect();
        assert_eq!(numbers[..2], [Some(8.0), Some(2.0)]);
        assert!(numbers[2].is_some_and(|deviation| (deviation - 0.2).abs() < 1e-9));
        assert_eq!(numbers[3..5], [Some(8.0), Some(0.0)]);
        assert!(numbers[5].is_some_and(|p| (p - 1.0 / 128.0).abs() < 1e-9));
    }

    #[test]
    fn one_run_has_no_deviation_and_one_search_no_comparison() {
        let experiment = experiment(1);
        let one = [run(0, 0, 1, 0.001, 0.001)];
        assert_eq!(sentences(&Findings::new(&experiment, &one), 0), [""; 0]);
        assert_eq!(fastest(&Findings::new(&experiment, &[]), 0), None);
        let two = [one[0].clone(), run(1, 0, 1, 0.003, 0.003)];
        assert_eq!(
            sentences(&Findings::new(&experiment, &two), 0),
            [
                "astar, manhattan was 3.00 times faster than idastar, manhattan, and faster on 1 of 1 \
                 board: not significant, it may be chance (sign test, p = 1.0000)."
            ]
        );
    }

    #[test]
    fn a_loaded_machine_is_reported() {
        let warning = load_warning(&[run(0, 0, 1, 1.0, 0.5), run(0, 1, 1, 1.0, 1.0)]);
        assert!(warning.is_some_and(|text| text.contains("took 2.00 s and only 1.50 s")));
        assert_eq!(load_warning(&[run(0, 0, 1, 1.0, 0.9)]), None);
        assert_eq!(load_warning(&[run(0, 0, 1, 0.1, 0.01)]), None);
        let unmeasured = RunResult { cpu_seconds: None, ..run(0, 0, 1, 9.0, 0.0) };
        assert_eq!(load_warning(&[unmeasured]), None);
    }
}
