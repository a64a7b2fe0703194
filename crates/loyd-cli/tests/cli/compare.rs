//! Comparisons: same boards, node counts, consistency checks, refused options.

use crate::program::{file, folder, loyd};
use serde_json::Value;
use std::collections::HashMap;

/// The rows of a comparison's CSV.
pub(crate) fn rows(text: &str) -> Vec<HashMap<String, String>> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    reader.deserialize().map(|row| row.expect("a row of CSV")).collect()
}

/// The part of the rows that does not depend on time.
pub(crate) fn timeless(text: &str) -> Vec<Vec<(String, String)>> {
    let rows = rows(text).into_iter().map(|row| {
        let mut fields: Vec<(String, String)> =
            row.into_iter().filter(|(name, _)| !name.ends_with("seconds")).collect();
        fields.sort();
        fields
    });
    rows.collect()
}

/// The JSON report of a comparison, and its CSV.
fn described(more: &[&str]) -> (Value, String) {
    let folder = folder();
    let report = folder.path().join("report.json");
    let report_name = report.to_str().expect("text");
    let ran = loyd(&[&GRID, more, &["-o", report_name]].concat());
    ran.succeeds();
    let text = std::fs::read_to_string(report).expect("the report");
    (serde_json::from_str(&text).expect("JSON"), ran.stdout)
}

const GRID: [&str; 10] =
    ["compare", "--size", "3x3,4x2", "--count", "12", "--format", "csv", "--memory", "1GiB", "-q"];

fn compared(more: &[&str]) -> String {
    let ran = loyd(&[&GRID, more].concat());
    ran.succeeds();
    ran.stdout
}

#[test]
fn every_algorithm_runs_with_every_heuristic_on_the_boards_of_scramble() {
    let text = compared(&[
        "-a",
        "astar,wastar(1.5|3),bfs,greedy,idastar",
        "-H",
        "manhattan,linear-conflict",
    ]);
    let rows = rows(&text);
    // Breadth-first search takes no heuristic and runs once.
    assert_eq!(rows.len(), 2 * 12 * (5 * 2 + 1));
    for size in ["3x3", "4x2"] {
        let drawn = loyd(&["scramble", "--size", size, "--count", "12", "--seed", "1"]);
        for (drawn, id) in drawn.rows().iter().zip(1..) {
            let id = id.to_string();
            let of_board = rows.iter().filter(|row| row["boards"] == size && row["id"] == id);
            let of_board: Vec<_> = of_board.collect();
            assert_eq!(of_board.len(), 11);
            let solved = loyd(&["solve", "--size", size, "--format", "csv", &drawn["tiles"]]);
            let length: f64 = solved.rows()[0]["length"].parse().expect("a length");
            for row in of_board {
                assert_eq!(row["tiles"], drawn["tiles"]);
                assert_eq!(row["optimal_length"], format!("{length}"));
                let reported: f64 = row["length"].parse().expect("a length");
                let bound = match &row["algorithm"][..] {
                    "wastar(1.5)" => 1.5,
                    "wastar(3)" => 3.0,
                    "greedy" => f64::INFINITY,
                    _ => 1.0,
                };
                assert!(reported >= length && reported <= bound * length, "{row:?}");
                let proven = matches!(&row["algorithm"][..], "astar" | "bfs" | "idastar");
                assert!(!proven || row["proven"] == "true", "{row:?}");
                assert!(row["estimate"].is_empty() == (row["algorithm"] == "bfs"), "{row:?}");
            }
        }
    }
}

#[test]
fn the_command_in_the_header_does_the_same_again() {
    let (report, text) =
        described(&["-a", "astar(ties=fifo|lifo)", "-H", "max(hamming,manhattan)"]);
    let command = report["command"].as_str().expect("a command");
    let words: Vec<String> = command.split(' ').map(|word| word.replace('\'', "")).collect();
    let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
    assert_eq!(words.remove(0), "loyd");
    words.extend(["--format", "json"]);
    let again = loyd(&words);
    again.succeeds();
    let first: Value =
        serde_json::from_str(again.stdout.lines().next().expect("lines")).expect("JSON");
    assert_eq!(first["command"], command);
    words.extend(["--format", "csv"]);
    words.drain(words.len() - 4..words.len() - 2);
    assert_eq!(timeless(&loyd(&words).stdout), timeless(&text));
}

