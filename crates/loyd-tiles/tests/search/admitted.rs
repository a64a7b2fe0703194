//! Goals that admit several boards, against breadth-first search over whole boards.

use super::size;
use loyd_search::observe::{Limit, Outcome};
use loyd_search::puzzle::{Puzzle, Space, SpaceVisitor, replay};
use loyd_search::search::AlgorithmName;
use loyd_search::solver::{Engine, Plan, Settings};
use loyd_search::space::Ranking;
use loyd_tiles::heuristic::HeuristicName;
use loyd_tiles::solver::Tiles;
use loyd_tiles::{MetricName, Position, Scrambler, Size};
use std::collections::HashMap;

const METRICS: [MetricName; 2] = [MetricName::Single, MetricName::Multi];

/// The distance of every board that can reach a board of a goal, from the nearest of them.
type Distances = HashMap<Vec<u16>, u32>;

/// All orders of the numbers below `cells`.
fn boards(cells: usize) -> Vec<Vec<u16>> {
    (1..=cells).fold(vec![Vec::new()], |shorter, length| {
        let longer = |order: &Vec<u16>| {
            let with = |at| [&order[..at], &[length as u16 - 1], &order[at..]].concat();
            (0..length).map(with).collect::<Vec<_>>()
        };
        shorter.iter().flat_map(longer).collect()
    })
}

/// True if a board is of a goal as it is written: `1 ? 3 _ or 3 ? 1 _`.
fn is_of(goal: &str, board: &[u16]) -> bool {
    goal.split(" or ").any(|pattern| {
        pattern.split(' ').zip(board).all(|(token, tile)| match token {
            "?" => pattern.contains('_') <= (*tile != 0),
            "_" => *tile == 0,
            token => token.parse() == Ok(*tile),
        })
    })
}

fn distances(size: Size, goal: &str, metric: MetricName) -> Distances {
    let all = boards(size.cells());
    let mut level: Vec<Vec<u16>> = all.into_iter().filter(|board| is_of(goal, board)).collect();
    let mut reached: Distances = level.iter().map(|board| (board.clone(), 0)).collect();
    for distance in 1.. {
        let mut next = Vec::new();
        for mut board in level {
            let blank = board.iter().position(|&tile| tile == 0).expect("a blank");
            let (x, y) = (blank % size.width(), blank / size.width());
            for (dx, dy) in [(0, 1), (0, -1), (1, 0), (-1, 0)] {
                let mut path = vec![blank];
                loop {
                    let steps = path.len() as isize;
                    let (x, y) = (x as isize + steps * dx, y as isize + steps * dy);
                    let inside = 0..size.width() as isize;
                    if !inside.contains(&x) || !(0..size.height() as isize).contains(&y) {
                        break;
                    }
                    path.push(y as usize * size.width() + x as usize);
                    for pair in path.windows(2) {
                        board.swap(pair[0], pair[1]);
                    }
                    if !reached.contains_key(&board) {
                        reached.insert(board.clone(), distance);
                        next.push(board.clone());
                    }
                    for pair in path.windows(2).rev() {
                        board.swap(pair[0], pair[1]);
                    }
                    if metric == MetricName::Single {
                        break;
                    }
                }
            }
        }
        if next.is_empty() {
            break;
        }
        level = next;
    }
    reached
}

fn goal(size: Size, text: &str) -> Position {
    Tiles::goal(Some(text), &Position::blank_last(size)).unwrap_or_else(|why| panic!("{why}"))
}

fn position(size: Size, tiles: &[u16]) -> Position {
    let tiles: Vec<u64> = tiles.iter().map(|&tile| tile.into()).collect();
    Position::new(size, &tiles).expect("a board")
}

fn engine(goal: &Position, settings: &Settings<Tiles>) -> Box<dyn Engine<Tiles>> {
    Plan::<Tiles>::new(goal, settings).expect("a plan").prepare().expect("an engine")
}

/// Solves a board and compares the length of its solution, which is replayed.
fn check(engine: &dyn Engine<Tiles>, start: &Position, expected: Option<u32>) {
    let Plan { goal, metric, .. } = engine.plan();
    let report = engine.solve(start, 1, &Limit::none(), &mut |_| ());
    let context = || format!("{} to {}", start.to_line(), goal.to_line());
    match (&report.outcome, expected) {
        (Outcome::Solved { path, proven, .. }, Some(length)) => {
            let (end, cost) = replay::<Tiles>(start, path, *metric).expect("legal moves");
            assert!(goal.admits(&end) && Tiles::is_goal(&end, goal), "{}", context());
            assert_eq!((cost, *proven), (length, true), "{}", context());
        }
        (Outcome::Unsolvable(_), None) => {}
        (outcome, _) => panic!("{}: {expected:?}, {outcome:?}", context()),
    }
}

