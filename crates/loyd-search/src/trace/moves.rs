//! Moves by number and predecessors of positions, from the typed space of a puzzle.

use super::step::Header;
use crate::puzzle::{Puzzle, Space, SpaceVisitor};

/// The moves of positions of a shape in a metric; the number of a move is its index in the list.
pub(super) struct Moves<P: Puzzle>(Vec<P::Move>);

impl<P: Puzzle> Moves<P> {
    /// The moves of the positions of a trace.
    pub(super) fn of(header: &Header<P>) -> Self {
        Self(P::visit_space(&header.goal, header.metric, Alphabet))
    }

    pub(super) fn number(&self, mv: P::Move) -> Option<u64> {
        self.0.iter().position(|&known| known == mv).map(|number| number as u64)
    }

    pub(super) fn get(&self, number: u64) -> Option<P::Move> {
        self.0.get(usize::try_from(number).ok()?).copied()
    }
}

/// A [`SpaceVisitor`] that lists all moves.
struct Alphabet;

impl<P: Puzzle> SpaceVisitor<P> for Alphabet {
    type Output = Vec<P::Move>;

    fn visit<S: Space<P>>(self, space: S) -> Vec<P::Move> {
        (0..space.letters()).map(|letter| space.move_of(letter)).collect()
    }
}

pub(super) struct Predecessor<P: Puzzle> {
    pub(super) position: P::Position,
    /// The move from it to the position.
    pub(super) mv: P::Move,
    pub(super) cost: u32,
}

/// Finds the predecessors of a position.
pub(super) type Predecessors<P> =
    Box<dyn Fn(&<P as Puzzle>::Position) -> Vec<Predecessor<P>> + Send + Sync>;

/// The predecessors of the positions of a trace. They are the successors in the space
/// [turned round](crate::space::Reversible::reversed).
pub(super) fn predecessors<P: Puzzle>(header: &Header<P>) -> Predecessors<P> {
    P::visit_space(&header.goal, header.metric, Back)
}

/// A [`SpaceVisitor`] that makes [`Predecessors`].
struct Back;

impl<P: Puzzle> SpaceVisitor<P> for Back {
    type Output = Predecessors<P>;

    fn visit<S: Space<P>>(self, space: S) -> Predecessors<P> {
        let backward = space.reversed(&space.goal_state());
        Box::new(move |position| {
            let after = space.state(position);
            let packed = space.pack(&after);
            let predecessor = |mv| {
                let mut before = after.clone();
                backward.apply(&mut before, mv);
                let mv = space.move_between(&space.pack(&before), &packed)?;
                let (position, cost) = (space.position(&before), space.cost(mv));
                Some(Predecessor { position, mv, cost })
            };
            backward.moves(&after).filter_map(predecessor).collect()
        })
    }
}
