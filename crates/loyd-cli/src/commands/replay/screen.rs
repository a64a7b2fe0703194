//! The terminal: keys in, frames out, and everything as it was afterwards.

use super::playback::Playback;
use super::player::TracePlayer;
use super::view;
use crate::exit::{Exit, Failure};
use crate::interrupt::suspension::Suspension;
use crate::interrupt::{end_with_terminal, on_interrupt, terminal_taken};
use loyd::Listed;
use loyd_search::observe::Cancel;
use ratatui::DefaultTerminal;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};
use ratatui::crossterm::execute;
use std::io;
use std::time::{Duration, Instant};

/// The terminal while it is taken: raw, on its other screen, without a cursor. However it is
/// dropped, it is as it was before.
struct Taken {
    terminal: DefaultTerminal,
}

impl Taken {
    fn new() -> io::Result<Self> {
        // Before anything is changed: a signal may come in between.
        terminal_taken(Some(give_back));
        match ratatui::try_init() {
            Ok(terminal) => Ok(Self { terminal }),
            Err(error) => {
                give_back();
                terminal_taken(None);
                Err(error)
            }
        }
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        give_back();
        terminal_taken(None);
    }
}

/// The terminal as it was. Where it is gone there is nothing to give back.
fn give_back() {
    let _ = ratatui::try_restore();
    let _ = execute!(io::stdout(), Show);
}

/// The event.
enum Happened {
    /// Something new is to be shown.
    Changed,
    /// The user has seen enough.
    Done,
    /// A signal asks to stop.
    Stopped,
    /// The process is to be suspended.
    Suspended,
    /// The process continues, and who knows what the terminal looks like.
    Resumed,
}

/// Shows a trace until the user has seen enough.
pub(super) fn run<P: Listed>(mut player: TracePlayer<P>) -> Result<Exit, Failure> {
    let failed =
        |error: io::Error| Failure::environment(format!("cannot use the terminal: {error}"));
    let (cancel, suspension) = (on_interrupt(), Suspension::listen());
    let mut taken = Taken::new().map_err(failed)?;
    end_with_terminal();
    let mut playback = Playback::new();
    loop {
        let drawn = taken.terminal.draw(|frame| view::draw(frame, &player, &playback)).map(drop);
        let happened = drawn.and_then(|()| next(&mut player, &mut playback, &cancel, &suspension));
        match happened {
            Ok(Happened::Changed) => {}
            Ok(Happened::Done) => return Ok(Exit::Done),
            // With the terminal gone (SIGHUP) reading from it fails too.
            Ok(Happened::Stopped) => return Ok(Exit::Stopped),
            Err(_) if cancel.is_cancelled() => return Ok(Exit::Stopped),
            Ok(kind @ (Happened::Suspended | Happened::Resumed)) => {
                drop(taken);
                if matches!(kind, Happened::Suspended) {
                    suspension.suspend();
                }
                taken = Taken::new().map_err(failed)?;
            }
            // First the terminal as it was, then errors on it.
            Err(error) => {
                drop(taken);
                return Err(failed(error));
            }
        }
    }
}

/// Waits for a key, a signal, or the time of the next frame.
fn next<P: Listed>(
    player: &mut TracePlayer<P>,
    playback: &mut Playback,
    cancel: &Cancel,
    suspension: &Suspension,
) -> io::Result<Happened> {
    /// Between two looks at signals.
    const LOOK_EVERY: Duration = Duration::from_millis(50);
    let (pause, steps) = playback.interval();
    let due = Instant::now() + pause;
    loop {
        if cancel.is_cancelled() {
            return Ok(Happened::Stopped);
        }
        if suspension.asked() {
            return Ok(Happened::Suspended);
        }
        if suspension.resumed() {
            return Ok(Happened::Resumed);
        }
        let left = due.saturating_duration_since(Instant::now());
        let wait = if playback.on { left.min(LOOK_EVERY) } else { LOOK_EVERY };
        if !event::poll(wait)? {
            if playback.on && Instant::now() >= due {
                player.go(steps);
                playback.on &= !player.at_end();
                return Ok(Happened::Changed);
            }
            continue;
        }
        match event::read()? {
            Event::Key(key) if key.kind != KeyEventKind::Release => {
                let control = key.modifiers.contains(KeyModifiers::CONTROL);
                if control && key.code == KeyCode::Char('z') {
                    return Ok(Happened::Suspended);
                }
                let on = pressed(player, playback, key.code, control);
                return Ok(if on { Happened::Changed } else { Happened::Done });
            }
            Event::Resize(..) => return Ok(Happened::Changed),
            _ => {}
        }
    }
}

/// Does what a key asks for; `false` if it is to leave.
pub(super) fn pressed<P: Listed>(
    player: &mut TracePlayer<P>,
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
    // Whoever steps by hand wants to look.
    if !matches!(key, KeyCode::Char('+' | '=' | '-')) {
        playback.on = false;
    }
    true
}
