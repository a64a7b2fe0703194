//! Pictures of the book: the commands of a page draw the pictures that the page shows.
//!
//! A command that writes `NAME.svg` draws `pictures/NAME.svg`. A report `NAME.html` has the picture as
//! its first chart. The names of diagrams drawn by hand begin with `diagram-`, those of [`super::numbers`]
//! with `numbers-`, and those of `recordings` with `screen-`.

use crate::{examples, pages, root, stale_file};
use std::fs;
use std::path::Path;

const FOLDER: &str = "book/src/pictures";

/// The differences between the pictures in this folder and those that the page shows.
pub(crate) fn differences(page: &str, folder: &Path) -> Vec<String> {
    let drawn = |name: &str| {
        let picture = fs::read_to_string(folder.join(name).with_extension("svg"));
        let report = || fs::read_to_string(folder.join(name).with_extension("html"));
        picture.or_else(|_| report().map(|report| first_chart(&report))).ok()
    };
    let difference = |name: String| stale_file(&format!("{FOLDER}/{name}"), &drawn(&name)?);
    shown(page).into_iter().filter_map(difference).collect()
}

/// The file names of the pictures that a page shows.
fn shown(page: &str) -> Vec<String> {
    let links = page.split("pictures/").skip(1);
    links.filter_map(|rest| Some(format!("{}.svg", rest.split_once(".svg")?.0))).collect()
}

/// The first chart of a report as a picture: with colours for variables, and without the notes of its
/// marks, which contain times.
fn first_chart(report: &str) -> String {
    let start = report.find("<svg ").expect("the report has a chart");
    let end = start + report[start..].find("</svg>").expect("the chart ends");
    let mut chart =
        report[start..end].replacen("<svg ", "<svg xmlns=\"http://www.w3.org/2000/svg\" ", 1);
    let colours =
        [("ink", "#1a1a1a"), ("pale-ink", "#555555"), ("grid", "#e2e2e2"), ("paper", "#ffffff")];
    for (name, colour) in colours {
        chart = chart.replace(&format!("var(--{name})"), colour);
    }
    while let Some(note) = chart.find("<title>") {
        let length = chart[note..].find("</title>").expect("the note ends") + "</title>".len();
        chart.replace_range(note..note + length, "");
    }
    chart + "</svg>\n"
}

#[test]
fn every_picture_is_shown_and_drawn_by_its_page() {
    let pages = pages();
    for entry in fs::read_dir(root().join(FOLDER)).expect("the pictures").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let stem = name.trim_end_matches(".svg");
        let mut showing = pages.iter().filter(|(_, text)| shown(text).contains(&name)).peekable();
        assert!(showing.peek().is_some(), "no page shows {name}");
        let draws = |text: &str| {
            let files = [format!(" {stem}.svg"), format!(" {stem}.html")];
            examples(text)
                .iter()
                .any(|example| files.iter().any(|file| example.command.contains(file)))
        };
        let is_made_elsewhere =
            ["diagram-", "numbers-", "screen-"].iter().any(|start| name.starts_with(start));
        assert!(
            is_made_elsewhere || showing.any(|(_, text)| draws(text)),
            "no command draws {name}"
        );
    }
}

#[test]
fn the_chart_of_a_report_has_colours_and_no_times() {
    let report = "<p><svg a=\"1\"><title id=\"t\">T</title><circle fill=\"var(--ink)\"><title>3 µs\
                  </title></circle></svg></p><svg></svg>";
    let chart = "<svg xmlns=\"http://www.w3.org/2000/svg\" a=\"1\"><title id=\"t\">T</title>\
                 <circle fill=\"#1a1a1a\"></circle></svg>\n";
    assert_eq!(first_chart(report), chart);
}
