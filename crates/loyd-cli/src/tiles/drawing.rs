//! A board as a grid.

use loyd_tiles::Position;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};

/// The board in a grid: tiles in place green, the tiles that moved last reversed.
pub(crate) fn draw(
    board: &Position,
    target: &Position,
    before: Option<&Position>,
) -> Vec<Line<'static>> {
    let size = board.size();
    let digits = (board.tiles().len() - 1).to_string().len();
    let rule = |left: &str, middle: &str, right: &str| {
        let cell = "─".repeat(digits + 2);
        let cells = vec![cell; size.width()].join(middle);
        Line::from(format!("{left}{cells}{right}"))
    };
    let mut lines = vec![rule("┌", "┬", "┐")];
    for row in 0..size.height() {
        if row > 0 {
            lines.push(rule("├", "┼", "┤"));
        }
        let mut spans = vec![Span::raw("│")];
        for column in 0..size.width() {
            let cell = row * size.width() + column;
            let tile = board.tiles()[cell];
            let text = match tile {
                0 => " ".repeat(digits + 2),
                tile => format!(" {tile:>digits$} "),
            };
            let mut style = Style::new();
            if tile != 0 && target.tile_at(cell) == Some(tile) {
                style = style.fg(Color::Green).add_modifier(Modifier::BOLD);
            }
            if tile != 0 && before.is_some_and(|before| before.tiles()[cell] != tile) {
                style = style.add_modifier(Modifier::REVERSED);
            }
            spans.extend([Span::styled(text, style), Span::raw("│")]);
        }
        lines.push(Line::from(spans));
    }
    lines.push(rule("└", "┴", "┘"));
    lines
}
