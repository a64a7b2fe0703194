//! Errors of `PostgreSQL` in the terms of this crate, by their SQLSTATE.

use super::super::server;
use crate::error::GraphError;
use crate::url::ServerUrl;
use postgres::error::SqlState;
use std::error::Error;
use std::io;

/// The error of a failed connection.
pub(super) fn unreachable(url: &ServerUrl, error: &postgres::Error) -> GraphError {
    match error.code() {
        Some(&SqlState::INVALID_CATALOG_NAME) => server::missing_database(url),
        // The server asks for a missing password.
        None if url.password.is_none() && cause::<io::Error>(error).is_none() => {
            GraphError::Login { place: url.to_string(), reason: words(error) }
        }
        None => GraphError::Unreachable { place: url.to_string(), reason: words(error) },
        Some(_) => server::unreachable(failed(url, error)),
    }
}

/// The error of a statement.
pub(super) fn failed(url: &ServerUrl, error: &postgres::Error) -> GraphError {
    let (place, reason) = (url.to_string(), words(error));
    let Some(code) = error.code() else {
        return if error.is_closed() || cause::<io::Error>(error).is_some() {
            GraphError::Lost { place, reason }
        } else {
            GraphError::Database { place, reason }
        };
    };
    match code.code() {
        "28000" | "28P01" => GraphError::Login { place, reason },
        "42501" | "25006" => GraphError::Denied { place, reason },
        "53100" => GraphError::Full { place },
        "55P03" => GraphError::Busy { place },
        "XX001" | "XX002" => GraphError::Damaged { place, reason },
        // An administrator, a crash, a restart, a limit on idle connections.
        "57P01" | "57P02" | "57P03" | "57P05" | "25P03" => GraphError::Lost { place, reason },
        code if code.starts_with("08") => GraphError::Lost { place, reason },
        _ => GraphError::Database { place, reason },
    }
}

fn cause<E: Error + 'static>(error: &postgres::Error) -> Option<&E> {
    error.source().and_then(|cause| cause.downcast_ref())
}

/// The message of the server, or the error with its cause.
fn words(error: &postgres::Error) -> String {
    match (error.as_db_error(), error.source()) {
        (Some(answer), _) => answer.message().to_owned(),
        (None, Some(cause)) => format!("{error}: {cause}"),
        (None, None) => error.to_string(),
    }
}
