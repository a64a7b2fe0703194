//! Many boards: order, ids, bad lines, columns.

use crate::program::{HARD, file, folder, loyd, loyd_reading};

const HEADER: &str = "id,status,length,proven,lower_bound,moves,expanded,generated,seconds,\
                      algorithm,heuristic,puzzle,tiles,width,height,goal,metric";

#[test]
fn results_have_the_fields_in_order() {
    let ran = loyd(&["solve", "--format", "csv", "1 2 3 4 5 6 7 0 8"]);
    ran.succeeds();
    assert_eq!(ran.stdout.lines().next(), Some(HEADER));
    let row = &ran.rows()[0];
    for (column, value) in
        [("id", "1"), ("status", "solved"), ("length", "1"), ("proven", "true"), ("moves", "L")]
    {
        assert_eq!(row[column], value, "{column}");
    }
    let ran = loyd(&["solve", "--format", "json", "1 2 3 4 5 6 7 0 8"]);
    let object: serde_json::Value = serde_json::from_str(&ran.stdout).expect("JSON");
    let keys: Vec<&str> =
        object.as_object().expect("an object").keys().map(|key| &key[..]).collect();
    assert_eq!(keys.join(","), HEADER);
    assert_eq!(object["length"], 1);
    assert_eq!(object["proven"], true);
}

#[test]
fn the_goal_itself_has_an_empty_solution() {
    let ran = loyd(&["solve", "--format", "json", "1 2 3 4 5 6 7 8 0"]);
    let object: serde_json::Value = serde_json::from_str(&ran.succeeds().stdout).expect("JSON");
    assert_eq!((&object["moves"], &object["length"]), (&"".into(), &0.into()));
}

#[test]
fn a_bad_line_is_reported_and_the_rest_runs() {
    let folder = folder();
    let path = file(&folder, "boards", "# three boards\n1 2 3 4 5 6 7 0 8\n\n1 2 2 0\n1 2 0 3\n");
    let ran = loyd(&["solve", "--format", "csv", "--input", &path]);
    ran.fails_with(2, &format!("line 4 of {path}: tile 2 appears twice"));
    let statuses: Vec<_> =
        ran.rows().iter().map(|row| (row["id"].clone(), row["status"].clone())).collect();
    let expected = [("2", "solved"), ("4", "invalid"), ("5", "solved")];
    assert_eq!(statuses, expected.map(|(id, status)| (id.to_owned(), status.to_owned())));
    let ran = loyd(&["solve", "--format", "json", "--input", &path]);
    let line = ran.stdout.lines().nth(1).expect("three lines");
    let object: serde_json::Value = serde_json::from_str(line).expect("JSON");
    assert!(object["message"].as_str().expect("a message").starts_with("line 4 of"));
}

#[test]
fn the_exit_code_is_the_highest_met() {
    let exit = |boards: &[&str]| loyd(&[&["solve", "--max-nodes", "1000"], boards].concat()).code;
    let (solvable, unsolvable) = ("1 2 3 4 5 6 7 0 8", "2 1 3 4 5 6 7 8 0");
    assert_eq!(exit(&[solvable, solvable]), Some(0));
    assert_eq!(exit(&[unsolvable, solvable]), Some(1));
    assert_eq!(exit(&[unsolvable, "1 2 3 y", solvable]), Some(2));
    assert_eq!(exit(&["1 2 3 y", HARD, solvable]), Some(3));
}

#[test]
fn results_keep_the_order_of_the_input_with_several_threads() {
    let boards = loyd(&["scramble", "--size", "3x3", "--count", "60", "--seed", "5"]);
    let solve = |threads: &str| {
        let arguments = ["solve", "-", "--format", "csv", "--threads", threads];
        let ran = loyd_reading(&arguments, boards.stdout.as_bytes());
        let rows = ran.succeeds().rows();
        rows.iter().map(|row| (row["id"].clone(), row["length"].clone())).collect::<Vec<_>>()
    };
    let four = solve("4");
    assert!(four.iter().map(|(id, _)| id.clone()).eq((1..=60).map(|id| id.to_string())));
    assert_eq!(four, solve("1"));
}

#[test]
fn columns_pass_through_and_never_collide() {
    let folder = folder();
    let path = file(
        &folder,
        "boards.csv",
        "note,tiles,goal,width,height,length\n\"a, b\",1 2 3 4 0 5,blank_last,3,2,x\n\
         c,\"1,2,3,4,5,6,7,0,8\",,,,y\n",
    );
    let ran = loyd(&["solve", "--format", "csv", "--input", &path]);
    let header = ran.succeeds().stdout.lines().next().expect("a header");
    assert_eq!(header, format!("{HEADER},note,input_length"));
    let rows = ran.rows();
    assert_eq!((&rows[0]["note"][..], &rows[1]["input_length"][..]), ("a, b", "y"));
    assert_eq!((&rows[0]["id"][..], &rows[1]["id"][..]), ("1", "2"));
    assert_eq!(rows[0]["length"], "1");
}

#[test]
fn boards_of_different_sizes_and_goals_in_one_batch() {
    let input = b"tiles,width,height,goal\n1 2 3 0,,,\n0 1 2 3 4 5,3,2,blank-first\n\
                  5 4 3 2 1 0,3,2,5 4 3 2 0 1\n1 0,2,1,blank-first\n";
    let ran = loyd_reading(&["solve", "-", "--format", "csv"], input);
    let lengths: Vec<String> =
        ran.succeeds().rows().iter().map(|row| row["length"].clone()).collect();
    assert_eq!(lengths, ["0", "0", "1", "1"]);
}

#[test]
fn spreadsheets_write_byte_order_marks_and_carriage_returns() {
    let ran = loyd_reading(&["solve", "-", "--format", "csv"], b"\xef\xbb\xbftiles\r\n1 2 0 3\r\n");
    assert_eq!(ran.succeeds().rows()[0]["length"], "1");
}

#[test]
fn metrics_count_differently() {
    let board = "0 1 2 3 4 5 6 7 8";
    let solve = |metric: &str, moves: &str| {
        let ran = loyd(&[
            "verify",
            "--goal",
            "1 2 0 3 4 5 6 7 8",
            "--moves",
            moves,
            "--metric",
            metric,
            "--format",
            "csv",
            board,
        ]);
        ran.succeeds().rows()[0]["length"].clone()
    };
    assert_eq!((solve("single", "L L"), solve("multi", "L2")), ("2".into(), "1".into()));
    let ran = loyd(&[
        "solve",
        "--goal",
        "1 2 0 3 4 5 6 7 8",
        "--metric",
        "multi",
        "--format",
        "csv",
        board,
    ]);
    assert_eq!(ran.succeeds().rows()[0]["moves"], "L2");
}
