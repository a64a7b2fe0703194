//! Screens as an SVG that shows one after the other, by a style sheet.
//!
//! Without animations, as on paper, the first screen is shown. Rows that are the same on all screens are drawn once.

use super::terminal::{COLUMNS, ROWS};
use std::fmt::Write;
use vt100::{Cell, Color, Screen};

/// The size of a cell, and of the letters in it, in pixels.
const WIDTH: f64 = 8.4;
const HEIGHT: f64 = 16.5;
const FONT: f64 = 14.0;

/// The distance of a base line from the top of its row.
const BASE: f64 = 13.0;

/// The space around the screen, and the height of the line of the command.
const MARGIN: f64 = 12.0;
const HEAD: f64 = 34.0;

const PAPER: &str = "#16191d";
const INK: &str = "#d7dce2";
const PALE_INK: &str = "#8b949e";

/// The colours of terminals by number: dark ones, then bright ones.
const COLOURS: [&str; 16] = [
    "#3b4048", "#e06c75", "#7fc06e", "#e5c07b", "#61a5ef", "#c678dd", "#56b6c2", "#c8ccd4",
    "#7d8590", "#ff8e97", "#9fe08e", "#ffdf9a", "#8cc4ff", "#e3a0f5", "#7fd8e3", "#ffffff",
];

/// A screen, the key that led to it, and the seconds for which it stays.
pub(super) struct Frame {
    rows: Vec<String>,
    key: String,
    pub(super) seconds: f64,
}

impl Frame {
    pub(super) fn new(screen: &Screen, key: String, seconds: f64) -> Self {
        Self { rows: (0..ROWS).map(|row| drawn(screen, row)).collect(), key, seconds }
    }
}

/// The recording of a command.
pub(super) fn svg(title: &str, command: &str, frames: &[Frame]) -> String {
    let width = f64::from(COLUMNS) * WIDTH + 2.0 * MARGIN;
    let height = f64::from(ROWS) * HEIGHT + HEAD + 2.0 * MARGIN;
    let all: f64 = frames.iter().map(|frame| frame.seconds).sum();
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\">\n<title>{}</title>\n<style>\n\
         text {{ font: {FONT}px ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace; \
         fill: {INK}; white-space: pre }}\n.b {{ font-weight: bold }}\n.p {{ fill: {PALE_INK} }}\n",
        escaped(title)
    );
    let mut begin = 0.0;
    for (number, frame) in frames.iter().enumerate() {
        let end = begin + frame.seconds;
        let [from, to] = [begin, end].map(|at| format!("{:.3}%", 100.0 * at / all));
        let first = if number > 0 { "0% { visibility: hidden } " } else { "" };
        let last = if number + 1 < frames.len() {
            format!(" {to} {{ visibility: hidden }}")
        } else {
            String::new()
        };
        let start = if number > 0 { "hidden" } else { "visible" };
        let _ = writeln!(
            svg,
            "#f{number} {{ visibility: {start}; animation: k{number} {all:.1}s step-end infinite }}\n\
             @keyframes k{number} {{ {first}{from} {{ visibility: visible }}{last} }}"
        );
        begin = end;
    }
    svg += "@media print, (prefers-reduced-motion: reduce) { g { animation: none !important } }\n</style>\n";
    let _ = writeln!(
        svg,
        "<rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"{PAPER}\"/>\n\
         <text x=\"{MARGIN}\" y=\"{}\"><tspan class=\"p\">$ </tspan>{}</text>",
        MARGIN + BASE,
        escaped(command)
    );
    let is_same = |row: usize| frames.iter().all(|frame| frame.rows[row] == frames[0].rows[row]);
    let rows = 0..usize::from(ROWS);
    svg.extend(rows.clone().filter(|&row| is_same(row)).map(|row| &frames[0].rows[row][..]));
    for (number, frame) in frames.iter().enumerate() {
        let _ = writeln!(svg, "<g id=\"f{number}\">");
        if !frame.key.is_empty() {
            let _ = writeln!(
                svg,
                "<text class=\"p\" x=\"{}\" y=\"{}\" text-anchor=\"end\">key {}</text>",
                width - MARGIN,
                MARGIN + BASE,
                escaped(&frame.key)
            );
        }
        svg.extend(rows.clone().filter(|&row| !is_same(row)).map(|row| &frame.rows[row][..]));
        svg += "</g>\n";
    }
    svg + "</svg>\n"
}

