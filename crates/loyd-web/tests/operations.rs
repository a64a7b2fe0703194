//! Requests of the page, carried out without a browser.

use loyd_web::{Engine, Host};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};

/// A host that records the progress.
#[derive(Default)]
struct Recording(Mutex<Vec<Value>>);

impl Host for Recording {
    fn progress(&self, progress: &Value) {
        self.0.lock().expect("no panic").push(progress.clone());
    }
}

/// The answer to a request, and its progress.
fn answer_and_progress(request: &Value) -> (Value, Vec<Value>) {
    let host = Arc::new(Recording::default());
    let answer = call(&Engine::new(host.clone()), request);
    let progress = std::mem::take(&mut *host.0.lock().expect("no panic"));
    (answer, progress)
}

/// A board 31 moves from its goal, the greatest distance on 3x3.
const HARDEST: &str = "8 6 7 2 5 4 3 0 1";

fn call(engine: &Engine, request: &Value) -> Value {
    serde_json::from_str(&engine.call(&request.to_string())).expect("JSON")
}

fn result(request: &Value) -> Value {
    let answer = call(&Engine::default(), request);
    assert!(answer.get("error").is_none(), "{request}: {answer}");
    answer["result"].clone()
}

fn refused(request: &Value) -> (String, String) {
    let error = &call(&Engine::default(), request)["error"];
    let text = |name: &str| error[name].as_str().expect("a text").to_owned();
    (text("what"), text("message"))
}

#[test]
fn positions_are_solved_by_every_kind_of_algorithm() {
    let engine = Engine::default();
    for algorithm in ["auto", "bfs", "astar", "idastar", "wastar(3)", "greedy", "human"] {
        let request = json!({ "op": "solve", "board": HARDEST, "algorithm": algorithm });
        let solved = call(&engine, &request)["result"].clone();
        assert_eq!(solved["status"], "solved", "{algorithm}: {solved}");
        let length = solved["length"].as_u64().expect("a length");
        assert!(
            length == 31 || (length > 31 && solved["proven"] == false),
            "{algorithm}: {solved}"
        );
        let moves = &solved["moves"];
        let replayed = json!({ "op": "replay", "board": HARDEST, "moves": moves });
        assert_eq!(call(&engine, &replayed)["result"]["valid"], true, "{algorithm}");
    }
}

#[test]
fn tables_are_built_once() {
    let engine = Engine::default();
    let prepare = |board: &str, heuristic: &str| {
        let request = json!({ "op": "prepare", "board": board, "heuristic": heuristic });
        call(&engine, &request)["result"].clone()
    };
    let easy = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15";
    let first = prepare(easy, "pdb:6-6-3")["seconds"].as_f64().expect("seconds");
    assert!(first > 0.0, "the tables are built");
    assert_eq!(prepare(easy, "pdb:6-6-3")["seconds"], 0.0, "the tables are cached");
}

#[test]
fn progress_is_reported_while_a_request_runs() {
    let board = "15 14 8 12 10 11 13 9 2 6 5 1 3 7 4 0";
    let request = json!({
        "op": "solve", "board": board, "algorithm": "astar", "heuristic": "manhattan",
        "max_nodes": 300_000,
    });
    let (answer, progress) = answer_and_progress(&request);
    assert_eq!(answer["result"]["status"], "stopped");
    let last = progress.last().expect("progress");
    let number = |name: &str| last[name].as_u64().expect("a number");
    assert!(number("expanded") > 10_000 && number("generated") > number("expanded"), "{last}");
    assert!(number("open") > 1000 && number("closed") > 1000, "{last}");
    let request = json!({ "op": "enumerate", "size": "3x3" });
    let (answer, progress) = answer_and_progress(&request);
    assert_eq!(
        (&answer["result"]["total"], &answer["result"]["radius"]),
        (&json!(181_440), &json!(31))
    );
    let levels = &progress.last().expect("progress")["levels"];
    assert_eq!(levels, &answer["result"]["levels"]);
}

#[test]
fn progress_names_the_table_in_construction() {
    let easy = "1 2 3 4 5 6 7 8 0";
    let request = json!({ "op": "prepare", "board": easy, "heuristic": "pdb:4-4" });
    let (_, progress) = answer_and_progress(&request);
    let first = progress.first().expect("progress");
    assert_eq!(first["table"], "4 tiles of a 3x3 board");
    let share = |progress: &Value| progress["share"].as_f64().expect("a share");
    assert!(progress.iter().all(|progress| (0.0..=1.0).contains(&share(progress))), "{progress:?}");
    let multi = json!({
        "op": "prepare", "board": easy, "heuristic": "pdb:4-4", "metric": "multi",
    });
    assert!(!answer_and_progress(&multi).1.is_empty());
    let cube = json!({
        "op": "prepare", "puzzle": "cube3", "board": "R U F2", "heuristic": "pdb:corners",
        "algorithm": "idastar",
    });
    let (_, progress) = answer_and_progress(&cube);
    assert!(progress.len() > 1, "{progress:?}");
    assert!(
        progress.is_sorted_by(|a, b| a["seconds"].as_f64() <= b["seconds"].as_f64()),
        "{progress:?}"
    );
}

