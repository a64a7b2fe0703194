//! Heuristics as written on the command line: a name of a cube's list, or `max(A,B,…)`.

use crate::{Cube, CubeSpace, Metric};
use loyd_search::names::{did_you_mean, in_maximum};
use loyd_search::puzzle::HeuristicInfo;
use loyd_search::quote::quoted;
use loyd_search::solver::Unavailable;
use loyd_search::space::{Heuristic, Properties, StateSpace};
use std::fmt::{self, Debug};
use std::str::FromStr;

/// The heuristics of a cube by name; all are admissible in both metrics.
pub trait NamedHeuristic: Copy + Eq + Debug + Send + Sync + 'static {
    /// The cube.
    type Cube: Cube<Heuristic = Self>;

    /// Every heuristic.
    const ALL: &'static [Self];

    /// The heuristic that is 0 everywhere.
    const ZERO: Self;

    /// Name and summary.
    fn info(self) -> HeuristicInfo;

    /// Properties for every goal and in both metrics.
    fn properties(self) -> Properties {
        Properties::CONSISTENT
    }

    /// True if its tables take a few megabytes at most, built in milliseconds.
    fn is_quick(self) -> bool {
        true
    }

    /// The heuristic that solves a single cube fastest, including building its table.
    fn usual() -> HeuristicSpec<Self>;

    /// Builds a heuristic for the goal of `space` and runs a computation with it.
    ///
    /// # Errors
    /// If the system refuses the memory for a table.
    fn visit<M: Metric, V: HeuristicVisitor<CubeSpace<Self::Cube, M>>>(
        spec: &HeuristicSpec<Self>,
        space: &CubeSpace<Self::Cube, M>,
        visitor: V,
    ) -> Result<V::Output, Unavailable>;
}

/// A computation over any heuristic of a space.
pub trait HeuristicVisitor<S: StateSpace> {
    /// Its result.
    type Output;

    /// Runs with a heuristic, statically typed.
    fn visit<H>(self, heuristic: H) -> Self::Output
    where
        H: Heuristic<S, Memo: Send + Sync> + Clone + Send + Sync + 'static;
}

/// Builds a heuristic for the goal of `space` and runs a computation with it.
///
/// # Errors
/// If the system refuses the memory for a table.
pub fn with_heuristic<C: Cube, M: Metric, V: HeuristicVisitor<CubeSpace<C, M>>>(
    spec: &HeuristicSpec<C::Heuristic>,
    space: &CubeSpace<C, M>,
    visitor: V,
) -> Result<V::Output, Unavailable> {
    C::Heuristic::visit(spec, space, visitor)
}

pub(crate) const MAX_PARTS: usize = 4;

/// One heuristic, or the maximum of several.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeuristicSpec<N> {
    parts: Vec<N>,
}

/// The error for a text that does not name a heuristic of a cube.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{} is not a heuristic of the {side}x{side}x{side} cube: {hint}", quoted(.text))]
pub struct UnknownHeuristic {
    text: String,
    side: usize,
    hint: String,
}

impl<N: NamedHeuristic> HeuristicSpec<N> {
    /// Maximum number of parts of a `max(…)`.
    pub const MAX_PARTS: usize = MAX_PARTS;

    /// The maximum of some heuristics: at least one, none twice, no more than fit.
    pub(crate) fn maximum(parts: &[N]) -> Self {
        debug_assert!((1..=MAX_PARTS).contains(&parts.len()));
        Self { parts: parts.to_vec() }
    }

    /// The heuristics of the maximum: at least one, without duplicates.
    pub fn parts(&self) -> &[N] {
        &self.parts
    }

    /// Consistent if all parts are.
    pub(crate) fn properties(&self) -> Properties {
        let consistent = self.parts.iter().all(|part| part.properties().consistent);
        if consistent { Properties::CONSISTENT } else { Properties::ADMISSIBLE }
    }
}

impl<N> From<N> for HeuristicSpec<N> {
    fn from(name: N) -> Self {
        Self { parts: vec![name] }
    }
}

impl<N: NamedHeuristic> fmt::Display for HeuristicSpec<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.parts[..] {
            [name] => f.write_str(name.info().name),
            parts => {
                let names: Vec<&str> = parts.iter().map(|part| part.info().name).collect();
                write!(f, "max({})", names.join(","))
            }
        }
    }
}

impl<N: NamedHeuristic> FromStr for HeuristicSpec<N> {
    type Err = UnknownHeuristic;

    fn from_str(text: &str) -> Result<Self, UnknownHeuristic> {
        let side = N::Cube::SIDE;
        let wrong = |hint: String| UnknownHeuristic { text: text.to_owned(), side, hint };
        let mut parts = Vec::new();
        for name in in_maximum(text).map_err(wrong)? {
            let name = name.to_ascii_lowercase().replace('_', "-");
            let by_name = N::ALL.iter().copied().find(|known| known.info().name == name);
            let part = by_name.ok_or_else(|| wrong(hint::<N>(&name)))?;
            if !parts.contains(&part) {
                parts.push(part);
            }
        }
        if parts.len() > MAX_PARTS {
            return Err(wrong(format!("a maximum has at most {MAX_PARTS} parts")));
        }
        Ok(Self { parts })
    }
}

/// Returns "did you mean", or the list of all names.
fn hint<N: NamedHeuristic>(name: &str) -> String {
    let names = N::ALL.iter().map(|heuristic| heuristic.info().name);
    // The name of a database without the prefix.
    match names.clone().find(|known| known.strip_prefix("pdb:") == Some(name)) {
        Some(database) => format!("did you mean {database}?"),
        None => did_you_mean(name, names.chain(["max(A,B)"])),
    }
}
