//! One frame: the position, the numbers, the estimates so far, and the keys.

use super::player::{Part, TracePlayer};
use super::print;
use crate::registry::texts;
use crate::screen::{self, Playback, Steps};
use loyd_report::numbers::grouped;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Paragraph, Sparkline, Wrap};

/// Draws everything.
pub(super) fn draw(frame: &mut Frame<'_>, player: &TracePlayer, playback: &Playback) {
    let (task, before) = player.positions();
    let drawing = texts(task.puzzle()).draw(&*task, before.as_deref());
    let wide = drawing.iter().map(Line::width).max().unwrap_or(0);
    let (wide, high) = (cells(wide), cells(drawing.len()));
    let [top, middle, curve, keys] = Layout::vertical([
        Constraint::Length(1),
        // Room for the facts even beside a small drawing; the rest shows the estimates.
        Constraint::Length(high.max(9)),
        Constraint::Fill(1),
        Constraint::Length(2),
    ])
    .areas(frame.area());
    frame.render_widget(Paragraph::new(title(player)), top);
    let [drawing_area, facts_area] =
        Layout::horizontal([Constraint::Length(wide.saturating_add(2)), Constraint::Min(30)])
            .areas(middle);
    frame.render_widget(Paragraph::new(drawing), drawing_area);
    let facts = Paragraph::new(facts(player)).wrap(Wrap { trim: false });
    frame.render_widget(facts.block(Block::new()), facts_area);
    estimates(frame, player, curve);
    frame.render_widget(Paragraph::new(help(player, playback)), keys);
}

/// A length on the screen; longer texts are clipped.
fn cells(length: usize) -> u16 {
    u16::try_from(length).unwrap_or(u16::MAX)
}

fn title(player: &TracePlayer) -> Line<'static> {
    let header = player.trace.header();
    Line::from(vec![
        Span::styled(header.algorithm, Style::new().add_modifier(Modifier::BOLD)),
        Span::raw(format!(
            " with {}, {}, {}",
            header.heuristic,
            header.task.shape(),
            header.metric.title
        )),
    ])
}

fn facts(player: &TracePlayer) -> Vec<Line<'static>> {
    let (steps, at) = player.place();
    let fact = |name: &str, value: String| {
        Line::from(vec![
            Span::styled(format!("{name:<9}"), Style::new().fg(Color::DarkGray)),
            Span::raw(value),
        ])
    };
    if player.part() == Part::Solution {
        let mut lines = vec![fact("solution", format!("move {at} of {}", steps - 1))];
        let ending = print::ending(&*player.trace);
        lines.extend(ending.trim().lines().map(|line| Line::from(line.to_owned())));
        return lines;
    }
    let last = steps.saturating_sub(1) as u64;
    let mut lines = vec![fact("step", format!("{} of {}", grouped(at as u64), grouped(last)))];
    if let Some(event) = player.trace.event(at) {
        let (name, value) = print::event(event);
        let style = Style::new().fg(Color::Yellow).add_modifier(Modifier::BOLD);
        lines.push(Line::from(Span::styled(format!("{name} {value}"), style)));
    } else if let Some(event) = player.event() {
        let (name, value) = print::event(event);
        lines.push(fact("in", format!("{name} {value}")));
    }
    if let Some((number, expansion)) = player.expansion() {
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
        lines.push(fact("path", path(player, number)));
    }
    if player.at_end() {
        lines.push(Line::from(print::ending(&*player.trace).trim().replace('\n', "; ")));
    }
    lines
}

/// The moves to an expansion from the root of its search, the last ones if they are many.
fn path(player: &TracePlayer, number: usize) -> String {
    const SHOWN: usize = 60;
    // A root has no move.
    let line = &player.trace.line(number)[1..];
    let skipped = line.len().saturating_sub(SHOWN);
    let text = player.trace.moves(&line[skipped..]);
    if skipped > 0 { format!("… {text}") } else { text }
}

/// The estimates of the last expansions, as bars.
fn estimates(frame: &mut Frame<'_>, player: &TracePlayer, area: Rect) {
    let values = player.recent(usize::from(area.width));
    let largest = values.iter().copied().max().unwrap_or(0);
    let title = format!("h of the last {} expansions, at most {largest}", values.len());
    let block = Block::new().title(Span::styled(title, Style::new().fg(Color::DarkGray)));
    let bars = Sparkline::default().data(values).max(largest.max(1));
    frame.render_widget(bars.style(Style::new().fg(Color::Cyan)).block(block), area);
}

fn help(player: &TracePlayer, playback: &Playback) -> Vec<Line<'static>> {
    let other = match player.part() {
        Part::Search => "tab solution",
        Part::Solution => "tab search",
    };
    let style = Style::new().fg(Color::DarkGray);
    vec![
        Line::styled(format!("{}   {}", screen::HELP, playback.help()), style),
        Line::styled(format!("n/p next/previous iteration or goal   {other}   q quit"), style),
    ]
}
