//! Numbers with units as people write them: `8GiB`, `500MB`, `1e9`, `1h30m`.

use loyd_search::quote::{quoted, shortened};
use std::time::Duration;

/// A number of things: `1000`, `1_000`, `1e9`, `2.5e6`, `10M`.
pub(crate) fn parse_count(text: &str) -> Result<u64, String> {
    const SUFFIXES: [(&str, f64); 5] = [("", 1.0), ("k", 1e3), ("M", 1e6), ("G", 1e9), ("T", 1e12)];
    scaled(text, &SUFFIXES).map_err(|why| format!("{why}; write a number such as 1000000 or 1e9"))
}

/// A number that may be 0: a seed, a depth, the number of a step. `example` is one that fits the
/// option.
fn parse_from_zero(text: &str, what: &str, example: &str) -> Result<u64, String> {
    if let Ok(number) = text.trim().parse() {
        return Ok(number);
    }
    scaled(text, &[("", 1.0)]).map_err(|why| format!("{why}; write {what} such as {example}"))
}

/// A seed, from 0.
pub(crate) fn parse_seed(text: &str) -> Result<u64, String> {
    parse_from_zero(text, "a seed, a whole number", "42")
}

/// A depth, from 0.
pub(crate) fn parse_depth(text: &str) -> Result<u32, String> {
    let depth = parse_from_zero(text, "a number of moves", "20")?;
    u32::try_from(depth)
        .map_err(|_| format!("no board is {depth} moves deep; omit the option for all levels"))
}

/// The number of a step, from 0.
pub(crate) fn parse_step(text: &str) -> Result<u64, String> {
    parse_from_zero(text, "the number of a step", "1000")
}

/// A number of bytes: `8GiB`, `500MB`, `64k`, `1e9`.
pub(crate) fn parse_bytes(text: &str) -> Result<u64, String> {
    const SUFFIXES: [(&str, f64); 18] = [
        ("", 1.0),
        ("B", 1.0),
        ("k", 1024.0),
        ("K", 1024.0),
        ("M", 1_048_576.0),
        ("G", 1_073_741_824.0),
        ("T", 1_099_511_627_776.0),
        ("KiB", 1024.0),
        ("MiB", 1_048_576.0),
        ("GiB", 1_073_741_824.0),
        ("TiB", 1_099_511_627_776.0),
        ("kB", 1e3),
        ("KB", 1e3),
        ("MB", 1e6),
        ("GB", 1e9),
        ("TB", 1e12),
        ("kiB", 1024.0),
        ("PiB", 1_125_899_906_842_624.0),
    ];
    const MIN: u64 = 1 << 20;
    let text = text.trim();
    // Memory is counted in bytes (B); b is the unit symbol of the bit.
    if let Some(amount) = text.strip_suffix('b').filter(|amount| scaled(amount, &SUFFIXES).is_ok())
    {
        return Err(format!("b is a bit: write {}B", shortened(amount)));
    }
    let bytes = scaled(text, &SUFFIXES)
        .map_err(|why| format!("{why}; write an amount such as 8GiB or 500MB"))?;
    if bytes < MIN {
        let short = shortened(text);
        return Err(if text.bytes().all(|byte| byte.is_ascii_digit()) {
            format!("{short} without a unit means bytes: write {short}GiB, or at least 1MiB")
        } else {
            format!("{short} is too little to do anything with: give at least 1MiB")
        });
    }
    Ok(bytes)
}

/// Bytes a second: `10Gb/s`, `100Mb/s`, `1GB/s`; a small b is a bit.
pub(crate) fn parse_rate(text: &str) -> Result<f64, String> {
    const SUFFIXES: [(&str, f64); 10] = [
        ("kb/s", 125.0),
        ("Mb/s", 125e3),
        ("Gb/s", 125e6),
        ("Mbit/s", 125e3),
        ("Gbit/s", 125e6),
        ("kB/s", 1e3),
        ("MB/s", 1e6),
        ("GB/s", 1e9),
        ("MiB/s", 1_048_576.0),
        ("GiB/s", 1_073_741_824.0),
    ];
    scaled(text, &SUFFIXES)
        .map(|rate| rate as f64)
        .map_err(|why| format!("{why}; write a rate such as 10Gb/s or 1GB/s"))
}

/// A length of time: `10s`, `5m`, `1h30m`, `250ms`; a bare number is seconds.
pub(crate) fn parse_duration(text: &str) -> Result<Duration, String> {
    const UNITS: [(&str, f64); 6] =
        [("", 1.0), ("ms", 1e-3), ("s", 1.0), ("m", 60.0), ("h", 3600.0), ("d", 86400.0)];
    const MAX: f64 = 100.0 * 365.25 * 86400.0;
    let wrong =
        || format!("{} is not a length of time: write 10s, 5m or 1h30m", quoted(text.trim()));
    let mut seconds = 0.0;
    let mut rest = text.trim();
    if rest.is_empty() {
        return Err(wrong());
    }
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
        let (number, tail) = rest.split_at(digits);
        let letters = tail.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(tail.len());
        let (unit, tail) = tail.split_at(letters);
        let number: f64 = number.parse().map_err(|_| wrong())?;
        let (_, scale) = UNITS.iter().find(|(name, _)| *name == unit).ok_or_else(wrong)?;
        seconds += number * scale;
        rest = tail.trim_start();
    }
    if seconds <= 0.0 {
        return Err("there must be some time: give more than 0s".into());
    }
    if seconds > MAX {
        let text = shortened(text.trim());
        return Err(format!("{text} is longer than a century: omit the limit instead"));
    }
    Ok(Duration::from_secs_f64(seconds))
}

