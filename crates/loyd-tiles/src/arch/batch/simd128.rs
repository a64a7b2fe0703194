//! The batched kernel for vectors of 128 bits: four boards in two vectors, with their info words in a third.
//!
//! The steps are those of the kernel for AVX2. As a vector has no halves, lanes stay in order, and their bytes are
//! compressed by a table for each mask. Forbidden moves are counted in a vector, which is read once in a call.
//!
//! In Node.js on an Intel Xeon, the kernel expands 1.8 times as many boards per second as one board at a time with
//! Manhattan distance, and twice as many with Walking Distance, of which the entries are loaded one by one.

// The steps must be inlined to keep vectors in registers: a small program has calls otherwise.
#![allow(clippy::inline_always)]

use super::{Counts, Exit, GROUP, MAX_SLACK, SLACK_SHIFT, STATE_SHIFT, Stack, Tables};
use crate::arch::simd128::Bytes;

pub(super) use crate::arch::simd128::is_available;

/// Number of boards that are expanded together.
const LANES: usize = 4;

/// For each mask of lanes of `4 * WORDS` bytes, the bytes of these lanes in front.
const fn compressed<const WORDS: usize, const MASKS: usize>() -> [[u8; 16]; MASKS] {
    let mut table = [[0; 16]; MASKS];
    let mut mask = 0;
    while mask < MASKS {
        let (mut byte, mut to) = (0, 0);
        while byte < 16 {
            if mask >> (byte / (4 * WORDS)) & 1 == 1 {
                table[mask][to] = byte as u8;
                to += 1;
            }
            byte += 1;
        }
        mask += 1;
    }
    table
}

/// The orders of info words and memos.
static WORDS: [[u8; 16]; 16] = compressed::<1, 16>();

/// The orders of boards.
static BOARDS: [[u8; 16]; 4] = compressed::<2, 4>();

/// The nodes of a step.
struct Nodes {
    boards: [u64; GROUP],
    infos: [u32; GROUP],
    memos: [u32; GROUP],
}

/// Byte tables for each direction.
struct Constants {
    lines: [Bytes; 4],
    thresholds: [Bytes; 4],
}

/// See [`super::Engine::run`].
pub(super) fn run<const W: usize, const WALKING: bool>(
    tables: &Tables,
    stack: &mut Stack,
    steps: u32,
    counts: &mut Counts,
) -> Exit {
    let constants = Constants {
        lines: std::array::from_fn(|direction| {
            Bytes::from_array(tables.lines[16 * direction..].first_chunk().expect("64 lines"))
        }),
        thresholds: std::array::from_fn(|direction| {
            Bytes::from_array(&tables.thresholds.map(|cells| (cells >> (8 * direction)) as u8))
        }),
    };
    let goal = Bytes::both(tables.goal);
    let mut exit = Exit::Steps;
    let (mut moves, mut blocked) = (0, Bytes::both(0));
    let mut nodes = Nodes { boards: [0; GROUP], infos: [0; GROUP], memos: [0; GROUP] };
    for _ in 0..steps {
        if stack.is_empty() {
            exit = Exit::Empty;
            break;
        }
        stack.reserve();
        let popped = stack.len().min(GROUP);
        let bottom = stack.top - GROUP;
        let first = (GROUP - popped) / LANES * LANES;
        stack.top -= popped;
        let mut equal = Bytes::both(0);
        for at in (first..GROUP).step_by(LANES) {
            // SAFETY: the stack has `GROUP` entries from `bottom` on, as have the nodes.
            unsafe {
                let from = stack.boards.as_ptr().add(bottom + at);
                let (low, high) = (Bytes::load(from.cast()), Bytes::load(from.add(2).cast()));
                equal = equal.or(low.equal64(goal)).or(high.equal64(goal));
                let to = nodes.boards.as_mut_ptr().add(at);
                low.store(to.cast());
                high.store(to.add(2).cast());
                copy(&stack.infos, bottom + at, &mut nodes.infos, at);
                if WALKING {
                    copy(&stack.memos, bottom + at, &mut nodes.memos, at);
                }
            }
        }
        if !equal.is_zero() && nodes.has_goal(tables, GROUP - popped) {
            exit = Exit::Goal;
            break;
        }
        counts.expanded += popped as u64;
        moves += 4 * (GROUP - first) as u64;
        for at in (first..GROUP).step_by(LANES) {
            // SAFETY: there are nodes from `at` on; the stack has space.
            unsafe { step::<W, WALKING>(tables, &constants, &nodes, at, stack, &mut blocked) };
        }
    }
    let blocked: u64 = blocked.to_numbers().into_iter().map(u64::from).sum();
    counts.generated += moves - blocked;
    exit
}

