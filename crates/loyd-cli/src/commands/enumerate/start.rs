//! Where the blank of an enumeration's start is.

use loyd_tiles::Size;
use std::str::FromStr;

/// Where the blank starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Start {
    Corner,
    Edge,
    Centre,
    Cell(usize),
}

impl Start {
    /// The cell on boards of a size.
    pub(super) fn cell(self, size: Size) -> usize {
        match self {
            Self::Corner => size.last_cell(),
            Self::Edge => 1,
            Self::Centre => (size.height() - 1) / 2 * size.width() + (size.width() - 1) / 2,
            Self::Cell(cell) => cell,
        }
    }
}

impl FromStr for Start {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.trim().to_ascii_lowercase().as_str() {
            "corner" => Ok(Self::Corner),
            "edge" => Ok(Self::Edge),
            "centre" | "center" => Ok(Self::Centre),
            other => other.parse().map(Self::Cell).map_err(|_| {
                "a start is corner, edge, centre, or the number of a cell from 0, such as 5"
                    .to_owned()
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn starts_are_cells() {
        let size = Size::new(4, 3).expect("a size");
        let cell = |text: &str| text.parse::<Start>().map(|start| start.cell(size));
        assert_eq!(cell("corner"), Ok(11));
        assert_eq!(cell("edge"), Ok(1));
        assert_eq!(cell("centre"), Ok(5));
        assert_eq!(cell("7"), Ok(7));
        assert!(cell("middle").is_err() && cell("-1").is_err());
    }
}
