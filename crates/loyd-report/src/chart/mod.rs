//! Charts: levels of an enumeration, or results of a comparison, become a scene of a few kinds of
//! shapes.
//!
//! | file | contents |
//! |---|---|
//! | [`levels`] | the histogram of an enumeration: its heading, and its two diagrams |
//! | [`strips`], [`scatter`], [`cactus`], [`multiples`] | measured numbers: a strip for each series, one quantity against another, problems solved within a cost, histograms |
//! | `plane` | the axes of `scatter` and `cactus` |
//! | `sheet` | widths and margins for screens of computers and phones |
//! | `scale`, `marks` | scales of measured numbers; marks, titles and legends |

pub mod cactus;
pub mod levels;
mod marks;
pub mod multiples;
mod plane;
mod scale;
pub mod scatter;
mod sheet;
pub mod strips;

#[cfg(test)]
mod tests;

pub use scale::{short, short_seconds};
pub use sheet::Sheet;
