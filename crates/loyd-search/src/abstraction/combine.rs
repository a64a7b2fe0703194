//! Sums and maxima of heuristics.

use super::{Abstraction, PatternDatabase};
use crate::space::{Heuristic, Properties, StateSpace};
use std::fmt::Debug;

/// The sum of pattern databases that charge no move more than it costs: consistent, because no
/// term falls by more than its charge, and all charges of a move are at most its cost.
#[derive(Debug)]
pub struct Sum<S, A, const N: usize> {
    parts: [PatternDatabase<S, A>; N],
}

/// An action that several abstractions together charge more than it costs: if all moves cost 1, one
/// that is charged by two.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the sum is not admissible: {action:?} costs {cost} and is charged {charged}")]
pub struct SumError<Action: Debug> {
    /// The action.
    pub action: Action,
    /// The least cost of a move that is this action.
    pub cost: u32,
    /// The sum of its charges.
    pub charged: u64,
}

impl<S: StateSpace, A: Abstraction<S>, const N: usize> Sum<S, A, N> {
    /// Makes a sum after checking the charges of every action that one of the parts lists. The
    /// check is exact, because charges depend only on actions.
    ///
    /// # Errors
    /// The first action that is charged more than it costs.
    pub fn new(parts: [PatternDatabase<S, A>; N]) -> Result<Self, SumError<A::Action>> {
        for (action, cost) in parts.iter().flat_map(|part| part.abstraction().actions()) {
            let charges = parts.iter().map(|part| u64::from(part.abstraction().charge(action)));
            let charged = charges.sum();
            if charged > u64::from(cost) {
                return Err(SumError { action, cost, charged });
            }
        }
        Ok(Self { parts })
    }
}

impl<S, A, const N: usize> Sum<S, A, N> {
    /// The terms.
    pub fn parts(&self) -> &[PatternDatabase<S, A>; N] {
        &self.parts
    }
}

impl<S: StateSpace, A: Abstraction<S>, const N: usize> Heuristic<S> for Sum<S, A, N> {
    type Memo = [u32; N];
    const PROPERTIES: Properties = Properties::CONSISTENT;

    fn start(&self, state: &S::State) -> [u32; N] {
        self.parts.each_ref().map(|part| part.start(state))
    }

    #[inline]
    fn step(&self, before: [u32; N], after: &S::State, effect: S::Effect) -> [u32; N] {
        std::array::from_fn(|i| self.parts[i].step(before[i], after, effect))
    }

    #[inline]
    fn value(&self, memo: [u32; N]) -> u32 {
        memo.iter().sum()
    }
}

/// The maximum of heuristics: of an array `[H; N]`, or of a pair `(G, H)` of different types.
/// Admissible and consistent if all parts are.
#[derive(Clone, Copy, Debug)]
pub struct Maximum<P>(pub P);

const fn common_properties(a: Properties, b: Properties) -> Properties {
    Properties {
        admissible: a.admissible && b.admissible,
        consistent: a.consistent && b.consistent,
    }
}

impl<S: StateSpace, H: Heuristic<S>, const N: usize> Heuristic<S> for Maximum<[H; N]> {
    type Memo = [H::Memo; N];
    const PROPERTIES: Properties = H::PROPERTIES;

    fn start(&self, state: &S::State) -> Self::Memo {
        self.0.each_ref().map(|part| part.start(state))
    }

    #[inline]
    fn step(&self, before: Self::Memo, after: &S::State, effect: S::Effect) -> Self::Memo {
        std::array::from_fn(|i| self.0[i].step(before[i], after, effect))
    }

    #[inline]
    fn value(&self, memo: Self::Memo) -> u32 {
        let values = self.0.iter().zip(memo).map(|(part, memo)| part.value(memo));
        values.max().unwrap_or(0)
    }

    fn reversed(&self, space: &S) -> Option<Self> {
        let parts: Option<Vec<H>> = self.0.iter().map(|part| part.reversed(space)).collect();
        Some(Self(parts?.try_into().ok()?))
    }

    fn properties(&self) -> Properties {
        let parts = self.0.iter().map(Heuristic::<S>::properties);
        parts.fold(Properties::CONSISTENT, common_properties)
    }
}

impl<S: StateSpace, G: Heuristic<S>, H: Heuristic<S>> Heuristic<S> for Maximum<(G, H)> {
    type Memo = (G::Memo, H::Memo);
    const PROPERTIES: Properties = common_properties(G::PROPERTIES, H::PROPERTIES);

    fn start(&self, state: &S::State) -> Self::Memo {
        (self.0.0.start(state), self.0.1.start(state))
    }

    #[inline]
    fn step(&self, (g, h): Self::Memo, after: &S::State, effect: S::Effect) -> Self::Memo {
        (self.0.0.step(g, after, effect), self.0.1.step(h, after, effect))
    }

    #[inline]
    fn value(&self, (g, h): Self::Memo) -> u32 {
        self.0.0.value(g).max(self.0.1.value(h))
    }

    fn reversed(&self, space: &S) -> Option<Self> {
        Some(Self((self.0.0.reversed(space)?, self.0.1.reversed(space)?)))
    }

    fn properties(&self) -> Properties {
        common_properties(self.0.0.properties(), self.0.1.properties())
    }
}
