//! Observation of a stage. Boards with indistinguishable tiles are not boards of the puzzle, so for
//! each of them an observer is shown a board of the puzzle that the moves of the search lead to.
//!
//! ```text
//! shown(start of the stage) := the board that the stage before ended with
//! shown(s) := the slide from p to s done on shown(p),
//!             where p is the last state expanded with g(p) = g(s) - 1 that a slide leads from to s
//! ```
//!
//! Such a `p` exists: `g(s)` was set when a state with a cost less by one was expanded.

use super::stage::Stage;
use crate::{Board, Metric, Slide, Sliding};
use loyd_search::observe::{Expansion, Observer, Progress};
use loyd_search::space::{Packing, StateSpace};
use rustc_hash::FxHashMap;

type Packed<B, M> = <Sliding<B, M> as Packing>::Packed;

/// Forwards the events of a stage to an observer of the puzzle.
pub(super) struct Through<'a, B: Board, M: Metric> {
    puzzle: &'a Sliding<B, M>,
    /// The board with which the stage begins.
    start: &'a B,
    observer: &'a mut dyn Observer<Sliding<B, M>>,
    /// For each cost and state, the board that was shown for it, and its sequence number.
    shown: FxHashMap<(u32, Packed<B, M>), (u64, B)>,
    count: u64,
}

impl<'a, B: Board, M: Metric> Through<'a, B, M> {
    pub(super) fn new(
        stage: &Stage<'a, B, M>,
        start: &'a B,
        observer: &'a mut dyn Observer<Sliding<B, M>>,
    ) -> Self {
        Self { puzzle: stage.puzzle, start, observer, shown: FxHashMap::default(), count: 0 }
    }

    /// The board of the puzzle at the end of the path to a state.
    fn board(&self, state: &B, g: u32) -> Option<B> {
        let Some(before) = g.checked_sub(1) else { return Some(self.start.clone()) };
        let mut state = state.clone();
        let mut last: Option<(u64, &B, Slide)> = None;
        for slide in self.puzzle.moves(&state) {
            let effect = self.puzzle.apply(&mut state, slide);
            let parent = self.shown.get(&(before, self.puzzle.pack(&state)));
            self.puzzle.undo(&mut state, effect);
            if let Some((when, board)) = parent
                && last.is_none_or(|(latest, ..)| latest < *when)
            {
                last = Some((*when, board, slide.inverse()));
            }
        }
        let (_, parent, slide) = last?;
        let mut board = parent.clone();
        self.puzzle.apply(&mut board, slide);
        Some(board)
    }
}

impl<B: Board, M: Metric> Observer<Stage<'_, B, M>> for Through<'_, B, M> {
    fn watches(&self) -> bool {
        self.observer.watches()
    }

    fn expanding(&mut self, expansion: &Expansion<'_, B>) {
        let Expansion { state, backward, g, h, f, open, closed } = *expansion;
        let Some(board) = self.board(state, g) else {
            debug_assert!(false, "a state was expanded before the one it was reached from");
            return;
        };
        let state_shown = &board;
        self.observer.expanding(&Expansion { state: state_shown, backward, g, h, f, open, closed });
        self.count += 1;
        self.shown.insert((g, self.puzzle.pack(state)), (self.count, board));
    }

    fn progress(&mut self, progress: &Progress) {
        self.observer.progress(&Progress { bound: 0, ..*progress });
    }
}
