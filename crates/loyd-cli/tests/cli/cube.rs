//! The 2x2x2 cube on the command line: lengths against a plain search, text in all its forms, and
//! every command that takes any puzzle.

use crate::program::{Ran, file, folder, loyd, loyd_reading};
use crate::run_folder::name;
use crate::stickers::{self, Metric, SOLVED, after, distances, levels};
use serde_json::Value;
use std::collections::HashMap;

const METRICS: [Metric; 2] = [Metric::Half, Metric::Quarter];

/// A command with the option of the puzzle.
fn cube(arguments: &[&str]) -> Ran {
    loyd(&[arguments, &["--puzzle", "cube2"]].concat())
}

/// A few cubes of each distance up to 5, with their distances and numbers of shortest solutions.
fn sample(metric: Metric) -> Vec<(String, stickers::Distance)> {
    let mut all: Vec<_> = distances(metric, 5)
        .into_iter()
        .map(|(cube, entry)| (stickers::text(&cube), entry))
        .collect();
    // The order of a hash map is not that of its last run.
    all.sort();
    let mut sample = Vec::new();
    for distance in 0..=5 {
        let of_distance = all.iter().filter(|(_, entry)| entry.0 == distance);
        let step = of_distance.clone().count().div_ceil(3);
        sample.extend(of_distance.step_by(step).cloned());
    }
    sample
}

/// Cubes as a column of stickers.
fn table(cubes: &[(String, stickers::Distance)]) -> String {
    cubes.iter().fold("facelets\n".to_owned(), |text, (cube, _)| text + cube + "\n")
}

#[test]
fn solutions_are_as_short_as_a_plain_search_says_and_lead_to_the_goal() {
    let place = folder();
    for metric in METRICS {
        let sample = sample(metric);
        let table = file(&place, "cubes.csv", table(&sample));
        let rows = cube(&["solve", "-i", &table, "-m", metric.name(), "--format", "csv"]);
        let rows = rows.succeeds().rows();
        assert_eq!(rows.len(), sample.len());
        for (row, (facelets, (distance, _))) in rows.iter().zip(&sample) {
            assert_eq!(row["length"], distance.to_string(), "{row:?}");
            assert_eq!((&row["proven"][..], &row["puzzle"][..]), ("true", "cube2"));
            assert_eq!((&row["facelets"], &row["goal"][..]), (facelets, "solved"));
            let arguments =
                ["verify", "-m", metric.name(), "--moves", &row["moves"], "--format", "csv"];
            let verified = cube(&[&arguments[..], &[facelets]].concat());
            let verified = &verified.succeeds().rows()[0];
            assert_eq!((&verified["valid"][..], &verified["length"]), ("true", &row["length"]));
        }
    }
}

#[test]
fn shortest_solutions_are_counted_as_by_a_plain_search() {
    for metric in METRICS {
        for (facelets, (distance, ways)) in sample(metric).into_iter().step_by(2) {
            let arguments = ["solve", "-m", metric.name(), "--all=3", "--format", "json"];
            let ran = cube(&[&arguments[..], &[&facelets]].concat());
            let result: Value = serde_json::from_str(&ran.succeeds().stdout).expect("JSON");
            assert_eq!((&result["length"], &result["solutions"]), (&distance.into(), &ways.into()));
            let paths = result["all_moves"].as_array().expect("a list");
            assert_eq!(paths.len() as u64, ways.min(3), "{facelets}");
        }
    }
}

