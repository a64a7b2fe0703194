//! The web page: files in memory, by name. A request opens no file, so no name leads outside the page.
//!
//! `cargo xtask page` writes the files in `page/`, most of them compressed with brotli. Clients that accept
//! brotli get these bytes. For other clients the first request decompresses a file, and compresses it with
//! gzip if the client accepts gzip; both results are cached.

use crate::encoding::{Encoding, choose};
use axum::body::{Body, Bytes};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode};
use flate2::{Compression, write::GzEncoder};
use std::collections::HashMap;
use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::OnceLock;

/// The embedded files: name, bytes, and whether these are compressed.
static EMBEDDED: &[(&str, &[u8], bool)] = &include!("../page/list.in");

/// The buffer of the decompressor, in bytes.
const BUFFER: usize = 1 << 16;

/// The folder whose names contain a hash of the contents.
const HASHED: &str = "assets/";

/// The file at `/`.
const INDEX: &str = "index.html";

/// The element that tells the page that this server answers searches.
const MARK: &str = "<meta name=\"loyd-serve\" content=\"api/v1\">";

/// The files of the page.
pub(crate) struct Page(HashMap<String, File>);

struct File {
    content: Content,
    kind: &'static str,
    tag: HeaderValue,
}

enum Content {
    Plain(Bytes),
    Brotli(Compressed),
}

/// A compressed file, with its other encodings after the first request for them.
struct Compressed {
    brotli: &'static [u8],
    plain: OnceLock<Bytes>,
    gzip: OnceLock<Bytes>,
}

impl Page {
    /// The embedded page.
    pub(crate) fn embedded() -> Self {
        let file = |&(name, bytes, is_compressed): &(&str, &'static [u8], bool)| {
            let content =
                if is_compressed { Content::brotli(bytes) } else { Content::Plain(bytes.into()) };
            (name.to_owned(), File::new(name, content))
        };
        Self::marked(EMBEDDED.iter().map(file).collect())
    }

    /// The files, with the mark in the index.
    fn marked(mut files: HashMap<String, File>) -> Self {
        if let Some(index) = files.get(INDEX) {
            let text = String::from_utf8_lossy(&index.content.plain()).replacen(
                "<head>",
                &format!("<head>{MARK}"),
                1,
            );
            files.insert(INDEX.to_owned(), File::new(INDEX, Content::Plain(text.into())));
        }
        Self(files)
    }

    /// The page in a folder, read once.
    ///
    /// # Errors
    /// If a file cannot be read, or the folder has no page.
    pub(crate) fn read(folder: &Path) -> io::Result<Self> {
        let mut files = HashMap::new();
        collect(folder, "", &mut files)?;
        if files.contains_key(INDEX) {
            return Ok(Self::marked(files));
        }
        Err(io::Error::new(io::ErrorKind::NotFound, "it has no index.html"))
    }

    /// The response for a path; `None` if the file is missing.
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
            let content = Content::Plain(fs::read(entry.path())?.into());
            files.insert(name.clone(), File::new(&name, content));
        }
    }
    Ok(())
}

impl Content {
    fn brotli(bytes: &'static [u8]) -> Self {
        Self::Brotli(Compressed { brotli: bytes, plain: OnceLock::new(), gzip: OnceLock::new() })
    }

    /// The bytes as they are stored.
    fn stored(&self) -> &[u8] {
        match self {
            Self::Plain(bytes) => bytes,
            Self::Brotli(compressed) => compressed.brotli,
        }
    }

    fn plain(&self) -> Bytes {
        match self {
            Self::Plain(bytes) => bytes.clone(),
            Self::Brotli(compressed) => compressed.plain(),
        }
    }

    /// The bytes in the best encoding that a request accepts.
    fn encoded(&self, headers: &HeaderMap) -> (Bytes, Encoding) {
        let Self::Brotli(compressed) = self else { return (self.plain(), Encoding::Identity) };
        let all = [Encoding::Brotli, Encoding::Gzip, Encoding::Identity];
        let encoding = choose(headers, &all);
        let bytes = match encoding {
            Encoding::Brotli => Bytes::from_static(compressed.brotli),
            Encoding::Gzip => compressed.gzip(),
            Encoding::Identity => compressed.plain(),
        };
        (bytes, encoding)
    }
}

