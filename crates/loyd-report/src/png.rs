//! Scenes as PNG: their SVG, drawn with the embedded font. The fonts of the system are ignored, so
//! a scene gives the same picture everywhere.

use crate::scene::Scene;
use crate::svg::svg;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{self, Options, Tree, fontdb};
use std::sync::{Arc, LazyLock};

const REGULAR: &[u8] = include_bytes!("../font/Arimo-Regular.ttf");
const BOLD: &[u8] = include_bytes!("../font/Arimo-Bold.ttf");

/// Pixels of the file for each pixel of the scene: sharp on screens of high resolution and paper.
const SCALE: f64 = 2.0;

/// A reason why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum PngError {
    /// The picture has no pixels, or too many to be addressed.
    #[error("a picture of {width} x {height} pixels cannot be made")]
    Size {
        /// Width in pixels of the file.
        width: f64,
        /// Height in pixels of the file.
        height: f64,
    },
    /// The SVG was not understood.
    #[error("the picture cannot be read as SVG: {0}")]
    Svg(#[from] usvg::Error),
    /// The pixels were not coded.
    #[error("the picture cannot be coded: {0}")]
    Coding(String),
}

/// A scene as a file with two pixels for each unit, in each direction.
///
/// # Errors
///
/// See [`PngError`].
pub fn png(scene: &Scene) -> Result<Vec<u8>, PngError> {
    let pixmap = pixels(scene, SCALE)?;
    pixmap.encode_png().map_err(|error| PngError::Coding(error.to_string()))
}

/// A scene with this many pixels for each unit, in each direction.
pub(crate) fn pixels(scene: &Scene, scale: f64) -> Result<Pixmap, PngError> {
    static FONTS: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| Arc::new(fonts()));
    let (width, height) = ((scene.width * scale).ceil(), (scene.height * scale).ceil());
    let size = PngError::Size { width, height };
    // The conversion saturates.
    let mut pixmap = Pixmap::new(width as u32, height as u32).ok_or(size)?;
    let options = Options { fontdb: Arc::clone(&FONTS), ..Options::default() };
    let tree = Tree::from_str(&svg(scene), &options)?;
    let transform = Transform::from_scale(scale as f32, scale as f32);
    resvg::render(&tree, transform, &mut pixmap.as_mut());
    Ok(pixmap)
}

