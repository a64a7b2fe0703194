//! Scales for measured quantities, linear or logarithmic, with round ticks.

/// The coordinates of values along an axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    /// The values at the ends, as logarithms if it is logarithmic.
    min: f64,
    max: f64,
    /// The places of the ends.
    from: f64,
    to: f64,
    logarithmic: bool,
}

impl Scale {
    /// A linear scale that begins and ends at round values around all that are given.
    pub(super) fn linear(values: impl Iterator<Item = f64>, (from, to): (f64, f64)) -> Self {
        let (min, max) = ends(values).unwrap_or((0.0, 1.0));
        let step = round_step((max - min).max(1.0) / 8.0);
        let (min, max) = ((min / step).floor() * step, (max / step).ceil() * step);
        let max = if max > min { max } else { min + step };
        Self { min, max, from, to, logarithmic: false }
    }

    /// A logarithmic scale over whole powers of ten; values that are not above zero have no place.
    pub(super) fn logarithmic(values: impl Iterator<Item = f64>, (from, to): (f64, f64)) -> Self {
        let positive = values.filter(|&value| value > 0.0);
        let (min, max) = ends(positive).unwrap_or((1.0, 10.0));
        let (min, max) = (min.log10().floor(), max.log10().ceil());
        let max = if max > min { max } else { min + 1.0 };
        Self { min, max, from, to, logarithmic: true }
    }

    /// The place of the least value.
    pub(super) fn start(&self) -> f64 {
        self.from
    }

    /// The place of the greatest value.
    pub(super) fn end(&self) -> f64 {
        self.to
    }

    pub(super) fn at(&self, value: f64) -> Option<f64> {
        let value = match self.logarithmic {
            true if value <= 0.0 => return None,
            true => value.log10(),
            false => value,
        };
        let share = (value - self.min) / (self.max - self.min);
        Some(self.from + (self.to - self.from) * share)
    }

    /// Round values on the scale, at least `min_gap` from each other.
    pub(super) fn ticks(&self, min_gap: f64) -> Vec<f64> {
        let length = (self.to - self.from).abs();
        let room = (length / min_gap).floor().max(1.0);
        let step = (self.max - self.min) / room;
        let step = if self.logarithmic { step.ceil().max(1.0) } else { round_step(step) };
        let first = (self.min / step).ceil() as i64;
        let last = (self.max / step + 1e-9).floor() as i64;
        let values = (first..=last).map(|number| number as f64 * step);
        values.map(|value| if self.logarithmic { 10_f64.powf(value) } else { value }).collect()
    }
}

fn ends(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    values.filter(|value| value.is_finite()).fold(None, |ends, value| match ends {
        None => Some((value, value)),
        Some((min, max)) => Some((f64::min(min, value), f64::max(max, value))),
    })
}

/// The next of 1, 2, 5, 10, 20, 50, …, or of 0.1, 0.2, 0.5, … .
fn round_step(min: f64) -> f64 {
    let power = 10_f64.powf(min.log10().floor());
    let factor = [1.0, 2.0, 5.0, 10.0].into_iter().find(|factor| factor * power >= min * 0.999);
    factor.unwrap_or(10.0) * power
}

/// A number on an axis, to two decimals, or to one with a unit: `0.01`, `1`, `10 k`, `2.5 M`.
pub fn short(value: f64) -> String {
    const UNITS: [(f64, &str); 5] =
        [(1e15, " P"), (1e12, " T"), (1e9, " G"), (1e6, " M"), (1e3, " k")];
    if let Some((scale, unit)) = UNITS.iter().find(|(scale, _)| value >= *scale * 0.999) {
        return format!("{}{unit}", trimmed(value / scale, 1));
    }
    trimmed(value, 2)
}

/// Seconds on an axis: `1 µs`, `10 ms`, `100 s`.
pub fn short_seconds(value: f64) -> String {
    match value {
        _ if value < 0.000_999 => format!("{} µs", trimmed(value * 1e6, 1)),
        _ if value < 0.999 => format!("{} ms", trimmed(value * 1e3, 1)),
        _ if value < 1e6 => format!("{} s", trimmed(value, 1)),
        _ => format!("{} s", short(value)),
    }
}

fn trimmed(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    if text.contains('.') {
        return text.trim_end_matches('0').trim_end_matches('.').to_owned();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_do_not_overlap() {
        let scale = Scale::linear([3.0, 57.0].into_iter(), (0.0, 600.0));
        assert_eq!(scale.ticks(90.0), [0.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0]);
        let scale = Scale::logarithmic([0.002, 40.0].into_iter(), (0.0, 500.0));
        let shown: Vec<String> = scale.ticks(90.0).into_iter().map(short_seconds).collect();
        assert_eq!(shown, ["1 ms", "10 ms", "100 ms", "1 s", "10 s", "100 s"]);
        let sparse = Scale::logarithmic([1.0, 1e9].into_iter(), (0.0, 500.0)).ticks(100.0);
        assert_eq!(
            sparse.into_iter().map(short).collect::<Vec<_>>(),
            ["1", "100", "10 k", "1 M", "100 M"]
        );
    }

    #[test]
    fn values_lie_between_the_ends() {
        for values in [vec![], vec![5.0], vec![0.0, 0.0], vec![1e-9, 1e12], vec![17.0, 18.0]] {
            for scale in [
                Scale::linear(values.iter().copied(), (10.0, 110.0)),
                Scale::logarithmic(values.iter().copied(), (10.0, 110.0)),
            ] {
                for at in values.iter().filter_map(|&value| scale.at(value)) {
                    assert!((9.99..=110.01).contains(&at), "{values:?}: {at}");
                }
                assert!(!scale.ticks(20.0).is_empty());
            }
        }
    }
}
