//! Exported files are sorted, whole, and read by a CSV reader.

use super::{build_graph, connect, in_memory, request, tiles};
use loyd::PuzzleName;
use loyd_graph::{Backend, BuildRequest, DatabaseUrl, Strategy, export};
use loyd_search::observe::Cancel;
use std::collections::HashMap;

type Line = (String, String, u32, String, String);

fn lines(backend: &mut dyn Backend) -> Vec<Line> {
    let mut bytes = Vec::new();
    let states = export::csv::write(backend, &Cancel::new(), &mut bytes).expect("a file");
    let mut reader = csv::Reader::from_reader(&bytes[..]);
    assert_eq!(
        reader.headers().expect("names"),
        vec!["key", "position", "level", "move", "parent"]
    );
    let lines: Vec<Line> = reader.deserialize().map(|line| line.expect("a line")).collect();
    assert_eq!(states, Some(lines.len() as u64));
    lines
}

#[test]
fn every_state_is_a_line_and_its_parent_is_one_level_lower() {
    let mut backend = in_memory(&request("3x3", "multi", None, Strategy::Bulk));
    let lines = lines(&mut *backend);
    assert_eq!(lines.len(), 181_440);
    let key = |line: &Line| line.0.parse::<i64>().expect("a number");
    assert!(lines.is_sorted_by(|one, other| key(one) < key(other)));
    let levels: HashMap<&str, u32> = lines.iter().map(|line| (&*line.0, line.2)).collect();
    for (key, position, level, mv, parent) in &lines {
        let digits: String = position.split(' ').collect();
        assert_eq!(format!("{:09x}", key.parse::<i64>().expect("a number")), digits);
        if *level == 0 {
            assert_eq!((mv.as_str(), parent.as_str()), ("", ""));
        } else {
            assert_eq!(levels[&**parent] + 1, *level, "{position}");
        }
    }
}

#[test]
fn keys_in_bytes_are_hexadecimal() {
    let mut backend = connect(&DatabaseUrl::Memory);
    let request = BuildRequest { depth: Some(2), ..BuildRequest::new(PuzzleName::Cube3, None) };
    build_graph(&request, &mut *backend);
    let lines = lines(&mut *backend);
    assert_eq!(lines.len(), 1 + 18 + 243);
    assert!(lines.iter().all(|line| line.0.len() == 26 && line.1.len() == 54));
    assert!(lines.is_sorted_by(|one, other| one.0 < other.0));
}

#[test]
fn a_cancelled_export_has_no_count() {
    let mut backend = in_memory(&tiles("2x2"));
    let cancel = Cancel::new();
    cancel.cancel();
    let count = export::csv::write(&mut *backend, &cancel, &mut std::io::sink());
    assert_eq!(count.expect("no error"), None);
}
