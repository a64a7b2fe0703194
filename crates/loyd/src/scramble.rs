//! Random positions that can reach their goal.

use crate::error::Error;
use crate::puzzles::PuzzleName;
use serde::Serialize;

/// A request for random positions.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct ScrambleRequest {
    /// The puzzle: `tiles`, `cube2`, `cube3`.
    #[cfg_attr(test, ts(as = "Option<String>"))]
    pub puzzle: String,
    /// The shape, such as `4x3`; the default shape if neither shape nor goal is set.
    #[cfg_attr(test, ts(rename = "size"))]
    pub shape: Option<String>,
    /// The goal that the positions can reach, by name or as a position.
    pub goal: Option<String>,
    /// The number of positions.
    pub count: usize,
    /// The seed: equal seeds give equal positions in every version.
    pub seed: u64,
}

/// Random positions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ScrambleResult {
    /// The puzzle, such as `4x4`.
    pub puzzle: String,
    /// The goal, by its name if it has one.
    pub goal: String,
    /// The positions, each on one line.
    pub positions: Vec<String>,
    /// The generator, which defines the positions of a seed.
    pub generator: &'static str,
}

impl ScrambleRequest {
    /// Sets the number of positions.
    #[must_use]
    pub fn count(mut self, count: usize) -> Self {
        self.count = count;
        self
    }

    /// Sets the seed.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Makes random positions, uniform over those that can reach the goal.
    ///
    /// # Errors
    /// If a name in the request is unknown, or the goal cannot be read.
    pub fn run(&self) -> Result<ScrambleResult, Error> {
        let puzzle = PuzzleName::named(&self.puzzle)?.puzzle();
        let goal = puzzle.goal(self.shape.as_deref(), self.goal.as_deref())?;
        let mut random = puzzle.random(self.seed);
        Ok(ScrambleResult {
            puzzle: goal.shape(),
            goal: goal.goal_name(),
            positions: (0..self.count).map(|_| random(&*goal).start()).collect(),
            generator: puzzle.facts().generator,
        })
    }
}

text_options! { ScrambleRequest:
    /// Sets the shape, such as `4x3`.
    shape,
    /// Sets the goal that the positions can reach.
    goal,
}

/// A request for one random position of a puzzle, with seed 1; [`ScrambleRequest::run`] makes it.
///
/// ```
/// let scrambled = loyd::scramble("tiles").shape("3x3").count(2).seed(7).run()?;
/// assert_eq!(scrambled.positions.len(), 2);
/// # Ok::<(), loyd::Error>(())
/// ```
pub fn scramble(puzzle: &str) -> ScrambleRequest {
    ScrambleRequest { puzzle: puzzle.to_owned(), shape: None, goal: None, count: 1, seed: 1 }
}
