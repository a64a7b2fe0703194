//! Requests, their graphs, and the results that these should have, for the tests of all databases.

use loyd::PuzzleName;
use loyd_graph::error::Result;
use loyd_graph::key::{Key, Rows};
use loyd_graph::{
    Access, Backend, BuildRequest, Built, DatabaseUrl, Strategy, build, export, open,
};
use loyd_search::observe::{Cancel, Limit};

/// A goal with which the keys of 4x4 boards are negative numbers.
pub(crate) const NEGATIVE: &str = "15 14 13 12 11 10 9 8 7 6 5 4 3 1 2 0";

pub(crate) fn connect(url: &DatabaseUrl) -> Box<dyn Backend> {
    open(url, Access::Build).expect("a database")
}

/// The puzzle of a shape, and the shape if the puzzle has several.
fn puzzle_of(shape: &str) -> (PuzzleName, Option<&str>) {
    match PuzzleName::named(shape) {
        Ok(puzzle) => (puzzle, None),
        Err(_) => (loyd::shape(shape).expect("a shape").0, Some(shape)),
    }
}

/// A request: shape, metric, depth and strategy.
pub(crate) fn request(
    shape: &str,
    metric: &str,
    depth: Option<u32>,
    strategy: Strategy,
) -> BuildRequest {
    let (puzzle, shape) = puzzle_of(shape);
    let metric = Some(metric.to_owned());
    BuildRequest { metric, depth, strategy, threads: 2, ..BuildRequest::new(puzzle, shape) }
}

/// The request for all levels of a board, with the defaults of everything else.
pub(crate) fn tiles(shape: &str) -> BuildRequest {
    BuildRequest::new(PuzzleName::Tiles, Some(shape))
}

pub(crate) fn try_build(request: &BuildRequest, backend: &mut dyn Backend) -> Result<Built> {
    build(request, backend, &Limit::none(), &mut |_| ())
}

pub(crate) fn build_graph(request: &BuildRequest, backend: &mut dyn Backend) -> Built {
    try_build(request, backend).expect("a graph")
}

/// A database with the graph of a request.
pub(crate) fn built(request: &BuildRequest, url: &DatabaseUrl) -> Box<dyn Backend> {
    let mut backend = connect(url);
    build_graph(request, &mut *backend);
    backend
}

/// The graph of a request in memory.
pub(crate) fn in_memory(request: &BuildRequest) -> Box<dyn Backend> {
    built(request, &DatabaseUrl::Memory)
}

/// The levels that the reference engine of enumeration counts; true if they are all levels.
pub(crate) fn reference(shape: &str, metric: &str, depth: Option<u32>) -> (Vec<u64>, bool) {
    let (puzzle, size) = puzzle_of(shape);
    let mut request = loyd::enumerate(puzzle.name()).metric(metric).engine("reference");
    (request.shape, request.depth) = (size.map(str::to_owned), depth);
    let enumeration = request.run().expect("an enumeration");
    (enumeration.levels, enumeration.complete)
}

/// All rows, read in small pages, whose keys ascend.
pub(crate) fn all_rows(backend: &mut dyn Backend) -> Rows {
    let key = backend.meta().expect("facts").expect("a graph").key;
    let (mut all, mut page) = (Rows::new(key), Rows::new(key));
    loop {
        let after = all.last_key();
        backend.page(None, after.as_ref(), 1000, &mut page).expect("rows");
        if page.is_empty() {
            return all;
        }
        assert!(after.is_none_or(|after| after < Key::at(&page.keys, 0)), "ascending keys");
        for row in 0..page.len() {
            all.keys.push(&Key::at(&page.keys, row));
        }
        all.levels.append(&mut page.levels);
        all.moves.append(&mut page.moves);
    }
}

/// Compares the results of the queries of docs/graph.md on a graph of the 8-puzzle with those that it
/// prints; `rows` runs a query.
pub(crate) fn check_documentation(rows: impl Fn(&str) -> String) {
    let text = include_str!("../../../../docs/graph.md");
    let mut queries = 0;
    for block in text.split("```sql\n").skip(1) {
        let (sql, rest) = block.split_once("```").expect("the end of a query");
        let expected = rest.trim_start().strip_prefix("```text\n");
        let expected = expected.unwrap_or_else(|| panic!("no result after {sql}"));
        let (expected, _) = expected.split_once("```").expect("the end of a result");
        assert_eq!(rows(sql), expected, "{sql}");
        queries += 1;
    }
    assert!(queries >= 6, "{queries} queries");
}

/// Compares the views of a graph with its exported rows and with each other; `rows` runs a query when
/// the graph is not open any more.
pub(crate) fn check_views(mut backend: Box<dyn Backend>, rows: impl Fn(&str) -> String) {
    let mut file = Vec::new();
    export::csv::write(&mut *backend, &Cancel::new(), &mut file).expect("a file");
    let last = backend.levels().expect("levels").len() - 1;
    drop(backend);
    let exported = String::from_utf8(file).expect("text");
    let parent_of = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        let [key, _, level, _, parent] = fields[..] else { panic!("{line}") };
        (!parent.is_empty()).then(|| format!("{key}|{level}|{parent}"))
    };
    let mut parents: Vec<String> = exported.lines().skip(1).filter_map(parent_of).collect();
    parents.sort_unstable();
    let tree = rows("SELECT t.key, t.level, t.parent FROM tree t");
    let mut tree: Vec<&str> = tree.lines().collect();
    tree.sort_unstable();
    assert_eq!(tree, parents);
    // Each neighbour is at the next level, or one of those before.
    let stored = "SELECT count(*) FROM neighbour n LEFT JOIN state s ON s.key = n.neighbour WHERE";
    let far = format!("{stored} abs(coalesce(s.level, n.level + 1) - n.level) > 1");
    assert_eq!(rows(&far), "0\n");
    assert_eq!(rows(&format!("{stored} s.key IS NULL AND n.level < {last}")), "0\n");
    // Each move can be taken back.
    let back = "SELECT * FROM neighbour b WHERE b.key = s.key AND b.neighbour = n.key";
    let one_way = format!("{stored} s.key IS NOT NULL AND NOT EXISTS ({back})");
    assert_eq!(rows(&one_way), "0\n");
}
