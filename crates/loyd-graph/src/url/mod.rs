//! Addresses of databases.
//!
//! ```text
//! sqlite:FILE          a file; a text without a scheme is a file too
//! memory:              nowhere: the graph ends with the program
//! mysql://…            a server, see `server.rs`
//! postgres://…         a server
//! ```

mod server;

pub use server::{Password, Server, ServerUrl};

use crate::error::{GraphError, Result};
use loyd_search::quote::without_password;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

/// The address of a database.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DatabaseUrl {
    /// A file of `SQLite`.
    Sqlite(PathBuf),
    /// The memory of the process.
    Memory,
    /// A database on a server.
    Server(ServerUrl),
}

/// The forms of an address, for errors.
const FORMS: &str = "write sqlite:FILE, memory:, mysql://USER@HOST/DATABASE or \
                     postgres://USER@HOST/DATABASE";

impl DatabaseUrl {
    /// The address with a password from the environment, if it is that of a server and has none;
    /// `variable` returns the value of a variable.
    #[must_use]
    pub fn with_password(self, variable: impl Fn(&str) -> Option<String>) -> Self {
        match self {
            Self::Server(url) if url.password.is_none() => {
                let names = url.server.password_variables();
                let password = names.into_iter().find_map(variable).map(Password::from);
                Self::Server(ServerUrl { password, ..url })
            }
            other => other,
        }
    }
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
            Some((scheme, rest)) if Server::from_scheme(scheme).is_some() => {
                let read = match (Server::from_scheme(scheme), rest.strip_prefix("//")) {
                    (Some(server), Some(rest)) => ServerUrl::read(server, rest),
                    _ => Err(FORMS.to_owned()),
                };
                read.map(Self::Server).or_else(|reason| bad(&reason))
            }
            // A drive of Windows has one letter.
            Some((scheme, _))
                if scheme.len() > 1 && scheme.chars().all(|c| c.is_ascii_alphanumeric()) =>
            {
                bad(FORMS)
            }
            _ if text.trim().is_empty() => bad(FORMS),
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
            Self::Server(url) => url.fmt(f),
        }
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
    fn addresses_of_servers_are_read_as_they_are_written() {
        for text in [
            "mysql://me@localhost/graph",
            "mysql://me@host:3307/graph?socket=/run/a%20b.sock",
            "postgres://a%40b@[::1]:5433/my%25graph",
            "postgres://me@localhost/graph?host=/tmp",
        ] {
            assert_eq!(text.parse::<DatabaseUrl>().expect(text).to_string(), text);
        }
        let DatabaseUrl::Server(url) = "mariadb://u:p%3a%2F@h/d".parse().expect("a server") else {
            panic!("a server");
        };
        assert_eq!((&*url.user, &*url.host, &*url.database), ("u", "h", "d"));
        assert_eq!((url.server, url.port()), (Server::Mysql, 3306));
        assert_eq!(url.password, Some(Password::from("p:/".to_owned())));
        assert_eq!(url.to_string(), "mysql://u@h/d");
    }

    #[test]
    fn passwords_of_the_environment_are_used_unless_the_address_has_one() {
        let variable = |name: &str| (name == "PGPASSWORD").then(|| "secret".to_owned());
        let password = |text: &str| match text.parse::<DatabaseUrl>().expect(text) {
            url @ DatabaseUrl::Server(_) => match url.with_password(variable) {
                DatabaseUrl::Server(url) => url.password,
                _ => None,
            },
            _ => None,
        };
        let of = |text: &str| Some(Password::from(text.to_owned()));
        assert_eq!(password("postgres://me@h/d"), of("secret"));
        assert_eq!(password("postgres://me:own@h/d"), of("own"));
        assert_eq!(password("mysql://me@h/d"), None);
    }

    #[test]
    fn passwords_are_never_printed() {
        for bad in [
            "",
            "sqlite:",
            "memory:x",
            "oracle://me:secret@host/db",
            "redis://:secret@host",
            "mysql:me:secret@host/db",
            "mysql://me:secret/db",
            "mysql://me:secret@host",
            "mysql://me:secret@host:secret/db",
            "mysql://me:secret%@host/db",
            "mysql://me:secret%00@host/db",
            "postgres://me:secret@host/d%0ab",
            "postgres://:secret@host/db",
            "postgres://me@host/db?password=secret",
            "postgres://me:secret@host/db?sslmode=require",
            "postgres://me:secret@host/db?host=secret",
        ] {
            let why = bad.parse::<DatabaseUrl>().expect_err(bad).to_string();
            assert!(!why.contains("secret"), "{why}");
        }
        for good in ["mysql://me:secret@host/db", "postgres://me:se@cret/secret@host/db"] {
            let url: DatabaseUrl = good.parse().expect("an address");
            let text = format!("{url} {url:?}");
            assert!(!text.contains("secret") && !text.contains("cret/"), "{text}");
        }
    }
}
