//! Random positions that can reach their goal, and the moves that make them.

mod moves;

pub(crate) use moves::MoveFinder;
pub use moves::NoMoves;

use crate::error::Error;
use crate::puzzles::PuzzleName;
use loyd_search::observe::Cancel;
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
    /// Find moves that make each position too.
    #[cfg_attr(test, ts(as = "Option<bool>"))]
    pub moves: bool,
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
    /// The moves that make each position, if the request wants them: of tiles from the goal, of other puzzles
    /// from the solved position. Null where a search found none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub moves: Option<Vec<Option<String>>>,
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

    /// Finds moves that make each position too.
    #[must_use]
    pub fn with_moves(mut self) -> Self {
        self.moves = true;
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
        let (mut moves_to, cancel) = (puzzle.scrambles(), Cancel::new());
        let (mut positions, mut moves) = (Vec::new(), self.moves.then(Vec::new));
        for _ in 0..self.count {
            let task = random(&*goal);
            positions.push(task.start());
            if let Some(moves) = &mut moves {
                moves.push(moves_to(&*task, &cancel).ok());
            }
        }
        Ok(ScrambleResult {
            puzzle: goal.shape(),
            goal: goal.goal_name(),
            positions,
            moves,
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
/// let scrambled = loyd::scramble("cube2").with_moves().run()?;
/// assert!(scrambled.moves.is_some_and(|moves| moves[0].is_some()));
/// # Ok::<(), loyd::Error>(())
/// ```
pub fn scramble(puzzle: &str) -> ScrambleRequest {
    let puzzle = puzzle.to_owned();
    ScrambleRequest { puzzle, shape: None, goal: None, count: 1, seed: 1, moves: false }
}
