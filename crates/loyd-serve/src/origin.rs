//! Checks of the headers Host and Origin.
//!
//! A page of another site can make a browser send requests to this server, and by DNS rebinding even read the
//! answers. The header Origin exposes the former, the header Host the latter.

use crate::error::ApiError;
use axum::http::header::{HOST, ORIGIN, UPGRADE};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, Request};
use std::net::{IpAddr, SocketAddr};

/// The host names of this server.
pub(crate) struct Names {
    names: Vec<String>,
    /// Names from the options: those of a proxy with another port.
    allowed: Vec<String>,
}

impl Names {
    /// The names of the local machine, the bound name, and the names from the options.
    pub(crate) fn new(bound: &str, allowed: &[String]) -> Self {
        let local = ["localhost", "127.0.0.1", "[::1]"].map(str::to_owned);
        let named = allowed.iter().map(String::as_str).chain([bound]).map(host_of);
        let allowed = allowed.iter().map(|name| host_of(name)).collect();
        Self { names: local.into_iter().chain(named).collect(), allowed }
    }

    /// Refuses a request for another server, or from a page of another site.
    ///
    /// # Errors
    /// The wrong header.
    pub(crate) fn check<B>(&self, request: &Request<B>, local: SocketAddr) -> Result<(), ApiError> {
        let headers = request.headers();
        let requested = request.uri().authority().cloned();
        let requested = requested.or_else(|| text(headers, &HOST)?.parse::<Authority>().ok());
        let host = requested.as_ref().map(|requested| requested.host().to_owned());
        match host {
            None => return Err(ApiError::bad("host", "the header Host is missing or wrong")),
            Some(host) if !self.includes(&host, local) => {
                let message = format!(
                    "this server is not called {}; a name has to be allowed when it is started",
                    loyd_search::quote::quoted(&host)
                );
                return Err(ApiError::foreign("host", message));
            }
            Some(_) => {}
        }
        if !request.uri().path().starts_with("/api") {
            return Ok(());
        }
        let site = headers.get("sec-fetch-site").and_then(|it| it.to_str().ok());
        let is_own = headers.get_all(ORIGIN).iter().count() <= 1
            && headers.get(ORIGIN).is_none_or(|origin| {
                let origin = origin.to_str().ok();
                origin.is_some_and(|origin| self.is_own_page(origin, requested.as_ref(), local))
            });
        if site == Some("cross-site") || !is_own {
            let message = "only pages of this server may use it".to_owned();
            return Err(ApiError::foreign("origin", message));
        }
        let upgrade = text(headers, &UPGRADE).unwrap_or_default();
        if upgrade.to_ascii_lowercase().contains("websocket") {
            let message = "WebSockets are not supported: progress is sent as server-sent events from \
                           /api/v1/solve/events";
            return Err(ApiError::bad("upgrade", message));
        }
        Ok(())
    }

    /// True for the origin of a page of this server: one of its names with the port of the request. Servers
    /// on other ports of this machine are other sites.
    fn is_own_page(&self, origin: &str, requested: Option<&Authority>, local: SocketAddr) -> bool {
        let Some((scheme, rest)) = origin.split_once("://") else { return false };
        let Ok(page) = rest.parse::<Authority>() else { return false };
        if self.allowed.iter().any(|name| name.eq_ignore_ascii_case(page.host())) {
            return true;
        }
        let default = if scheme == "https" { 443 } else { 80 };
        let port = |of: &Authority| of.port_u16().unwrap_or(default);
        self.includes(page.host(), local)
            && requested.is_some_and(|requested| port(requested) == port(&page))
    }

    /// True for a name of this server, and for the address to which the client connected.
    fn includes(&self, host: &str, local: SocketAddr) -> bool {
        let is_local = |host: &str| {
            let plain = host.trim_start_matches('[').trim_end_matches(']');
            plain.parse::<IpAddr>().is_ok_and(|address| address == local.ip().to_canonical())
        };
        self.names.iter().any(|name| name.eq_ignore_ascii_case(host)) || is_local(host)
    }
}

fn text<'a>(headers: &'a HeaderMap, name: &axum::http::HeaderName) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// A host name in the syntax of headers: IPv6 addresses in brackets.
fn host_of(name: &str) -> String {
    if name.contains(':') && !name.starts_with('[') { format!("[{name}]") } else { name.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_requests_to_this_server_pass() {
        let names = Names::new("::1", &["class.example".to_owned()]);
        let local: SocketAddr = "10.1.2.3:8017".parse().expect("an address");
        let check = |host: &str, origin: Option<&str>| {
            let mut request = Request::get("/api/v1/health").header(HOST, host);
            if let Some(origin) = origin {
                request = request.header(ORIGIN, origin);
            }
            names.check(&request.body(()).expect("a request"), local).is_ok()
        };
        for good in ["localhost", "LOCALHOST:1", "127.0.0.1:8017", "[::1]:80", "10.1.2.3:8017"] {
            assert!(check(good, None), "{good}");
        }
        assert!(check("class.example", Some("https://class.example")));
        for bad in ["example.org", "10.1.2.4", "localhost.example.org", "", "a b"] {
            assert!(!check(bad, None), "{bad}");
        }
        assert!(!check("localhost", Some("http://example.org")));
        assert!(!check("localhost", Some("null")));
        assert!(check("localhost:8017", Some("http://localhost:8017")));
        assert!(check("127.0.0.1:8017", Some("http://localhost:8017")));
        assert!(check("localhost", Some("http://localhost")));
        assert!(!check("localhost:8017", Some("http://localhost:3000")), "another server");
        assert!(
            check("localhost:8017", Some("https://class.example:9000")),
            "a name from the options"
        );
        let mut request = Request::get("/api/v1/health").header(HOST, "localhost");
        for origin in ["http://localhost", "http://example.org"] {
            request = request.header(ORIGIN, origin);
        }
        assert!(names.check(&request.body(()).expect("a request"), local).is_err(), "two origins");
    }
}
