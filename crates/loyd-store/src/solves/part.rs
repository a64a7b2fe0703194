//! Parts of a list of boards, solved in separate folders.

use super::{Board, SolveRequest, UncheckedSolves, hash};
use crate::failure::unsuited;
use loyd_enumerate::checkpoint::StoreError;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// A part of a list: every `of`th element, from the `number`th on. Neighbours in a list are often
/// equally hard, so they are in different parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Part {
    number: u32,
    of: u32,
}

impl Part {
    /// The greatest number of parts.
    pub const MAX: u32 = 100_000;

    /// Returns part `number` of `of`, counted from 1; `None` if the number is too large, or if there
    /// are more than [`Part::MAX`].
    #[must_use]
    pub fn new(number: u32, of: u32) -> Option<Self> {
        ((1..=of).contains(&number) && of <= Self::MAX).then_some(Self { number, of })
    }

    /// Returns the number of this part, from 1.
    #[must_use]
    pub fn number(self) -> u32 {
        self.number
    }

    /// Returns the number of parts.
    #[must_use]
    pub fn of(self) -> u32 {
        self.of
    }

    /// Returns the elements of this part.
    pub fn select<T>(self, all: impl IntoIterator<Item = T>) -> Vec<T> {
        all.into_iter().skip(self.number as usize - 1).step_by(self.of as usize).collect()
    }

    /// Returns the place in the list of the element at `index` of this part.
    #[must_use]
    pub fn place(self, index: usize) -> usize {
        index * self.of as usize + self.number as usize - 1
    }

    /// Returns the number of elements of this part of a list of `all`.
    #[must_use]
    pub fn count(self, all: usize) -> usize {
        let (number, of) = (self.number as usize, self.of as usize);
        all.saturating_sub(number - 1).div_ceil(of)
    }

    /// Returns the folder of this part in a folder that all parts share.
    #[must_use]
    pub fn folder(self, shared: &Path) -> PathBuf {
        shared.join(format!("{PREFIX}{}", self.number))
    }
}

/// Folders of parts are named `part-1`, `part-2`, …
pub(super) const PREFIX: &str = "part-";

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').map(|(number, of)| (number.trim(), of.trim()));
        let parsed =
            numbers.and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        parsed.and_then(|(number, of)| Self::new(number, of)).ok_or_else(|| {
            format!(
                "say the number of a part, from 1, and the number of parts, at most {}, such as 3/16",
                Self::MAX
            )
        })
    }
}

/// The part of a list that a folder has.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PartOfList {
    /// The part.
    pub part: Part,
    /// The number of boards in the list.
    pub boards: usize,
    /// The hash of the list and the settings.
    list: String,
}

impl SolveRequest {
    /// Returns the request for a part of the boards. Places in the input do not matter for the
    /// identity of the list: machines may have it under different names.
    #[must_use]
    pub fn into_part(self, part: Part) -> Self {
        let boards = self.boards.len();
        let placeless = |board: &Board| Board { place: String::new(), ..board.clone() };
        let anywhere = Self { boards: self.boards.iter().map(placeless).collect(), ..self.clone() };
        let list = hash(&anywhere);
        Self {
            boards: part.select(self.boards),
            part: Some(PartOfList { part, boards, list }),
            ..self
        }
    }

    /// Returns whether the part, if there is one, is possible and has the right number of boards.
    pub(super) fn has_valid_part(&self) -> bool {
        self.part.as_ref().is_none_or(|PartOfList { part, boards, .. }| {
            Part::new(part.number, part.of).is_some() && part.count(*boards) == self.boards.len()
        })
    }

    /// Returns whether two requests are of the same list and settings.
    pub(super) fn is_of_same_list(&self, other: &Self) -> bool {
        let of_list = |request: &Self| {
            let part = request.part.as_ref()?;
            Some((part.part.of, part.boards, part.list.clone()))
        };
        let settings = |request: &Self| Self { boards: Vec::new(), part: None, ..request.clone() };
        of_list(self) == of_list(other) && settings(self) == settings(other)
    }
}

impl UncheckedSolves {
    /// Refuses a folder whose boards, settings or part differ from the request.
    ///
    /// # Errors
    /// If one of them differs.
    pub fn ensure_same(&self, request: &SolveRequest) -> Result<(), StoreError> {
        if self.solves == *request {
            return Ok(());
        }
        let place = self.folder.path().display();
        let part = |solves: &SolveRequest| solves.part.as_ref().map(|part| part.part);
        let what = match part(&self.solves).filter(|_| part(&self.solves) != part(request)) {
            Some(part) => format!("part {part}"),
            None => "other boards, or the same with other settings".to_owned(),
        };
        Err(unsuited(format!("{place} holds {what}: choose another folder")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn parts_are_read_and_shown() {
        let part = Part::new(3, 16).expect("a part");
        assert_eq!("3/16".parse(), Ok(part));
        assert_eq!(" 3 / 16".parse(), Ok(part));
        assert_eq!(part.to_string(), "3/16");
        assert_eq!(part.folder(Path::new("run")), Path::new("run/part-3"));
        for bad in ["0/4", "5/4", "1/0", "1/100001", "-1/4", "1", "1/", "/4", "a/b", "1/2/3", ""] {
            let read: Result<Part, String> = bad.parse();
            assert!(read.is_err_and(|why| why.contains("3/16")), "{bad}");
        }
    }

    proptest! {
        #[test]
        fn every_element_is_in_one_part(all in 0usize..200, of in 1u32..40) {
            let mut counts = vec![0; all];
            for number in 1..=of {
                let part = Part::new(number, of).expect("a part");
                let elements = part.select(0..all);
                prop_assert_eq!(elements.len(), part.count(all));
                for (index, &element) in elements.iter().enumerate() {
                    prop_assert_eq!(part.place(index), element);
                    counts[element] += 1;
                }
            }
            prop_assert!(counts.iter().all(|&times| times == 1));
        }
    }
}
