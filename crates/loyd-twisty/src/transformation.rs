//! The effect of a move on all slots.

/// A permutation of pieces: after it, slot i holds the piece from slot `source[i]`, twisted by
/// `delta[i]`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Transformation {
    pub(crate) source: Box<[u16]>,
    pub(crate) delta: Box<[u8]>,
}

impl Transformation {
    /// Nothing moves.
    pub(crate) fn identity(slots: usize) -> Self {
        let source = (0..slots).map(|slot| slot as u16).collect();
        Self { source, delta: vec![0; slots].into() }
    }

    /// True if nothing moves.
    pub(crate) fn is_identity(&self) -> bool {
        let stays = |(slot, &source): (usize, &u16)| slot == usize::from(source);
        self.source.iter().enumerate().all(stays) && self.delta.iter().all(|&delta| delta == 0)
    }

    /// This transformation, then another one. `orientations` are the orientations of each slot.
    #[must_use]
    pub(crate) fn then(&self, next: &Self, orientations: &[u8]) -> Self {
        let via = |&middle: &u16| self.source[usize::from(middle)];
        let twist = |((&middle, &delta), &modulus): ((&u16, &u8), &u8)| {
            ((u16::from(self.delta[usize::from(middle)]) + u16::from(delta)) % u16::from(modulus))
                as u8
        };
        let pairs = next.source.iter().zip(&next.delta).zip(orientations);
        Self { source: next.source.iter().map(via).collect(), delta: pairs.map(twist).collect() }
    }

    /// The transformation that undoes this one.
    #[must_use]
    pub(crate) fn inverse(&self, orientations: &[u8]) -> Self {
        let mut back = Self::identity(self.source.len());
        for (slot, (&source, &delta)) in self.source.iter().zip(&self.delta).enumerate() {
            let origin = usize::from(source);
            back.source[origin] = slot as u16;
            back.delta[origin] = (orientations[origin] - delta) % orientations[origin];
        }
        back
    }

    /// The transformation done this many times; backwards if the number is negative.
    #[must_use]
    pub(crate) fn power(&self, amount: i32, orientations: &[u8]) -> Self {
        let mut square = if amount < 0 { self.inverse(orientations) } else { self.clone() };
        let mut result = Self::identity(self.source.len());
        let mut rest = amount.unsigned_abs();
        while rest > 0 {
            if rest & 1 == 1 {
                result = result.then(&square, orientations);
            }
            square = square.then(&square, orientations);
            rest >>= 1;
        }
        result
    }

    /// The least number of times that moves nothing; [`usize::MAX`] if it does not fit.
    pub(crate) fn order(&self, orientations: &[u8]) -> usize {
        let mut seen = vec![false; self.source.len()];
        let mut order = 1;
        for (first, &modulus) in orientations.iter().enumerate() {
            // The length of a cycle of slots, and the twist of a piece that goes around it once.
            let (mut slot, mut length, mut twist) = (first, 0, 0);
            while !std::mem::replace(&mut seen[slot], true) {
                length += 1;
                twist += usize::from(self.delta[slot]);
                slot = self.source[slot].into();
            }
            if length > 0 {
                let modulus = usize::from(modulus);
                let cycle = length * (modulus / gcd(modulus, twist));
                order = usize::checked_mul(order / gcd(order, cycle), cycle).unwrap_or(usize::MAX);
            }
        }
        order
    }
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}
