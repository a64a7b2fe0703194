//! Partitions with names: one drawing each in the folder `catalogue`.
//!
//! A partition is drawn for one goal and rotated or reflected for goals with the blank on another
//! cell. The name lists the sizes of its patterns and is unique for a board.

use super::partition::Partition;
use crate::Size;

/// A partition of the catalogue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Columns and rows, and the name: `4x4-7-8`.
    label: &'static str,
    text: &'static str,
}

macro_rules! drawings {
    ($($label:literal),* $(,)?) => {
        &[$(Entry {
            label: $label,
            text: include_str!(concat!("../../catalogue/", $label, ".txt")),
        }),*]
    };
}

/// All entries, ordered by board.
pub const CATALOGUE: &[Entry] = drawings![
    "3x3-4-4",
    "4x3-5-6",
    "5x3-7-7",
    "5x3-5-5-4",
    "4x4-5-5-5",
    "4x4-6-6-3",
    "4x4-7-8",
    "5x4-5-5-5-4",
    "5x4-6-6-7",
    "5x5-5-5-5-5-4",
    "5x5-6-6-6-6",
    "6x6-6-6-6-6-6-5",
    "6x6-5-5-5-5-5-5-5",
    "7x7-5-5-5-5-5-5-5-5-5-3",
    "7x7-4-4-4-4-4-4-4-4-4-4-4-4",
];

impl Entry {
    /// The name: the sizes of the patterns.
    pub fn name(&self) -> &'static str {
        self.label.split_once('-').map_or(self.label, |(_, name)| name)
    }

    /// A one-line description: the remark at the head of the drawing.
    pub fn remark(&self) -> &'static str {
        self.text.lines().next().unwrap_or_default().trim_start_matches('#').trim()
    }

    /// The partition as drawn.
    ///
    /// # Panics
    /// Never: a test parses all drawings.
    pub fn partition(&self) -> Partition {
        Partition::from_drawing(self.text).expect("a drawing that a test has read")
    }
}

/// Returns the partition of this name for a board and the cell of its goal's blank.
pub fn find(name: &str, size: Size, blank: usize) -> Option<Partition> {
    CATALOGUE
        .iter()
        .filter(|entry| entry.name() == name)
        .find_map(|entry| entry.partition().turned_to(size, blank))
}

/// Returns the entries of this name, for any board.
pub fn named(name: &str) -> impl Iterator<Item = &'static Entry> {
    CATALOGUE.iter().filter(move |entry| entry.name() == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdb::{Layout, Pattern};

    #[test]
    fn entries_have_all_tiles_and_names_of_their_sizes() {
        for entry in CATALOGUE {
            let partition = entry.partition();
            let tiles: Vec<usize> = partition.patterns().iter().map(Pattern::tiles).collect();
            let size = partition.size();
            assert_eq!(tiles.iter().sum::<usize>(), size.cells() - 1, "{}", entry.label);
            let sizes: Vec<String> = tiles.iter().map(usize::to_string).collect();
            let mut named: Vec<&str> = entry.name().split('-').collect();
            named.sort_unstable();
            let mut sorted: Vec<&str> = sizes.iter().map(String::as_str).collect();
            sorted.sort_unstable();
            assert_eq!(named, sorted, "{}", entry.label);
            assert!(entry.label.starts_with(&format!("{size}-")), "{}", entry.label);
            assert!(!entry.remark().is_empty(), "{}", entry.label);
            for pattern in partition.patterns() {
                Layout::new(size, pattern.tiles()).expect("a table can be made");
            }
        }
    }

    #[test]
    fn names_are_found_for_every_corner() {
        for entry in CATALOGUE {
            let size = entry.partition().size();
            let (w, h) = (size.width(), size.height());
            for corner in [0, w - 1, w * (h - 1), w * h - 1] {
                let partition = find(entry.name(), size, corner).expect(entry.label);
                assert_eq!((partition.size(), partition.blank()), (size, corner));
                // Rotated and reflected patterns share the tables of the drawn ones.
                let canonical = |partition: &Partition| {
                    let patterns = partition.patterns().iter();
                    patterns.map(|pattern| pattern.canonical().0).collect::<Vec<_>>()
                };
                assert_eq!(canonical(&partition), canonical(&entry.partition()));
            }
            assert_eq!(find(entry.name(), size, w + 1), None);
        }
        assert_eq!(named("7-8").count(), 1);
    }
}