#[test]
fn cubes_are_stickers_or_moves_in_lines_columns_and_arguments() {
    let place = folder();
    let cube_of = |faces: &str| after(faces);
    let lines = file(&place, "cubes.txt", "R U F\nF' R2 # a comment\n");
    let columns = file(&place, "cubes.csv", "id,scramble,note\na,R U F,x\nb,F F F R R,y\n");
    for input in [&lines, &columns] {
        let rows = cube(&["solve", "-i", input, "--format", "csv"]);
        let rows = rows.succeeds().rows();
        let facelets: Vec<&str> = rows.iter().map(|row| &row["facelets"][..]).collect();
        assert_eq!(facelets, [cube_of("RUF"), cube_of("FFFRR")], "{input}");
    }
    let passed = cube(&["solve", "-i", &columns, "--format", "csv"]).rows();
    assert_eq!((&passed[0]["id"][..], &passed[1]["note"][..]), ("a", "y"));
    for arguments in [&["R", "U", "F"][..], &["RUF'F2"], &[&after("RUF")]] {
        let ran = cube(&[&["solve", "--format", "csv"], arguments].concat());
        let rows = ran.succeeds().rows();
        assert_eq!((rows.len(), &rows[0]["facelets"]), (1, &cube_of("RUF")), "{arguments:?}");
    }
    // The same cube with other colours in another orientation.
    let painted = after("RUF").replace('U', "W").replace('D', "Y");
    assert_eq!(cube(&["solve", "--format", "csv", &painted]).rows()[0]["length"], "3");
    assert_eq!(cube(&["solve", "--format", "csv", "R U F x y2"]).rows()[0]["length"], "3");
    let goal = ["solve", "--goal", "U2 R", "--format", "csv", "U R R U'"];
    let row = &cube(&goal).succeeds().rows()[0];
    assert_eq!(row["goal"], after("UUR"));
    let solved = cube(&["verify", "--goal", "U2 R", "--moves", &row["moves"], "U R R U'"]);
    solved.succeeds();
}

#[test]
fn stored_results_of_cubes_are_not_solved_again() {
    let place = folder();
    let lines = file(&place, "cubes.txt", "R U F\nF' R2 U\n");
    let run = place.path().join("run");
    let first = cube(&["solve", "-i", &lines, "--format", "csv", "--dir", name(&run)]);
    let first = first.succeeds().rows();
    let again = loyd(&["solve", "--format", "csv", "--resume", name(&run)]).succeeds().rows();
    assert_eq!(first.len(), 2);
    for (first, again) in first.iter().zip(&again) {
        assert_eq!((&first["moves"], &first["seconds"]), (&again["moves"], &again["seconds"]));
    }
}

#[test]
fn invalid_cubes_are_reported_and_the_others_solved() {
    let place = folder();
    // The corner URF turned in its place.
    let twisted = "UUURFRRRFUFFDDDDLLLLBBBB";
    let same = "UUUURRRRFFFFDDDDLLLLBBBU";
    let table = file(
        &place,
        "cubes.csv",
        format!("id,facelets\n1,{SOLVED}\n2,{twisted}\n3,{same}\n4,UUU\n5,R U X\n"),
    );
    let ran = cube(&["solve", "-i", &table, "--format", "csv"]);
    ran.fails_with(2, "a corner is twisted");
    ran.fails_with(2, "the colour").fails_with(2, "3 stickers, but a 2x2x2 cube has 24");
    let statuses: Vec<_> = ran.rows().into_iter().map(|row| row["status"].clone()).collect();
    assert_eq!(statuses, ["solved", "invalid", "invalid", "invalid", "invalid"]);
    assert_eq!(ran.rows()[1]["facelets"], twisted, "as it was given");
    let checked = cube(&["check", "--format", "csv", twisted]);
    checked.fails_with(2, "twist any corner");
    assert_eq!(checked.rows()[0]["facelets"], twisted);
}

