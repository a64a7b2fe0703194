//! A list of steps with a current one, and the keys that go through it.

use super::Playback;
use ratatui::crossterm::event::KeyCode;

/// Steps that are shown one at a time.
pub(crate) trait Steps {
    /// The number of steps, and the current one.
    fn place(&self) -> (usize, usize);

    /// Makes a step current; one beyond the end is the last one.
    fn show(&mut self, step: usize);

    /// Goes this many steps forward, or back.
    fn go(&mut self, by: isize) {
        let (_, at) = self.place();
        self.show(at.saturating_add_signed(by));
    }

    /// True if the last step is current.
    fn at_end(&self) -> bool {
        let (steps, at) = self.place();
        at + 1 >= steps
    }
}

/// The keys of [`pressed`], but those of the playback.
pub(crate) const HELP: &str = "←/→ step   ↑/↓ 100 steps   home/end";

/// Carries out a key; returns false if it leaves.
pub(crate) fn pressed(
    steps: &mut dyn Steps,
    playback: &mut Playback,
    key: KeyCode,
    control: bool,
) -> bool {
    const PAGE: isize = 100;
    match key {
        KeyCode::Char('c') if control => return false,
        KeyCode::Char('q') | KeyCode::Esc => return false,
        KeyCode::Right | KeyCode::Char('l') => steps.go(1),
        KeyCode::Left | KeyCode::Char('h') => steps.go(-1),
        KeyCode::PageDown | KeyCode::Down => steps.go(PAGE),
        KeyCode::PageUp | KeyCode::Up => steps.go(-PAGE),
        KeyCode::Home => steps.show(0),
        KeyCode::End => steps.show(usize::MAX),
        KeyCode::Char('+' | '=') => playback.change(true),
        KeyCode::Char('-') => playback.change(false),
        KeyCode::Char(' ') => {
            if !playback.on && steps.at_end() {
                steps.show(0);
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
