//! The 3x3x3 cube in the list of puzzles.

#[cfg(feature = "pictures")]
use super::cube_picture::{cube, homes};
use crate::listed::{Listed, levels_of_every_puzzle};
#[cfg(feature = "pictures")]
use crate::pictures::Style;
use crate::task::Task;
use loyd_cube::cube2::TwoByTwo;
use loyd_cube::cube3::{
    BuildProgress, Building, CachedTable, Cube3, HeuristicName, TableKey, Tables, ThreeByThree,
};
use loyd_cube::{MetricName, Scrambler, Turn};
#[cfg(feature = "pictures")]
use loyd_report::scene::Scene;
use loyd_search::observe::Cancel;
use std::thread::available_parallelism;

impl Listed for ThreeByThree {
    const TITLE: &'static str = "The 3x3x3 cube";
    const NOUN: &'static str = TwoByTwo::NOUN;
    const GOAL: &'static str = TwoByTwo::GOAL;
    const GOALS: &'static [(&'static str, &'static str)] = TwoByTwo::GOALS;
    const METRIC_SUMMARIES: &'static [(&'static str, &'static str)] = TwoByTwo::METRIC_SUMMARIES;
    const GENERATOR: &'static str = Scrambler::GENERATOR;
    const LIST_COLUMNS: &'static [(&'static str, &'static str)] = TwoByTwo::LIST_COLUMNS;
    const MOVES: &'static str = TwoByTwo::MOVES;
    const SCRAMBLED_BY: &'static [(&'static str, &'static str)] = &[("two-phase", "zero")];

    #[cfg(feature = "pictures")]
    fn picture(task: &Task<Self>, style: &Style) -> Option<Scene> {
        Some(cube(&homes(&task.start.into()), style))
    }

    fn inverse(turn: Turn, _of: &Cube3) -> Option<Turn> {
        Some(turn.inverse())
    }

    fn origin(_task: &Task<Self>) -> Cube3 {
        Cube3::SOLVED
    }

    fn database_heuristics() -> Vec<(&'static str, &'static str)> {
        let large = HeuristicName::ALL.iter().filter(|name| !name.is_quick());
        large.map(|name| (name.info().name, name.info().summary)).collect()
    }

    fn build_table(
        &key: &TableKey,
        metric: MetricName,
        tables: &mut Tables,
        watch: &(dyn Fn(&str, f64) + Sync),
    ) {
        if tables.get(key, metric).is_some() {
            return;
        }
        let progress = |report: &BuildProgress| {
            watch(key.user(), report.done as f64 / report.entries.max(1) as f64);
        };
        let threads = available_parallelism().map_or(1, usize::from);
        let building = Building { threads, cancel: Cancel::new(), progress: &progress };
        if let Ok(table) = CachedTable::build(key, metric, &building) {
            tables.insert(key, metric, table);
        }
    }

    levels_of_every_puzzle!();
}
