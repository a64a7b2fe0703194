//! Text for people.

use super::{Form, Format};
use crate::record::Record;

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
