//! Text to sizes, positions, goals and moves, and back; errors point to the offending token.
//!
//! | file | idea |
//! |---|---|
//! | `layout` | text to tokens and the rows in which they are drawn |
//! | `json` | the same for arrays |
//! | `board` | tokens to tiles, rows to a size |
//! | `goal` | goals by name, or boards |
//! | `moves` | moves |
//! | `error` | faults and their places |

mod board;
mod error;
mod goal;
mod json;
mod layout;
mod moves;

pub use board::parse_position;
pub use error::NotationError;
pub use goal::{Goal, parse_goal};
pub use moves::{format_moves, parse_moves};

use super::Size;
use loyd_search::quote::{quoted, shortened};

/// Parses `WxH`.
///
/// # Errors
/// Text in another form, a side of 0, or more than [`Size::MAX_CELLS`] cells.
pub fn parse_size(text: &str) -> Result<Size, NotationError> {
    let wrong = |message: String| NotationError::new(text, None, message);
    let text = text.trim();
    let form =
        || wrong(format!("{} is not a size: write columns x rows, for example 4x4", quoted(text)));
    let (width, height) = text.split_once(['x', 'X', '×']).ok_or_else(form)?;
    let side = |side: &str| -> Result<usize, NotationError> {
        if side.is_empty() || !side.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(form());
        }
        Ok(side.parse().unwrap_or(usize::MAX))
    };
    let (width, height) = (side(width)?, side(height)?);
    Size::new(width, height).ok_or_else(|| {
        let text = shortened(text);
        wrong(if width == 0 || height == 0 {
            format!("a {text} board has no cells: both sides must be at least 1")
        } else {
            format!(
                "a {text} board is too large: at most {} cells, and at most 65535 cells a side",
                Size::MAX_CELLS
            )
        })
    })
}
