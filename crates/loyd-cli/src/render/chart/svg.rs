//! Scenes as SVG: one file that needs nothing else, the same bytes for the same scene.

use super::scene::{Anchor, Colour, Scene, Shape, Text};
use super::style::{GRID, INK, PALE_INK};
use std::fmt::{self, Display, Formatter, Write};

/// The file.
pub(crate) fn svg(scene: &Scene) -> String {
    let (width, height) = (Number(scene.width), Number(scene.height));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"Helvetica, Arial, sans-serif\" \
         role=\"img\" aria-labelledby=\"title description\">\n\
         <title id=\"title\">{}</title>\n<desc id=\"description\">{}</desc>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n",
        Escaped(&scene.title),
        Escaped(&scene.description),
    );
    for shape in &scene.shapes {
        write_shape(&mut svg, shape);
        svg.push('\n');
    }
    svg + "</svg>\n"
}

/// The same as part of a page, as wide as the page lets it; `id` tells it from others there. Ink
/// and background are those of the page, by the names `--ink`, `--pale-ink` and `--grid`.
pub(crate) fn embedded(scene: &Scene, id: &str) -> String {
    let (width, height) = (Number(scene.width), Number(scene.height));
    let mut svg = format!(
        "<svg viewBox=\"0 0 {width} {height}\" role=\"img\" \
         aria-labelledby=\"{id}-title {id}-description\">\n\
         <title id=\"{id}-title\">{}</title>\n<desc id=\"{id}-description\">{}</desc>\n",
        Escaped(&scene.title),
        Escaped(&scene.description),
    );
    for shape in &scene.shapes {
        write_shape(&mut svg, shape);
        svg.push('\n');
    }
    for (colour, name) in [(INK, "ink"), (PALE_INK, "pale-ink"), (GRID, "grid")] {
        for attribute in ["fill", "stroke"] {
            svg = svg.replace(
                &format!(" {attribute}=\"{colour}\""),
                &format!(" {attribute}=\"var(--{name})\""),
            );
        }
    }
    svg + "</svg>\n"
}

fn write_shape(svg: &mut String, shape: &Shape) {
    // Writing to a string cannot fail.
    let _ = match shape {
        Shape::Rectangle { x, y, width, height, fill, note } => write!(
            svg,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{fill}\"{}",
            Number(*x),
            Number(*y),
            Number(*width),
            Number(*height),
            End("rect", note.as_deref()),
        ),
        Shape::Dot { x, y, radius, fill, note } => write!(
            svg,
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{fill}\"{}",
            Number(*x),
            Number(*y),
            Number(*radius),
            End("circle", note.as_deref()),
        ),
        Shape::Polygon { points, fill, note } => {
            svg.push_str("<polygon points=\"");
            write_points(svg, points);
            write!(svg, "\" fill=\"{fill}\"{}", End("polygon", note.as_deref()))
        }
        Shape::Line { points, width, colour, dashed } => {
            svg.push_str("<polyline points=\"");
            write_points(svg, points);
            let dashes = if *dashed { " stroke-dasharray=\"5 4\"" } else { "" };
            let width = Number(*width);
            write!(svg, "\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"{dashes}/>")
        }
        Shape::Text(text) => write_text(svg, text),
    };
}

fn write_points(svg: &mut String, points: &[(f64, f64)]) {
    for (index, &(x, y)) in points.iter().enumerate() {
        let space = if index > 0 { " " } else { "" };
        let _ = write!(svg, "{space}{},{}", Number(x), Number(y));
    }
}

fn write_text(svg: &mut String, text: &Text) -> fmt::Result {
    let anchor = match text.anchor {
        Anchor::Start => "",
        Anchor::Middle => " text-anchor=\"middle\"",
        Anchor::End => " text-anchor=\"end\"",
    };
    let weight = if text.bold { " font-weight=\"bold\"" } else { "" };
    write!(
        svg,
        "<text x=\"{}\" y=\"{}\" font-size=\"{}\"{anchor}{weight} fill=\"{}\">{}</text>",
        Number(text.x),
        Number(text.y),
        Number(text.size),
        text.colour,
        Escaped(&text.content),
    )
}

/// A coordinate: hundredths of a pixel are enough, and nobody wants to read `12.00`.
struct Number(f64);

impl Display for Number {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let text = format!("{:.2}", self.0);
        let text = text.trim_end_matches('0').trim_end_matches('.');
        f.write_str(if text == "-0" { "0" } else { text })
    }
}

impl Display for Colour {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

/// The end of an element, with a note for those who point at it.
struct End<'a>(&'static str, Option<&'a str>);

impl Display for End<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.1 {
            None => f.write_str("/>"),
            Some(note) => write!(f, "><title>{}</title></{}>", Escaped(note), self.0),
        }
    }
}

/// Text between tags.
pub(crate) struct Escaped<'a>(pub(crate) &'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|character| match character {
            '&' => f.write_str("&amp;"),
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            other => f.write_char(other),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let shown = [1.0, 0.5, 12.345, -0.001, 100.0].map(|number| Number(number).to_string());
        assert_eq!(shown, ["1", "0.5", "12.35", "0", "100"].map(str::to_owned));
    }

    #[test]
    fn text_is_escaped() {
        assert_eq!(Escaped("a < b & c > d").to_string(), "a &lt; b &amp; c &gt; d");
    }

    #[test]
    fn shapes_are_elements() {
        let scene = Scene {
            width: 10.0,
            height: 8.0,
            title: "a title".into(),
            description: "a description".into(),
            shapes: vec![
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
            ],
        };
        let svg = svg(&scene);
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
}
