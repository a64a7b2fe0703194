//! An enumeration as a table with bars, and its farthest positions.

use crate::published::Reference;
use loyd::EnumerateResult;
use loyd_report::numbers::{bytes, duration, grouped, plural, rate};
use std::fmt::Write;

/// A table with bars that use the columns of a terminal, or of lines as long everywhere else.
pub(crate) fn table(
    enumeration: &EnumerateResult,
    reference: Reference,
    columns: Option<usize>,
) -> String {
    let largest = enumeration.levels.iter().copied().max().unwrap_or(1);
    let width = grouped(largest).len().max("states".len());
    let room = bar_width(columns, width);
    let mut text = format!("{}\n\n{:>5}  {:>width$}\n", enumeration.title, "depth", "states");
    for (depth, &states) in enumeration.levels.iter().enumerate() {
        let line =
            format!("{depth:>5}  {:>width$}  {}", grouped(states), bar(states, largest, room));
        text += line.trim_end();
        text.push('\n');
    }
    text + &totals(enumeration, reference)
}

/// The maximum of `--antipodes`: each takes some dozens of bytes.
pub(crate) const MAX_ANTIPODES: u64 = 10_000_000;

/// The farthest positions of the result, a line each; nothing without them.
pub(crate) fn antipodes(enumeration: &EnumerateResult) -> String {
    let (Some(antipodes), Some(&deepest)) = (&enumeration.antipodes, enumeration.levels.last())
    else {
        return String::new();
    };
    let Some(radius) = enumeration.radius else {
        return "antipodes not known: not all states were counted\n".to_owned();
    };
    let mut text = format!("antipodes {}", grouped(deepest));
    let Some(boards) = &antipodes.positions else {
        let than = if deepest <= MAX_ANTIPODES { "were" } else { "can be" };
        return format!("{text}, more than {than} stored\n");
    };
    let (start, listed) = (&enumeration.start, boards.len());
    let is_part = (listed as u64) < deepest;
    let part = if is_part { format!("; {listed} of them:") } else { ":".to_owned() };
    let moves = if radius == 1 { "move" } else { "moves" };
    let _ = writeln!(text, ", {radius} {moves} from {start}{part}");
    for board in boards {
        let _ = writeln!(text, "{board}");
    }
    text
}

/// The hint about the farthest positions, if they were requested: the command that solves some of them, or
/// that stores all of them. `solve` is the command that solves positions, `again` the one that repeats the
/// run.
pub(crate) fn confirmation(
    enumeration: &EnumerateResult,
    solve: &str,
    again: &str,
) -> Option<String> {
    /// Boards in the command.
    const MAX: usize = 3;
    let (antipodes, radius) = (enumeration.antipodes.as_ref()?, enumeration.radius?);
    let deepest = *enumeration.levels.last()?;
    let Some(boards) = &antipodes.positions else {
        let fits = deepest <= MAX_ANTIPODES;
        return fits.then(|| {
            format!("to store and print all antipodes, run\n  {again} --antipodes {deepest}")
        });
    };
    let mut command = solve.to_owned();
    for board in boards.iter().take(MAX) {
        let _ = write!(command, " \"{board}\"");
    }
    let which = match boards.len() {
        1 => "its distance".to_owned(),
        number if number <= MAX => "their distance".to_owned(),
        _ => format!("the distance of the first {MAX}"),
    };
    Some(format!("to confirm {which}, {radius}, run\n  {command}"))
}

fn totals(enumeration: &EnumerateResult, reference: Reference) -> String {
    let seconds = enumeration.seconds;
    let part = if enumeration.complete { "all there are" } else { "not all there are" };
    let radius =
        enumeration.radius.map_or_else(|| "not reached".to_owned(), |radius| radius.to_string());
    let files = if enumeration.bytes_read + enumeration.bytes_written > 0 {
        let (read, written) = (bytes(enumeration.bytes_read), bytes(enumeration.bytes_written));
        format!(", {read} read, {written} written")
    } else {
        String::new()
    };
    let compared = reference.sentence().map_or_else(String::new, |text| format!("; {text}"));
    let engine = enumeration.engine.unwrap_or("another engine");
    format!(
        "\ntotal     {}, {part}{compared}\nradius    {radius}\nsearched  {} ({}), setup {}, peak \
         memory {}{files}\nwith      {engine}\n",
        plural(enumeration.total, "state"),
        duration(seconds),
        rate(enumeration.total, seconds),
        duration(enumeration.setup_seconds),
        bytes(enumeration.peak_memory_bytes),
    )
}

