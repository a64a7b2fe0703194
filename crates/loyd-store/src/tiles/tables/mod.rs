//! Pattern databases of sliding tiles in files.

mod pattern;

pub use pattern::Loaded;

use loyd_tiles::pdb::PatternTable;

/// The description of a table of tiles. Classes are counted for each class of the goal.
pub type TableInfo = crate::tables::TableInfo<PatternTable>;

/// A table of tiles in a file.
pub type TableFile = crate::tables::TableFile<PatternTable>;

/// A folder of tables of tiles.
pub type Cache = crate::tables::Cache<PatternTable>;
