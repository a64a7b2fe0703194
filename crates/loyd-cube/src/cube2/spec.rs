//! Heuristics as written on the command line: a name of the registry, or `max(A,B,…)`.

use super::HeuristicName;
use loyd::names::did_you_mean;
use loyd::quote::quoted;
use std::fmt;
use std::str::FromStr;

/// One heuristic, or the maximum of several.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeuristicSpec {
    parts: Vec<HeuristicName>,
}

/// The error for a text that does not name a heuristic of the 2x2x2 cube.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{} is not a heuristic of the 2x2x2 cube: {hint}", quoted(.text))]
pub struct UnknownHeuristic {
    text: String,
    hint: String,
}

impl HeuristicSpec {
    /// Maximum number of parts of a `max(…)`.
    pub const MAX_PARTS: usize = 4;

    /// The heuristic that solves a single cube fastest, including building its table: a larger
    /// table takes longer to build than it saves.
    pub(super) fn usual() -> Self {
        Self { parts: vec![HeuristicName::Permutation, HeuristicName::Orientation] }
    }

    /// The heuristics of the maximum: at least one, without duplicates.
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

/// Returns "did you mean", or the list of all names.
fn hint(name: &str) -> String {
    let known = HeuristicName::ALL.iter().map(|known| known.info().name);
    // The name of a database without the prefix.
    match known.clone().find(|known| known.strip_prefix("pdb:") == Some(name)) {
        Some(database) => format!("did you mean {database}?"),
        None => did_you_mean(name, known.chain(["max(A,B)"])),
    }
}
