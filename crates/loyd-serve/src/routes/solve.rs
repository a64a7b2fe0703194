//! Searches: the result alone, or with progress before it.

use super::{ApiRequest, App, json};
use crate::allowed;
use crate::error::ApiError;
use crate::jobs::{Answer, SearchJob, SubmittedJob};
use axum::body::Body;
use axum::extract::State;
use axum::http::header::CACHE_CONTROL;
use axum::http::{HeaderValue, Request, Response};
use axum::response::IntoResponse;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream::{Stream, unfold};
use loyd::record::{self, SolveProgress};
use loyd_search::observe::{Limit, Progress};
use serde_json::Value;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// The greatest number of solutions that one request may list.
const MAX_LISTED: usize = 1000;

/// `POST /api/v1/solve`
pub(super) async fn solve(
    State(app): State<Arc<App>>,
    request: Request<Body>,
) -> Result<Response<Body>, ApiError> {
    let request = ApiRequest::of_body(&app, request).await?;
    let job = read(&app, &request)?;
    let mut job = job.submit(&app.pool, request.client)?;
    Ok(json(&job.answer().await?, &request.headers))
}

/// `GET /api/v1/solve/events?…`
pub(super) async fn events(
    State(app): State<Arc<App>>,
    request: Request<Body>,
) -> Result<Response<Body>, ApiError> {
    /// The time between two events that keep the connection open.
    const KEEP_ALIVE: Duration = Duration::from_secs(10);
    let request = ApiRequest::of_query(request)?;
    let (sender, progress) = watch::channel(None);
    let job = SearchJob { progress: Some(sender), ..read(&app, &request)? };
    let job = job.submit(&app.pool, request.client)?;
    let stream = stream(job, progress);
    let mut response =
        Sse::new(stream).keep_alive(KeepAlive::new().interval(KEEP_ALIVE)).into_response();
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

/// The events of a search.
fn stream(
    job: SubmittedJob,
    progress: watch::Receiver<Option<Progress>>,
) -> impl Stream<Item = Result<Event, Infallible>> {
    unfold(Some((job, progress)), |state| async {
        let (mut job, mut progress) = state?;
        let changed = async {
            match progress.changed().await {
                Ok(()) => {
                    progress.borrow_and_update().map(|it| record::json(&SolveProgress::from(&it)))
                }
                Err(_) => std::future::pending().await,
            }
        };
        let answer = tokio::select! {
            biased;
            answer = job.answer() => answer,
            changed = changed => {
                let event = Event::default().event("progress").data(text(changed));
                return Some((Ok(event), Some((job, progress))));
            }
        };
        Some((Ok(last(answer)), None))
    })
}

/// The event that ends a search.
fn last(answer: Answer) -> Event {
    match answer {
        Ok(result) => Event::default().event("result").data(text(Some(result))),
        Err(error) => Event::default().event("error").data(text(Some(error.json()))),
    }
}

fn text(value: Option<Value>) -> String {
    value.unwrap_or_default().to_string()
}

/// The search of a request, within the limits of the server.
fn read(app: &App, request: &ApiRequest) -> Result<SearchJob, ApiError> {
    let (options, fields) = (&app.options, &request.fields);
    let mut request = fields.solve()?;
    fields.deny_unknown()?;
    allowed::short("moves", request.moves.as_deref().unwrap_or_default())?;
    let Limit { nodes, time, memory, .. } = request.limit;
    if nodes == Some(0) {
        return Err(ApiError::bad("max_nodes", "a search expands at least one node"));
    }
    if request.threads == 0 {
        return Err(ApiError::bad("threads", "a search has at least one thread"));
    }
    if time.is_some_and(|time| time > options.max_time) {
        let max = options.max_time.as_secs_f64();
        let message = format!("the longest time here is {max} seconds");
        return Err(ApiError::bad("max_time", message));
    }
    let max_memory = options.memory_per_search;
    let limit = Limit {
        nodes: Some(nodes.unwrap_or(options.max_nodes).min(options.max_nodes)),
        time,
        memory: Some(memory.unwrap_or(max_memory).min(max_memory)),
        ..Limit::none()
    };
    let deadline = Instant::now() + time.unwrap_or(options.default_time);
    request.threads = request.threads.min(options.threads);
    request.limit = limit.clone();
    request.all = request.all.map(|count| count.min(MAX_LISTED));
    let search = Arc::new(app.searches.read(request)?);
    Ok(SearchJob { search, limit, deadline, progress: None })
}
