//! A cube unfolded:
//!
//! ```text
//!   U
//! L F R B
//!   D
//! ```

use loyd_cube::{Face, Stickers};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};

/// The faces of the net, row by row.
const NET: [[Option<Face>; 4]; 3] = [
    [None, Some(Face::U), None, None],
    [Some(Face::L), Some(Face::F), Some(Face::R), Some(Face::B)],
    [None, Some(Face::D), None, None],
];

/// The net of a cube, stickers as letters in the colour of their home: those in place bold, those
/// that the last move changed reversed.
pub(crate) fn draw(
    cube: &Stickers,
    target: &Stickers,
    before: Option<&Stickers>,
) -> Vec<Line<'static>> {
    let side = cube.side();
    let sticker = |at: usize| {
        let home = cube.colours()[at];
        let mut style = Style::new().fg(colour(home));
        if target.colours()[at] == home {
            style = style.add_modifier(Modifier::BOLD);
        }
        if before.is_some_and(|before| before.colours()[at] != home) {
            style = style.add_modifier(Modifier::REVERSED);
        }
        Span::styled(format!(" {} ", home.letter()), style)
    };
    let line = |faces: [Option<Face>; 4], row: usize| {
        // To the right of the last face there is nothing to draw.
        let last = faces.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
        let stickers = faces[..last].iter().flat_map(|face| {
            (0..side).map(move |column| match face {
                Some(face) => sticker((*face as usize * side + row) * side + column),
                None => Span::raw("   "),
            })
        });
        Line::from(stickers.collect::<Vec<_>>())
    };
    NET.iter().flat_map(|faces| (0..side).map(move |row| line(*faces, row))).collect()
}

/// The colours of most cubes: white up, green in front, red to the right.
fn colour(home: Face) -> Color {
    match home {
        Face::U => Color::White,
        Face::R => Color::Red,
        Face::F => Color::Green,
        Face::D => Color::Yellow,
        Face::L => Color::Indexed(208),
        Face::B => Color::Blue,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use loyd_cube::parse_steps;

    #[test]
    fn a_turn_changes_the_stickers_around_its_face() {
        let solved = Stickers::solved(2);
        let turned = solved.after(&parse_steps("R", 2).expect("a turn"));
        let lines = draw(&turned, &solved, Some(&solved));
        let text: Vec<String> = lines.iter().map(ToString::to_string).collect();
        let expected = [
            "       U  F ",
            "       U  F ",
            " L  L  F  D  R  R  U  B ",
            " L  L  F  D  R  R  U  B ",
            "       D  B ",
            "       D  B ",
        ];
        assert_eq!(text, expected);
        let marked = |marks: Modifier| {
            let spans = lines.iter().flat_map(|line| &line.spans);
            let marked = spans.filter(|span| span.style.add_modifier.contains(marks));
            marked.map(|span| span.content.trim().to_owned()).collect::<String>()
        };
        assert_eq!(marked(Modifier::REVERSED), "FFDUDUBB");
        assert_eq!(marked(Modifier::BOLD), "UULLFRRBLLFRRBDD");
    }
}