impl Nodes {
    /// True if a node from `first` on is the goal, with the blank on the right cell.
    #[cold]
    #[inline(never)]
    fn has_goal(&self, tables: &Tables, first: usize) -> bool {
        let mut nodes = self.boards[first..].iter().zip(&self.infos[first..]);
        nodes.any(|(&board, info)| board == tables.goal && info & 15 == tables.goal_blank)
    }
}

/// Copies four words.
///
/// # Safety
/// There are four at both places.
#[inline(always)]
unsafe fn copy(from: &[u32], at: usize, to: &mut [u32; GROUP], place: usize) {
    // SAFETY: by contract.
    unsafe { Bytes::load(from.as_ptr().add(at).cast()).store(to.as_mut_ptr().add(place).cast()) };
}

/// Pushes the children of four nodes within the bound; adds the numbers of forbidden moves to
/// `blocked`.
///
/// # Safety
/// The nodes from `first` on are of this stack, which has space for their children.
#[inline(always)]
unsafe fn step<const W: usize, const WALKING: bool>(
    tables: &Tables,
    constants: &Constants,
    nodes: &Nodes,
    first: usize,
    stack: &mut Stack,
    blocked: &mut Bytes,
) {
    // SAFETY: four nodes from `first` on.
    let (low, high, infos, memos) = unsafe {
        let boards = nodes.boards.as_ptr().add(first);
        (
            Bytes::load(boards.cast()),
            Bytes::load(boards.add(2).cast()),
            Bytes::load(nodes.infos.as_ptr().add(first).cast()),
            if WALKING {
                Bytes::load(nodes.memos.as_ptr().add(first).cast())
            } else {
                Bytes::both(0)
            },
        )
    };
    // Next automaton states: two directions in each half of a row.
    // SAFETY: states are below the number of rows, by construction of the automaton and of the
    // stack.
    let rows =
        unsafe { [rows(tables, &nodes.infos, first), rows(tables, &nodes.infos, first + 2)] };
    let up_left = rows[0].even32(rows[1]);
    let right_down = rows[0].odd32(rows[1]);
    let blank = infos.and(Bytes::all32(15));
    let slack = infos.and(Bytes::all32(MAX_SLACK << SLACK_SHIFT));
    let info = infos.and(Bytes::all32(0xffff));
    let high_half = Bytes::all32(0xffff_0000);
    let unit = Bytes::all32(1 << SLACK_SHIFT);
    macro_rules! direction {
        ($d:literal, $next:expr, $offset:expr, $rotation:expr, $back:expr) => {{
            let next = $next;
            let (low, low_tiles) = moved::<$rotation, $back>(low);
            let (high, high_tiles) = moved::<$rotation, $back>(high);
            let tiles = low_tiles.even32(high_tiles);
            // Only the lowest byte of a lane has a tile's goal line.
            let lines = constants.lines[$d].at(tiles);
            let (memos, raises) = if WALKING {
                // SAFETY: as required of the caller.
                unsafe { walk::<$d>(tables, lines, memos) }
            } else {
                let thresholds = constants.thresholds[$d].at(blank);
                (memos, thresholds.above8(lines).and(unit))
            };
            let forbidden = next.equal32(Bytes::both(0));
            *blocked = blocked.sub32(forbidden);
            let keep = 15 ^ forbidden.or(raises.above32(slack)).mask32();
            let offset: i32 = $offset;
            let child = info.add32(Bytes::all32(offset.cast_unsigned()));
            let child = next.or(child.sub32(raises));
            // SAFETY: `run` has reserved space for the children of a step.
            unsafe { push::<WALKING>(stack, keep, low, high, child, memos) };
        }};
    }
    macro_rules! all {
        ($w:literal) => {
            direction!(0, up_left.shl32::<16>(), -$w, { 64 - 4 * $w }, { 4 * $w });
            direction!(1, up_left.and(high_half), -1, 60, 4);
            direction!(2, right_down.shl32::<16>(), 1, 4, 60);
            direction!(3, right_down.and(high_half), $w, { 4 * $w }, { 64 - 4 * $w });
        };
    }
    by_width!(W, all);
}

