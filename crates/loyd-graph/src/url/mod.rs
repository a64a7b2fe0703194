//! Addresses of databases.
//!
//! ```text
//! sqlite:FILE          a file; a text without a scheme is a file too
//! memory:              nowhere: the graph ends with the program
//! ```

use crate::error::{GraphError, Result};
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

/// The address of a database.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DatabaseUrl {
    /// A file of SQLite.
    Sqlite(PathBuf),
    /// The memory of the process.
    Memory,
}

impl FromStr for DatabaseUrl {
    type Err = GraphError;

    fn from_str(text: &str) -> Result<Self> {
        let bad = |reason: &str| {
            Err(GraphError::Url { text: without_password(text), reason: reason.to_owned() })
        };
        match text.split_once(':') {
            Some(("memory", "")) => Ok(Self::Memory),
            Some(("memory", _)) => bad("memory: has no name"),
            Some(("sqlite", file)) => {
                let file = file.strip_prefix("//").unwrap_or(file);
                if file.is_empty() {
                    bad("name a file, as in sqlite:graph.db")
                } else {
                    Ok(Self::Sqlite(file.into()))
                }
            }
            // A drive of Windows has one letter.
            Some((scheme, _))
                if scheme.len() > 1 && scheme.chars().all(|c| c.is_ascii_alphanumeric()) =>
            {
                bad("write sqlite:FILE, or memory:")
            }
            _ if text.trim().is_empty() => bad("write sqlite:FILE, or memory:"),
            _ => Ok(Self::Sqlite(text.into())),
        }
    }
}

/// The address as it can be given again, without a password.
impl fmt::Display for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite(file) => write!(f, "sqlite:{}", file.display()),
            Self::Memory => f.write_str("memory:"),
        }
    }
}

/// A text that may be an address, with what may be its password left out.
fn without_password(text: &str) -> String {
    let Some((scheme, rest)) = text.split_once("://") else { return text.to_owned() };
    let Some((user, host)) = rest.rsplit_once('@') else { return text.to_owned() };
    match user.split_once(':') {
        Some((user, _)) => format!("{scheme}://{user}:***@{host}"),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_as_they_are_written() {
        for (text, url) in [
            ("sqlite:a/b.db", DatabaseUrl::Sqlite("a/b.db".into())),
            ("sqlite:/a.db", DatabaseUrl::Sqlite("/a.db".into())),
            ("memory:", DatabaseUrl::Memory),
        ] {
            assert_eq!(text.parse::<DatabaseUrl>().expect("an address"), url);
            assert_eq!(url.to_string(), text);
        }
        let file = |text: &str| text.parse::<DatabaseUrl>().expect("a file");
        assert_eq!(file("graph.db"), DatabaseUrl::Sqlite("graph.db".into()));
        assert_eq!(file("sqlite:///a.db"), DatabaseUrl::Sqlite("/a.db".into()));
        assert_eq!(file("C:\\a.db"), DatabaseUrl::Sqlite("C:\\a.db".into()));
    }

    #[test]
    fn errors_show_no_password() {
        for bad in ["", "sqlite:", "memory:x", "oracle://me:secret@host/db", "redis://:secret@host"]
        {
            let why = bad.parse::<DatabaseUrl>().expect_err(bad).to_string();
            assert!(!why.contains("secret"), "{why}");
        }
    }
}
