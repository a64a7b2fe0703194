//! What a level came to.

/// A finished level.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LevelSummary {
    /// States at this depth.
    pub states: u64,
    /// Seconds that it took.
    pub seconds: f64,
    /// Coded bytes taken from the store.
    pub bytes_read: u64,
    /// Coded bytes given to the store.
    pub bytes_written: u64,
    /// Coded bytes of partials, whether they went through the store or stayed in memory.
    pub partial_bytes: u64,
    /// Seconds that computing threads waited for the store, added up.
    pub waited: f64,
}