#[test]
fn several_runs_at_once_find_the_same() {
    let lists = ["-a", "astar,idastar", "-H", "manhattan"];
    let alone = compared(&lists);
    let together = compared(&[&lists[..], &["--threads", "3"]].concat());
    assert_eq!(timeless(&together), timeless(&alone));
}

#[test]
fn files_and_sets_bring_their_boards_and_their_lengths() {
    let folder = folder();
    let boards = file(
        &folder,
        "boards.csv",
        "id,tiles,optimal_length\na,1 2 3 4 5 6 0 7 8,2\nb,1 2 0 3,1\n",
    );
    let ran =
        loyd(&["compare", "-i", &boards, "-a", "idastar", "-H", "manhattan", "--format", "csv"]);
    ran.succeeds();
    let ids: Vec<String> = rows(&ran.stdout).iter().map(|row| row["id"].clone()).collect();
    assert_eq!(ids, ["a", "b"]);
    let set =
        ["compare", "--set", "korf100", "--ids", "12,42", "-a", "idastar", "-H", "linear-conflict"];
    let ran = loyd(&[&set[..], &["--format", "csv"]].concat());
    ran.succeeds();
    let lengths: Vec<String> = rows(&ran.stdout).iter().map(|row| row["length"].clone()).collect();
    assert_eq!(lengths, ["45", "42"]);
}

#[test]
fn a_length_that_is_not_the_published_one_is_an_error() {
    let folder = folder();
    let boards = file(&folder, "wrong.csv", "tiles,optimal_length\n1 2 3 4 5 6 0 7 8,4\n");
    let page = folder.path().join("report.html");
    let page = page.to_str().expect("a path that is text");
    let ran = loyd(&["compare", "-i", &boards, "-a", "idastar", "-H", "manhattan", "-o", page]);
    let alarm = "wrong.csv board 1: idastar, manhattan proves 2 moves, the published length is 4";
    ran.fails_with(1, alarm);
    assert!(ran.stdout.contains(&format!("ERROR: {alarm}")), "{}", ran.stdout);
    assert!(std::fs::read_to_string(page).expect("the page").contains(alarm));
}

#[test]
fn limits_are_named_and_counted() {
    let limited =
        ["compare", "--count", "8", "-a", "astar", "-H", "manhattan", "--max-nodes", "20"];
    let ran = loyd(&[&limited[..], &["--format", "json"]].concat());
    assert_eq!(ran.code, Some(3), "{}", ran.stderr);
    let lines: Vec<Value> =
        ran.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.first().expect("lines")["type"], "comparison");
    let summary = lines.last().expect("lines");
    assert_eq!((&summary["type"], lines.len()), (&"summary".into(), 8 + 2));
    let endings = &summary["sections"][1]["tables"][0]["rows"][0];
    let stopped = lines.iter().filter(|line| line["status"] == "stopped").count();
    assert!(stopped > 0 && endings["node_limit"] == stopped, "{endings}");
    let by_nodes = |line: &&Value| line["status"] != "stopped" || line["stopped_by"] == "nodes";
    assert!(lines.iter().all(|line| by_nodes(&line)));
}

#[test]
fn impossible_comparisons_are_refused_before_any_work() {
    let folder = folder();
    let boards = file(&folder, "boards.txt", "1 2 3 4 5 6 7 0 8\n");
    let cases: [(&[&str], i32, &str); 25] = [
        (&["-a", "asta"], 2, "did you mean astar?"),
        (&["-H", "manhatan"], 2, "did you mean manhattan?"),
        (&["-a", "wastar(0.5)"], 2, "from 1 to 1000"),
        (&["-a", "astar|bfs"], 2, "alternatives are written in brackets"),
        (&["-a", "astar,,bfs"], 2, "an empty entry"),
        (&["-H", "pdb:6-6-3"], 2, "is not a partition of 3x3 boards"),
        (&["--ids", "3"], 2, "name one of them"),
        (&["-i", &boards, "--ids", "3"], 2, "has the id 3"),
        (&["-i", &boards, "--set", "korf100"], 2, "cannot be used with"),
        (&["--threads", "8", "--memory", "4MiB"], 2, "less than 1 MiB"),
        (&["-o", "missing/report.html"], 4, "create the folder first"),
        (&["-o", "report.pdf"], 2, "reports are .html, .md, .csv, .json or .txt"),
        (&["-o", "a.csv", "-o", "./a.csv"], 2, "are one file"),
        (&["-o", "a.csv", "-o", "a.csv"], 2, "named twice"),
        (&["-o", "a.csv", "-o", "a.meta.json"], 2, "written beside the .csv, are one file"),
        (&["-i", "boards.txt", "-o", "./boards.txt"], 2, "the file that boards are read from"),
        (&["-i", "boards.meta.json", "-o", "boards.csv"], 2, "the file that boards are read from"),
        (&["-H", "pdb:drawn.txt", "-o", "drawn.txt"], 2, "a partition that is read"),
        (&["--dir", "d", "-o", "d/comparison.json"], 2, "the description of the comparison"),
        (&["--runs", "0"], 2, "at least once"),
        (&["--runs", "1001"], 2, "at most 1000 runs"),
        (&["--preset", "lehman", "--dir", "d"], 2, "remove --dir"),
        (&["--preset", "lehman", "--max-time", "1s"], 2, "remove --max-time"),
        (&["--preset", "lehman", "--runs", "3"], 2, "remove --runs"),
        (&["--resume", "missing"], 2, "holds no comparison"),
    ];
    for (arguments, code, message) in cases {
        let ran = crate::program::Ran::of(
            crate::program::command_in(&folder).arg("compare").args(arguments),
        );
        ran.fails_with(code, message);
        assert!(ran.stdout.is_empty(), "{arguments:?}: {}", ran.stdout);
    }
    let files: Vec<_> = std::fs::read_dir(folder.path()).expect("a folder").flatten().collect();
    assert_eq!(files.len(), 1, "{files:?}");
}

