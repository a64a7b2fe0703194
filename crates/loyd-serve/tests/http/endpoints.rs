//! Every address of the API, with valid and with invalid requests.

use crate::client::{EASY, HARD, Running, options};
use loyd_serve::Options;
use serde_json::{Value, json};

#[test]
fn positions_are_solved_as_the_command_line_prints_them() {
    let server = Running::start(options());
    let response = server.solve(&json!({ "board": EASY }));
    assert_eq!((response.status, response.header("content-type")), (200, "application/json"));
    let result = response.json();
    assert_eq!(result["status"], "solved");
    assert_eq!((&result["length"], &result["proven"]), (&json!(31), &json!(true)));
    assert_eq!(result["moves"].as_str().expect("moves").split(' ').count(), 31);
    for name in ["lower_bound", "expanded", "generated", "seconds", "algorithm", "heuristic"] {
        assert!(!result[name].is_null(), "{name}");
    }
    assert_eq!((&result["puzzle"], &result["goal"]), (&json!("3x3"), &json!("blank-last")));

    let length = |request: Value| server.solve(&request).json()["length"].as_u64();
    assert_eq!(length(json!({ "board": [8, 6, 7, 2, 5, 4, 3, 0, 1] })), Some(31));
    assert_eq!(
        length(json!({ "board": "5 3 2 4 1 0", "size": "3x2" })),
        length(json!({
            "board": "5 3 2 4 1 0", "puzzle": "3x2", "algorithm": "astar", "heuristic": "manhattan",
        }))
    );
    assert_eq!(length(json!({ "board": "R U F2", "puzzle": "cube2" })), Some(3));
    assert_eq!(
        length(json!({ "board": "1 2 3 4 0 6 7 5 8", "goal": "1 2 3 ? ? ? ? ? ?" })),
        Some(0)
    );
    assert_eq!(length(json!({ "board": EASY, "goal": "blank-last or blank-first" })), Some(27));
    let cross = "????U???? ????R??R? ????F??F? ?D?DDD?D? ????L??L? ????B??B?";
    assert_eq!(length(json!({ "board": "R U F", "puzzle": "cube3", "goal": cross })), Some(2));
    let multi = json!({ "board": EASY, "metric": "multi", "goal": "blank_last" });
    assert!(length(multi) < Some(31));
    let all = server.solve(&json!({ "board": "1 2 3 4 0 6 7 5 8", "all": 10 })).json();
    assert_eq!((&all["solutions"], &all["all_moves"]), (&json!(1), &json!(["U L"])));
}

#[test]
fn threads_of_a_search_are_limited_by_the_server() {
    let server = Running::start(Options { threads: 2, ..options() });
    let names = server.get("/api/v1/names").json();
    assert_eq!(names["limits"]["threads"], 2);
    let korf = "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3";
    for threads in [1, 2, 1000] {
        let request = json!({
            "board": korf, "goal": "blank-first", "algorithm": "idastar",
            "heuristic": "walking-distance", "threads": threads,
        });
        let result = server.solve(&request).json();
        assert_eq!((&result["length"], &result["proven"]), (&json!(57), &json!(true)), "{threads}");
    }
}

#[test]
fn boards_without_a_solution_and_stopped_ones_are_results() {
    let server = Running::start(options());
    let unsolvable = server.solve(&json!({ "board": "2 1 3 4 5 6 7 8 0" }));
    assert_eq!((unsolvable.status, &unsolvable.json()["status"]), (200, &json!("unsolvable")));
    assert!(unsolvable.json()["message"].is_string());
    // An unsolvable board builds no table.
    let large = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 24 23 0";
    assert_eq!(server.solve(&json!({ "board": large })).json()["status"], "unsolvable");
    let hard = json!({ "board": HARD, "heuristic": "manhattan", "max_time": 0.3 });
    let stopped = server.solve(&hard);
    let result = stopped.json();
    assert_eq!((stopped.status, &result["status"]), (200, &json!("stopped")));
    assert!(result["lower_bound"].as_u64().is_some_and(|bound| bound >= 40), "{result}");
    assert_eq!(result["proven"], json!(false));
    let few = json!({ "board": HARD, "heuristic": "manhattan", "max_nodes": 100_000 });
    let message = server.solve(&few).json()["message"].clone();
    assert!(message.as_str().is_some_and(|it| it.contains("node limit")), "{message}");
}

