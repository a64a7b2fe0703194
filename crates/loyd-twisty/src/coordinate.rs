//! Coordinates: parts of a state that the moves change without regard to the rest.
//!
//! A coordinate looks at the slots of one orbit and forgets some of their contents: orientations,
//! pieces, or the identities of some pieces. Its values are found by making all moves from a start,
//! so they are exactly those that occur, with every constraint of parity or twist within the orbit.
//!
//! A value is a class for each slot: one byte each, or two if the orbit has too many codes for a byte.

use crate::code::Code;
use crate::letters::Letters;
use crate::orbit::Orbit;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// Maximum length of the move table of a heuristic's coordinate: its values times the letters.
pub(crate) const MAX_ENTRIES: usize = 1 << 21;

/// Slots of an orbit whose value is looked up without an allocation.
const USUAL_SLOTS: usize = 256;

/// The information that a coordinate keeps of a slot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Projection {
    /// The pieces, without their orientations.
    Pieces,
    /// The orientations, without the pieces; only if all pieces have the same number of them.
    Orientations,
    /// Pieces and orientations.
    Everything,
    /// These pieces with their orientations; the others are indistinguishable.
    Some(Vec<u16>),
    /// These pieces without their orientations; the others are indistinguishable.
    SomePieces(Vec<u16>),
}

impl Projection {
    /// The class of a code of an orbit; `other` is that of the indistinguishable pieces.
    fn class(&self, orbit: &Orbit, code: usize, other: usize) -> usize {
        let slot = orbit.slot(code);
        let first = orbit.kind(slot.piece).map_or(0, |kind| kind.first);
        match self {
            Self::Pieces => first,
            Self::Orientations => slot.orientation.into(),
            Self::Everything => code,
            Self::Some(pieces) if pieces.contains(&slot.piece) => code,
            Self::SomePieces(pieces) if pieces.contains(&slot.piece) => first,
            Self::Some(_) | Self::SomePieces(_) => other,
        }
    }
}

/// The numbers of values, each a class for each slot.
type Numbers<K> = FxHashMap<Box<[K]>, u32>;

/// The numbers of values in the width of their classes.
#[derive(Debug)]
enum Values {
    Narrow(Numbers<u8>),
    Wide(Numbers<u16>),
}

/// A part of a state with its values numbered, and the effect of every letter on them.
#[derive(Debug)]
pub(crate) struct Coordinate {
    pub(crate) name: String,
    slots: Range<usize>,
    /// The class of each code.
    classes: Box<[u16]>,
    numbers: Values,
    letters: usize,
    /// The value after each letter, for each value.
    pub(crate) after: Vec<u32>,
}

/// Classes of an orbit: the class of each code, and a code of each class, to twist in its place.
struct Classes {
    of_code: Vec<usize>,
    member: Vec<usize>,
}

impl Classes {
    fn new(orbit: &Orbit, keep: &Projection) -> Self {
        let other = orbit.codes();
        let of_code: Vec<usize> =
            (0..orbit.codes()).map(|code| keep.class(orbit, code, other)).collect();
        let mut member = vec![0; orbit.codes() + 1];
        for (code, &class) in of_code.iter().enumerate() {
            member[class] = code;
        }
        Self { of_code, member }
    }

    /// The class after a twist, for each class.
    fn twisted(&self, orbit: &Orbit, delta: u8) -> Vec<usize> {
        let after = |&code: &usize| self.of_code[orbit.twisted(code, delta)];
        self.member.iter().map(after).collect()
    }
}

impl Coordinate {
    /// The coordinate with the values that can be reached from `start`, a code for each slot of the
    /// puzzle; `None` if its table would have more than `max` entries.
    pub(crate) fn new<C: Code>(
        orbit: &Orbit,
        keep: &Projection,
        letters: &Letters,
        start: &[C],
        max: usize,
    ) -> Option<Self> {
        let classes = Classes::new(orbit, keep);
        let start: Vec<usize> =
            start[orbit.slots()].iter().map(|code| classes.of_code[code.number()]).collect();
        let (numbers, after) = if classes.member.len() <= u8::COUNT {
            let (numbers, after) = explore(orbit, &classes, letters, &start, max)?;
            (Values::Narrow(numbers), after)
        } else {
            let (numbers, after) = explore(orbit, &classes, letters, &start, max)?;
            (Values::Wide(numbers), after)
        };
        let (name, slots) = (orbit.name.clone(), orbit.slots());
        let classes = classes.of_code.iter().map(|&class| u16::of(class)).collect();
        Some(Self { name, slots, classes, numbers, letters: letters.count(), after })
    }

