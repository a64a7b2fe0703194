//! The reference engine: plain breadth-first search, level by level, over any state space.
//!
//! Every other engine is tested against it, so it is written to be verified by reading. It uses the
//! states, moves and ranking of the space, one state at a time; the fast engines have their own.
//!
//! | file | contents |
//! |---|---|
//! | [`dense`] | bitmaps over all states |
//! | [`sparse`] | the first levels of larger spaces, as sets of keys |
//! | `packed` | the same for spaces without ranks, as sets of packed states |
//! | [`keys`] | compact keys of states, and the set of keys |
//! | [`deepest`] | the states of the last level |
//! | [`mod@forecast`] | an upper bound for the memory of the first levels |

pub mod deepest;
pub mod dense;
pub mod forecast;
pub mod keys;
pub(crate) mod packed;
pub mod sparse;

use crate::error::Unsuitable;
use crate::{EngineName, EngineResult, EnumerateError, Job, Monitor, Request};
use deepest::Deepest;
use forecast::{Forecast, forecast};
use keys::RankKeys;
use loyd_search::COMPACT;
use loyd_search::puzzle::{Puzzle, Space, SpaceVisitor};
use loyd_search::space::Ranking;
use std::sync::Arc;

/// Bytes of the key of a rank.
const KEY: usize = 8;

/// The representation of levels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Bitmaps over all states.
    Dense,
    /// Sets of states.
    Sparse,
}

impl Method {
    /// A description.
    pub fn text(self) -> &'static str {
        match self {
            Method::Dense => "breadth-first search, three bitmaps over all states",
            Method::Sparse => "breadth-first search, sets of states, three levels at a time",
        }
    }

    /// Chooses between bitmaps and sets of states, and returns the memory: bitmaps if they fit,
    /// unless sets are certain to be smaller; sets if they fit, or if a depth is specified. `ranked`
    /// states whether all states have ranks. A compact program has only sets.
    ///
    /// # Errors
    /// If the memory limit is too low.
    pub fn choose<P: Puzzle>(
        request: &Request<P>,
        states: Option<u128>,
        ranked: bool,
        sets: Forecast,
    ) -> Result<(Self, u64), EnumerateError> {
        let &Request { depth, memory, .. } = request;
        let bitmaps = states.and_then(|states| u64::try_from(states).ok()).and_then(dense::memory);
        let bitmaps_fit = bitmaps.filter(|&bytes| !COMPACT && ranked && bytes <= memory);
        let Forecast { needed: sets_fit, certain } = sets;
        match (bitmaps_fit, sets_fit) {
            (Some(bitmaps), Some(sets)) if sets < bitmaps => Ok((Method::Sparse, sets)),
            (Some(bitmaps), _) => Ok((Method::Dense, bitmaps)),
            (None, Some(sets)) => Ok((Method::Sparse, sets)),
            // The forecast is an upper bound: the run may fit after all; otherwise the levels that
            // fit are counted.
            (None, None) if depth.is_some() && certain.is_some() => Ok((Method::Sparse, memory)),
            (None, None) => Err(EnumerateError::TooLarge {
                puzzle: P::shape(&request.start),
                states,
                needed: bitmaps.filter(|_| ranked),
                memory,
                depth: certain,
            }),
        }
    }
}

/// Plans the reference engine for a request.
///
/// # Errors
/// If the memory limit is too low, or antipodes of a space without ranks are requested.
pub(crate) fn job<P: Puzzle>(request: &Request<P>) -> Result<Arc<dyn Job<P>>, EnumerateError> {
    let (method, memory) = P::visit_space(&request.start, request.metric, Choice { request })?;
    Ok(Arc::new(Reference { request: request.clone(), method, memory }))
}

/// Chooses the representation.
struct Choice<'a, P: Puzzle> {
    request: &'a Request<P>,
}

impl<P: Puzzle> SpaceVisitor<P> for Choice<'_, P> {
    type Output = Result<(Method, u64), EnumerateError>;

    fn visit<S: Space<P>>(self, space: S) -> Self::Output {
        let &Request { ref start, depth, memory, .. } = self.request;
        let (states, ranked) = (space.states(), space.ranking().is_some());
        if !ranked && self.request.antipodes > 0 {
            return Err(EnumerateError::Unsuited {
                engine: EngineName::Reference,
                puzzle: P::shape(start),
                reason: Unsuitable::Antipodes,
            });
        }
        let key = if ranked { KEY } else { packed::key_bytes(&space) };
        let sets = if space.has_inverses() {
            forecast(&space, &space.starts(start), states, key, depth, memory)
        } else {
            // Sets of two levels do not suffice.
            Forecast { needed: None, certain: None }
        };
        Method::choose(self.request, states, ranked, sets)
    }
}

#[derive(Debug)]
struct Reference<P: Puzzle> {
    request: Request<P>,
    method: Method,
    memory: u64,
}

impl<P: Puzzle> Job<P> for Reference<P> {
    fn method(&self) -> &'static str {
        self.method.text()
    }

    fn memory(&self) -> u64 {
        self.memory
    }

    fn is_exhaustive(&self) -> bool {
        self.method == Method::Dense
    }

    fn run(&self, monitor: &mut Monitor<'_>) -> Result<EngineResult<P>, EnumerateError> {
        let Request { start, metric, .. } = &self.request;
        P::visit_space(start, *metric, Run { job: self, monitor })
    }
}

struct Run<'a, 'm, P: Puzzle> {
    job: &'a Reference<P>,
    monitor: &'a mut Monitor<'m>,
}

impl<P: Puzzle> SpaceVisitor<P> for Run<'_, '_, P> {
    type Output = Result<EngineResult<P>, EnumerateError>;

    fn visit<S: Space<P>>(self, space: S) -> Self::Output {
        let &Request { ref start, depth, memory, antipodes, .. } = &self.job.request;
        let starts = space.starts(start);
        let Some(ranking) = space.ranking() else {
            return packed::levels(&space, &starts, depth, memory, self.monitor);
        };
        let mut deepest = Deepest::new(antipodes);
        let counted = if self.job.method == Method::Dense && !COMPACT {
            dense::levels(&space, &ranking, &starts, depth, &mut deepest, self.monitor)
        } else {
            let (keys, states) = (RankKeys(&ranking), &mut deepest);
            sparse::levels(&space, &keys, &starts, depth, memory, states, self.monitor)
        };
        let positions = deepest.into_states().filter(|_| antipodes > 0).map(|states| {
            // Sets of keys have no order.
            let mut ranks: Vec<u64> = states.iter().map(|state| ranking.rank(state)).collect();
            ranks.sort_unstable();
            ranks.into_iter().map(|rank| space.position(&ranking.unrank(rank))).collect()
        });
        Ok(EngineResult { deepest: positions, ..counted? })
    }
}
