//! Addresses of databases on servers.
//!
//! ```text
//! postgres://USER[:PASSWORD]@HOST[:PORT]/DATABASE      also postgresql:
//! mysql://USER[:PASSWORD]@HOST[:PORT]/DATABASE         also mariadb:
//! postgres://USER@localhost/DATABASE?host=FOLDER       a Unix socket in a folder
//! mysql://USER@localhost/DATABASE?socket=FILE          a Unix socket
//! ```
//!
//! Characters that mean something in an address are written as `%` and two hexadecimal digits.

use std::fmt::{self, Write};
use std::path::PathBuf;

/// The kind of a server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Server {
    /// `MySQL` or `MariaDB`.
    Mysql,
    /// `PostgreSQL`.
    Postgres,
}

impl Server {
    /// The kind with a scheme.
    pub(super) fn from_scheme(scheme: &str) -> Option<Self> {
        match scheme {
            "mysql" | "mariadb" => Some(Self::Mysql),
            "postgres" | "postgresql" => Some(Self::Postgres),
            _ => None,
        }
    }

    /// The scheme of its addresses, which is also the name of the feature that it needs.
    pub fn scheme(self) -> &'static str {
        match self {
            Self::Mysql => "mysql",
            Self::Postgres => "postgres",
        }
    }

    /// The name in sentences.
    pub fn name(self) -> &'static str {
        match self {
            Self::Mysql => "MySQL and MariaDB",
            Self::Postgres => "PostgreSQL",
        }
    }

    /// The port if the address has none.
    pub fn usual_port(self) -> u16 {
        match self {
            Self::Mysql => 3306,
            Self::Postgres => 5432,
        }
    }

    /// The variables of the environment that may hold the password, the first one first.
    pub fn password_variables(self) -> [&'static str; 2] {
        match self {
            Self::Mysql => ["LOYD_DB_PASSWORD", "MYSQL_PWD"],
            Self::Postgres => ["LOYD_DB_PASSWORD", "PGPASSWORD"],
        }
    }
}

/// A password, which is shown nowhere.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

impl Password {
    /// The password itself, for the server alone.
    #[cfg_attr(not(any(feature = "mysql", feature = "postgres")), expect(dead_code))]
    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }
}

impl From<String> for Password {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

/// The address of a database on a server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ServerUrl {
    /// The kind of the server.
    pub server: Server,
    /// The user.
    pub user: String,
    /// The password.
    pub password: Option<Password>,
    /// The name or number of the host.
    pub host: String,
    /// The port.
    pub port: Option<u16>,
    /// The Unix socket: a file for `MySQL`, its folder for `PostgreSQL`.
    pub socket: Option<PathBuf>,
    /// The database.
    pub database: String,
}

impl ServerUrl {
    /// Reads the text after `scheme://`.
    ///
    /// # Errors
    /// The reason why it is not an address; it never contains a part of the text that may be a password.
    pub(super) fn read(server: Server, text: &str) -> Result<Self, String> {
        let example = |what: &str| {
            let scheme = server.scheme();
            Err(format!("{what}, as in {scheme}://USER@HOST/DATABASE"))
        };
        let (text, options) = text.split_once('?').unwrap_or((text, ""));
        // A password may contain an @ or a slash that was not written as %40 or %2f.
        let Some((login, place)) = text.rsplit_once('@') else { return example("name a user") };
        let Some((host, database)) = place.split_once('/') else {
            return example("name a database");
        };
        let (user, password) = match login.split_once(':') {
            Some((user, password)) => (user, Some(Password(decoded(password)?))),
            None => (login, None),
        };
        let (host, port) = host_and_port(host)?;
        let (user, database) = (decoded(user)?, decoded(database)?);
        if user.is_empty() {
            return example("name a user");
        }
        if database.is_empty() || database.contains('/') {
            return example("name a database");
        }
        let host = if host.is_empty() { "localhost".to_owned() } else { host };
        let mut url = Self { server, user, password, host, port, socket: None, database };
        for option in options.split('&').filter(|option| !option.is_empty()) {
            let (name, value) = option.split_once('=').unwrap_or((option, ""));
            match (name, value) {
                ("host" | "socket", path) if path.starts_with(['/', '%']) => {
                    url.socket = Some(decoded(path)?.into());
                }
                ("host" | "socket", _) => return Err(format!("{name} is a path")),
                ("sslmode" | "ssl-mode", "disable" | "DISABLED" | "prefer" | "PREFERRED") => {}
                ("sslmode" | "ssl-mode", _) => {
                    return Err("connections are not encrypted: use a Unix socket, the same \
                                machine or a tunnel, and remove sslmode"
                        .to_owned());
                }
                _ => {
                    return Err(format!(
                        "unknown option {name}; the options are host=FOLDER and socket=FILE"
                    ));
                }
            }
        }
        Ok(url)
    }

    /// The port, given or usual.
    pub fn port(&self) -> u16 {
        self.port.unwrap_or(self.server.usual_port())
    }
}

/// The address as it can be given again, without the password.
impl fmt::Display for ServerUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}@", self.server.scheme(), encoded(&self.user))?;
        if self.host.contains(':') {
            write!(f, "[{}]", self.host)?;
        } else {
            f.write_str(&self.host)?;
        }
        if let Some(port) = self.port {
            write!(f, ":{port}")?;
        }
        write!(f, "/{}", encoded(&self.database))?;
        match &self.socket {
            Some(path) if self.server == Server::Postgres => {
                write!(f, "?host={}", encoded(&path.to_string_lossy()))
            }
            Some(path) => write!(f, "?socket={}", encoded(&path.to_string_lossy())),
            None => Ok(()),
        }
    }
}

fn host_and_port(text: &str) -> Result<(String, Option<u16>), String> {
    let (host, port) = match text.strip_prefix('[').and_then(|text| text.split_once(']')) {
        Some((host, port)) => (host, port.strip_prefix(':')),
        None => match text.split_once(':') {
            Some((host, port)) => (host, Some(port)),
            None => (text, None),
        },
    };
    let port = port.map(str::parse).transpose();
    // It is not repeated: it may be a password whose @ is missing.
    Ok((decoded(host)?, port.map_err(|_| "the port is not a number up to 65535")?))
}

/// A part of an address without its `%`.
fn decoded(text: &str) -> Result<String, String> {
    let bad = || "a % is not followed by two hexadecimal digits; write %25 for %".to_owned();
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        rest = tail;
        if first != b'%' {
            bytes.push(first);
            continue;
        }
        let (digits, tail) = tail.split_at_checked(2).ok_or_else(bad)?;
        let digit = |byte: u8| char::from(byte).to_digit(16).ok_or_else(bad);
        bytes.push((digit(digits[0])? * 16 + digit(digits[1])?) as u8);
        rest = tail;
    }
    let text = String::from_utf8(bytes).map_err(|_| "its bytes are not UTF-8 text".to_owned())?;
    if text.contains(char::is_control) {
        return Err("a control character such as %00 cannot be part of an address".to_owned());
    }
    Ok(text)
}

/// A part of an address with `%` where it needs that.
fn encoded(text: &str) -> String {
    text.bytes().fold(String::new(), |mut out, byte| {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02x}");
        }
        out
    })
}
