//! Heuristics as they are written: a name of the registry, or `max(A,B,…)`.

use super::{HeuristicName, Rows, TableKey};
use loyd::names::did_you_mean;
use loyd::quote::quoted;
use std::fmt;
use std::str::FromStr;

/// One heuristic, or the maximum of several.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeuristicSpec {
    parts: Vec<HeuristicName>,
}

/// A text that names no heuristic of the 3x3x3 cube.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{} is not a heuristic of the 3x3x3 cube: {hint}", quoted(.text))]
pub struct UnknownHeuristic {
    text: String,
    hint: String,
}

impl HeuristicSpec {
    /// Most parts of a maximum.
    pub const MAX_PARTS: usize = 4;

    /// Tables that are built in about a second: enough for cubes up to some twelve moves away, and
    /// those that need larger ones take longer than building these.
    pub(super) fn quick() -> Self {
        use HeuristicName::{
            CornerPermutation, CornersOrientation, EdgesOrientation, Orientations,
        };
        Self { parts: vec![Orientations, CornersOrientation, EdgesOrientation, CornerPermutation] }
    }

    /// The databases of R. E. Korf (1997): most informed, and the dearest to build.
    pub(super) fn thorough() -> Self {
        Self { parts: vec![HeuristicName::Corners, HeuristicName::EdgesA, HeuristicName::EdgesB] }
    }

    /// The distance to a subgroup with the largest table that is worth its time and fits so many bytes
    /// with some room.
    pub(super) fn subgroup_within(memory: u64, worth: impl Fn(Rows) -> bool) -> Option<Self> {
        let fits = |name: &HeuristicName| {
            let rows = name.rows().filter(|&rows| worth(rows));
            rows.is_some_and(|rows| TableKey::Subgroup(rows).memory() <= memory)
        };
        // They are listed from small to large.
        HeuristicName::ALL.into_iter().rev().find(fits).map(Self::from)
    }

    /// The name and the table of a distance to a subgroup, if that is all it is.
    pub(super) fn subgroup(&self) -> Option<(&'static str, Rows)> {
        let &[name] = &self.parts[..] else { return None };
        Some((name.info().name, name.rows()?))
    }

    /// The heuristics whose maximum this is, at least one, none twice.
    pub fn parts(&self) -> &[HeuristicName] {
        &self.parts
    }
}

impl From<HeuristicName> for HeuristicSpec {
    fn from(name: HeuristicName) -> Self {
        Self { parts: vec![name] }
    }
}

impl fmt::Display for HeuristicName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.info().name)
    }
}

impl fmt::Display for HeuristicSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.parts[..] {
            [name] => name.fmt(f),
            parts => {
                let names: Vec<&str> = parts.iter().map(|part| part.info().name).collect();
                write!(f, "max({})", names.join(","))
            }
        }
    }
}

impl FromStr for HeuristicSpec {
    type Err = UnknownHeuristic;

    fn from_str(text: &str) -> Result<Self, UnknownHeuristic> {
        let wrong = |hint: String| UnknownHeuristic { text: text.to_owned(), hint };
        let compact: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        let compact = compact.to_ascii_lowercase().replace('_', "-");
        let inner = compact.strip_prefix("max(").and_then(|rest| rest.strip_suffix(')'));
        if inner.is_none() && compact.contains(',') {
            return Err(wrong("several heuristics are combined as max(A,B)".into()));
        }
        let mut parts = Vec::new();
        for name in inner.unwrap_or(&compact).split(',') {
            let found = HeuristicName::ALL.into_iter().find(|known| known.info().name == name);
            let part = found.ok_or_else(|| wrong(hint(name)))?;
            if !parts.contains(&part) {
                parts.push(part);
            }
        }
        if parts.len() > Self::MAX_PARTS {
            return Err(wrong(format!("a maximum has at most {} parts", Self::MAX_PARTS)));
        }
        Ok(Self { parts })
    }
}

/// "did you mean", or the list of all names.
fn hint(name: &str) -> String {
    let known = HeuristicName::ALL.iter().map(|known| known.info().name);
    // The name of a database without what every such name begins with.
    match known.clone().find(|known| known.strip_prefix("pdb:") == Some(name)) {
        Some(database) => format!("did you mean {database}?"),
        None => did_you_mean(name, known.chain(["max(A,B)"])),
    }
}
