//! One frame: the position, the length from here, and the keys.

use super::adviser::Advice;
use super::game::Game;
use crate::registry::texts;
use crate::texts::Keys;
use loyd_report::numbers::plural;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Wrap};

/// Draws everything.
pub(super) fn draw(frame: &mut Frame<'_>, game: &Game) {
    let task = game.task();
    let before = game.moves().checked_sub(1).map(|at| &*game.steps[at].1);
    let drawing = texts(task.puzzle()).draw(&**task, before);
    let high = u16::try_from(drawing.len()).unwrap_or(u16::MAX);
    let [title, board, facts, keys] = Layout::vertical([
        Constraint::Length(2),
        Constraint::Length(high.saturating_add(1)),
        Constraint::Fill(1),
        Constraint::Length(4),
    ])
    .areas(frame.area());
    let heading = format!("{}   {}", task.shape(), plural(game.moves() as u64, "move"));
    frame.render_widget(Paragraph::new(heading).style(Modifier::BOLD), title);
    frame.render_widget(Paragraph::new(drawing), board);
    frame.render_widget(Paragraph::new(lines(game)).wrap(Wrap { trim: true }), facts);
    let style = Style::new().fg(Color::DarkGray);
    let help = help(game).into_iter().map(|line| Line::styled(line, style));
    frame.render_widget(Paragraph::new(help.collect::<Vec<_>>()).wrap(Wrap { trim: true }), keys);
}

/// The facts about the position.
fn lines(game: &Game) -> Vec<Line<'static>> {
    let mut lines = vec![Line::from(length(game))];
    if game.task().is_solved() && game.moves() > 0 {
        let text = format!("solved in {}", plural(game.moves() as u64, "move"));
        let par = match game.par {
            Some(par) if u64::from(par) == game.moves() as u64 => {
                ": the shortest possible".to_owned()
            }
            Some(par) => format!("; the shortest solution has {par}"),
            None => String::new(),
        };
        let style = Style::new().fg(Color::Green).add_modifier(Modifier::BOLD);
        lines.push(Line::styled(text + &par, style));
    }
    if game.hint {
        let next = game.solution().and_then(|moves| moves.split_whitespace().next());
        let hint = next.map_or("hint: not known yet".to_owned(), |next| format!("hint: {next}"));
        lines.push(Line::styled(hint, Style::new().add_modifier(Modifier::BOLD)));
    }
    if game.keys() == Keys::Words {
        lines.push(Line::from(format!("moves: {}_", game.entry)));
    }
    if !game.message.is_empty() {
        lines.push(Line::styled(game.message.clone(), Style::new().fg(Color::Red)));
    }
    lines
}

/// The length of a shortest solution in words.
fn length(game: &Game) -> String {
    match &game.advice {
        None => "from here: …".to_owned(),
        Some(Advice::Unknown(reason)) => format!("from here: unknown, {reason}"),
        Some(advice @ Advice::Length { low, high, .. }) => match (advice.shortest(), high) {
            (Some(length), _) => format!("from here: {}", plural(length.into(), "move")),
            (None, Some(high)) if *low == 0 => {
                format!("from here: at most {}", plural((*high).into(), "move"))
            }
            (None, Some(high)) => format!("from here: {low} to {high} moves"),
            (None, None) => format!("from here: at least {}", plural((*low).into(), "move")),
        },
    }
}

fn help(game: &Game) -> Vec<String> {
    if game.is_playing() {
        return vec!["any key stops the solution".to_owned()];
    }
    let (moves, leave) = match game.keys() {
        Keys::Arrows => ("arrows slide a tile", "q quit"),
        Keys::Faces => ("u r f d l b turn a face, with Shift backwards", "q quit"),
        Keys::Words => ("write moves, then Enter", "Esc quit"),
    };
    vec![
        format!("{moves}   Backspace undo"),
        "Tab hint   Enter next move of a solution".to_owned(),
        format!("Ctrl-P play a solution   Ctrl-R restart   Ctrl-N new   {leave}"),
    ]
}
