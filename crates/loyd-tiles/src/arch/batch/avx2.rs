//! The batched kernel for AVX2: eight boards in two vectors, with their info words in a third.
//!
//! The steps are those of the kernel for AVX-512; the instructions that AVX2 lacks are replaced:
//!
//! 1. Lanes are compressed by a permutation from a table, by the mask of the lanes.
//! 2. The tile that a move slides is what the child's board needs anyway; one byte table for each
//!    direction tells its goal line, another the threshold of the blank's cell.
//! 3. Halves of 64-bit lanes become 32-bit lanes within 128 bits, so the info words of a step are in
//!    the order 0 1 4 5 2 3 6 7.
//! 4. Rows of the automaton are loaded one by one.
//! 5. The nodes of a step are copied before the first is expanded, since sixteen registers do not
//!    hold them.
//!
//! *Limit.* Eight Manhattan expansions on 4x4 take 274 instructions (counted in the machine code), of
//! which a processor that completes six per cycle needs 46 cycles. On an AMD EPYC the kernel expands
//! 400 M boards/s, that for AVX-512 510 M; with Walking Distance, which gathers four entries per
//! node, 106 M and 158 M.

use std::arch::x86_64::{
    __m256i, _mm_cvtsi32_si128, _mm_loadl_epi64, _mm_loadu_si128, _mm256_add_epi32,
    _mm256_and_si256, _mm256_broadcastsi128_si256, _mm256_castps_si256, _mm256_castsi256_ps,
    _mm256_cmpeq_epi32, _mm256_cmpeq_epi64, _mm256_cmpgt_epi8, _mm256_cmpgt_epi32,
    _mm256_cvtepu8_epi32, _mm256_i32gather_epi32, _mm256_loadu_si256, _mm256_movemask_ps,
    _mm256_or_si256, _mm256_permute4x64_epi64, _mm256_permutevar8x32_epi32, _mm256_set_epi64x,
    _mm256_set1_epi32, _mm256_set1_epi64x, _mm256_setzero_si256, _mm256_shuffle_epi8,
    _mm256_shuffle_ps, _mm256_sll_epi32, _mm256_slli_epi32, _mm256_slli_epi64, _mm256_srl_epi32,
    _mm256_srli_epi32, _mm256_srli_epi64, _mm256_storeu_si256, _mm256_sub_epi32,
    _mm256_testz_si256, _mm256_xor_si256,
};

use super::{Counts, Exit, GROUP, MAX_SLACK, SLACK_SHIFT, STATE_SHIFT, Stack, Tables};
use loyd_search::arch::cpu::InstructionSet;

/// True if the processor has the features that [`run`] needs, within the limit of this process.
pub(super) fn is_available() -> bool {
    InstructionSet::Avx2.is_allowed() && InstructionSet::Avx2.is_present()
}

/// Number of boards that are expanded together.
const LANES: usize = 8;

/// The place of each lane among the info words, and the lane of each place.
const PLACES: [u8; LANES] = [0, 1, 4, 5, 2, 3, 6, 7];

/// For each mask of four lanes of 64 bits, the halves of these lanes in front.
static HALVES: [[u32; 8]; 16] = {
    let mut table = [[0; 8]; 16];
    let mut mask = 0;
    while mask < 16 {
        let (mut lane, mut to) = (0, 0);
        while lane < 4 {
            if mask >> lane & 1 == 1 {
                table[mask][to] = 2 * lane;
                table[mask][to + 1] = 2 * lane + 1;
                to += 2;
            }
            lane += 1;
        }
        mask += 1;
    }
    table
};

/// For each mask of eight lanes, the places of these lanes in front.
static WORDS: [[u8; LANES]; 256] = {
    let mut table = [[0; LANES]; 256];
    let mut mask = 0;
    while mask < 256 {
        let (mut lane, mut to) = (0, 0);
        while lane < LANES {
            if mask >> lane & 1 == 1 {
                table[mask][to] = PLACES[lane];
                to += 1;
            }
            lane += 1;
        }
        mask += 1;
    }
    table
};

/// The nodes of a step.
struct Nodes {
    boards: [u64; GROUP],
    infos: [u32; GROUP],
    memos: [u32; GROUP],
}

/// Byte tables for each direction, in both halves of a register.
struct Constants {
    lines: [__m256i; 4],
    thresholds: [__m256i; 4],
}

