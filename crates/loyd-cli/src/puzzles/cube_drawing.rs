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

/// The rows of the net: for each column the number of a sticker, if any.
fn rows(side: usize) -> impl Iterator<Item = Vec<Option<usize>>> {
    NET.iter().flat_map(move |faces| {
        // The columns to the right of the last face are empty.
        let last = faces.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
        (0..side).map(move |row| {
            let face = |face: &Option<Face>| {
                let first = face.map(|face| (face as usize * side + row) * side);
                (0..side).map(move |column| first.map(|first| first + column))
            };
            faces[..last].iter().flat_map(face).collect()
        })
    })
}

/// The net of a cube as text, stickers as letters: in colour each on a ground of the colour of its home.
pub(crate) fn net(cube: &Stickers, colour: bool) -> String {
    let sticker = |at: Option<usize>| match at.map(|at| cube.colours()[at]) {
        None => "   ".to_owned(),
        Some(home) if colour => format!("\x1b[30;48;5;{}m {home} \x1b[0m", ground(home)),
        Some(home) => format!(" {home} "),
    };
    let line = |row: Vec<Option<usize>>| row.into_iter().map(sticker).collect::<String>();
    rows(cube.side()).map(|row| line(row).trim_end().to_owned() + "\n").collect()
}

/// Light colours, of the 256 of terminals, on which black letters are read.
fn ground(home: Face) -> u8 {
    match home {
        Face::U => 231,
        Face::R => 203,
        Face::F => 77,
        Face::D => 227,
        Face::L => 215,
        Face::B => 75,
    }
}

/// The net of a cube, stickers as letters in the colour of their home: those in place bold, those
/// that the last move changed reversed.
pub(crate) fn draw(
    cube: &Stickers,
    target: &Stickers,
    before: Option<&Stickers>,
) -> Vec<Line<'static>> {
    let sticker = |at: Option<usize>| {
        let Some(at) = at else { return Span::raw("   ") };
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
    let line = |row: Vec<Option<usize>>| row.into_iter().map(sticker).collect::<Vec<_>>();
    rows(cube.side()).map(|row| Line::from(line(row))).collect()
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
        let letters = format!("{}\n", expected.map(str::trim_end).join("\n"));
        assert_eq!(net(&turned, false), letters);
        let coloured = net(&turned, true);
        assert_eq!(coloured.matches("\x1b[30;48;5;203m R \x1b[0m").count(), 4, "{coloured}");
        let marked = |marks: Modifier| {
            let spans = lines.iter().flat_map(|line| &line.spans);
            let marked = spans.filter(|span| span.style.add_modifier.contains(marks));
            marked.map(|span| span.content.trim().to_owned()).collect::<String>()
        };
        assert_eq!(marked(Modifier::REVERSED), "FFDUDUBB");
        assert_eq!(marked(Modifier::BOLD), "UULLFRRBLLFRRBDD");
    }
}
