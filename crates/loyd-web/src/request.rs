//! Requests of the page: the fields of the library, with the limits of a browser.

use loyd::fields::{FieldError, Fields};
use loyd::{Error, SolveRequest};
use loyd_search::observe::Share;
use serde_json::Value;

/// The reason why a request is refused: a message, and the name of the field.
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

impl From<FieldError> for Refused {
    fn from(FieldError { what, message }: FieldError) -> Self {
        Self { message, what }
    }
}

/// The default memory limit of open and closed lists, in bytes.
const LIST_MEMORY: u64 = 256 << 20;

/// The greatest number of listed solutions.
const MAX_SOLUTIONS: usize = 10_000;

/// A request to solve, with the part of the tree to search: `share`, such as `[0, 4]`, the first of four.
pub(crate) fn solve(fields: &Fields) -> Result<SolveRequest, Refused> {
    let mut request = fields.solve()?;
    request.limit.memory.get_or_insert(LIST_MEMORY);
    request.limit.share = share(fields)?;
    request.all = request.all.map(|count| count.min(MAX_SOLUTIONS));
    Ok(request)
}

fn share(fields: &Fields) -> Result<Option<Share>, FieldError> {
    let Some(value) = fields.value("share") else { return Ok(None) };
    let whole = |value: &Value| value.as_u64().and_then(|number| usize::try_from(number).ok());
    let pair = value.as_array().filter(|pair| pair.len() == 2);
    let share =
        pair.and_then(|pair| Some(Share { part: whole(&pair[0])?, parts: whole(&pair[1])? }));
    let expected = "a part and the number of parts, such as [0, 4]";
    share.map(Some).ok_or_else(|| FieldError::wrong("share", expected))
}

/// A required text.
pub(crate) fn required_text(fields: &Fields, name: &'static str) -> Result<String, FieldError> {
    fields.text(name)?.ok_or_else(|| FieldError::wrong(name, "a text"))
}

pub(crate) fn refuse(message: &str, what: &'static str) -> Refused {
    Refused { message: message.to_owned(), what }
}
