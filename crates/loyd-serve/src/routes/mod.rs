//! The addresses of the server.
//!
//! | file | addresses |
//! |---|---|
//! | `solve` | `/api/v1/solve`, `/api/v1/solve/events` |
//! | `levels` | `/api/v1/levels/{puzzle}` |
//! | `facts` | `/api/v1/health`, `names`, `check`, `scramble`, `replay` |

mod facts;
mod levels;
mod solve;

use crate::allowed;
use crate::encoding::{Encoding, choose};
use crate::error::ApiError;
use crate::fields::{of_body, of_query};
use crate::options::Options;
use crate::page::Page;
use crate::pool::{Client, Pool};
use crate::solving::Searches;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::header::{ALLOW, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, VARY};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, Request, Response};
use axum::routing::{get, post};
use flate2::Compression;
use flate2::write::GzEncoder;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use levels::Levels;
use loyd::{Fields, PuzzleName};
use serde_json::Value;
use std::io::Write;
use std::sync::Arc;
use std::time::Instant;

/// The greatest size of a request's body, in bytes.
const MAX_BODY: usize = 64 << 10;

/// The least size of a compressed answer, in bytes.
const MIN_COMPRESSED: usize = 2048;

/// The state that requests share.
pub(crate) struct App {
    pub(crate) options: Options,
    pub(crate) pool: Pool,
    pub(crate) searches: Searches,
    pub(crate) page: Page,
    pub(crate) levels: Levels,
    pub(crate) began: Instant,
}

impl App {
    pub(crate) fn new(options: Options, pool: Pool, searches: Searches, page: Page) -> Self {
        Self { options, pool, searches, page, levels: Levels::default(), began: Instant::now() }
    }
}

/// All addresses.
pub(crate) fn router(app: App) -> Router {
    Router::new()
        .route("/api/v1/health", get(facts::health))
        .route("/api/v1/names", get(facts::names))
        .route("/api/v1/check", post(facts::check))
        .route("/api/v1/scramble", post(facts::scramble))
        .route("/api/v1/replay", post(facts::replay))
        .route("/api/v1/solve", post(solve::solve))
        .route("/api/v1/solve/events", get(solve::events))
        .route("/api/v1/levels/{puzzle}", get(levels::levels))
        .method_not_allowed_fallback(|| async { ApiError::method() })
        .fallback(page)
        .with_state(Arc::new(app))
}

/// A file of the page.
async fn page(
    axum::extract::State(app): axum::extract::State<Arc<App>>,
    request: Request<Body>,
) -> Response<Body> {
    let path = request.uri().path();
    if path == "/api" || path.starts_with("/api/") {
        return ApiError::not_found(path).response();
    }
    let Some(response) = app.page.get(path, request.headers()) else {
        let mut response = Response::new(Body::from("There is nothing here.\n"));
        *response.status_mut() = axum::http::StatusCode::NOT_FOUND;
        let text = HeaderValue::from_static("text/plain; charset=utf-8");
        response.headers_mut().insert(CONTENT_TYPE, text);
        return response;
    };
    match *request.method() {
        Method::GET => response,
        Method::HEAD => without_body(response),
        _ => {
            let mut refused = ApiError::method().response();
            refused.headers_mut().insert(ALLOW, HeaderValue::from_static("GET,HEAD"));
            refused
        }
    }
}

/// The headers alone, with the length of the body.
fn without_body(response: Response<Body>) -> Response<Body> {
    let (mut parts, body) = response.into_parts();
    if let Some(length) = http_body::Body::size_hint(&body).exact() {
        parts.headers.insert(CONTENT_LENGTH, HeaderValue::from(length));
    }
    Response::from_parts(parts, Body::empty())
}

/// A request to the API, with the client that sent it.
struct ApiRequest {
    client: Client,
    headers: HeaderMap,
    puzzle: PuzzleName,
    /// The fields; `puzzle` has the name of the puzzle, and `size` the shape.
    fields: Fields,
}

impl ApiRequest {
    fn new(parts: Parts, mut fields: Fields) -> Result<Self, ApiError> {
        // The connection added the client to the request.
        let client = parts.extensions.get::<Client>().copied().ok_or_else(ApiError::internal)?;
        let puzzle = allowed::puzzle_and_size(&mut fields)?;
        Ok(Self { client, headers: parts.headers, puzzle, fields })
    }

    /// Reads the fields of a body.
    async fn of_body(app: &App, request: Request<Body>) -> Result<Self, ApiError> {
        let (parts, body) = request.into_parts();
        let announced =
            parts.headers.get(CONTENT_LENGTH).and_then(|it| it.to_str().ok()?.parse().ok());
        if announced.is_some_and(|length: u64| length > MAX_BODY as u64) {
            return Err(ApiError::too_large(MAX_BODY));
        }
        let read =
            tokio::time::timeout(app.options.patience, Limited::new(body, MAX_BODY).collect());
        let bytes: Bytes = match read.await {
            Err(_) => return Err(ApiError::too_slow()),
            Ok(Ok(body)) => body.to_bytes(),
            Ok(Err(why)) if why.is::<LengthLimitError>() => {
                return Err(ApiError::too_large(MAX_BODY));
            }
            Ok(Err(_)) => {
                return Err(ApiError::bad("body", "the body of the request is incomplete"));
            }
        };
        Self::new(parts, of_body(&bytes)?)
    }

    /// Reads the fields of the query.
    fn of_query(request: Request<Body>) -> Result<Self, ApiError> {
        let (parts, _) = request.into_parts();
        let fields = of_query(parts.uri.query())?;
        Self::new(parts, fields)
    }
}

/// A value as a response.
fn json(value: &Value, headers: &HeaderMap) -> Response<Body> {
    let text = value.to_string() + "\n";
    let accepts_gzip = choose(headers, &[Encoding::Gzip, Encoding::Identity]) == Encoding::Gzip;
    let packed = (text.len() >= MIN_COMPRESSED && accepts_gzip)
        .then(|| packed(text.as_bytes()).ok())
        .flatten();
    let is_packed = packed.is_some();
    let mut response = Response::new(Body::from(packed.unwrap_or_else(|| text.into_bytes())));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    if is_packed {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    response
}

fn packed(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes)?;
    encoder.finish()
}
