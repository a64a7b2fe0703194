//! Scenes as SVG: one file that needs nothing else, the same bytes for the same scene.

use crate::palette::{GRID, INK, PALE_INK, PAPER};
use crate::scene::{Anchor, Colour, Scene, Shape, Text};
use crate::typeface::{FAMILIES, Weight};
use std::fmt::{self, Display, Formatter, Write};

/// A scene as a file.
pub fn svg(scene: &Scene) -> String {
    let (width, height) = (Number(scene.width), Number(scene.height));
    let attributes = format!(
        "xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"{FAMILIES}\""
    );
    let paper = format!(
        "<rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n",
        Paint::Fixed.of(PAPER)
    );
    element(scene, "", &attributes, &paper, Paint::Fixed, |_| String::new())
}

/// A scene whose shapes have further elements, by the number of the shape: its animations.
pub(crate) fn animated(scene: &Scene, inner: impl Fn(usize) -> String) -> String {
    let (width, height) = (Number(scene.width), Number(scene.height));
    let attributes = format!(
        "xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"{FAMILIES}\""
    );
    element(scene, "", &attributes, "", Paint::Fixed, inner)
}

/// A scene as part of a page, as wide as the page lets it; `id` is a name unique on the page.
/// Background and ink are those of the page, ink by the names `--ink`, `--pale-ink` and `--grid`.
pub fn embedded(scene: &Scene, id: &str) -> String {
    let (width, height) = (Number(scene.width), Number(scene.height));
    let view = format!("viewBox=\"0 0 {width} {height}\" font-family=\"{FAMILIES}\"");
    element(scene, &format!("{id}-"), &view, "", Paint::OfPage, |_| String::new())
}

fn element(
    scene: &Scene,
    prefix: &str,
    attributes: &str,
    paper: &str,
    paint: Paint,
    inner: impl Fn(usize) -> String,
) -> String {
    let mut svg = format!(
        "<svg {attributes} role=\"img\" aria-labelledby=\"{prefix}title {prefix}description\">\n\
         <title id=\"{prefix}title\">{}</title>\n<desc id=\"{prefix}description\">{}</desc>\n\
         {paper}",
        Escaped(&scene.title),
        Escaped(&scene.description),
    );
    for (number, shape) in scene.shapes.iter().enumerate() {
        // Writing to a string cannot fail.
        let _ = write_shape(&mut svg, shape, paint, &inner(number));
        svg.push('\n');
    }
    svg + "</svg>\n"
}

fn write_shape(svg: &mut String, shape: &Shape, paint: Paint, inner: &str) -> fmt::Result {
    match shape {
        Shape::Rectangle { x, y, width, height, fill, note } => write!(
            svg,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"{}",
            Number(*x),
            Number(*y),
            Number(*width),
            Number(*height),
            paint.of(*fill),
            End("rect", note.as_deref(), inner),
        ),
        Shape::Dot { x, y, radius, fill, note } => write!(
            svg,
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\"{}",
            Number(*x),
            Number(*y),
            Number(*radius),
            paint.of(*fill),
            End("circle", note.as_deref(), inner),
        ),
        Shape::Polygon { points, fill, note } => write!(
            svg,
            "<polygon points=\"{}\" fill=\"{}\"{}",
            Points(points),
            paint.of(*fill),
            End("polygon", note.as_deref(), inner),
        ),
        Shape::Line { points, width, colour, dashed } => write!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"{}/>",
            Points(points),
            paint.of(*colour),
            Number(*width),
            if *dashed { " stroke-dasharray=\"5 4\"" } else { "" },
        ),
        Shape::Text(text) => write_text(svg, text, paint, inner),
    }
}

fn write_text(svg: &mut String, text: &Text, paint: Paint, inner: &str) -> fmt::Result {
    let anchor = match text.anchor {
        Anchor::Start => "",
        Anchor::Middle => " text-anchor=\"middle\"",
        Anchor::End => " text-anchor=\"end\"",
    };
    let weight = match text.weight {
        Weight::Regular => "",
        Weight::Bold => " font-weight=\"bold\"",
    };
    write!(
        svg,
        "<text x=\"{}\" y=\"{}\" font-size=\"{}\"{anchor}{weight} fill=\"{}\">{}{inner}</text>",
        Number(text.x),
        Number(text.y),
        Number(text.size),
        paint.of(text.colour),
        Escaped(&text.content),
    )
}

/// The way colours are written.
#[derive(Clone, Copy)]
pub(crate) enum Paint {
    /// Unchanged.
    Fixed,
    /// Ink and grid by the names that they have in the style sheet of the page.
    OfPage,
}

