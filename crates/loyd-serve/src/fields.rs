//! The fields of a request from the body or the query of an address.

use crate::error::ApiError;
use loyd::Fields;
use loyd_search::quote::quoted;
use serde_json::{Map, Value};
use std::collections::BTreeSet;

type OrError<T> = Result<T, ApiError>;

/// The first name that an object of JSON repeats.
#[derive(Default)]
struct Repeated(Option<String>);

impl<'de> serde::Deserialize<'de> for Repeated {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Names;

        impl<'de> serde::de::Visitor<'de> for Names {
            type Value = Repeated;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: serde::de::MapAccess<'de>>(
                self,
                mut map: A,
            ) -> Result<Repeated, A::Error> {
                let (mut names, mut repeated) = (BTreeSet::new(), None);
                while let Some((name, _)) = map.next_entry::<String, serde::de::IgnoredAny>()? {
                    if !names.insert(name.clone()) {
                        repeated.get_or_insert(name);
                    }
                }
                Ok(Repeated(repeated))
            }
        }

        deserializer.deserialize_map(Names)
    }
}

/// The fields of a body.
///
/// # Errors
/// If it is not an object of JSON.
pub(crate) fn of_body(body: &[u8]) -> OrError<Fields> {
    match serde_json::from_slice(body) {
        Ok(Value::Object(fields)) => {
            // The map has the last of two values.
            let Repeated(repeated) = serde_json::from_slice(body).unwrap_or_default();
            match repeated {
                Some(name) => {
                    Err(ApiError::bad("body", format!("{} is there twice", quoted(&name))))
                }
                None => Ok(Fields::new(fields)),
            }
        }
        Ok(_) => Err(ApiError::bad("body", "the body must be an object: {\"board\": \"…\"}")),
        Err(why) => Err(ApiError::bad("body", format!("the body is not JSON: {why}"))),
    }
}

/// The fields of the query of an address.
///
/// # Errors
/// If a name is repeated.
pub(crate) fn of_query(query: Option<&str>) -> OrError<Fields> {
    let pairs: Result<Vec<(String, String)>, _> =
        serde_urlencoded::from_str(query.unwrap_or_default());
    let pairs = pairs.map_err(|why| ApiError::bad("query", format!("the query: {why}")))?;
    let mut fields = Map::new();
    for (name, value) in pairs {
        let twice = format!("{} is there twice", quoted(&name));
        if fields.insert(name, value.into()).is_some() {
            return Err(ApiError::bad("query", twice));
        }
    }
    Ok(Fields::new(fields))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn fields_of_bodies_and_queries_are_read_alike() {
        let body = of_body(br#"{"a": 1e3, "t": "250ms", "board": [1, 0]}"#).expect("fields");
        let query = of_query(Some("a=1e3&t=0.25&board=%5B1,0%5D")).expect("fields");
        for fields in [body, query] {
            assert_eq!(fields.number("a"), Ok(Some(1000)));
            assert_eq!(fields.time("t"), Ok(Some(Duration::from_millis(250))));
            assert_eq!(fields.position("board"), Ok("[1,0]".to_owned()));
            assert_eq!((fields.text("none"), fields.deny_unknown()), (Ok(None), Ok(())));
            assert!(fields.number("t").is_err() && fields.number("board").is_err());
        }
        assert!(of_query(Some("a=1&a=2")).is_err());
        assert!(of_body(b"[]").is_err() && of_body(b"{").is_err());
        let misspelt = of_body(br#"{"metrc": 1}"#).expect("fields");
        assert_eq!(misspelt.text("metric"), Ok(None));
        assert!(misspelt.deny_unknown().is_err());
    }

    #[test]
    fn lengths_of_time_are_positive() {
        for bad in ["0", "-1", "1e400", "s", "nan", "ten"] {
            let fields = of_query(Some(&format!("t={bad}"))).expect("fields");
            assert!(fields.time("t").is_err(), "{bad}");
        }
    }
}
