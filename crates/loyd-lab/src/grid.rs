//! Lists of alternatives: `astar,wastar(1.5|3)` is three algorithms.
//!
//! ```text
//! list      := entry { "," entry }
//! entry     := name [ "(" argument { "," argument } ")" ]
//! argument  := [ key "=" ] value { "|" value }
//! ```
//!
//! Commas and bars inside inner brackets belong to these. Of several arguments with alternatives
//! every combination is meant: `wastar(1.5|3,ties=fifo|lifo)` is four entries.

use loyd_search::quote::quoted;

/// The maximum number of entries.
const MAX: usize = 200;

/// The entries of a list, every alternative written out, each once.
///
/// # Errors
/// The reason why the text is not such a list.
pub fn expand(text: &str) -> Result<Vec<String>, String> {
    let mut entries = Vec::new();
    for entry in split(text, ',')? {
        if entry.is_empty() {
            return Err(format!(
                "{} has an empty entry: write names with a comma between",
                quoted(text)
            ));
        }
        for alternative in alternatives(entry)? {
            if !entries.contains(&alternative) {
                entries.push(alternative);
            }
            if entries.len() > MAX {
                return Err(format!("{} stands for more than {MAX} entries", quoted(text)));
            }
        }
    }
    Ok(entries)
}

/// The alternatives of one entry.
fn alternatives(entry: &str) -> Result<Vec<String>, String> {
    let Some((name, rest)) = entry.split_once('(') else {
        if entry.contains('|') {
            return Err(format!(
                "{}: alternatives are written in brackets, as in wastar(1.5|3); separate names by \
                 commas",
                quoted(entry)
            ));
        }
        return Ok(vec![entry.to_owned()]);
    };
    let inner = rest.strip_suffix(')').ok_or_else(|| unmatched(entry))?;
    let mut combinations = vec![String::new()];
    for (index, argument) in split(inner, ',')?.into_iter().enumerate() {
        let (key, values) = match argument.split_once('=') {
            Some((key, values)) if !key.contains('(') => (format!("{key}="), values),
            _ => (String::new(), argument),
        };
        let values = split(values, '|')?;
        if combinations.len() * values.len() > MAX {
            return Err(format!("{} stands for more than {MAX} entries", quoted(entry)));
        }
        let comma = if index > 0 { "," } else { "" };
        let written = |before: &String| {
            let before = format!("{before}{comma}{key}");
            values.iter().map(move |value| format!("{before}{value}")).collect::<Vec<_>>()
        };
        combinations = combinations.iter().flat_map(written).collect();
    }
    Ok(combinations.into_iter().map(|arguments| format!("{name}({arguments})")).collect())
}

/// The parts between separators that are outside all brackets.
fn split(text: &str, separator: char) -> Result<Vec<&str>, String> {
    let (mut parts, mut depth, mut from) = (Vec::new(), 0_usize, 0);
    for (at, character) in text.char_indices() {
        match character {
            '(' => depth += 1,
            ')' => depth = depth.checked_sub(1).ok_or_else(|| unmatched(text))?,
            _ if character == separator && depth == 0 => {
                parts.push(text[from..at].trim());
                from = at + separator.len_utf8();
            }
            _ => {}
        }
    }
    if depth > 0 {
        return Err(unmatched(text));
    }
    parts.push(text[from..].trim());
    Ok(parts)
}

fn unmatched(text: &str) -> String {
    format!("{}: its brackets do not match", quoted(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alternatives_are_written_out() {
        let expanded = |text: &str| expand(text).map(|entries| entries.join(" "));
        for (text, entries) in [
            ("astar", "astar"),
            ("astar, idastar ,astar", "astar idastar"),
            ("astar,wastar(1.5|3),greedy", "astar wastar(1.5) wastar(3) greedy"),
            (
                "wastar(2|3,ties=fifo|lifo)",
                "wastar(2,ties=fifo) wastar(2,ties=lifo) wastar(3,ties=fifo) wastar(3,ties=lifo)",
            ),
            ("max(hamming,manhattan),zero", "max(hamming,manhattan) zero"),
            (
                "max(hamming|zero,max(pdb:4-4,manhattan))",
                "max(hamming,max(pdb:4-4,manhattan)) max(zero,max(pdb:4-4,manhattan))",
            ),
        ] {
            assert_eq!(expanded(text).as_deref(), Ok(entries), "{text}");
        }
    }

    #[test]
    fn invalid_grids_are_refused() {
        for text in ["", "a,,b", "a(", "a)", "a(1", "a(1))", "a|b", "a(1|2)b"] {
            assert!(expand(text).is_err(), "{text}");
        }
        let many = format!("a({0},{0},{0})", ["1"; 10].join("|"));
        assert!(expand(&many).is_err_and(|why| why.contains("more than 200")));
    }
}