/// Small boards with goals of every kind: with and without a blank, with one free tile, of several patterns, of both
/// parities, on a line.
const GOALS: [(usize, usize, &str); 10] = [
    (3, 2, "1 2 3 ? ? ?"),
    (3, 2, "1 ? ? _ ? ?"),
    (3, 2, "? ? ? ? ? ?"),
    (3, 2, "? ? ? ? ? _"),
    (3, 2, "1 2 3 4 ? ?"),
    (2, 3, "1 2 3 4 5 _ or 2 1 3 4 5 _"),
    (2, 3, "1 2 3 4 5 _ or _ 1 2 3 4 5"),
    (2, 3, "1 2 ? ? ? _ or ? ? 1 ? ? 2"),
    (4, 1, "1 ? ? _"),
    (4, 1, "1 2 ? ? or ? ? 1 2"),
];

#[test]
fn every_board_is_as_far_as_breadth_first_search_says() {
    for (width, height, text) in GOALS {
        let size = size(width, height);
        for metric in METRICS {
            let (distances, goal) = (distances(size, text, metric), goal(size, text));
            let engine = engine(&goal, &Settings { metric, ..Settings::default() });
            assert_eq!(engine.plan().heuristic.to_string(), "pdb:goal");
            for board in boards(size.cells()) {
                let (start, expected) = (position(size, &board), distances.get(&board).copied());
                assert_eq!(is_of(text, &board), goal.admits(&start), "{text}: {board:?}");
                assert_eq!(Tiles::solvable(&start, &goal).is_ok(), expected.is_some(), "{text}");
                assert_eq!(engine.estimate(&start), expected, "{text}: {board:?}");
                check(&*engine, &start, expected);
            }
        }
    }
}

#[test]
fn every_algorithm_finds_a_nearest_board() {
    let size = size(3, 2);
    for text in ["1 2 3 ? ? ?", "1 2 ? _ ? ?", "1 2 3 4 5 _ or 5 4 3 2 1 _"] {
        for metric in METRICS {
            let (distances, goal) = (distances(size, text, metric), goal(size, text));
            let mut scrambler = Scrambler::new(5);
            let starts: Vec<_> = (0..6).map(|_| scrambler.position(&goal)).collect();
            for &algorithm in AlgorithmName::ALL {
                let spec = loyd_search::search::AlgorithmSpec::from(algorithm);
                for heuristic in [None, Some(HeuristicName::Zero), Some(HeuristicName::Manhattan)] {
                    let is_blind = heuristic == Some(HeuristicName::Zero);
                    let deepens = algorithm.info().name.starts_with("id");
                    let unknown =
                        metric == MetricName::Multi && heuristic == Some(HeuristicName::Manhattan);
                    if !spec.optimal() || is_blind && deepens || unknown {
                        continue;
                    }
                    let (algorithm, heuristic) = (Some(spec.clone()), heuristic.map(Into::into));
                    let settings = Settings { metric, algorithm, heuristic, ..Settings::default() };
                    let engine = engine(&goal, &settings);
                    for start in &starts {
                        let expected = distances.get(start.tiles()).copied();
                        assert!(expected.is_some(), "{text}: {start}");
                        check(&*engine, start, expected);
                    }
                }
            }
        }
    }
}

#[test]
fn the_first_rows_of_the_eight_puzzle_are_solved() {
    let size = size(3, 3);
    for text in ["1 2 3 ? ? ? ? ? ?", "1 2 3 4 5 6 _ ? ?"] {
        let (distances, goal) = (distances(size, text, MetricName::Single), goal(size, text));
        let engine = engine(&goal, &Settings::default());
        for (number, (board, &distance)) in distances.iter().enumerate() {
            let start = position(size, board);
            assert_eq!(engine.estimate(&start), Some(distance));
            if number % 1000 == 0 {
                check(&*engine, &start, Some(distance));
            }
        }
        assert_eq!(distances.len(), 362_880);
    }
}

/// Compares the ranks of a space with the number of its states, and every state with its code.
struct Ranked;

impl SpaceVisitor<Tiles> for Ranked {
    type Output = Option<u64>;