/// See [`super::Engine::run`].
///
/// # Safety
/// The processor has the features of [`is_available`].
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) unsafe fn run<const W: usize, const WALKING: bool>(
    tables: &Tables,
    stack: &mut Stack,
    steps: u32,
    counts: &mut Counts,
) -> Exit {
    let mut constants =
        Constants { lines: [_mm256_setzero_si256(); 4], thresholds: [_mm256_setzero_si256(); 4] };
    for direction in 0..4 {
        let thresholds = tables.thresholds.map(|cells| (cells >> (8 * direction)) as u8);
        constants.thresholds[direction] = both(&thresholds);
        let lines = tables.lines[16 * direction..].first_chunk().expect("64 lines");
        constants.lines[direction] = both(lines);
    }
    let goal = _mm256_set1_epi64x(tables.goal as i64);
    let mut nodes = Nodes { boards: [0; GROUP], infos: [0; GROUP], memos: [0; GROUP] };
    let mut exit = Exit::Steps;
    let (mut expanded, mut generated) = (0, 0);
    for _ in 0..steps {
        if stack.is_empty() {
            exit = Exit::Empty;
            break;
        }
        stack.reserve();
        let popped = stack.len().min(GROUP);
        let bottom = stack.top - GROUP;
        nodes.boards.copy_from_slice(&stack.boards[bottom..][..GROUP]);
        nodes.infos.copy_from_slice(&stack.infos[bottom..][..GROUP]);
        if WALKING {
            nodes.memos.copy_from_slice(&stack.memos[bottom..][..GROUP]);
        }
        stack.top -= popped;
        let mut equal = _mm256_setzero_si256();
        for boards in nodes.boards.as_chunks::<4>().0 {
            // SAFETY: four words.
            let boards = unsafe { _mm256_loadu_si256(boards.as_ptr().cast()) };
            equal = _mm256_or_si256(equal, _mm256_cmpeq_epi64(boards, goal));
        }
        if _mm256_testz_si256(equal, equal) == 0 && nodes.has_goal(tables) {
            exit = Exit::Goal;
            break;
        }
        expanded += popped as u64;
        for first in (0..GROUP).step_by(LANES) {
            // SAFETY: the processor has the features; the stack has space.
            generated += unsafe { step::<W, WALKING>(tables, &constants, &nodes, first, stack) };
        }
    }
    counts.expanded += expanded;
    counts.generated += generated;
    exit
}

impl Nodes {
    /// True if a node is the goal, with the blank on the right cell.
    #[cold]
    #[inline(never)]
    fn has_goal(&self, tables: &Tables) -> bool {
        let mut nodes = self.boards.iter().zip(&self.infos);
        nodes.any(|(&board, info)| board == tables.goal && info & 15 == tables.goal_blank)
    }
}

/// The same bytes in both halves of a register.
#[inline]
#[target_feature(enable = "avx2")]
fn both(bytes: &[u8; 16]) -> __m256i {
    // SAFETY: sixteen bytes.
    _mm256_broadcastsi128_si256(unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) })
}

/// The lower (`0x88`) or upper (`0xdd`) halves of eight 64-bit lanes, in the order of [`PLACES`].
#[inline]
#[target_feature(enable = "avx2")]
fn halves<const WHICH: i32>(low: __m256i, high: __m256i) -> __m256i {
    _mm256_castps_si256(_mm256_shuffle_ps::<WHICH>(
        _mm256_castsi256_ps(low),
        _mm256_castsi256_ps(high),
    ))
}

/// Exchanges the order of [`PLACES`] and that of lanes.
#[inline]
#[target_feature(enable = "avx2")]
fn reordered(words: __m256i) -> __m256i {
    _mm256_permute4x64_epi64::<0b11_01_10_00>(words)
}

/// The sign bits of 32-bit lanes.
#[inline]
#[target_feature(enable = "avx2")]
fn mask(words: __m256i) -> usize {
    _mm256_movemask_ps(_mm256_castsi256_ps(words)) as usize
}

