//! Progress on standard error: a line that rewrites itself on a terminal, plain lines when asked.

use crate::render::text::{count, duration, rate};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use loyd::observe::Progress;
use std::fmt::Write as _;
use std::io::{IsTerminal, Write as _};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Shows how work is getting on; shared by all threads.
pub(crate) struct Display {
    mode: Mode,
    due: Mutex<Instant>,
    began: Instant,
    done: AtomicUsize,
    boards: usize,
    at_once: usize,
}

enum Mode {
    Hidden,
    Line(ProgressBar),
    Lines,
}

/// Quick work shows nothing.
const DELAY: Duration = Duration::from_millis(400);
const REDRAW: Duration = Duration::from_millis(100);
const NEXT_LINE: Duration = Duration::from_secs(5);

impl Display {
    /// For this many boards, `at_once` of them at once. `asked` shows plain lines where standard
    /// error is no terminal.
    pub(crate) fn new(quiet: bool, asked: bool, boards: usize, at_once: usize) -> Self {
        let mode = if quiet {
            Mode::Hidden
        } else if std::io::stderr().is_terminal() {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
            if let Ok(style) = ProgressStyle::with_template("{wide_msg}") {
                bar.set_style(style);
            }
            Mode::Line(bar)
        } else if asked {
            Mode::Lines
        } else {
            Mode::Hidden
        };
        let began = Instant::now();
        let done = AtomicUsize::new(0);
        Self { mode, due: Mutex::new(began + DELAY), began, done, boards, at_once }
    }

    /// A report from one of the searches.
    pub(crate) fn search(&self, progress: &Progress) {
        if self.is_due() {
            self.show(&self.describe(progress));
        }
    }

    /// A report of another kind of work.
    pub(crate) fn report(&self, text: impl FnOnce() -> String) {
        if self.is_due() {
            self.show(&text());
        }
    }

    /// One more board is done.
    pub(crate) fn board_done(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }

    /// Writes something else without the two getting mixed up on a terminal.
    pub(crate) fn around<R>(&self, write: impl FnOnce() -> R) -> R {
        match &self.mode {
            Mode::Line(bar) => bar.suspend(write),
            _ => write(),
        }
    }

    /// Takes the line away.
    pub(crate) fn finish(&self) {
        if let Mode::Line(bar) = &self.mode {
            bar.finish_and_clear();
        }
    }

    fn is_due(&self) -> bool {
        let interval = match self.mode {
            Mode::Hidden => return false,
            Mode::Line(_) => REDRAW,
            Mode::Lines => NEXT_LINE,
        };
        let mut due = self.due.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        let is_due = now >= *due;
        if is_due {
            *due = now + interval;
        }
        is_due
    }

    fn show(&self, text: &str) {
        match &self.mode {
            Mode::Hidden => {}
            Mode::Line(bar) => {
                if bar.is_hidden() {
                    bar.set_draw_target(ProgressDrawTarget::stderr());
                }
                bar.set_message(text.to_owned());
                bar.tick();
            }
            Mode::Lines => {
                let _ = writeln!(std::io::stderr(), "{text}");
            }
        }
    }

    fn describe(&self, progress: &Progress) -> String {
        let done = self.done.load(Ordering::Relaxed);
        if self.at_once > 1 {
            let elapsed = duration(self.began.elapsed().as_secs_f64());
            return format!("{done} of {} boards, {elapsed}", self.boards);
        }
        let board = if self.boards > 1 {
            format!("board {} of {}: ", done + 1, self.boards)
        } else {
            String::new()
        };
        format!("{board}{}", search_line(progress))
    }
}

/// Less of an iteration says too little about the rest of it.
const TELLING: f64 = 0.01;

/// "bound 62, 1.2 G nodes, 230 M/s, 5.2 s; iteration 31 % done, 12 s left"
fn search_line(progress: &Progress) -> String {
    let seconds = progress.elapsed.as_secs_f64();
    let mut line = format!(
        "bound {}, {} nodes, {}, {}",
        progress.bound,
        count(progress.expanded),
        rate(progress.expanded, seconds),
        duration(seconds),
    );
    if let Some(best) = progress.best {
        let _ = write!(line, "; best {best}");
    }
    if let Some(share) = progress.fraction {
        let _ = write!(line, "; iteration {:.0} % done", share * 100.0);
        if share > TELLING {
            let left = progress.iteration_elapsed.as_secs_f64() * (1.0 - share) / share;
            let _ = write!(line, ", about {} left", duration(left));
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_is_described() {
        let progress = Progress {
            bound: 62,
            best: None,
            expanded: 1_230_000_000,
            fraction: Some(0.25),
            elapsed: Duration::from_secs(10),
            iteration_elapsed: Duration::from_secs(4),
        };
        let line = search_line(&progress);
        assert_eq!(
            line,
            "bound 62, 1.23 G nodes, 123 M/s, 10.0 s; iteration 25 % done, about 12.0 s left"
        );
    }
}
