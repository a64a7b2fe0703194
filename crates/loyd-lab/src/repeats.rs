//! Searches that are run several times: one result of each, with the median of its times, and the counts
//! that differ between its runs.

use super::plan::Experiment;
use super::result::{Ending, RunResult};
use super::statistics::Statistics;
use loyd_report::numbers::{grouped, plural};

/// One result for each search, of runs that are sorted by search: the first that was not solved, or
/// the first of all, with the median of the times of those that ended alike.
pub(crate) fn merged(results: &[RunResult]) -> Vec<RunResult> {
    let searches =
        results.chunk_by(|one, other| (one.cell, one.board) == (other.cell, other.board));
    searches
        .filter_map(|runs| {
            let unsolved = runs.iter().find(|run| run.ending != Ending::Solved);
            let mut merged = unsolved.or(runs.first())?.clone();
            let alike = || runs.iter().filter(|run| run.ending == merged.ending);
            let seconds = Statistics::of(alike().map(|run| run.seconds));
            let cpu: Option<Vec<f64>> = alike().map(|run| run.cpu_seconds).collect();
            let cpu = cpu.and_then(Statistics::of);
            merged.seconds = seconds.map_or(merged.seconds, |statistics| statistics.median);
            merged.cpu_seconds = cpu.map(|statistics| statistics.median);
            Some(merged)
        })
        .collect()
}

/// A sentence for each cell whose searches differ between runs. Runs that a clock or the memory of
/// the machine stopped are omitted.
pub(crate) fn disagreements(experiment: &Experiment, results: &[RunResult]) -> Vec<String> {
    let mut sorted: Vec<&RunResult> = results
        .iter()
        .filter(|run| matches!(run.ending, Ending::Solved | Ending::Unsolvable | Ending::NodeLimit))
        .collect();
    sorted.sort_by_key(|run| run.key());
    let counts = |run: &RunResult| (run.ending, run.length, run.expanded, run.generated);
    let differ = |runs: &&[&RunResult]| runs.iter().any(|run| counts(run) != counts(runs[0]));
    sorted
        .chunk_by(|one, other| one.cell == other.cell)
        .filter_map(|of_cell| {
            let searches = of_cell.chunk_by(|one, other| one.board == other.board);
            let differing: Vec<&[&RunResult]> = searches.filter(differ).collect();
            let first = differing.first()?;
            let cell = &experiment.cells[first[0].cell];
            let group = &experiment.groups[cell.group];
            let other = first.iter().find(|run| counts(run) != counts(first[0]))?;
            Some(format!(
                "{}: {}: its runs differ on {}; on {} {} they expanded {} and {} states, and \
                 found {} and {} moves",
                group.name,
                cell.name(),
                plural(differing.len() as u64, experiment.noun()),
                experiment.noun(),
                group.boards[first[0].board].id,
                grouped(first[0].expanded),
                grouped(other.expanded),
                moves(first[0]),
                moves(other),
            ))
        })
        .collect()
}

fn moves(run: &RunResult) -> String {
    run.length.map_or("no".to_owned(), |length| length.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::judge;
    use crate::plan::{Grid, Limits, Rules};
    use crate::positions::random;
    use loyd::PuzzleName;
    use serde_json::json;
    use std::time::Duration;

    fn experiment(time: Option<Duration>) -> Experiment {
        let rules = Rules::new(PuzzleName::Tiles, None).expect("a metric");
        let grid = Grid::parse(rules, "astar", "manhattan").expect("names");
        let groups = vec![random(PuzzleName::Tiles, "3x3", 2, 1, None).expect("boards")];
        let experiment = Experiment::new(groups, &grid).expect("cells");
        experiment.limited(Limits { time, ..Limits::default() }, 3).expect("memory")
    }

    fn run(board: usize, repeat: u32, expanded: u64, seconds: f64) -> RunResult {
        serde_json::from_value(json!({
            "cell": 0, "board": board, "repeat": repeat, "ending": "solved", "length": 20,
            "proven": true, "lower_bound": 20, "estimate": 10, "expanded": expanded,
            "generated": 2 * expanded, "inserted": 1, "reopened": 0, "max_open": 1, "max_closed": 1,
            "bytes": 1, "seconds": seconds, "cpu_seconds": seconds, "moves": null, "message": null,
        }))
        .expect("a result")
    }

    #[test]
    fn the_time_of_a_search_is_the_median_of_its_runs() {
        let runs = [
            run(0, 1, 7, 0.5),
            run(0, 2, 7, 0.1),
            run(0, 3, 7, 0.2),
            RunResult { ending: Ending::TimeLimit, ..run(1, 1, 9, 3.0) },
            run(1, 2, 9, 1.0),
            run(1, 3, 9, 2.0),
        ];
        let merged = merged(&runs);
        let medians: Vec<_> = merged.iter().map(|run| (run.ending, run.seconds)).collect();
        assert_eq!(medians, [(Ending::Solved, 0.2), (Ending::TimeLimit, 3.0)]);
        assert_eq!(merged[0].cpu_seconds, Some(0.2));
    }

    #[test]
    fn counts_that_differ_between_runs_are_an_error_unless_time_decides() {
        let same = [run(0, 1, 7, 0.5), run(0, 2, 7, 0.1), run(1, 1, 9, 0.1), run(1, 2, 9, 0.1)];
        assert!(judge(&experiment(None), &same).alarms.is_empty());
        let differing =
            [run(0, 1, 7, 0.5), run(1, 1, 9, 0.1), run(1, 2, 8, 0.1), run(0, 2, 7, 0.1)];
        let verdict = judge(&experiment(None), &differing);
        assert_eq!(
            verdict.alarms,
            [
                "3x3: astar, manhattan: its runs differ on 1 board; on board 2 they expanded 9 and 8 \
              states, and found 20 and 20 moves"
            ]
        );
        let verdict = judge(&experiment(Some(Duration::from_secs(1))), &differing);
        assert!(verdict.alarms.is_empty() && verdict.remarks.len() == 1);
        let stopped = RunResult { ending: Ending::MemoryLimit, ..run(1, 2, 8, 0.1) };
        let verdict = judge(&experiment(None), &[run(1, 1, 9, 0.1), stopped]);
        assert!(verdict.alarms.is_empty());
    }
}
