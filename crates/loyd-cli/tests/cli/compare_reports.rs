//! Reports of comparisons: tables and JSON for other programs, and a page without dependencies.

use crate::compare::rows;
use crate::program::{folder, loyd};
use roxmltree::{Document, ParsingOptions};
use serde_json::Value;
use std::collections::HashSet;

/// All reports of one comparison, by extension.
fn reports(arguments: &[&str]) -> impl Fn(&str) -> String + use<> {
    let folder = folder();
    let place = |extension: &str| {
        folder.path().join(format!("report.{extension}")).to_str().expect("text").to_owned()
    };
    let places = ["html", "md", "csv", "json", "txt", "meta.json"].map(place);
    let mut all = vec!["compare"];
    all.extend(arguments);
    for place in &places[..5] {
        all.extend(["-o", place]);
    }
    loyd(&all).succeeds();
    move |extension| {
        let place = places
            .iter()
            .find(|place| place.ends_with(&format!("report.{extension}")))
            .expect("a report");
        let _ = &folder;
        std::fs::read_to_string(place).expect("the report")
    }
}

const SMALL: [&str; 8] =
    ["--size", "3x3,3x2", "--count", "6", "-a", "astar,greedy,bfs", "-H", "manhattan,hamming"];

#[test]
fn the_page_is_well_formed_and_loads_nothing() {
    let page = reports(&SMALL)("html");
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let document = Document::parse_with_options(&page, options).expect("a well-formed page");
    for load in ["http:", "https:", "//", "url(", "@import", "<link", "<iframe", "<img", "fetch("] {
        let page = page.replace("//<![CDATA[", "").replace("//]]>", "");
        assert!(!page.contains(load), "the page has {load}");
    }
    for node in document.descendants() {
        assert!(node.attribute("src").is_none() && node.attribute("href").is_none());
    }
    let ids: Vec<&str> = document.descendants().filter_map(|node| node.attribute("id")).collect();
    let different: HashSet<&&str> = ids.iter().collect();
    assert_eq!(ids.len(), different.len(), "ids are unique");
    let pictures: Vec<_> = document.descendants().filter(|node| node.has_tag_name("svg")).collect();
    // Expanded states, time, length, time against length, boards solved within a time and within a number of
    // expanded states, both against the fastest search, errors of heuristics: for each size, and for wide and narrow
    // screens.
    assert_eq!(pictures.len(), 36);
    for picture in pictures {
        assert!(picture.children().any(|node| node.has_tag_name("title")));
        let box_of: Vec<f64> = picture
            .attribute("viewBox")
            .expect("a size")
            .split(' ')
            .map(|number| number.parse().expect("a number"))
            .collect();
        for node in picture.descendants() {
            for (x, limit) in
                [("x", box_of[2]), ("cx", box_of[2]), ("y", box_of[3]), ("cy", box_of[3])]
            {
                let Some(at) = node.attribute(x) else { continue };
                let at: f64 = at.parse().expect("a number");
                assert!((0.0..=limit).contains(&at), "{x} {at} is outside");
            }
        }
    }
    // Text keeps its size: a narrow picture has no more units than a phone has pixels.
    let narrow = document.descendants().filter(|node| node.attribute("class") == Some("narrow"));
    let boxes: Vec<&str> = narrow
        .filter_map(|node| node.descendants().find(|node| node.has_tag_name("svg")))
        .filter_map(|picture| picture.attribute("viewBox"))
        .collect();
    assert!(boxes.len() == 18 && boxes.iter().all(|of| of.starts_with("0 0 380 ")), "{boxes:?}");
    // Both axes of every diagram are named.
    for name in
        ["number of boards", "error of the heuristic (shortest length less its value), in moves"]
    {
        assert!(document.descendants().any(|node| node.text() == Some(name)), "no axis {name}");
    }
    // Every row of a table has the fields of the head.
    for table in document.descendants().filter(|node| node.has_tag_name("table")) {
        let heads = table.descendants().filter(|node| node.has_tag_name("th")).count();
        for row in table.descendants().filter(|node| node.has_tag_name("tr")).skip(1) {
            assert_eq!(row.children().filter(|node| node.has_tag_name("td")).count(), heads);
        }
    }
}

