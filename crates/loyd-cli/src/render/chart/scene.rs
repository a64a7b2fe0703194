//! A picture as a list of shapes, before anyone has decided on a file format.
//!
//! Coordinates are pixels of a screen, x to the right and y down from the top left corner. Later
//! shapes cover earlier ones; the background is white.

/// A picture.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Scene {
    pub(crate) width: f64,
    pub(crate) height: f64,
    /// What the picture is, for those who do not see it.
    pub(crate) title: String,
    /// What can be seen in it, for those who do not.
    pub(crate) description: String,
    pub(crate) shapes: Vec<Shape>,
}

/// Something drawn.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Shape {
    /// A filled rectangle; `note` is shown by viewers that can when it is pointed at.
    Rectangle { x: f64, y: f64, width: f64, height: f64, fill: Colour, note: Option<String> },
    /// A filled circle.
    Dot { x: f64, y: f64, radius: f64, fill: Colour, note: Option<String> },
    /// A filled area between points.
    Polygon { points: Vec<(f64, f64)>, fill: Colour, note: Option<String> },
    /// A line through points.
    Line { points: Vec<(f64, f64)>, width: f64, colour: Colour, dashed: bool },
    /// A line of text.
    Text(Text),
}

/// A line of text on one base line.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Text {
    /// Where the anchor is.
    pub(crate) x: f64,
    /// Where the base line is.
    pub(crate) y: f64,
    /// The size of the font.
    pub(crate) size: f64,
    pub(crate) anchor: Anchor,
    pub(crate) bold: bool,
    pub(crate) colour: Colour,
    pub(crate) content: String,
}

impl Text {
    /// Where it may begin and end, to see that nothing is in the way. How wide text is depends on the font, which is not known:
    /// this is rather too wide than too narrow.
    #[cfg(test)]
    pub(crate) fn extent(&self) -> (f64, f64) {
        let width = text_width(&self.content, self.size) * if self.bold { 1.08 } else { 1.0 };
        let left = match self.anchor {
            Anchor::Start => self.x,
            Anchor::Middle => self.x - width / 2.0,
            Anchor::End => self.x - width,
        };
        (left, left + width)
    }
}

/// How wide text of a size is, about: digits are 0.55 to 0.64 of the size, and commas less.
pub(crate) fn text_width(content: &str, size: f64) -> f64 {
    let share = |character| match character {
        ',' | '.' | ' ' | 'i' | 'l' | 't' | '(' | ')' | ';' => 0.36,
        'm' | 'w' | '%' => 0.95,
        _ => 0.63,
    };
    content.chars().map(share).sum::<f64>() * size
}

/// Text in lines that are at most so wide, broken at spaces and behind commas, brackets and bars; a
/// word that is wider is broken anywhere.
pub(crate) fn wrapped(content: &str, size: f64, width: f64) -> Vec<String> {
    let mut lines = vec![String::new()];
    let fits = |line: &str| text_width(line, size) <= width;
    for piece in content.split_inclusive([' ', ',', '(', '|']) {
        let joined = format!("{}{piece}", lines[lines.len() - 1]);
        if fits(joined.trim_end()) {
            lines.pop();
            lines.push(joined);
            continue;
        }
        lines.push(String::new());
        for character in piece.chars() {
            let last = lines.len() - 1;
            let longer = format!("{}{character}", lines[last]);
            if !fits(longer.trim_end()) && !lines[last].is_empty() {
                lines.push(character.to_string());
            } else {
                lines[last] = longer;
            }
        }
    }
    lines.retain(|line| !line.trim().is_empty());
    lines.into_iter().map(|line| line.trim_end().to_owned()).collect()
}

/// What of a text is at its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// Red, green, blue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Colour(pub(crate) u8, pub(crate) u8, pub(crate) u8);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrapped_text_fits_and_is_whole() {
        let long = "max(pdb:6-6-3,linear-conflict)".repeat(3);
        for content in ["", "one", "Each mark is a board; the box holds the middle half.", &long] {
            for width in [40.0, 120.0, 400.0] {
                let lines = wrapped(content, 13.0, width);
                assert!(lines.iter().all(|line| text_width(line, 13.0) <= width), "{lines:?}");
                let whole = |text: &str| text.replace(' ', "");
                assert_eq!(whole(&lines.concat()), whole(content));
            }
        }
    }
}
