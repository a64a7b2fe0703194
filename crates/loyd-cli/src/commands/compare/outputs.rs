//! The destinations of a report: files by their extensions, opened before any work is done.

use crate::exit::Failure;
use crate::output::{Output, same_place};
use loyd_lab::raw::{Form, Report};
use std::path::PathBuf;

/// A file for a report, whose extension says the form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ReportFile {
    path: PathBuf,
    form: Form,
}

impl ReportFile {
    /// A value parser.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
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

/// All files that are written: beside `NAME.csv`, `NAME.meta.json`.
fn written_files(files: &[ReportFile]) -> Vec<ReportFile> {
    let mut all = Vec::new();
    for file in files {
        all.push(file.clone());
        if file.form == Form::Csv {
            let path = file.path.with_extension("meta.json");
            all.push(ReportFile { path, form: Form::Metadata });
        }
    }
    all
}

/// Refuses to write to a file that is read, or twice to one; `read` has the files with what each is.
pub(super) fn keep_apart(files: &[ReportFile], read: &[(PathBuf, String)]) -> Result<(), Failure> {
    let files = written_files(files);
    for (index, file) in files.iter().enumerate() {
        let name = named(file);
        if let Some((_, what)) = read.iter().find(|(path, _)| same_place(path, &file.path)) {
            return Err(Failure::input(format!(
                "-o: {name} is {what}, and would be written over: choose another name"
            )));
        }
        if let Some(other) = files[..index].iter().find(|it| same_place(&it.path, &file.path)) {
            let twice = if named(other) == name {
                format!("-o: {name} is named twice")
            } else {
                format!("-o: {name} and {} are one file", named(other))
            };
            return Err(Failure::input(format!("{twice}: choose two files")));
        }
    }
    Ok(())
}

fn named(file: &ReportFile) -> String {
    let name = file.path.display();
    match file.form {
        Form::Metadata => format!("{name}, which is written beside the .csv,"),
        _ => name.to_string(),
    }
}

/// Files whose places have been found to be writable.
pub(super) struct Reports(Vec<(Output, Form)>);

impl Reports {
    /// Opens all files.
    pub(super) fn open(files: &[ReportFile]) -> Result<Self, Failure> {
        let files = written_files(files);
        let opened = files.iter().map(|file| Ok((Output::open(Some(&file.path))?, file.form)));
        Ok(Self(opened.collect::<Result<_, Failure>>()?))
    }

    /// Writes all reports, also after a failure of one, and returns the failures.
    pub(super) fn write(self, report: &Report<'_>) -> Vec<Failure> {
        let write = |(mut output, form): (Output, Form)| {
            output.write(&report.written(form))?;
            output.commit()
        };
        self.0.into_iter().filter_map(|file| write(file).err()).collect()
    }
}

/// The names of the files, for a sentence.
pub(super) fn listed(files: &[ReportFile]) -> String {
    let names: Vec<String> = files.iter().map(|file| file.path.display().to_string()).collect();
    match &names[..] {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
