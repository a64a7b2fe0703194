//! Text as strokes, for pictures of pixels: the letters are in `simplex.txt`.

use super::scene::{Anchor, Text};
use std::collections::HashMap;

const SIMPLEX: &str = include_str!("simplex.txt");

/// The height of a capital letter in the table.
const CAPITAL: f64 = 21.0;
/// The height of a capital letter as a share of the font size, as in most fonts.
const CAPITAL_OF_SIZE: f64 = 0.72;
/// The letters of the table are wider than those of fonts for screens.
const NARROWER: f64 = 0.86;

/// Points of a pen that is not lifted.
pub(crate) type Stroke = Vec<(f64, f64)>;

/// The letters that can be drawn.
pub(crate) struct Letters {
    table: HashMap<char, Letter>,
}

struct Letter {
    width: f64,
    strokes: Vec<Stroke>,
}

impl Letters {
    /// Reads the table.
    pub(crate) fn new() -> Self {
        let lines = SIMPLEX.lines().filter(|line| !line.starts_with("//"));
        Self { table: lines.filter_map(letter).collect() }
    }

    /// The strokes of a text, in the place where it is.
    pub(crate) fn strokes(&self, text: &Text) -> Vec<Stroke> {
        let high = text.size * CAPITAL_OF_SIZE / CAPITAL;
        let wide = high * NARROWER;
        let letters = || text.content.chars().filter_map(|character| self.letter(character));
        let width = wide * letters().map(|letter| letter.width).sum::<f64>();
        let mut x = text.x
            - match text.anchor {
                Anchor::Start => 0.0,
                Anchor::Middle => width / 2.0,
                Anchor::End => width,
            };
        let mut strokes = Vec::new();
        for letter in letters() {
            let place = |&(right, up): &(f64, f64)| (x + wide * right, text.y - high * up);
            strokes.extend(letter.strokes.iter().map(|stroke| stroke.iter().map(place).collect()));
            x += wide * letter.width;
        }
        strokes
    }

    /// A letter, or a question mark for one that is not in the table.
    fn letter(&self, character: char) -> Option<&Letter> {
        self.table.get(&character).or_else(|| self.table.get(&'?'))
    }
}

/// `A 18  9,21 1,0  9,21 17,0  4,7 14,7`
fn letter(line: &str) -> Option<(char, Letter)> {
    let mut parts = line.split("  ");
    let (name, width) = parts.next()?.split_once(' ')?;
    let character = if name == "space" { ' ' } else { name.chars().next()? };
    let point = |text: &str| {
        let (x, y) = text.split_once(',')?;
        Some((x.parse().ok()?, y.parse().ok()?))
    };
    let stroke = |text: &str| text.split(' ').map(point).collect::<Option<Stroke>>();
    let strokes = parts.map(stroke).collect::<Option<Vec<Stroke>>>()?;
    Some((character, Letter { width: width.parse().ok()?, strokes }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::chart::scene::Colour;

    fn text(content: &str, anchor: Anchor) -> Text {
        let colour = Colour(0, 0, 0);
        Text { x: 100.0, y: 50.0, size: 20.0, anchor, bold: false, colour, content: content.into() }
    }

    #[test]
    fn every_printable_ascii_character_has_strokes() {
        let letters = Letters::new();
        assert_eq!(letters.table.len(), 95);
        for character in ' '..='~' {
            let letter = &letters.table[&character];
            assert!(letter.width > 0.0);
            assert_eq!(letter.strokes.is_empty(), character == ' ', "{character}");
            assert!(letter.strokes.iter().all(|stroke| stroke.len() > 1), "{character}");
        }
    }

    #[test]
    fn text_stays_within_its_extent() {
        let letters = Letters::new();
        for anchor in [Anchor::Start, Anchor::Middle, Anchor::End] {
            for content in
                ["4x3, single-tile metric", "239,500,800", "mean depth", "181,440 states"]
            {
                let text = text(content, anchor);
                let (left, right) = text.extent();
                for (x, y) in letters.strokes(&text).into_iter().flatten() {
                    assert!(x >= left && x <= right, "{content}, {anchor:?}: {x}");
                    assert!((30.0..=60.0).contains(&y), "{content}: {y}");
                }
            }
        }
    }

    #[test]
    fn a_letter_that_is_missing_becomes_a_question_mark() {
        let letters = Letters::new();
        let strokes = |content| letters.strokes(&text(content, Anchor::Start));
        assert_eq!(strokes("\u{3b1}"), strokes("?"));
    }
}
