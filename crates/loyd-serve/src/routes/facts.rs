//! Requests without a search.

use super::{ApiRequest, App, json};
use crate::allowed;
use crate::error::ApiError;
use crate::jobs::{Answer, submit};
use crate::pool::{Load, Stage};
use axum::body::Body;
use axum::extract::State;
use axum::http::{Request, Response};
use loyd::{puzzles, record};
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
    let (puzzle, check) = (request.puzzle.puzzle(), request.fields.check()?);
    // Puzzles from definitions build their tables for each check.
    let is_defined = !puzzle.facts().named_shapes.is_empty();
    let stage = if is_defined { Stage::Long } else { Stage::Short };
    let check = move || {
        let (shape, goal) = (check.shape.as_deref(), check.goal.as_deref());
        allowed::size(&puzzle.read(&check.position, shape, goal)?.shape())?;
        Ok(record::json(&check.run()?))
    };
    run(&app, request, stage, check).await
}

/// `POST /api/v1/scramble`
pub(super) async fn scramble(State(app): State<Arc<App>>, request: Request<Body>) -> Reply {
    let request = ApiRequest::of_body(&app, request).await?;
    if request.fields.text("metric")?.is_some() {
        return Err(ApiError::bad("metric", "random positions have no metric"));
    }
    let (puzzle, scramble) = (request.puzzle.puzzle(), request.fields.scramble()?);
    let scramble = move || {
        let goal = puzzle.goal(scramble.shape.as_deref(), scramble.goal.as_deref())?;
        allowed::size(&goal.shape())?;
        Ok(record::json(&scramble.run()?))
    };
    run(&app, request, Stage::Short, scramble).await
}

/// `POST /api/v1/replay`
pub(super) async fn replay(State(app): State<Arc<App>>, request: Request<Body>) -> Reply {
    let request = ApiRequest::of_body(&app, request).await?;
    let (puzzle, replay) = (request.puzzle.puzzle(), request.fields.replay()?);
    let replay = move || {
        let (shape, goal) = (replay.shape.as_deref(), replay.goal.as_deref());
        allowed::size(&puzzle.read(&replay.position, shape, goal)?.shape())?;
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
    request.fields.deny_unknown()?;
    let how = (stage, app.options.default_time);
    let mut job = submit(&app.pool, request.client, how, |_| work())?;
    Ok(json(&job.answer().await?, &request.headers))
}
