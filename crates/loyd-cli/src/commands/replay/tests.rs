//! What is seen of a small trace, and what the keys do.

use super::film::{Film, Scene};
use super::playing::Playing;
use super::screen::pressed;
use super::view;
use loyd::observe::Expansion;
use loyd_tiles::trace::{End, Ending, Event, Header, Landmark, Recorder, Trace};
use loyd_tiles::{MetricName, Position, Size, Slide, parse_moves};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::KeyCode;
use ratatui::style::Modifier;

/// Two iterations along the solution of a board three moves away.
fn trace() -> Trace {
    let goal = Position::blank_last(Size::new(3, 3).expect("a size"));
    let solution = parse_moves("U L U").expect("moves");
    let back: Vec<Slide> = solution.iter().rev().map(|slide| slide.inverse()).collect();
    let start = goal.replay(&back).expect("legal moves");
    let header = Header {
        start: start.clone(),
        goal,
        metric: MetricName::Single,
        algorithm: "idastar-plain".into(),
        heuristic: "manhattan".into(),
        program: "loyd test".into(),
    };
    let mut recorder = Recorder::new(&header, 1000);
    for (bound, length) in [(2, 2), (3, 3)] {
        recorder.landmark(Landmark::Iteration(bound));
        let mut position = start.clone();
        for g in 0..length {
            let expansion = Expansion::new(&position, g, 3 - g);
            recorder.expansion(&Expansion { open: u64::from(g), ..expansion });
            let slide = solution[g as usize];
            position.slide(slide).expect("a legal move");
        }
    }
    let ending = Ending::Solved { path: solution, proven: true };
    let bytes = recorder.end(&End { ending, expanded: 5, generated: 9 });
    Trace::read(&bytes).expect("a trace")
}

/// The picture as lines of text.
fn picture(film: &Film, columns: u16, rows: u16) -> Vec<String> {
    let mut terminal = Terminal::new(TestBackend::new(columns, rows)).expect("a terminal");
    terminal.draw(|frame| view::draw(frame, film, &Playing::new())).expect("a picture");
    let buffer = terminal.backend().buffer().clone();
    (0..rows)
        .map(|row| (0..columns).map(|column| buffer[(column, row)].symbol().to_owned()).collect())
        .collect()
}

#[test]
fn a_step_is_shown_with_board_and_numbers() {
    let mut film = Film::new(trace(), 0);
    let first = picture(&film, 80, 20).join("\n");
    assert!(first.contains("idastar-plain with manhattan, 3x3, single-tile metric"), "{first}");
    assert!(first.contains("iteration with bound 2"), "{first}");
    film.go(2);
    let lines = picture(&film, 80, 20);
    let text = lines.join("\n");
    assert!(text.contains("step     2 of 6"), "{text}");
    assert!(text.contains("f g h    3 = 1 + 2"), "{text}");
    assert!(text.contains("path     U"), "{text}");
    let (board, _) = film.boards();
    for tile in board.tiles().iter().filter(|&&tile| tile != 0) {
        assert!(text.contains(&format!("│ {tile} ")), "tile {tile} in\n{text}");
    }
}

#[test]
fn the_tile_that_moved_is_marked() {
    let mut film = Film::new(trace(), 0);
    film.go(2);
    let mut terminal = Terminal::new(TestBackend::new(80, 20)).expect("a terminal");
    terminal.draw(|frame| view::draw(frame, &film, &Playing::new())).expect("a picture");
    let buffer = terminal.backend().buffer();
    let marked: Vec<&str> = buffer
        .content()
        .iter()
        .filter(|cell| cell.modifier.contains(Modifier::REVERSED))
        .map(|cell| cell.symbol().trim())
        .filter(|symbol| !symbol.is_empty())
        .collect();
    // The first move of the solution slides one tile.
    let (after, before) = film.boards();
    let before = before.expect("a parent");
    let moved = after.tiles().iter().zip(before.tiles()).find(|(a, b)| a != b && **a != 0);
    assert_eq!(marked, [moved.expect("a tile moved").0.to_string()]);
}

#[test]
fn keys_lead_through_search_and_solution() {
    let (mut film, mut playing) = (Film::new(trace(), 0), Playing::new());
    let mut press = |film: &mut Film, key| pressed(film, &mut playing, key, false);
    assert!(press(&mut film, KeyCode::Right));
    assert_eq!(film.place(), (7, 1));
    press(&mut film, KeyCode::Char('n'));
    assert!(matches!(film.trace.events[film.place().1], Event::Landmark(Landmark::Iteration(3))));
    press(&mut film, KeyCode::Char('p'));
    assert_eq!(film.place().1, 0);
    press(&mut film, KeyCode::Left);
    assert_eq!(film.place().1, 0);
    press(&mut film, KeyCode::End);
    assert!(film.at_end());
    press(&mut film, KeyCode::Tab);
    assert_eq!((film.scene(), film.place()), (Scene::Solution, (4, 0)));
    press(&mut film, KeyCode::PageDown);
    assert_eq!(film.boards().0, film.trace.header.goal);
    assert!(picture(&film, 80, 20).join("\n").contains("move 3 of 3"));
    press(&mut film, KeyCode::Tab);
    assert_eq!(film.scene(), Scene::Search);
    assert!(!press(&mut film, KeyCode::Char('q')));
}

#[test]
fn no_terminal_is_too_small_and_no_trace_too_short() {
    let trace = trace();
    for (columns, rows) in [(1, 1), (5, 3), (20, 10), (300, 100)] {
        let mut film = Film::new(trace.clone(), 3);
        picture(&film, columns, rows);
        film.switch();
        picture(&film, columns, rows);
    }
    let empty = Trace { events: Vec::new(), end: None, ..trace };
    let mut film = Film::new(empty, 9);
    film.go(1);
    film.go_to_landmark(true);
    film.switch();
    assert_eq!(film.scene(), Scene::Search);
    picture(&film, 80, 20);
}
