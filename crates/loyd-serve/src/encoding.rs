//! Content negotiation: the encoding of a response (RFC 9110, section 12.5.3).

use axum::http::header::ACCEPT_ENCODING;
use axum::http::{HeaderMap, HeaderValue};

/// A form of the same bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Encoding {
    Brotli,
    Gzip,
    Identity,
}

impl Encoding {
    /// The value of `Content-Encoding`; `None` for plain bytes.
    pub(crate) fn header(self) -> Option<HeaderValue> {
        match self {
            Self::Brotli => Some(HeaderValue::from_static("br")),
            Self::Gzip => Some(HeaderValue::from_static("gzip")),
            Self::Identity => None,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
            Self::Identity => "identity",
        }
    }
}

/// The quality of plain bytes in a request that does not mention them: any listed encoding is better.
const UNLISTED_IDENTITY: f32 = 0.0005;

/// The encoding with the highest quality in a request, the first one of several. A request that
/// accepts none of the available encodings gets plain bytes.
pub(crate) fn choose(headers: &HeaderMap, available: &[Encoding]) -> Encoding {
    let mut best = (Encoding::Identity, 0.0);
    for &encoding in available {
        let quality = quality(headers, encoding);
        if quality > best.1 {
            best = (encoding, quality);
        }
    }
    best.0
}

/// The quality of an encoding in a request; 0 if the request does not accept it.
fn quality(headers: &HeaderMap, encoding: Encoding) -> f32 {
    let (mut any, mut default) = (None, 0.0);
    if encoding == Encoding::Identity {
        default = UNLISTED_IDENTITY;
    }
    let lists = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|list| list.to_str().ok());
    for member in lists.flat_map(|list| list.split(',')) {
        let (name, parameter) = member.split_once(';').unwrap_or((member, "q=1"));
        let name = name.trim();
        if name.eq_ignore_ascii_case(encoding.name()) {
            return value(parameter);
        }
        if name == "*" {
            any = Some(value(parameter));
        }
    }
    match any {
        // Plain bytes are not meant by a star that allows all, only by one that forbids all.
        Some(quality) if quality > 0.0 && encoding == Encoding::Identity => default,
        Some(quality) => quality,
        None => default,
    }
}

/// The value of `q=VALUE`; 0 if it is malformed, so that no client gets an encoding that it may not accept.
fn value(parameter: &str) -> f32 {
    let parameter = parameter.trim();
    let value = parameter.strip_prefix("q=").or_else(|| parameter.strip_prefix("Q="));
    let value = value.and_then(|value| value.trim().parse().ok());
    value.filter(|quality| (0.0..=1.0).contains(quality)).unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::Encoding::{Brotli, Gzip, Identity};
    use super::*;

    fn chosen(accepted: &[&'static str]) -> Encoding {
        let mut headers = HeaderMap::new();
        for &list in accepted {
            headers.append(ACCEPT_ENCODING, HeaderValue::from_static(list));
        }
        choose(&headers, &[Brotli, Gzip, Identity])
    }

    #[test]
    fn browsers_get_brotli() {
        assert_eq!(chosen(&["gzip, deflate, br, zstd"]), Brotli);
        assert_eq!(chosen(&["gzip", "br"]), Brotli);
        assert_eq!(chosen(&["BR"]), Brotli);
        assert_eq!(chosen(&["*"]), Brotli);
    }

    #[test]
    fn clients_without_brotli_get_gzip() {
        assert_eq!(chosen(&["gzip"]), Gzip);
        assert_eq!(chosen(&["gzip, deflate"]), Gzip);
        assert_eq!(chosen(&["br;q=0, gzip"]), Gzip);
        assert_eq!(chosen(&["br;q=0, *"]), Gzip);
        assert_eq!(chosen(&["gzip;q=0.1"]), Gzip);
    }

    #[test]
    fn clients_without_either_get_plain_bytes() {
        for list in ["", "identity", "deflate", "gzip;q=0", "*;q=0", "br;q=0.0, gzip; q=0", "brr"] {
            assert_eq!(chosen(&[list]), Identity, "{list}");
        }
        assert_eq!(chosen(&[]), Identity);
    }

    #[test]
    fn the_highest_quality_decides() {
        assert_eq!(chosen(&["br;q=0.5, gzip;q=0.8"]), Gzip);
        assert_eq!(chosen(&["br;q=0.8, gzip ; q=0.8"]), Brotli);
        assert_eq!(chosen(&["gzip;q=0.5, identity"]), Identity);
        assert_eq!(chosen(&["identity;q=0.2, *;q=0.1"]), Identity);
        assert_eq!(chosen(&["identity;q=0, gzip;q=0.001"]), Gzip);
    }

    #[test]
    fn malformed_qualities_accept_nothing() {
        for list in ["br;q=high", "br;q=2", "br;q=-1", "br;q=NaN", "br;level=1", "br;"] {
            assert_eq!(chosen(&[list]), Identity, "{list}");
        }
    }

    #[test]
    fn unavailable_encodings_are_not_chosen() {
        let mut headers = HeaderMap::new();
        headers.append(ACCEPT_ENCODING, HeaderValue::from_static("br, gzip"));
        assert_eq!(choose(&headers, &[Gzip, Identity]), Gzip);
        assert_eq!(choose(&headers, &[Identity]), Identity);
    }
}