#[test]
fn printed_scrambles_are_solved() {
    let scrambled = cube(&["scramble", "--count", "6", "--seed", "3"]);
    let text = &scrambled.succeeds().stdout;
    assert!(text.starts_with("id,puzzle,scramble,facelets,goal\n1,cube2,"), "{text}");
    for row in scrambled.rows() {
        let replayed = cube(&["check", "--format", "csv", &row["scramble"]]).rows()[0].clone();
        assert_eq!(replayed["facelets"], row["facelets"], "the scramble leads to the cube");
    }
    assert_eq!(&cube(&["scramble", "--count", "6", "--seed", "3"]).stdout, text);
    loyd_reading(&["solve", "-"], text.as_bytes())
        .fails_with(2, "for those of cube2 add --puzzle cube2");
    let lengths = |metric: &str, algorithm: &str, heuristic: &str| -> Vec<u32> {
        let arguments = ["solve", "-", "--puzzle", "cube2", "-m", metric, "--format", "csv"];
        let arguments = [&arguments[..], &["-a", algorithm, "-H", heuristic]].concat();
        let ran = loyd_reading(&arguments, text.as_bytes());
        let rows = ran.succeeds().rows();
        assert!(rows[0].keys().all(|column| !column.starts_with("input_")), "{:?}", rows[0]);
        rows.iter().map(|row| row["length"].parse().expect("a length")).collect()
    };
    let half = lengths("half", "auto", "auto");
    assert_eq!(half.len(), 6);
    assert_eq!(half, lengths("half", "astar", "pdb:corners-5"));
    let quarter = lengths("quarter", "auto", "auto");
    assert_eq!(quarter, lengths("quarter", "idastar-plain", "max(permutation,pdb:full)"));
    for (half, quarter) in half.iter().zip(&quarter) {
        assert!(half <= quarter && *half <= 11 && *quarter <= 14, "{half} {quarter}");
        assert!(*quarter <= 2 * half, "a half turn is two quarter turns: {half} {quarter}");
    }
}

#[test]
fn check_prints_the_heuristic_values() {
    let ran = cube(&["check", "R U R' U'"]);
    let text = &ran.succeeds().stdout;
    assert!(!text.contains('\x1b'), "no colour without a terminal: {text}");
    assert!(text.contains("solvable\nheuristics (half-turn metric):\n  zero "), "{text}");
    assert!(!text.contains("parity"), "{text}");
    // Drawn by hand from a cube.
    let net =
        ["       U  F\n       U  F\n", " L  L  F  D  R  R  U  B\n", "       D  B\n       D  B\n"];
    let net = [net[0], net[1], net[1], net[2], "solvable\n"].concat();
    assert!(cube(&["check", "R"]).stdout.starts_with(&net));
    let place = folder();
    for metric in METRICS {
        let sample = sample(metric);
        let table = file(&place, "cubes.csv", table(&sample));
        let ran = cube(&["check", "-m", metric.name(), "--format", "csv", "-i", &table]);
        for (row, (facelets, (distance, _))) in ran.succeeds().rows().iter().zip(sample) {
            assert_eq!((&row["puzzle"][..], &row["facelets"]), ("cube2", &facelets));
            assert_eq!(row["solvable"], "true");
            assert_eq!(row["pdb:full"], distance.to_string());
            for heuristic in ["zero", "orientation", "permutation", "pdb:corners-3"] {
                let value: u32 = row[heuristic].parse().expect("a value");
                assert!(value <= distance, "{heuristic} of {facelets}: {value}");
            }
        }
    }
}

#[test]
fn verify_replays_turns_of_all_faces() {
    cube(&["verify", "--moves", "R'", "R"]).succeeds();
    let two = cube(&["verify", "-m", "quarter", "--moves", "R2", "--format", "csv", "R2"]);
    assert_eq!(two.succeeds().rows()[0]["length"], "2");
    // On a 2x2x2 a turn of L is one of R in another orientation.
    cube(&["verify", "--moves", "L'", "L"]).succeeds();
    let ran = cube(&["verify", "--moves", "U", "R"]);
    assert_eq!(ran.code, Some(1));
    let end = after("RU");
    assert_eq!(ran.stdout, format!("does not reach the goal: after 1 move the cube is {end}\n"));
    cube(&["verify", "--moves", "R X", "R"]).fails_with(2, "X");
}

