//! Names that users write: suggestions for misspelt ones, maxima of several, and goals of which the nearest counts.

/// Returns "did you mean X?" if a known name is similar, otherwise the list of known names.
pub fn did_you_mean<'a>(name: &str, known: impl Iterator<Item = &'a str> + Clone) -> String {
    let nearest = known.clone().min_by_key(|candidate| edit_distance(name, candidate));
    match nearest {
        Some(near) if edit_distance(name, near) <= name.len().max(3) / 3 => {
            format!("did you mean {near}?")
        }
        _ => format!("choose one of {}", known.collect::<Vec<_>>().join(", ")),
    }
}

/// The text between several goals of which the nearest counts.
pub const OR: &str = " or ";

/// The goals of a text, which words `or` separate.
///
/// ```
/// use loyd_search::names::alternatives;
///
/// assert_eq!(alternatives("1 2 3 0 or\n0 1 2 3"), ["1 2 3 0", "0 1 2 3"]);
/// assert_eq!(alternatives("solved"), ["solved"]);
/// ```
pub fn alternatives(text: &str) -> Vec<&str> {
    let (mut goals, mut from) = (Vec::new(), 0);
    for word in text.split_whitespace() {
        if word.eq_ignore_ascii_case(OR.trim()) {
            let at = word.as_ptr() as usize - text.as_ptr() as usize;
            goals.push(text[from..at].trim());
            from = at + word.len();
        }
    }
    goals.push(if goals.is_empty() { text } else { text[from..].trim() });
    goals
}

/// Levenshtein distance, in bytes.
fn edit_distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.bytes().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.bytes().enumerate() {
            let substitute = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = substitute.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

/// The names in `A` or `max(A,B,…)`, without white space; a maximum of maxima is a maximum.
///
/// ```
/// use loyd_search::names::in_maximum;
///
/// assert_eq!(in_maximum("zero").unwrap(), ["zero"]);
/// assert_eq!(in_maximum("max(a, max(b, c))").unwrap(), ["a", "b", "c"]);
/// assert!(in_maximum("max(a").unwrap_err().contains("brackets"));
/// ```
///
/// # Errors
/// A hint in words if the text has another form.
pub fn in_maximum(text: &str) -> Result<Vec<String>, String> {
    const UNMATCHED: &str = "its brackets do not match";
    let compact: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let mut names: Vec<String> = Vec::new();
    // Behind a closing bracket only the end, a comma or another closing bracket may follow.
    let (mut depth, mut from, mut closed) = (0_usize, 0, false);
    for (at, mark) in compact.match_indices(['(', ')', ',']) {
        let word = &compact[from..at];
        from = at + mark.len();
        if closed && !word.is_empty() {
            return Err(UNMATCHED.to_owned());
        }
        if mark == "(" {
            if closed || !word.eq_ignore_ascii_case("max") {
                return Err("only max takes brackets, as in max(A,B)".to_owned());
            }
            depth += 1;
            continue;
        }
        if depth == 0 {
            let several = "several heuristics are combined as max(A,B)";
            return Err(if mark == "," { several } else { UNMATCHED }.to_owned());
        }
        if !closed {
            if word.is_empty() {
                return Err("a name is missing: a maximum is written as max(A,B)".to_owned());
            }
            names.push(word.to_owned());
        }
        closed = mark == ")";
        depth -= usize::from(closed);
    }
    let last = &compact[from..];
    if depth > 0 || closed && !last.is_empty() {
        return Err(UNMATCHED.to_owned());
    }
    if !closed {
        names.push(last.to_owned());
    }
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maxima_are_read_in_one_form() {
        for (text, names) in [
            ("a", &["a"][..]),
            ("", &[""]),
            (" pdb:7-8 ", &["pdb:7-8"]),
            ("max(a)", &["a"]),
            ("MAX(a, b)", &["a", "b"]),
            ("max(a,max(b,c))", &["a", "b", "c"]),
            ("max(max(a,b),max(c),d)", &["a", "b", "c", "d"]),
            ("maximal", &["maximal"]),
        ] {
            assert_eq!(in_maximum(text).unwrap(), names, "{text:?}");
        }
        for (text, hint) in [
            ("a,b", "combined as max(A,B)"),
            ("max(a),b", "combined as max(A,B)"),
            ("max(a", "brackets do not match"),
            ("max(a,max(b)", "brackets do not match"),
            ("a)", "brackets do not match"),
            ("max(a))", "brackets do not match"),
            ("max(a)b", "brackets do not match"),
            ("max(max(a)b)", "brackets do not match"),
            (")a max(", "brackets do not match"),
            ("twice(a)", "only max takes brackets"),
            ("(a)", "only max takes brackets"),
            ("max(a)(b)", "only max takes brackets"),
            ("max()", "a name is missing"),
            ("max(a,)", "a name is missing"),
            ("max(,a)", "a name is missing"),
        ] {
            let error = in_maximum(text).expect_err(text);
            assert!(error.contains(hint), "{text:?}: {error}");
        }
        // Deep nesting takes no stack.
        let deep = format!("{}a{}", "max(".repeat(100_000), ")".repeat(100_000));
        assert_eq!(in_maximum(&deep).unwrap(), ["a"]);
    }

    #[test]
    fn edit_distances() {
        assert_eq!(edit_distance("kitten", "sitting"), 3);
        assert_eq!(edit_distance("", "abc"), 3);
        assert_eq!(edit_distance("abc", "abc"), 0);
    }

    #[test]
    fn near_names_are_suggested_and_far_ones_listed() {
        let names = ["manhattan", "zero"];
        assert_eq!(did_you_mean("manhatan", names.into_iter()), "did you mean manhattan?");
        assert_eq!(did_you_mean("xyz", names.into_iter()), "choose one of manhattan, zero");
    }
}