/// The embedded font, which every family stands for.
fn fonts() -> fontdb::Database {
    let mut fonts = fontdb::Database::new();
    fonts.load_font_data(REGULAR.to_vec());
    fonts.load_font_data(BOLD.to_vec());
    fonts.set_sans_serif_family("Arimo");
    fonts.set_serif_family("Arimo");
    fonts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::Sheet;
    use crate::chart::levels::{Levels, levels};
    use crate::scene::{Anchor, Colour, Shape, Text};
    use crate::typeface::{Weight, text_width};

    fn scene(shapes: Vec<Shape>) -> Scene {
        let (title, description) = (String::new(), String::new());
        Scene { width: 400.0, height: 40.0, title, description, shapes }
    }

    fn colour(pixels: &Pixmap, x: u32, y: u32) -> Colour {
        let colour = pixels.pixel(x, y).expect("it is inside").demultiply();
        Colour(colour.red(), colour.green(), colour.blue())
    }

    fn text(content: &str, weight: Weight, anchor: Anchor) -> Shape {
        let (x, y, size, colour) = (200.0, 30.0, 20.0, Colour(0, 0, 0));
        Shape::Text(Text { x, y, size, anchor, weight, colour, content: content.into() })
    }

    /// First and last column with ink, in pixels of the scene.
    fn ink(shape: Shape) -> (f64, f64) {
        let pixels = pixels(&scene(vec![shape]), SCALE).expect("a picture");
        let dark = |x: &u32| (0..80).any(|y| colour(&pixels, *x, y).0 < 128);
        let columns: Vec<u32> = (0..800).filter(dark).collect();
        let (first, last) = (columns.first().expect("ink"), columns.last().expect("ink"));
        (f64::from(*first) / SCALE, f64::from(last + 1) / SCALE)
    }

    #[test]
    fn shapes_are_drawn_at_their_coordinates() {
        let (red, blue) = (Colour(255, 0, 0), Colour(0, 0, 255));
        let (width, height, note) = (10.0, 5.0, None);
        let corner = Shape::Rectangle { x: 0.0, y: 0.0, width, height, fill: red, note };
        let dot = Shape::Dot { x: 30.0, y: 10.0, radius: 4.0, fill: blue, note: None };
        let file = png(&scene(vec![corner, dot])).expect("a picture");
        let picture = Pixmap::decode_png(&file).expect("a PNG");
        assert_eq!((picture.width(), picture.height()), (800, 80));
        assert_eq!(colour(&picture, 4, 4), red);
        assert_eq!(colour(&picture, 60, 20), blue);
        assert_eq!(colour(&picture, 60, 60), Colour(255, 255, 255));
    }

    #[test]
    fn text_has_the_width_of_its_font() {
        for weight in [Weight::Regular, Weight::Bold] {
            // H and N have as much room at the left as at the right.
            for content in ["H", "HAVANNAH", "H 1,440 states, 9.1 % – 5 µs (To) N"] {
                let width = text_width(content, 20.0, weight);
                let (left, right) = ink(text(content, weight, Anchor::Middle));
                let bearing = 2.2;
                assert!((left - (200.0 - width / 2.0)).abs() < bearing, "{content}: {left}");
                assert!((right - (200.0 + width / 2.0)).abs() < bearing, "{content}: {right}");
            }
            let (left, _) = ink(text("H", weight, Anchor::Start));
            let (_, right) = ink(text("H", weight, Anchor::End));
            assert!((200.0..202.2).contains(&left) && (197.8..200.0).contains(&right));
        }
    }

    #[test]
    fn bold_text_is_bold() {
        let dark = |weight| {
            let pixels = pixels(&scene(vec![text("HH", weight, Anchor::Middle)]), SCALE);
            let pixels = pixels.expect("a picture");
            (0..800 * 80).filter(|at| colour(&pixels, at % 800, at / 800).0 < 128).count()
        };
        assert!(dark(Weight::Bold) * 10 > dark(Weight::Regular) * 12);
    }

    #[test]
    fn a_chart_has_the_size_of_its_svg() {
        let states = [1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512];
        let drawn = Levels { title: "3x3", states: &states, complete: false, comparison: None };
        for sheet in [Sheet::WIDE, Sheet::NARROW] {
            let scene = levels(&drawn, sheet);
            let picture = Pixmap::decode_png(&png(&scene).expect("a picture")).expect("a PNG");
            let size = [scene.width, scene.height].map(|pixels| (pixels * SCALE).ceil() as u32);
            assert_eq!([picture.width(), picture.height()], size);
            let pixels = picture.pixels();
            let coloured = pixels.iter().filter(|pixel| pixel.red() != pixel.blue()).count();
            let share = coloured as f64 / pixels.len() as f64;
            assert!((0.03..0.5).contains(&share), "{share}");
        }
    }

    #[test]
    fn sizes_that_no_file_has_are_errors() {
        for (width, height) in [(0.0, 10.0), (1e9, 1e9), (f64::NAN, 10.0)] {
            let result = png(&Scene { width, height, ..scene(vec![]) });
            assert!(matches!(result, Err(PngError::Size { .. })), "{width} {height}");
        }
    }

    #[test]
    fn any_text_is_drawn() {
        let odd = "\u{1b}[1m \u{4e00} \u{5d0} <&> \u{ffff} a\tb";
        let mut scene = scene(vec![text(odd, Weight::Regular, Anchor::Middle)]);
        scene.title = odd.to_owned();
        assert!(png(&scene).is_ok());
    }
}
