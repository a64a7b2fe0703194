//! The formats of results, a file each: text for people, JSON, CSV, Markdown.
//!
//! A command gives each result as a [`Record`] and as text; a format writes one of the two. A new format is
//! a file that implements [`Format`] and a line in [`FORMATS`].

pub mod csv;
pub mod json;
mod markdown;
mod text;

pub use csv::Csv;
pub use json::Json;
pub use markdown::Markdown;
pub use text::Text;

use crate::record::Record;
use serde_json::Value;
use std::fmt::Debug;

/// The form of results in a format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Text for people.
    Text,
    /// An object for each result, which may contain lists.
    Objects,
    /// Rows with the same columns: a result with a list is written as the rows of the list.
    Rows,
}

/// A format of results.
pub trait Format: Debug + Sync {
    /// The name in options.
    fn name(&self) -> &'static str;

    /// A description for the help.
    fn summary(&self) -> &'static str;

    /// The endings of files in this format.
    fn endings(&self) -> &'static [&'static str];

    /// The form of results.
    fn form(&self) -> Form;

    /// The text before the first record.
    fn header(&self, _first: &Record) -> String {
        String::new()
    }

    /// A record, line end included; `text` makes the text for people.
    fn record(&self, record: &Record, text: &mut dyn FnMut() -> String) -> String;
}

/// A value in a row; null is an empty text.
pub fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        // Never in the form 6e-6, which not every reader takes.
        Value::Number(number) if number.is_f64() => number.as_f64().unwrap_or_default().to_string(),
        other => other.to_string(),
    }
}

/// All formats, the default one first.
pub static FORMATS: [&dyn Format; 4] = [&Text, &Json, &Csv, &Markdown];

/// The format with a name.
pub fn named(name: &str) -> Option<&'static dyn Format> {
    FORMATS.into_iter().find(|format| format.name() == name)
}

/// The endings of files in any format: `.txt, .json or .csv`.
pub fn endings() -> String {
    let endings: Vec<String> = FORMATS
        .iter()
        .flat_map(|format| format.endings())
        .map(|ending| format!(".{ending}"))
        .collect();
    match &endings[..] {
        [others @ .., last] if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => endings.concat(),
    }
}

/// The format of files with an ending, in lower case.
pub fn of_ending(ending: &str) -> Option<&'static dyn Format> {
    FORMATS.into_iter().find(|format| format.endings().contains(&ending))
}
