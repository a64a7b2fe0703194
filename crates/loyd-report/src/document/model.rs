//! Documents independent of formats: sections of sentences, tables and charts.

use crate::scene::Scene;

/// A document.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Document {
    /// Title, one line.
    pub title: String,
    /// Names and values of the inputs of the document. The value of `command` is shown so that it
    /// can be pasted: in one piece, and as code where there is code.
    pub facts: Vec<(String, String)>,
    /// Errors, which must not be overlooked: shown before all sections.
    pub alarms: Vec<String>,
    /// Sections in order.
    pub sections: Vec<Section>,
}

/// A part of a document under a heading.
#[derive(Clone, PartialEq, Debug)]
pub struct Section {
    /// Heading, one line.
    pub title: String,
    /// Content in order.
    pub parts: Vec<Part>,
}

/// An element of a section.
#[derive(Clone, PartialEq, Debug)]
pub enum Part {
    /// Sentences.
    Paragraph(String),
    /// Items of a list.
    List(Vec<String>),
    /// A table.
    Table(Table),
    /// A chart; formats without pictures omit it.
    Chart(Box<Chart>),
}

/// A chart drawn twice.
#[derive(Clone, PartialEq, Debug)]
pub struct Chart {
    /// For wide screens, and paper.
    pub wide: Scene,
    /// For narrow screens.
    pub narrow: Scene,
}

/// A table.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    /// Caption, a sentence or a title.
    pub caption: String,
    /// Columns in order.
    pub columns: Vec<Column>,
    /// Rows, with a field for each column.
    pub rows: Vec<Vec<Field>>,
}

/// A column of a table.
#[derive(Clone, PartialEq, Debug)]
pub struct Column {
    /// Name at the head.
    pub name: String,
    /// True if it has numbers, which stand on the right.
    pub numeric: bool,
}

/// A field of a table.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Field {
    /// Text shown.
    pub text: String,
    /// Value to sort by, if it is a number.
    pub value: Option<f64>,
}

impl Table {
    /// An empty table. Columns whose name begins with `#` are of numbers; the mark is not shown.
    pub fn new(caption: impl Into<String>, columns: &[&str]) -> Self {
        let columns = columns.iter().map(|name| match name.strip_prefix('#') {
            Some(name) => Column { name: name.to_owned(), numeric: true },
            None => Column { name: (*name).to_owned(), numeric: false },
        });
        Self { caption: caption.into(), columns: columns.collect(), rows: Vec::new() }
    }
}

impl Field {
    /// A field of words.
    pub fn words(text: impl Into<String>) -> Self {
        Self { text: text.into(), value: None }
    }

    /// A field of a number; `shown` makes its text. A dash where there is no number.
    pub fn number(value: Option<f64>, shown: impl Fn(f64) -> String) -> Self {
        Self { text: value.map_or_else(|| "–".to_owned(), shown), value }
    }
}

impl Section {
    /// A section with nothing in it yet.
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), parts: Vec::new() }
    }

    /// Adds a paragraph.
    pub fn say(&mut self, text: impl Into<String>) {
        self.parts.push(Part::Paragraph(text.into()));
    }
}
