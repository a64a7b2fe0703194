//! A space as keys and numbered moves, for builds, paths and views.
//!
//! One virtual call makes the successors of many keys; behind it everything is typed.

use crate::coding::{Coding, NoState};
use crate::error::GraphError;
use crate::key::{Key, KeyForm, Representation, Word, number_of_word, word_of_key};
use loyd::Listed;
use loyd_search::puzzle::{Puzzle, Space, SpaceVisitor};

/// The number that stands for "no move".
pub(crate) const NO_MOVE: u16 = u16::MAX;

/// A move by its number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveName {
    /// The move as solutions have it.
    pub name: String,
    /// The number of the move that takes it back.
    pub inverse: u16,
}

/// The effect of a move on the digits of a board: those in the mask are shifted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slide {
    /// The cell of the blank before the move.
    pub blank: u16,
    /// The number of the move.
    pub number: u16,
    /// The digit of the blank's cell, all bits set.
    pub at_blank: i64,
    /// The digits that the move shifts.
    pub mask: i64,
    /// The digits to which they are shifted.
    pub target: i64,
    /// Bits by which they are shifted to more significant places.
    pub up: u32,
    /// Bits by which they are shifted to less significant places.
    pub down: u32,
}

/// A key and the number of the move that led to it.
pub(crate) type Arrival<const W: usize> = (Word<W>, u16);

/// A space as keys.
pub(crate) trait KeySpace<const W: usize>: Send + Sync {
    /// The key of the start.
    fn start(&self) -> Word<W>;

    /// Appends the successors of keys, without those that take back the move that led to a key.
    /// `moves` has that move for each key, or is empty.
    fn append(
        &self,
        keys: &[Word<W>],
        moves: &[u16],
        into: &mut Vec<Arrival<W>>,
    ) -> Result<(), NoState>;

    /// The key before the move that led to a key.
    fn parent(&self, key: &Word<W>, mv: u16) -> Result<Word<W>, NoState>;

    /// The position of a key as text.
    fn text(&self, key: &Word<W>) -> Result<String, NoState>;
}

/// The keys of a space, of the words they need.
pub(crate) enum Words {
    One(Box<dyn KeySpace<1>>),
    Two(Box<dyn KeySpace<2>>),
    Four(Box<dyn KeySpace<4>>),
    Eight(Box<dyn KeySpace<8>>),
    Many(Box<dyn KeySpace<32>>),
}

/// Runs an expression with the keys of a space.
macro_rules! with_words {
    ($words:expr, $space:ident => $body:expr) => {
        match $words {
            $crate::space::Words::One($space) => $body,
            $crate::space::Words::Two($space) => $body,
            $crate::space::Words::Four($space) => $body,
            $crate::space::Words::Eight($space) => $body,
            $crate::space::Words::Many($space) => $body,
        }
    };
}
pub(crate) use with_words;

/// The graph of a goal and a metric, without its states.
pub struct GraphSpace {
    pub(crate) form: KeyForm,
    pub(crate) moves: Vec<MoveName>,
    pub(crate) slides: Vec<Slide>,
    /// The number of states; `None` if it is unknown.
    pub(crate) states: Option<u128>,
    pub(crate) words: Words,
}

impl GraphSpace {
    /// The keys one move away from a key, each with the number of the move.
    pub(crate) fn neighbours(&self, key: &Key) -> Result<Vec<(Key, u16)>, GraphError> {
        with_words!(&self.words, space => {
            let mut neighbours = Vec::new();
            space.append(&[word_of_key(key)], &[], &mut neighbours).map_err(|_| GraphError::invalid_key(key))?;
            Ok(neighbours.iter().map(|(word, number)| (Key::of(self.form, word), *number)).collect())
        })
    }

    /// The key of the start.
    pub(crate) fn start(&self) -> Key {
        with_words!(&self.words, space => Key::of(self.form, &space.start()))
    }

    /// The key before the move that led to a key.
    pub(crate) fn parent(&self, key: &Key, mv: u16) -> Result<Key, GraphError> {
        with_words!(&self.words, space => {
            let parent = space.parent(&word_of_key(key), mv);
            parent.map(|word| Key::of(self.form, &word)).map_err(|NoState| GraphError::invalid_key(key))
        })
    }

