//! Levels of complete spaces: counted once, then kept.

use super::facts::Named;
use super::{ApiRequest, App, json};
use crate::allowed;
use crate::error::ApiError;
use crate::jobs::submit;
use crate::pool::Stage;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{Request, Response};
use loyd::{EnumerateRequest, Listed, PuzzleName, choices, for_puzzle};
use loyd_search::observe::{Limit, StopCause};
use loyd_search::puzzle::{Puzzle, Space, SpaceVisitor};
use serde_json::Value;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// Counts kept.
const MAX: usize = 64;

/// Farthest positions that one request may list.
const ANTIPODES: usize = 1000;

/// States that are counted in some milliseconds.
const FEW: u128 = 1_000_000;

/// The counts, by what was asked for. A count that is under way is waited for, not made again.
#[derive(Default)]
pub(crate) struct Levels(Mutex<VecDeque<(String, Count)>>);

/// A count: there, or being made by whoever has locked it.
type Count = Arc<tokio::sync::Mutex<Option<Value>>>;

impl Levels {
    fn count(&self, key: &str) -> Count {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = counts.iter().position(|(known, _)| known == key);
        let entry = at.and_then(|at| counts.remove(at));
        let entry = entry.unwrap_or_else(|| (key.to_owned(), Count::default()));
        let count = entry.1.clone();
        counts.push_front(entry);
        counts.truncate(MAX);
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
    let Named { shape, metric, .. } = Named::of(fields)?;
    let requested = fields.enumerate()?;
    let most = app.options.memory_per_search;
    let memory = fields.number("memory")?.map_or(most, |bytes| bytes.min(most));
    fields.end()?;
    let shape = of_puzzle.or(shape).unwrap_or_else(|| allowed::usual_shape(puzzle).to_owned());
    allowed::size(&shape)?;
    let wanted = EnumerateRequest {
        puzzle: puzzle.name().to_owned(),
        shape: Some(shape),
        metric,
        antipodes: requested.antipodes.min(ANTIPODES),
        limit: Limit { memory: Some(memory), ..Limit::none() },
        ..requested
    };
    let stage = if is_small(puzzle, &wanted)? { Stage::Short } else { Stage::Long };
    let count = app.levels.count(&format!("{wanted:?}"));
    let mut count = count.lock().await;
    if let Some(value) = &*count {
        return Ok(json(value, &request.headers));
    }
    let how = (stage, app.options.max_time);
    let mut submitted = submit(&app.pool, request.client, how, move |cancel| {
        let result = wanted.cancel(cancel).run()?;
        if let Some(cause) = result.stopped {
            let depth = result.levels.len().saturating_sub(1);
            let what = match cause {
                StopCause::Memory => "more memory",
                _ => "longer",
            };
            let message = format!(
                "counting these levels takes {what} than the server allows: ask for those to depth \
                 {depth} at most, with depth={depth}"
            );
            return Err(ApiError::bad("depth", message));
        }
        Ok(result.json())
    })?;
    let value = submitted.answer().await?;
    *count = Some(value.clone());
    Ok(json(&value, &request.headers))
}

/// True if the space has so few states that counting them is short work.
fn is_small(puzzle: PuzzleName, wanted: &EnumerateRequest) -> Result<bool, ApiError> {
    for_puzzle!(puzzle, P => {
        let metric = choices::metric::<P>(wanted.metric.as_deref())?;
        let start = P::start(wanted.shape.as_deref(), wanted.start.as_deref());
        let start = start.map_err(loyd::Error::from)?;
        Ok(P::visit_space(&start, metric, States).is_some_and(|states| states <= FEW))
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