/// Pushes the children of eight nodes within the bound; returns the number of children generated.
///
/// # Safety
/// The processor has the features of [`is_available`]; the nodes from `first` on are of this stack,
/// which has space for their children.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
unsafe fn step<const W: usize, const WALKING: bool>(
    tables: &Tables,
    constants: &Constants,
    nodes: &Nodes,
    first: usize,
    stack: &mut Stack,
) -> u64 {
    // SAFETY: eight nodes from `first` on.
    let (low, high, infos, memos) = unsafe {
        let boards = nodes.boards.as_ptr().add(first);
        (
            _mm256_loadu_si256(boards.cast()),
            _mm256_loadu_si256(boards.add(4).cast()),
            reordered(_mm256_loadu_si256(nodes.infos.as_ptr().add(first).cast())),
            if WALKING {
                reordered(_mm256_loadu_si256(nodes.memos.as_ptr().add(first).cast()))
            } else {
                _mm256_setzero_si256()
            },
        )
    };
    // Next automaton states: two directions in each half of a row.
    // SAFETY: states are below the number of rows, by construction of the automaton and of the
    // stack.
    let (first_rows, second_rows) =
        unsafe { (rows(tables, &nodes.infos, first), rows(tables, &nodes.infos, first + 4)) };
    let up_left = halves::<0x88>(first_rows, second_rows);
    let right_down = halves::<0xdd>(first_rows, second_rows);
    let blank = _mm256_and_si256(infos, _mm256_set1_epi32(15));
    let slack = _mm256_and_si256(infos, _mm256_set1_epi32((MAX_SLACK << SLACK_SHIFT) as i32));
    let info = _mm256_and_si256(infos, _mm256_set1_epi32(0xffff));
    let high_half = _mm256_set1_epi32(0xffff_0000_u32 as i32);
    let unit = _mm256_set1_epi32(1 << SLACK_SHIFT);
    let mut blocked = 0;
    macro_rules! direction {
        ($d:literal, $next:expr, $offset:expr, $rotation:expr, $back:expr) => {{
            let next = $next;
            let (low, low_tiles) = moved::<$rotation, $back>(low);
            let (high, high_tiles) = moved::<$rotation, $back>(high);
            let tiles = halves::<0x88>(low_tiles, high_tiles);
            // Only the lowest byte of a lane has a tile's goal line.
            let lines = _mm256_shuffle_epi8(constants.lines[$d], tiles);
            let (memos, raises) = if WALKING {
                // SAFETY: as required of the caller.
                unsafe { walk::<$d>(tables, lines, memos) }
            } else {
                let thresholds = _mm256_shuffle_epi8(constants.thresholds[$d], blank);
                (memos, _mm256_and_si256(_mm256_cmpgt_epi8(thresholds, lines), unit))
            };
            let forbidden = _mm256_cmpeq_epi32(next, _mm256_setzero_si256());
            blocked += mask(forbidden).count_ones();
            let over = _mm256_cmpgt_epi32(raises, slack);
            let keep = 255 ^ mask(reordered(_mm256_or_si256(forbidden, over)));
            let child = _mm256_add_epi32(info, _mm256_set1_epi32($offset));
            let child = _mm256_or_si256(next, _mm256_sub_epi32(child, raises));
            // SAFETY: `run` has reserved space for the children of a step.
            unsafe { push::<WALKING>(stack, keep, low, high, child, memos) };
        }};
    }
    macro_rules! all {
        ($w:literal) => {
            direction!(0, _mm256_slli_epi32::<16>(up_left), -$w, { 64 - 4 * $w }, { 4 * $w });
            direction!(1, _mm256_and_si256(up_left, high_half), -1, 60, 4);
            direction!(2, _mm256_slli_epi32::<16>(right_down), 1, 4, 60);
            direction!(3, _mm256_and_si256(right_down, high_half), $w, { 4 * $w }, { 64 - 4 * $w });
        };
    }
    by_width!(W, all);
    u64::from(4 * LANES as u32 - blocked)
}

/// Automaton rows of four nodes.
///
/// # Safety
/// There are four nodes from `first` on, and every state is below the number of rows.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn rows(tables: &Tables, infos: &[u32; GROUP], first: usize) -> __m256i {
    macro_rules! row {
        ($lane:literal) => {{
            // SAFETY: by contract.
            let info = unsafe { infos.get_unchecked(first + $lane) };
            let row = tables.automaton.as_ptr().wrapping_add((info >> STATE_SHIFT) as usize);
            // SAFETY: by contract the row is in the table; it has eight bytes.
            unsafe { row.cast::<i64>().read_unaligned() }
        }};
    }
    _mm256_set_epi64x(row!(3), row!(2), row!(1), row!(0))
}

