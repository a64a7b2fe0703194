//! The subject of a table of tiles: a pattern, and the encoding of its distances.

use crate::tables::Subject;
use loyd_tiles::Size;
use loyd_tiles::pdb::table::Bytes;
use loyd_tiles::pdb::{Encoding, Layout, Pattern, PatternTable, StandardTable, Table, multi};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The fields of a header.
#[derive(Serialize, Deserialize)]
pub struct Fields {
    width: usize,
    height: usize,
    blank: usize,
    cells: Vec<usize>,
    encoding: String,
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
            encoding: encoding.name().to_owned(),
        }
    }

    fn of_fields(fields: Fields) -> Option<Self> {
        let Fields { width, height, blank, cells, encoding } = fields;
        let pattern = Pattern::new(Size::new(width, height)?, blank, &cells).ok()?;
        Some(Self { pattern, encoding: Encoding::named(&encoding)? })
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
