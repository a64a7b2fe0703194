//! Programs that fill the terminal: keys, frames, signals; the terminal is restored at the end.
//!
//! | file | contents |
//! |---|---|
//! | `playback` | steps that follow each other at a speed |
//! | `steps` | a list of steps, and the keys that go through it |

mod playback;
mod steps;

pub(crate) use playback::Playback;
pub(crate) use steps::{HELP, Steps, pressed};

use crate::exit::{Exit, Failure};
use crate::interrupt::suspension::Suspension;
use crate::interrupt::{
    end_if_terminal_closed, end_with_terminal, on_interrupt, set_terminal_restore,
};
use loyd_search::observe::Cancel;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};
use ratatui::crossterm::execute;
use ratatui::{DefaultTerminal, Frame};
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

/// A program that fills the terminal.
pub(crate) trait Screen {
    /// Draws everything.
    fn draw(&self, frame: &mut Frame<'_>);

    /// Carries out a key; returns false if it leaves.
    fn press(&mut self, key: KeyCode, control: bool) -> bool;

    /// The time to the next [`tick`](Screen::tick); `None` if nothing changes without a key.
    fn interval(&self) -> Option<Duration>;

    /// Carries out the changes that need no key; returns true if a new frame is to be drawn.
    fn tick(&mut self) -> bool;
}

/// Shows a screen until the user leaves.
pub(crate) fn run(screen: &mut dyn Screen) -> Result<Exit, Failure> {
    let failed = |error: io::Error| {
        end_if_terminal_closed();
        Failure::environment(format!("cannot use the terminal: {error}"))
    };
    let (cancel, suspension) = (on_interrupt(), Suspension::listen());
    let mut raw = RawTerminal::new().map_err(failed)?;
    end_with_terminal();
    loop {
        let frame = raw.terminal.draw(|frame| screen.draw(frame)).map(drop);
        let action = frame.and_then(|()| next(screen, &cancel, &suspension));
        match action {
            Ok(Action::Changed) => {}
            Ok(Action::Done) => return Ok(Exit::Done),
            // Reading fails too once the terminal is closed (SIGHUP).
            Ok(Action::Stopped) => return Ok(Exit::Stopped),
            Err(_) if cancel.is_cancelled() => return Ok(Exit::Stopped),
            Ok(kind @ (Action::Suspended | Action::Resumed)) => {
                drop(raw);
                if matches!(kind, Action::Suspended) {
                    suspension.suspend();
                }
                raw = RawTerminal::new().map_err(failed)?;
            }
            // The terminal is restored before the error is printed.
            Err(error) => {
                drop(raw);
                return Err(failed(error));
            }
        }
    }
}

/// Waits for a key, a signal, or the time of the next frame.
fn next(screen: &mut dyn Screen, cancel: &Cancel, suspension: &Suspension) -> io::Result<Action> {
    /// Between two looks at signals.
    const LOOK_EVERY: Duration = Duration::from_millis(50);
    let due = |screen: &dyn Screen| screen.interval().map(|pause| Instant::now() + pause);
    let mut next = due(screen);
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
        let rest = next.map(|due| due.saturating_duration_since(Instant::now()));
        if !event::poll(rest.unwrap_or(LOOK_EVERY).min(LOOK_EVERY))? {
            if next.is_some_and(|due| Instant::now() >= due) {
                if screen.tick() {
                    return Ok(Action::Changed);
                }
                next = due(screen);
            }
            continue;
        }
        match event::read()? {
            Event::Key(key) if key.kind != KeyEventKind::Release => {
                let control = key.modifiers.contains(KeyModifiers::CONTROL);
                if control && key.code == KeyCode::Char('z') {
                    return Ok(Action::Suspended);
                }
                let on = screen.press(key.code, control);
                return Ok(if on { Action::Changed } else { Action::Done });
            }
            Event::Resize(..) => return Ok(Action::Changed),
            _ => {}
        }
    }
}
