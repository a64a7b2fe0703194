//! Levels of complete spaces: counted once, then cached.

use super::{ApiRequest, App, json};
use crate::allowed;
use crate::error::ApiError;
use crate::jobs::submit;
use crate::pool::Stage;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{Request, Response};
use loyd::record;
use loyd_search::observe::StopCause;
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
    let mut levels = fields.enumerate()?;
    let max = app.options.memory_per_search;
    levels.limit.memory = Some(levels.limit.memory.map_or(max, |bytes| bytes.min(max)));
    fields.deny_unknown()?;
    let shape =
        of_puzzle.or(levels.shape).unwrap_or_else(|| puzzle.puzzle().facts().shape.to_owned());
    allowed::size(&shape)?;
    (levels.puzzle, levels.shape) = (puzzle.name().to_owned(), Some(shape));
    levels.antipodes = levels.antipodes.min(MAX_ANTIPODES);
    let (shape, start, metric) = (&levels.shape, &levels.start, &levels.metric);
    let states = puzzle.puzzle().states(shape.as_deref(), start.as_deref(), metric.as_deref())?;
    let is_small = states.is_some_and(|states| states <= MAX_SMALL);
    let stage = if is_small { Stage::Short } else { Stage::Long };
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
