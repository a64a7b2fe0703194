//! Suggestions for misspelt names.

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edit_distances() {
        assert_eq!(edit_distance("kitten", "sitting"), 3);
        assert_eq!(edit_distance("", "abc"), 3);
        assert_eq!(edit_distance("abc", "abc"), 0);
    }

    #[test]
    fn near_names_are_suggested_and_far_ones_listed() {
        let known = ["manhattan", "zero"];
        assert_eq!(did_you_mean("manhatan", known.into_iter()), "did you mean manhattan?");
        assert_eq!(did_you_mean("xyz", known.into_iter()), "choose one of manhattan, zero");
    }
}
