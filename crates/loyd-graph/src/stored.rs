//! A stored graph: the puzzle, the goal and the metric that its facts name.

use crate::GraphPuzzle;
use crate::backend::Backend;
use crate::error::{GraphError, Result};
use crate::meta::Meta;
use crate::space::GraphSpace;
use loyd::choices;

/// A graph that is read.
pub(crate) struct Stored<P: GraphPuzzle> {
    pub(crate) meta: Meta,
    pub(crate) goal: P::Position,
    pub(crate) metric: P::Metric,
    pub(crate) space: GraphSpace,
}

impl<P: GraphPuzzle> Stored<P> {
    /// The graph of a database.
    ///
    /// # Errors
    /// If there is none, or its facts name what this program does not have.
    pub(crate) fn of(backend: &mut dyn Backend) -> Result<Self> {
        let place = backend.place();
        let Some(meta) = backend.meta()? else { return Err(GraphError::Missing { place }) };
        let damaged = |reason: String| GraphError::Damaged { place: place.clone(), reason };
        if meta.puzzle != P::NAME {
            return Err(damaged(format!(
                "it is of the puzzle {}, not of {}",
                meta.puzzle,
                P::NAME
            )));
        }
        let metric = choices::metric::<P>(Some(&meta.metric));
        let metric = metric.map_err(|why| damaged(why.to_string()))?;
        let goal = P::goal_or_usual(Some(&meta.shape), Some(&meta.goal));
        let goal = goal.map_err(|why| damaged(why.to_string()))?;
        let space = P::graph_space(&goal, metric, Some(meta.key.representation()))?;
        if space.form != meta.key {
            return Err(damaged(format!("its keys are {}, not {}", meta.key, space.form)));
        }
        Ok(Self { meta, goal, metric, space })
    }
}
