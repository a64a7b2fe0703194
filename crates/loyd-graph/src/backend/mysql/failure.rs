//! Errors of `MySQL` and `MariaDB` in the terms of this crate, by their numbers.

use super::super::server;
use crate::error::GraphError;
use crate::url::ServerUrl;
use mysql::{DriverError, Error};

/// The error of a failed connection.
pub(super) fn unreachable(url: &ServerUrl, error: &Error) -> GraphError {
    match error {
        // Unknown database.
        Error::MySqlError(answer) if answer.code == 1049 => server::missing_database(url),
        error => server::unreachable(failed(url, error)),
    }
}

/// The error of a statement.
pub(super) fn failed(url: &ServerUrl, error: &Error) -> GraphError {
    let place = url.to_string();
    let Error::MySqlError(answer) = error else {
        let reason = match error {
            Error::IoError(why) => why.to_string(),
            Error::DriverError(DriverError::CouldNotConnect(Some((_, why, _)))) => why.clone(),
            Error::DriverError(why) => why.to_string(),
            other => other.to_string(),
        };
        return GraphError::Lost { place, reason };
    };
    let reason = answer.message.clone();
    match answer.code {
        1045 | 1698 => GraphError::Login { place, reason },
        1044 | 1142 | 1143 | 1227 | 1290 | 1370 | 1410 | 1792 | 1836 => {
            GraphError::Denied { place, reason }
        }
        1021 | 1114 => GraphError::Full { place },
        // System error 28: no space left.
        3 | 20 | 1026 | 1030 if reason.contains("28") => GraphError::Full { place },
        1205 | 1213 => GraphError::Busy { place },
        1034 | 1194 | 1195 | 1712 => GraphError::Damaged { place, reason },
        // A shutdown, an administrator, a limit on idle connections.
        1053 | 1077 | 1079 | 1158..=1161 | 1317 | 1927 | 4031 => GraphError::Lost { place, reason },
        _ => GraphError::Database { place, reason },
    }
}

/// Returns true if the server, or the account, has `LOAD DATA LOCAL` switched off.
pub(super) fn refuses_local_files(error: &Error) -> bool {
    matches!(error, Error::MySqlError(answer) if matches!(answer.code, 1148 | 3948 | 4166))
}
