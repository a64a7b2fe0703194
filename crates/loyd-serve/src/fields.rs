//! The fields of a request, from JSON or from the query of an address: read with their types, and
//! named where they are wrong.

use crate::error::ApiError;
use serde_json::{Map, Value};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::time::Duration;

type OrError<T> = Result<T, ApiError>;

/// The first name of an object of JSON that is there twice.
#[derive(Default)]
struct Distinct(Option<String>);

impl<'de> serde::Deserialize<'de> for Distinct {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Names;

        impl<'de> serde::de::Visitor<'de> for Names {
            type Value = Distinct;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: serde::de::MapAccess<'de>>(
                self,
                mut map: A,
            ) -> Result<Distinct, A::Error> {
                let (mut names, mut twice) = (BTreeSet::new(), None);
                while let Some((name, _)) = map.next_entry::<String, serde::de::IgnoredAny>()? {
                    if !names.insert(name.clone()) {
                        twice.get_or_insert(name);
                    }
                }
                Ok(Distinct(twice))
            }
        }

        deserializer.deserialize_map(Names)
    }
}

/// The fields of a request, and those that were read.
pub(crate) struct Fields {
    fields: Map<String, Value>,
    known: RefCell<BTreeSet<&'static str>>,
}

impl Fields {
    /// The fields of a body.
    ///
    /// # Errors
    /// If it is not an object of JSON.
    pub(crate) fn of_body(body: &[u8]) -> OrError<Self> {
        match serde_json::from_slice(body) {
            Ok(Value::Object(fields)) => {
                // A map keeps the last of two.
                let Distinct(twice) = serde_json::from_slice(body).unwrap_or_default();
                match twice {
                    Some(name) => Err(ApiError::bad(
                        "body",
                        format!("{} is there twice", loyd_search::quote::quoted(&name)),
                    )),
                    None => Ok(Self::of(fields)),
                }
            }
            Ok(_) => Err(ApiError::bad("body", "the body must be an object: {\"board\": \"…\"}")),
            Err(why) => Err(ApiError::bad("body", format!("the body is no JSON: {why}"))),
        }
    }

    /// The fields of the query of an address.
    ///
    /// # Errors
    /// If one is there twice.
    pub(crate) fn of_query(query: Option<&str>) -> OrError<Self> {
        let pairs: Result<Vec<(String, String)>, _> =
            serde_urlencoded::from_str(query.unwrap_or_default());
        let pairs = pairs.map_err(|why| ApiError::bad("query", format!("the query: {why}")))?;
        let mut fields = Map::new();
        for (name, value) in pairs {
            let twice = format!("{} is there twice", loyd_search::quote::quoted(&name));
            if fields.insert(name, value.into()).is_some() {
                return Err(ApiError::bad("query", twice));
            }
        }
        Ok(Self::of(fields))
    }

    fn of(fields: Map<String, Value>) -> Self {
        Self { fields, known: RefCell::default() }
    }

    fn value(&self, name: &'static str) -> Option<&Value> {
        self.known.borrow_mut().insert(name);
        self.fields.get(name).filter(|value| !value.is_null() && *value != "")
    }

    /// A text.
    pub(crate) fn text(&self, name: &'static str) -> OrError<Option<String>> {
        let Some(value) = self.value(name) else { return Ok(None) };
        value.as_str().map(|text| Some(text.to_owned())).ok_or_else(|| wrong(name, "a text"))
    }

    /// A position: a text, or an array.
    pub(crate) fn position(&self, name: &'static str) -> OrError<String> {
        match self.value(name) {
            Some(Value::String(text)) => Ok(text.clone()),
            Some(array @ Value::Array(_)) => Ok(array.to_string()),
            Some(_) => Err(wrong(name, "a text or an array")),
            None => Err(ApiError::bad(name, format!("the field \"{name}\" is missing"))),
        }
    }

