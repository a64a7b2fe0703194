//! The destinations of a report: files by their extensions, opened before any work is done.

use super::request::{Request, StdoutFormat};
use super::stream::Stream;
use crate::exit::Failure;
use crate::output::{Output, same_place};
use crate::platform;
use loyd_lab::Experiment;
use loyd_lab::raw::{self, Form, Report};
use loyd_report::document::{Document, WIDTHS, text};
use loyd_report::numbers::plural;
use std::io::Write;
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
            Some("svg") => Form::Svg,
            _ => {
                return Err(
                    "reports are .html, .md, .csv, .json or .txt, pictures .svg: name a file that \
                     ends so"
                        .to_owned(),
                );
            }
        };
        Ok(Self { path, form })
    }
}

/// The file of pictures among these.
pub(super) fn picture(files: &[ReportFile]) -> Option<&PathBuf> {
    files.iter().find(|file| file.form == Form::Svg).map(|file| &file.path)
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
fn listed(files: &[ReportFile]) -> String {
    let names: Vec<String> = files.iter().map(|file| file.path.display().to_string()).collect();
    match &names[..] {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Prints the alarms, writes the files and prints the results, in short unless all are requested; returns the
/// failures.
pub(super) fn deliver(
    request: &Request,
    reports: Reports,
    mut stdout: Stream,
    report: &Report<'_>,
    short: &Document,
) -> Vec<Failure> {
    for alarm in &report.document.alarms {
        let _ = writeln!(std::io::stderr(), "error: {alarm}");
    }
    // Files first: they remain if the reader of the output is gone.
    let mut failures = reports.write(report);
    let width = platform::columns().unwrap_or(*WIDTHS.end());
    let printed = match request.args.format {
        StdoutFormat::Json => stdout.line("summary", raw::summary(report.document)),
        StdoutFormat::Text if request.args.full => stdout.print(&text(report.document, width)),
        StdoutFormat::Text => {
            if request.args.output.is_empty() && !request.args.quiet {
                let _ = writeln!(std::io::stderr(), "--full prints every table, chart and note");
            }
            stdout.print(&text(short, width))
        }
        StdoutFormat::Csv => stdout.print(&report.written(Form::Csv)),
        StdoutFormat::Markdown => stdout.print(&report.written(Form::Markdown)),
    };
    failures.extend(printed.and_then(|()| stdout.close()).err());
    failures
}

/// Returns the first failure and prints the others; a closed pipe has the lowest priority.
pub(super) fn worst(failures: Vec<Failure>) -> Result<(), Failure> {
    let (closed, mut failures): (Vec<_>, Vec<_>) =
        failures.into_iter().partition(|failure| matches!(failure, Failure::ClosedPipe));
    if failures.is_empty() {
        return closed.into_iter().next().map_or(Ok(()), Err);
    }
    let first = failures.remove(0);
    for other in failures.iter().filter(|other| other.to_string() != first.to_string()) {
        let _ = writeln!(std::io::stderr(), "error: {other}");
    }
    Err(first)
}

/// Prints how to continue a comparison that was stopped.
pub(super) fn print_advice(request: &Request, done: usize, experiment: &Experiment) {
    if request.args.quiet {
        return;
    }
    let advice = match request.folder() {
        Some(folder) => {
            format!("continue with `loyd compare --resume {}`", crate::run_folder::quoted(folder))
        }
        None if !request.args.output.is_empty() => format!(
            "results are in {}; with --dir the rest could run later",
            listed(&request.args.output)
        ),
        None => {
            "results were printed but not stored; with --dir the rest could run later".to_owned()
        }
    };
    let all = plural(experiment.runs() as u64, "run");
    let _ = writeln!(std::io::stderr(), "stopped after {done} of {all}; {advice}");
}