#[test]
fn an_audit_looks_at_every_cube() {
    for metric in METRICS {
        let arguments = ["audit", "permutation", "--count", "2", "-q", "--format", "json"];
        let ran = cube(&[&arguments[..], &["-m", metric.name()]].concat());
        let verdict: Value = serde_json::from_str(&ran.succeeds().stdout).expect("JSON");
        let levels = levels(metric);
        assert_eq!((&verdict["puzzle"], &verdict["goal"]), (&"cube2".into(), &"solved".into()));
        assert_eq!(verdict["states"], levels.iter().sum::<u64>());
        assert_eq!(verdict["radius"], levels.len() - 1);
        for property in ["admissible", "consistent"] {
            assert_eq!(verdict[property], "proved");
        }
        let mut counts = vec![0; levels.len()];
        for pair in verdict["pairs"].as_array().expect("a list") {
            let number = |at: usize| pair[at].as_u64().expect("a number");
            counts[number(0) as usize] += number(2);
        }
        assert_eq!(counts, levels);
    }
    let ran = cube(&["audit", "pdb:full", "--sample", "--count", "3"]);
    let text = &ran.succeeds().stdout;
    assert!(text.starts_with("pdb:full on cube2, half-turn metric, to UUUU"), "{text}");
    assert!(text.contains("shortest solutions of 3 random cubes"), "{text}");
}

const COMPARED: [&str; 10] = [
    "compare",
    "--count",
    "6",
    "-a",
    "astar,idastar,greedy",
    "-H",
    "pdb:corners-5",
    "-m",
    "half",
    "-q",
];

#[test]
fn comparisons_of_cubes_are_stored_and_resumed() {
    let place = folder();
    let run = place.path().join("run");
    let report = place.path().join("report.html");
    let more = ["--memory", "1GiB", "--dir", name(&run), "-o", name(&report)];
    cube(&[&COMPARED[..], &more].concat()).succeeds();
    let html = std::fs::read_to_string(report).expect("a report");
    assert!(html.contains("6 uniform random cubes: loyd scramble --puzzle cube2"), "{html}");
    assert!(html.contains("compare --puzzle cube2 --count 6 --seed 1 --goal solved"), "{html}");
    assert!(html.contains("All solved all cubes"), "{html}");

    let results = run.join("results-0001.jsonl");
    let text = std::fs::read_to_string(&results).expect("results");
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    assert_eq!(lines.len(), 18);
    std::fs::write(&results, lines[..7].concat()).expect("a writable folder");
    let again = loyd(&["compare", "--resume", name(&run), "--format", "csv"]);
    let rows = again.succeeds().rows();
    assert_eq!(rows.len(), 18);
    let drawn = cube(&["scramble", "--count", "6", "--seed", "1"]).rows();
    let drawn: HashMap<_, _> =
        drawn.into_iter().map(|row| (row["id"].clone(), row["facelets"].clone())).collect();
    for row in &rows {
        assert_eq!((&row["puzzle"][..], &row["facelets"]), ("cube2", &drawn[&row["id"]]));
        let solved = cube(&["solve", "--format", "csv", &row["facelets"]]);
        assert_eq!(row["optimal_length"], solved.rows()[0]["length"]);
        let shortest = row["length"] == row["optimal_length"];
        assert!(shortest || row["algorithm"] == "greedy", "{row:?}");
    }
}

#[test]
fn cubes_in_a_folder_are_resumed() {
    let place = folder();
    let run = place.path().join("run");
    let cubes = cube(&["scramble", "--count", "5", "--seed", "9"]).stdout;
    let table = file(&place, "cubes.csv", cubes);
    let solve = ["solve", "-i", &table, "-H", "zero", "-a", "idastar", "--format", "csv"];
    let limited = cube(&[&solve[..], &["--max-nodes", "1000", "--dir", name(&run)]].concat());
    assert_eq!(limited.code, Some(3), "{}", limited.stderr);
    let resumed = loyd(&["solve", "--resume", name(&run), "--max-nodes", "3e8", "--format", "csv"]);
    let whole = cube(&["solve", "-i", &table, "--format", "csv"]);
    let lengths = |ran: &Ran| -> Vec<String> {
        ran.succeeds().rows().iter().map(|row| row["length"].clone()).collect()
    };
    assert_eq!(lengths(&resumed), lengths(&whole));
    cube(&["solve", "--resume", name(&run)]).fails_with(2, "cannot be used with");
}

