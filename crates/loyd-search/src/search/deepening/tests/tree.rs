//! A tree of strings with a known number of nodes at every bound, and a plain search of it.

use super::super::{Subtrees, Tally, Visit};
use crate::observe::Iteration;

/// The estimate at the root.
pub(super) const START: u32 = 24;

/// Strings of the letters 0, 1 and 2. Letter 0 brings the goal nearer by one, the others farther; at an
/// estimate of 0 every letter does.
#[derive(Clone, Default)]
pub(super) struct Tree {
    pub(super) goals: Vec<Vec<u8>>,
    /// No string is longer.
    pub(super) longest: Option<usize>,
    /// Letter 2 is not allowed after letter 2.
    pub(super) pruned: bool,
}

impl Tree {
    /// Two goals of cost `START + 8`, late in depth-first order: the second is before the first.
    pub(super) fn with_goals() -> Self {
        let near = |bad: &[u8]| {
            let rest = vec![0; START as usize + bad.len()];
            [bad, &rest[..]].concat()
        };
        Self { goals: vec![near(&[2, 1, 2, 1]), near(&[2, 1, 1, 1])], ..Self::default() }
    }

    pub(super) fn best(&self) -> &[u8] {
        self.goals.iter().min().expect("a goal")
    }

    fn letters(&self, path: &[u8]) -> impl Iterator<Item = u8> + use<> {
        let more = self.longest.is_none_or(|longest| path.len() < longest);
        let last = if self.pruned { path.last().copied() } else { None };
        (0..3).filter(move |&letter| more && (letter, last) != (2, Some(2)))
    }

    fn below(&self, path: &mut Vec<u8>, h: u32, bound: u32, tally: &mut Tally<'_>) -> Visit {
        if h == 0 && self.goals.contains(path) {
            return Visit::Found;
        }
        tally.expanded += 1;
        if tally.expanded.is_multiple_of(1 << 10) && tally.stop() {
            return Visit::Stopped;
        }
        let mut next: Option<u32> = None;
        for letter in self.letters(path) {
            tally.generated += 1;
            let child = after(h, letter);
            let f = path.len() as u32 + 1 + child;
            if f > bound {
                next = next.into_iter().chain([f]).min();
                continue;
            }
            path.push(letter);
            match self.below(path, child, bound, tally) {
                Visit::Exhausted { next_bound } => {
                    next = next.into_iter().chain(next_bound).min();
                }
                end => return end,
            }
            path.pop();
        }
        Visit::Exhausted { next_bound: next }
    }

    /// All iterations from the root, without prefixes, threads or limits.
    pub(super) fn iterations(&self) -> Vec<Iteration> {
        let (mut bound, mut all) = (START, Vec::new());
        loop {
            let mut never = |_| false;
            let mut tally = Tally::new(&mut never);
            let visit = self.below(&mut Vec::new(), START, bound, &mut tally);
            let (expanded, generated) = (tally.expanded, tally.generated);
            all.push(Iteration { bound, expanded, generated });
            match visit {
                Visit::Exhausted { next_bound: Some(next) } => bound = next,
                _ => return all,
            }
        }
    }
}

fn estimate(path: &[u8]) -> u32 {
    path.iter().fold(START, |h, &letter| after(h, letter))
}

fn after(h: u32, letter: u8) -> u32 {
    if letter == 0 && h > 0 { h - 1 } else { h + 1 }
}

impl Subtrees<u8> for Tree {
    fn allows(&self, path: &[u8]) -> bool {
        (0..path.len()).all(|at| self.letters(&path[..at]).any(|letter| letter == path[at]))
    }

    fn f(&self, path: &[u8]) -> u32 {
        path.len() as u32 + estimate(path)
    }

    fn moves(&self, path: &[u8]) -> Vec<u8> {
        self.letters(path).collect()
    }

    fn search(&self, path: &mut Vec<u8>, bound: u32, tally: &mut Tally<'_>) -> Visit {
        self.below(path, estimate(path), bound, tally)
    }
}
