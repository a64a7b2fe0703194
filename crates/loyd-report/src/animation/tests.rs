//! The elements of each form of an animation.

use super::*;
use crate::palette::PAPER;
use crate::scene::{Anchor, Colour, Text};
use crate::typeface::Weight;

/// A tile that moves right by 40 and then down by 40, and is green from the second step on.
fn animation() -> Animation {
    let frame = |x: f64, y: f64, (fill, ink): (Colour, Colour), caption: &str| {
        let tile = Shape::Rectangle { x, y, width: 40.0, height: 40.0, fill, note: None };
        let number = Text {
            x: x + 20.0,
            y: y + 30.0,
            size: 20.0,
            anchor: Anchor::Middle,
            weight: Weight::Regular,
            colour: ink,
            content: "7".to_owned(),
        };
        let (width, height) = (80.0, 80.0);
        let ground = Shape::Rectangle { x: 0.0, y: 0.0, width, height, fill: PAPER, note: None };
        let shapes = vec![ground, tile, Shape::Text(number)];
        let (title, description) = ("<7>".to_owned(), String::new());
        let scene = Scene { width, height, title, description, shapes };
        Frame { scene, caption: caption.to_owned() }
    };
    let grey = (Colour(200, 200, 200), Colour(0, 0, 0));
    let green = (Colour(0, 128, 0), Colour(255, 255, 255));
    let frames = vec![
        frame(0.0, 0.0, grey, ""),
        frame(40.0, 0.0, grey, "R"),
        frame(40.0, 40.0, green, "</script>"),
    ];
    Animation { frames, step: 0.5 }
}

#[test]
fn svg_moves_and_colours_the_shapes_that_change() {
    let text = svg(&animation());
    let document = roxmltree::Document::parse(&text).expect("XML");
    let animations: Vec<_> =
        document.descendants().filter(|it| it.has_tag_name("animate")).collect();
    let value = |number: usize, name: &str| animations[number].attribute(name).expect("a value");
    // x, y and fill of the tile and of its number.
    assert_eq!(animations.len(), 6);
    assert_eq!(value(5, "values"), "#000000;#ffffff");
    assert_eq!((value(0, "attributeName"), value(0, "values")), ("x", "0;0;40;40"));
    assert_eq!((value(1, "attributeName"), value(1, "values")), ("y", "0;0;40;40"));
    assert_eq!(value(2, "values"), "#c8c8c8;#008000");
    // 1.5 s at rest, then 0.3 of the 0.5 s of the step, of 4 s.
    assert_eq!(value(0, "keyTimes"), "0.00000;0.37500;0.45000;1.00000");
    assert_eq!(value(1, "keyTimes"), "0.00000;0.50000;0.57500;1.00000");
}

#[test]
fn a_page_has_every_step_and_no_foreign_tag() {
    let page = html(&animation());
    assert_eq!(page.matches("</script>").count(), 1, "{page}");
    let placeholders = ["@title@", "@last@", "@picture@", "@data@"];
    assert!(
        page.contains("&lt;7&gt;") && !placeholders.iter().any(|it| page.contains(it)),
        "{page}"
    );
    assert!(
        page.contains("[[[0.0,0.0],[40.0,0.0],[40.0,40.0]],[\"#c8c8c8\",\"#c8c8c8\",\"#008000\"]]")
    );
    assert!(page.contains("[null,null]"), "the ground does not change");
}

#[test]
fn a_strip_has_the_scenes_in_rows() {
    let scene = strip(&animation(), 250.0);
    let size = |scene: &Scene| (scene.width as u32, scene.height as u32);
    assert_eq!(size(&scene), (16 + 2 * 96, 16 + 2 * 114));
    assert_eq!(scene.shapes.len(), 1 + 3 * 4);
    let texts: Vec<&str> = scene
        .shapes
        .iter()
        .filter_map(|shape| match shape {
            Shape::Text(text) => Some(text.content.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(texts, ["7", "", "7", "1. R", "7", "2. </script>"]);
    // Wider than the paper: one column.
    assert_eq!(size(&strip(&animation(), 10.0)).0, 16 + 96);
}

#[cfg(feature = "png")]
#[test]
fn a_gif_shows_the_scenes_at_the_ends_of_steps() {
    let bytes = gif(&animation()).expect("a picture");
    let mut options = ::gif::DecodeOptions::new();
    options.set_color_output(::gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(&bytes[..]).expect("a header");
    assert_eq!((decoder.width(), decoder.height()), (80, 80));
    let mut screen = vec![0u8; 80 * 80 * 3];
    let (mut delays, mut corners) = (Vec::new(), Vec::new());
    while let Some(frame) = decoder.read_next_frame().expect("a frame") {
        delays.push(frame.delay);
        for (at, pixel) in frame.buffer.chunks(4).enumerate() {
            let (x, y) = (at % usize::from(frame.width), at / usize::from(frame.width));
            let to = 3 * ((y + usize::from(frame.top)) * 80 + x + usize::from(frame.left));
            screen[to..to + 3].copy_from_slice(&pixel[..3]);
        }
        // A pixel of the tile near its corner, in each of the places.
        corners.push([(3, 3), (43, 3), (43, 43)].map(|(x, y)| screen[3 * (y * 80 + x)] < 220));
    }
    assert_eq!(delays, [150, 8, 8, 8, 28, 8, 8, 8, 150]);
    assert_eq!(corners[0], [true, false, false]);
    assert_eq!(corners[4], [false, true, false]);
    assert_eq!(corners[8], [false, false, true]);
}
