//! Requests from the fields of a JSON object or of a query, each field read with its type.
//!
//! `Deserialize` does not replace these functions: its errors name no field, and `deny_unknown_fields` excludes
//! `flatten`, by which requests would share fields. Queries have texts for all types, and an empty text counts
//! as missing.

use crate::solve::MAX_SLACK;
use crate::{CheckRequest, EnumerateRequest, ReplayRequest, ScrambleRequest, SolveRequest};
use loyd_search::names::did_you_mean;
use loyd_search::observe::Limit;
use loyd_search::quote::quoted;
use serde_json::{Map, Value};
use std::cell::RefCell;
use std::time::Duration;

/// The reason why a field is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct FieldError {
    /// The name of the field, or `request`.
    pub what: &'static str,
    /// The message.
    pub message: String,
}

type OrWrong<T> = Result<T, FieldError>;

/// The fields of a request, and the names of the fields that were read.
pub struct Fields {
    fields: Map<String, Value>,
    /// In order.
    names: RefCell<Vec<&'static str>>,
}

impl Fields {
    /// The fields of an object.
    pub fn new(fields: Map<String, Value>) -> Self {
        Self { fields, names: RefCell::default() }
    }

    /// Sets a field to a text.
    pub fn set(&mut self, name: &'static str, text: String) {
        self.fields.insert(name.to_owned(), text.into());
    }

    /// The value of a field; `None` if it is missing, null or an empty text.
    pub fn value(&self, name: &'static str) -> Option<&Value> {
        let mut names = self.names.borrow_mut();
        if let Err(at) = names.binary_search(&name) {
            names.insert(at, name);
        }
        self.fields.get(name).filter(|value| !value.is_null() && *value != "")
    }

    /// A text; `None` if it is missing, null or empty.
    ///
    /// # Errors
    /// If the value has another type.
    pub fn text(&self, name: &'static str) -> OrWrong<Option<String>> {
        let Some(value) = self.value(name) else { return Ok(None) };
        value
            .as_str()
            .map(|text| Some(text.to_owned()))
            .ok_or_else(|| FieldError::wrong(name, "a text"))
    }

    /// A position: a text, or an array.
    ///
    /// # Errors
    /// If it is missing or has another type.
    pub fn position(&self, name: &'static str) -> OrWrong<String> {
        match self.value(name) {
            Some(Value::String(text)) => Ok(text.clone()),
            Some(array @ Value::Array(_)) => Ok(array.to_string()),
            Some(_) => Err(FieldError::wrong(name, "a text or an array")),
            None => {
                Err(FieldError { what: name, message: format!("the field \"{name}\" is missing") })
            }
        }
    }

    /// A whole number from 0, such as `1000` or `1e3`.
    ///
    /// # Errors
    /// If the value has another form.
    pub fn number(&self, name: &'static str) -> OrWrong<Option<u64>> {
        let Some(value) = self.value(name) else { return Ok(None) };
        let whole = |number: f64| {
            let fits = number.fract() == 0.0 && (0.0..=1e18).contains(&number);
            fits.then_some(number as u64)
        };
        let number = match value {
            Value::String(text) => text.parse().ok().or_else(|| number_in(text).and_then(whole)),
            value => value.as_u64().or_else(|| value.as_f64().and_then(whole)),
        };
        number.map(Some).ok_or_else(|| FieldError::wrong(name, "a whole number from 0"))
    }

    /// True or false, false if it is missing.
    ///
    /// # Errors
    /// If the value has another form.
    pub fn flag(&self, name: &'static str) -> OrWrong<bool> {
        match self.value(name) {
            None => Ok(false),
            Some(Value::Bool(flag)) => Ok(*flag),
            // A query has texts only.
            Some(Value::String(text)) if text == "true" || text == "1" => Ok(true),
            Some(Value::String(text)) if text == "false" || text == "0" => Ok(false),
            Some(_) => Err(FieldError::wrong(name, "true or false")),
        }
    }

    /// A length of time: a number of seconds, or a text such as `10s`, `500ms` or `1m`.
    ///
    /// # Errors
    /// If the value has another form.
    pub fn time(&self, name: &'static str) -> OrWrong<Option<Duration>> {
        const UNITS: [(&str, f64); 4] = [("ms", 1e-3), ("s", 1.0), ("m", 60.0), ("h", 3600.0)];
        let Some(value) = self.value(name) else { return Ok(None) };
        let seconds = match value {
            Value::String(text) => {
                let text = text.trim();
                let unit =
                    UNITS.iter().find_map(|(unit, scale)| Some((text.strip_suffix(unit)?, *scale)));
                let (number, scale) = unit.unwrap_or((text, 1.0));
                number_in(number.trim()).map(|number| number * scale)
            }
            value => value.as_f64(),
        };
        let seconds = seconds.filter(|seconds| *seconds > 0.0 && *seconds < 1e9);
        let seconds = seconds
            .ok_or_else(|| FieldError::wrong(name, "a length of time above 0, such as 10s"))?;
        Ok(Some(Duration::from_secs_f64(seconds)))
    }

