//! Numbers as people read them.

/// Digits in groups: `1,234,567`.
pub fn grouped(number: impl Into<u128>) -> String {
    let digits = number.into().to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A count to three digits: `1.23 G`.
pub fn count(number: u64) -> String {
    if number < 1000 { number.to_string() } else { scaled(number as f64) }
}

/// A rate to three digits: `234 M/s`; a dash where no time has passed.
pub fn rate(number: u64, seconds: f64) -> String {
    if seconds <= 0.0 {
        return "-".into();
    }
    format!("{}/s", scaled(number as f64 / seconds))
}

/// A number to three digits: `1.23 G`; numbers below a thousand have two decimals at most.
pub fn scaled(number: f64) -> String {
    const UNITS: [(f64, &str); 5] =
        [(1e15, " P"), (1e12, " T"), (1e9, " G"), (1e6, " M"), (1e3, " k")];
    // 999.6 k would be shown as 1000 k.
    let unit = UNITS.iter().find(|(scale, _)| number >= scale * 0.9995);
    let (value, unit) = unit.map_or((number, ""), |(scale, unit)| (number / scale, *unit));
    let decimals = if unit.is_empty() || value >= 99.95 {
        0
    } else if value >= 9.995 {
        1
    } else {
        2
    };
    format!("{value:.decimals$}{unit}")
}

/// A time in seconds as `123 µs`, `0.012 s`, `12.3 s`, `5 min 20 s`, `3 h 12 min`,
/// `5 days 3 h`, `1,234 years`.
pub fn duration(seconds: f64) -> String {
    const YEAR: u64 = 31_556_952;
    /// Two years: longer times are not given in days.
    const DAYS: u64 = 2 * YEAR;
    let whole = seconds.round() as u64;
    match whole {
        _ if seconds <= 0.0 => "0 s".to_owned(),
        _ if seconds < 0.000_999_5 => format!("{:.0} µs", (seconds * 1e6).max(1.0)),
        _ if seconds < 0.9995 => format!("{seconds:.3} s"),
        _ if seconds < 9.995 => format!("{seconds:.2} s"),
        _ if seconds < 99.95 => format!("{seconds:.1} s"),
        0..3600 => format!("{} min {} s", whole / 60, whole % 60),
        3600..86400 => format!("{} h {} min", whole / 3600, whole % 3600 / 60),
        86400..DAYS => {
            let days = whole / 86400;
            let unit = if days == 1 { "day" } else { "days" };
            format!("{days} {unit} {} h", whole % 86400 / 3600)
        }
        _ => format!("{} years", grouped(whole / YEAR)),
    }
}

/// A number of bytes: `6.7 GiB`.
pub fn bytes(number: u64) -> String {
    const UNITS: [(u64, &str); 4] =
        [(1 << 40, "TiB"), (1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")];
    match UNITS.iter().find(|(scale, _)| number >= *scale) {
        Some((scale, unit)) => format!("{:.1} {unit}", number as f64 / *scale as f64),
        None => format!("{number} B"),
    }
}

/// A number with its noun: `1 board`, `2 boards`.
pub fn plural(number: u64, noun: &str) -> String {
    format!("{} {noun}{}", grouped(number), if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_three_digits_and_a_unit() {
        assert_eq!(grouped(0u32), "0");
        assert_eq!(grouped(1_234_567u32), "1,234,567");
        assert_eq!(count(999), "999");
        assert_eq!(count(999_600), "1.00 M");
        assert_eq!(rate(234_000_000, 1.0), "234 M/s");
        assert_eq!(rate(12, 0.0), "-");
        assert_eq!(duration(0.0125), "0.013 s");
        assert_eq!(duration(0.000_123_4), "123 µs");
        assert_eq!(duration(1e-9), "1 µs");
        assert_eq!(duration(0.000_999_7), "0.001 s");
        assert_eq!(duration(0.0), "0 s");
        assert_eq!(duration(5400.0), "1 h 30 min");
        assert_eq!(duration(129_600.0), "1 day 12 h");
        assert_eq!(duration(1e12), "31,688 years");
        assert_eq!(bytes(1536), "1.5 KiB");
        assert_eq!(plural(1, "board"), "1 board");
    }
}
