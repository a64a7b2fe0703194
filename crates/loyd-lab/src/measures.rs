//! The measures of each run, and the format of their numbers.

use super::result::RunResult;
use loyd_report::numbers::{bytes, duration, grouped};

/// A quantity of a run.
#[derive(Clone, Copy)]
pub struct Measure {
    /// The head of its column.
    pub name: &'static str,
    /// Its value; `None` where the run has none.
    pub of: fn(&RunResult, Option<u32>) -> Option<f64>,
    /// A value for people.
    pub shown: fn(f64) -> String,
}

/// All measures, in the order of the tables.
pub const MEASURES: [Measure; 11] = [
    Measure { name: "expanded", of: |run, _| Some(run.expanded as f64), shown: number },
    Measure { name: "generated", of: |run, _| Some(run.generated as f64), shown: number },
    Measure { name: "inserted", of: |run, _| listed(run, run.inserted), shown: number },
    Measure { name: "reopened", of: |run, _| listed(run, run.reopened), shown: number },
    Measure { name: "max open", of: |run, _| listed(run, run.max_open), shown: number },
    Measure { name: "max closed", of: |run, _| listed(run, run.max_closed), shown: number },
    Measure { name: "bytes", of: |run, _| listed(run, run.bytes), shown: |it| bytes(it as u64) },
    Measure { name: "time", of: |run, _| Some(run.seconds), shown: seconds },
    Measure { name: "CPU", of: |run, _| run.cpu_seconds, shown: seconds },
    Measure {
        name: "length",
        of: |run, _| run.length.map(f64::from),
        shown: |it| format!("{it:.2}"),
    },
    Measure { name: "ratio", of: ratio, shown: |it| format!("{it:.4}") },
];

/// The measure of a name.
pub fn measure(name: &str) -> Option<Measure> {
    MEASURES.into_iter().find(|measure| measure.name == name)
}

/// A count of lists; depth-first searches have none.
fn listed(run: &RunResult, count: u64) -> Option<f64> {
    run.has_lists().then_some(count as f64)
}

/// The length as a multiple of the shortest one, if it is proven; 1 if both are 0.
fn ratio(run: &RunResult, optimal: Option<u32>) -> Option<f64> {
    match (run.length?, optimal?) {
        (0, 0) => Some(1.0),
        (_, 0) => None,
        (length, optimal) => Some(f64::from(length) / f64::from(optimal)),
    }
}

/// `1,446`, `24.5`
fn number(value: f64) -> String {
    if value < 1000.0 && value.fract() != 0.0 {
        format!("{value:.1}")
    } else {
        grouped(value.round() as u64)
    }
}

/// `12.3 µs`, `4.56 ms`, `1.23 s`
pub fn seconds(value: f64) -> String {
    if value < 0.000_999_5 {
        format!("{:.1} µs", value * 1e6)
    } else if value < 0.999_5 {
        format!("{:.2} ms", value * 1e3)
    } else {
        duration(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        assert_eq!([24.5, 24.0, 1446.4].map(number), ["24.5", "24", "1,446"]);
        let shown = [0.000_012_34, 0.012, 2.5].map(seconds);
        assert_eq!(shown, ["12.3 µs", "12.00 ms", "2.50 s"]);
    }
}