/// Automaton rows of two nodes.
///
/// # Safety
/// There are two nodes from `first` on, and every state is below the number of rows.
#[inline(always)]
unsafe fn rows(tables: &Tables, infos: &[u32; GROUP], first: usize) -> Bytes {
    macro_rules! row {
        ($lane:literal) => {{
            // SAFETY: by contract.
            let info = unsafe { infos.get_unchecked(first + $lane) };
            let row = tables.automaton.as_ptr().wrapping_add((info >> STATE_SHIFT) as usize);
            // SAFETY: by contract the row is in the table; it has eight bytes.
            unsafe { row.cast::<u64>().read_unaligned() }
        }};
    }
    Bytes::words(row!(0), row!(1))
}

/// Relative boards after a move, and the tiles that it slides: the rotation that brings the tile to
/// nibble 0, and the shift from there to the blank's old cell.
#[inline(always)]
fn moved<const ROTATION: i32, const BACK: i32>(boards: Bytes) -> (Bytes, Bytes) {
    let rotated = boards.shr64::<ROTATION>().or(boards.shl64::<BACK>());
    let tile = rotated.and(Bytes::both(15));
    (rotated.xor(tile.or(tile.shl64::<BACK>())), tile)
}

/// Walking Distance of four nodes: the memos after the move, and a unit of slack where it is raised.
///
/// # Safety
/// Memos are states of the automata.
#[inline(always)]
unsafe fn walk<const DIRECTION: u32>(
    tables: &Tables,
    lines: Bytes,
    memos: Bytes,
) -> (Bytes, Bytes) {
    let vertical = DIRECTION == 0 || DIRECTION == 3;
    let (table, shift) = if vertical {
        (&tables.rows, tables.row_shift + 1)
    } else {
        (&tables.columns, tables.column_shift + 1)
    };
    let (low, high) = (Bytes::all32(0xffff), Bytes::all32(0xffff_0000));
    let states = if vertical { memos.and(low) } else { memos.shr32::<16>() };
    let places = states.shl32_by(shift).or(lines.and(Bytes::all32(0xff)));
    let [a, b, c, d] = places.to_numbers();
    macro_rules! entry {
        ($at:ident) => {
            // SAFETY: the tables hold an entry for every state and line.
            u32::from(unsafe { *table.get_unchecked($at as usize) })
        };
    }
    let entries = Bytes::numbers([entry!(a), entry!(b), entry!(c), entry!(d)]);
    let next = entries.shr32::<1>();
    let memos =
        if vertical { memos.and(high).or(next) } else { memos.and(low).or(next.shl32::<16>()) };
    (memos, entries.and(Bytes::all32(1)).shl32::<{ SLACK_SHIFT as i32 }>())
}

/// Pushes the lanes in `keep`.
///
/// # Safety
/// There is space for [`LANES`] entries.
#[inline(always)]
unsafe fn push<const WALKING: bool>(
    stack: &mut Stack,
    keep: u32,
    low: Bytes,
    high: Bytes,
    infos: Bytes,
    memos: Bytes,
) {
    let keep = keep as usize & 15;
    // SAFETY: the caller has reserved space; the tables have sixteen bytes for each mask.
    unsafe {
        let words = Bytes::from_array(WORDS.get_unchecked(keep));
        let (first, second) = (BOARDS.get_unchecked(keep & 3), BOARDS.get_unchecked(keep >> 2));
        let boards = stack.boards.as_mut_ptr().add(stack.top);
        low.at(Bytes::from_array(first)).store(boards.cast());
        let boards = boards.add((keep & 3).count_ones() as usize);
        high.at(Bytes::from_array(second)).store(boards.cast());
        infos.at(words).store(stack.infos.as_mut_ptr().add(stack.top).cast());
        if WALKING {
            memos.at(words).store(stack.memos.as_mut_ptr().add(stack.top).cast());
        }
    }
    stack.top += keep.count_ones() as usize;
}
