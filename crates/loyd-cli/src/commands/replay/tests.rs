//! The frames of a small trace, and the keys.

use super::player::{Part, TracePlayer};
use super::{TraceScreen, view};
use crate::screen::{Playback, Screen, Steps};
use loyd::erased::AnyTask;
use loyd_cube::MetricName;
use loyd_cube::cube2::{Cube2, TwoByTwo};
use loyd_search::observe::{Expansion, SearchEvent};
use loyd_search::puzzle::Puzzle;
use loyd_search::trace::{End, Ending, Header, Recorder, Trace};
use loyd_tiles::solver::Tiles;
use loyd_tiles::{Position, Size, Slide, parse_moves};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::KeyCode;
use ratatui::style::Modifier;
use std::sync::Arc;

/// Two iterations along the solution of a board three moves away.
fn trace() -> Trace<Tiles> {
    let goal = Position::blank_last(Size::new(3, 3).expect("a size"));
    let solution = parse_moves("U L U").expect("moves");
    let back: Vec<Slide> = solution.iter().rev().map(|slide| slide.inverse()).collect();
    let start = goal.replay(&back).expect("legal moves");
    let header: Header<Tiles> = Header {
        start: start.clone(),
        goal,
        metric: loyd_tiles::MetricName::Single,
        algorithm: "idastar-plain".into(),
        heuristic: "manhattan".into(),
        program: "loyd test".into(),
    };
    let mut recorder = Recorder::new(&header, 1000);
    for (bound, length) in [(2, 2), (3, 3)] {
        recorder.event(SearchEvent::Iteration(bound));
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

/// The frame as lines of text.
fn frame_text(player: &TracePlayer, columns: u16, rows: u16) -> Vec<String> {
    let mut terminal = Terminal::new(TestBackend::new(columns, rows)).expect("a terminal");
    terminal.draw(|frame| view::draw(frame, player, &Playback::new())).expect("a frame");
    let buffer = terminal.backend().buffer().clone();
    (0..rows)
        .map(|row| (0..columns).map(|column| buffer[(column, row)].symbol().to_owned()).collect())
        .collect()
}

#[test]
fn a_step_is_shown_with_board_and_numbers() {
    let mut player = TracePlayer::new(Box::new(trace()), 0);
    let first = frame_text(&player, 80, 20).join("\n");
    assert!(first.contains("idastar-plain with manhattan, 3x3, single-tile metric"), "{first}");
    assert!(first.contains("iteration with bound 2"), "{first}");
    player.go(2);
    let lines = frame_text(&player, 80, 20);
    let text = lines.join("\n");
    assert!(text.contains("step     2 of 6"), "{text}");
    assert!(text.contains("f g h    3 = 1 + 2"), "{text}");
    assert!(text.contains("path     U"), "{text}");
    let (board, _) = player.positions();
    for tile in board.typed::<Tiles>().start.tiles().iter().filter(|&&tile| tile != 0) {
        assert!(text.contains(&format!("│ {tile} ")), "tile {tile} in\n{text}");
    }
}

/// A cube two turns away from solved.
fn cube_trace() -> Trace<TwoByTwo> {
    let start = TwoByTwo::parse("R U", None).expect("a scramble");
    let path = TwoByTwo::parse_moves("U' R'").expect("moves");
    let header: Header<TwoByTwo> = Header {
        start,
        goal: Cube2::SOLVED,
        metric: MetricName::Quarter,
        algorithm: "astar".into(),
        heuristic: "zero".into(),
        program: "loyd test".into(),
    };
    let mut recorder = Recorder::new(&header, 1000);
    recorder.expansion(&Expansion::new(&start, 0, 2));
    recorder.expansion(&Expansion::new(&start.after(&path[..1]), 1, 1));
    let ending = Ending::Solved { path, proven: true };
    let bytes = recorder.end(&End { ending, expanded: 2, generated: 13 });
    Trace::read(&bytes).expect("a trace")
}

#[test]
fn a_cube_is_shown_unfolded() {
    let mut player = TracePlayer::new(Box::new(cube_trace()), 1);
    let text = frame_text(&player, 80, 20).join("\n");
    assert!(text.contains("astar with zero, cube2, quarter-turn metric"), "{text}");
    assert!(text.contains("path     U'"), "{text}");
    assert!(text.contains("\n L  L  F  D  R  R  U  B "), "{text}");
    player.switch();
    player.show(2);
    let text = frame_text(&player, 80, 20).join("\n");
    assert!(text.contains("move 2 of 2"), "{text}");
    assert!(text.contains("\n L  L  F  F  R  R  B  B "), "{text}");
}

#[test]
fn the_tile_that_moved_is_marked() {
    let mut player = TracePlayer::new(Box::new(trace()), 0);
    player.go(2);
    let mut terminal = Terminal::new(TestBackend::new(80, 20)).expect("a terminal");
    terminal.draw(|frame| view::draw(frame, &player, &Playback::new())).expect("a frame");
    let buffer = terminal.backend().buffer();
    let marked: Vec<&str> = buffer
        .content()
        .iter()
        .filter(|cell| cell.modifier.contains(Modifier::REVERSED))
        .map(|cell| cell.symbol().trim())
        .filter(|symbol| !symbol.is_empty())
        .collect();
    // The first move of the solution slides one tile.
    let (after, before) = player.positions();
    let before = before.expect("a parent");
    let tiles = |task: &Arc<dyn AnyTask>| task.typed::<Tiles>().start.tiles().to_vec();
    let (after, before) = (tiles(&after), tiles(&before));
    let moved = after.iter().zip(&before).find(|(a, b)| a != b && **a != 0);
    assert_eq!(marked, [moved.expect("a tile moved").0.to_string()]);
}

#[test]
fn keys_lead_through_search_and_solution() {
    let player = TracePlayer::new(Box::new(trace()), 0);
    let mut screen = TraceScreen { player, playback: Playback::new() };
    let press = |screen: &mut TraceScreen, key| screen.press(key, false);
    assert!(press(&mut screen, KeyCode::Right));
    assert_eq!(screen.player.place(), (7, 1));
    press(&mut screen, KeyCode::Char('n'));
    assert!(matches!(
        screen.player.trace.event(screen.player.place().1),
        Some(SearchEvent::Iteration(3))
    ));
    press(&mut screen, KeyCode::Char('p'));
    assert_eq!(screen.player.place().1, 0);
    press(&mut screen, KeyCode::Left);
    assert_eq!(screen.player.place().1, 0);
    press(&mut screen, KeyCode::End);
    assert!(screen.player.at_end());
    press(&mut screen, KeyCode::Tab);
    assert_eq!((screen.player.part(), screen.player.place()), (Part::Solution, (4, 0)));
    press(&mut screen, KeyCode::PageDown);
    assert_eq!(screen.player.positions().0.start(), screen.player.trace.header().task.goal());
    assert!(frame_text(&screen.player, 80, 20).join("\n").contains("move 3 of 3"));
    press(&mut screen, KeyCode::Tab);
    assert_eq!(screen.player.part(), Part::Search);
    assert!(!press(&mut screen, KeyCode::Char('q')));
}

#[test]
fn any_terminal_size_and_trace_length_is_drawn() {
    let trace = trace();
    for (columns, rows) in [(1, 1), (5, 3), (20, 10), (300, 100)] {
        let mut player = TracePlayer::new(Box::new(trace.clone()), 3);
        frame_text(&player, columns, rows);
        player.switch();
        frame_text(&player, columns, rows);
    }
    let empty = Trace { steps: Vec::new(), end: None, ..trace };
    let mut player = TracePlayer::new(Box::new(empty), 9);
    player.go(1);
    player.go_to_event(true);
    player.switch();
    assert_eq!(player.part(), Part::Search);
    frame_text(&player, 80, 20);
}
