//! Weighted A*: I. Pohl, *Heuristic Search Viewed as Path Finding in a Graph*, Artificial
//! Intelligence 1 (1970).
//!
//! ```text
//! A* with f = g + W h, W ≥ 1
//! ```
//!
//! With an admissible heuristic the path costs at most `W` times the least. The bound that the
//! search proves is often better: every path to a goal contains an open state that is reached at
//! its least cost, so the least `g + h` of the open list is a lower bound, and so is the cost found
//! divided by `W`. Both require reopening closed states when a cheaper path to them is found.
//!
//! Numbers: `W` is a decimal fraction `p / q` in lowest terms, and the priority is the whole number
//! `q g + p h`: there is no rounding, and weights such as 1.5 have as few priorities as whole ones.

use super::best_first::{Configuration, Lowering};
use super::parameters::{Parameters, Ties, Weight};

/// The weight if none is given: the one of Nayak & Huang.
pub const WEIGHT: Weight = match Weight::whole(3) {
    Some(weight) => weight,
    None => Weight::ONE,
};

/// Priority `g + W h`, as a whole number.
pub fn configuration(parameters: &Parameters) -> Configuration {
    let (numerator, denominator) = parameters.get().unwrap_or(WEIGHT).fraction();
    Configuration {
        g_weight: denominator,
        h_weight: numerator,
        ties: parameters.get().unwrap_or(Ties::HighG),
        lowering: Lowering::Always,
        optimal: parameters.get() == Some(Weight::ONE),
        ..Configuration::default()
    }
}
