//! Heuristics chosen at run time: one of several types, and the maximum of a few of them.

use crate::heuristic_spec::MAX_PARTS;
use loyd_search::space::{Heuristic, Properties, StateSpace};

/// Defines an enum of heuristics of one space, each with a memo of 16 bits, that is a heuristic
/// itself: one branch per call.
macro_rules! one_of {
    ($name:ident<$metric:ident> of $space:ty { $($variant:ident($heuristic:ty)),* $(,)? }) => {
        #[derive(Clone, Debug)]
        enum $name<$metric> {
            $($variant($heuristic)),*
        }

        impl<$metric: crate::Metric> loyd_search::space::Heuristic<$space> for $name<$metric> {
            type Memo = u16;
            const PROPERTIES: loyd_search::space::Properties = loyd_search::space::Properties::CONSISTENT;

            fn start(&self, cube: &<$space as loyd_search::space::StateSpace>::State) -> u16 {
                match self {
                    $(Self::$variant(heuristic) => heuristic.start(cube)),*
                }
            }

            #[inline]
            fn step(
                &self,
                memo: u16,
                after: &<$space as loyd_search::space::StateSpace>::State,
                turn: crate::Turn,
            ) -> u16 {
                match self {
                    $(Self::$variant(heuristic) => heuristic.step(memo, after, turn)),*
                }
            }

            #[inline]
            fn value(&self, memo: u16) -> u32 {
                match self {
                    $(Self::$variant(heuristic) => heuristic.value(memo)),*
                }
            }

            fn reversed(&self, space: &$space) -> Option<Self> {
                match self {
                    $(Self::$variant(heuristic) => heuristic.reversed(space).map(Self::$variant)),*
                }
            }
        }
    };
}
pub(crate) use one_of;

/// The maximum of at most [`MAX_PARTS`] heuristics; 0 everywhere without heuristics.
#[derive(Clone, Debug)]
pub(crate) struct Maximum<H> {
    pub(crate) parts: Vec<H>,
}

impl<S: StateSpace, H: Heuristic<S, Memo = u16>> Heuristic<S> for Maximum<H> {
    /// The memo of each part.
    type Memo = [u16; MAX_PARTS];
    const PROPERTIES: Properties = H::PROPERTIES;

    fn start(&self, state: &S::State) -> Self::Memo {
        let mut memo = Self::Memo::default();
        for (memo, part) in memo.iter_mut().zip(&self.parts) {
            *memo = part.start(state);
        }
        memo
    }

    #[inline]
    fn step(&self, mut memo: Self::Memo, after: &S::State, effect: S::Effect) -> Self::Memo {
        for (memo, part) in memo.iter_mut().zip(&self.parts) {
            *memo = part.step(*memo, after, effect);
        }
        memo
    }

    #[inline]
    fn value(&self, memo: Self::Memo) -> u32 {
        let values = memo.iter().zip(&self.parts).map(|(&memo, part)| part.value(memo));
        values.max().unwrap_or_default()
    }

    fn reversed(&self, space: &S) -> Option<Self> {
        let parts: Option<Vec<H>> = self.parts.iter().map(|part| part.reversed(space)).collect();
        Some(Self { parts: parts? })
    }
}
