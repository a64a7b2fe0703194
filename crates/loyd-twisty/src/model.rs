//! A definition with values computed once: moves by metric, the group, ranks.

use crate::code::Code;
use crate::definition::{Definition, Generator};
use crate::letters::Letters;
use crate::metric::MetricName;
use crate::orbit::Slot;
use crate::quotient::Quotient;
use crate::ranking::Axes;
use crate::transformation::Transformation;
use crate::turn::Turn;
use loyd_search::group::{Group, Permutation};
use std::sync::{Arc, OnceLock};

/// Elements of the group that are tried to decide whether a pattern can be reached.
const MAX_TRIED: usize = 200_000;

/// Most states that are worth looking for ranks.
const MAX_RANKED: u128 = 1 << 40;

/// A definition with the tables that its states share.
#[derive(Debug)]
pub struct Model {
    id: String,
    definition: Definition,
    letters: [OnceLock<Arc<Letters>>; 2],
    group: OnceLock<Group>,
    axes: OnceLock<Option<Arc<Axes>>>,
    quotient: Option<Quotient>,
}

impl Model {
    /// A definition under a unique name.
    pub(crate) fn new(id: String, definition: Definition) -> Self {
        Self {
            id,
            definition,
            letters: Default::default(),
            group: OnceLock::new(),
            axes: OnceLock::new(),
            quotient: None,
        }
    }

    /// The definition of a goal that leaves pieces free.
    pub(crate) fn of_quotient(id: String, definition: Definition, quotient: Quotient) -> Self {
        Self { quotient: Some(quotient), ..Self::new(id, definition) }
    }

    /// The pieces of another puzzle in this one, if it is a quotient.
    pub(crate) fn quotient(&self) -> Option<&Quotient> {
        self.quotient.as_ref()
    }

    /// The name under which the definition is known.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The definition.
    pub fn definition(&self) -> &Definition {
        &self.definition
    }

    /// Number of transformations that sequences of moves can have; `None` if it exceeds `u128`.
    /// Turns of the whole puzzle are not among the moves, and moves are taken as never blocked.
    pub fn order(&self) -> Option<u128> {
        self.group().order()
    }

    /// Factors of the number of transformations, [`order`](Self::order), which may exceed `u128`; `None` if it is unknown.
    pub fn order_factors(&self) -> Option<Vec<usize>> {
        self.group().orbit_lengths()
    }

    /// The turn that undoes a turn, as a solution has it: `U2` undoes `U2` of a move of order 4.
    pub fn inverse(&self, turn: Turn) -> Turn {
        let Some((generator, amount)) = Generator::of_turn(&self.definition.moves, turn) else {
            return turn.inverse();
        };
        let order = i16::try_from(generator.order).unwrap_or(i16::MAX);
        let back = (-amount).rem_euclid(order);
        let back = if back <= order / 2 { back } else { back - order };
        Turn::new(&generator.name, back * generator.base).unwrap_or_else(|| turn.inverse())
    }

    pub(crate) fn letters(&self, metric: MetricName) -> &Arc<Letters> {
        self.letters[metric as usize]
            .get_or_init(|| Arc::new(Letters::new(&self.definition, metric)))
    }

    /// The group of all moves, on points: a slot with an orientation each.
    fn group(&self) -> &Group {
        self.group.get_or_init(|| {
            let moves = self.definition.moves.iter().filter(|mv| mv.is_move());
            let generators: Vec<Permutation> =
                moves.map(|mv| self.images(&mv.transformation)).collect();
            Group::new(&generators, self.points().len())
        })
    }

    /// The slot and orientation of each point.
    fn points(&self) -> Vec<(usize, u8)> {
        let slots = self.definition.orientations.iter().enumerate();
        slots
            .flat_map(|(slot, &all)| (0..all).map(move |orientation| (slot, orientation)))
            .collect()
    }

    fn first_points(&self) -> Vec<usize> {
        let mut first = 0;
        let next = |&orientations: &u8| {
            first += usize::from(orientations);
            first - usize::from(orientations)
        };
        self.definition.orientations.iter().map(next).collect()
    }

