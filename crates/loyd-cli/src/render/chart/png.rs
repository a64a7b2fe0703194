//! Scenes as PNG, drawn here: no fonts, no libraries of the system.

use super::letters::{Letters, Stroke};
use super::scene::{Colour, Scene, Shape, Text};
use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Rect, StrokeDash,
    Transform,
};

/// Pixels of the file for each pixel of the scene: sharp on screens of high resolution and paper.
const SCALE: f32 = 2.0;

/// The file; an error says in words why there is none.
pub(crate) fn png(scene: &Scene) -> Result<Vec<u8>, String> {
    let (width, height) = (scene.width as f32 * SCALE, scene.height as f32 * SCALE);
    let pixmap = Pixmap::new(width.ceil() as u32, height.ceil() as u32);
    let mut canvas = Canvas {
        pixmap: pixmap.ok_or_else(|| "the picture is too large".to_owned())?,
        letters: Letters::new(),
    };
    canvas.pixmap.fill(Color::WHITE);
    for shape in &scene.shapes {
        canvas.draw(shape);
    }
    canvas.pixmap.encode_png().map_err(|error| error.to_string())
}

struct Canvas {
    pixmap: Pixmap,
    letters: Letters,
}

impl Canvas {
    /// Draws a shape; one without extent leaves nothing.
    fn draw(&mut self, shape: &Shape) {
        match shape {
            Shape::Rectangle { x, y, width, height, fill, .. } => {
                let corner = (*x as f32, *y as f32);
                let rect = Rect::from_xywh(corner.0, corner.1, *width as f32, *height as f32);
                self.fill(rect.map(PathBuilder::from_rect), *fill);
            }
            Shape::Dot { x, y, radius, fill, .. } => {
                let circle = PathBuilder::from_circle(*x as f32, *y as f32, *radius as f32);
                self.fill(circle, *fill);
            }
            Shape::Polygon { points, fill, .. } => {
                let mut outline = PathBuilder::new();
                for (index, &(x, y)) in points.iter().enumerate() {
                    let (x, y) = (x as f32, y as f32);
                    if index == 0 { outline.move_to(x, y) } else { outline.line_to(x, y) }
                }
                outline.close();
                self.fill(outline.finish(), *fill);
            }
            Shape::Line { points, width, colour, dashed } => {
                let stroke = tiny_skia::Stroke {
                    width: *width as f32,
                    line_join: LineJoin::Round,
                    dash: dashed.then(|| StrokeDash::new(vec![5.0, 4.0], 0.0)).flatten(),
                    ..tiny_skia::Stroke::default()
                };
                self.stroke(std::slice::from_ref(points), &stroke, *colour);
            }
            Shape::Text(text) => self.write(text),
        }
    }

    fn write(&mut self, text: &Text) {
        let share = if text.bold { 0.13 } else { 0.085 };
        let stroke = tiny_skia::Stroke {
            width: (text.size * share) as f32,
            line_cap: LineCap::Round,
            line_join: LineJoin::Round,
            ..tiny_skia::Stroke::default()
        };
        let strokes = self.letters.strokes(text);
        self.stroke(&strokes, &stroke, text.colour);
    }

    fn fill(&mut self, path: Option<Path>, colour: Colour) {
        let Some(path) = path else { return };
        self.pixmap.fill_path(&path, &paint(colour), FillRule::Winding, scale(), None);
    }

    fn stroke(&mut self, lines: &[Stroke], stroke: &tiny_skia::Stroke, colour: Colour) {
        let mut builder = PathBuilder::new();
        for line in lines {
            for (index, &(x, y)) in line.iter().enumerate() {
                if index == 0 {
                    builder.move_to(x as f32, y as f32);
                } else {
                    builder.line_to(x as f32, y as f32);
                }
            }
        }
        let Some(path) = builder.finish() else { return };
        self.pixmap.stroke_path(&path, &paint(colour), stroke, scale(), None);
    }
}

fn scale() -> Transform {
    Transform::from_scale(SCALE, SCALE)
}

fn paint(Colour(red, green, blue): Colour) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color_rgba8(red, green, blue, 255);
    paint
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::chart::scene::Anchor;

    #[test]
    fn shapes_are_where_they_should_be() {
        let (red, blue, black) = (Colour(255, 0, 0), Colour(0, 0, 255), Colour(0, 0, 0));
        let text = Text {
            x: 5.0,
            y: 35.0,
            size: 20.0,
            anchor: Anchor::Start,
            bold: true,
            colour: black,
            content: "H".into(),
        };
        let scene = Scene {
            width: 40.0,
            height: 40.0,
            title: String::new(),
            description: String::new(),
            shapes: vec![
                Shape::Rectangle {
                    x: 0.0,
                    y: 0.0,
                    width: 10.0,
                    height: 5.0,
                    fill: red,
                    note: None,
                },
                Shape::Dot { x: 30.0, y: 10.0, radius: 4.0, fill: blue, note: None },
                Shape::Text(text),
            ],
        };
        let picture = Pixmap::decode_png(&png(&scene).expect("a picture")).expect("a PNG");
        assert_eq!((picture.width(), picture.height()), (80, 80));
        let pixel = |x, y| {
            let colour = picture.pixel(x, y).expect("it is inside").demultiply();
            (colour.red(), colour.green(), colour.blue())
        };
        assert_eq!(pixel(4, 4), (255, 0, 0));
        assert_eq!(pixel(60, 20), (0, 0, 255));
        assert_eq!(pixel(60, 60), (255, 255, 255));
        let dark = (0..40).filter(|&x| pixel(x, 64).0 < 64).count();
        assert!((2..16).contains(&dark), "the legs of the H: {dark}");
    }
}
