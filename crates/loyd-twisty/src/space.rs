//! The state space of a puzzle, a metric and a goal.
//!
//! A state is a [`Code`] for each slot: the number of a piece in an orientation. A move copies the codes of
//! the slots that it changes and twists them by a table. Number of slots, length of a packed state and
//! width of a code are parameters of the type, so that small puzzles have small states; see
//! [`fits`](TwistySpace::fits).

use crate::code::Code;
use crate::exclusion::{Blocks, Turns};
use crate::letters::Letters;
use crate::metric::MetricName;
use crate::model::Model;
use crate::orbit::{Orbit, Slot};
use crate::position::Position;
use crate::turn::Turn;
use loyd_search::space::{MoveAlphabet, Packing, Reversible, StateSpace, Unsolvable};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The effect of a letter on a slot.
#[derive(Clone, Copy, Debug)]
struct Change<C> {
    slot: C,
    /// The slot from which the piece comes.
    origin: C,
    /// The table of its twist.
    table: u16,
}

/// The part of a space that does not depend on the goal.
#[derive(Debug)]
struct Shared<C: Code> {
    model: Arc<Model>,
    metric: MetricName,
    letters: Arc<Letters>,
    blocks: Blocks<C>,
    /// The changes of each letter.
    changes: Vec<Vec<Change<C>>>,
    /// The code after a twist, for each orbit and twist that occur.
    tables: Vec<C::Twist>,
    /// Bits of a packed code, for each slot.
    bits: Vec<u32>,
    /// A state in which all pieces are distinct.
    distinct: Vec<C>,
}

/// A puzzle of at most `N` slots, whose states are packed into `W` words.
#[derive(Clone, Debug)]
pub struct TwistySpace<const N: usize, const W: usize, C: Code = u8> {
    shared: Arc<Shared<C>>,
    goal: [C; N],
    /// The other goals, if the nearest of several counts.
    others: Arc<[[C; N]]>,
}

/// More contexts than an automaton of strings has.
const MANY: usize = 65;

/// Bits that hold the codes of each slot.
fn bits(model: &Model) -> Vec<u32> {
    let of_orbit = |codes: usize| usize::BITS - codes.saturating_sub(1).leading_zeros();
    let orbits = model.definition().orbits().iter();
    orbits.flat_map(|orbit| orbit.slots().map(move |_| of_orbit(orbit.codes()))).collect()
}

impl<const N: usize, const W: usize, C: Code> TwistySpace<N, W, C> {
    /// True if the states of a puzzle fit into this type.
    pub fn fits(model: &Model) -> bool {
        let bits = bits(model);
        // No code is divided between words.
        let mut words = Words { word: 0, used: 0 };
        let orbits = model.definition().orbits();
        bits.len() <= N
            && bits.iter().all(|&bits| words.place(bits).0 < W)
            && orbits.iter().all(|orbit| model.definition().codes_with_labels(orbit) <= C::COUNT)
    }

    /// The space of a goal, whose puzzle must [fit](Self::fits).
    pub fn new(goal: &Position, metric: MetricName) -> Self {
        let model = goal.model();
        let definition = model.definition();
        let letters = model.letters(metric).clone();
        let (mut tables, mut known) = (Vec::new(), FxHashMap::default());
        let mut changes = Vec::new();
        for transformation in &letters.transformations {
            let mut of_letter = Vec::new();
            for (index, orbit) in definition.orbits().iter().enumerate() {
                for slot in orbit.slots() {
                    let (origin, delta) = (transformation.source[slot], transformation.delta[slot]);
                    if usize::from(origin) == slot && delta == 0 {
                        continue;
                    }
                    let table = *known.entry((index, delta)).or_insert_with(|| {
                        let codes = definition.codes_with_labels(orbit);
                        tables.push(C::twist(codes, |code| orbit.twisted(code, delta)));
                        tables.len() - 1
                    });
                    let (slot, origin) = (C::of(slot), C::of(origin.into()));
                    of_letter.push(Change { slot, origin, table: table as u16 });
                }
            }
            changes.push(of_letter);
        }
        let distinct = definition.orbits().iter().flat_map(|orbit| {
            let has_labels = definition.has_labels(orbit);
            let start = definition.start();
            orbit.slots().enumerate().map(move |(index, slot)| {
                C::of(if has_labels { orbit.label(index) } else { orbit.code(start[slot]) })
            })
        });
        let distinct = distinct.collect();
        let blocks = Blocks::new(&definition.exclusions, definition.orbits(), &letters);
        let (model, bits) = (model.clone(), bits(model));
        let shared = Shared { model, metric, letters, blocks, changes, tables, bits, distinct };
        let mut space = Self { shared: Arc::new(shared), goal: [C::ZERO; N], others: [].into() };
        space.goal = space.code(goal.slots());
        space.others = goal.others().iter().map(|slots| space.code(slots)).collect();
        space
    }

    pub(crate) fn model(&self) -> &Arc<Model> {
        &self.shared.model
    }

    pub(crate) fn letters_of_metric(&self) -> &Letters {
        &self.shared.letters
    }

    /// The letters of the half-turn metric that are moves here.
    pub(crate) fn half_letters(&self) -> Vec<usize> {
        let half = self.model().letters(MetricName::Half);
        let transformations = &self.shared.letters.transformations;
        let number =
            |transformation| half.transformations.iter().position(|known| known == transformation);
        transformations.iter().filter_map(number).collect()
    }

    /// The state of a pattern.
    pub(crate) fn code(&self, slots: &[Slot]) -> [C; N] {
        let mut state = [C::ZERO; N];
        for (code, of_slot) in state.iter_mut().zip(self.model().codes(slots)) {
            *code = of_slot;
        }
        state
    }

