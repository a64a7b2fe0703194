//! Progress on standard error: a line that rewrites itself on a terminal, or plain lines.

mod status;

pub(crate) use status::Status;

use crate::platform;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use loyd_report::numbers::{count, duration, rate, scaled};
use loyd_search::observe::Progress;
use std::io::{IsTerminal, Write as _};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// Shows the progress of work; shared by all threads.
pub(crate) struct Display {
    mode: Mode,
    due: Mutex<Instant>,
    began: Instant,
    finished: AtomicUsize,
    boards: usize,
    at_once: usize,
    iterations: Mutex<Iterations>,
    /// The growth factor of iterations, once computed.
    growth: OnceLock<Option<f64>>,
}

/// The iterations of a search, from its reports.
#[derive(Default)]
struct Iterations {
    bound: u32,
    /// Expansions when the iteration began.
    before: u64,
    /// Expansions of the iteration before it.
    last: Option<u64>,
}

impl Iterations {
    fn see(&mut self, progress: &Progress) {
        if progress.expanded < self.before || progress.bound < self.bound {
            *self = Self::default();
        }
        if progress.bound != self.bound {
            // The beginning of the first reported iteration is unknown.
            self.last = (self.bound > 0).then(|| progress.expanded - self.before);
            (self.bound, self.before) = (progress.bound, progress.expanded);
        }
    }

    /// The prediction for this iteration.
    fn outlook(&self, progress: &Progress, growth: Option<f64>) -> Outlook {
        /// Smaller iterations predict larger ones badly, and their reports come too late.
        const TELLING: u64 = 10_000_000;
        let last = self.last.filter(|&last| last >= TELLING);
        let expected = last.zip(growth).map(|(last, growth)| last as f64 * growth);
        Outlook { expanded: progress.expanded - self.before, expected, growth }
    }
}

/// The prediction for an iteration.
#[derive(Clone, Copy, Default)]
struct Outlook {
    /// Its expansions so far.
    expanded: u64,
    /// Its expansions in all.
    expected: Option<f64>,
    /// The growth factor to the next one.
    growth: Option<f64>,
}

enum Mode {
    Hidden,
    Line(ProgressBar),
    Lines,
}

/// Time before the first line.
const DELAY: Duration = Duration::from_millis(400);
const REDRAW: Duration = Duration::from_millis(100);
const NEXT_LINE: Duration = Duration::from_secs(5);
/// Time from which on the growth factor is worth a tenth of a second.
const LONG: Duration = Duration::from_secs(3);

impl Display {
    /// For this many boards, `at_once` of them at once. `plain` shows plain lines where standard
    /// error is not a terminal.
    pub(crate) fn new(quiet: bool, plain: bool, boards: usize, at_once: usize) -> Self {
        let mode = if quiet {
            Mode::Hidden
        } else if std::io::stderr().is_terminal() {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
            if let Ok(style) = ProgressStyle::with_template("{wide_msg}") {
                bar.set_style(style);
            }
            Mode::Line(bar)
        } else if plain {
            Mode::Lines
        } else {
            Mode::Hidden
        };
        let began = Instant::now();
        let finished = AtomicUsize::new(0);
        let (iterations, growth) = (Mutex::default(), OnceLock::new());
        let due = Mutex::new(began + DELAY);
        Self { mode, due, began, finished, boards, at_once, iterations, growth }
    }

    /// A report from one of the searches.
    pub(crate) fn search(&self, progress: &Progress) {
        self.search_growing(progress, || None);
    }

    /// Works as [`Display::search`] does; `growth` computes the expected growth factor of iterations,
    /// once, when a search has taken some seconds.
    pub(crate) fn search_growing(&self, progress: &Progress, growth: impl FnOnce() -> Option<f64>) {
        if self.at_once == 1 && !matches!(self.mode, Mode::Hidden) {
            self.iterations.lock().unwrap_or_else(PoisonError::into_inner).see(progress);
            if progress.elapsed >= LONG {
                self.growth.get_or_init(growth);
            }
        }
        self.status(|| self.describe(progress));
    }

    /// A report of any kind of work.
    pub(crate) fn status(&self, status: impl FnOnce() -> Status) {
        /// Columns of plain lines.
        const COLUMNS: usize = 80;
        if self.is_due() {
            let terminal = match self.mode {
                Mode::Line(_) => platform::message_columns(),
                Mode::Hidden | Mode::Lines => None,
            };
            self.show(&status().line(terminal.unwrap_or(COLUMNS)));
        }
    }

