//! The names of engines, and the engines of every puzzle.

use crate::{EnumerateError, Job, Request, ranked, reference, symmetric};
use loyd_search::names::did_you_mean;
use loyd_search::puzzle::Puzzle;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// The description of an engine.
#[derive(Clone, Copy, Debug)]
pub struct EngineInfo {
    /// The name on the command line.
    pub name: &'static str,
    /// A summary in one line.
    pub summary: &'static str,
}

macro_rules! names {
    ($($variant:ident $name:literal, $summary:literal;)*) => {
        /// An engine, by name.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum EngineName {
            $(#[doc = $summary] $variant,)*
        }

        impl EngineName {
            /// Every engine.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// Name and summary.
            pub const fn info(self) -> EngineInfo {
                match self {
                    $(Self::$variant => EngineInfo { name: $name, summary: $summary },)*
                }
            }
        }
    };
}

// One line for each engine: variant, name, summary.
names! {
    Memory "memory",
        "one bit per state, whole levels at once; the fastest engine if the bitmaps fit in memory";
    Disk "disk",
        "the same bitmaps in coded files, one part at a time in memory; for spaces that exceed memory";
    Gpu "gpu",
        "the bitmaps of the memory engine on a graphics card, in pieces if they exceed its memory";
    Frontier "frontier",
        "coded lists of states in memory or in files; for the first levels of large boards";
    Symmetric "symmetric",
        "one key per class of states under symmetry; for the first levels of large spaces";
    Reference "reference",
        "plain breadth-first search on one thread; a bitmap over all states, or sets of states to a depth";
}

/// A job for a request, or the reason why an engine is unsuitable.
pub type Planned<P> = Result<Arc<dyn Job<P>>, EnumerateError>;

/// An engine of a puzzle.
pub struct Engine<P: Puzzle> {
    /// The name.
    pub name: EngineName,
    /// Plans the engine for a request, or returns why it is unsuitable; allocates nothing.
    pub job: fn(&Request<P>) -> Planned<P>,
}

/// The engines of every puzzle whose states have ranks, in order of preference.
pub fn engines<P: Puzzle>() -> [Engine<P>; 4] {
    [
        Engine { name: EngineName::Memory, job: ranked::job },
        Engine { name: EngineName::Symmetric, job: symmetric::job },
        Engine { name: EngineName::Disk, job: symmetric::without_store },
        Engine { name: EngineName::Reference, job: reference::job },
    ]
}
impl fmt::Display for EngineName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.info().name)
    }
}

/// A text that is not the name of an engine.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{} is not an engine: {hint}", loyd_search::quote::quoted(.text))]
pub struct UnknownEngine {
    text: String,
    hint: String,
}

impl FromStr for EngineName {
    type Err = UnknownEngine;

    fn from_str(text: &str) -> Result<Self, UnknownEngine> {
        let normal = text.trim().to_ascii_lowercase();
        let engine = Self::ALL.iter().find(|engine| engine.info().name == normal);
        engine.copied().ok_or_else(|| UnknownEngine {
            text: text.to_owned(),
            hint: did_you_mean(&normal, Self::ALL.iter().map(|engine| engine.info().name)),
        })
    }
}