#[test]
fn wrong_requests_name_the_field() {
    let server = Running::start(options());
    for (request, what) in [
        (json!({}), "board"),
        (json!({ "board": "1 2 3" }), "board"),
        (json!({ "board": 7 }), "board"),
        (json!({ "board": EASY, "puzzle": "sudoku" }), "puzzle"),
        (json!({ "board": EASY, "size": "3y3" }), "size"),
        (json!({ "board": EASY, "size": "3000x3000" }), "size"),
        (json!({ "board": EASY, "goal": "nowhere" }), "goal"),
        (json!({ "board": EASY, "metric": "half" }), "metric"),
        (json!({ "board": EASY, "algorithm": "dijkstra3" }), "algorithm"),
        (json!({ "board": EASY, "algorithm": "two-phase" }), "algorithm"),
        (json!({ "board": EASY, "heuristic": "mannhattan" }), "heuristic"),
        (json!({ "board": EASY, "heuristic": "pdb:7-8" }), "heuristic"),
        (json!({ "board": EASY, "max_time": -1 }), "max_time"),
        (json!({ "board": EASY, "max_time": "2h" }), "max_time"),
        (json!({ "board": EASY, "max_nodes": 0.5 }), "max_nodes"),
        (json!({ "board": EASY, "threads": 0 }), "threads"),
        (json!({ "board": EASY, "metrik": "multi" }), "request"),
    ] {
        let response = server.solve(&request);
        assert_eq!((response.status, response.what()), (400, what.to_owned()), "{request}");
    }
    for body in ["", "{", "[]", "null", "{\"board\": \"1\"", "\u{0}"] {
        let response = server.post("/api/v1/solve", body);
        assert_eq!((response.status, response.what()), (400, "body".to_owned()), "{body:?}");
    }
}

#[test]
fn events_end_with_a_result() {
    let server = Running::start(options());
    let board = EASY.replace(' ', "%20");
    let response = server.get(&format!("/api/v1/solve/events?board={board}&heuristic=hamming"));
    assert_eq!((response.status, response.header("content-type")), (200, "text/event-stream"));
    let (name, last) = events(&response.text()).pop().expect("an event");
    assert_eq!((&name[..], &last["length"]), ("result", &json!(31)));

    let hard = HARD.replace(' ', "+");
    let path = format!("/api/v1/solve/events?board={hard}&heuristic=manhattan&max_time=1500ms");
    let mut events = events(&server.get(&path).text());
    let (name, last) = events.pop().expect("an event");
    assert_eq!((&name[..], &last["status"]), ("result", &json!("stopped")));
    assert!((1..20).contains(&events.len()), "several reports a second: {}", events.len());
    for (name, progress) in &events {
        assert_eq!(name, "progress");
        assert!(progress["expanded"].is_u64() && progress["seconds"].is_f64(), "{progress}");
    }
    let wrong = server.get("/api/v1/solve/events?board=1+2+3");
    assert_eq!((wrong.status, wrong.what()), (400, "board".to_owned()));
}

/// The answer to a request without limits and heuristic is a solution, for every puzzle and algorithm.
#[test]
fn every_algorithm_of_each_puzzle_answers_with_all_defaults() {
    let names = Running::start(options()).get("/api/v1/names").json();
    let mut answers = 0;
    for puzzle in names["puzzles"].as_array().expect("puzzles") {
        let name = puzzle["name"].as_str().expect("a name");
        // The tables of the cube are not ready within the time limit; the answer still has a solution.
        let seconds = if name == "cube3" { 1 } else { 60 };
        let default_time = std::time::Duration::from_secs(seconds);
        let server = Running::start(Options { default_time, ..options() });
        let (size, position) = match name {
            "tiles" => ("3x3", "1 2 3 4 0 6 7 5 8"),
            "cube2" | "cube3" => (name, "R U F'"),
            "twisty" => ("pyraminx", "R U L'"),
            "hanoi" => ("hanoi-3x3", "AAA"),
            "edges" => ("river", "FWGC"),
            other => panic!("no position of {other} here"),
        };
        for algorithm in puzzle["algorithms"].as_array().expect("algorithms") {
            let (size, position) = match algorithm[0].as_str() {
                Some("phases") => ("cube4", "R U Fw"),
                _ => (size, position),
            };
            let mut request = json!({ "puzzle": name, "board": position });
            if name != size {
                request["size"] = json!(size);
            }
            let mut replay = request.clone();
            request["algorithm"] = algorithm[0].clone();
            let response = server.solve(&request);
            assert_eq!(response.status, 200, "{request}: {}", response.text());
            let result = response.json();
            // Without an estimate, a beam has a solution and no proof.
            let is_unproven = name == "cube3" || name == "edges" && algorithm[0] == "beam";
            assert!(result["status"] == "solved" || is_unproven, "{request}: {result}");
            replay["moves"] = result["moves"].clone();
            let replayed = server.post("/api/v1/replay", &replay.to_string()).json();
            assert_eq!(replayed["valid"], true, "{request}: {replayed}");
            answers += 1;
        }
    }
    assert!(answers > 40, "{answers} answers");
    let server = Running::start(options());
    // A scrambled cube is solved in milliseconds; the solution is not improved until a limit.
    let scrambled = json!({ "puzzle": "cube3", "count": 1, "seed": 3 }).to_string();
    let scrambled = server.post("/api/v1/scramble", &scrambled).json();
    let board = &scrambled["positions"][0];
    let request = json!({ "puzzle": "cube3", "board": board, "algorithm": "two-phase" });
    let result = server.solve(&request).json();
    assert_eq!(result["status"], "solved", "{result}");
}