#[test]
fn algorithms_unavailable_for_a_size_are_skipped() {
    let ran = loyd(&[
        "compare",
        "--size",
        "3x3,3x2",
        "--count",
        "2",
        "-a",
        "idastar",
        "-H",
        "manhattan,pdb:4-4",
        "--format",
        "csv",
    ]);
    ran.succeeds();
    assert!(
        ran.stderr.contains("warning: 3x2: ") && ran.stderr.contains("left out"),
        "{}",
        ran.stderr
    );
    assert_eq!(rows(&ran.stdout).len(), 2 * 2 + 2);
}

#[test]
fn solutions_by_inadmissible_heuristics_are_not_proven() {
    let ran = loyd(&[
        "compare",
        "--metric",
        "multi",
        "--count",
        "5",
        "-a",
        "astar",
        "-H",
        "linear-conflict,manhattan",
        "--format",
        "csv",
    ]);
    assert!(ran.stderr.contains("linear-conflict may overestimate"), "{}", ran.stderr);
    ran.succeeds();
    for row in rows(&ran.stdout) {
        assert_eq!(row["proven"] == "true", row["heuristic"] == "manhattan", "{row:?}");
    }
}

#[test]
fn csv_is_plain_and_has_the_words_of_solve() {
    let lists = ["-a", "astar,idastar,bfs", "-H", "manhattan", "--max-nodes", "60"];
    let folder = folder();
    let place = folder.path().join("runs.csv");
    let ran = loyd(&[&GRID, &lists[..], &["-o", place.to_str().expect("text")]].concat());
    assert_eq!(ran.code, Some(3), "{}", ran.stderr);
    let text = std::fs::read_to_string(&place).expect("the file");
    assert_eq!(text, ran.stdout, "the file and standard output are equal");
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let columns = reader.headers().expect("a header").clone();
    for name in ["id", "tiles", "width", "height", "goal", "metric", "status", "length", "proven"] {
        assert!(columns.iter().any(|column| column == name), "no column {name}");
    }
    let rows = rows(&text);
    assert_eq!(rows.len(), 2 * 12 * 3);
    for row in &rows {
        let stopped = row["status"] == "stopped";
        assert!(stopped || row["status"] == "solved", "{row:?}");
        assert_eq!(row["stopped_by"], if stopped { "nodes" } else { "" });
        assert_eq!(row["heuristic"].is_empty(), row["algorithm"] == "bfs", "{row:?}");
        for of_lists in ["inserted", "reopened", "max_open", "max_closed", "bytes"] {
            assert_eq!(row[of_lists].is_empty(), row["algorithm"] == "idastar", "{row:?}");
        }
    }
    let metadata = std::fs::read_to_string(folder.path().join("runs.meta.json")).expect("metadata");
    let metadata: Value = serde_json::from_str(&metadata).expect("JSON");
    let described: Vec<&String> =
        metadata["columns"].as_object().expect("columns").keys().collect();
    assert_eq!(described, columns.iter().collect::<Vec<_>>());
    for fact in ["command", "processor", "date", "repeats", "errors"] {
        assert!(!metadata[fact].is_null(), "no {fact}");
    }
}

