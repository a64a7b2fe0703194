//! Levels of complete spaces: counted once, then cached.

use super::facts::puzzle_and_shape;
use super::{ApiRequest, App, json};
use crate::allowed;
use crate::error::ApiError;
use crate::jobs::submit;
use crate::pool::Stage;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{Request, Response};
use loyd::{EnumerateRequest, Listed, PuzzleName, choices, for_puzzle, record};
use loyd_search::observe::StopCause;
use loyd_search::puzzle::{Puzzle, Space, SpaceVisitor};
use serde_json::Value;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// The greatest number of cached counts.
const MAX_COUNTS: usize = 64;

/// The greatest number of antipodes that a request may list.
const MAX_ANTIPODES: usize = 1000;

/// The greatest number of states that are counted in some milliseconds.
const MAX_SMALL: u128 = 1_000_000;

/// The counts by request. Requests wait for a running count instead of starting another.
#[derive(Default)]
pub(crate) struct Levels(Mutex<VecDeque<(String, Count)>>);

/// A count, or `None` while the owner of the lock runs it.
type Count = Arc<tokio::sync::Mutex<Option<Value>>>;

impl Levels {
    fn count(&self, key: &str) -> Count {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = counts.iter().position(|(other, _)| other == key);
        let entry = at.and_then(|at| counts.remove(at));
        let entry = entry.unwrap_or_else(|| (key.to_owned(), Count::default()));
        let count = entry.1.clone();
        counts.push_front(entry);
        counts.truncate(MAX_COUNTS);
        count
    }
}

/// `GET /api/v1/levels/{puzzle}?metric=…`
pub(super) async fn levels(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    request: Request<Body>,
) -> Result<Response<Body>, ApiError> {
    let request = ApiRequest::of_query(request)?;
    let fields = &request.fields;
    let (puzzle, of_puzzle) = allowed::puzzle(&name)?;
    let (_, shape) = puzzle_and_shape(fields)?;
    let mut levels = fields.enumerate()?;
    let max = app.options.memory_per_search;
    levels.limit.memory = Some(levels.limit.memory.map_or(max, |bytes| bytes.min(max)));
    fields.deny_unknown()?;
    let shape = of_puzzle.or(shape).unwrap_or_else(|| allowed::default_shape(puzzle).to_owned());
    allowed::size(&shape)?;
    (levels.puzzle, levels.shape) = (puzzle.name().to_owned(), Some(shape));
    levels.antipodes = levels.antipodes.min(MAX_ANTIPODES);
    let stage = if is_small(puzzle, &levels)? { Stage::Short } else { Stage::Long };
    let count = app.levels.count(&format!("{levels:?}"));
    let mut count = count.lock().await;
    if let Some(value) = &*count {
        return Ok(json(value, &request.headers));
    }
    let how = (stage, app.options.max_time);
    let mut job = submit(&app.pool, request.client, how, move |cancel| {
        let result = levels.cancel(cancel).run()?;
        if let Some(cause) = result.stopped {
            let depth = result.levels.len().saturating_sub(1);
            let what = match cause {
                StopCause::Memory => "more memory",
                _ => "longer",
            };
            let message = format!(
                "counting these levels takes {what} than the server allows: request levels to depth {depth} \
                 at most, with depth={depth}"
            );
            return Err(ApiError::bad("depth", message));
        }
        Ok(record::json(&result))
    })?;
    let value = job.answer().await?;
    *count = Some(value.clone());
    Ok(json(&value, &request.headers))
}

/// True if the states of the space are counted in some milliseconds.
fn is_small(puzzle: PuzzleName, levels: &EnumerateRequest) -> Result<bool, ApiError> {
    for_puzzle!(puzzle, P => {
        let metric = choices::metric::<P>(levels.metric.as_deref())?;
        let start = P::start(levels.shape.as_deref(), levels.start.as_deref());
        let start = start.map_err(loyd::Error::from)?;
        Ok(P::visit_space(&start, metric, States).is_some_and(|states| states <= MAX_SMALL))
    })
}

/// The number of states of a space.
struct States;

impl<P: Puzzle> SpaceVisitor<P> for States {
    type Output = Option<u128>;

    fn visit<S: Space<P>>(self, space: S) -> Option<u128> {
        space.states()
    }
}