/// Relative boards after a move, and the tiles that it slides: the rotation that brings the tile to
/// nibble 0, and the shift from there to the blank's old cell.
#[inline]
#[target_feature(enable = "avx2")]
fn moved<const ROTATION: i32, const BACK: i32>(boards: __m256i) -> (__m256i, __m256i) {
    let rotated =
        _mm256_or_si256(_mm256_srli_epi64::<ROTATION>(boards), _mm256_slli_epi64::<BACK>(boards));
    let tile = _mm256_and_si256(rotated, _mm256_set1_epi64x(15));
    let both = _mm256_or_si256(tile, _mm256_slli_epi64::<BACK>(tile));
    (_mm256_xor_si256(rotated, both), tile)
}

/// Walking Distance of eight nodes: the memos after the move, and a unit of slack where it is raised.
///
/// # Safety
/// Memos are states of the automata.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn walk<const DIRECTION: u32>(
    tables: &Tables,
    lines: __m256i,
    memos: __m256i,
) -> (__m256i, __m256i) {
    let line = _mm256_and_si256(lines, _mm256_set1_epi32(0xff));
    let low = _mm256_set1_epi32(0xffff);
    let high = _mm256_set1_epi32(0xffff_0000_u32 as i32);
    let (entry, memos) = if DIRECTION == 0 || DIRECTION == 3 {
        let shift = _mm_cvtsi32_si128(tables.row_shift as i32 + 1);
        let at = _mm256_or_si256(_mm256_sll_epi32(_mm256_and_si256(memos, low), shift), line);
        // SAFETY: the tables hold an entry for every state and line, and one more.
        let entry = unsafe { _mm256_i32gather_epi32::<2>(tables.rows.as_ptr().cast(), at) };
        let next = _mm256_srli_epi32::<1>(_mm256_and_si256(entry, low));
        (entry, _mm256_or_si256(next, _mm256_and_si256(memos, high)))
    } else {
        let shift = _mm_cvtsi32_si128(15 - tables.column_shift as i32);
        let states = _mm256_srl_epi32(_mm256_and_si256(memos, high), shift);
        let at = _mm256_or_si256(states, line);
        // SAFETY: as above.
        let entry = unsafe { _mm256_i32gather_epi32::<2>(tables.columns.as_ptr().cast(), at) };
        let next = _mm256_slli_epi32::<15>(entry);
        let next = _mm256_and_si256(next, _mm256_set1_epi32(0x7fff_0000));
        (entry, _mm256_or_si256(next, _mm256_and_si256(memos, low)))
    };
    let raises = _mm256_and_si256(entry, _mm256_set1_epi32(1));
    (memos, _mm256_slli_epi32::<{ SLACK_SHIFT as i32 }>(raises))
}

/// Pushes the lanes in `keep`; info words and memos are in the order of [`PLACES`].
///
/// # Safety
/// There is space for [`LANES`] entries.
#[inline]
#[target_feature(enable = "avx2,popcnt")]
unsafe fn push<const WALKING: bool>(
    stack: &mut Stack,
    keep: usize,
    low: __m256i,
    high: __m256i,
    infos: __m256i,
    memos: __m256i,
) {
    let (keep_low, keep_high) = (keep & 15, keep >> 4 & 15);
    // SAFETY: the tables have entries for all masks; the caller has reserved space.
    unsafe {
        let order = _mm256_loadu_si256(HALVES[keep_low].as_ptr().cast());
        let low = _mm256_permutevar8x32_epi32(low, order);
        let order = _mm256_loadu_si256(HALVES[keep_high].as_ptr().cast());
        let high = _mm256_permutevar8x32_epi32(high, order);
        let order = _mm256_cvtepu8_epi32(_mm_loadl_epi64(WORDS[keep & 255].as_ptr().cast()));
        let infos = _mm256_permutevar8x32_epi32(infos, order);
        let boards = stack.boards.as_mut_ptr().add(stack.top);
        _mm256_storeu_si256(boards.cast(), low);
        _mm256_storeu_si256(boards.add(keep_low.count_ones() as usize).cast(), high);
        _mm256_storeu_si256(stack.infos.as_mut_ptr().add(stack.top).cast(), infos);
        if WALKING {
            let memos = _mm256_permutevar8x32_epi32(memos, order);
            _mm256_storeu_si256(stack.memos.as_mut_ptr().add(stack.top).cast(), memos);
        }
    }
    stack.top += keep.count_ones() as usize;
}
