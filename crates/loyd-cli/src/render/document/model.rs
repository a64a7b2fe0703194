//! A report before anyone has decided on a format: sections of sentences, tables and pictures.

use crate::render::chart::scene::Scene;

/// A report.
#[derive(Default)]
pub(crate) struct Document {
    pub(crate) title: String,
    /// What it takes to make it again, by name.
    pub(crate) facts: Vec<(String, String)>,
    /// What must not be overlooked.
    pub(crate) alarms: Vec<String>,
    pub(crate) sections: Vec<Section>,
}

/// A part of a report under a heading.
pub(crate) struct Section {
    pub(crate) title: String,
    pub(crate) parts: Vec<Part>,
}

/// What sections are made of.
pub(crate) enum Part {
    Paragraph(String),
    List(Vec<String>),
    Table(Table),
    /// Shown where there are pictures.
    Chart(Box<Chart>),
}

/// A picture for wide screens, and the same for narrow ones.
pub(crate) struct Chart {
    pub(crate) wide: Scene,
    pub(crate) narrow: Scene,
}

/// A table.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Table {
    pub(crate) caption: String,
    pub(crate) columns: Vec<Column>,
    pub(crate) rows: Vec<Vec<Field>>,
}

/// A column of a table.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Column {
    pub(crate) name: String,
    /// Numbers stand on the right.
    pub(crate) numeric: bool,
}

/// A field of a table.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Field {
    pub(crate) text: String,
    /// What it is sorted by, if it is a number.
    pub(crate) value: Option<f64>,
}

impl Table {
    /// An empty table. Columns whose name begins with `#` are of numbers; the mark is not shown.
    pub(crate) fn new(caption: impl Into<String>, columns: &[&str]) -> Self {
        let columns = columns.iter().map(|name| match name.strip_prefix('#') {
            Some(name) => Column { name: name.to_owned(), numeric: true },
            None => Column { name: (*name).to_owned(), numeric: false },
        });
        Self { caption: caption.into(), columns: columns.collect(), rows: Vec::new() }
    }
}

impl Field {
    /// Words.
    pub(crate) fn words(text: impl Into<String>) -> Self {
        Self { text: text.into(), value: None }
    }

    /// A number as it is shown; a dash where there is none.
    pub(crate) fn number(value: Option<f64>, shown: impl Fn(f64) -> String) -> Self {
        Self { text: value.map_or_else(|| "–".to_owned(), shown), value }
    }
}

impl Section {
    /// A section with nothing in it yet.
    pub(crate) fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), parts: Vec::new() }
    }

    /// One more sentence or several.
    pub(crate) fn say(&mut self, text: impl Into<String>) {
        self.parts.push(Part::Paragraph(text.into()));
    }
}
