//! The page: its files with their types, versions and compression, and no other file.

use crate::client::{Running, options};
use loyd_serve::{Options, ServeError, Server};
use std::fs;

fn with_page() -> (tempfile::TempDir, Running) {
    let outside = tempfile::tempdir().expect("a folder");
    let folder = outside.path().join("page");
    fs::create_dir_all(folder.join("assets")).expect("a folder");
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).expect("a file");
    write("index.html", "<!doctype html><title>page</title>");
    write("manifest.webmanifest", "{}");
    write("assets/loyd-1a2b3c.wasm", "\0asm");
    write("assets/index-1a2b3c.js", "export {}");
    fs::write(outside.path().join("secret"), "secret").expect("a file");
    let server = Running::start(Options { page: Some(folder), ..options() });
    (outside, server)
}

#[test]
fn files_have_types_and_versions() {
    let (_folder, server) = with_page();
    for (path, kind, cache) in [
        ("/", "text/html; charset=utf-8", "no-cache"),
        ("/manifest.webmanifest", "application/manifest+json", "no-cache"),
        ("/assets/loyd-1a2b3c.wasm", "application/wasm", "public, max-age=31536000, immutable"),
        (
            "/assets/index-1a2b3c.js",
            "text/javascript; charset=utf-8",
            "public, max-age=31536000, immutable",
        ),
    ] {
        let file = server.get(path);
        assert_eq!((file.status, file.header("content-type")), (200, kind), "{path}");
        assert_eq!(file.header("cache-control"), cache);
        let tag = file.header("etag");
        let again = server.raw(&format!(
            "GET {path} HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: {tag}\r\nConnection: close\r\n\r\n"
        ));
        assert_eq!((again.status, again.body.len()), (304, 0), "{path}");
    }
    let head = server.raw("HEAD / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    assert_eq!((head.status, head.header("content-length")), (200, "34"));
}

#[test]
fn the_index_has_the_mark_of_the_server() {
    let folder = tempfile::tempdir().expect("a folder");
    let index = "<!doctype html><html><head><title>page</title></head></html>";
    fs::write(folder.path().join("index.html"), index).expect("a file");
    let server = Running::start(Options { page: Some(folder.path().to_owned()), ..options() });
    let marked = "<head><meta name=\"loyd-serve\" content=\"api/v1\"><title>";
    assert_eq!(server.get("/").text(), index.replace("<head><title>", marked));
}

#[test]
fn files_outside_the_page_are_not_served() {
    let (_folder, server) = with_page();
    for path in [
        "/../secret",
        "/assets/../../secret",
        "/%2e%2e/secret",
        "/..%2fsecret",
        "/.%2e/secret",
        "//etc/passwd",
        "/assets/..\\..\\secret",
        "/assets",
        "/assets/",
        "/secret",
        "/index.html/",
    ] {
        let response = server.get(path);
        assert_eq!(response.status, 404, "{path}");
        assert!(!response.text().contains("secret"), "{path}");
    }
    let api = server.get("/api/v1/../../secret");
    assert_eq!((api.status, api.what()), (404, "path".to_owned()));
}

#[test]
fn every_answer_has_security_headers() {
    let (_folder, server) = with_page();
    for path in ["/", "/api/v1/health", "/nothing", "/api/nothing", "/api/v1/solve"] {
        let response = server.get(path);
        assert!(
            response.header("content-security-policy").starts_with("default-src 'self';"),
            "{path}"
        );
        assert_eq!(response.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(response.header("referrer-policy"), "no-referrer", "{path}");
        assert!(!response.header("cache-control").is_empty(), "{path}");
    }
    let names = server.raw(
        "GET /api/v1/names HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n",
    );
    assert_eq!(names.header("content-encoding"), "gzip");
    assert_eq!(names.body[..2], [0x1f, 0x8b]);
}

#[test]
fn the_embedded_page_is_served_in_three_encodings() {
    let server = Running::start(options());
    let index = server.get("/");
    assert_eq!((index.status, index.header("content-type")), (200, "text/html; charset=utf-8"));
    let index = index.text();
    let script =
        index.split('"').find(|text| text.starts_with("./assets/") && text.contains(".js"));
    let path = &script.expect("a script")[1..];
    let get = |accepted: &str| {
        server.raw(&format!(
            "GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: {accepted}\r\nConnection: close\r\n\r\n"
        ))
    };
    let brotli = get("gzip, deflate, br");
    let gzip = get("gzip");
    let plain = server.get(path);
    assert_eq!(brotli.header("content-encoding"), "br");
    assert_eq!((gzip.header("content-encoding"), &gzip.body[..2]), ("gzip", &[0x1f, 0x8b][..]));
    assert!(!plain.headers.contains_key("content-encoding"));
    assert!(brotli.body.len() < gzip.body.len() && gzip.body.len() < plain.body.len());
    for response in [&brotli, &gzip, &plain] {
        assert_eq!(response.header("content-type"), "text/javascript; charset=utf-8");
        assert_eq!(response.header("vary"), "accept-encoding");
        assert_eq!(response.header("etag"), plain.header("etag"));
        let length = response.header("content-length").parse();
        assert_eq!(length, Ok(response.body.len()));
    }
}

#[test]
fn a_server_that_cannot_start_returns_the_reason() {
    let first = Running::start(options());
    let port = first.address.port();
    let error = Server::bind(Options { port, ..options() }).err().expect("the port is in use");
    assert!(matches!(error, ServeError::PortInUse { .. }), "{error}");
    let folder = tempfile::tempdir().expect("a folder").keep();
    let error = Server::bind(Options { page: Some(folder.clone()), ..options() }).err();
    assert!(matches!(error, Some(ServeError::Page { .. })));
    fs::remove_dir(folder).expect("it is empty");
}
