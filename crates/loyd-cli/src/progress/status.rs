//! A line of progress: a bar, the remaining time, and the details that fit.

use loyd_report::numbers::duration;

/// The progress of work.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Status {
    /// The subject of the bar, if it is not the whole work.
    of: &'static str,
    /// The finished share, 0 to 1.
    share: Option<f64>,
    /// Seconds that remain.
    remaining: Option<f64>,
    /// Details, the most important ones first.
    details: Vec<String>,
}

/// A smaller share of the work does not predict the rest.
const TELLING: f64 = 0.01;

/// Characters of a bar.
const BAR: usize = 12;

impl Status {
    /// Of work of which a share took this many seconds; the rest takes as long.
    pub(crate) fn of(share: f64, seconds: f64) -> Self {
        let remaining = (share > TELLING && share < 1.0).then(|| seconds * (1.0 - share) / share);
        Self { share: Some(share), remaining, ..Self::default() }
    }

    /// Of work with an unknown end.
    pub(crate) fn open() -> Self {
        Self::default()
    }

    /// With a subject of the bar.
    pub(crate) fn named(self, of: &'static str) -> Self {
        Self { of, ..self }
    }

    /// With another estimate of the remaining seconds.
    pub(crate) fn left(self, remaining: Option<f64>) -> Self {
        Self { remaining, ..self }
    }

    /// With one more detail, less important than those before.
    pub(crate) fn with(mut self, detail: impl Into<String>) -> Self {
        self.details.push(detail.into());
        self
    }

    /// Returns a line that fits this many columns.
    pub(crate) fn line(&self, columns: usize) -> String {
        let mut line = self.head();
        for (number, detail) in self.details.iter().filter(|detail| !detail.is_empty()).enumerate()
        {
            let gap = match number {
                _ if line.is_empty() => "",
                0 => "; ",
                _ => ", ",
            };
            if line.chars().count() + gap.len() + detail.chars().count() > columns {
                break;
            }
            line += gap;
            line += detail;
        }
        line.chars().take(columns).collect()
    }

    /// `[█████░░░░░░░] iteration 42 %, 33.2 s left`
    fn head(&self) -> String {
        let Some(share) = self.share else { return String::new() };
        let share = share.clamp(0.0, 1.0);
        let full = (share * BAR as f64) as usize;
        let of = if self.of.is_empty() { String::new() } else { format!("{} ", self.of) };
        let bar = "█".repeat(full) + &"░".repeat(BAR - full);
        let rest =
            self.remaining.map_or_else(String::new, |left| format!(", {} left", duration(left)));
        format!("[{bar}] {of}{:.0} %{rest}", share * 100.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_line_has_bar_and_remaining_time_and_fits() {
        let status = Status::of(0.25, 10.0).with("depth 17").with("1.23 M states there");
        let line = "[███░░░░░░░░░] 25 %, 30.0 s left; depth 17, 1.23 M states there";
        assert_eq!(status.line(80), line);
        assert_eq!(status.line(line.chars().count()), line);
        assert_eq!(status.line(60), "[███░░░░░░░░░] 25 %, 30.0 s left; depth 17");
        assert_eq!(status.line(20), "[███░░░░░░░░░] 25 %,");
    }

    #[test]
    fn an_unknown_share_prints_no_time() {
        assert_eq!(Status::of(0.001, 1.0).line(80), "[░░░░░░░░░░░░] 0 %");
        assert_eq!(Status::of(1.0, 1.0).line(80), "[████████████] 100 %");
        assert_eq!(Status::open().with("3 boards").with("").with("2 s").line(80), "3 boards, 2 s");
    }
}