/// The events of a stream, whose chunks have whole lines.
fn events(text: &str) -> Vec<(String, Value)> {
    let mut events = Vec::new();
    let mut name = String::new();
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix("event: ") {
            rest.clone_into(&mut name);
        } else if let Some(data) = line.strip_prefix("data: ") {
            events.push((name.clone(), serde_json::from_str(data).expect("JSON")));
        }
    }
    events
}

#[test]
fn facts_need_no_search() {
    let server = Running::start(options());
    let health = server.get("/api/v1/health").json();
    assert_eq!((&health["status"], &health["running"]), (&json!("ok"), &json!(0)));
    let names = server.get("/api/v1/names").json();
    let puzzles = names["puzzles"].as_array().expect("puzzles");
    assert_eq!(puzzles[0]["name"], "tiles");
    assert_eq!(puzzles[0]["metrics"][0][0], "single");
    let check = server.post("/api/v1/check", &json!({ "board": EASY }).to_string()).json();
    assert_eq!((&check["solvable"], &check["manhattan"]), (&json!(true), &json!(21)));
    let scramble = json!({ "size": "4x3", "count": 3, "seed": 7 }).to_string();
    let positions = server.post("/api/v1/scramble", &scramble).json();
    assert_eq!(
        (&positions["puzzle"], positions["positions"].as_array().map(Vec::len)),
        (&json!("4x3"), Some(3))
    );
    assert_eq!(positions, server.post("/api/v1/scramble", &scramble).json());
    let many = server.post("/api/v1/scramble", "{\"count\": 1e9}");
    assert_eq!((many.status, many.what()), (400, "count".to_owned()));
    let replay = json!({ "board": "1 2 3 4 0 6 7 5 8", "moves": "U L" }).to_string();
    let replayed = server.post("/api/v1/replay", &replay).json();
    assert_eq!((&replayed["valid"], &replayed["length"]), (&json!(true), &json!(2)));
    let large = json!({ "board": (0..121).collect::<Vec<_>>() }).to_string();
    assert_eq!(server.post("/api/v1/check", &large).what(), "size");
}

#[test]
fn levels_are_counted_once() {
    let server = Running::start(options());
    let levels = |path: &str| server.get(&format!("/api/v1/levels/{path}"));
    let eight = levels("3x3").json();
    assert_eq!((&eight["total"], &eight["radius"]), (&json!(181_440), &json!(31)));
    assert_eq!(levels("3x3?metric=multi").json()["radius"], json!(24));
    assert_eq!(levels("tiles?size=3x2").json()["radius"], json!(21));
    assert_eq!(levels("cube2?metric=half").json()["radius"], json!(11));
    assert_eq!(levels("3x3?start=centre&depth=2").json()["levels"], json!([1, 4, 8]));
    assert_eq!(levels("4x4?depth=4").json()["complete"], json!(false));
    // A request counts as completed when its answer is sent.
    server.wait_for("running", 0);
    let completed = server.health("completed");
    assert_eq!(levels("3x3").json(), eight);
    assert_eq!(server.health("completed"), completed, "the count is cached");
    for (path, what) in [
        ("4x4", "request"),
        ("3x3?metric=half", "metric"),
        ("3x3?start=99", "start"),
        ("20x20", "size"),
    ] {
        let response = levels(path);
        assert_eq!((response.status, response.what()), (400, what.to_owned()), "{path}");
    }
}