    /// Refuses fields that no method has read.
    ///
    /// # Errors
    /// The name of an unknown field, with a similar field name.
    pub fn deny_unknown(&self) -> OrWrong<()> {
        let names = self.names.borrow();
        let Some(name) = self.fields.keys().find(|name| !names.contains(&name.as_str())) else {
            return Ok(());
        };
        let hint = did_you_mean(name, names.iter().copied());
        let message = format!("unknown field {}: {hint}", quoted(name));
        Err(FieldError { what: "request", message })
    }
}

/// A number in a text, in the syntax of JSON: the module of the page contains that parser anyway.
fn number_in(text: &str) -> Option<f64> {
    serde_json::from_str(text).ok()
}

impl FieldError {
    /// The error for a field of another type.
    pub fn wrong(name: &'static str, expected: &str) -> Self {
        Self { what: name, message: format!("the field \"{name}\" must be {expected}") }
    }
}

/// Requests from their fields. The default puzzle is `tiles`.
impl Fields {
    fn puzzle(&self) -> OrWrong<String> {
        Ok(self.text("puzzle")?.unwrap_or_else(|| "tiles".to_owned()))
    }

    /// A request to solve: `board`, `puzzle`, `size`, `goal`, `metric`, `algorithm`, `heuristic`, `moves`,
    /// `threads`, `max_nodes`, `max_time`, `memory`, `all` and `slack`.
    ///
    /// # Errors
    /// The first field that is wrong.
    pub fn solve(&self) -> OrWrong<SolveRequest> {
        let whole = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        Ok(SolveRequest {
            shape: self.text("size")?,
            goal: self.text("goal")?,
            metric: self.text("metric")?,
            algorithm: self.text("algorithm")?,
            heuristic: self.text("heuristic")?,
            moves: self.text("moves")?,
            threads: self.number("threads")?.map_or(1, whole),
            limit: Limit {
                nodes: self.number("max_nodes")?,
                time: self.time("max_time")?,
                memory: self.number("memory")?,
                ..Limit::none()
            },
            all: self.number("all")?.map(whole),
            slack: self.slack()?,
            ..SolveRequest::new(&self.puzzle()?, &self.position("board")?)
        })
    }

    /// The slack of counted solutions; 0 without the field.
    fn slack(&self) -> OrWrong<u32> {
        let slack = self.number("slack")?.unwrap_or(0);
        let fitting = u32::try_from(slack).ok().filter(|&slack| slack <= MAX_SLACK);
        fitting.ok_or_else(|| FieldError {
            what: "slack",
            message: format!("a slack of {slack} moves is too large: at most {MAX_SLACK}"),
        })
    }

    /// A request to check: `board`, `puzzle`, `size`, `goal` and `metric`.
    ///
    /// # Errors
    /// The first field that is wrong.
    pub fn check(&self) -> OrWrong<CheckRequest> {
        Ok(CheckRequest {
            puzzle: self.puzzle()?,
            position: self.position("board")?,
            shape: self.text("size")?,
            goal: self.text("goal")?,
            metric: self.text("metric")?,
        })
    }

    /// A request to replay: that to check, and `moves`.
    ///
    /// # Errors
    /// The first field that is wrong.
    pub fn replay(&self) -> OrWrong<ReplayRequest> {
        let CheckRequest { puzzle, position, shape, goal, metric } = self.check()?;
        let moves = self.text("moves")?.unwrap_or_default();
        Ok(ReplayRequest { puzzle, position, moves, shape, goal, metric })
    }

    /// A request for random positions: `puzzle`, `size`, `goal`, `count` up to 10,000, `seed`, and `moves`, with
    /// which `count` is up to 100.
    ///
    /// # Errors
    /// The first field that is wrong.
    pub fn scramble(&self) -> OrWrong<ScrambleRequest> {
        const MAX_COUNT: u64 = 10_000;
        const MAX_WITH_MOVES: u64 = 100;
        let count = self.number("count")?.unwrap_or(1);
        let moves = self.flag("moves")?;
        let max = if moves { MAX_WITH_MOVES } else { MAX_COUNT };
        if count > max {
            let with = if moves { " with moves" } else { "" };
            let message = format!("at most {max} positions{with} at once");
            return Err(FieldError { what: "count", message });
        }
        Ok(ScrambleRequest {
            puzzle: self.puzzle()?,
            shape: self.text("size")?,
            goal: self.text("goal")?,
            count: count as usize,
            seed: self.number("seed")?.unwrap_or(0),
            moves,
        })
    }

    /// A request to enumerate: `puzzle`, `size`, `start`, `metric`, `depth`, `antipodes` and `memory`.
    ///
    /// # Errors
    /// The first field that is wrong.
    pub fn enumerate(&self) -> OrWrong<EnumerateRequest> {
        let default = crate::enumerate(&self.puzzle()?);
        Ok(EnumerateRequest {
            shape: self.text("size")?,
            start: self.text("start")?,
            metric: self.text("metric")?,
            depth: self.number("depth")?.map(|depth| u32::try_from(depth).unwrap_or(u32::MAX)),
            antipodes: self.number("antipodes")?.unwrap_or(0).min(10_000) as usize,
            limit: Limit { memory: self.number("memory")?, ..Limit::none() },
            ..default
        })
    }
}
