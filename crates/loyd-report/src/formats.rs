//! The list of formats of results, and the format of text for people.

use crate::csv::Csv;
use crate::format::{Form, Format};
use crate::json::Json;
use crate::record::Record;

/// All formats, the default one first.
pub static FORMATS: [&dyn Format; 3] = [&Text, &Json, &Csv];

/// The format with a name.
pub fn named(name: &str) -> Option<&'static dyn Format> {
    FORMATS.into_iter().find(|format| format.name() == name)
}

/// The format of files with an ending, in lower case.
pub fn of_ending(ending: &str) -> Option<&'static dyn Format> {
    FORMATS.into_iter().find(|format| format.endings().contains(&ending))
}

/// Text for people.
#[derive(Debug)]
pub struct Text;

impl Format for Text {
    fn name(&self) -> &'static str {
        "text"
    }

    fn summary(&self) -> &'static str {
        "Text for people"
    }

    fn endings(&self) -> &'static [&'static str] {
        &["txt"]
    }

    fn form(&self) -> Form {
        Form::Text
    }

    fn record(&self, _record: &Record, text: &mut dyn FnMut() -> String) -> String {
        text()
    }
}
