//! The terminal: keys in, pictures out, and everything as it was afterwards.

use super::film::Film;
use super::playing::Playing;
use super::view;
use crate::exit::{Exit, Failure};
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};
use std::time::{Duration, Instant};

/// Shows a film until the user has seen enough.
pub(super) fn run(mut film: Film) -> Result<Exit, Failure> {
    let failed =
        |error: std::io::Error| Failure::environment(format!("cannot use the terminal: {error}"));
    let mut terminal = ratatui::try_init().map_err(failed)?;
    let mut playing = Playing::new();
    let shown = loop {
        if let Err(error) = terminal.draw(|frame| view::draw(frame, &film, &playing)) {
            break Err(error);
        }
        match next(&mut film, &mut playing) {
            Ok(true) => {}
            Ok(false) => break Ok(()),
            Err(error) => break Err(error),
        }
    };
    // First the terminal as it was, then errors on it.
    ratatui::restore();
    shown.map_err(failed)?;
    Ok(Exit::Done)
}

/// Waits for a key or the time of the next picture; whether to go on.
fn next(film: &mut Film, playing: &mut Playing) -> std::io::Result<bool> {
    let (pause, steps) = playing.beat();
    let due = Instant::now() + pause;
    loop {
        let wait = if playing.on { due.saturating_duration_since(Instant::now()) } else { FOREVER };
        if !event::poll(wait)? {
            if !playing.on {
                continue;
            }
            film.go(steps);
            playing.on &= !film.at_end();
            return Ok(true);
        }
        match event::read()? {
            Event::Key(key) if key.kind != KeyEventKind::Release => {
                let control = key.modifiers.contains(KeyModifiers::CONTROL);
                return Ok(pressed(film, playing, key.code, control));
            }
            Event::Resize(..) => return Ok(true),
            _ => {}
        }
    }
}

/// As long as it takes.
const FOREVER: Duration = Duration::from_secs(3600);

/// What a key does; whether to go on.
pub(super) fn pressed(film: &mut Film, playing: &mut Playing, key: KeyCode, control: bool) -> bool {
    const PAGE: isize = 100;
    match key {
        KeyCode::Char('c') if control => return false,
        KeyCode::Char('q') | KeyCode::Esc => return false,
        KeyCode::Right | KeyCode::Char('l') => film.go(1),
        KeyCode::Left | KeyCode::Char('h') => film.go(-1),
        KeyCode::PageDown | KeyCode::Down => film.go(PAGE),
        KeyCode::PageUp | KeyCode::Up => film.go(-PAGE),
        KeyCode::Home => film.show(0),
        KeyCode::End => film.show(usize::MAX),
        KeyCode::Char('n') => film.go_to_landmark(true),
        KeyCode::Char('p') => film.go_to_landmark(false),
        KeyCode::Tab => film.switch(),
        KeyCode::Char('+' | '=') => playing.change(true),
        KeyCode::Char('-') => playing.change(false),
        KeyCode::Char(' ') => {
            if !playing.on && film.at_end() {
                film.show(0);
            }
            playing.on = !playing.on;
            return true;
        }
        _ => return true,
    }
    // Whoever steps by hand wants to look.
    if !matches!(key, KeyCode::Char('+' | '=' | '-')) {
        playing.on = false;
    }
    true
}
