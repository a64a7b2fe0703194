//! Enumerations that a host makes by WebGPU: the requests, without a device. The totals that kernels
//! would find are made of the levels of another engine.

use loyd_web::Engine;
use serde_json::{Value, json};

fn call(engine: &Engine, request: &Value) -> Value {
    serde_json::from_str(&engine.call(&request.to_string(), &mut ())).expect("JSON")
}

fn result(engine: &Engine, request: &Value) -> Value {
    let answer = call(engine, request);
    assert!(answer.get("error").is_none(), "{request}: {answer}");
    answer["result"].clone()
}

fn refused(engine: &Engine, request: &Value) -> (String, String) {
    let error = &call(engine, request)["error"];
    let text = |name: &str| error[name].as_str().expect("a text").to_owned();
    (text("what"), text("message"))
}

/// The least limits of WebGPU.
fn adapter() -> Value {
    json!({
        "name": "card", "software": false, "binding_bytes": 128 << 20, "storage_bindings": 8,
        "workgroups": 65_535, "alignment": 256,
    })
}

fn program(size: &str, metric: &str) -> Value {
    json!({ "op": "gpu_program", "size": size, "metric": metric, "adapter": adapter() })
}

/// The words that kernels leave for levels `depth + 1` to `depth + count`: in the single-tile metric
/// the states of one colour up to a level, else all.
fn totals(levels: &[u64], metric: &str, depth: usize, count: usize) -> Vec<u32> {
    (depth + 1..=depth + count)
        .flat_map(|last| {
            let step = if metric == "single" { 2 } else { 1 };
            let of_level = |depth: usize| levels.get(depth).copied().unwrap_or(0);
            let sum: u64 = (0..=last).rev().step_by(step).map(of_level).sum();
            [sum as u32, (sum >> 32) as u32]
        })
        .collect()
}

fn levels_of(value: &Value) -> Vec<u64> {
    value["levels"].as_array().expect("levels").iter().filter_map(Value::as_u64).collect()
}

#[test]
fn levels_made_elsewhere_have_the_result_of_an_enumeration() {
    for (size, metric, start) in
        [("3x3", "single", 4), ("3x3", "multi", 8), ("4x2", "single", 2), ("2x4", "multi", 0)]
    {
        let engine = Engine::default();
        let start = json!(start.to_string());
        let plain = result(
            &engine,
            &json!({ "op": "enumerate", "size": size, "metric": metric, "start": start }),
        );
        let levels = levels_of(&plain);
        let mut request = program(size, metric);
        request["start"] = start;
        let mut state = result(&engine, &request);
        assert_eq!(levels_of(&state), [1]);
        let mut steps = 0;
        while state.get("result").is_none() {
            let next = |name: &str| state["next"][name].as_u64().expect("a step") as usize;
            let (depth, count) = (next("depth"), next("levels"));
            assert_eq!(levels_of(&state), levels[..=depth], "{size} {metric}");
            let totals = totals(&levels, metric, depth, count);
            let request = json!({
                "op": "gpu_levels", "totals": totals, "seconds": 2.5, "setup_seconds": 0.5,
            });
            state = result(&engine, &request);
            steps += 1;
        }
        assert!(steps > 1, "several steps are made");
        assert_eq!(state["next"], Value::Null);
        let counted = &state["result"];
        for name in
            ["puzzle", "metric", "start", "start_cell", "levels", "total", "complete", "radius"]
        {
            assert_eq!(counted[name], plain[name], "{size} {metric}: {name}");
        }
        assert_eq!(counted["engine"], "gpu");
        let seconds = counted["seconds"].as_f64().expect("seconds");
        assert!((2.5..2.6).contains(&seconds), "{seconds}");
        assert_eq!(counted["setup_seconds"], 0.5);
        let keys = |value: &Value| value.as_object().expect("fields").keys().cloned().collect();
        let (of_gpu, of_plain): (Vec<String>, Vec<String>) = (keys(counted), keys(&plain));
        assert_eq!(of_gpu, of_plain);
    }
}

#[test]
fn a_program_has_everything_that_a_host_needs() {
    let found = result(&Engine::default(), &program("4x3", "multi"));
    let program = &found["program"];
    let array = |value: &Value| value.as_array().expect("an array").clone();
    let (buffers, kernels) = (array(&program["buffers"]), array(&program["kernels"]));
    assert!(buffers.iter().all(|it| it["bytes"].as_u64() > Some(0)));
    for kernel in &kernels {
        let text = kernel["text"].as_str().expect("a text");
        let entry = kernel["entry_point"].as_str().expect("a name");
        assert!(text.contains(&format!("fn {entry}(")), "{entry}");
        for name in kernel["constants"].as_object().expect("constants").keys() {
            assert!(text.contains(&format!("override {name}: u32;")), "{name}");
        }
        let access = |it: &Value| it["access"].as_str().expect("a name").to_owned();
        let kinds: Vec<String> = array(&kernel["bindings"]).iter().map(access).collect();
        assert!(kinds.iter().all(|it| ["parameters", "read", "write"].contains(&it.as_str())));
        assert_eq!(kinds.iter().filter(|it| *it == "parameters").count(), 1);
    }
    for place in ["parameters", "totals", "lists"] {
        assert!(program[place].as_u64().expect("a number") < buffers.len() as u64);
    }
    for steps in array(&program["of_level"]) {
        for step in array(&steps) {
            assert_eq!(array(&step["parameters"]).len(), 17);
            assert_eq!(array(&step["workgroups"]).len(), 2);
        }
    }
    assert_eq!((&program["level_word"], &program["slot_word"]), (&json!(0), &json!(1)));
    assert_eq!(found["next"]["depth"], 0);
}

