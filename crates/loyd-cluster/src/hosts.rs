//! The list of addresses: one `host:port` a line, in the order of the processes.
//!
//! Empty lines and those that begin with `#` are skipped.

use loyd_enumerate::processes::MAX_PROCESSES;

/// The reason why a list of addresses is unusable.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HostsError {
    /// A line is not an address.
    #[error("line {line} is {text:?}: write host:port, such as node1:7878 or 10.0.0.1:7878")]
    Address {
        /// The line, from 1.
        line: usize,
        /// Its text.
        text: String,
    },
    /// An address occurs twice.
    #[error("line {line} has the address {text} of an earlier line: give each process its own")]
    Twice {
        /// The line, from 1.
        line: usize,
        /// Its text.
        text: String,
    },
    /// There are too few or too many addresses.
    #[error("there are {found} addresses: give between 2 and {MAX_PROCESSES}")]
    Number {
        /// The number of addresses.
        found: usize,
    },
}

/// Reads a list of addresses.
///
/// # Errors
/// If a line is not an address, an address occurs twice, or there are too few or too many.
pub fn parse(text: &str) -> Result<Vec<String>, HostsError> {
    let mut hosts: Vec<String> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let (line, entry) = (number + 1, line.trim());
        if entry.is_empty() || entry.starts_with('#') {
            continue;
        }
        let shown = || entry.chars().take(60).collect::<String>();
        let port = entry.rsplit_once(':').filter(|(host, _)| !host.is_empty());
        let port = port.and_then(|(_, port)| port.parse::<u16>().ok()).filter(|&port| port > 0);
        if port.is_none() || entry.contains(char::is_whitespace) {
            return Err(HostsError::Address { line, text: shown() });
        }
        if hosts.iter().any(|host| host == entry) {
            return Err(HostsError::Twice { line, text: shown() });
        }
        hosts.push(entry.to_owned());
    }
    match hosts.len() {
        2..=MAX_PROCESSES => Ok(hosts),
        found => Err(HostsError::Number { found }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_and_mistakes_named() {
        let text = "# nodes\nnode1:7878\n\n 10.0.0.2:7878 \n[::1]:7878\n";
        assert_eq!(parse(text).unwrap(), ["node1:7878", "10.0.0.2:7878", "[::1]:7878"]);
        let bad = |text: &str| parse(text).unwrap_err();
        assert!(matches!(bad("a:1\nb"), HostsError::Address { line: 2, .. }));
        assert!(matches!(bad("a:1\nb:0"), HostsError::Address { line: 2, .. }));
        assert!(matches!(bad("a:1\nb:99999"), HostsError::Address { line: 2, .. }));
        assert!(matches!(bad("a:1\n:7"), HostsError::Address { line: 2, .. }));
        assert!(matches!(bad("a:1\na b:7"), HostsError::Address { line: 2, .. }));
        assert!(matches!(bad("a:1\n\na:1"), HostsError::Twice { line: 3, .. }));
        assert_eq!(bad("a:1"), HostsError::Number { found: 1 });
        assert_eq!(bad(""), HostsError::Number { found: 0 });
    }
}
