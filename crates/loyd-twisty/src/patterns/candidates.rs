//! The patterns among which a set is chosen.
//!
//! ```text
//! for each orbit
//!     the whole orbit, its pieces without their orientations, its orientations: if they fit
//!     otherwise windows of pieces in their order, each as large as fits; the last one ends at the last piece
//! for each pair of orbits: products of two whole projections, if they fit
//! ```

use super::part::Part;
use super::pattern::Pattern;
use crate::coordinate::Projection;
use crate::letters::Letters;
use crate::orbit::{Orbit, Slot};

/// Fewest values of a pattern that is worth a table.
const MIN_SIZE: u64 = 1_000;

/// Makes patterns for goals.
pub(super) struct Maker<'a> {
    pub(super) orbits: &'a [Orbit],
    pub(super) letters: &'a Letters,
    /// The slots of each goal.
    pub(super) goals: Vec<&'a [Slot]>,
    /// Maximum number of values.
    pub(super) max: u64,
}

impl Maker<'_> {
    /// The patterns. The same for the same arguments: stored sets name patterns by their places.
    pub(super) fn patterns(&self) -> Vec<Pattern> {
        let of_orbits = (0..self.orbits.len()).flat_map(|orbit| self.of_orbit(orbit));
        of_orbits.chain(self.pairs()).collect()
    }

    fn part(&self, orbit: usize, keep: &Projection, max: u64) -> Option<Part> {
        Part::new(&self.orbits[orbit], keep, self.letters, &self.goals, max)
    }

    fn pattern(&self, names: (String, String), parts: Vec<Part>) -> Option<Pattern> {
        let pattern = Pattern::new(names, parts, self.letters, self.max)?;
        (pattern.size() >= MIN_SIZE).then_some(pattern)
    }

    fn of_orbit(&self, index: usize) -> Vec<Pattern> {
        let orbit = &self.orbits[index];
        let mut patterns = Vec::new();
        let is_twisted = orbit.kinds.iter().any(|kind| kind.modulus > 1);
        for oriented in [true, false] {
            if !oriented && !is_twisted {
                continue;
            }
            let all = if oriented { Projection::Everything } else { Projection::Pieces };
            let windows = match self.part(index, &all, self.max) {
                Some(_) => vec![all],
                None => self.windows(index, oriented),
            };
            for keep in windows {
                let noun = if oriented { "pieces" } else { "places" };
                let form = format!("{}, {noun}", orbit.name());
                let name = format!("{}, {}", orbit.name(), title(orbit, &keep));
                let parts = self.part(index, &keep, self.max).into_iter().collect();
                patterns.extend(self.pattern((form, name), parts));
            }
        }
        let orientations = self.part(index, &Projection::Orientations, self.max);
        if let Some(part) = orientations.filter(|_| is_twisted) {
            let name = format!("{}, orientations", orbit.name());
            patterns.extend(self.pattern((name.clone(), name), vec![part]));
        }
        patterns
    }

    /// Pieces one after the other in groups as large as fit.
    fn windows(&self, index: usize, oriented: bool) -> Vec<Projection> {
        let kinds = &self.orbits[index].kinds;
        let keep = |range: std::ops::Range<usize>| {
            let pieces = kinds[range].iter().map(|kind| kind.piece).collect();
            if oriented { Projection::Some(pieces) } else { Projection::SomePieces(pieces) }
        };
        let fits =
            |range: std::ops::Range<usize>| self.part(index, &keep(range), self.max).is_some();
        let (mut windows, mut start) = (Vec::new(), 0);
        while start < kinds.len() {
            let mut end = start;
            while end < kinds.len() && fits(start..end + 1) {
                end += 1;
            }
            if end == start {
                // The kind has too many values.
                start += 1;
                continue;
            }
            while end == kinds.len() && start > 0 && fits(start - 1..end) {
                start -= 1;
            }
            windows.push(keep(start..end));
            start = end;
        }
        windows
    }

    /// Products of two projections of different orbits.
    fn pairs(&self) -> Vec<Pattern> {
        let wholes = [Projection::Orientations, Projection::Pieces, Projection::Everything];
        let orbits = 0..self.orbits.len();
        let singles: Vec<(usize, &Projection)> = orbits
            .flat_map(|orbit| wholes.iter().map(move |keep| (orbit, keep)))
            .filter(|(orbit, keep)| {
                self.part(*orbit, keep, self.max / 2).is_some_and(|part| part.size() > 1)
            })
            .collect();
        let mut patterns = Vec::new();
        for (index, &(one, first)) in singles.iter().enumerate() {
            for &(two, second) in singles[index + 1..].iter().filter(|(two, _)| *two != one) {
                let parts = [(one, first), (two, second)]
                    .map(|(orbit, keep)| self.part(orbit, keep, self.max));
                let [Some(a), Some(b)] = parts else { continue };
                let of = |orbit: usize, keep| {
                    format!("{}, {}", self.orbits[orbit].name(), title(&self.orbits[orbit], keep))
                };
                let name = format!("{} and {}", of(one, first), of(two, second));
                patterns.extend(self.pattern((name.clone(), name), vec![a, b]));
            }
        }
        patterns
    }
}

/// A projection in a few words.
fn title(orbit: &Orbit, keep: &Projection) -> String {
    let pieces = |pieces: &[u16]| {
        let kinds = orbit.kinds.iter().filter(|kind| pieces.contains(&kind.piece));
        kinds.map(|kind| kind.count).sum::<usize>()
    };
    match keep {
        Projection::Everything => "all".to_owned(),
        Projection::Pieces => "places".to_owned(),
        Projection::Orientations => "orientations".to_owned(),
        Projection::Some(some) => format!("{} pieces", pieces(some)),
        Projection::SomePieces(some) => format!("places of {} pieces", pieces(some)),
    }
}
