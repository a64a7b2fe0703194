//! Where a report goes: files by their extensions, opened before any work is done.

use super::document::Document;
use super::raw;
use crate::exit::Failure;
use crate::output::{Output, same_place};
use crate::render::document::{html, markdown, text};
use serde_json::Value;
use std::path::PathBuf;

/// The form of a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    Text,
    Csv,
    Json,
    Markdown,
    Html,
}

/// A file for a report, whose extension says the form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ReportFile {
    path: PathBuf,
    form: Form,
}

impl ReportFile {
    /// A value parser.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let path = PathBuf::from(text);
        let extension = path.extension().map(|its| its.to_string_lossy().to_ascii_lowercase());
        let form = match extension.as_deref() {
            Some("txt") => Form::Text,
            Some("csv") => Form::Csv,
            Some("json") => Form::Json,
            Some("md") => Form::Markdown,
            Some("html" | "htm") => Form::Html,
            _ => {
                return Err(
                    "reports are .html, .md, .csv, .json or .txt: name a file that ends so"
                        .to_owned(),
                );
            }
        };
        Ok(Self { path, form })
    }
}

/// Files whose places have been found to be writable.
pub(crate) struct Reports(Vec<(Output, Form)>);

impl Reports {
    /// Opens all files.
    pub(crate) fn open(files: &[ReportFile]) -> Result<Self, Failure> {
        for (index, file) in files.iter().enumerate() {
            if files[..index].iter().any(|other| same_place(&other.path, &file.path)) {
                let name = file.path.display();
                return Err(Failure::input(format!("{name} is named twice: choose two files")));
            }
        }
        let opened = files.iter().map(|file| Ok((Output::open(Some(&file.path))?, file.form)));
        Ok(Self(opened.collect::<Result<_, Failure>>()?))
    }

    /// Writes all of them; `csv` and `runs` are the results for other programs.
    pub(crate) fn write(
        self,
        document: &Document,
        csv: &dyn Fn() -> String,
        runs: &dyn Fn() -> Vec<Value>,
    ) -> Result<(), Failure> {
        for (mut output, form) in self.0 {
            output.write(&written(form, document, csv, runs))?;
            output.commit()?;
        }
        Ok(())
    }
}

/// A report in one form.
pub(crate) fn written(
    form: Form,
    document: &Document,
    csv: &dyn Fn() -> String,
    runs: &dyn Fn() -> Vec<Value>,
) -> String {
    match form {
        Form::Text => text(document),
        Form::Csv => csv(),
        Form::Json => raw::json(document, runs()),
        Form::Markdown => markdown(document),
        Form::Html => html(document),
    }
}