    /// Time since the work began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// Counts a finished board.
    pub(crate) fn board_done(&self) {
        self.finished.fetch_add(1, Ordering::Relaxed);
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

    fn describe(&self, progress: &Progress) -> Status {
        let finished = self.finished.load(Ordering::Relaxed);
        if self.at_once > 1 {
            let elapsed = self.began.elapsed().as_secs_f64();
            return Status::of(finished as f64 / self.boards.max(1) as f64, elapsed)
                .with(format!("{finished} of {} boards", self.boards))
                .with(duration(elapsed));
        }
        let board = if self.boards > 1 {
            format!("board {} of {}", finished + 1, self.boards)
        } else {
            String::new()
        };
        let growth = self.growth.get().copied().flatten();
        let iterations = self.iterations.lock().unwrap_or_else(PoisonError::into_inner);
        search_status(board, progress, iterations.outlook(progress, growth))
    }
}

/// `[███░░░░░░░░░] iteration 31 %, 12.0 s left; bound 62, 1.23 G nodes, 5.20 s, 230 M/s, next 72.0 s`
fn search_status(board: String, progress: &Progress, outlook: Outlook) -> Status {
    /// A smaller share of an iteration does not predict the rest.
    const TELLING: f64 = 0.01;
    // Finished subtrees predict better than means.
    let by_nodes = outlook.expected.map(|expected| outlook.expanded as f64 / expected);
    let share = progress.fraction.filter(|&share| share > TELLING).or(by_nodes);
    let share = share.or(progress.fraction).filter(|&share| share < 1.0);
    let elapsed = progress.iteration_elapsed.as_secs_f64();
    let status = share.map_or_else(Status::open, |share| Status::of(share, elapsed));
    let seconds = progress.elapsed.as_secs_f64();
    let of = outlook.expected.map(|expected| format!("of about {} nodes", scaled(expected)));
    let whole = share.filter(|&share| share > TELLING).zip(outlook.growth);
    let next = whole.map(|(share, growth)| format!("next {}", duration(elapsed / share * growth)));
    status
        .named("iteration")
        .with(board)
        .with(format!("bound {}", progress.bound))
        .with(progress.best.map_or_else(String::new, |best| format!("best {best}")))
        .with(format!("{} nodes", count(progress.expanded)))
        .with(duration(seconds))
        .with(rate(progress.expanded, seconds))
        .with(next.unwrap_or_default())
        .with(of.unwrap_or_default())
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
            generated: None,
            lists: (0, 0),
            fraction: Some(0.25),
            elapsed: Duration::from_secs(10),
            iteration_elapsed: Duration::from_secs(4),
        };
        let line =
            |outlook, columns| search_status(String::new(), &progress, outlook).line(columns);
        assert_eq!(
            line(Outlook::default(), 80),
            "[███░░░░░░░░░] iteration 25 %, 12.0 s left; bound 62, 1.23 G nodes, 10.0 s"
        );
        let outlook = Outlook { expanded: 1, expected: Some(4e9), growth: Some(4.5) };
        assert!(line(outlook, 200).ends_with("123 M/s, next 72.0 s, of about 4.00 G nodes"));
        let early = Progress { fraction: Some(0.0), ..progress };
        let outlook = Outlook { expanded: 1_000_000_000, ..outlook };
        let status = search_status("board 3 of 7".into(), &early, outlook);
        assert!(status.line(80).contains("iteration 25 %, 12.0 s left; board 3 of 7, bound 62"));
    }

    #[test]
    fn iterations_are_told_by_their_bounds() {
        let report = |bound, expanded| Progress {
            bound,
            best: None,
            expanded,
            generated: None,
            lists: (0, 0),
            fraction: None,
            elapsed: Duration::from_secs(9),
            iteration_elapsed: Duration::from_secs(1),
        };
        let mut iterations = Iterations::default();
        iterations.see(&report(40, 10_000));
        assert!(iterations.outlook(&report(40, 20_000), Some(4.0)).expected.is_none());
        iterations.see(&report(42, 30_000_000));
        let outlook = iterations.outlook(&report(42, 31_000_000), Some(4.0));
        assert_eq!((outlook.expanded, outlook.expected), (1_000_000, Some(4.0 * 29_990_000.0)));
        // Another board begins.
        iterations.see(&report(36, 5));
        assert!(iterations.outlook(&report(36, 5), Some(4.0)).expected.is_none());
    }
}
