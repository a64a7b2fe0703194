//! Heuristics in written form: a name, `pdb:NAME` or `pdb-excess:NAME` for pattern databases, or
//! `max(A,B,…)`.

use super::HeuristicName;
use crate::MetricName;
use crate::pdb::catalogue;
use loyd_search::names::{did_you_mean, in_maximum};
use loyd_search::quote::quoted;
use loyd_search::space::Properties;
use std::fmt;
use std::str::FromStr;

/// One heuristic, or the maximum of several.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeuristicSpec {
    parts: Vec<HeuristicName>,
    databases: Vec<DatabaseName>,
}

/// The pattern databases of a partition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DatabaseName {
    /// The partition: a name from the catalogue, or one that
    /// [`Settings`](crate::solver::Settings) define.
    pub partition: String,
    /// True if the values are least distances of placements, as in the published databases, and not
    /// distances of states with the blank's region. They are admissible and not consistent.
    pub excess: bool,
}

impl fmt::Display for DatabaseName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let prefix = if self.excess { EXCESS } else { DATABASE };
        write!(f, "{prefix}{}", self.partition)
    }
}

/// The prefix of partition names.
const DATABASE: &str = "pdb:";

/// The prefix of partition names for databases of placements.
const EXCESS: &str = "pdb-excess:";

/// The form of pattern databases in a list of heuristics.
const FORM_OF_DATABASES: &str = "pdb:NAME";

/// A text that does not name a heuristic.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{} is not a heuristic: {hint}", quoted(.text))]
pub struct UnknownHeuristic {
    text: String,
    hint: String,
}

impl HeuristicSpec {
    /// Largest number of parts of a maximum.
    pub const MAX_PARTS: usize = 4;

    /// The pattern databases of a partition: a name from the catalogue, or one that
    /// [`Settings`](crate::solver::Settings) define.
    pub fn databases_of(partition: &str) -> Self {
        Self::of(partition, false)
    }

    /// The databases of a partition with tables of placements.
    pub fn placements_of(partition: &str) -> Self {
        Self::of(partition, true)
    }

    fn of(partition: &str, excess: bool) -> Self {
        let name = DatabaseName { partition: partition.to_owned(), excess };
        Self { parts: Vec::new(), databases: vec![name] }
    }

    /// The heuristics of the registry among the parts of the maximum.
    pub fn parts(&self) -> &[HeuristicName] {
        &self.parts
    }

    /// The pattern databases among the parts of the maximum.
    pub fn databases(&self) -> &[DatabaseName] {
        &self.databases
    }

    /// Returns the properties in a metric: a maximum has the properties that all its parts have.
    pub fn properties(&self, metric: MetricName) -> Properties {
        let consistent = !self.databases.iter().any(|database| database.excess);
        self.parts.iter().map(|part| part.info().properties(metric)).fold(
            Properties { consistent, ..Properties::CONSISTENT },
            |all, part| Properties {
                admissible: all.admissible && part.admissible,
                consistent: all.consistent && part.consistent,
            },
        )
    }
}

impl From<HeuristicName> for HeuristicSpec {
    fn from(name: HeuristicName) -> Self {
        Self { parts: vec![name], databases: Vec::new() }
    }
}

impl fmt::Display for HeuristicSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let databases = self.databases.iter().map(ToString::to_string);
        let parts = self.parts.iter().map(|part| part.info().name.to_owned());
        let names: Vec<String> = databases.chain(parts).collect();
        match &names[..] {
            [name] => f.write_str(name),
            names => write!(f, "max({})", names.join(",")),
        }
    }
}

impl FromStr for HeuristicSpec {
    type Err = UnknownHeuristic;

    fn from_str(text: &str) -> Result<Self, UnknownHeuristic> {
        let wrong = |hint: String| UnknownHeuristic { text: text.to_owned(), hint };
        let (mut parts, mut databases) = (Vec::new(), Vec::new());
        for name in in_maximum(text).map_err(wrong)? {
            let database = |prefix| Some((name.strip_prefix(prefix)?, prefix == EXCESS));
            if let Some((partition, excess)) = database(DATABASE).or_else(|| database(EXCESS)) {
                if partition.is_empty() {
                    return Err(wrong(format!("{name} needs a name, such as {name}7-8")));
                }
                let named = DatabaseName { partition: partition.to_owned(), excess };
                if !databases.contains(&named) {
                    databases.push(named);
                }
                continue;
            }
            let normal = name.to_ascii_lowercase().replace('_', "-");
            let by_name = HeuristicName::ALL.iter().find(|known| known.info().name == normal);
            let alias = || ALIASES.iter().find(|(alias, _)| *alias == normal).map(|(_, name)| name);
            let part = *by_name.or_else(alias).ok_or_else(|| wrong(hint(&normal)))?;
            if !parts.contains(&part) {
                parts.push(part);
            }
        }
        if parts.len() + databases.len() > Self::MAX_PARTS {
            return Err(wrong(format!("a maximum has at most {} parts", Self::MAX_PARTS)));
        }
        Ok(Self { parts, databases })
    }
}

/// Names in common use elsewhere.
const ALIASES: &[(&str, HeuristicName)] = &[
    ("md", HeuristicName::Manhattan),
    ("manhattan-distance", HeuristicName::Manhattan),
    ("taxicab", HeuristicName::Manhattan),
    ("lc", HeuristicName::LinearConflict),
    ("linear-conflicts", HeuristicName::LinearConflict),
    ("wd", HeuristicName::WalkingDistance),
    ("misplaced", HeuristicName::Hamming),
    ("misplaced-tiles", HeuristicName::Hamming),
    ("none", HeuristicName::Zero),
    ("blind", HeuristicName::Zero),
    ("0", HeuristicName::Zero),
];

/// A "did you mean" hint, or the list of all forms.
fn hint(name: &str) -> String {
    let partition = name.trim_start_matches("pdb").trim_start_matches(['-', '(', '=']);
    if catalogue::named(partition).next().is_some() {
        return format!("did you mean {DATABASE}{partition}?");
    }
    let names = HeuristicName::ALL.iter().map(|known| known.info().name);
    did_you_mean(name, names.chain([FORM_OF_DATABASES, "max(A,B)"]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_maximum_has_a_limit_of_parts_without_duplicates() {
        for text in [
            "max(zero,hamming,manhattan,walking-distance)",
            "max(md,pdb:a,pdb:b,pdb:c)",
            "max(md,manhattan,pdb:a,pdb:a,pdb:b,pdb:c)",
        ] {
            let spec: HeuristicSpec = text.parse().expect(text);
            assert_eq!(spec.parts.len() + spec.databases.len(), HeuristicSpec::MAX_PARTS, "{text}");
        }
        for text in [
            "max(zero,hamming,manhattan,linear-conflict,walking-distance)",
            "max(md,pdb:a,pdb:b,pdb:c,pdb:d)",
            "max(pdb:a,pdb:b,pdb:c,pdb:d,pdb:e)",
        ] {
            let error = text.parse::<HeuristicSpec>().expect_err(text).to_string();
            assert!(error.contains("at most 4 parts"), "{text}: {error}");
        }
    }
}