#[test]
fn repeated_searches_agree_and_have_a_median() {
    let (report, text) =
        described(&["-a", "astar,idastar,greedy", "-H", "manhattan", "--runs", "3"]);
    let rows = rows(&text);
    assert_eq!(rows.len(), 2 * 12 * 3 * 3);
    let mut searches: HashMap<[&str; 3], Vec<&HashMap<String, String>>> = HashMap::new();
    for row in &rows {
        let search = ["boards", "id", "algorithm"].map(|column| row[column].as_str());
        searches.entry(search).or_default().push(row);
    }
    assert_eq!(searches.len(), 2 * 12 * 3);
    let mut of_greedy = Vec::new();
    for runs in searches.values() {
        let repeats: Vec<&str> = runs.iter().map(|run| &run["repeat"][..]).collect();
        assert_eq!(repeats, ["1", "2", "3"]);
        assert!(runs.iter().all(|run| run["generated"] == runs[0]["generated"]), "{runs:?}");
        let mut times: Vec<f64> =
            runs.iter().map(|run| run["seconds"].parse().expect("a number")).collect();
        times.sort_by(f64::total_cmp);
        if (&runs[0]["boards"][..], &runs[0]["algorithm"][..]) == ("4x2", "greedy") {
            of_greedy.push(times[1]);
        }
    }
    assert_eq!(report["errors"], Value::Array(Vec::new()));
    assert!(report["repeats"].as_str().is_some_and(|text| text.starts_with("3 runs")));
    let summary = report["sections"][0]["tables"][0]["rows"].as_array().expect("rows");
    let is_greedy = |row: &&Value| row["boards"] == "4x2" && row["algorithm"] == "greedy";
    let row = summary.iter().find(is_greedy).expect("a row");
    let mean = of_greedy.iter().sum::<f64>() / of_greedy.len() as f64;
    assert!((row["time"].as_f64().expect("a time") - mean).abs() < 1e-9, "{row}");
    assert!(row["MAD"].as_f64().is_some_and(|deviation| deviation >= 0.0), "{row}");
}

#[test]
fn beside_reports_a_summary_is_printed_that_fits_a_hundred_columns() {
    let folder = folder();
    let boards = "1 2 3 4 5 6 7 0 8\n1 2 3 4 5 6 0 7 8\n";
    file(&folder, "a file of boards with a name that is rather long.txt", boards);
    let mut command = crate::program::command_in(&folder);
    command.args(["compare", "-i", "a file of boards with a name that is rather long.txt"]);
    command.args(["-a", "astar,wastar(1.5,ties=fifo|lifo)", "-o", "runs.csv", "--runs", "2"]);
    command.args(["-H", "manhattan,max(hamming,max(manhattan,max(linear-conflict,zero)))"]);
    let ran = crate::program::Ran::of(&mut command);
    ran.succeeds();
    let wide = ran.stdout.lines().filter(|line| line.chars().count() > 100).count();
    assert_eq!(wide, 0, "{}", ran.stdout);
    assert_eq!(ran.stdout.matches("algorithm ").count(), 1, "one table: {}", ran.stdout);
    assert!(ran.stdout.contains("2 of 2") && ran.stdout.contains("processor"), "{}", ran.stdout);

    // The whole report fits too, but for the command.
    let whole = ["--full", "--count", "3", "-a", "astar,idastar", "--memory", "1GiB"];
    let ran = loyd(&[&["compare"], &whole[..]].concat());
    ran.succeeds();
    let wide = ran.stdout.lines().filter(|line| line.chars().count() > 100);
    let wide: Vec<&str> = wide.filter(|line| !line.starts_with("command ")).collect();
    assert!(wide.is_empty(), "{wide:?}");
}

#[test]
fn reports_are_written_despite_a_closed_pipe() {
    let folder = folder();
    for format in ["text", "json"] {
        let place = folder.path().join(format!("{format}.csv"));
        let mut child = crate::program::command()
            .args([
                "compare",
                "--count",
                "40",
                "-a",
                "astar",
                "-H",
                "manhattan",
                "--format",
                format,
            ])
            .args(["-o", place.to_str().expect("text")])
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .expect("loyd starts");
        drop(child.stdout.take());
        let ran = crate::program::Ran::from(child.wait_with_output().expect("it ends"));
        ran.succeeds();
        assert_eq!(rows(&std::fs::read_to_string(&place).expect("the report")).len(), 40);
    }
}
