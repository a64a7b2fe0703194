//! Games without a terminal: keys and frames.

use super::adviser::Adviser;
use super::game::Game;
use crate::registry::texts;
use crate::screen::Screen;
use loyd::choices::Choices;
use loyd::{CachedTables, PuzzleName};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::KeyCode;

fn game(puzzle: PuzzleName, shape: &str, board: &str) -> Game {
    let adviser = Adviser::start(move || {
        let choices = Choices::default();
        Ok(texts(puzzle).solvers(&choices, CachedTables::unstored(), (1, &[]))?)
    });
    let start = puzzle.puzzle().read(board, Some(shape), None).expect("a position");
    let goal = puzzle.puzzle().goal(Some(shape), None).expect("a goal");
    Game::new(Some(start), goal, puzzle.puzzle().random(1), adviser)
}

fn text(game: &Game, columns: u16, rows: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(columns, rows)).expect("a terminal");
    terminal.draw(|frame| game.draw(frame)).expect("a frame");
    let buffer = terminal.backend().buffer().clone();
    let symbol = |column: u16, row: u16| buffer[(column, row)].symbol().to_owned();
    let line = |row: u16| (0..columns).map(|column| symbol(column, row)).collect::<String>();
    (0..rows).map(|row| line(row).trim_end().to_owned() + "\n").collect()
}

/// Waits for the answer of the adviser, which has no time limit that a busy machine could miss.
fn wait(game: &mut Game) {
    while game.advice.as_ref().is_none_or(|advice| advice.shortest().is_none()) {
        game.tick();
        std::thread::yield_now();
    }
}

#[test]
fn a_board_is_played_with_hints_to_the_end() {
    let mut game = game(PuzzleName::Tiles, "3x3", "1 2 3 4 5 6 0 7 8");
    wait(&mut game);
    let first = text(&game, 80, 24);
    assert!(first.contains("3x3   0 moves") && first.contains("from here: 2 moves"), "{first}");
    game.press(KeyCode::Tab, false);
    assert!(text(&game, 80, 24).contains("hint: L"));
    // Away from the goal, and back.
    game.press(KeyCode::Down, false);
    wait(&mut game);
    assert!(text(&game, 80, 24).contains("from here: 3 moves"));
    game.press(KeyCode::Down, false);
    game.press(KeyCode::Backspace, false);
    assert_eq!(game.moves(), 1, "two moves were made and one taken back");
    game.press(KeyCode::Backspace, false);
    assert_eq!(game.moves(), 0);
    wait(&mut game);
    game.press(KeyCode::Left, false);
    wait(&mut game);
    game.press(KeyCode::Enter, false);
    let solved = text(&game, 80, 24);
    assert!(solved.contains("solved in 2 moves: the shortest possible"), "{solved}");
    assert!(!game.press(KeyCode::Char('q'), false));
}

#[test]
fn a_move_beyond_the_border_says_why() {
    let mut game = game(PuzzleName::Tiles, "3x3", "1 2 3 4 5 6 7 8 0");
    game.press(KeyCode::Up, false);
    assert_eq!(game.moves(), 0);
    assert!(!game.message.is_empty());
}

#[test]
fn a_cube_is_turned_by_letters_and_solved_by_itself() {
    let mut game = game(PuzzleName::Cube2, "cube2", "R U");
    game.press(KeyCode::Char('U'), false);
    assert_eq!(game.moves(), 1);
    wait(&mut game);
    assert!(text(&game, 40, 20).contains("from here: 1 move"));
    game.press(KeyCode::Char('p'), true);
    while !game.task().is_solved() {
        game.tick();
    }
    assert_eq!(game.moves(), 2);
    game.press(KeyCode::Char('r'), true);
    assert_eq!(game.moves(), 0);
    game.press(KeyCode::Char('n'), true);
    assert!(!game.task().is_solved());
}

#[test]
fn other_puzzles_are_played_by_words() {
    let mut game = game(PuzzleName::Twisty, "pyraminx", "U R");
    for letter in "R' U'".chars() {
        game.press(KeyCode::Char(letter), false);
    }
    assert!(text(&game, 80, 24).contains("moves: R' U'_"));
    game.press(KeyCode::Enter, false);
    assert!(game.task().is_solved());
    game.press(KeyCode::Char('?'), false);
    game.press(KeyCode::Enter, false);
    assert!(!game.message.is_empty());
}

#[test]
fn every_size_of_terminal_is_drawn() {
    let game = game(PuzzleName::Cube3, "cube3", "R U");
    for (columns, rows) in [(1, 1), (20, 5), (40, 20), (80, 24), (200, 60)] {
        text(&game, columns, rows);
    }
}
