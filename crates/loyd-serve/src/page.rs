//! The web page: files in memory, by name. Nothing is ever opened for a request, so no name can lead
//! out of the page.

use axum::body::{Body, Bytes};
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode};
use flate2::read::GzDecoder;
use std::collections::HashMap;
use std::fs;
use std::io::{self, Read};
use std::path::Path;

/// The embedded files: name, bytes, and whether these are compressed.
static EMBEDDED: &[(&str, &[u8], bool)] = &include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// The page where none is embedded.
const MISSING: &str = include_str!("missing.html");

/// The folder whose names contain a hash of the contents.
const HASHED: &str = "assets/";

/// The file that `/` means.
const INDEX: &str = "index.html";

/// The element by which the page knows that this server answers its searches.
const MARK: &str = "<meta name=\"loyd-serve\" content=\"api/v1\">";

/// The files of the page.
pub(crate) struct Page(HashMap<String, File>);

struct File {
    bytes: Bytes,
    /// Compressed by gzip.
    packed: bool,
    kind: &'static str,
    tag: HeaderValue,
}

impl Page {
    /// The embedded page, or one that says how to build it.
    pub(crate) fn embedded() -> Self {
        let file = |&(name, bytes, packed): &(&str, &'static [u8], bool)| {
            (name.to_owned(), File::new(name, Bytes::from_static(bytes), packed))
        };
        let mut files: HashMap<String, File> = EMBEDDED.iter().map(file).collect();
        if !files.contains_key(INDEX) {
            let missing = Bytes::from_static(MISSING.as_bytes());
            files.insert(INDEX.to_owned(), File::new(INDEX, missing, false));
        }
        Self::marked(files)
    }

    /// The files, with the mark in the index.
    fn marked(mut files: HashMap<String, File>) -> Self {
        if let Some(index) = files.get(INDEX) {
            let (bytes, _) = index.body(&HeaderMap::new());
            let text =
                String::from_utf8_lossy(&bytes).replacen("<head>", &format!("<head>{MARK}"), 1);
            files.insert(INDEX.to_owned(), File::new(INDEX, text.into_bytes().into(), false));
        }
        Self(files)
    }

    /// The page in a folder, read once.
    ///
    /// # Errors
    /// If a file cannot be read, or there is no page.
    pub(crate) fn read(folder: &Path) -> io::Result<Self> {
        let mut files = HashMap::new();
        collect(folder, "", &mut files)?;
        if files.contains_key(INDEX) {
            return Ok(Self::marked(files));
        }
        Err(io::Error::new(io::ErrorKind::NotFound, "it has no index.html"))
    }

    /// True if the page is one, and not only a sentence that it is missing.
    pub(crate) fn is_whole(&self) -> bool {
        self.0.len() > 1
    }

    /// The response for a path; `None` if there is no such file.
    pub(crate) fn get(&self, path: &str, headers: &HeaderMap) -> Option<Response<Body>> {
        let name = path.strip_prefix('/')?;
        let name = if name.is_empty() { INDEX } else { name };
        Some(self.0.get(name)?.response(name, headers))
    }
}

fn collect(folder: &Path, prefix: &str, files: &mut HashMap<String, File>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        let (kind, name) = (entry.file_type()?, format!("{prefix}{name}"));
        if kind.is_dir() {
            collect(&entry.path(), &format!("{name}/"), files)?;
        } else if kind.is_file() {
            let file = File::new(&name, fs::read(entry.path())?.into(), false);
            files.insert(name, file);
        }
    }
    Ok(())
}

impl File {
    fn new(name: &str, bytes: Bytes, packed: bool) -> Self {
        // Weak, because the plain and the compressed bytes share it.
        let tag = format!("W/\"{:016x}-{:x}\"", hash(&bytes), bytes.len());
        let tag = HeaderValue::try_from(tag).expect("digits and a hyphen");
        Self { bytes, packed, kind: kind(name), tag }
    }

    fn response(&self, name: &str, headers: &HeaderMap) -> Response<Body> {
        let known = headers.get(IF_NONE_MATCH).and_then(|it| it.to_str().ok());
        let tag = self.tag.to_str().unwrap_or_default();
        let fresh = known.is_some_and(|known| {
            let same = |it: &str| it == "*" || it.trim_start_matches("W/") == &tag[2..];
            known.split(',').map(str::trim).any(same)
        });
        let (body, packed) = if fresh { (Bytes::new(), false) } else { self.body(headers) };
        let mut response = Response::new(Body::from(body));
        if fresh {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
        }
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(self.kind));
        headers.insert(ETAG, self.tag.clone());
        headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
        let forever = name.starts_with(HASHED);
        let cache = if forever { "public, max-age=31536000, immutable" } else { "no-cache" };
        headers.insert(CACHE_CONTROL, HeaderValue::from_static(cache));
        if packed {
            headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        response
    }

    /// The bytes that the client understands; true if they are compressed.
    fn body(&self, headers: &HeaderMap) -> (Bytes, bool) {
        if !self.packed || takes_gzip(headers) {
            return (self.bytes.clone(), self.packed);
        }
        let mut plain = Vec::new();
        let read = GzDecoder::new(&self.bytes[..]).read_to_end(&mut plain);
        debug_assert!(read.is_ok(), "it was compressed when this was built");
        (plain.into(), false)
    }
}

/// True if the client takes gzip.
pub(crate) fn takes_gzip(headers: &HeaderMap) -> bool {
    let accepted = headers.get(ACCEPT_ENCODING).and_then(|it| it.to_str().ok()).unwrap_or_default();
    accepted.split(',').any(|it| {
        let (name, quality) = it.split_once(';').unwrap_or((it, ""));
        let refused = quality.trim().trim_start_matches("q=").parse() == Ok(0.0_f32);
        name.trim().eq_ignore_ascii_case("gzip") && !refused
    })
}

/// FNV-1a, in 64 bits: tells versions of a file apart.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// The content type of a file.
fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "webmanifest" => "application/manifest+json",
        "json" | "map" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" => "image/jpeg",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