    fn visit<S: Space<Tiles>>(self, space: S) -> Option<u64> {
        let ranking = space.ranking()?;
        assert_eq!(space.states(), Some(ranking.size().into()));
        let mut code = vec![0; space.code_bytes()];
        for rank in 0..ranking.size() {
            let state = ranking.unrank(rank);
            assert_eq!(ranking.rank(&state), rank);
            assert_eq!(space.state(&space.position(&state)), state);
            space.encode(&state, &mut code);
            assert_eq!(space.decode(&code), Some(state));
        }
        code[0] ^= 0x10;
        assert_eq!(space.decode(&code), None);
        Some(ranking.size())
    }
}

#[test]
fn states_have_ranks_and_codes() {
    let ranked = |width, height, text| {
        Tiles::visit_space(&goal(size(width, height), text), MetricName::Single, Ranked)
    };
    assert_eq!(ranked(3, 2, "1 2 3 ? ? ?"), Some(120 * 3));
    assert_eq!(ranked(3, 2, "1 ? ? ? ? ?"), Some(30));
    assert_eq!(ranked(3, 2, "? ? ? ? ? _"), Some(6));
    assert_eq!(ranked(3, 2, "1 2 3 4 5 _ or 2 1 3 4 5 _"), Some(720));
    assert_eq!(ranked(3, 2, "1 2 3 4 5 _ or 1 2 3 4 _ 5"), Some(360));
    assert_eq!(ranked(5, 5, "1 2 3 ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ?"), Some(303_600));
    assert_eq!(ranked(4, 1, "1 ? ? _"), None);
}

#[test]
fn goals_are_written_as_they_are_read() {
    let size = size(3, 3);
    for (text, line) in [
        ("1 2 3 / ? ? ? / ? ? ?", "1 2 3 ? ? ? ? ? ?"),
        ("123_?????", "1 2 3 0 ? ? ? ? ?"),
        ("1 2 3 4 5 6 7 ? 0", "blank-last"),
        ("1 2 3 4 5 6 7 8 ?", "blank-last"),
        ("[[1,2,3],[?,?,?],[?,?,0]]", "1 2 3 ? ? ? ? ? 0"),
        ("blank-last OR blank-first", "1 2 3 4 5 6 7 8 0 or 0 1 2 3 4 5 6 7 8"),
        ("1 2 3\n? ? ?\n? ? ?\nor\n? ? ?\n? ? ?\n1 2 3", "1 2 3 ? ? ? ? ? ? or ? ? ? ? ? ? 1 2 3"),
        ("blank-last or 1 2 3 4 5 6 7 8 0", "blank-last"),
    ] {
        let read = goal(size, text);
        assert_eq!(Tiles::goal_name(&read), line, "{text}");
        assert_eq!(goal(size, line), read, "{text}");
        assert_eq!(Tiles::parse(&Tiles::format(&read), Some("3x3")), Ok(read));
    }
}

#[test]
fn wrong_goals_are_refused_with_the_reason() {
    let refused = |text: &str| {
        Tiles::goal(Some(text), &Position::blank_last(size(3, 3))).expect_err(text).to_string()
    };
    assert!(refused("1 2 ? ? ? ? ?").contains("has 9 tiles including the blank (0), but 7"));
    assert!(refused("1 1 ? ? ? ? ? ? ?").contains("tile 1 appears twice"));
    assert!(refused("9 ? ? ? ? ? ? ? ?").contains("tile 9 does not exist"));
    assert!(refused("_ _ ? ? ? ? ? ? ?").contains("the blank appears twice"));
    assert!(refused("1 ? ? ? ? ? ? ? ? or blank-last").contains("leave different tiles free"));
    assert!(refused("1 2 3 ? ? ? ? ? ? or").contains("the board is empty"));
    let large = Tiles::goal(Some(&["?"; 289].join(" ")), &Position::blank_last(size(17, 17)));
    assert!(large.expect_err("17x17").to_string().contains("at most 256 cells"));
    // A start has every tile.
    assert!(loyd_tiles::parse_position("1 2 3 ? ? ? ? ? ?", None).is_err());
    let goal = goal(size(3, 3), "1 2 3 ? ? ? ? ? ?");
    for (algorithm, heuristic) in [("human", "auto"), ("idastar", "walking-distance")] {
        let settings = Settings {
            algorithm: loyd_search::search::AlgorithmSpec::parse(algorithm, &Tiles::algorithms())
                .ok(),
            heuristic: heuristic.parse().ok(),
            ..Settings::default()
        };
        assert!(Plan::<Tiles>::new(&goal, &settings).is_err(), "{algorithm} {heuristic}");
    }
}
