//! Frames and keys of a path.

use super::PathScreen;
use crate::screen::Screen;
use loyd::PuzzleName;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::KeyCode;

fn screen(puzzle: PuzzleName, board: &str, moves: &str) -> PathScreen {
    let task = puzzle.puzzle().read(board, None, None).expect("a position");
    PathScreen::new(task.path(moves).expect("moves"))
}

fn text(screen: &PathScreen, columns: u16, rows: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(columns, rows)).expect("a terminal");
    terminal.draw(|frame| screen.draw(frame)).expect("a frame");
    let buffer = terminal.backend().buffer().clone();
    let line = |row: u16| {
        (0..columns).map(|column| buffer[(column, row)].symbol().to_owned()).collect::<String>()
    };
    (0..rows).map(|row| line(row).trim_end().to_owned() + "\n").collect()
}

#[test]
fn keys_lead_from_the_start_to_the_goal() {
    let mut screen = screen(PuzzleName::Tiles, "1 2 3 4 5 6 0 7 8", "L L");
    assert!(text(&screen, 40, 20).contains("3x3   move 0 of 2\n"));
    assert!(screen.press(KeyCode::Right, false));
    assert!(text(&screen, 40, 20).contains("move 1 of 2\n"));
    assert!(screen.press(KeyCode::End, false));
    let solved = text(&screen, 40, 20);
    assert!(solved.contains("move 2 of 2, solved") && solved.contains("│ 7 │ 8 │   │"), "{solved}");
    assert!(screen.press(KeyCode::Char(' '), false));
    assert!(screen.interval().is_some() && screen.tick());
    assert!(text(&screen, 40, 20).contains("move 1 of 2\n"));
    assert!(screen.tick());
    assert!(screen.interval().is_none(), "playing stops at the last move");
    assert!(!screen.press(KeyCode::Char('q'), false));
}

#[test]
fn every_size_of_terminal_is_drawn() {
    let screen = screen(PuzzleName::Cube3, "R U", "U' R'");
    for (columns, rows) in [(1, 1), (10, 4), (40, 20), (80, 24)] {
        text(&screen, columns, rows);
    }
    assert!(text(&screen, 40, 20).contains(" L  L  L"));
}
