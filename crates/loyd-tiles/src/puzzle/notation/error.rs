//! An error that marks the offending token.

use super::super::Size;
use std::fmt;
use std::ops::Range;

/// A notation error: the fault of a text and its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotationError {
    text: String,
    span: Option<Range<usize>>,
    message: String,
    sizes: Vec<Size>,
}

impl NotationError {
    pub(crate) fn new(text: &str, span: Option<Range<usize>>, message: impl Into<String>) -> Self {
        Self { text: text.to_owned(), span, message: message.into(), sizes: Vec::new() }
    }

    /// Adds the sizes that the board might have.
    pub(super) fn with_sizes(self, sizes: Vec<Size>) -> Self {
        Self { sizes, ..self }
    }

    /// The message without the marked text.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The byte range of the offending token, if a single token is to blame.
    pub fn span(&self) -> Option<Range<usize>> {
        self.span.clone()
    }

    /// Sizes with which the text would be a board; empty unless only the size is missing.
    pub fn sizes(&self) -> &[Size] {
        &self.sizes
    }

    /// The line of the text that holds the offending token, and a line that marks it.
    fn marked(&self) -> Option<(String, String)> {
        /// Longest excerpt shown, in characters.
        const WINDOW: usize = 72;
        let span = self.span.clone()?;
        let line_start = self.text[..span.start].rfind('\n').map_or(0, |newline| newline + 1);
        let line = self.text[line_start..].lines().next().unwrap_or_default();
        let printable = |c: char| if c.is_control() { ' ' } else { c };
        let before = self.text[line_start..span.start].chars().count();
        let width = self.text[span].chars().count().clamp(1, WINDOW / 2);
        // Long lines: show the part around the token.
        let skip = (before + width).saturating_sub(WINDOW);
        let (lead, skip) = if skip > 0 { ("… ", skip + 2) } else { ("", 0) };
        let shown: String = line.chars().skip(skip).take(WINDOW).map(printable).collect();
        let tail = if line.chars().count() > skip + WINDOW { " …" } else { "" };
        let indent = before.saturating_sub(skip) + lead.chars().count();
        Some((
            format!("{lead}{shown}{tail}"),
            format!("{}{}", " ".repeat(indent), "^".repeat(width)),
        ))
    }
}

/// The message, then the text with the offending token marked below it.
impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        if let Some((line, mark)) = self.marked() {
            write!(f, "\n  {line}\n  {mark}")?;
        }
        Ok(())
    }
}

impl std::error::Error for NotationError {}
