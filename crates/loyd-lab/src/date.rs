//! The day, for reports: of the common calendar, in universal time.

use std::time::{SystemTime, UNIX_EPOCH};

/// Today, as `2026-11-22`; `unknown` if the clock is before 1970.
pub(crate) fn today() -> String {
    let elapsed = SystemTime::now().duration_since(UNIX_EPOCH);
    elapsed.map_or_else(|_| "unknown".to_owned(), |elapsed| written(elapsed.as_secs() / 86_400))
}

/// A day by its number from 1970-01-01.
///
/// Counted from 0000-03-01, so that the leap day ends the year: 400 years are 146,097 days, and five
/// months from March are 153 (H. Hinnant, *chrono-compatible low-level date algorithms*).
fn written(day: u64) -> String {
    let day = day + 719_468;
    let (era, of_era) = (day / 146_097, day % 146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let (month, later) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}-{month:02}-{day:02}", era * 400 + year + later)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_their_dates() {
        for (day, date) in [
            (0, "1970-01-01"),
            (59, "1970-03-01"),
            (11_016, "2000-02-29"),
            (11_017, "2000-03-01"),
            (19_722, "2023-12-31"),
            (19_723, "2024-01-01"),
            (47_541, "2100-03-01"),
        ] {
            assert_eq!(written(day), date);
        }
    }

    #[test]
    fn days_follow_each_other() {
        let days: Vec<String> = (0..80_000).map(written).collect();
        assert!(days.windows(2).all(|pair| pair[0] < pair[1]));
    }
}
