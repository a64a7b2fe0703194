//! Small versions of the experiments of other works.

use crate::compare::rows;
use crate::program::loyd;

#[test]
fn levels_are_those_of_the_paper() {
    let ran = loyd(&[
        "compare", "--preset", "lehman", "--count", "12", "--memory", "1GiB", "--format",
        "markdown",
    ]);
    ran.succeeds();
    for line in [
        "The memory engine counts 181,440 states at 32 levels",
        "The reference engine counts 181,440 states at 32 levels",
        "all 32 levels that the paper has too are the same",
        "all 13 levels that the paper has too are the same",
        "| 22 | 23,952 | 23,952 |",
        "| sqlite | row | 1,850 |",
        "| sqlite | bulk | 1,850 |",
        "| memory | level | 1,850 |",
        "| 12 | 7,808 | 7,808 | 15,500 |",
        "in lists of searches | 8 | 76.1 TiB | 83.6912 | 76.1167 | measured",
        "| cells of 15 tiles, a nibble each | 7.5 | 71.4 TiB | 78.4605 | 71.3594 | computed |",
        "The symmetric engine counts 983,926 states at levels 0 to 6",
        "| packed, in lists of searches | 12 | 519,024,039 |",
        "| 43,300,000,000,000,000,000 | 54 | 2,126,580,512 TB |",
    ] {
        assert!(ran.stdout.contains(line), "no {line:?} in\n{}", ran.stdout);
    }
}

#[test]
fn levels_are_rows_for_other_programs_too() {
    let folder = crate::program::folder();
    let [json, csv] = ["levels.json", "levels.csv"].map(|name| folder.path().join(name));
    let names = [&json, &csv].map(|place| place.to_str().expect("text"));
    let small = ["compare", "--preset", "lehman", "--count", "5", "--memory", "1GiB"];
    loyd(&[&small[..], &["-o", names[0], "-o", names[1]]].concat()).succeeds();
    let rows = rows(&std::fs::read_to_string(csv).expect("the file"));
    assert_eq!(rows.len(), 32 + 6 + 7);
    let cube = &rows[44];
    let fields = ["puzzle", "metric", "start_cell", "depth", "states"].map(|name| &cube[name][..]);
    assert_eq!(fields, ["Rubik's cube", "quarter", "", "6", "878880"]);
    let last = &rows[31];
    let fields =
        ["puzzle", "width", "height", "metric", "depth", "states"].map(|name| &last[name][..]);
    assert_eq!(fields, ["8-puzzle", "3", "3", "single", "31", "2"]);
    let text = std::fs::read_to_string(json).expect("the file");
    let report: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(report["runs"].as_array().map(Vec::len), Some(45));
    assert!(report["processor"].is_string() && folder.path().join("levels.meta.json").exists());
}

#[test]
fn the_searches_of_the_applet_agree() {
    // Nearly all of the 15-puzzles are more than such a limit allows.
    let ran = loyd(&[
        "compare",
        "--preset",
        "borowski",
        "--count",
        "2",
        "--max-nodes",
        "10000",
        "--memory",
        "1GiB",
        "--format",
        "csv",
    ]);
    assert!(matches!(ran.code, Some(0 | 3)), "{}", ran.stderr);
    let rows = rows(&ran.stdout);
    // Three algorithms; four heuristics on 4x4, three on 3x3.
    assert_eq!(rows.len(), 2 * 3 * (3 + 4));
    let small = rows.iter().filter(|row| row["boards"] == "3x3");
    assert!(small.clone().all(|row| row["proven"] == "true" && row["ratio"] == "1"));
    assert!(rows.iter().any(|row| row["heuristic"] == "pdb:6-6-3"));
}

#[test]
fn the_papers_tables_are_beside_ours() {
    let folder = crate::program::folder();
    let place = folder.path().join("report.json");
    // A 15-puzzle takes A* with Manhattan distance more than this.
    let ran = loyd(&[
        "compare",
        "--preset",
        "nayak-huang",
        "--count",
        "2",
        "--max-nodes",
        "200000",
        "--memory",
        "1GiB",
        "-o",
        place.to_str().expect("text"),
    ]);
    ran.fails_with(3, "");
    let text = std::fs::read_to_string(place).expect("the report");
    let json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let tables = json["sections"][0]["tables"].as_array().expect("tables");
    let captions = tables.iter().map(|table| table["caption"].as_str().expect("text"));
    let sizes = ["3x3, theirs and ours", "4x4, theirs and ours", "5x5, theirs and ours"];
    assert_eq!(captions.collect::<Vec<_>>(), sizes);
    let row = |table: usize, algorithm: &str, whose: &str| {
        let rows = tables[table]["rows"].as_array().expect("rows");
        let row = rows.iter().find(|row| row["algorithm"] == algorithm && row["whose"] == whose);
        row.unwrap_or_else(|| panic!("no {algorithm} of {whose}")).clone()
    };
    assert_eq!(row(0, "bfs", "paper")["inserted"], 137_255);
    assert_eq!(row(2, "human", "paper")["expanded"], 355_714);
    assert_eq!(row(2, "astar", "paper: unfeasible")["moves"], serde_json::Value::Null);
    // Every state of 3x3 is within the limit: breadth-first search and A* find the shortest.
    let shortest = row(0, "bfs", "loyd")["moves"].clone();
    assert_eq!(row(0, "astar", "loyd")["moves"], shortest);
    let runs = json["runs"].as_array().expect("runs");
    let own = runs.iter().filter(|run| run["algorithm"] == "nayak-huang(astar)");
    assert!(own.clone().count() == 4 && own.clone().all(|run| run["proven"] == false));
    let human = runs.iter().filter(|run| run["algorithm"] == "human");
    assert_eq!(human.filter(|run| run["status"] == "solved").count(), 6);
}
