//! The colours of all pictures.

use crate::scene::Colour;

/// Text and marks that stand for no series.
pub const INK: Colour = Colour(0x1a, 0x1a, 0x1a);
/// Axes and secondary text.
pub const PALE_INK: Colour = Colour(0x55, 0x55, 0x55);
/// Lines of grids and boxes behind marks.
pub const GRID: Colour = Colour(0xe2, 0xe2, 0xe2);
/// The background.
pub const PAPER: Colour = Colour(0xff, 0xff, 0xff);

// The palette of M. Okabe and K. Ito, which is safe for all kinds of colour-blindness; the two
// colours of bars differ in lightness too.
/// Bars, and the near end of a range.
pub const BARS: Colour = Colour(0x00, 0x72, 0xb2);
/// A mark among bars.
pub const MARKED: Colour = Colour(0xe6, 0x9f, 0x00);
/// Something wrong, and the far end of a range.
pub const WARNING: Colour = Colour(0xd5, 0x5e, 0x00);

/// Without the yellow of that palette, which is lost on white.
const SERIES: [Colour; 6] = [
    BARS,
    MARKED,
    Colour(0x00, 0x9e, 0x73),
    WARNING,
    Colour(0xcc, 0x79, 0xa7),
    Colour(0x56, 0xb4, 0xe9),
];

/// The number of colours of series.
pub(crate) const COLOURS: usize = SERIES.len();

pub(crate) fn of_series(series: usize) -> Colour {
    SERIES[series % COLOURS]
}
