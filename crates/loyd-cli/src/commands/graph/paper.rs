//! Figures of *Exploring the Limits of Computing Through Exhaustive Search* (Lehman 2009), to stand
//! beside those of this machine.

/// Bytes of a state by its Table 1: puzzle and representations.
const TABLE_1: [(&str, &str); 3] =
    [("3x3", "9"), ("4x4", "16, 8 or 7.5"), ("cube3", "54 or 20.25")];

/// The bytes of a state that Table 1 has for a shape.
pub(super) fn bytes_of_a_state(shape: &str) -> Option<&'static str> {
    TABLE_1.iter().find(|(row, _)| *row == shape).map(|(_, bytes)| *bytes)
}
