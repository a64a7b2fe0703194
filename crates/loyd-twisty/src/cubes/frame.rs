//! Moves as people write them, with any layers and rotations, as moves that hold a part of the cube in place.
//!
//! ```text
//! orientation := identity                         directions of the writer to those of the puzzle
//! for each turn of layers by the writer
//!     face := orientation(its face)
//!     if the layers include the one that is held
//!         turn the other layers backward
//!         orientation := orientation, then the turn of the whole cube backward
//!     else turn the layers
//! ```
//!
//! A cube of even size holds the corner DBL, one of odd size its centres.

use super::solid::{Rotation, Solid, Vector, normal, rotated};
use crate::turn::Turn;
use std::ops::RangeInclusive;

/// The layers of a move and their face: `U`, `Uw` or `u`, `3Uw`, `2U`, `2-3Uw`, `x`.
fn layers(name: &str, side: usize) -> Option<(Vector, RangeInclusive<usize>)> {
    let all = |face| Some((normal(face)?, 0..=side - 1));
    match name {
        "x" => return all('R'),
        "y" => return all('U'),
        "z" => return all('F'),
        _ => {}
    }
    let letters = name.trim_start_matches(|c: char| c.is_ascii_digit() || c == '-');
    let prefix = &name[..name.len() - letters.len()];
    let (letter, wide) = match letters.strip_suffix('w') {
        Some(letter) => (letter, true),
        None => (letters, letters.chars().all(|c| c.is_ascii_lowercase())),
    };
    let mut letter_chars = letter.chars();
    let face = normal(letter_chars.next()?.to_ascii_uppercase())?;
    if letter_chars.next().is_some() {
        return None;
    }
    let number = |text: &str| text.parse().ok().filter(|n| (1..=side).contains(n));
    let (first, last) = match prefix.split_once('-') {
        Some((first, last)) => (number(first)?, number(last)?),
        None if prefix.is_empty() => (1, if wide { 2 } else { 1 }),
        None if wide => (1, number(prefix)?),
        None => (number(prefix)?, number(prefix)?),
    };
    (first <= last).then(|| (face, first - 1..=last - 1))
}

impl Solid {
    /// The name of a turn of the outermost layers of a face.
    pub(crate) fn outer_name(face: Vector, last: usize) -> String {
        let letter = super::solid::FACES.iter().find(|(_, normal)| *normal == face);
        let letter = letter.map_or('?', |(letter, _)| *letter);
        match last {
            0 => letter.to_string(),
            1 => format!("{letter}w"),
            _ => format!("{}{letter}w", last + 1),
        }
    }

    /// Turns of outer layers that turn some layers, none of which is held.
    fn outer_turns(self, rotation: &Rotation, turns: &mut Vec<Turn>) {
        let Rotation { face, layers, quarters } = rotation;
        let (first, last) = (*layers.start(), *layers.end());
        if layers.is_empty() {
            return;
        }
        if last > self.held_layer(*face) {
            let face = face.map(|x| -x);
            let layers = self.side - 1 - last..=self.side - 1 - first;
            return self.outer_turns(&Rotation { face, layers, quarters: -quarters }, turns);
        }
        let amount = match quarters.rem_euclid(4) {
            0 => return,
            3 => -1,
            amount => amount,
        };
        turns.extend(Turn::new(&Self::outer_name(*face, last), amount));
        if first > 0 {
            turns.extend(Turn::new(&Self::outer_name(*face, first - 1), -amount));
        }
    }

    /// The moves of the puzzle that have the effect of moves as people write them, up to a rotation of the whole cube.
    /// A move that turns no layers of the cube stays as it is.
    pub(crate) fn in_place(self, moves: &[Turn]) -> Vec<Turn> {
        let mut turns = Vec::new();
        // The images of x, y, z.
        let mut axes: [Vector; 3] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
        for &turn in moves {
            let Some((face, layers)) = layers(turn.name(), self.side) else {
                turns.push(turn);
                continue;
            };
            let image = |i: usize| (0..3).map(|axis| axes[axis][i] * face[axis]).sum();
            let face: Vector = std::array::from_fn(image);
            let quarters = turn.amount() % 4;
            let layer = self.held_layer(face);
            if !layers.contains(&layer) {
                self.outer_turns(&Rotation { face, layers, quarters }, &mut turns);
                continue;
            }
            let (first, last) = (*layers.start(), *layers.end());
            if first > 0 {
                let layers = 0..=first - 1;
                self.outer_turns(&Rotation { face, layers, quarters: -quarters }, &mut turns);
            }
            if last + 1 < self.side {
                let layers = last + 1..=self.side - 1;
                self.outer_turns(&Rotation { face, layers, quarters: -quarters }, &mut turns);
            }
            axes = axes.map(|axis| rotated(axis, face, -quarters));
        }
        turns
    }
}
