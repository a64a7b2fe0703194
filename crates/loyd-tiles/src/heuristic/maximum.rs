//! The maximum of several heuristics: admissible and consistent if all of them are.

use super::{
    AnyHeuristic, AnyMemo, Databases, HeuristicName, HeuristicSpec, Memoised, TileHeuristic,
    Unavailable,
};
use crate::{Board, Metric, Slid, Sliding};
use loyd_search::space::{Heuristic, Properties};

/// `max(A,B,…)`.
#[derive(Clone, Debug)]
pub struct Maximum {
    parts: Vec<AnyHeuristic>,
}

impl Maximum {
    /// Returns the maximum of the named heuristics for the goal of `space`.
    ///
    /// # Errors
    /// [`Unavailable`] if one of them is unavailable.
    pub fn of<B: Board, M: Metric>(
        names: &[HeuristicName],
        space: &Sliding<B, M>,
    ) -> Result<Self, Unavailable> {
        let parts = names.iter().take(HeuristicSpec::MAX_PARTS);
        Ok(Self {
            parts: parts.map(|&name| AnyHeuristic::new(name, space)).collect::<Result<_, _>>()?,
        })
    }
}

impl Maximum {
    /// Adds pattern databases to the heuristics whose maximum this is.
    ///
    /// # Panics
    /// If the maximum would have more than [`HeuristicSpec::MAX_PARTS`] parts.
    #[must_use]
    pub fn and(mut self, databases: Vec<Databases>) -> Self {
        self.parts.extend(databases.into_iter().map(AnyHeuristic::Databases));
        assert!(self.parts.len() <= HeuristicSpec::MAX_PARTS);
        self
    }
}

impl Memoised for Maximum {
    type Memo = [Option<AnyMemo>; HeuristicSpec::MAX_PARTS];
}

impl<B: Board, M: Metric> TileHeuristic<B, M> for Maximum {
    fn new(space: &Sliding<B, M>) -> Result<Self, Unavailable> {
        Self::of(&[], space)
    }
}

impl<B: Board, M: Metric> Heuristic<Sliding<B, M>> for Maximum {
    type Memo = [Option<AnyMemo>; HeuristicSpec::MAX_PARTS];
    /// Depends on the parts.
    const PROPERTIES: Properties = Properties::NONE;

    fn start(&self, state: &B) -> Self::Memo {
        let mut memo = [None; HeuristicSpec::MAX_PARTS];
        for (memo, part) in memo.iter_mut().zip(&self.parts) {
            *memo = Some(part.start::<B, M>(state));
        }
        memo
    }

    fn step(&self, mut memo: Self::Memo, after: &B, slid: Slid) -> Self::Memo {
        for (memo, part) in memo.iter_mut().zip(&self.parts) {
            *memo = memo.map(|memo| part.step::<B, M>(memo, after, slid));
        }
        memo
    }

    fn value(&self, memo: Self::Memo) -> u32 {
        let values = memo.iter().zip(&self.parts);
        values
            .map(|(memo, part)| memo.map_or(0, |memo| part.value::<B, M>(memo)))
            .max()
            .unwrap_or(0)
    }

    fn resume(&self, state: &B, value: u32) -> Self::Memo {
        // With several parts, it is unknown which of them gave the value.
        let [part] = &self.parts[..] else { return Heuristic::<Sliding<B, M>>::start(self, state) };
        let mut memo = [None; HeuristicSpec::MAX_PARTS];
        memo[0] = Some(part.resume::<B, M>(state, value));
        memo
    }

    fn pack_memo(&self, memo: Self::Memo) -> Option<u64> {
        let [part] = &self.parts[..] else { return None };
        part.pack_memo::<B, M>(memo[0]?)
    }

    fn unpack_memo(&self, state: &B, value: u32, packed: u64) -> Self::Memo {
        let [part] = &self.parts[..] else { return Heuristic::<Sliding<B, M>>::start(self, state) };
        let mut memo = [None; HeuristicSpec::MAX_PARTS];
        memo[0] = Some(part.unpack_memo::<B, M>(state, value, packed));
        memo
    }

    /// Parts without a reversed form are omitted; `None` if no part has one.
    fn reversed(&self, space: &Sliding<B, M>) -> Option<Self> {
        let parts: Vec<_> = self.parts.iter().filter_map(|part| part.reversed(space)).collect();
        (!parts.is_empty()).then_some(Self { parts })
    }

    fn properties(&self) -> Properties {
        let mut all = Properties::CONSISTENT;
        for part in &self.parts {
            let properties = part.promises::<M>();
            all.admissible &= properties.admissible;
            all.consistent &= properties.consistent;
        }
        all
    }
}
