//! Fields of a request: read with their types, and named where they are wrong.

use loyd::{CheckRequest, EnumerateRequest, Error, ReplayRequest, ScrambleRequest, SolveRequest};
use loyd_search::observe::{Limit, Share};
use serde_json::{Map, Value};
use std::time::Duration;

/// The reason why a request is refused: a text, and the name of the field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Refused {
    pub(crate) message: String,
    pub(crate) what: &'static str,
}

impl From<Error> for Refused {
    fn from(error: Error) -> Self {
        Self { message: error.to_string(), what: error.what() }
    }
}

/// The fields of a request.
pub(crate) struct Fields<'a>(pub(crate) &'a Map<String, Value>);

type OrRefused<T> = Result<T, Refused>;

/// Bytes of open and closed lists unless the request says otherwise.
const LISTS: u64 = 256 << 20;

/// The longest time that a request may name, in seconds.
const LONGEST: f64 = 1e6;

impl Fields<'_> {
    fn value(&self, name: &str) -> Option<&Value> {
        self.0.get(name).filter(|value| !value.is_null())
    }

    pub(crate) fn text(&self, name: &'static str) -> OrRefused<Option<String>> {
        let Some(value) = self.value(name) else { return Ok(None) };
        match value.as_str() {
            Some("") => Ok(None),
            Some(text) => Ok(Some(text.to_owned())),
            None => Err(wrong(name, "a text")),
        }
    }

    pub(crate) fn needed_text(&self, name: &'static str) -> OrRefused<String> {
        self.text(name)?.ok_or_else(|| wrong(name, "a text"))
    }

    /// A whole number from 0.
    pub(crate) fn number(&self, name: &'static str) -> OrRefused<Option<u64>> {
        let Some(value) = self.value(name) else { return Ok(None) };
        // JavaScript writes 1e9 as 1000000000, and other programs as 1e9.
        let whole = value.as_f64().filter(|number| number.fract() == 0.0 && *number >= 0.0);
        let number = value.as_u64().or_else(|| whole.map(|number| number as u64));
        number.map(Some).ok_or_else(|| wrong(name, "a whole number from 0"))
    }

    fn seconds(&self, name: &'static str) -> OrRefused<Option<Duration>> {
        let Some(value) = self.value(name) else { return Ok(None) };
        let seconds = value.as_f64().filter(|seconds| (0.0..=LONGEST).contains(seconds));
        let seconds = seconds.ok_or_else(|| wrong(name, "a number of seconds"))?;
        Ok(Some(Duration::from_secs_f64(seconds)))
    }

    pub(crate) fn puzzle(&self) -> OrRefused<String> {
        Ok(self.text("puzzle")?.unwrap_or_else(|| "tiles".to_owned()))
    }

    pub(crate) fn solve(&self) -> OrRefused<SolveRequest> {
        let all = self.number("all")?.map(|most| most.min(10_000) as usize);
        Ok(SolveRequest {
            shape: self.text("size")?,
            goal: self.text("goal")?,
            metric: self.text("metric")?,
            algorithm: self.text("algorithm")?,
            heuristic: self.text("heuristic")?,
            limit: Limit {
                nodes: self.number("max_nodes")?,
                time: self.seconds("max_time")?,
                memory: Some(self.number("memory")?.unwrap_or(LISTS)),
                share: self.share()?,
                ..Limit::none()
            },
            all,
            ..SolveRequest::new(&self.puzzle()?, &self.needed_text("board")?)
        })
    }

    /// A part of the tree: a pair such as `[0, 4]`, the first of four.
    fn share(&self) -> OrRefused<Option<Share>> {
        let Some(value) = self.value("share") else { return Ok(None) };
        let whole = |value: &Value| value.as_u64().and_then(|number| usize::try_from(number).ok());
        let pair = value.as_array().filter(|pair| pair.len() == 2);
        let share =
            pair.and_then(|pair| Some(Share { part: whole(&pair[0])?, parts: whole(&pair[1])? }));
        share
            .map(Some)
            .ok_or_else(|| wrong("share", "a part and the number of parts, such as [0, 4]"))
    }

    pub(crate) fn check(&self) -> OrRefused<CheckRequest> {
        Ok(CheckRequest {
            puzzle: self.puzzle()?,
            position: self.needed_text("board")?,
            shape: self.text("size")?,
            goal: self.text("goal")?,
            metric: self.text("metric")?,
        })
    }

    pub(crate) fn replay(&self) -> OrRefused<ReplayRequest> {
        let CheckRequest { puzzle, position, shape, goal, metric } = self.check()?;
        let moves = self.text("moves")?.unwrap_or_default();
        Ok(ReplayRequest { puzzle, position, moves, shape, goal, metric })
    }

    pub(crate) fn scramble(&self) -> OrRefused<ScrambleRequest> {
        let count = self.number("count")?.unwrap_or(1);
        if count > 10_000 {
            return Err(wrong("count", "a number up to 10000"));
        }
        Ok(ScrambleRequest {
            puzzle: self.puzzle()?,
            shape: self.text("size")?,
            goal: self.text("goal")?,
            count: count as usize,
            seed: self.number("seed")?.unwrap_or(0),
        })
    }

    pub(crate) fn enumerate(&self) -> OrRefused<EnumerateRequest> {
        let usual = EnumerateRequest::new(&self.puzzle()?, self.text("size")?.as_deref());
        Ok(EnumerateRequest {
            start: self.text("start")?,
            metric: self.text("metric")?,
            depth: self.number("depth")?.map(|depth| depth.min(u64::from(u32::MAX)) as u32),
            antipodes: self.number("antipodes")?.unwrap_or(0).min(10_000) as usize,
            memory: self.number("memory")?.unwrap_or(usual.memory),
            ..usual
        })
    }
}

pub(crate) fn wrong(name: &'static str, wanted: &str) -> Refused {
    Refused { message: format!("the field \"{name}\" must be {wanted}"), what: name }
}

pub(crate) fn refuse(message: &str, what: &'static str) -> Refused {
    Refused { message: message.to_owned(), what }
}
