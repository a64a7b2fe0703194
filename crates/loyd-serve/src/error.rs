//! Errors as clients receive them: a status, and `{"error": {"message", "what"}}`.

use axum::body::Body;
use axum::http::header::{CONNECTION, CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderValue, Response, StatusCode};
use serde_json::json;

/// The reason why a request is not carried out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ApiError {
    pub(crate) status: StatusCode,
    message: String,
    /// The wrong field, or another part of the request.
    what: &'static str,
    /// Seconds until the client may try again.
    retry_after: Option<u32>,
    /// True if the connection must be closed.
    closes: bool,
}

impl ApiError {
    fn new(status: StatusCode, what: &'static str, message: impl Into<String>) -> Self {
        Self { status, message: message.into(), what, retry_after: None, closes: false }
    }

    /// The request is wrong.
    pub(crate) fn bad(what: &'static str, message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, what, message)
    }

    /// The address is unknown.
    pub(crate) fn not_found(path: &str) -> Self {
        let path = loyd_search::quote::quoted(path);
        let message =
            format!("unknown address {path}: the addresses of the API begin with /api/v1/");
        Self::new(StatusCode::NOT_FOUND, "path", message)
    }

    /// The address accepts other methods.
    pub(crate) fn method() -> Self {
        let message = "this address does not take this method: see the header Allow";
        Self::new(StatusCode::METHOD_NOT_ALLOWED, "method", message)
    }

    /// The request is for another host, or comes from a page of another host.
    pub(crate) fn foreign(what: &'static str, message: String) -> Self {
        Self { closes: true, ..Self::new(StatusCode::FORBIDDEN, what, message) }
    }

    /// The body is longer than `max` bytes.
    pub(crate) fn too_large(max: usize) -> Self {
        let message = format!("the body of a request may have {max} bytes");
        Self { closes: true, ..Self::new(StatusCode::PAYLOAD_TOO_LARGE, "body", message) }
    }

    /// The body did not arrive in time.
    pub(crate) fn too_slow() -> Self {
        let message = "the body of the request did not arrive in time";
        Self { closes: true, ..Self::new(StatusCode::REQUEST_TIMEOUT, "body", message) }
    }

    /// The jobs of this client, or of all clients, have reached their limit.
    pub(crate) fn busy(message: impl Into<String>) -> Self {
        let busy = Self::new(StatusCode::TOO_MANY_REQUESTS, "busy", message);
        Self { retry_after: Some(1), ..busy }
    }

    /// The server is stopping.
    pub(crate) fn stopping() -> Self {
        let stopping = Self::new(StatusCode::SERVICE_UNAVAILABLE, "busy", "the server is stopping");
        Self { retry_after: Some(10), closes: true, ..stopping }
    }

    /// The server lacks a resource.
    pub(crate) fn lacking(what: &'static str, message: impl Into<String>) -> Self {
        let lacking = Self::new(StatusCode::SERVICE_UNAVAILABLE, what, message);
        Self { retry_after: Some(10), ..lacking }
    }

    /// A bug of the server.
    pub(crate) fn internal() -> Self {
        let message =
            "an internal error ended this request; it is a bug in loyd, not in the request";
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "server", message)
    }

    /// The message.
    pub(crate) fn message(&self) -> &str {
        &self.message
    }

    /// The error as an object of JSON.
    pub(crate) fn json(&self) -> serde_json::Value {
        json!({ "error": { "message": self.message, "what": self.what } })
    }

    /// The response.
    pub(crate) fn response(&self) -> Response<Body> {
        let mut response = Response::new(Body::from(self.json().to_string() + "\n"));
        *response.status_mut() = self.status;
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        if let Some(seconds) = self.retry_after {
            headers.insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
        if self.closes {
            headers.insert(CONNECTION, HeaderValue::from_static("close"));
        }
        response
    }
}

impl axum::response::IntoResponse for ApiError {
    fn into_response(self) -> Response<Body> {
        self.response()
    }
}

impl From<loyd::fields::FieldError> for ApiError {
    fn from(error: loyd::fields::FieldError) -> Self {
        Self::bad(error.what, error.message)
    }
}

impl From<loyd::Unreadable> for ApiError {
    fn from(error: loyd::Unreadable) -> Self {
        loyd::Error::from(error).into()
    }
}

impl From<loyd::Error> for ApiError {
    /// Errors of the library concern the request, except refused memory.
    fn from(error: loyd::Error) -> Self {
        match &error {
            loyd::Error::Memory => Self::lacking("memory", error.to_string()),
            _ => Self::bad(error.what(), error.to_string()),
        }
    }
}
