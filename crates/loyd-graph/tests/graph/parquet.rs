//! Parquet files have the rows of the CSV, for the reader of the same library and for `DuckDB`.

use super::{build_graph, connect, in_memory, request};
use loyd::PuzzleName;
use loyd_graph::{Backend, BuildRequest, DatabaseUrl, Strategy, export};
use loyd_search::observe::Cancel;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

fn csv(backend: &mut dyn Backend) -> Vec<Vec<String>> {
    let mut bytes = Vec::new();
    export::csv::write(backend, &Cancel::new(), &mut bytes).expect("a file");
    let mut reader = csv::Reader::from_reader(&bytes[..]);
    let line = |line: csv::Result<csv::StringRecord>| {
        line.expect("a line").iter().map(str::to_owned).collect()
    };
    reader.records().map(line).collect()
}

fn parquet(backend: &mut dyn Backend) -> Vec<u8> {
    let mut bytes = Vec::new();
    let states = export::parquet::write(backend, &Cancel::new(), &mut bytes);
    assert!(states.expect("a file").is_some());
    bytes
}

/// A value as the CSV has it.
fn text(field: &Field) -> String {
    match field {
        Field::Null => String::new(),
        Field::Long(number) => number.to_string(),
        Field::Int(number) => number.to_string(),
        Field::Str(text) => text.clone(),
        Field::Bytes(bytes) => bytes.data().iter().fold(String::new(), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        }),
        other => panic!("{other:?} is in no column"),
    }
}

fn check(backend: &mut dyn Backend) {
    let (lines, bytes) = (csv(backend), parquet(backend));
    let reader = SerializedFileReader::new(bytes::Bytes::from(bytes)).expect("Parquet");
    let rows = reader.get_row_iter(None).expect("rows");
    let mut count = 0;
    for (row, line) in rows.zip(&lines) {
        let row = row.expect("a row");
        let values: Vec<String> = row.get_column_iter().map(|(_, field)| text(field)).collect();
        assert_eq!(values, *line);
        count += 1;
    }
    assert_eq!((count, reader.metadata().file_metadata().num_rows()), (lines.len(), count as i64));
}

#[test]
fn rows_are_those_of_the_csv() {
    let mut backend = in_memory(&request("3x3", "single", None, Strategy::Bulk));
    check(&mut *backend);
    let mut backend =
        in_memory(&BuildRequest { depth: Some(3), ..BuildRequest::new(PuzzleName::Cube3, None) });
    check(&mut *backend);
}

#[test]
fn ascending_keys_take_few_bytes() {
    let mut backend = in_memory(&request("3x3", "single", None, Strategy::Bulk));
    let bytes = parquet(&mut *backend).len() as f64 / 181_440.0;
    assert!(bytes < 20.0, "{bytes} bytes per state");
}

/// Counts the levels of an exported file, its parents, and one board, in SQL.
const QUERY: &str = "
import sys, duckdb
file = sys.argv[1]
print(duckdb.sql(f\"SELECT level, count(*) FROM '{file}' GROUP BY level ORDER BY level\").fetchall())
print(duckdb.sql(f\"\"\"SELECT count(*) FROM '{file}' s JOIN '{file}' p ON s.parent = p.key
    WHERE p.level + 1 = s.level\"\"\").fetchall())
print(duckdb.sql(f\"SELECT position, move FROM '{file}' WHERE level = 31 ORDER BY key\").fetchall())
";

#[test]
fn duckdb_reads_them() {
    let Some(packages) = std::env::var_os("LOYD_DUCKDB") else {
        assert!(std::env::var_os("LOYD_REQUIRE_DUCKDB").is_none(), "LOYD_DUCKDB names no folder");
        eprintln!("SKIPPED: LOYD_DUCKDB names no folder with the Python package duckdb");
        return;
    };
    let folder = super::folder();
    let mut backend = connect(&DatabaseUrl::Memory);
    let graph = build_graph(&request("3x3", "single", None, Strategy::Bulk), &mut *backend);
    let file = folder.path().join("8.parquet");
    std::fs::write(&file, parquet(&mut *backend)).expect("a file");
    let output = ask(Path::new(&packages), &file);
    let levels: Vec<String> =
        graph.levels.iter().enumerate().map(|(level, n)| format!("({level}, {n})")).collect();
    let farthest = "[('6 4 7 8 5 0 3 2 1', 'D'), ('8 6 7 2 5 4 3 0 1', 'R')]";
    let expected = format!("[{}]\n[(181439,)]\n{farthest}\n", levels.join(", "));
    assert_eq!(output, expected);
}

fn ask(packages: &Path, file: &Path) -> String {
    let mut python = Command::new("python3");
    python.args(["-c", QUERY]).arg(file).env("PYTHONPATH", packages);
    let output = python.output().expect("python3");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}
