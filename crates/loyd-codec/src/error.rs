//! Why bytes are not what an encoder wrote.

use thiserror::Error;

/// What is wrong with encoded bytes, or with what a caller said about them.
///
/// The decoder finds most damage but not all: a changed byte may be another valid unit. Who stores
/// units adds a checksum.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CodecError {
    /// The shape cannot be that of a level bitmap.
    #[error("no bitmap has this shape: {what}")]
    Shape {
        /// Which of its numbers, and its limits.
        what: &'static str,
    },
    /// More lanes than positions in a unit can be counted.
    #[error("a unit of {lanes} lanes is too long, at most {most}: split it")]
    TooLong {
        /// Lanes of the unit.
        lanes: usize,
        /// The most lanes.
        most: usize,
    },
    /// The first byte names no method.
    #[error("byte {0} names no method: the unit is damaged or of a later version")]
    UnknownMethod(u8),
    /// The bytes end too early.
    #[error("the {method} unit ends too early: it is cut or damaged")]
    Truncated {
        /// The method it names.
        method: &'static str,
    },
    /// The bytes contradict themselves or the shape.
    #[error("the {method} unit is damaged: {what}")]
    Damaged {
        /// The method it names.
        method: &'static str,
        /// What cannot be.
        what: &'static str,
    },
    /// A unit coded by a model, and a coder without one.
    #[error("this unit was coded by a model; give the decoder the same one")]
    NoModel,
    /// The bytes of a model cannot be.
    #[error("the model is damaged or of another board: {what}")]
    Model {
        /// What cannot be.
        what: &'static str,
    },
}
