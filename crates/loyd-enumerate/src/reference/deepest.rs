//! The states of the deepest level, stored up to a limit.

/// The states of the last level of a search.
#[derive(Debug)]
pub struct Deepest<State> {
    cap: usize,
    states: Option<Vec<State>>,
}

impl<State> Deepest<State> {
    /// Keeps the states of a level of up to `cap` states; none with 0.
    pub fn new(cap: usize) -> Self {
        Self { cap, states: None }
    }

    /// Replaces the states by those of a new deepest level of `count` states.
    pub(super) fn replace<I: Iterator<Item = State>>(
        &mut self,
        count: u64,
        states: impl FnOnce() -> I,
    ) {
        self.states = (count <= self.cap as u64).then(|| states().collect());
    }

    /// The states of the deepest level, unless there were too many.
    pub fn into_states(self) -> Option<Vec<State>> {
        self.states
    }
}
