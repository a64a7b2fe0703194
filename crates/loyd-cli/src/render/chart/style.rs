//! Width and colours of all pictures.

use super::scene::Colour;

/// The width of the picture.
pub(crate) const WIDTH: f64 = 960.0;
/// Where its content begins …
pub(crate) const LEFT: f64 = 32.0;
/// … and ends.
pub(crate) const RIGHT: f64 = WIDTH - 32.0;

/// A sheet that a picture is drawn on: how wide it is, and where its content begins and ends.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Sheet {
    pub(crate) width: f64,
    pub(crate) left: f64,
    pub(crate) right: f64,
}

impl Sheet {
    /// For screens of computers, and paper.
    pub(crate) const WIDE: Self = Self { width: WIDTH, left: LEFT, right: RIGHT };
    /// For phones: about as many pixels as they have, so that text keeps its size.
    pub(crate) const NARROW: Self = Self { width: 380.0, left: 6.0, right: 374.0 };

    /// Whether names have no room beside a diagram.
    pub(crate) fn is_narrow(self) -> bool {
        self.width < WIDTH
    }

    /// The width of its content.
    pub(crate) fn room(self) -> f64 {
        self.right - self.left
    }
}

pub(crate) const INK: Colour = Colour(0x1a, 0x1a, 0x1a);
pub(crate) const PALE_INK: Colour = Colour(0x55, 0x55, 0x55);
pub(crate) const GRID: Colour = Colour(0xe2, 0xe2, 0xe2);
// Of the palette of M. Okabe and K. Ito, which those with colour-blindness of any kind can tell
// apart; the two colours of bars differ in lightness too.
pub(crate) const BARS: Colour = Colour(0x00, 0x72, 0xb2);
pub(crate) const MARKED: Colour = Colour(0xe6, 0x9f, 0x00);
pub(crate) const WARNING: Colour = Colour(0xd5, 0x5e, 0x00);
