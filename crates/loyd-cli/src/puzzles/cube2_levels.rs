//! Enumerations of the 2x2x2 cube: any position is a start, all have the same levels.

use super::published::cube_levels;
use crate::enumerable::{Enumerable, metric_option};
use crate::exit::Failure;
use loyd::puzzle::Puzzle;
use loyd_cube::MetricName;
use loyd_cube::cube2::{Cube2, TwoByTwo};

impl Enumerable for TwoByTwo {
    fn start(shape: Option<&str>, start: Option<&str>) -> Result<Cube2, Failure> {
        if let Some(shape) = shape {
            return Err(Failure::input(format!(
                "{} has no size {shape}: leave it out",
                Self::NAME
            )));
        }
        let start = start.map_or(Ok(Cube2::SOLVED), |text| Self::parse(text, None));
        start.map_err(|why| Failure::input(format!("the start: {why}")))
    }

    fn start_title(start: &Cube2) -> String {
        format!("from {}", Self::goal_name(start))
    }

    fn published(_start: &Cube2, metric: MetricName) -> Option<Vec<u64>> {
        cube_levels("2x2x2", &metric.to_string())
    }

    fn arguments(start: &Cube2) -> String {
        match *start {
            Cube2::SOLVED => Self::NAME.to_owned(),
            _ => format!("{} --start {}", Self::NAME, Self::format(start)),
        }
    }

    fn solve_command(goal: &Cube2, metric: MetricName) -> String {
        let metric = metric_option::<Self>(metric);
        let goal = match *goal {
            Cube2::SOLVED => String::new(),
            _ => format!(" --goal {}", Self::format(goal)),
        };
        format!("loyd solve --puzzle {}{metric}{goal}", Self::NAME)
    }
}
