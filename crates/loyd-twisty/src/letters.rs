//! The moves of a state: powers of the named moves, by metric.

use crate::definition::Definition;
use crate::metric::MetricName;
use crate::transformation::Transformation;
use crate::turn::Turn;
use rustc_hash::FxHashMap;
use std::sync::{Mutex, PoisonError};

/// The moves of every state in a metric. Each power of a move is one letter; powers with the same
/// effect as an earlier letter are omitted, and so are turns of the whole puzzle.
#[derive(Debug)]
pub(crate) struct Letters {
    pub(crate) turns: &'static [Turn],
    pub(crate) transformations: Vec<Transformation>,
    /// The letter that undoes each letter.
    pub(crate) inverse: Vec<u16>,
    /// For each pair of letters, true if both together are neither nothing nor a single letter.
    follows: Vec<bool>,
}

impl Letters {
    pub(crate) fn new(definition: &Definition, metric: MetricName) -> Self {
        let orientations = &definition.orientations[..];
        let (mut turns, mut transformations) = (Vec::new(), Vec::new());
        let mut numbers: FxHashMap<Transformation, u16> = FxHashMap::default();
        for generator in definition.moves.iter().filter(|generator| generator.is_move()) {
            for amount in amounts(generator.order, metric) {
                let power = generator.transformation.power(amount.into(), orientations);
                let Some(turn) = Turn::new(&generator.name, amount * generator.base) else {
                    continue;
                };
                let number = turns.len();
                numbers.entry(power.clone()).or_insert_with(|| {
                    turns.push(turn.numbered(number));
                    transformations.push(power);
                    number as u16
                });
            }
        }
        let inverse = transformations.iter().map(|of| numbers[&of.inverse(orientations)]).collect();
        let pairs =
            transformations.iter().flat_map(|a| transformations.iter().map(move |b| (a, b)));
        let follows = pairs.map(|(a, b)| {
            let both = a.then(b, orientations);
            !both.is_identity() && !numbers.contains_key(&both)
        });
        let follows = follows.collect();
        Self { turns: interned(&turns), transformations, inverse, follows }
    }

    #[inline]
    pub(crate) fn count(&self) -> usize {
        self.turns.len()
    }

    #[inline]
    pub(crate) fn letter(&self, turn: Turn) -> Option<usize> {
        let number = turn.number();
        if self.turns.get(number) == Some(&turn) {
            return Some(number);
        }
        self.turns.iter().position(|known| *known == turn)
    }

    /// True if two letters in a row can be part of a shortest path.
    #[inline]
    pub(crate) fn may_follow(&self, last: usize, next: usize) -> bool {
        self.follows[last * self.turns.len() + next]
    }
}

impl Letters {
    /// The mean number of letters that [may follow](Self::may_follow) a letter.
    pub(crate) fn mean_followers(&self) -> f64 {
        let pairs = self.follows.iter().filter(|&&follows| follows).count();
        pairs as f64 / self.count().max(1) as f64
    }
}

/// The amounts of a move that are single moves: 1, 2, …, -2, -1, or 1 and -1.
fn amounts(order: usize, metric: MetricName) -> Vec<i16> {
    let order = order as i16;
    match metric {
        MetricName::Half => {
            (1..order).map(|n| if n <= order / 2 { n } else { n - order }).collect()
        }
        MetricName::Quarter if order == 1 => Vec::new(),
        MetricName::Quarter => vec![1, -1],
    }
}

/// The list of turns as one that lives as long as the process, because iterators over the moves of a
/// state must own their data and not allocate. Equal lists are stored once.
fn interned(turns: &[Turn]) -> &'static [Turn] {
    static INTERNED: Mutex<Vec<&'static [Turn]>> = Mutex::new(Vec::new());
    let mut interned = INTERNED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(existing) = interned.iter().find(|known| **known == turns) {
        return existing;
    }
    let new: &'static [Turn] = Box::leak(turns.into());
    interned.push(new);
    new
}