#[test]
fn a_depth_ends_the_run() {
    let engine = Engine::default();
    let mut request = program("3x3", "single");
    request["depth"] = json!(2);
    let begun = result(&engine, &request);
    assert_eq!(begun["next"], json!({ "depth": 0, "levels": 2 }));
    let ended = result(&engine, &json!({ "op": "gpu_levels", "totals": [2, 0, 5, 0] }));
    assert_eq!(ended["result"]["levels"], json!([1, 2, 4]));
    assert_eq!(
        (&ended["result"]["complete"], &ended["result"]["radius"]),
        (&json!(false), &Value::Null)
    );
    request["depth"] = json!(0);
    assert_eq!(result(&engine, &request)["next"], Value::Null);
    let ended = result(&engine, &json!({ "op": "gpu_levels" }));
    assert_eq!(ended["result"]["levels"], json!([1]));
}

#[test]
fn a_board_that_does_not_fit_is_refused_with_the_limit() {
    for (size, name, value, part) in [
        ("3x3", "binding_bytes", 1000, "a buffer has at most 1000 bytes"),
        ("3x3", "binding_bytes", 0, "a buffer has at most 0 bytes"),
        ("3x3", "storage_bindings", 3, "a kernel has at most 3 buffers"),
        ("4x3", "workgroups", 9, "a dispatch has at most 81 workgroups"),
        ("3x3", "workgroups", 0, "a dispatch has at most 0 workgroups"),
        ("7x2", "software", 0, "a buffer has at most 134217728 bytes"),
        ("4x4", "software", 0, "a buffer has at most"),
        ("2x2", "software", 0, "too small"),
    ] {
        let mut request = program(size, "single");
        request["adapter"][name] = json!(value);
        let (_, message) = refused(&Engine::default(), &request);
        assert!(message.contains(part), "{size}: {message}");
    }
}

#[test]
fn wrong_requests_name_the_field() {
    let engine = Engine::default();
    let changed = |name: &str, value: Value| {
        let mut request = program("3x3", "single");
        request[name] = value;
        request
    };
    let of_adapter = |name: &str, value: Value| {
        let mut request = program("3x3", "single");
        request["adapter"][name] = value;
        request
    };
    for (request, what) in [
        (changed("puzzle", json!("cube2")), "puzzle"),
        (changed("metric", json!("half")), "metric"),
        (changed("adapter", json!("card")), "adapter"),
        (of_adapter("name", Value::Null), "name"),
        (of_adapter("workgroups", json!(-1)), "workgroups"),
        (of_adapter("alignment", json!(0)), "alignment"),
        (of_adapter("alignment", json!(96)), "alignment"),
        (json!({ "op": "gpu_levels", "totals": "1" }), "totals"),
        (json!({ "op": "gpu_levels", "totals": [1u64 << 32] }), "totals"),
        (json!({ "op": "gpu_levels", "totals": [2, 0], "lists": [-1] }), "lists"),
        (json!({ "op": "gpu_levels", "totals": [2, 0], "seconds": "no" }), "seconds"),
        (json!({ "op": "gpu_levels", "totals": [2, 0] }), "op"),
    ] {
        let (field, message) = refused(&engine, &request);
        assert_eq!(field, what, "{request}: {message}");
    }
}

#[test]
fn wrong_counts_end_the_run() {
    for (totals, part) in [
        (json!([]), "missing"),
        (json!([2]), "missing"),
        (json!([0, 0]), "end before all states"),
        (json!([2, 0, 0, 0]), "fewer states than before"),
        (json!([2, 7]), "more states than the board has"),
        (json!([2, 0].repeat(17)), "more levels than a step has"),
    ] {
        let engine = Engine::default();
        result(&engine, &program("3x3", "single"));
        let request = json!({ "op": "gpu_levels", "totals": totals });
        let (_, message) = refused(&engine, &request);
        assert!(message.contains(part) && message.starts_with("card "), "{message}");
        let (_, message) = refused(&engine, &json!({ "op": "gpu_levels", "totals": [2, 0] }));
        assert!(message.contains("no program"), "{message}");
    }
}
