//! The option `--set` of published positions, and lists of ids.

use crate::names;
use clap::Args;
use loyd_lab::sets::Set;
use loyd_search::quote::{quoted, shortened};

/// A set of published positions.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Positions")]
pub(crate) struct SetArgs {
    /// A set of published boards that comes with loyd; results have the columns `published_length` and
    /// `published_nodes` where they are published.
    #[arg(long, value_name = "SET", value_parser = names::sets())]
    pub(crate) set: Option<Set>,
    /// Only the positions with these ids, such as 3,10-20.
    #[arg(long, value_name = "ID,…", value_delimiter = ',', value_parser = parse_ids)]
    pub(crate) ids: Vec<String>,
}

impl SetArgs {
    /// True if a set is named.
    pub(crate) fn is_given(&self) -> bool {
        self.set.is_some()
    }
}

/// A value parser for a part of a list of ids: an id, or a range of numbers.
pub(crate) fn parse_ids(text: &str) -> Result<String, String> {
    let text = text.trim();
    if text.is_empty() {
        return Err("an id is missing: write a list such as 3,10-20".to_owned());
    }
    match range(text) {
        Some((first, last)) if first > last => {
            Err(format!("the range {} is empty: write {last}-{first}", quoted(&shortened(text))))
        }
        _ => Ok(text.to_owned()),
    }
}

/// The first and last number of a range.
fn range(text: &str) -> Option<(u64, u64)> {
    let (first, last) = text.split_once('-')?;
    Some((first.trim().parse().ok()?, last.trim().parse().ok()?))
}

/// True if a part of a list names an id: the id, or a range with it.
pub(crate) fn names_id(part: &str, id: &str) -> bool {
    let is_within = |(first, last)| id.parse().is_ok_and(|id: u64| (first..=last).contains(&id));
    part == id || range(part).is_some_and(is_within)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_name_ids_and_ranges() {
        assert!(names_id("3", "3") && names_id("a-7", "a-7") && names_id("10-20", "15"));
        assert!(names_id("10-20", "10") && names_id("10-20", "20") && names_id("10-20", "10-20"));
        assert!(!names_id("10-20", "9") && !names_id("10-20", "21") && !names_id("3", "33"));
        assert_eq!(parse_ids(" 10-20 "), Ok("10-20".to_owned()));
        assert!(parse_ids("20-10").is_err_and(|why| why.contains("10-20")));
        assert!(parse_ids(" ").is_err());
    }
}
