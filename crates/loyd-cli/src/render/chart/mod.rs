//! Pictures of enumerations: levels become a scene of a few kinds of shapes, a scene a file.
//!
//! | file | what |
//! |---|---|
//! | [`summary`] | what the levels say at a glance: most frequent and mean depth |
//! | [`axis`] | scales and their ticks |
//! | [`histogram`], [`heading`], [`panel`] | the scene: what is written above, and the two diagrams |
//! | [`scene`] | rectangles, dots, lines, texts |
//! | [`svg`], [`png`] | the files |
//! | [`letters`] | text for PNG, as strokes |

mod axis;
mod heading;
mod histogram;
mod letters;
mod panel;
mod png;
mod scene;
mod summary;
mod svg;

use crate::published::Reference;
use loyd_enumerate::Enumeration;

/// The formats of pictures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PictureFormat {
    Svg,
    Png,
}

/// The levels of an enumeration as a picture; an error says in words why there is none.
pub(crate) fn picture(
    enumeration: &Enumeration,
    reference: Reference,
    format: PictureFormat,
) -> Result<Vec<u8>, String> {
    let scene = histogram::scene(enumeration, reference);
    match format {
        PictureFormat::Svg => Ok(svg::svg(&scene).into_bytes()),
        PictureFormat::Png => png::png(&scene),
    }
}
