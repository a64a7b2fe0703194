//! A stored graph: the puzzle, the goal and the metric that its facts name.

use crate::backend::Backend;
use crate::error::{GraphError, Result};
use crate::meta::Meta;
use crate::space::{GraphSpace, graph_space};
use loyd::{Listed, PuzzleName, choices, for_puzzle};
use loyd_search::puzzle::Puzzle;

/// A graph that is read.
pub(crate) struct Stored {
    pub(crate) meta: Meta,
    pub(crate) puzzle: PuzzleName,
    pub(crate) space: GraphSpace,
    /// The puzzle and its metric, in words.
    pub(crate) title: String,
}

impl Stored {
    /// The graph of a database.
    ///
    /// # Errors
    /// If the database has no graph, or its facts name a puzzle, goal or metric that this program lacks.
    pub(crate) fn of(backend: &mut dyn Backend) -> Result<Self> {
        let place = backend.place();
        let Some(meta) = backend.meta()? else { return Err(GraphError::Missing { place }) };
        let puzzle = PuzzleName::named(&meta.puzzle)?;
        let (space, title) = for_puzzle!(puzzle, P => {
            let (goal, metric) = goal_and_metric::<P>(&meta, &place)?;
            let space = graph_space::<P>(&goal, metric, Some(meta.key.representation()))?;
            (space, format!("{}, {}", meta.shape, P::metric_title(metric)))
        });
        if space.form != meta.key {
            let reason = format!("its keys are {}, not {}", meta.key, space.form);
            return Err(GraphError::Damaged { place, reason });
        }
        Ok(Self { meta, puzzle, space, title })
    }
}

/// The goal and the metric that the facts name.
///
/// # Errors
/// If they are not those of the puzzle: the database is damaged.
pub(crate) fn goal_and_metric<P: Listed>(
    meta: &Meta,
    place: &str,
) -> Result<(P::Position, P::Metric)> {
    let damaged = |reason: String| GraphError::Damaged { place: place.to_owned(), reason };
    let metric = choices::metric::<P>(Some(&meta.metric));
    let metric = metric.map_err(|why| damaged(why.to_string()))?;
    let goal = P::goal_or_usual(Some(&meta.shape), Some(&meta.goal));
    Ok((goal.map_err(|why| damaged(why.to_string()))?, metric))
}