    /// The position of a key as text.
    pub(crate) fn text(&self, key: &Key) -> Result<String, GraphError> {
        with_words!(&self.words, space => space.text(&word_of_key(key)))
            .map_err(|NoState| GraphError::invalid_key(key))
    }
}

/// A typed space with its coding.
struct Typed<P: Puzzle, S: Space<P>> {
    coding: Coding<P, S>,
    inverses: Vec<u16>,
}

impl<P: Listed, S: Space<P>, const W: usize> KeySpace<W> for Typed<P, S> {
    fn start(&self) -> Word<W> {
        self.coding.word(&self.coding.space.goal_state())
    }

    fn append(
        &self,
        keys: &[Word<W>],
        moves: &[u16],
        into: &mut Vec<Arrival<W>>,
    ) -> Result<(), NoState> {
        let space = &self.coding.space;
        for (index, key) in keys.iter().enumerate() {
            let mut state = self.coding.state(key)?;
            let last = moves.get(index).copied().unwrap_or(NO_MOVE);
            let back = self.inverses.get(usize::from(last)).copied().unwrap_or(NO_MOVE);
            for mv in space.moves(&state) {
                let number = space.letter(mv) as u16;
                if number == back {
                    continue;
                }
                let effect = space.apply(&mut state, mv);
                into.push((self.coding.word(&state), number));
                space.undo(&mut state, effect);
            }
        }
        Ok(())
    }

    fn parent(&self, key: &Word<W>, mv: u16) -> Result<Word<W>, NoState> {
        let space = &self.coding.space;
        let mut state = self.coding.state(key)?;
        let inverse = *self.inverses.get(usize::from(mv)).ok_or(NoState)?;
        let back = space.moves(&state).find(|&back| space.letter(back) as u16 == inverse);
        space.apply(&mut state, back.ok_or(NoState)?);
        Ok(self.coding.word(&state))
    }

    fn text(&self, key: &Word<W>) -> Result<String, NoState> {
        let state = self.coding.state(key)?;
        Ok(P::format(&self.coding.space.position(&state)))
    }
}

/// The space of a goal and a metric, with keys of a representation: by default integers where states have them,
/// else bytes. Each puzzle's is compiled with this crate.
///
/// # Errors
/// [`GraphError::Unsuited`] if its states have no keys of that representation.
pub(crate) fn graph_space<P: Listed>(
    goal: &P::Position,
    metric: P::Metric,
    representation: Option<Representation>,
) -> Result<GraphSpace, GraphError> {
    P::visit_space(goal, metric, Making { goal, representation })
}

/// The key of a position in the graph of a goal.
///
/// # Errors
/// [`GraphError::Unsuited`] if states have no keys of that representation.
pub(crate) fn key_of<P: Listed>(
    goal: &P::Position,
    metric: P::Metric,
    representation: Representation,
    position: &P::Position,
) -> Result<Key, GraphError> {
    let representation = Some(representation);
    P::visit_space(goal, metric, KeyOf { goal, representation, position })
}

/// Makes the [`GraphSpace`] of a typed space.
struct Making<'a, T> {
    goal: &'a T,
    representation: Option<Representation>,
}

impl<P: Listed> SpaceVisitor<P> for Making<'_, P::Position> {
    type Output = Result<GraphSpace, GraphError>;

    fn visit<S: Space<P>>(self, space: S) -> Self::Output {
        let coding = Coding::<P, S>::of(space, self.goal, self.representation)?;
        let space = &coding.space;
        if space.letters() >= usize::from(NO_MOVE) {
            return Err(GraphError::Unsuited { reason: "it has too many moves" });
        }
        let moves: Vec<_> = (0..space.letters()).map(|letter| space.move_of(letter)).collect();
        if moves.iter().any(|&mv| space.cost(mv) != 1) {
            return Err(GraphError::Unsuited { reason: "its moves have different costs" });
        }
        let inverses = inverses::<P, S>(space);
        let name =
            |(&mv, &inverse): (&P::Move, &u16)| MoveName { name: P::format_moves(&[mv]), inverse };
        let names = moves.iter().zip(&inverses).map(name).collect();
        let (slides, states) = (slides(&coding), space.states());
        let form = coding.form;
        let words = form.bytes().map_or(1, |bytes| bytes.div_ceil(8));
        let typed = Typed { coding, inverses };
        let words = match words {
            0..=1 => Words::One(Box::new(typed)),
            2 => Words::Two(Box::new(typed)),
            3..=4 => Words::Four(Box::new(typed)),
            5..=8 => Words::Eight(Box::new(typed)),
            _ => Words::Many(Box::new(typed)),
        };
        Ok(GraphSpace { form, moves: names, slides, states, words })
    }
}

