//! Pictures: levels of an enumeration, or results of a comparison, become a scene of a few kinds of
//! shapes, a scene a file or a part of a page.
//!
//! | file | what |
//! |---|---|
//! | [`summary`] | what the levels say at a glance: most frequent and mean depth |
//! | [`axis`] | scales and their ticks |
//! | [`histogram`], [`heading`], [`panel`] | the scene: what is written above, and the two diagrams |
//! | [`strips`], [`scatter`], [`multiples`] | scenes of measured numbers: a strip for each series, one quantity against another, histograms |
//! | [`scale`], [`marks`] | their scales; their marks, colours and legends |
//! | [`scene`] | rectangles, dots, lines, texts |
//! | [`svg`], [`png`] | the files |
//! | [`letters`] | text for PNG, as strokes |

mod axis;
mod heading;
mod histogram;
mod letters;
mod marks;
pub(crate) mod multiples;
mod panel;
mod png;
mod scale;
pub(crate) mod scatter;
pub(crate) mod scene;
pub(crate) mod strips;
mod style;
mod summary;
pub(crate) mod svg;

pub(crate) use scale::{short, short_seconds};
pub(crate) use style::Sheet;

use crate::enumerable::Enumerable;
use crate::published::Reference;
use loyd_enumerate::Enumeration;

/// The formats of pictures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PictureFormat {
    Svg,
    Png,
}

/// The levels of an enumeration as a picture; an error says in words why there is none.
pub(crate) fn picture<P: Enumerable>(
    enumeration: &Enumeration<P>,
    reference: Reference,
    format: PictureFormat,
) -> Result<Vec<u8>, String> {
    let scene = histogram::scene(enumeration, reference);
    match format {
        PictureFormat::Svg => Ok(svg::svg(&scene).into_bytes()),
        PictureFormat::Png => png::png(&scene),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use loyd::observe::Cancel;
    use loyd_enumerate::{run, tiles};
    use loyd_tiles::Size;
    use tiny_skia::Pixmap;

    #[test]
    fn both_formats_show_the_same_picture() {
        let plan = tiles::plan(&tiles::request(Size::new(3, 2).expect("a size"))).expect("it fits");
        let found = run(&plan, &Cancel::new(), &mut |_| ()).expect("it is right");
        let draw = |format| picture(&found, Reference::Match, format).expect("a picture");
        let svg = String::from_utf8(draw(PictureFormat::Svg)).expect("text");
        let png = Pixmap::decode_png(&draw(PictureFormat::Png)).expect("a PNG");
        let size = format!("width=\"{}\" height=\"{}\"", png.width() / 2, png.height() / 2);
        assert!(svg.contains(&size), "{size}");
        let pixels = png.pixels();
        let coloured = pixels.iter().filter(|pixel| pixel.red() != pixel.blue()).count();
        let white = pixels.iter().filter(|pixel| pixel.red() == 255 && pixel.blue() == 255).count();
        let bars = coloured as f64 / pixels.len() as f64;
        assert!((0.05..0.5).contains(&bars), "{bars}");
        assert!(white > pixels.len() / 3);
    }
}
