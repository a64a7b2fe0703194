//! Security headers of every response.

use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderName, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue};

/// Files come from this server only; WebAssembly may be compiled; no page may frame this one.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; \
                      img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; \
                      connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; \
                      form-action 'none'";

/// Browser features that the page does not use.
const ABILITIES: &str = "accelerometer=(), camera=(), display-capture=(), geolocation=(), \
                         gyroscope=(), microphone=(), midi=(), payment=(), usb=()";

/// Adds the headers to a response; its own `cache-control` stays.
pub(crate) fn secure(headers: &mut HeaderMap) {
    let mut set = |name: HeaderName, value: &'static str| {
        headers.insert(name, HeaderValue::from_static(value));
    };
    set(CONTENT_SECURITY_POLICY, POLICY);
    set(X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(REFERRER_POLICY, "no-referrer");
    set(HeaderName::from_static("permissions-policy"), ABILITIES);
    set(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    set(HeaderName::from_static("cross-origin-resource-policy"), "same-origin");
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
}
