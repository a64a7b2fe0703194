//! The positions of published sets, and positions chosen by their ids.

use super::{Batch, Context, table};
use crate::exit::Failure;
use crate::set_args::{SetArgs, names_id};
use crate::texts::check_set;
use loyd::PuzzleName;
use loyd_lab::sets::Set;
use loyd_search::quote::shortened;

/// The column of known lengths in files, and its name in results, which are compared with it.
pub(super) const OPTIMAL_LENGTH: &str = "optimal_length";
pub(super) const PUBLISHED_LENGTH: &str = "published_length";

/// The positions of a set.
///
/// # Errors
/// If they are of another puzzle, or an id is unknown.
pub(crate) fn of_set(puzzle: PuzzleName, args: &SetArgs) -> Result<Batch, Failure> {
    let Some(set) = args.set else {
        return Err(Failure::input("no set of boards is named: add --set korf100"));
    };
    check_set(set, puzzle)?;
    let mut batch = built_in(puzzle, set)?;
    batch.choose(&args.ids, set.info().0)?;
    Ok(batch)
}

/// Reads all positions of a set.
pub(crate) fn built_in(puzzle: PuzzleName, set: Set) -> Result<Batch, Failure> {
    let name = format!("the set {}", set.info().0);
    let mut batch = table::parse(set.text(), &name, &Context::of(puzzle))?;
    for column in &mut batch.columns {
        if column == OPTIMAL_LENGTH {
            PUBLISHED_LENGTH.clone_into(column);
        }
    }
    Ok(batch)
}

impl Batch {
    /// Retains the positions with the ids of a list; an empty list retains all.
    ///
    /// # Errors
    /// If a part of the list names no position.
    pub(crate) fn choose(&mut self, list: &[String], name: &str) -> Result<(), Failure> {
        if list.is_empty() {
            return Ok(());
        }
        let is_unknown = |part: &&String| self.items.iter().all(|item| !names_id(part, &item.id));
        if let Some(unknown) = list.iter().find(is_unknown) {
            let noun = self.puzzle.puzzle().facts().noun;
            let unknown = shortened(unknown);
            return Err(Failure::input(format!("--ids: no {noun} of {name} has the id {unknown}")));
        }
        self.items.retain(|item| list.iter().any(|part| names_id(part, &item.id)));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_have_their_published_lengths() {
        let mut batch = built_in(PuzzleName::Tiles, Set::Korf100).expect("a set");
        batch.choose(&["3".to_owned(), "10-12".to_owned()], "korf100").expect("known ids");
        let ids: Vec<&str> = batch.items.iter().map(|item| &item.id[..]).collect();
        assert_eq!(ids, ["3", "10", "11", "12"]);
        let metric = PuzzleName::Tiles.puzzle().metric(None).expect("the default metric");
        assert_eq!(batch.known_lengths(&metric), [59, 59, 57, 45].map(Some));
        assert!(batch.choose(&["90-200".to_owned()], "korf100").is_err());
    }
}
