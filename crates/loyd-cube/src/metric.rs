//! Metrics: the rules that count moves.
//!
//! In the *half-turn* metric (also face-turn metric, HTM, FTM) any turn of a face is a move; in
//! the *quarter-turn* metric (QTM) a half turn is two moves and is printed as two: `R R`.

use crate::{Amount, Face, Turn};
use loyd_search::names::did_you_mean;
use loyd_search::quote::quoted;
use std::fmt::{self, Debug, Display};
use std::str::FromStr;

/// A rule for counting turns; a type parameter of the spaces.
pub trait Metric: Copy + Default + Debug + Send + Sync + 'static {
    /// The metric as a value.
    const NAME: MetricName;

    /// The moves of all faces, in the order of faces and then of amounts: the first half of them
    /// turns U, R and F.
    const TURNS: &'static [Turn];

    /// Returns true if `next` after `last` can be part of a shortest path: not if both turns
    /// together are at most one move.
    fn may_follow(last: Turn, next: Turn) -> bool;

    /// The index of a move in [`Metric::TURNS`]. A turn that is not a single move is a programming
    /// error.
    fn letter(turn: Turn) -> usize;

    /// The cost of any turn in moves.
    fn length(turn: Turn) -> u32;
}

const fn turns<const N: usize>(amounts: &[Amount]) -> [Turn; N] {
    let mut turns = [Turn { face: Face::U, amount: Amount::Clockwise }; N];
    let mut index = 0;
    while index < N {
        turns[index] =
            Turn { face: Face::ALL[index / amounts.len()], amount: amounts[index % amounts.len()] };
        index += 1;
    }
    turns
}

/// The half-turn metric: R, R2 and R' are one move each.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Half;

impl Metric for Half {
    const NAME: MetricName = MetricName::Half;
    const TURNS: &'static [Turn] = &turns::<18>(&Amount::ALL);

    /// Two turns of the same face equal one turn or none.
    #[inline]
    fn may_follow(last: Turn, next: Turn) -> bool {
        last.face != next.face
    }

    #[inline]
    fn letter(turn: Turn) -> usize {
        turn.index()
    }

    fn length(_turn: Turn) -> u32 {
        1
    }
}

/// The quarter-turn metric: R and R' are one move each, R2 is two.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Quarter;

impl Metric for Quarter {
    const NAME: MetricName = MetricName::Quarter;
    const TURNS: &'static [Turn] = &turns::<12>(&[Amount::Clockwise, Amount::Counterclockwise]);

    /// Only the inverse is redundant: R R is the half turn. Longer strings such as R R R are left
    /// to finite-state pruning.
    #[inline]
    fn may_follow(last: Turn, next: Turn) -> bool {
        next != last.inverse()
    }

    #[inline]
    fn letter(turn: Turn) -> usize {
        debug_assert_ne!(turn.amount, Amount::Half, "a half turn is two moves");
        turn.face as usize * 2 + usize::from(turn.amount == Amount::Counterclockwise)
    }

    fn length(turn: Turn) -> u32 {
        if turn.amount == Amount::Half { 2 } else { 1 }
    }
}

/// A metric chosen at run time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum MetricName {
    /// Any turn of a face is one move.
    #[default]
    Half,
    /// Only quarter turns are moves.
    Quarter,
}

impl MetricName {
    /// Every metric.
    pub const ALL: [Self; 2] = [Self::Half, Self::Quarter];

    /// `half` or `quarter`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Half => "half",
            Self::Quarter => "quarter",
        }
    }

    /// Turns as moves of the metric: with [`MetricName::Quarter`] a half turn becomes two quarter
    /// turns clockwise. Nothing is merged or cancelled.
    pub fn moves(self, turns: &[Turn]) -> Vec<Turn> {
        let split = |&turn: &Turn| match (self, turn.amount) {
            (Self::Quarter, Amount::Half) => {
                vec![Turn { amount: Amount::Clockwise, ..turn }; 2]
            }
            _ => vec![turn],
        };
        turns.iter().flat_map(split).collect()
    }
}

impl Display for MetricName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error for a text that does not name a metric.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{} is not a metric of cubes: {hint}", quoted(.text))]
pub struct UnknownMetric {
    text: String,
    hint: String,
}

impl FromStr for MetricName {
    type Err = UnknownMetric;

    /// Accepts the names and the aliases `htm`, `ftm`, `face`, `qtm`.
    fn from_str(text: &str) -> Result<Self, UnknownMetric> {
        match text.trim().to_ascii_lowercase().as_str() {
            "half" | "htm" | "ftm" | "face" => Ok(Self::Half),
            "quarter" | "qtm" => Ok(Self::Quarter),
            other => Err(UnknownMetric {
                text: text.to_owned(),
                hint: did_you_mean(other, Self::ALL.iter().map(|metric| metric.name())),
            }),
        }
    }
}
