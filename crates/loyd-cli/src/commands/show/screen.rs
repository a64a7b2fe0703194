//! Positions along moves on the terminal.

use crate::registry::texts;
use crate::screen::{HELP, Playback, Screen, Steps, pressed};
use loyd::erased::Path;
use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Constraint, Layout};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};
use std::cmp::Ordering;
use std::time::Duration;

/// Positions with a current one.
pub(crate) struct PathScreen {
    path: Path,
    at: usize,
    playback: Playback,
}

impl PathScreen {
    /// A screen that shows the start.
    pub(crate) fn new(path: Path) -> Self {
        Self { path, at: 0, playback: Playback::new() }
    }
}

impl Steps for PathScreen {
    fn place(&self) -> (usize, usize) {
        (self.path.steps.len(), self.at)
    }

    fn show(&mut self, step: usize) {
        self.at = step.min(self.path.steps.len() - 1);
    }
}

impl Screen for PathScreen {
    fn draw(&self, frame: &mut Frame<'_>) {
        let task = &self.path.steps[self.at].1;
        let before = self.at.checked_sub(1).map(|at| &*self.path.steps[at].1);
        let drawing = texts(task.puzzle()).draw(&**task, before);
        let high = u16::try_from(drawing.len()).unwrap_or(u16::MAX);
        let [title, board, moves, keys] = Layout::vertical([
            Constraint::Length(2),
            Constraint::Length(high.saturating_add(1)),
            Constraint::Fill(1),
            Constraint::Length(2),
        ])
        .areas(frame.area());
        let last = self.path.steps.len() - 1;
        let state = if task.is_solved() { ", solved" } else { "" };
        let place = format!("{}   move {} of {last}{state}", task.shape(), self.at);
        frame.render_widget(Paragraph::new(place).style(Modifier::BOLD), title);
        frame.render_widget(Paragraph::new(drawing), board);
        let moves_area = Paragraph::new(self.moves()).wrap(Wrap { trim: true });
        frame.render_widget(moves_area, moves);
        let style = Style::new().fg(Color::DarkGray);
        let lines = vec![
            Line::styled(HELP, style),
            Line::styled(format!("{}   q quit", self.playback.help()), style),
        ];
        frame.render_widget(Paragraph::new(lines), keys);
    }

    fn press(&mut self, key: KeyCode, control: bool) -> bool {
        let mut playback = self.playback;
        let stays = pressed(self, &mut playback, key, control);
        self.playback = playback;
        stays
    }

    fn interval(&self) -> Option<Duration> {
        self.playback.interval()
    }

    fn tick(&mut self) -> bool {
        let mut playback = self.playback;
        playback.advance(self);
        self.playback = playback;
        true
    }
}

impl PathScreen {
    /// The moves around the current one, which is marked.
    fn moves(&self) -> Line<'static> {
        /// Moves before the current one.
        const BEFORE: usize = 30;
        let first = self.at.saturating_sub(BEFORE).max(1);
        let mut spans = Vec::new();
        if first > 1 {
            spans.push(Span::raw("… "));
        }
        for (number, (text, _)) in self.path.steps.iter().enumerate().skip(first) {
            let style = match number.cmp(&self.at) {
                Ordering::Less => Style::new().fg(Color::DarkGray),
                Ordering::Equal => Style::new().add_modifier(Modifier::REVERSED),
                Ordering::Greater => Style::new(),
            };
            spans.extend([Span::styled(text.clone(), style), Span::raw(" ")]);
        }
        Line::from(spans)
    }
}
