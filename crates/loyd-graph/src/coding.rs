//! The rule that gives a state of a space its key, in one of the representations.

use crate::error::GraphError;
use crate::key::{
    KeyForm, Representation, Word, bytes_of_word, number_of_word, word_of_bytes, word_of_number,
};
use loyd::Listed;
use loyd_search::puzzle::{Puzzle, Space};
use loyd_search::space::Ranking;

/// The longest keys: 256 bytes.
const MAX_BYTES: usize = 256;

/// A key that belongs to no state: the database is damaged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NoState;

/// The rule that gives a state its key.
pub(crate) struct Coding<P: Puzzle, S: Space<P>> {
    pub(crate) space: S,
    goal: P::Position,
    pub(crate) form: KeyForm,
    /// Used if keys are ranks.
    ranking: Option<S::Ranking>,
    /// Bytes of a code.
    bytes: usize,
}

impl<P: Listed, S: Space<P>> Coding<P, S> {
    pub(crate) fn of(
        space: S,
        goal: &P::Position,
        representation: Option<Representation>,
    ) -> Result<Self, GraphError> {
        if space.goal_states().len() > 1 {
            return Err(SEVERAL_GOALS);
        }
        if !space.has_inverses() {
            return Err(NO_INVERSES);
        }
        let (bytes, digits) = (space.code_bytes(), space.digits());
        let wants_rank = match representation {
            None => digits.is_none(),
            Some(representation) => representation == Representation::Rank,
        };
        let ranking = if wants_rank { space.ranking() } else { None };
        let ranking = ranking.filter(|ranking| i64::try_from(ranking.size()).is_ok());
        let form = match (representation, digits, &ranking) {
            (Some(Representation::Text), ..) => {
                KeyForm::Text(text_length::<P, S>(&space).ok_or(UNEVEN_TEXTS)?)
            }
            (_, _, Some(_)) => KeyForm::Rank,
            (Some(Representation::Rank), ..) => return Err(NO_RANKS),
            (_, Some(cells), None) => KeyForm::Board(cells),
            (_, None, None) => KeyForm::Bytes(bytes),
        };
        if form.bytes().is_some_and(|bytes| bytes > MAX_BYTES) {
            return Err(LONG_KEYS);
        }
        Ok(Self { space, goal: goal.clone(), form, ranking, bytes })
    }

    pub(crate) fn word<const W: usize>(&self, state: &S::State) -> Word<W> {
        if let Some(ranking) = &self.ranking {
            return word_of_number(ranking.rank(state));
        }
        if let KeyForm::Text(length) = self.form {
            let text = P::format(&self.space.position(state));
            return word_of_bytes(&text.as_bytes()[..length.min(text.len())]);
        }
        if self.form.is_number() {
            let mut code = [0; 8];
            self.space.encode(state, &mut code[8 - self.bytes..]);
            return word_of_number(u64::from_be_bytes(code));
        }
        let mut code = [0; MAX_BYTES];
        self.space.encode(state, &mut code[..self.bytes]);
        word_of_bytes(&code[..self.bytes])
    }

    pub(crate) fn state<const W: usize>(&self, word: &Word<W>) -> Result<S::State, NoState> {
        if let Some(ranking) = &self.ranking {
            let rank = number_of_word(word);
            return if rank < ranking.size() { Ok(ranking.unrank(rank)) } else { Err(NoState) };
        }
        if self.form.is_number() {
            let all = number_of_word(word).to_be_bytes();
            let (above, digits) = all.split_at(all.len() - self.bytes);
            let fits = above.iter().all(|&byte| byte == 0);
            return if fits { self.space.decode(digits).ok_or(NoState) } else { Err(NoState) };
        }
        if let KeyForm::Text(length) = self.form {
            let mut text = vec![0; length];
            bytes_of_word(word, &mut text);
            return self.state_of_text(&text).ok_or(NoState);
        }
        let mut code = [0; MAX_BYTES];
        bytes_of_word(word, &mut code[..self.bytes]);
        self.space.decode(&code[..self.bytes]).ok_or(NoState)
    }

    /// The state of a position as text, written as this program writes it.
    fn state_of_text(&self, text: &[u8]) -> Option<S::State> {
        let text = std::str::from_utf8(text).ok()?;
        let shape = P::HAS_SIZES.then(|| P::shape(&self.goal));
        let task = P::read(text, shape.as_deref(), Some(&P::format(&self.goal))).ok()?;
        let is_state =
            P::format(&task.start) == text && P::solvable(&task.start, &self.goal).is_ok();
        is_state.then(|| self.space.state(&task.start))
    }
}

/// The reasons why a space has no keys of a representation.
const UNEVEN_TEXTS: GraphError =
    GraphError::Unsuited { reason: "its positions as text have different lengths" };
const SEVERAL_GOALS: GraphError =
    GraphError::Unsuited { reason: "its goal admits several positions, and a graph has one" };
const NO_INVERSES: GraphError =
    GraphError::Unsuited { reason: "some of its moves may have no inverses" };
const NO_RANKS: GraphError = GraphError::Unsuited { reason: "its states have no ranks below 2^63" };
const LONG_KEYS: GraphError =
    GraphError::Unsuited { reason: "its keys take more than 256 bytes each" };

/// Bytes of a position as text, if the goal and its neighbours have the same number of them.
fn text_length<P: Listed, S: Space<P>>(space: &S) -> Option<usize> {
    let mut state = space.goal_state();
    let length = P::format(&space.position(&state)).len();
    let moves: Vec<_> = space.moves(&state).collect();
    let is_even = moves.into_iter().all(|mv| {
        let effect = space.apply(&mut state, mv);
        let text = P::format(&space.position(&state));
        space.undo(&mut state, effect);
        text.len() == length
    });
    is_even.then_some(length)
}