    fn images(&self, transformation: &Transformation) -> Permutation {
        let first = self.first_points();
        let mut images = vec![0; self.points().len()];
        for (slot, &orientations) in self.definition.orientations.iter().enumerate() {
            let origin = usize::from(transformation.source[slot]);
            for orientation in 0..orientations {
                let twisted = (orientation + transformation.delta[slot]) % orientations;
                images[first[origin] + usize::from(orientation)] =
                    (first[slot] + usize::from(twisted)) as u16;
            }
        }
        images.into()
    }

    /// The pattern that an element of the group makes of another one.
    fn image(&self, element: &[u16], pattern: &[Slot]) -> Vec<Slot> {
        let (points, first) = (self.points(), self.first_points());
        let mut image = pattern.to_vec();
        for (slot, from) in pattern.iter().enumerate() {
            let (to, delta) = points[usize::from(element[first[slot]])];
            let kind = self.definition.orbit_of(slot).kind(from.piece);
            let modulus = kind.map_or(1, |kind| u16::from(kind.modulus));
            let orientation = (u16::from(from.orientation) + u16::from(delta)) % modulus;
            image[to] = Slot { piece: from.piece, orientation: orientation as u8 };
        }
        image
    }

    /// The image of a pattern under a uniform element of the group: uniform over the reachable
    /// patterns.
    pub(crate) fn random(&self, pattern: &[Slot], below: impl FnMut(u64) -> u64) -> Vec<Slot> {
        self.image(&self.group().random(below), pattern)
    }

    /// True if moves lead from a pattern to another one; `None` if undecided.
    pub(crate) fn leads(&self, from: &[Slot], to: &[Slot]) -> Option<bool> {
        let points = self.points();
        let allows = |point: usize, image: usize| {
            let ((slot, orientation), (target, twisted)) = (points[point], points[image]);
            let (here, there) = (from[slot], to[target]);
            let kind = self.definition.orbit_of(slot).kind(here.piece);
            let modulus = kind.map_or(1, |kind| i32::from(kind.modulus));
            let turned = i32::from(here.orientation) + i32::from(twisted) - i32::from(orientation);
            here.piece == there.piece && (turned - i32::from(there.orientation)) % modulus == 0
        };
        let accepts = |element: &[u16]| self.image(element, from) == to;
        self.group().find(&allows, &accepts, MAX_TRIED)
    }

    /// Number of patterns that can be reached, if each is one transformation.
    pub(crate) fn faithful_states(&self) -> Option<u128> {
        let every = self.definition.is_faithful() && !self.definition.has_blocked_moves();
        self.order().filter(|_| every)
    }

    pub(crate) fn codes<C: Code>(&self, pattern: &[Slot]) -> Vec<C> {
        let orbits = self.definition.orbits.iter();
        let codes = orbits.flat_map(|orbit| {
            pattern[orbit.slots.clone()].iter().map(move |&slot| C::of(orbit.code(slot)))
        });
        codes.collect()
    }

    /// The ranks of the states that can be reached from a pattern; `None` if there are too many, or if moves can be
    /// blocked.
    pub(crate) fn axes(&self, pattern: &[Slot]) -> Option<Arc<Axes>> {
        if self.definition.has_blocked_moves() {
            return None;
        }
        let usual = self.axes.get_or_init(|| self.new_axes(&self.definition.start));
        let codes = self.codes::<u16>(pattern);
        match usual {
            Some(axes) if axes.rank(&codes).is_some() => Some(axes.clone()),
            Some(_) => self.new_axes(pattern),
            None => None,
        }
    }

    fn new_axes(&self, pattern: &[Slot]) -> Option<Arc<Axes>> {
        let states = self.faithful_states();
        if self.definition.is_faithful() && states.is_none_or(|states| states > MAX_RANKED) {
            return None;
        }
        let letters = self.letters(MetricName::Half);
        let codes = self.codes::<u16>(pattern);
        Axes::new(&self.definition.orbits, letters, &codes, states).map(Arc::new)
    }
}
