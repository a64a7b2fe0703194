//! Metrics and positions as files name them.

use loyd_search::puzzle::Puzzle;

/// Returns the metric of a name; `None` if the puzzle has no such metric.
pub(crate) fn metric<P: Puzzle>(name: &str) -> Option<P::Metric> {
    P::METRICS.iter().copied().find(|metric| metric.to_string() == name)
}

/// Returns the position of a text; `None` if it belongs to another puzzle, or is not the text that
/// would be written.
pub(crate) fn position<P: Puzzle>(puzzle: &str, shape: &str, text: &str) -> Option<P::Position> {
    let position = P::parse(text, Some(shape)).ok().filter(|_| puzzle == P::NAME)?;
    (P::shape(&position) == shape && P::format(&position) == text).then_some(position)
}
