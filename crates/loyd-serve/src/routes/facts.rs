//! Requests without a search.

use super::{ApiRequest, App, json};
use crate::allowed;
use crate::error::ApiError;
use crate::jobs::{Answer, submit};
use crate::pool::{Load, Stage};
use axum::body::Body;
use axum::extract::State;
use axum::http::{Request, Response};
use loyd::{Fields, PuzzleName, puzzles, record};
use serde_json::json;
use std::sync::Arc;

type Reply = Result<Response<Body>, ApiError>;

/// `GET /api/v1/health`
pub(super) async fn health(State(app): State<Arc<App>>, request: Request<Body>) -> Reply {
    let Load { running, waiting, preparing, completed } = app.pool.load();
    let answer = json!({
        "status": "ok",
        "version": env!("CARGO_PKG_VERSION"),
        "seconds": app.began.elapsed().as_secs(),
        "threads": app.options.threads,
        "running": running,
        "waiting": waiting,
        "preparing": preparing,
        "completed": completed,
    });
    Ok(json(&answer, request.headers()))
}

/// `GET /api/v1/names`
pub(super) async fn names(State(app): State<Arc<App>>, request: Request<Body>) -> Reply {
    let answer = json!({
        "version": env!("CARGO_PKG_VERSION"),
        "puzzles": puzzles(),
        "limits": {
            "default_time": app.options.default_time.as_secs_f64(),
            "max_time": app.options.max_time.as_secs_f64(),
            "max_nodes": app.options.max_nodes,
            "memory": app.options.memory_per_search,
            "threads": app.options.threads,
            "jobs_per_client": app.options.jobs_per_client,
        },
    });
    Ok(json(&answer, request.headers()))
}

/// `POST /api/v1/check`
pub(super) async fn check(State(app): State<Arc<App>>, request: Request<Body>) -> Reply {
    let request = ApiRequest::of_body(&app, request).await?;
    let (puzzle, shape) = puzzle_and_shape(&request.fields)?;
    let mut check = request.fields.check()?;
    (check.puzzle, check.shape) = (puzzle.name().to_owned(), shape);
    request.fields.deny_unknown()?;
    let check = move || {
        size_of(puzzle, &check.position, check.shape.as_deref(), check.goal.as_deref())?;
        Ok(record::json(&check.run()?))
    };
    // Puzzles from definitions build their tables for each check.
    let is_defined = !puzzle.puzzle().facts().named_shapes.is_empty();
    let stage = if is_defined { Stage::Long } else { Stage::Short };
    run(&app, request, stage, check).await
}

/// `POST /api/v1/scramble`
pub(super) async fn scramble(State(app): State<Arc<App>>, request: Request<Body>) -> Reply {
    let request = ApiRequest::of_body(&app, request).await?;
    let (puzzle, shape) = puzzle_and_shape(&request.fields)?;
    if request.fields.text("metric")?.is_some() {
        return Err(ApiError::bad("metric", "random positions have no metric"));
    }
    let mut scramble = request.fields.scramble()?;
    (scramble.puzzle, scramble.shape) = (puzzle.name().to_owned(), shape);
    request.fields.deny_unknown()?;
    let scramble = move || {
        let goal = puzzle.puzzle().goal(scramble.shape.as_deref(), scramble.goal.as_deref());
        allowed::size(&goal.map_err(loyd::Error::from)?.shape())?;
        Ok(record::json(&scramble.run()?))
    };
    run(&app, request, Stage::Short, scramble).await
}

/// `POST /api/v1/replay`
pub(super) async fn replay(State(app): State<Arc<App>>, request: Request<Body>) -> Reply {
    let request = ApiRequest::of_body(&app, request).await?;
    let (puzzle, shape) = puzzle_and_shape(&request.fields)?;
    let mut replay = request.fields.replay()?;
    (replay.puzzle, replay.shape) = (puzzle.name().to_owned(), shape);
    request.fields.deny_unknown()?;
    let replay = move || {
        size_of(puzzle, &replay.position, replay.shape.as_deref(), replay.goal.as_deref())?;
        Ok(record::json(&replay.run()?))
    };
    run(&app, request, Stage::Short, replay).await
}

/// Runs work on the pool, so that other requests do not wait for it.
async fn run(
    app: &App,
    request: ApiRequest,
    stage: Stage,
    work: impl FnOnce() -> Answer + Send + 'static,
) -> Reply {
    let how = (stage, app.options.default_time);
    let mut job = submit(&app.pool, request.client, how, |_| work())?;
    Ok(json(&job.answer().await?, &request.headers))
}

/// The puzzle and the shape of a request: `puzzle` may name either. Refuses names that are too long.
pub(super) fn puzzle_and_shape(fields: &Fields) -> Result<(PuzzleName, Option<String>), ApiError> {
    let named = fields.text("puzzle")?.map(|text| allowed::puzzle(&text)).transpose()?;
    let (puzzle, of_puzzle) = named.unwrap_or_default();
    let shape = fields.text("size")?;
    if let Some(shape) = &shape {
        allowed::short("size", shape)?;
        allowed::size(shape)?;
    }
    allowed::short("metric", fields.text("metric")?.as_deref().unwrap_or_default())?;
    Ok((puzzle, shape.or(of_puzzle)))
}

/// Refuses a position that is too large.
fn size_of(
    puzzle: PuzzleName,
    position: &str,
    shape: Option<&str>,
    goal: Option<&str>,
) -> Result<(), ApiError> {
    let task = puzzle.puzzle().read(position, shape, goal).map_err(loyd::Error::from)?;
    allowed::size(&task.shape())
}