    /// A whole number from 0.
    pub(crate) fn number(&self, name: &'static str) -> OrError<Option<u64>> {
        let Some(value) = self.value(name) else { return Ok(None) };
        let whole = |number: f64| {
            let fits = number.fract() == 0.0 && (0.0..=1e18).contains(&number);
            fits.then_some(number as u64)
        };
        let number = match value {
            Value::String(text) => {
                text.parse().ok().or_else(|| text.parse::<f64>().ok().and_then(whole))
            }
            value => value.as_u64().or_else(|| value.as_f64().and_then(whole)),
        };
        number.map(Some).ok_or_else(|| wrong(name, "a whole number from 0"))
    }

    /// A length of time: a number of seconds, or a text such as `10s`, `500ms` or `1m`.
    pub(crate) fn time(&self, name: &'static str) -> OrError<Option<Duration>> {
        const UNITS: [(&str, f64); 4] = [("ms", 1e-3), ("s", 1.0), ("m", 60.0), ("h", 3600.0)];
        let Some(value) = self.value(name) else { return Ok(None) };
        let seconds = match value {
            Value::String(text) => {
                let text = text.trim();
                let unit =
                    UNITS.iter().find_map(|(unit, scale)| Some((text.strip_suffix(unit)?, *scale)));
                let (number, scale) = unit.unwrap_or((text, 1.0));
                number.trim().parse::<f64>().ok().map(|number| number * scale)
            }
            value => value.as_f64(),
        };
        let seconds = seconds.filter(|seconds| *seconds > 0.0 && *seconds < 1e9);
        let seconds =
            seconds.ok_or_else(|| wrong(name, "a length of time above 0, such as 10s"))?;
        Ok(Some(Duration::from_secs_f64(seconds)))
    }

    /// Refuses fields that nothing has asked for: they are misspelt.
    ///
    /// # Errors
    /// The name of one, with those that there are.
    pub(crate) fn end(&self) -> OrError<()> {
        let known = self.known.borrow();
        let Some(name) = self.fields.keys().find(|name| !known.contains(name.as_str())) else {
            return Ok(());
        };
        let hint = loyd_search::names::did_you_mean(name, known.iter().copied());
        let message = format!("there is no field {}: {hint}", loyd_search::quote::quoted(name));
        Err(ApiError::bad("request", message))
    }
}

fn wrong(name: &'static str, wanted: &str) -> ApiError {
    ApiError::bad(name, format!("the field \"{name}\" must be {wanted}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_of_bodies_and_queries_are_read_alike() {
        let body =
            Fields::of_body(br#"{"a": 1e3, "t": "250ms", "board": [1, 0]}"#).expect("fields");
        let query = Fields::of_query(Some("a=1e3&t=0.25&board=%5B1,0%5D")).expect("fields");
        for fields in [body, query] {
            assert_eq!(fields.number("a"), Ok(Some(1000)));
            assert_eq!(fields.time("t"), Ok(Some(Duration::from_millis(250))));
            assert_eq!(fields.position("board"), Ok("[1,0]".to_owned()));
            assert_eq!((fields.text("none"), fields.end()), (Ok(None), Ok(())));
            assert!(fields.number("t").is_err() && fields.number("board").is_err());
        }
        assert!(Fields::of_query(Some("a=1&a=2")).is_err());
        assert!(Fields::of_body(b"[]").is_err() && Fields::of_body(b"{").is_err());
        let misspelt = Fields::of_body(br#"{"metrc": 1}"#).expect("fields");
        assert_eq!(misspelt.text("metric"), Ok(None));
        assert!(misspelt.end().is_err());
    }

    #[test]
    fn lengths_of_time_are_positive() {
        for bad in ["0", "-1", "1e400", "s", "nan", "ten"] {
            let fields = Fields::of_query(Some(&format!("t={bad}"))).expect("fields");
            assert!(fields.time("t").is_err(), "{bad}");
        }
    }
}