/// The characters for the longest bar, beside numbers of `numbers` characters.
fn bar_width(columns: Option<usize>, numbers: usize) -> usize {
    const ELSEWHERE: usize = 40;
    // Longer bars are not easier to compare; shorter ones are worth a line that wraps.
    const WIDTHS: std::ops::RangeInclusive<usize> = 8..=100;
    // The depth, two gaps, and a column in which terminals wrap.
    let room = |columns: usize| columns.saturating_sub(5 + 2 + numbers + 2 + 1);
    columns.map_or(ELSEWHERE, |columns| room(columns).clamp(*WIDTHS.start(), *WIDTHS.end()))
}

/// A bar of eighths of a character, linear in the number of states; at least an eighth
/// for any state.
fn bar(states: u64, largest: u64, width: usize) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let share = states as f64 / largest.max(1) as f64;
    let eighths = (share * width as f64 * 8.0).round() as usize;
    let eighths = eighths.max(usize::from(states > 0));
    "█".repeat(eighths / 8) + EIGHTHS[eighths % 8]
}

#[cfg(test)]
mod tests {
    use super::*;
    use loyd::AnyEnumeration;
    use loyd_enumerate::{Request, run};
    use loyd_search::observe::Limit;
    use loyd_tiles::Size;
    use loyd_tiles_enumerate as tiles;

    #[test]
    fn unstored_antipodes_are_counted() {
        let size = Size::new(3, 3).expect("a size");
        let request = Request { antipodes: 5, ..tiles::request_from(size, 4) };
        let plan = tiles::plan(&request).expect("it fits");
        let enumeration = run(&plan, &Limit::none(), &mut |_| ()).expect("it is right");
        let (five, none) = (enumeration.result(Some(5)), enumeration.result(None));
        assert_eq!(antipodes(&five), "antipodes 148, more than were stored\n");
        assert_eq!(antipodes(&none), "");
        assert_eq!(
            confirmation(&five, "", "loyd enumerate 3x3 --start 4").as_deref(),
            Some(
                "to store and print all antipodes, run\n  \
                 loyd enumerate 3x3 --start 4 --antipodes 148"
            )
        );
        assert_eq!(confirmation(&none, "", ""), None);
    }

    #[test]
    fn bars_are_linear() {
        assert_eq!(bar(8, 8, 40).chars().count(), 40);
        assert_eq!(bar(4, 8, 40).chars().count(), 20);
        assert_eq!(bar(1, 320, 40), "▏");
        assert_eq!(bar(3, 320, 40), "▍");
        assert_eq!(bar(1, 1_000_000_000, 40), "▏");
        assert_eq!(bar(0, 8, 40), "");
    }

    #[test]
    fn lines_fit_the_terminal() {
        let size = Size::new(3, 3).expect("a size");
        let plan = tiles::plan(&tiles::request(size)).expect("it fits");
        let enumeration = run(&plan, &Limit::none(), &mut |_| ()).expect("it is right");
        let longest = |columns| {
            let text = table(&enumeration.result(None), Reference::None, columns);
            text.lines().filter(|line| line.contains('█')).map(|line| line.chars().count()).max()
        };
        for columns in [24, 40, 80, 100] {
            assert_eq!(longest(Some(columns)), Some(columns - 1));
        }
        assert_eq!(longest(Some(500)), Some(15 + 100));
        assert_eq!(longest(Some(3)), Some(15 + 8));
        assert_eq!(longest(None), Some(15 + 40));
    }
}