#[test]
fn a_search_is_recorded_step_by_step() {
    let request = json!({
        "op": "trace", "board": HARDEST, "algorithm": "astar", "heuristic": "manhattan", "steps": 50,
    });
    let trace = result(&request);
    let steps = trace["steps"].as_array().expect("steps");
    assert_eq!(steps.len(), 50);
    assert_eq!((&steps[0]["board"], &steps[0]["parent"]), (&json!(HARDEST), &Value::Null));
    for step in &steps[1..] {
        let parent = &steps[step["parent"].as_u64().expect("a parent") as usize];
        let reached = result(&json!({
            "op": "replay", "board": parent["board"], "moves": step["move"], "goal": step["board"],
        }));
        assert_eq!(reached["valid"], true, "{step}");
        assert_eq!(step["g"].as_u64(), parent["g"].as_u64().map(|g| g + 1));
    }
    assert_eq!(trace["end"]["status"], "solved");
    assert_eq!(trace["end"]["proven"], true);
}

#[test]
fn intermediate_goals_have_different_places() {
    let request = json!({
        "op": "trace", "board": HARDEST, "algorithm": "human(tiles)", "steps": 5000,
    });
    let trace = result(&request);
    let goals = trace["intermediate_goals"].as_array().expect("goals");
    let mut cells: Vec<u64> = goals
        .iter()
        .flat_map(|goal| goal.as_array().expect("cells"))
        .filter_map(Value::as_u64)
        .collect();
    cells.sort_unstable();
    assert!(cells.windows(2).all(|pair| pair[0] < pair[1]), "{cells:?}");
    assert!(cells.len() >= 8, "{cells:?}");
    let steps = trace["steps"].as_array().expect("steps");
    let reached = steps.iter().filter(|step| step["kind"] == "intermediate_goal").count();
    assert_eq!(reached + 1, goals.len(), "every goal but the last is followed by another");
    let plain =
        result(&json!({ "op": "trace", "board": HARDEST, "algorithm": "astar", "steps": 1 }));
    assert_eq!(plain["intermediate_goals"], Value::Null);
}

#[test]
fn bytes_that_are_not_a_trace_are_refused() {
    let engine = Engine::default();
    let answer: Value = serde_json::from_str(&engine.read_trace(b"no trace")).expect("JSON");
    assert_eq!(answer["error"]["what"], "trace");
    let message = answer["error"]["message"].as_str().expect("a text");
    assert!(message.contains("not a trace"), "{message}");
}

#[test]
fn the_patterns_of_a_database_add_up_to_its_value() {
    let board = "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3";
    let goal = "blank-first";
    let request =
        json!({ "op": "patterns", "board": board, "goal": goal, "heuristic": "pdb:5-5-5" });
    let patterns = result(&request);
    let parts = patterns["patterns"].as_array().expect("patterns");
    let mut tiles: Vec<u64> = parts
        .iter()
        .flat_map(|part| part["tiles"].as_array().expect("tiles"))
        .filter_map(Value::as_u64)
        .collect();
    tiles.sort_unstable();
    assert_eq!(tiles, (1..16).collect::<Vec<u64>>());
    let sum: u64 = parts.iter().filter_map(|part| part["value"].as_u64()).sum();
    assert_eq!(patterns["total"], json!(sum));
    let manhattan =
        result(&json!({ "op": "check", "board": board, "goal": goal }))["manhattan"].as_u64();
    assert!(Some(sum) >= manhattan && sum <= 57, "the board takes 57 moves: {sum}");
}

#[test]
fn cubes_are_solved() {
    let request = json!({ "op": "solve", "puzzle": "cube2", "board": "R U F2 R' U2" });
    assert_eq!(result(&request)["length"], 5);
    let names = result(&json!({ "op": "names" }));
    let puzzles = names["puzzles"].as_array().expect("puzzles");
    assert!(puzzles.iter().any(|puzzle| puzzle["name"] == "cube3"));
}

#[test]
fn equal_seeds_give_equal_scrambles() {
    let request = json!({ "op": "scramble", "size": "4x4", "count": 3, "seed": 7 });
    let scrambled = result(&request);
    assert_eq!(scrambled["positions"].as_array().map(Vec::len), Some(3));
    assert_eq!(scrambled, result(&request));
}