#[test]
fn options_of_tiles_are_refused_for_cubes() {
    let place = folder();
    let run = place.path().join("run");
    for (arguments, message) in [
        (&["solve", "-a", "human", "R"][..], "it does not search cube2; choose one of idastar"),
        (&["compare", "-a", "human"], "it does not search cube2; choose one of idastar"),
        (&["solve", "-m", "single", "R"], "\"single\" is not a metric of cube2"),
        (&["check", "-m", "multi", "R"], "\"multi\" is not a metric of cube2"),
        (&["solve", "-H", "manhattan", "R"], "not a heuristic of the 2x2x2 cube"),
        (&["audit", "manhattan"], "not a heuristic of the 2x2x2 cube"),
        (&["solve", "-H", "corners-4", "R"], "did you mean pdb:corners-4?"),
        (&["solve", "-H", "nothing-known", "R"], "orientation"),
        (&["compare", "-H", "manhattan"], "not a heuristic of the 2x2x2 cube"),
        (&["solve", "-s", "3x3", "R"], "--size: cube2 takes no size: remove 3x3"),
        (&["scramble", "-s", "3x3"], "--size: cube2 takes no size: remove 3x3"),
        (&["audit", "zero", "-s", "3x3"], "--size: cube2 takes no size: remove 3x3"),
        (&["compare", "-s", "3x3"], "--size: cube2 takes no size: remove 3x3"),
        (&["solve", "-g", "blank-last", "R"], "the goal: "),
        (&["scramble", "-g", "blank-first"], "the goal: "),
        (
            &["compare", "--set", "korf100"],
            "--set: korf100 has positions of tiles, and --puzzle says cube2",
        ),
        (&["compare", "--preset", "borowski"], "are on boards of tiles, and --puzzle says cube2"),
        (&["bench", "solve"], "--set: korf100 has positions of tiles, and --puzzle says cube2"),
        (&["plan", "solve", "R"], "boards of tiles, and --puzzle says cube2"),
        (&["verify", name(&run)], "--puzzle is for boards"),
    ] {
        let ran = cube(arguments);
        ran.fails_with(2, message);
    }
    loyd(&["solve", "-m", "half", "1 2 3 0"]).fails_with(2, "\"half\" is not a metric of tiles");
    loyd(&["solve", "-H", "orientation", "1 2 3 0"]).fails_with(2, "is not a heuristic");
    loyd(&["solve", "--puzzle", "cube9", "R"]).fails_with(2, "invalid value 'cube9'");
    let help = loyd(&["solve", "--help"]).stdout;
    let script = loyd(&["completions", "bash"]).stdout;
    for word in ["--puzzle", "cube2", "pdb:corners-4", "quarter"] {
        assert!(help.contains(word) && script.contains(word), "{word}");
    }
}

#[test]
fn known_lengths_of_cubes_are_compared() {
    let place = folder();
    let table = |length: u32| {
        format!("facelets,optimal_length\n{},3\n{},{length}\n", after("RUF"), after("RUR"))
    };
    let right = file(&place, "right.csv", table(3));
    let wrong = file(&place, "wrong.csv", table(2));
    let bench = |input: &str| {
        let ran = cube(&["bench", "solve", "-i", input, "-H", "pdb:corners-4", "--format", "csv"]);
        (ran.code, ran.rows()[0]["wrong"].clone())
    };
    assert_eq!(bench(&right), (Some(0), "0".to_owned()));
    assert_eq!(bench(&wrong), (Some(1), "1".to_owned()));
}