#[test]
fn all_reports_begin_with_the_command_and_have_the_same_numbers() {
    let report = reports(&SMALL);
    let csv = report("csv");
    let metadata: Value = serde_json::from_str(&report("meta.json")).expect("JSON");
    let command = metadata["command"].as_str().expect("a command").to_owned();
    assert!(command.starts_with("loyd compare --size 3x3,3x2 --count 6 --seed 1 "), "{command}");
    assert!(report("md").contains(&format!("- command: `{command}`")));
    assert!(report("txt").lines().any(|line| line.trim_start_matches("command").trim() == command));
    assert!(report("html").contains("chacha8-v1"));

    let json: Value = serde_json::from_str(&report("json")).expect("JSON");
    assert_eq!(json["command"], command);
    assert_eq!(json["errors"], Value::Array(Vec::new()));
    let rows = rows(&csv);
    let runs = json["runs"].as_array().expect("runs");
    assert_eq!((rows.len(), runs.len()), (60, 60));
    for (row, run) in rows.iter().zip(runs) {
        for (name, value) in row {
            let same = match &run[name] {
                Value::Null => value.is_empty(),
                Value::String(text) => text == value,
                other => other.to_string().parse::<f64>().ok() == value.parse().ok(),
            };
            assert!(same, "{name}: {value} and {}", run[name]);
        }
    }
    // The mean in the tables is the mean of the rows.
    let of = |row: &&std::collections::HashMap<String, String>| {
        row["boards"] == "3x3" && row["algorithm"] == "astar" && row["heuristic"] == "manhattan"
    };
    let expanded: Vec<f64> =
        rows.iter().filter(of).map(|row| row["expanded"].parse().expect("a number")).collect();
    let mean = expanded.iter().sum::<f64>() / expanded.len() as f64;
    let table = &json["sections"][1]["tables"][1]["rows"][0];
    assert!((table["expanded"].as_f64().expect("a number") - mean).abs() < 1e-9, "{table}");
    let text = report("md");
    let tables = text.lines().filter(|line| line.starts_with('|'));
    assert!(tables.clone().count() > 40 && tables.clone().all(|line| line.ends_with('|')));
}

#[test]
fn means_over_different_boards_are_separate() {
    let folder = folder();
    let place = folder.path().join("report.json");
    let ran = loyd(&[
        "compare",
        "--count",
        "20",
        "-a",
        "astar,greedy",
        "-H",
        "manhattan",
        "--max-nodes",
        "400",
        "-o",
        place.to_str().expect("text"),
    ]);
    assert_eq!(ran.code, Some(3), "{}", ran.stderr);
    assert!(ran.stdout.contains("Not all solved all boards"), "{}", ran.stdout);
    let text = std::fs::read_to_string(place).expect("the report");
    let json: Value = serde_json::from_str(&text).expect("JSON");
    let tables = json["sections"][1]["tables"].as_array().expect("tables");
    let boards = |table: usize| -> Vec<u64> {
        let rows = tables[table]["rows"].as_array().expect("rows");
        rows.iter().map(|row| row["boards"].as_u64().expect("a number")).collect()
    };
    let (each, common) = (boards(1), boards(2));
    assert!(each[0] < each[1], "A* solves fewer of them: {each:?}");
    // A* proves the shortest lengths of its boards; greedy search solves more boards.
    assert!(tables[1]["rows"][1]["ratio"].is_null() && tables[2]["rows"][1]["ratio"].is_number());
    assert!(common.iter().all(|&boards| boards == common[0] && boards <= each[0]), "{common:?}");
}