    pub(crate) fn slots(&self, state: &[C; N]) -> Vec<Slot> {
        let orbits = self.model().definition().orbits().iter();
        let of_orbit = |orbit: &'_ Orbit| -> Vec<Slot> {
            state[orbit.slots()].iter().map(|code| orbit.slot(code.number())).collect()
        };
        orbits.flat_map(of_orbit).collect()
    }

    #[inline]
    pub(crate) fn slot_count(&self) -> usize {
        self.shared.bits.len()
    }

    /// The state of the codes of all slots as bytes; `None` if one of them is not a code of its orbit.
    pub(crate) fn checked(&self, bytes: &[u8]) -> Option<[C; N]> {
        if bytes.len() != self.slot_count() * C::BYTES {
            return None;
        }
        let mut state = [C::ZERO; N];
        for (of_slot, code) in state.iter_mut().zip(C::read(bytes)) {
            *of_slot = code;
        }
        let orbits = self.model().definition().orbits();
        let is_code =
            |orbit: &Orbit| state[orbit.slots()].iter().all(|code| code.number() < orbit.codes());
        orbits.iter().all(is_code).then_some(state)
    }

    #[inline]
    fn make(&self, state: &mut [C; N], letter: usize) {
        let before = *state;
        for change in &self.shared.changes[letter] {
            let table = &self.shared.tables[usize::from(change.table)];
            state[change.slot.number()] = before[change.origin.number()].twisted(table);
        }
    }
}

impl<const N: usize, const W: usize, C: Code> StateSpace for TwistySpace<N, W, C> {
    type State = [C; N];
    type Move = Turn;
    /// The letter of the move.
    type Effect = u16;
    type Moves = Turns;

    #[inline]
    fn moves(&self, state: &[C; N]) -> Turns {
        self.shared.blocks.turns(self.shared.letters.turns, state)
    }

    #[inline]
    fn apply(&self, state: &mut [C; N], turn: Turn) -> u16 {
        let letter = self.letter(turn);
        self.make(state, letter);
        letter as u16
    }

    #[inline]
    fn undo(&self, state: &mut [C; N], letter: u16) {
        self.make(state, self.shared.letters.inverse[usize::from(letter)].into());
    }

    #[inline]
    fn may_follow(&self, last: Turn, next: Turn) -> bool {
        self.shared.letters.may_follow(self.letter(last), self.letter(next))
    }

    #[inline]
    fn is_goal(&self, state: &[C; N]) -> bool {
        *state == self.goal || self.others.contains(state)
    }

    fn solvable(&self, state: &[C; N]) -> Result<(), Unsolvable> {
        crate::reach::reachable(self.model(), &self.slots(state), &self.slots(&self.goal))
    }
}

impl<const N: usize, const W: usize, C: Code> Reversible for TwistySpace<N, W, C> {
    fn goal_state(&self) -> [C; N] {
        self.goal
    }

    fn goal_states(&self) -> Vec<[C; N]> {
        [&[self.goal], &*self.others].concat()
    }

    fn reversed(&self, start: &[C; N]) -> Self {
        Self { shared: self.shared.clone(), goal: *start, others: [].into() }
    }
}

/// The places of codes in words, one after the other.
struct Words {
    word: usize,
    used: u32,
}

impl Words {
    /// The word and shift of the next code.
    #[inline]
    fn place(&mut self, bits: u32) -> (usize, u32) {
        if self.used + bits > u64::BITS {
            self.word += 1;
            self.used = 0;
        }
        self.used += bits;
        (self.word, self.used - bits)
    }
}

impl<const N: usize, const W: usize, C: Code> Packing for TwistySpace<N, W, C> {
    type Packed = [u64; W];

    #[inline]
    fn pack(&self, state: &[C; N]) -> [u64; W] {
        let (mut packed, mut words) = ([0; W], Words { word: 0, used: 0 });
        for (&code, &bits) in state.iter().zip(&self.shared.bits) {
            let (word, shift) = words.place(bits);
            if bits > 0 {
                packed[word] |= (code.number() as u64) << shift;
            }
        }
        packed
    }

    #[inline]
    fn unpack(&self, packed: &[u64; W]) -> [C; N] {
        let (mut state, mut words) = ([C::ZERO; N], Words { word: 0, used: 0 });
        for (code, &bits) in state.iter_mut().zip(&self.shared.bits) {
            let (word, shift) = words.place(bits);
            if bits > 0 {
                *code = C::of((packed[word] >> shift & ((1 << bits) - 1)) as usize);
            }
        }
        state
    }
}

impl<const N: usize, const W: usize, C: Code> MoveAlphabet for TwistySpace<N, W, C> {
    fn letters(&self) -> usize {
        self.shared.letters.count()
    }

    #[inline]
    fn letter(&self, turn: Turn) -> usize {
        let letter = self.shared.letters.letter(turn);
        letter.unwrap_or_else(|| {
            unreachable!("{turn} is not a move of the {} metric", self.shared.metric)
        })
    }

    fn move_of(&self, letter: usize) -> Turn {
        self.shared.letters.turns[letter]
    }

    /// One context: every move is always possible and always has the same effect. If moves can be blocked, there are
    /// as many contexts as positions, which are too many for an automaton.
    fn contexts(&self) -> usize {
        if self.shared.blocks.is_empty() { 1 } else { MANY }
    }

    fn context(&self, _state: &[C; N]) -> usize {
        0
    }

    fn representative(&self, _context: usize) -> [C; N] {
        let mut state = [C::ZERO; N];
        state[..self.shared.distinct.len()].copy_from_slice(&self.shared.distinct);
        state
    }
}
