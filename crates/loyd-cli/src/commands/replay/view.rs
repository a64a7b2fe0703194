//! One picture: the board, the numbers, how the estimate went, and the keys.

use super::film::{Film, Scene};
use super::playing::Playing;
use super::print;
use crate::render::text::grouped;
use loyd_tiles::trace::{Event, Origin};
use loyd_tiles::{Position, format_moves};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Paragraph, Sparkline, Wrap};

/// Draws everything.
pub(super) fn draw(frame: &mut Frame<'_>, film: &Film, playing: &Playing) {
    let (board, before) = film.boards();
    let (wide, high) = extent(&board);
    let [top, middle, curve, keys] = Layout::vertical([
        Constraint::Length(1),
        // Room for the facts even beside a small board; what is left shows the estimates.
        Constraint::Length(high.max(9)),
        Constraint::Fill(1),
        Constraint::Length(2),
    ])
    .areas(frame.area());
    frame.render_widget(Paragraph::new(title(film)), top);
    let [left, right] =
        Layout::horizontal([Constraint::Length(wide + 2), Constraint::Min(30)]).areas(middle);
    frame.render_widget(Paragraph::new(tiles(film, &board, before.as_ref())), left);
    let facts = Paragraph::new(facts(film)).wrap(Wrap { trim: false });
    frame.render_widget(facts.block(Block::new()), right);
    estimates(frame, film, curve);
    frame.render_widget(Paragraph::new(help(film, playing)), keys);
}

/// Columns and lines that a board takes.
fn extent(board: &Position) -> (u16, u16) {
    let size = board.size();
    let width = size.width() * (digits(board) + 3) + 1;
    (
        u16::try_from(width).unwrap_or(u16::MAX),
        u16::try_from(2 * size.height() + 1).unwrap_or(u16::MAX),
    )
}

fn digits(board: &Position) -> usize {
    (board.tiles().len() - 1).to_string().len()
}

fn title(film: &Film) -> Line<'static> {
    let header = &film.trace.header;
    Line::from(vec![
        Span::styled(header.algorithm.clone(), Style::new().add_modifier(Modifier::BOLD)),
        Span::raw(format!(
            " with {}, {}, {}-tile metric",
            header.heuristic,
            header.start.size(),
            header.metric
        )),
    ])
}

/// The board in a grid: tiles in place green, the tile that moved last reversed.
fn tiles(film: &Film, board: &Position, before: Option<&Position>) -> Vec<Line<'static>> {
    let (size, digits) = (board.size(), digits(board));
    let target = target(film);
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
            if tile != 0 && target.tiles()[cell] == tile {
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

/// Where the search in view is going.
fn target(film: &Film) -> &Position {
    let header = &film.trace.header;
    match film.expansion() {
        Some((_, expansion)) if expansion.backward && film.scene() == Scene::Search => {
            &header.start
        }
        _ => &header.goal,
    }
}

fn facts(film: &Film) -> Vec<Line<'static>> {
    let (steps, at) = film.place();
    let fact = |name: &str, value: String| {
        Line::from(vec![
            Span::styled(format!("{name:<9}"), Style::new().fg(Color::DarkGray)),
            Span::raw(value),
        ])
    };
    if film.scene() == Scene::Solution {
        return vec![
            fact("solution", format!("move {at} of {}", steps - 1)),
            Line::from(print::ending(&film.trace).trim().to_owned()),
        ];
    }
    let last = steps.saturating_sub(1) as u64;
    let mut lines = vec![fact("step", format!("{} of {}", grouped(at as u64), grouped(last)))];
    if let Some(Event::Landmark(mark)) = film.trace.events.get(at) {
        let (name, value) = print::landmark(*mark);
        let style = Style::new().fg(Color::Yellow).add_modifier(Modifier::BOLD);
        lines.push(Line::from(Span::styled(format!("{name} {value}"), style)));
    } else if let Some(mark) = film.landmark() {
        let (name, value) = print::landmark(mark);
        lines.push(fact("in", format!("{name} {value}")));
    }
    if let Some((number, expansion)) = film.expansion() {
        let mut line = vec![Span::styled("f g h    ", Style::new().fg(Color::DarkGray))];
        line.push(Span::styled(expansion.f.to_string(), Style::new().add_modifier(Modifier::BOLD)));
        line.push(Span::raw(format!(" = {} + {}", expansion.g, expansion.h)));
        if expansion.f != u64::from(expansion.g) + u64::from(expansion.h) {
            line.pop();
            line.push(Span::raw(format!(" of g {} and h {}", expansion.g, expansion.h)));
        }
        lines.push(Line::from(line));
        lines.push(fact("open", grouped(expansion.open)));
        lines.push(fact("closed", grouped(expansion.closed)));
        if expansion.backward {
            lines.push(fact("side", "from the goal".into()));
        }
        lines.push(fact("path", path(film, number)));
    }
    if film.at_end() {
        lines.push(Line::from(print::ending(&film.trace).trim().replace('\n', "; ")));
    }
    lines
}

/// The moves to an expansion from the root of its search, the last ones if they are many.
fn path(film: &Film, number: usize) -> String {
    const SHOWN: usize = 60;
    let line = film.trace.line(number);
    let slides: Vec<_> = line
        .iter()
        .filter_map(|&at| match &film.trace.events[at] {
            Event::Expansion(expansion) => match expansion.origin {
                Origin::Child { slide, .. } => Some(slide),
                Origin::Root(_) => None,
            },
            Event::Landmark(_) => None,
        })
        .collect();
    let skipped = slides.len().saturating_sub(SHOWN);
    let text = format_moves(&slides[skipped..]);
    if skipped > 0 { format!("… {text}") } else { text }
}

/// The estimates of the last expansions, as bars.
fn estimates(frame: &mut Frame<'_>, film: &Film, area: Rect) {
    let values = film.recent(usize::from(area.width));
    let most = values.iter().copied().max().unwrap_or(0);
    let title = format!("h of the last {} expansions, at most {most}", values.len());
    let block = Block::new().title(Span::styled(title, Style::new().fg(Color::DarkGray)));
    let bars = Sparkline::default().data(values).max(most.max(1));
    frame.render_widget(bars.style(Style::new().fg(Color::Cyan)).block(block), area);
}

fn help(film: &Film, playing: &Playing) -> Vec<Line<'static>> {
    let play = if playing.on { "space pause" } else { "space play" };
    let other = match film.scene() {
        Scene::Search => "tab solution",
        Scene::Solution => "tab search",
    };
    let style = Style::new().fg(Color::DarkGray);
    vec![
        Line::styled(
            format!(
                "←/→ step   ↑/↓ 100 steps   home/end   {play} ({} a second, +/-)",
                playing.rate()
            ),
            style,
        ),
        Line::styled(format!("n/p next/previous iteration or goal   {other}   q quit"), style),
    ]
}