    pub(crate) fn size(&self) -> usize {
        match &self.numbers {
            Values::Narrow(numbers) => numbers.len(),
            Values::Wide(numbers) => numbers.len(),
        }
    }

    /// The value of a state, a code for each slot; `None` if it cannot be reached.
    pub(crate) fn value<C: Code>(&self, codes: &[C]) -> Option<u32> {
        match &self.numbers {
            Values::Narrow(numbers) => self.number(numbers, codes),
            Values::Wide(numbers) => self.number(numbers, codes),
        }
    }

    #[inline]
    fn number<C: Code, K: Code>(&self, numbers: &Numbers<K>, codes: &[C]) -> Option<u32> {
        let codes = &codes[self.slots.clone()];
        let class = |code: &C| K::of(self.classes[code.number()].into());
        if codes.len() > USUAL_SLOTS {
            let key: Vec<K> = codes.iter().map(class).collect();
            return numbers.get(&key[..]).copied();
        }
        let mut key = [K::ZERO; USUAL_SLOTS];
        let key = &mut key[..codes.len()];
        for (of_slot, code) in key.iter_mut().zip(codes) {
            *of_slot = class(code);
        }
        numbers.get(&*key).copied()
    }

    #[inline]
    pub(crate) fn after_letter(&self, value: u32, letter: usize) -> u32 {
        self.after[value as usize * self.letters + letter]
    }

    /// The values in order, as classes of the slots, one value after the other.
    pub(crate) fn values(&self) -> ClassList {
        match &self.numbers {
            Values::Narrow(numbers) => ClassList::Narrow(in_order(numbers)),
            Values::Wide(numbers) => ClassList::Wide(in_order(numbers)),
        }
    }
}

/// The values of a coordinate in order, as classes of the slots, one value after the other.
#[derive(Debug)]
pub(crate) enum ClassList {
    Narrow(Vec<u8>),
    Wide(Vec<u16>),
}

impl ClassList {
    /// The class with this index in the list.
    #[inline]
    pub(crate) fn class(&self, index: usize) -> usize {
        match self {
            Self::Narrow(classes) => classes[index].into(),
            Self::Wide(classes) => classes[index].into(),
        }
    }
}

fn in_order<K: Code>(numbers: &Numbers<K>) -> Vec<K> {
    let slots = numbers.keys().next().map_or(0, |value| value.len());
    let mut values = vec![K::ZERO; slots * numbers.len()];
    for (value, &number) in numbers {
        values[number as usize * slots..][..slots].copy_from_slice(value);
    }
    values
}

/// The values that can be reached from `start`, with their numbers, and the value after each letter.
fn explore<K: Code>(
    orbit: &Orbit,
    classes: &Classes,
    letters: &Letters,
    start: &[usize],
    max: usize,
) -> Option<(Numbers<K>, Vec<u32>)> {
    let twists: Vec<K::Twist> = (0..orbit.orientations())
        .map(|delta| {
            let after = classes.twisted(orbit, delta);
            K::twist(after.len(), |class| after[class])
        })
        .collect();
    let slots = orbit.slots();
    let first: Box<[K]> = start.iter().map(|&class| K::of(class)).collect();
    let mut values = vec![first.clone()];
    let mut numbers = Numbers::from_iter([(first, 0)]);
    let mut after = Vec::new();
    let mut at = 0;
    while at < values.len() {
        for transformation in &letters.transformations {
            let value = &values[at];
            let next: Box<[K]> = slots
                .clone()
                .map(|slot| {
                    let origin = usize::from(transformation.source[slot]) - slots.start;
                    match transformation.delta[slot] {
                        0 => value[origin],
                        delta => value[origin].twisted(&twists[usize::from(delta)]),
                    }
                })
                .collect();
            let number = numbers.get(&next).copied();
            after.push(number.unwrap_or_else(|| {
                let number = values.len() as u32;
                numbers.insert(next.clone(), number);
                values.push(next);
                number
            }));
        }
        if values.len() * letters.count() > max {
            return None;
        }
        at += 1;
    }
    Some((numbers, after))
}
