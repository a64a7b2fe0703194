//! The terminal: reads keys, draws frames, and is restored at the end.

use super::playback::Playback;
use super::player::TracePlayer;
use super::view;
use crate::exit::{Exit, Failure};
use crate::interrupt::suspension::Suspension;
use crate::interrupt::{end_with_terminal, on_interrupt, set_terminal_restore};
use loyd_search::observe::Cancel;
use ratatui::DefaultTerminal;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};
use ratatui::crossterm::execute;
use std::io;
use std::time::{Duration, Instant};

/// The terminal in raw mode, on its other screen, without a cursor; restored when dropped.
struct RawTerminal {
    terminal: DefaultTerminal,
}

impl RawTerminal {
    fn new() -> io::Result<Self> {
        // Before anything is changed: a signal may come in between.
        set_terminal_restore(Some(give_back));
        match ratatui::try_init() {
            Ok(terminal) => Ok(Self { terminal }),
            Err(error) => {
                give_back();
                set_terminal_restore(None);
                Err(error)
            }
        }
    }
}

impl Drop for RawTerminal {
    fn drop(&mut self) {
        give_back();
        set_terminal_restore(None);
    }
}

/// Restores the terminal; does nothing if it is closed.
fn give_back() {
    let _ = ratatui::try_restore();
    let _ = execute!(io::stdout(), Show);
}

/// The next step of the loop.
enum Action {
    /// A new frame is to be drawn.
    Changed,
    /// The user leaves.
    Done,
    /// A signal asks to stop.
    Stopped,
    /// The process is to be suspended.
    Suspended,
    /// The process continues; the terminal may have changed.
    Resumed,
}

/// Shows a trace until the user leaves.
pub(super) fn run(mut player: TracePlayer) -> Result<Exit, Failure> {
    let failed =
        |error: io::Error| Failure::environment(format!("cannot use the terminal: {error}"));
    let (cancel, suspension) = (on_interrupt(), Suspension::listen());
    let mut screen = RawTerminal::new().map_err(failed)?;
    end_with_terminal();
    let mut playback = Playback::new();
    loop {
        let frame = screen.terminal.draw(|frame| view::draw(frame, &player, &playback)).map(drop);
        let action = frame.and_then(|()| next(&mut player, &mut playback, &cancel, &suspension));
        match action {
            Ok(Action::Changed) => {}
            Ok(Action::Done) => return Ok(Exit::Done),
            // Reading fails too once the terminal is closed (SIGHUP).
            Ok(Action::Stopped) => return Ok(Exit::Stopped),
            Err(_) if cancel.is_cancelled() => return Ok(Exit::Stopped),
            Ok(kind @ (Action::Suspended | Action::Resumed)) => {
                drop(screen);
                if matches!(kind, Action::Suspended) {
                    suspension.suspend();
                }
                screen = RawTerminal::new().map_err(failed)?;
            }
            // The terminal is restored before the error is printed.
            Err(error) => {
                drop(screen);
                return Err(failed(error));
            }
        }
    }
}

/// Waits for a key, a signal, or the time of the next frame.
fn next(
    player: &mut TracePlayer,
    playback: &mut Playback,
    cancel: &Cancel,
    suspension: &Suspension,
) -> io::Result<Action> {
    /// Between two looks at signals.
    const LOOK_EVERY: Duration = Duration::from_millis(50);
    let (pause, steps) = playback.interval();
    let due = Instant::now() + pause;
    loop {
        if cancel.is_cancelled() {
            return Ok(Action::Stopped);
        }
        if suspension.requested() {
            return Ok(Action::Suspended);
        }
        if suspension.resumed() {
            return Ok(Action::Resumed);
        }
        let rest = due.saturating_duration_since(Instant::now());
        let wait = if playback.on { rest.min(LOOK_EVERY) } else { LOOK_EVERY };
        if !event::poll(wait)? {
            if playback.on && Instant::now() >= due {
                player.go(steps);
                playback.on &= !player.at_end();
                return Ok(Action::Changed);
            }
            continue;
        }
        match event::read()? {
            Event::Key(key) if key.kind != KeyEventKind::Release => {
                let control = key.modifiers.contains(KeyModifiers::CONTROL);
                if control && key.code == KeyCode::Char('z') {
                    return Ok(Action::Suspended);
                }
                let on = pressed(player, playback, key.code, control);
                return Ok(if on { Action::Changed } else { Action::Done });
            }
            Event::Resize(..) => return Ok(Action::Changed),
            _ => {}
        }
    }
}

/// Carries out a key; returns false if it leaves.
pub(super) fn pressed(
    player: &mut TracePlayer,
    playback: &mut Playback,
    key: KeyCode,
    control: bool,
) -> bool {
    const PAGE: isize = 100;
    match key {
        KeyCode::Char('c') if control => return false,
        KeyCode::Char('q') | KeyCode::Esc => return false,
        KeyCode::Right | KeyCode::Char('l') => player.go(1),
        KeyCode::Left | KeyCode::Char('h') => player.go(-1),
        KeyCode::PageDown | KeyCode::Down => player.go(PAGE),
        KeyCode::PageUp | KeyCode::Up => player.go(-PAGE),
        KeyCode::Home => player.show(0),
        KeyCode::End => player.show(usize::MAX),
        KeyCode::Char('n') => player.go_to_event(true),
        KeyCode::Char('p') => player.go_to_event(false),
        KeyCode::Tab => player.switch(),
        KeyCode::Char('+' | '=') => playback.change(true),
        KeyCode::Char('-') => playback.change(false),
        KeyCode::Char(' ') => {
            if !playback.on && player.at_end() {
                player.show(0);
            }
            playback.on = !playback.on;
            return true;
        }
        _ => return true,
    }
    // A manual step pauses playback.
    if !matches!(key, KeyCode::Char('+' | '=' | '-')) {
        playback.on = false;
    }
    true
}