impl Paint {
    pub(crate) fn of(self, colour: Colour) -> String {
        let name = match (self, colour) {
            (Self::OfPage, INK) => "ink",
            (Self::OfPage, PALE_INK) => "pale-ink",
            (Self::OfPage, GRID) => "grid",
            _ => return format!("#{:02x}{:02x}{:02x}", colour.0, colour.1, colour.2),
        };
        format!("var(--{name})")
    }
}

/// A coordinate to hundredths of a pixel, without zeros at its end.
pub(crate) struct Number(pub(crate) f64);

impl Display for Number {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let text = format!("{:.2}", self.0);
        let text = text.trim_end_matches('0').trim_end_matches('.');
        f.write_str(if text == "-0" { "0" } else { text })
    }
}

pub(crate) struct Points<'a>(pub(crate) &'a [(f64, f64)]);

impl Display for Points<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (index, &(x, y)) in self.0.iter().enumerate() {
            let space = if index > 0 { " " } else { "" };
            write!(f, "{space}{},{}", Number(x), Number(y))?;
        }
        Ok(())
    }
}

/// The end of an element, with the note that is shown when it is pointed at, and further elements.
struct End<'a>(&'static str, Option<&'a str>, &'a str);

impl Display for End<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self(name, note, inner) = self;
        match note {
            None if inner.is_empty() => f.write_str("/>"),
            None => write!(f, ">{inner}</{name}>"),
            Some(note) => write!(f, "><title>{}</title>{inner}</{name}>", Escaped(note)),
        }
    }
}

/// Text between the tags of XML or HTML.
pub(crate) struct Escaped<'a>(pub(crate) &'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|character| match character {
            '&' => f.write_str("&amp;"),
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            // XML has no way to write them.
            '\0'..='\x08' | '\x0b' | '\x0c' | '\x0e'..='\x1f' | '\u{fffe}' | '\u{ffff}' => {
                f.write_char(char::REPLACEMENT_CHARACTER)
            }
            other => f.write_char(other),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scene(shapes: Vec<Shape>) -> Scene {
        Scene {
            width: 10.0,
            height: 8.0,
            title: "a title".into(),
            description: "a description".into(),
            shapes,
        }
    }

    #[test]
    fn numbers_are_short() {
        let shown = [1.0, 0.5, 12.345, -0.001, 100.0].map(|number| Number(number).to_string());
        assert_eq!(shown, ["1", "0.5", "12.35", "0", "100"].map(str::to_owned));
    }

    #[test]
    fn text_is_escaped() {
        assert_eq!(Escaped("a < b & c > d").to_string(), "a &lt; b &amp; c &gt; d");
        assert_eq!(Escaped("\x1b[1m\ta\0").to_string(), "\u{fffd}[1m\ta\u{fffd}");
    }

    #[test]
    fn shapes_are_elements() {
        let svg = svg(&scene(vec![
            Shape::Dot {
                x: 1.0,
                y: 2.0,
                radius: 0.5,
                fill: Colour(255, 0, 9),
                note: Some("here".into()),
            },
            Shape::Line {
                points: vec![(0.0, 0.0), (1.5, 2.0)],
                width: 1.0,
                colour: Colour(0, 0, 0),
                dashed: true,
            },
        ]));
        let lines: Vec<&str> = svg.lines().collect();
        assert_eq!(
            lines[4..],
            [
                "<circle cx=\"1\" cy=\"2\" r=\"0.5\" fill=\"#ff0009\"><title>here</title></circle>",
                "<polyline points=\"0,0 1.5,2\" fill=\"none\" stroke=\"#000000\" \
                 stroke-width=\"1\" stroke-dasharray=\"5 4\"/>",
                "</svg>"
            ]
        );
        assert!(lines[1].contains("a title") && lines[2].contains("a description"));
    }

    #[test]
    fn a_page_has_its_own_ink() {
        let line = |colour| Shape::Line { points: vec![], width: 1.0, colour, dashed: false };
        let scene = scene(vec![line(INK), line(PALE_INK), line(GRID), line(Colour(1, 2, 3))]);
        let strokes = |svg: &str| -> Vec<String> {
            let values = svg.split("stroke=\"").skip(1);
            values.map(|rest| rest.split('"').next().unwrap_or_default().to_owned()).collect()
        };
        let page = embedded(&scene, "levels");
        assert_eq!(strokes(&page), ["var(--ink)", "var(--pale-ink)", "var(--grid)", "#010203"]);
        assert_eq!(strokes(&svg(&scene)), ["#1a1a1a", "#555555", "#e2e2e2", "#010203"]);
        assert!(page.contains("aria-labelledby=\"levels-title levels-description\""));
    }
}
