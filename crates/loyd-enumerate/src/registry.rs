//! The list of engines by name.

use crate::{EnumerateError, Job, Request, disk, frontier, memory, reference};
use loyd::names::did_you_mean;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// What is known of an engine before it runs.
#[derive(Clone, Copy, Debug)]
pub struct EngineInfo {
    /// The name on the command line.
    pub name: &'static str,
    /// What it is, in a line.
    pub summary: &'static str,
}

macro_rules! registry {
    ($($variant:ident $name:literal $job:path, $summary:literal;)*) => {
        /// An engine, by name.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum EngineName {
            $(#[doc = $summary] $variant,)*
        }

        impl EngineName {
            /// Every engine; `auto` takes the first that can do what is asked.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// Name and summary.
            pub const fn info(self) -> EngineInfo {
                match self {
                    $(Self::$variant => EngineInfo { name: $name, summary: $summary },)*
                }
            }

            /// What this engine would do for a request; allocates nothing.
            pub(crate) fn job(self, request: &Request) -> Result<Arc<dyn Job>, EnumerateError> {
                match self {
                    $(Self::$variant => $job(request),)*
                }
            }
        }
    };
}

// One line an engine, the one to prefer first: variant, name, its function from a request to a
// job, what it is.
registry! {
    Memory "memory" memory::job,
        "whole levels at once, one bit a state: the fastest where the bits fit in memory";
    Disk "disk" disk::without_store,
        "the same with levels in files, coded, a part at a time in memory: for what does not fit";
    Frontier "frontier" frontier::in_memory,
        "the first levels of large boards: sorted lists of states, coded, in memory or in files; cost and room go with the states of the levels";
    Reference "reference" reference::job,
        "plain breadth-first search, one thread: bitmaps over all states, or sets of states with --depth";
}

impl fmt::Display for EngineName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.info().name)
    }
}

/// A text that names no engine.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{} is not an engine: {hint}", loyd::quote::quoted(.text))]
pub struct UnknownEngine {
    text: String,
    hint: String,
}

impl FromStr for EngineName {
    type Err = UnknownEngine;

    fn from_str(text: &str) -> Result<Self, UnknownEngine> {
        let normal = text.trim().to_ascii_lowercase();
        let found = Self::ALL.iter().find(|known| known.info().name == normal);
        found.copied().ok_or_else(|| UnknownEngine {
            text: text.to_owned(),
            hint: did_you_mean(&normal, Self::ALL.iter().map(|known| known.info().name)),
        })
    }
}
