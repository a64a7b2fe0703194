//! The field of a JSON text at a place, for messages: `moves.R.CORNERS.permutation[3]`.

use std::fmt::Write;

/// Maximum depth of fields and arrays that are followed.
const MAX_DEPTH: usize = 128;

/// Fields of a deeper path that are shown.
const MAX_SHOWN: usize = 8;

/// Characters of the name of a field that are shown.
const MAX_NAME: usize = 32;

/// A part of a path.
enum Step<'a> {
    /// A field of an object, and whether a string is the next name.
    Field(&'a str, bool),
    /// An element of an array.
    Element(usize),
}

/// The path to the value before a place, which is a line and a byte in it, both from 1. Empty at the top, and as long as
/// the text is not JSON it is a guess.
pub(crate) fn path_at(text: &str, line: usize, column: usize) -> String {
    let before = text.split_inclusive('\n').take(line.saturating_sub(1));
    let offset = before.map(str::len).sum::<usize>().saturating_add(column).min(text.len());
    let (mut steps, mut deeper): (Vec<Step<'_>>, usize) = (Vec::new(), 0);
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < offset {
        let open = at;
        at += 1;
        match bytes[open] {
            b'"' => {
                while at < bytes.len() && bytes[at] != b'"' {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                if let (Some(Step::Field(name, true)), 0) = (steps.last_mut(), deeper) {
                    *name = text.get(open + 1..at).unwrap_or_default();
                }
                at += 1;
            }
            b'{' | b'[' if steps.len() == MAX_DEPTH => deeper += 1,
            b'}' | b']' if deeper > 0 => deeper -= 1,
            _ if deeper > 0 => {}
            b'{' => steps.push(Step::Field("", true)),
            b'[' => steps.push(Step::Element(0)),
            b'}' | b']' => drop(steps.pop()),
            b':' => {
                if let Some(Step::Field(_, expects_name)) = steps.last_mut() {
                    *expects_name = false;
                }
            }
            b',' => match steps.last_mut() {
                Some(Step::Field(_, expects_name)) => *expects_name = true,
                Some(Step::Element(index)) => *index += 1,
                None => {}
            },
            _ => {}
        }
    }
    shown(&steps)
}

fn shown(steps: &[Step<'_>]) -> String {
    let mut path = String::new();
    for step in steps.iter().take(MAX_SHOWN) {
        match step {
            Step::Field("", _) => {}
            Step::Field(name, _) => {
                let plain = |c: char| if c.is_control() { '?' } else { c };
                path.push_str(if path.is_empty() { "" } else { "." });
                path.extend(name.chars().take(MAX_NAME).map(plain));
                path.push_str(if name.chars().nth(MAX_NAME).is_some() { "…" } else { "" });
            }
            Step::Element(index) => {
                let _ = write!(path, "[{index}]");
            }
        }
    }
    path.push_str(if steps.len() > MAX_SHOWN { "…" } else { "" });
    path
}

#[cfg(test)]
mod tests {
    use super::path_at;

    #[test]
    fn the_path_is_that_of_the_value_before_the_place() {
        let text = "{ \"a\\\"]\": [1, { \"b\": [2,\n 3, 4] }],\n \"c\": {} }";
        for (line, column, path) in [
            (1, 1, ""),
            (1, 12, "a\\\"][0]"),
            (1, 23, "a\\\"][1].b[0]"),
            (2, 3, "a\\\"][1].b[2]"),
            (2, 6, "a\\\"][1].b"),
            (2, 8, "a\\\"][1]"),
            (3, 8, "c"),
            (9, 99, ""),
        ] {
            assert_eq!(path_at(text, line, column), path, "{line}:{column}");
        }
        let deep = "[".repeat(100_000);
        assert_eq!(path_at(&deep, 1, 100_000), "[0][0][0][0][0][0][0][0]…");
        assert_eq!(path_at("", 1, 5), "");
    }
}
