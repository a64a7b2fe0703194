//! Errors of encoding and decoding.

use thiserror::Error;

/// An error in encoded bytes, or in the arguments of the caller.
///
/// The decoder detects most damage but not all: a changed byte may yield another valid unit. Stored
/// units need a checksum.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CodecError {
    /// No level bitmap has this shape.
    #[error("no bitmap has this shape: {what}")]
    Shape {
        /// The parameter, and its limits.
        what: &'static str,
    },
    /// The unit has too many lanes.
    #[error("a unit of {lanes} lanes is too long, at most {max_lanes}: split it")]
    TooLong {
        /// Lanes of the unit.
        lanes: usize,
        /// The maximum number of lanes.
        max_lanes: usize,
    },
    /// The first byte is not a method.
    #[error("byte {0} is not a method: the unit is damaged or of a later version")]
    UnknownMethod(u8),
    /// The bytes end too early.
    #[error("the {method} unit ends too early: it is cut or damaged")]
    Truncated {
        /// The method of the unit.
        method: &'static str,
    },
    /// The bytes contradict themselves or the shape.
    #[error("the {method} unit is damaged: {what}")]
    Damaged {
        /// The method of the unit.
        method: &'static str,
        /// The contradiction.
        what: &'static str,
    },
    /// The unit was coded with a model, and the coder has no model.
    #[error("this unit was coded with a model, and the decoder has no model")]
    NoModel,
    /// The bytes are not those of a model.
    #[error("the model is damaged or of another board: {what}")]
    Model {
        /// The contradiction.
        what: &'static str,
    },
}
