//! Reachability between positions: parity (W. W. Johnson and W. E. Story, 1879).
//!
//! Every single-tile move exchanges the blank with a tile and moves the blank by one cell. So the
//! parity of the permutation that turns one board into another equals the parity of the distance
//! between their blanks, if a path exists; for boards with at least two rows and columns the
//! converse holds too. On a single line tiles never pass each other.

use super::Size;
use loyd_search::perm::is_odd;
use loyd_search::space::Unsolvable;

/// Checks that `start` can reach `goal`; both are permutations of `0..cells` in reading order.
///
/// # Errors
/// [`Unsolvable`], with the reason in words.
pub fn solvable(size: Size, start: &[u16], goal: &[u16]) -> Result<(), Unsolvable> {
    let place = |tiles: &[u16]| tiles.iter().position(|&tile| tile == 0).unwrap_or_default();
    if size.is_line() {
        let order = |tiles: &[u16]| -> Vec<u16> {
            tiles.iter().copied().filter(|&tile| tile != 0).collect()
        };
        return if order(start) == order(goal) {
            Ok(())
        } else {
            Err(Unsolvable {
                reason: format!(
                    "on a {size} board tiles cannot pass each other, and their order differs \
                     from the goal's"
                ),
            })
        };
    }
    let mut goal_cell = vec![0u16; goal.len()];
    for (cell, &tile) in goal.iter().enumerate() {
        goal_cell[tile as usize] = cell as u16;
    }
    let permutation: Vec<u16> = start.iter().map(|&tile| goal_cell[tile as usize]).collect();
    let (from, to) = (place(start), place(goal));
    let distance =
        size.column(from).abs_diff(size.column(to)) + size.row(from).abs_diff(size.row(to));
    let odd_permutation = is_odd(&permutation);
    if odd_permutation == (distance % 2 == 1) {
        return Ok(());
    }
    let parity = |odd| if odd { "odd" } else { "even" };
    Err(Unsolvable {
        reason: format!(
            "the goal is an {} permutation away, but the blank is an {} number of cells ({distance}) \
             from its place: every move changes both parities, so they must be equal \
             (exchange any two tiles and it can be solved)",
            parity(odd_permutation),
            parity(distance % 2 == 1),
        ),
    })
}

/// Number of states reachable from any state: (w·h)!/2, or the number of cells on a single line;
/// `None` if it exceeds `u128`.
pub fn solvable_states(size: Size) -> Option<u128> {
    let cells = size.cells() as u128;
    if size.is_line() {
        return Some(cells);
    }
    (3..=cells).try_fold(1u128, u128::checked_mul)
}
