//! Heuristics as written on the command line: a name, `orbit:NAME`, `pdb:64MiB`, or `max(A,B,…)`.

use loyd_search::COMPACT;
use loyd_search::names::{did_you_mean, in_maximum};
use loyd_search::puzzle::HeuristicInfo;
use loyd_search::quote::quoted;
use std::fmt;
use std::str::FromStr;

/// A heuristic of twisty puzzles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HeuristicName {
    /// 0 everywhere.
    Zero,
    /// Fewest moves that twist all pieces of an orbit as in the goal; the maximum over all orbits.
    Orientations,
    /// Fewest moves that put pieces of an orbit in their places; the maximum over all orbits.
    Permutations,
    /// Pattern databases of every orbit, as large as they may be; their maximum.
    Orbits,
    /// Pattern databases of one orbit, as large as they may be; their maximum.
    Orbit(String),
    /// A set of pattern databases that is chosen by measurement, of at most this number of bytes; without a
    /// number, as the memory allows.
    Patterns(Option<u64>),
}

/// The prefix of the name of [`HeuristicName::Orbit`].
const ORBIT: &str = "orbit:";

/// The name of [`HeuristicName::Patterns`] without a number of bytes.
pub const PATTERNS: &str = "pdb";

/// The units of a number of bytes.
const UNITS: [(&str, u64); 2] = [("GiB", 1 << 30), ("MiB", 1 << 20)];

/// The largest set of tables.
const MAX_BYTES: u64 = 1 << 40;

impl HeuristicName {
    /// Name and summary of the heuristics that every puzzle has, weakest first.
    pub fn all() -> Vec<HeuristicInfo> {
        [
            ("zero", "0 everywhere: no information, makes A* uniform-cost search"),
            ("orientations", "fewest moves that twist all pieces of one kind rightly, by table"),
            ("permutations", "fewest moves that put pieces of one kind in their places, by table"),
            ("orbits", "pattern databases of the pieces of each kind, places and twists together"),
        ]
        .map(|(name, summary)| HeuristicInfo { name, summary })
        .to_vec()
    }

    fn parse(text: &str) -> Option<Self> {
        match text.to_ascii_lowercase().replace('_', "-").as_str() {
            "zero" => return Some(Self::Zero),
            "orientations" => return Some(Self::Orientations),
            "permutations" => return Some(Self::Permutations),
            "orbits" => return Some(Self::Orbits),
            PATTERNS if !COMPACT => return Some(Self::Patterns(None)),
            _ => {}
        }
        if let Some(size) = text.strip_prefix("pdb:").filter(|_| !COMPACT) {
            let (number, unit) =
                UNITS.iter().find_map(|&(name, unit)| Some((size.strip_suffix(name)?, unit)))?;
            let bytes = number.trim().parse::<u64>().ok()?.checked_mul(unit)?;
            return (1 << 20..=MAX_BYTES).contains(&bytes).then_some(Self::Patterns(Some(bytes)));
        }
        let orbit = text.strip_prefix(ORBIT).filter(|orbit| !orbit.is_empty())?;
        Some(Self::Orbit(orbit.to_owned()))
    }
}

impl fmt::Display for HeuristicName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Zero => f.write_str("zero"),
            Self::Orientations => f.write_str("orientations"),
            Self::Permutations => f.write_str("permutations"),
            Self::Orbits => f.write_str("orbits"),
            Self::Orbit(orbit) => write!(f, "{ORBIT}{orbit}"),
            Self::Patterns(None) => f.write_str(PATTERNS),
            Self::Patterns(Some(bytes)) => {
                let (name, unit) = if bytes.is_multiple_of(1 << 30) { UNITS[0] } else { UNITS[1] };
                write!(f, "{PATTERNS}:{}{name}", bytes / unit)
            }
        }
    }
}

/// One heuristic, or the maximum of several.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeuristicSpec {
    parts: Vec<HeuristicName>,
}

/// The error for a text that does not name a heuristic of twisty puzzles.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{} is not a heuristic of twisty puzzles: {hint}", quoted(.text))]
pub struct UnknownHeuristic {
    text: String,
    hint: String,
}

impl HeuristicSpec {
    /// Maximum number of parts of a `max(…)`.
    pub const MAX_PARTS: usize = 4;

    /// The heuristics of the maximum: at least one, without duplicates.
    pub fn parts(&self) -> &[HeuristicName] {
        &self.parts
    }

    /// The bytes of the set of pattern databases, if there is one and its bytes are stated.
    pub(crate) fn bytes_of_patterns(&self) -> Option<u64> {
        self.parts.iter().find_map(|name| match name {
            HeuristicName::Patterns(bytes) => *bytes,
            _ => None,
        })
    }

    /// The same, with the bytes of the set of pattern databases if none are stated.
    #[must_use]
    pub(crate) fn with_bytes(mut self, bytes: u64) -> Self {
        for name in &mut self.parts {
            if let HeuristicName::Patterns(stated) = name {
                stated.get_or_insert(bytes);
            }
        }
        self
    }
}

impl From<HeuristicName> for HeuristicSpec {
    fn from(name: HeuristicName) -> Self {
        Self { parts: vec![name] }
    }
}

impl fmt::Display for HeuristicSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.parts[..] {
            [name] => name.fmt(f),
            parts => {
                let names: Vec<String> = parts.iter().map(ToString::to_string).collect();
                write!(f, "max({})", names.join(","))
            }
        }
    }
}

impl FromStr for HeuristicSpec {
    type Err = UnknownHeuristic;

    fn from_str(text: &str) -> Result<Self, UnknownHeuristic> {
        let wrong = |hint: String| UnknownHeuristic { text: text.to_owned(), hint };
        let mut parts = Vec::new();
        for name in in_maximum(text).map_err(wrong)? {
            let part = HeuristicName::parse(&name).ok_or_else(|| {
                let heuristics = HeuristicName::all();
                let names = heuristics.iter().map(|info| info.name);
                wrong(did_you_mean(
                    &name,
                    names.chain(["orbit:NAME", PATTERNS, "pdb:64MiB", "max(A,B)"]),
                ))
            })?;
            if !parts.contains(&part) {
                parts.push(part);
            }
        }
        if parts.iter().filter(|name| matches!(name, HeuristicName::Patterns(_))).count() > 1 {
            return Err(wrong("a maximum has one pdb".to_owned()));
        }
        if parts.len() > Self::MAX_PARTS {
            return Err(wrong(format!("a maximum has at most {} parts", Self::MAX_PARTS)));
        }
        Ok(Self { parts })
    }
}
