//! A pattern: parts of one or two orbits, as an abstraction with ranks.

use super::part::{Classes, Part, SLOTS};
use crate::code::Code;
use crate::error::MAX_SLOTS;
use crate::letters::Letters;
use crate::space::TwistySpace;
use loyd_search::abstraction::Abstraction;

/// The space whose goals a table has. Tables do not depend on the width of states.
pub(super) type WideSpace = TwistySpace<MAX_SLOTS, { MAX_SLOTS / 4 }, u16>;

/// The effect of a letter on a slot of a pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Change {
    slot: u8,
    /// The slot from which the piece comes.
    origin: u8,
    /// The table of its twist.
    table: u8,
}

/// Parts of one or two orbits.
#[derive(Debug)]
pub(super) struct Pattern {
    /// The orbits and their projections, without the pieces of a group.
    pub(super) form: String,
    name: String,
    parts: Vec<Part>,
    /// The different effects of letters.
    letters: Vec<Vec<Change>>,
    /// The class after a twist.
    tables: Vec<[u8; 256]>,
    size: u64,
}

impl Pattern {
    /// The pattern of parts; `None` if it has more than `max` values or too many slots.
    pub(super) fn new(
        (form, name): (String, String),
        parts: Vec<Part>,
        letters: &Letters,
        max: u64,
    ) -> Option<Self> {
        let size = parts.iter().try_fold(1u64, |size, part| size.checked_mul(part.size()))?;
        let slots: usize = parts.iter().map(|part| part.slots.len()).sum();
        if size > max || slots > SLOTS {
            return None;
        }
        let (mut effects, mut tables): (Vec<Vec<Change>>, Vec<[u8; 256]>) =
            (Vec::new(), Vec::new());
        for letter in &letters.transformations {
            let (mut effect, mut first) = (Vec::new(), 0);
            for part in &parts {
                let slots = part.slots.clone();
                for slot in slots.clone() {
                    let (origin, delta) = (usize::from(letter.source[slot]), letter.delta[slot]);
                    if origin == slot && delta == 0 {
                        continue;
                    }
                    let twist = part.twist(delta);
                    let table = tables.iter().position(|known| *known == twist);
                    let table = table.unwrap_or_else(|| {
                        tables.push(twist);
                        tables.len() - 1
                    });
                    let place = |slot: usize| (first + slot - slots.start) as u8;
                    let table = u8::try_from(table).ok()?;
                    effect.push(Change { slot: place(slot), origin: place(origin), table });
                }
                first += slots.len();
            }
            if !effect.is_empty() && !effects.contains(&effect) {
                effects.push(effect);
            }
        }
        (size > 1).then_some(Self { form, name, parts, letters: effects, tables, size })
    }

    /// The pattern in a few words.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Number of ranks.
    pub(super) fn size(&self) -> u64 {
        self.size
    }

    /// The rank of the pattern of a state, a code for each slot of the puzzle.
    #[inline]
    pub(super) fn rank_of<C: Code>(&self, codes: &[C]) -> u64 {
        self.rank_classes(&self.classes(codes))
    }

    #[inline]
    fn classes<C: Code>(&self, codes: &[C]) -> Classes {
        let (mut classes, mut first) = ([0; SLOTS], 0);
        for part in &self.parts {
            let codes = &codes[part.slots.clone()];
            for (class, code) in classes[first..].iter_mut().zip(codes) {
                *class = part.class(code.number());
            }
            first += codes.len();
        }
        classes
    }

    #[inline]
    fn rank_classes(&self, classes: &Classes) -> u64 {
        let (mut rank, mut first) = (0, 0);
        for part in &self.parts {
            let slots = part.slots.len();
            rank = rank * part.size() + part.rank(&classes[first..first + slots]);
            first += slots;
        }
        rank
    }
}

impl Abstraction<WideSpace> for Pattern {
    type State = Classes;
    /// Every letter costs 1.
    type Action = ();

    fn name(&self) -> String {
        self.name.clone()
    }

    fn project(&self, state: &[u16; MAX_SLOTS]) -> Classes {
        self.classes(state)
    }

    fn size(&self) -> u64 {
        self.size
    }

    fn rank(&self, classes: &Classes) -> u64 {
        self.rank_classes(classes)
    }

    fn unrank(&self, mut rank: u64) -> Classes {
        let mut classes = [0; SLOTS];
        let mut end = self.parts.iter().map(|part| part.slots.len()).sum();
        for part in self.parts.iter().rev() {
            let first = end - part.slots.len();
            part.unrank(rank % part.size(), &mut classes[first..end]);
            (rank, end) = (rank / part.size(), first);
        }
        classes
    }

    /// The letters are closed under inverses.
    fn predecessors(&self, classes: &Classes, mut visit: impl FnMut(Classes, ())) {
        for letter in &self.letters {
            let mut after = *classes;
            for change in letter {
                let before = classes[usize::from(change.origin)];
                let table = &self.tables[usize::from(change.table)];
                after[usize::from(change.slot)] = table[usize::from(before)];
            }
            visit(after, ());
        }
    }

    fn charge(&self, (): ()) -> u32 {
        1
    }

    fn actions(&self) -> Vec<((), u32)> {
        vec![((), 1)]
    }
}
