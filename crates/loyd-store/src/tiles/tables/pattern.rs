//! The subject of a table of tiles: a pattern, and the encoding of its distances.

use crate::tables::Subject;
use loyd_tiles::pdb::table::Bytes;
use loyd_tiles::pdb::{Layout, Pattern, StandardTable, Table, multi};
use loyd_tiles::{MetricName, Size};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The kind of entries of a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Encoding {
    /// One bit for every state with the blank's region: [`Table`](loyd_tiles::pdb::Table).
    Bit,
    /// Four bits for every placement: [`StandardTable`](loyd_tiles::pdb::StandardTable).
    Excess,
    /// One bit for every class of placements, for both classes of the goal, in the multi-tile
    /// metric: [`multi::Table`](loyd_tiles::pdb::multi::Table).
    Class,
}

impl Encoding {
    /// All encodings.
    pub const ALL: [Self; 3] = [Self::Bit, Self::Excess, Self::Class];

    /// The encoding for searches in a metric.
    #[must_use]
    pub fn for_searches(metric: MetricName) -> Self {
        match metric {
            MetricName::Single => Self::Bit,
            MetricName::Multi => Self::Class,
        }
    }

    /// The metric.
    #[must_use]
    pub fn metric(self) -> MetricName {
        match self {
            Self::Bit | Self::Excess => MetricName::Single,
            Self::Class => MetricName::Multi,
        }
    }

    /// `bit`, `excess` or `class`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Bit => "bit",
            Self::Excess => "excess",
            Self::Class => "class",
        }
    }
}

/// The subject of a table of tiles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PatternTable {
    /// The pattern.
    pub pattern: Pattern,
    /// The encoding of its entries.
    pub encoding: Encoding,
}

/// The fields of a header.
#[derive(Serialize, Deserialize)]
pub struct Fields {
    width: usize,
    height: usize,
    blank: usize,
    cells: Vec<usize>,
    encoding: Encoding,
}

/// A loaded table.
#[derive(Clone, Debug)]
pub enum Loaded {
    /// One bit a state.
    Bit(Table),
    /// Minimum distances of placements.
    Excess(StandardTable),
    /// One bit a class, in the multi-tile metric.
    Class(multi::Table),
}

impl Loaded {
    /// The entries.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        match self {
            Self::Bit(table) => table.bytes(),
            Self::Excess(table) => table.bytes(),
            Self::Class(table) => table.all_bytes(),
        }
    }
}

impl AsRef<[u8]> for Loaded {
    fn as_ref(&self) -> &[u8] {
        self.bytes()
    }
}

impl Subject for PatternTable {
    type Fields = Fields;
    type Loaded = Loaded;

    const NAMES_PUZZLE: bool = false;

    fn fields(&self) -> Fields {
        let (pattern, encoding) = (&self.pattern, self.encoding);
        Fields {
            width: pattern.size().width(),
            height: pattern.size().height(),
            blank: pattern.blank(),
            cells: pattern.cells().iter().map(|&cell| usize::from(cell)).collect(),
            encoding,
        }
    }

    fn of_fields(fields: Fields) -> Option<Self> {
        let Fields { width, height, blank, cells, encoding } = fields;
        let pattern = Pattern::new(Size::new(width, height)?, blank, &cells).ok()?;
        Some(Self { pattern, encoding })
    }

    fn may_have(&self, bytes: u64) -> bool {
        let (size, tiles) = (self.pattern.size(), self.pattern.tiles());
        let range = match self.encoding {
            Encoding::Bit => Layout::byte_range(size, tiles),
            Encoding::Excess => StandardTable::bytes_of(size, tiles).map(|bytes| bytes..=bytes),
            Encoding::Class => multi::Places::new(size, tiles)
                .map(|places| places.table_bytes() as u64)
                .map(|bytes| bytes..=bytes),
        };
        range.is_ok_and(|range| range.contains(&bytes))
    }

    fn file_name(&self) -> String {
        let pattern = &self.pattern;
        let cells: Vec<String> = pattern.cells().iter().map(u8::to_string).collect();
        let (size, blank) = (pattern.size(), pattern.blank());
        format!("{size}-blank{blank}-{}-{}", cells.join("."), self.encoding.name())
    }

    fn loaded(&self, bytes: Bytes) -> Result<Loaded, String> {
        let (size, tiles, pattern) =
            (self.pattern.size(), self.pattern.tiles(), self.pattern.clone());
        let layout = || Layout::new(size, tiles).map(Arc::new).map_err(|error| error.to_string());
        let loaded = match self.encoding {
            Encoding::Bit => Table::new(pattern, layout()?, bytes).map(Loaded::Bit),
            Encoding::Excess => StandardTable::new(pattern, layout()?, bytes).map(Loaded::Excess),
            Encoding::Class => {
                let places = multi::Places::new(size, tiles).map_err(|error| error.to_string())?;
                multi::Table::new(pattern, places, bytes).map(Loaded::Class)
            }
        };
        loaded.map_err(|error| error.to_string())
    }
}
