//! Graphs from rows: a slow search on the rows themselves, exports of trees, and rows that are refused.

use loyd_edges::{EdgeSpace, Edges, Graph, Position, RIVER, by_name, learn};
use loyd_search::observe::Limit;
use loyd_search::puzzle::{Puzzle, Space};
use loyd_search::random::Numbers;
use loyd_search::rows::Rows;
use loyd_search::search::AlgorithmName;
use loyd_search::solver::{Plan, Settings};
use loyd_search::space::Reversible;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

/// A table in a text.
struct Table {
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
    next: usize,
}

impl Table {
    fn of(text: &str) -> Self {
        let cells = |line: &str| line.split(',').map(str::to_owned).collect::<Vec<String>>();
        let mut lines = text.lines().map(cells);
        Self { columns: lines.next().unwrap_or_default(), rows: lines.collect(), next: 0 }
    }
}

impl Rows for Table {
    fn columns(&self) -> &[String] {
        &self.columns
    }

    fn unit(&self) -> &'static str {
        "line"
    }

    fn advance(&mut self) -> Result<Option<u64>, String> {
        self.next += 1;
        Ok((self.next <= self.rows.len()).then_some(self.next as u64 + 1))
    }

    fn cell(&self, column: usize) -> &str {
        self.rows[self.next - 1].get(column).map_or("", String::as_str)
    }
}

fn graph(text: &str) -> Arc<Graph> {
    learn("test", &mut Table::of(text)).unwrap_or_else(|why| panic!("{text}: {why}"))
}

fn position(key: &str, graph: &Arc<Graph>) -> Position {
    Position::parse(key, graph).expect("a state")
}

/// Distances from a key, on a map of keys.
fn slow_distances<'a>(edges: &[(&'a str, &'a str)], start: &'a str) -> BTreeMap<&'a str, u32> {
    let mut distances = BTreeMap::from([(start, 0)]);
    let mut queue = VecDeque::from([start]);
    while let Some(key) = queue.pop_front() {
        for &(_, to) in edges.iter().filter(|(from, _)| *from == key) {
            if !distances.contains_key(to) {
                distances.insert(to, distances[key] + 1);
                queue.push_back(to);
            }
        }
    }
    distances
}

/// The length of a solution, which is replayed; `None` without one.
fn length(start: &Position, goal: &Position, algorithm: AlgorithmName) -> Option<usize> {
    Edges::solvable(start, goal).ok()?;
    let settings = Settings { algorithm: Some(algorithm.into()), ..Settings::default() };
    let engine = Plan::<Edges>::new(goal, &settings).expect("a plan").prepare().expect("an engine");
    let report = engine.solve(start, 1, &Limit::none(), &mut |_| ());
    let path = report.outcome.path()?;
    let text = Edges::format_moves(path);
    let mut end = start.clone();
    Edges::apply_all(&mut end, path).expect("edges");
    assert_eq!(end, *goal);
    let mut end = start.clone();
    Edges::apply_all(&mut end, &Edges::parse_moves(&text).expect("names")).expect("names of edges");
    assert_eq!(end, *goal, "{text}");
    Some(path.len())
}

/// The levels from a state, by the successors of ranks.
fn levels(start: &Position) -> Vec<u64> {
    let space = EdgeSpace::new(start);
    let successors = space.successors().expect("ranks");
    let mut level = BTreeSet::from([u64::from(start.state())]);
    let (mut seen, mut levels) = (level.clone(), Vec::new());
    while !level.is_empty() {
        levels.push(level.len() as u64);
        let ranks: Vec<u64> = level.iter().copied().collect();
        let mut next = Vec::new();
        successors.append(&ranks, &mut next);
        level = next.into_iter().filter(|&rank| seen.insert(rank)).collect();
    }
    levels
}

#[test]
fn random_graphs_have_the_lengths_of_a_slow_search() {
    let mut numbers = Numbers::new(5);
    let optimal = [
        AlgorithmName::Bfs,
        AlgorithmName::AStar,
        AlgorithmName::Bibfs,
        AlgorithmName::Mm,
        AlgorithmName::Nbs,
        AlgorithmName::Pea,
        AlgorithmName::IdaStar,
    ];
    for round in 0..40 {
        let states = 2 + numbers.below(12);
        let mut key = || format!("k{}", numbers.below(states));
        let mut rows: Vec<(String, String)> = (0..states + 3).map(|_| (key(), key())).collect();
        if round % 4 == 0 {
            rows.extend(rows.clone().into_iter().map(|(from, to)| (to, from)));
        }
        let lines: Vec<String> = rows.iter().map(|(from, to)| format!("{from},{to}")).collect();
        let text = lines.join("\n");
        let graph = graph(&format!("from,to\n{text}"));
        let edges: Vec<(&str, &str)> = rows.iter().map(|(a, b)| (&a[..], &b[..])).collect();
        let distinct: BTreeSet<_> = edges.iter().collect();
        assert_eq!(graph.edges(), distinct.len());
        assert_eq!(graph.duplicates() as usize, edges.len() - distinct.len());
        let keys: BTreeSet<&str> = edges.iter().flat_map(|(from, to)| [*from, *to]).collect();
        assert_eq!(graph.states(), keys.len());
        for start in &keys {
            let slow = slow_distances(&edges, start);
            let from = position(start, &graph);
            let counts = levels(&from);
            for (depth, count) in counts.iter().enumerate() {
                let slow = slow.values().filter(|&&distance| distance as usize == depth).count();
                assert_eq!(*count, slow as u64, "level {depth} from {start} of\n{text}");
            }
            assert_eq!(EdgeSpace::new(&from).states(), Some(slow.len() as u128));
            for goal in &keys {
                for algorithm in optimal {
                    let shortest = length(&from, &position(goal, &graph), algorithm);
                    let expected = slow.get(goal).map(|&length| length as usize);
                    assert_eq!(shortest, expected, "{start} to {goal} by {algorithm:?} of\n{text}");
                }
            }
        }
    }
}

