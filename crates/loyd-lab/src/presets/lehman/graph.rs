//! The paper's experiment: the solution graph of the 8-puzzle built state by state, level by level and in
//! bulk, in a database and in memory, beside its times.

use super::{LAST, Means};
use crate::error::Error;
use crate::graph_times::{Database, Measurement, Timed};
use loyd::PuzzleName;
use loyd_graph::{BuildRequest, Strategy};
use loyd_report::document::{Field, Part, Section, Table};
use loyd_report::numbers::{duration, grouped, rate};

/// The section, and true if every graph was built. `counted` has the states of each level; graphs with
/// others are alarms. Fewer levels than those of the paper's 15-puzzle bound these too.
pub(super) fn section(
    means: &Means<'_>,
    counted: &[u64],
    alarms: &mut Vec<String>,
) -> Result<(Section, bool), Error> {
    let mut section = Section::new("8-puzzle: the solution graph by strategy");
    section.say(
        "Every state, its level and the move that led to it, stored by the three strategies of the paper: the \
         next unvisited state (row), all of a level with one insert for each successor (level), a level at a \
         time in bulk (bulk). The paper used MySQL; \
         the servers with a specified address are measured too.",
    );
    let columns =
        ["database", "strategy", "#states", "#time", "#states/s", "#bytes/state", "#paper"];
    let mut table = Table::new("Strategies", &columns);
    let depth = u32::try_from(means.levels).ok().filter(|levels| *levels < LAST);
    for database in &Database::all(means.servers) {
        for strategy in Strategy::ALL {
            let request = BuildRequest {
                depth,
                strategy,
                memory: means.memory,
                threads: means.threads,
                ..BuildRequest::new(PuzzleName::Tiles, Some("3x3"))
            };
            let folder = std::env::temp_dir();
            let (request, folder, cancel) = (&request, &*folder, means.cancel);
            let measurement = Measurement { request, database, runs: 1, folder, cancel };
            let Some(timed) = measurement.run()? else { return Ok((section, false)) };
            if !counted.starts_with(&timed.built.levels) {
                alarms.push(format!(
                    "8-puzzle: {strategy} in {} stores other levels",
                    database.name()
                ));
            }
            table.rows.push(row(&timed));
        }
    }
    section.parts.push(Part::Table(table));
    Ok((section, true))
}

fn row(timed: &Timed) -> Vec<Field> {
    let (states, seconds) = (timed.states() as f64, timed.built.seconds);
    vec![
        Field::words(timed.database.name()),
        Field::words(timed.strategy.name()),
        Field::number(Some(states), |states| grouped(states as u64)),
        Field::number(Some(seconds), duration),
        Field::number(Some(states / seconds), |_| rate(timed.states(), seconds)),
        Field::number(Some(timed.bytes_per_state()), |bytes| format!("{bytes:.1}")),
        Field::number(timed.paper(), duration),
    ]
}
