//! A check of certificates that only sliding tiles have.

use crate::certificate::{Certificate, Check};
use loyd_tiles::MetricName;
use loyd_tiles::solver::Tiles;

/// Checks that even depths hold the states whose blank is on a cell of the start's colour: a
/// single-tile move changes the colour of the blank's cell, and every cell has the same number of
/// states. `None` in the multi-tile metric, and if not every state was counted.
#[must_use]
pub fn check_colours(certificate: &Certificate) -> Option<Check> {
    let single = certificate.metric::<Tiles>() == Some(MetricName::Single);
    let start = certificate.position::<Tiles>(&certificate.start);
    let start = start.filter(|_| single && certificate.complete)?;
    let size = start.size();
    let colour = |cell: usize| (size.column(cell) + size.row(cell)) % 2;
    let own = (0..size.cells()).filter(|&cell| colour(cell) == colour(start.blank()));
    let expected = u128::from(certificate.total) / size.cells() as u128 * own.count() as u128;
    let even: u128 = certificate.levels.iter().step_by(2).map(|&level| u128::from(level)).sum();
    let result = if even == expected {
        Ok(format!("{even} states at even depths"))
    } else {
        Err(format!("{even} states at even depths instead of {expected}"))
    };
    Some(Check { what: "even and odd depths hold their colour", result })
}