/// The look of a cell: the colours of its letter and of its ground, and bold letters.
#[derive(Clone, PartialEq, Eq)]
struct Look {
    ink: String,
    ground: Option<String>,
    bold: bool,
}

impl Look {
    fn of(cell: &Cell) -> Self {
        let ink = colour(cell.fgcolor()).unwrap_or_else(|| INK.to_owned());
        let ground = colour(cell.bgcolor());
        let bold = cell.bold();
        if cell.inverse() {
            let paper = ground.unwrap_or_else(|| PAPER.to_owned());
            return Self { ink: paper, ground: Some(ink), bold };
        }
        Self { ink, ground, bold }
    }
}

/// A row of a screen: its cells in runs of one look.
fn drawn(screen: &Screen, row: u16) -> String {
    let mut runs: Vec<(u16, Look, String)> = Vec::new();
    for column in 0..COLUMNS {
        let Some(cell) = screen.cell(row, column) else { continue };
        let text = if cell.has_contents() { cell.contents() } else { " " };
        let look = Look::of(cell);
        match runs.last_mut() {
            Some((_, last, texts)) if *last == look => texts.push_str(text),
            _ => runs.push((column, look, text.to_owned())),
        }
    }
    runs.iter().map(|(column, look, text)| run(row, *column, look, text)).collect()
}

/// Cells of one look. Their width does not depend on the font.
fn run(row: u16, column: u16, look: &Look, text: &str) -> String {
    let top = MARGIN + HEAD + f64::from(row) * HEIGHT;
    let left = |cells: usize| MARGIN + (usize::from(column) + cells) as f64 * WIDTH;
    let wide = |cells: usize| cells as f64 * WIDTH;
    let mut svg = String::new();
    if let Some(ground) = &look.ground {
        let cells = text.chars().count();
        let _ = writeln!(
            svg,
            "<rect x=\"{:.1}\" y=\"{top}\" width=\"{:.1}\" height=\"{HEIGHT}\" fill=\"{ground}\"/>",
            left(0),
            wide(cells)
        );
    }
    let shown = text.trim();
    if shown.is_empty() {
        return svg;
    }
    let before = text.chars().take_while(|letter| *letter == ' ').count();
    let bold = if look.bold { " class=\"b\"" } else { "" };
    let ink = if look.ink == INK { String::new() } else { format!(" style=\"fill:{}\"", look.ink) };
    let _ = writeln!(
        svg,
        "<text x=\"{:.1}\" y=\"{}\" textLength=\"{:.1}\" lengthAdjust=\"spacingAndGlyphs\"{bold}{ink}>{}</text>",
        left(before),
        top + BASE,
        wide(shown.chars().count()),
        escaped(shown)
    );
    svg
}

/// A colour of a terminal; `None` for that of the screen.
fn colour(colour: Color) -> Option<String> {
    let number = match colour {
        Color::Default => return None,
        Color::Rgb(red, green, blue) => return Some(format!("#{red:02x}{green:02x}{blue:02x}")),
        Color::Idx(number) => number,
    };
    Some(match number {
        0..16 => COLOURS[usize::from(number)].to_owned(),
        // A cube of six steps in each colour, then greys.
        16..232 => {
            let step = |of: u8| match (number - 16) / of % 6 {
                0 => 0,
                step => 55 + 40 * step,
            };
            format!("#{:02x}{:02x}{:02x}", step(36), step(6), step(1))
        }
        232.. => format!("#{0:02x}{0:02x}{0:02x}", 8 + 10 * (number - 232)),
    })
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