/// The key of a position.
struct KeyOf<'a, T> {
    goal: &'a T,
    representation: Option<Representation>,
    position: &'a T,
}

impl<P: Listed> SpaceVisitor<P> for KeyOf<'_, P::Position> {
    type Output = Result<Key, GraphError>;

    fn visit<S: Space<P>>(self, space: S) -> Self::Output {
        let state = space.state(self.position);
        let coding = Coding::<P, S>::of(space, self.goal, self.representation)?;
        Ok(Key::of(coding.form, &coding.word::<32>(&state)))
    }
}

/// For each move the one that takes it back.
fn inverses<P: Puzzle, S: Space<P>>(space: &S) -> Vec<u16> {
    let mut inverses = vec![None; space.letters()];
    for context in 0..space.contexts() {
        let before = space.representative(context);
        for mv in space.moves(&before) {
            let inverse = &mut inverses[space.letter(mv)];
            if inverse.is_some() {
                continue;
            }
            let mut after = before.clone();
            space.apply(&mut after, mv);
            let moves: Vec<_> = space.moves(&after).collect();
            let back = moves.into_iter().find(|&back| {
                let effect = space.apply(&mut after, back);
                let arrives = after == before;
                space.undo(&mut after, effect);
                arrives
            });
            *inverse = back.map(|back| space.letter(back) as u16);
        }
    }
    // A move that is possible nowhere (a slide on a board of one row, say) is its own inverse.
    let possible = |letter: usize, inverse: Option<u16>| inverse.unwrap_or(letter as u16);
    inverses.into_iter().enumerate().map(|(letter, inverse)| possible(letter, inverse)).collect()
}

/// The slides of a board whose code is its digits; empty for other puzzles.
fn slides<P: Listed, S: Space<P>>(coding: &Coding<P, S>) -> Vec<Slide> {
    let KeyForm::Board(cells) = coding.form else { return Vec::new() };
    let space = &coding.space;
    let place = |cell: usize| 4 * (cells - 1 - cell);
    let digits = |state: &S::State| -> Vec<u64> {
        let number = number_of_word(&coding.word::<1>(state));
        (0..cells).map(|cell| number >> place(cell) & 15).collect()
    };
    let mut slides = Vec::new();
    for blank in 0..space.contexts() {
        let mut state = space.representative(blank);
        let before = digits(&state);
        let moves: Vec<_> = space.moves(&state).collect();
        for mv in moves {
            let effect = space.apply(&mut state, mv);
            let after = digits(&state);
            space.undo(&mut state, effect);
            let moved = (0..cells).filter(|&cell| before[cell] != 0 && before[cell] != after[cell]);
            let moved: Vec<usize> = moved.collect();
            let Some(&first) = moved.first() else { continue };
            let to = after.iter().position(|&digit| digit == before[first]).unwrap_or(first);
            let mask = moved.iter().fold(0u64, |mask, &cell| mask | 15 << place(cell));
            let up = place(to).saturating_sub(place(first)) as u32;
            let down = place(first).saturating_sub(place(to)) as u32;
            let (at_blank, number) = ((15u64 << place(blank)) as i64, space.letter(mv) as u16);
            let target = (mask << up >> down) as i64;
            let (blank, mask) = (blank as u16, mask as i64);
            slides.push(Slide { blank, number, at_blank, mask, target, up, down });
        }
    }
    slides
}