#[test]
fn neighbours_backward_are_those_that_lead_to_a_state() {
    let graph = graph("from,to\na,b\nb,c\nc,a\na,d\n");
    let space = EdgeSpace::new(&position("a", &graph));
    let successors = space.successors().expect("ranks");
    let state = |key: &str| u64::from(position(key, &graph).state());
    let mut ranks = ["a", "b", "c", "d"].map(state).to_vec();
    successors.retain_near(&mut ranks, &[1 << state("a")]);
    assert_eq!(ranks, [state("b"), state("d")]);
    assert!(!space.has_inverses());
}

#[test]
fn the_river_is_crossed_in_seven_moves() {
    let graph = by_name(RIVER).expect("a graph");
    let [start, goal] = ["FWGC", "-"].map(|key| position(key, &graph));
    assert_eq!(length(&start, &goal, AlgorithmName::Bibfs), Some(7));
    assert_eq!(levels(&start), [1, 1, 1, 2, 2, 1, 1, 1]);
    assert_eq!((graph.states(), graph.edges()), (10, 20));
}

#[test]
fn a_tree_of_parents_leads_both_ways_under_its_positions() {
    let text = "key,position,level,move,parent\n7,root,0,,\n1,left one,1,L,7\n2,right,1,R,7\n9,deep,2,R,1\n";
    let graph = graph(text);
    let [root, deep, right] = ["root", "deep", "right"].map(|key| position(key, &graph));
    assert_eq!(position("first", &graph), root);
    assert_eq!(length(&deep, &right, AlgorithmName::Bibfs), Some(3));
    let mut end = right;
    let moves = Edges::parse_moves("root L R \"left one\" root").expect("moves");
    Edges::apply_all(&mut end, &moves).expect("edges");
    assert_eq!(end, root);
}

#[test]
fn a_move_may_have_the_key_of_another_state_as_its_name() {
    let graph = graph("from,to,move\na,b,c\nb,c,\nc,a,x y\n");
    let [a, c] = ["a", "c"].map(|key| position(key, &graph));
    assert_eq!(length(&a, &c, AlgorithmName::Bfs), Some(2));
    let mut end = a.clone();
    Edges::apply_all(&mut end, &Edges::parse_moves("c, c \"x y\"").expect("moves")).expect("edges");
    assert_eq!(end, a);
    let refused = Edges::apply(&mut end, Edges::parse_moves("b").expect("a name")[0]);
    assert_eq!(refused, Err("no edge from \"a\" has the name \"b\"".to_owned()));
}

#[test]
fn the_same_rows_have_the_same_name_and_others_another() {
    let one = graph("from,to\na,b\n");
    assert_eq!(one.id(), graph("from,to\na,b\n").id());
    assert_ne!(one.id(), graph("from,to\nb,a\n").id());
    assert_ne!(one.id(), graph("from,to,move\na,b,x\n").id());
}

#[test]
fn wrong_rows_are_refused_with_their_place() {
    for (text, reason) in [
        ("", "the file has no rows"),
        ("from,to\n", "the file has no rows"),
        ("from,target\na,b\n", "the file lacks the column `to`"),
        ("a,b\na,b\n", "the file lacks the column `from`"),
        ("key,level\na,b\n", "the file lacks the column `parent`"),
        ("from,to\na,b\n,c\n", "line 3: the cell `from` is empty"),
        ("from,to\na,b\nb\n", "line 3: the cell `to` is empty"),
        (
            "from,to,move\na,b,x\nb,a,x\na,c,x\n",
            "line 4: the move \"x\" leads from \"a\" to \"c\", but to \"b\" on line 2",
        ),
        ("from,to,move\na,b,\na,c,b\n", "line 3: the move \"b\" leads from \"a\" to \"c\""),
        ("key,parent\na,\nb,c\n", "line 3: the parent \"c\" has no row"),
        ("key,parent\na,\nb,a\nb,a\n", "line 4: the state \"b\" has two rows"),
        ("key,position,parent\n1,a,\n2,a,1\n", "line 3: the state \"a\" has two rows"),
        (
            "key,move,parent\na,,\nb,x,a\nc,x,a\n",
            "line 4: the move \"x\" leads from \"a\" to \"c\"",
        ),
    ] {
        let why = learn("test", &mut Table::of(text)).expect_err(text).to_string();
        assert!(why.contains(reason), "{text:?}: {why}");
    }
}