impl Compressed {
    fn plain(&self) -> Bytes {
        let decompress = || {
            let mut plain = Vec::new();
            let read =
                brotli_decompressor::Decompressor::new(self.brotli, BUFFER).read_to_end(&mut plain);
            read.expect("a test decompresses every embedded file");
            plain.into()
        };
        self.plain.get_or_init(decompress).clone()
    }

    fn gzip(&self) -> Bytes {
        let compress = || {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
            let written = encoder.write_all(&self.plain()).and_then(|()| encoder.finish());
            written.expect("memory takes every byte").into()
        };
        self.gzip.get_or_init(compress).clone()
    }
}

impl File {
    fn new(name: &str, content: Content) -> Self {
        let bytes = content.stored();
        // Weak, because all encodings of a file share it.
        let tag = format!("W/\"{:016x}-{:x}\"", hash(bytes), bytes.len());
        let tag = HeaderValue::try_from(tag).expect("digits and a hyphen");
        Self { content, kind: kind(name), tag }
    }

    fn response(&self, name: &str, headers: &HeaderMap) -> Response<Body> {
        let tags = headers.get(IF_NONE_MATCH).and_then(|it| it.to_str().ok());
        let tag = self.tag.to_str().unwrap_or_default();
        let is_fresh = tags.is_some_and(|tags| {
            let same = |it: &str| it == "*" || it.trim_start_matches("W/") == &tag[2..];
            tags.split(',').map(str::trim).any(same)
        });
        let (body, encoding) = if is_fresh {
            (Bytes::new(), Encoding::Identity)
        } else {
            self.content.encoded(headers)
        };
        let mut response = Response::new(Body::from(body));
        if is_fresh {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
        }
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(self.kind));
        headers.insert(ETAG, self.tag.clone());
        if matches!(self.content, Content::Brotli(_)) {
            headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
        }
        let forever = name.starts_with(HASHED);
        let cache = if forever { "public, max-age=31536000, immutable" } else { "no-cache" };
        headers.insert(CACHE_CONTROL, HeaderValue::from_static(cache));
        if let Some(encoding) = encoding.header() {
            headers.insert(CONTENT_ENCODING, encoding);
        }
        response
    }
}

/// FNV-1a in 64 bits, which identifies a version of a file.
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

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::header::ACCEPT_ENCODING;
    use flate2::read::GzDecoder;

    fn accepting(list: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(ACCEPT_ENCODING, HeaderValue::from_static(list))])
    }

    #[test]
    fn all_encodings_of_a_file_have_the_same_contents() {
        let page = Page::embedded();
        assert!(page.0.len() > 10 && page.0.contains_key(INDEX));
        for (name, file) in &page.0 {
            let plain = file.content.plain();
            assert!(!plain.is_empty(), "{name}");
            assert_ne!(file.kind, "application/octet-stream", "{name}");
            let Content::Brotli(compressed) = &file.content else { continue };
            assert!(compressed.brotli.len() < plain.len(), "{name}");
            assert_eq!(
                file.content.encoded(&HeaderMap::new()),
                (plain.clone(), Encoding::Identity)
            );
            let (bytes, encoding) = file.content.encoded(&accepting("gzip"));
            assert_eq!(encoding, Encoding::Gzip);
            let mut unpacked = Vec::new();
            GzDecoder::new(&bytes[..]).read_to_end(&mut unpacked).expect("gzip");
            assert_eq!(unpacked, plain, "{name}");
            let (bytes, encoding) = file.content.encoded(&accepting("gzip, br"));
            assert_eq!((&bytes[..], encoding), (compressed.brotli, Encoding::Brotli));
        }
    }

    #[test]
    fn the_index_is_marked_and_names_only_embedded_files() {
        let page = Page::embedded();
        let index = String::from_utf8(page.0[INDEX].content.plain().to_vec()).expect("UTF-8");
        assert!(index.contains(MARK));
        let names = index.split('"').filter_map(|text| text.strip_prefix("./"));
        let names: Vec<&str> = names.filter(|name| !name.is_empty()).collect();
        assert!(names.iter().any(|name| name.contains(".js")), "{names:?}");
        for name in names {
            assert!(page.0.contains_key(name), "{name}");
        }
    }
}