/// A share in percent: `5%` or `5` is 0.05.
pub(crate) fn parse_percent(text: &str) -> Result<f64, String> {
    const MAX: f64 = 1000.0;
    let number = text.trim().trim_end_matches('%').trim_end().parse().ok();
    let percent = number.filter(|percent| (0.0..=MAX).contains(percent));
    let percent = percent.ok_or_else(|| {
        format!("{} is not a percentage from 0% to {MAX}%: write one such as 5%", quoted(text))
    })?;
    Ok(percent / 100.0)
}

/// Threads: from 1 to more than any machine has.
pub(crate) fn parse_threads(text: &str) -> Result<usize, String> {
    const MAX: usize = 4096;
    match text.trim().parse::<usize>() {
        Ok(0) => Err("at least one thread is needed; without the option all cores are used".into()),
        Ok(threads) if threads > MAX => Err(format!("at most {MAX} threads can be used")),
        Ok(threads) => Ok(threads),
        Err(_) => Err(format!(
            "{} is not a number of threads: write one such as 8, or omit the option to use \
             all cores",
            quoted(text.trim())
        )),
    }
}

fn scaled(text: &str, suffixes: &[(&str, f64)]) -> Result<u64, String> {
    let text = text.trim();
    let compact: String = text.chars().filter(|&c| c != '_' && c != ' ').collect();
    let parsed = suffixes.iter().find_map(|(suffix, scale)| {
        let number = compact.strip_suffix(suffix)?;
        let plain = number.starts_with(|c: char| c.is_ascii_digit())
            && number.ends_with(|c: char| c.is_ascii_digit() || c == '.');
        plain.then(|| number.parse::<f64>().ok()).flatten().map(|number| number * scale)
    });
    let short = shortened(text);
    let Some(value) = parsed else {
        return Err(if text.starts_with('-') {
            format!("{short} is negative")
        } else {
            format!("{} is not a number", quoted(text))
        });
    };
    if value >= u64::MAX as f64 {
        return Err(format!("{short} is too large: at most 1.8e19 can be counted"));
    }
    if value.fract() != 0.0 && value < 1e6 {
        return Err(format!("{short} is not a whole number"));
    }
    if value < 1.0 {
        return Err(format!("{short} leaves nothing to work with"));
    }
    // Without a unit every digit counts.
    Ok(compact.parse().unwrap_or(value as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts() {
        assert_eq!(parse_count("1e9"), Ok(1_000_000_000));
        assert_eq!(parse_count("1_000"), Ok(1000));
        assert_eq!(parse_count("2.5M"), Ok(2_500_000));
        assert_eq!(parse_count("18446744073709551614"), Err(
            "18446744073709551614 is too large: at most 1.8e19 can be counted; write a number such \
             as 1000000 or 1e9".into()
        ));
        for bad in ["", "0", "-5", "1.5", "1e30", "inf", "nan", "many", "1e", "+1"] {
            assert!(parse_count(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn errors_of_numbers_from_zero_have_an_example() {
        assert_eq!((parse_seed("0"), parse_seed("18446744073709551615")), (Ok(0), Ok(u64::MAX)));
        assert_eq!((parse_depth("20"), parse_step("1e6")), (Ok(20), Ok(1_000_000)));
        for (wrong, example) in [
            (parse_seed("-5"), "-5 is negative; write a seed, a whole number such as 42"),
            (parse_seed("x"), "such as 42"),
            (parse_step("0x10"), "such as 1000"),
            (parse_step(""), "such as 1000"),
        ] {
            assert!(wrong.is_err_and(|why| why.contains(example)), "{example}");
        }
        assert!(parse_depth("1e10").is_err() && parse_depth("deep").is_err());
    }

    #[test]
    fn long_texts_are_shortened() {
        let long = format!("-{}", "9".repeat(1 << 20));
        for why in
            [parse_count(&long), parse_bytes(&long), parse_seed(&long), parse_step(&long[1..])]
        {
            assert!(why.is_err_and(|why| why.len() < 250));
        }
        assert!(parse_duration(&long).is_err_and(|why| why.len() < 250));
        assert!(parse_duration(&long[1..]).is_err_and(|why| why.len() < 250));
        assert!(parse_threads(&long).is_err_and(|why| why.len() < 250));
    }

    #[test]
    fn bytes() {
        assert_eq!(parse_bytes("8GiB"), Ok(8 << 30));
        assert_eq!(parse_bytes("500MB"), Ok(500_000_000));
        assert_eq!(parse_bytes("1.5 GiB"), Ok(3 << 29));
        for bad in ["0GiB", "-1GiB", "lots", "1e12TB", "GiB"] {
            assert!(parse_bytes(bad).is_err(), "{bad}");
        }
        for (bad, remedy) in [("8", "write 8GiB"), ("8Gb", "write 8GB"), ("8 Mb", "write 8 MB")] {
            assert!(parse_bytes(bad).is_err_and(|why| why.contains(remedy)), "{bad}");
        }
    }

    #[test]
    fn durations() {
        assert_eq!(parse_duration("1h30m"), Ok(Duration::from_secs(5400)));
        assert_eq!(parse_duration("250ms"), Ok(Duration::from_millis(250)));
        assert_eq!(parse_duration("10"), Ok(Duration::from_secs(10)));
        for bad in ["", "0s", "-5s", "5 parsecs", "s", "1e99h", "99999999d", "1..5s"] {
            assert!(parse_duration(bad).is_err(), "{bad}");
        }
    }
}
