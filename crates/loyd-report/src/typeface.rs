//! Widths of text in the font of the pictures, without the font itself.
//!
//! The font is Arimo, whose characters are as wide as those of Arial and Helvetica. Texts are set
//! without kerning, so a width is a sum of advances.

mod advances;

use advances::{BOLD, REGULAR, UNITS};

/// Families for a style sheet: the font, those with its widths, and any other.
pub(crate) const FAMILIES: &str = "Arimo, Helvetica, Arial, sans-serif";

/// The factor by which text widens in a font that a browser takes without any of the families: that
/// of the widest in use, Verdana and `DejaVu` Sans.
pub(crate) const OTHER_FONTS: f64 = 1.15;

/// The weight of a font.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Weight {
    /// The weight of running text.
    Regular,
    /// For titles and figures that stand out.
    Bold,
}

/// Width of a line of text in pixels, for a font size in pixels. A character that the font lacks
/// counts as an em.
pub fn text_width(content: &str, size: f64, weight: Weight) -> f64 {
    let units: u64 = content.chars().map(|character| u64::from(advance(character, weight))).sum();
    units as f64 / f64::from(UNITS) * size
}

/// Width to leave free for a line of text, so that it fits in other fonts too.
pub fn room(content: &str, size: f64, weight: Weight) -> f64 {
    text_width(content, size, weight) * OTHER_FONTS
}

/// Advance of a character in units of the font.
fn advance(character: char, weight: Weight) -> u16 {
    let runs = match weight {
        Weight::Regular => REGULAR,
        Weight::Bold => BOLD,
    };
    let code = u32::from(character);
    let run = runs.partition_point(|(first, _)| *first <= code).checked_sub(1);
    let advance = run.and_then(|run| {
        let (first, advances) = runs[run];
        advances.get((code - first) as usize)
    });
    *advance.unwrap_or(&UNITS)
}

/// Text in lines that are at most `width` pixels wide, in the fonts of browsers too. Lines are broken
/// at spaces and behind commas, brackets and bars; a word that is wider is broken anywhere.
pub fn wrap(content: &str, size: f64, weight: Weight, width: f64) -> Vec<String> {
    let mut lines = vec![String::new()];
    let fits = |line: &str| room(line, size, weight) <= width;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_those_of_the_font() {
        // Of the digits of Arial and Helvetica: 1139 of 2048 units, in both weights.
        for weight in [Weight::Regular, Weight::Bold] {
            assert!((text_width("0123456789", 20.48, weight) - 113.9).abs() < 1e-9);
        }
        assert!(
            (text_width("Ai.", 2048.0, Weight::Regular) - (1366 + 455 + 569) as f64).abs() < 1e-9
        );
        assert!(text_width("Wide", 13.0, Weight::Bold) > text_width("Wide", 13.0, Weight::Regular));
        assert_eq!(advance('\u{4e00}', Weight::Regular), UNITS);
        assert_eq!(advance('\0', Weight::Bold), UNITS);
    }

    #[test]
    fn wrapped_text_fits_and_is_complete() {
        let long = "max(pdb:6-6-3,linear-conflict)".repeat(3);
        for content in ["", "one", "Each mark is a board; the box holds the middle half.", &long] {
            for (width, weight) in
                [(40.0, Weight::Bold), (120.0, Weight::Regular), (400.0, Weight::Bold)]
            {
                let lines = wrap(content, 13.0, weight, width);
                let fits = |line: &String| text_width(line, 13.0, weight) <= width / OTHER_FONTS;
                assert!(lines.iter().all(fits), "{lines:?}");
                let whole = |text: &str| text.replace(' ', "");
                assert_eq!(whole(&lines.concat()), whole(content));
            }
        }
    }
}