#[test]
fn results_have_pinned_fields() {
    let text = |request: Value| result(&request).to_string();
    assert_eq!(
        text(json!({ "op": "scramble", "size": "2x2", "count": 2, "seed": 7 })),
        r#"{"puzzle":"2x2","goal":"blank-last","positions":["2 3 1 0","2 3 0 1"],"generator":"chacha8-v1"}"#
    );
    let patterns =
        json!({ "op": "patterns", "board": "1 2 3 4 5 6 0 7 8", "heuristic": "pdb:4-4" });
    assert_eq!(
        text(patterns),
        r#"{"heuristic":"pdb:4-4","total":2,"patterns":[{"tiles":[6,3,2,1],"value":0},{"tiles":[8,7,5,4],"value":2}]}"#
    );
    let trace = json!({
        "op": "trace", "board": "1 2 0 3", "algorithm": "idastar-plain", "heuristic": "manhattan", "steps": 9,
    });
    let steps = concat!(
        r#"{"program":"loyd "#,
        env!("CARGO_PKG_VERSION"),
        r#"","puzzle":"tiles","shape":"2x2","metric":"single","#,
        r#""algorithm":"idastar-plain","heuristic":"manhattan","start":"1 2 0 3","goal":"1 2 3 0","#,
        r#""steps":[{"kind":"iteration","value":1},{"kind":"expansion","parent":null,"move":null,"#,
        r#""board":"1 2 0 3","g":0,"h":1,"f":1,"open":0,"closed":0,"backward":false}],"#,
        r#""end":{"status":"solved","proven":true,"moves":"L","expanded":1,"generated":3,"message":null},"#,
        r#""intermediate_goals":null}"#,
    );
    assert_eq!(text(trace), steps);
}

#[test]
fn progress_has_pinned_fields() {
    let names = |request: Value| {
        let progress = answer_and_progress(&request).1;
        let last = progress.last().and_then(Value::as_object).expect("progress");
        last.keys().cloned().collect::<Vec<_>>().join(" ")
    };
    let hard = "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1";
    let solve =
        json!({ "op": "solve", "board": hard, "heuristic": "manhattan", "max_nodes": 200_000 });
    assert_eq!(names(solve), "bound best expanded generated open closed fraction seconds");
    let prepare = json!({ "op": "prepare", "board": "1 2 3 4 5 6 7 8 0", "heuristic": "pdb:4-4" });
    assert_eq!(names(prepare), "table share seconds");
    assert_eq!(names(json!({ "op": "enumerate", "size": "3x2" })), "levels seconds");
}

#[test]
fn wrong_requests_name_the_field() {
    for (request, what) in [
        (json!({ "op": "solve" }), "board"),
        (json!({ "op": "fly" }), "op"),
        (json!({}), "op"),
        (json!([1]), "request"),
        (json!({ "op": "solve", "board": "1 2 3" }), "board"),
        (json!({ "op": "solve", "board": 7 }), "board"),
        (json!({ "op": "solve", "board": HARDEST, "goal": "1 2" }), "goal"),
        (json!({ "op": "solve", "board": HARDEST, "size": "0x3" }), "size"),
        (json!({ "op": "solve", "board": HARDEST, "heuristic": "mannhattan" }), "heuristic"),
        (json!({ "op": "solve", "board": HARDEST, "algorithm": "fastest" }), "algorithm"),
        (json!({ "op": "solve", "board": HARDEST, "metric": "half" }), "metric"),
        (json!({ "op": "solve", "board": HARDEST, "max_nodes": -1 }), "max_nodes"),
        (json!({ "op": "solve", "board": HARDEST, "max_time": 1e30 }), "max_time"),
        (json!({ "op": "solve", "board": HARDEST, "share": [1] }), "share"),
        (json!({ "op": "solve", "board": HARDEST, "share": [0, -1] }), "share"),
        (
            json!({ "op": "solve", "board": HARDEST, "algorithm": "idastar", "share": [2, 2] }),
            "share",
        ),
        (
            json!({ "op": "solve", "board": HARDEST, "algorithm": "bfs", "share": [0, 2] }),
            "algorithm",
        ),
        (json!({ "op": "solve", "puzzle": "cube9", "board": "U" }), "puzzle"),
        (json!({ "op": "trace", "board": HARDEST, "algorithm": "idastar" }), "algorithm"),
        (json!({ "op": "scramble", "count": 1e9 }), "count"),
        (json!({ "op": "enumerate", "size": "9x9" }), "request"),
        (
            json!({ "op": "patterns", "board": "2 1 3 4 5 6 7 8 0", "heuristic": "manhattan" }),
            "board",
        ),
    ] {
        let (field, message) = refused(&request);
        assert_eq!(field, what, "{request}: {message}");
        assert!(message.len() > 10, "{message}");
    }
    let broken = Engine::default().call("{");
    assert!(broken.contains("not JSON"), "{broken}");
}
