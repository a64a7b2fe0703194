//! The batched kernel in plain Rust: reference implementation of the vector kernel.
//!
//! It exists for comparison. Where no vector kernel runs, the scalar kernel is nearly twice as
//! fast.

use super::{Counts, Exit, GROUP, SLACK_SHIFT, STATE_SHIFT, Stack, Tables};

/// Distance in cells from the blank to the tile that `direction` moves.
#[inline]
pub(super) const fn offset<const W: usize>(direction: usize) -> u32 {
    [16 - W as u32, 15, 1, W as u32][direction]
}

/// See [`super::Engine::run`].
pub(super) fn run<const W: usize, const WALKING: bool>(
    tables: &Tables,
    stack: &mut Stack,
    steps: u32,
    counts: &mut Counts,
) -> Exit {
    for _ in 0..steps {
        if stack.is_empty() {
            return Exit::Empty;
        }
        stack.reserve();
        let popped = stack.len().min(GROUP);
        let at = stack.top - GROUP;
        let mut boards = [0; GROUP];
        let mut infos = [0; GROUP];
        let mut memos = [0; GROUP];
        boards.copy_from_slice(&stack.boards[at..][..GROUP]);
        infos.copy_from_slice(&stack.infos[at..][..GROUP]);
        memos.copy_from_slice(&stack.memos[at..][..GROUP]);
        stack.top -= popped;
        for lane in GROUP - popped..GROUP {
            if boards[lane] == tables.goal && infos[lane] & 15 == tables.goal_blank {
                return Exit::Goal;
            }
        }
        counts.expanded += popped as u64;
        for direction in 0..4 {
            for lane in GROUP - popped..GROUP {
                let (board, info) = (boards[lane], infos[lane]);
                let state = (info >> STATE_SHIFT) as usize;
                let next = u32::from(tables.automaton[state][direction]);
                let (memo, raises) =
                    step::<W, WALKING>(tables, board, info & 15, memos[lane], direction);
                let budget = (info & 0xffff) >> SLACK_SHIFT;
                let allowed = next != 0;
                let within = raises <= budget;
                // Branch-free: always written, the top advances if allowed.
                stack.boards[stack.top] = moved::<W>(board, direction);
                // Meaningless where the move is forbidden: the blank leaves its field.
                let cells = [-(W as i32), -1, 1, W as i32][direction];
                let low =
                    (info & 0xffff).wrapping_sub(raises << SLACK_SHIFT).wrapping_add_signed(cells);
                stack.infos[stack.top] = next << STATE_SHIFT | low & 0xffff;
                stack.memos[stack.top] = memo;
                counts.generated += u64::from(allowed);
                stack.top += usize::from(allowed & within);
            }
        }
    }
    Exit::Steps
}

/// The relative board after a move. A rotation brings the tile to nibble 0; from there it goes to
/// the blank's old cell, as seen from the new one.
#[inline]
fn moved<const W: usize>(board: u64, direction: usize) -> u64 {
    let shift = 4 * offset::<W>(direction);
    let rotated = board.rotate_right(shift);
    let tile = rotated & 15;
    rotated ^ tile ^ tile << (64 - shift)
}

/// The memo after the move, and 1 if the move raises `h`.
fn step<const W: usize, const WALKING: bool>(
    tables: &Tables,
    board: u64,
    blank: u32,
    memo: u32,
    direction: usize,
) -> (u32, u32) {
    let tile = (board >> (4 * offset::<W>(direction))) as usize & 15;
    let line = tables.lines[16 * direction + tile];
    if !WALKING {
        let threshold = (tables.thresholds[blank as usize] >> (8 * direction)) as u8;
        return (memo, u32::from((line as i8) < threshold as i8));
    }
    if direction == 0 || direction == 3 {
        let at = (memo & 0xffff) << (tables.row_shift + 1) | u32::from(line);
        let entry = u32::from(tables.rows[at as usize]);
        (memo & 0xffff_0000 | entry >> 1, entry & 1)
    } else {
        let at = (memo >> 16) << (tables.column_shift + 1) | u32::from(line);
        let entry = u32::from(tables.columns[at as usize]);
        (memo & 0xffff | entry >> 1 << 16, entry & 1)
    }
}
