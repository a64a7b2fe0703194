//! The batched kernel for AVX-512 with VBMI: sixteen boards in two vectors, with their info words
//! in a third.
//!
//! ```text
//! tiles around the blank   one bit-field extraction, as boards are relative
//! does the move raise h?   byte table by tile and direction, minus a threshold
//!                          by blank: the sign (or a gathered table entry)
//! next automaton states    one gathered 8-byte row holds all four
//! for each direction       rotate, mask, shift, combine: the child boards;
//!                          compress the allowed lanes, store full vectors, advance
//! ```
//!
//! 1. Two vectors are loaded before either is processed. A step loads vectors that the previous one
//!    stored in pieces, for which store forwarding does not work; with two vectors, work on the
//!    second hides the latency of the first (1.3 times the rate of one).
//! 2. Stores overhang: only the pointer tells how many lanes count.
//! 3. Dead entries below the bottom of the stack make every load full.
//!
//! *Limit.* Sixteen Manhattan expansions take 105 vector operations (counted by hand), of which two
//! can run per cycle, plus 16 gathered loads: 55 to 60 cycles. The measured cost is 94 cycles with
//! small tables (510 M expansions/s at 3 GHz) and 107 with the automaton of depth 14 (445 M), whose
//! 425 KB lie in the second-level cache. Walking Distance gathers five entries per node instead of
//! one: 195 (245 M).

use std::arch::x86_64::{
    __m256i, __m512i, _mm_cvtsi32_si128, _mm512_add_epi32, _mm512_and_si512,
    _mm512_castsi512_si256, _mm512_cmpeq_epi64_mask, _mm512_extracti64x4_epi64,
    _mm512_i32gather_epi32, _mm512_i32gather_epi64, _mm512_loadu_si512, _mm512_mask_sub_epi32,
    _mm512_maskz_compress_epi32, _mm512_maskz_compress_epi64, _mm512_multishift_epi64_epi8,
    _mm512_or_si512, _mm512_permutex2var_epi32, _mm512_permutexvar_epi8, _mm512_permutexvar_epi32,
    _mm512_ror_epi64, _mm512_set1_epi32, _mm512_set1_epi64, _mm512_setr_epi32,
    _mm512_setzero_si512, _mm512_sll_epi32, _mm512_slli_epi32, _mm512_slli_epi64, _mm512_srl_epi32,
    _mm512_srli_epi32, _mm512_storeu_si512, _mm512_sub_epi8, _mm512_ternarylogic_epi32,
    _mm512_ternarylogic_epi64, _mm512_test_epi32_mask, _mm512_testn_epi32_mask,
};

use super::{Counts, Exit, GROUP, MAX_SLACK, SLACK_SHIFT, STATE_SHIFT, Stack, Tables};
use loyd_search::arch::cpu::InstructionSet;

/// True if the processor has the features that [`run`] needs, within the limit of this process.
pub(super) fn is_available() -> bool {
    InstructionSet::Avx512.is_allowed()
        && is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vbmi")
        && is_x86_feature_detected!("popcnt")
}

/// Truth tables of `vpternlog` for operands a, b, c.
const XOR3: i32 = 0x96;
const A_AND_B_OR_C: i32 = 0xea;
const A_OR_B_AND_C: i32 = 0xf8;

/// Number of boards in the vectors of one step.
const LANES: usize = 16;
/// A step has two vectors with independent work.
const _: () = assert!(GROUP == 2 * LANES);

/// The constants of the inner loop, in registers.
struct Constants {
    goal: __m512i,
    /// Bit offsets of the four tiles around the blank.
    around: __m512i,
    lines: __m512i,
    thresholds: __m512i,
    even: __m512i,
    odd: __m512i,
}

/// Sixteen nodes.
struct Nodes {
    low: __m512i,
    high: __m512i,
    infos: __m512i,
    memos: __m512i,
}

/// See [`super::Engine::run`].
///
/// # Safety
/// The processor has the features of [`is_available`].
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,popcnt")]
pub(super) unsafe fn run<const W: usize, const WALKING: bool>(
    tables: &Tables,
    stack: &mut Stack,
    steps: u32,
    counts: &mut Counts,
) -> Exit {
    // SAFETY: plain loads of 64 bytes from arrays of that size.
    let (lines, thresholds) = unsafe {
        (
            _mm512_loadu_si512(tables.lines.as_ptr().cast()),
            _mm512_loadu_si512(tables.thresholds.as_ptr().cast()),
        )
    };
    let constants = Constants {
        goal: _mm512_set1_epi64(tables.goal as i64),
        around: _mm512_set1_epi64(i64::from_le_bytes([
            (64 - 4 * W) as u8,
            60,
            4,
            (4 * W) as u8,
            0,
            0,
            0,
            0,
        ])),
        lines,
        thresholds,
        even: _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30),
        odd: _mm512_setr_epi32(1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31),
    };
    let mut exit = Exit::Steps;
    let (mut expanded, mut generated) = (0, 0);
    for _ in 0..steps {
        if stack.is_empty() {
            exit = Exit::Empty;
            break;
        }
        stack.reserve();
        let popped = stack.len().min(GROUP);
        let nodes = [stack.load::<WALKING>(0), stack.load::<WALKING>(1)];
        stack.top -= popped;
        let mut goals = 0;
        for (vector, nodes) in nodes.iter().enumerate() {
            let equal = _mm512_cmpeq_epi64_mask(nodes.low, constants.goal) as u64
                | (_mm512_cmpeq_epi64_mask(nodes.high, constants.goal) as u64) << 8;
            goals |= equal << (LANES * vector);
        }
        if goals != 0 && stack.confirm(goals, tables.goal_blank, popped) {
            exit = Exit::Goal;
            break;
        }
        expanded += popped as u64;
        for nodes in &nodes {
            // SAFETY: the processor has the features; the stack has space.
            generated += unsafe { step::<W, WALKING>(tables, &constants, nodes, stack) };
        }
    }
    counts.expanded += expanded;
    counts.generated += generated;
    exit
}

impl Stack {
    /// One vector of the topmost entries.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn load<const WALKING: bool>(&self, vector: usize) -> Nodes {
        let at = self.top - GROUP + LANES * vector;
        debug_assert!(self.top <= self.boards.len());
        // SAFETY: `top` is at least LANES and at most the length of each array.
        unsafe {
            Nodes {
                low: _mm512_loadu_si512(self.boards.as_ptr().add(at).cast()),
                high: _mm512_loadu_si512(self.boards.as_ptr().add(at + 8).cast()),
                infos: _mm512_loadu_si512(self.infos.as_ptr().add(at).cast()),
                memos: if WALKING {
                    _mm512_loadu_si512(self.memos.as_ptr().add(at).cast())
                } else {
                    _mm512_setzero_si512()
                },
            }
        }
    }

    /// True if one of the lanes whose relative board is the goal's has its blank on the right cell.
    #[cold]
    #[inline(never)]
    fn confirm(&self, lanes: u64, blank: u32, taken: usize) -> bool {
        let bottom = self.top + taken - GROUP;
        (0..GROUP)
            .filter(|lane| lanes >> lane & 1 == 1)
            .any(|lane| self.infos[bottom + lane] & 15 == blank)
    }
}

/// Pushes the children of sixteen nodes within the bound; returns the number of children generated.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,popcnt")]
unsafe fn step<const W: usize, const WALKING: bool>(
    tables: &Tables,
    constants: &Constants,
    nodes: &Nodes,
    stack: &mut Stack,
) -> u64 {
    let infos = nodes.infos;
    // Byte `d` of lane `i`: the tile that direction d moves, plus 16 d.
    let tiles = _mm512_permutex2var_epi32(
        _mm512_multishift_epi64_epi8(constants.around, nodes.low),
        constants.even,
        _mm512_multishift_epi64_epi8(constants.around, nodes.high),
    );
    let tiles = _mm512_ternarylogic_epi32::<A_AND_B_OR_C>(
        tiles,
        _mm512_set1_epi32(0x0f0f_0f0f),
        _mm512_set1_epi32(0x3020_1000),
    );
    let lines = _mm512_permutexvar_epi8(tiles, constants.lines);
    // Next automaton states: two directions in each half of a row.
    let states = _mm512_srli_epi32::<STATE_SHIFT>(infos);
    let (first, second) = (_mm512_castsi512_si256(states), _mm512_extracti64x4_epi64::<1>(states));
    // SAFETY: states are below the number of rows, by construction of the
    // automaton and of the stack.
    let (first, second) = unsafe { (rows(tables, first), rows(tables, second)) };
    let up_left = _mm512_permutex2var_epi32(first, constants.even, second);
    let right_down = _mm512_permutex2var_epi32(first, constants.odd, second);
    let tight =
        _mm512_testn_epi32_mask(infos, _mm512_set1_epi32((MAX_SLACK << SLACK_SHIFT) as i32));
    let info = _mm512_and_si512(infos, _mm512_set1_epi32(0xffff));
    // Sign bits: the moves that raise Manhattan distance.
    let signs = _mm512_sub_epi8(lines, _mm512_permutexvar_epi32(infos, constants.thresholds));
    let mut generated = 0;
    macro_rules! direction {
        ($d:literal, $next:expr, $offset:expr, $rotation:expr, $back:expr) => {{
            let next = $next;
            let allowed = _mm512_test_epi32_mask(next, next);
            let (memos, raises) = if WALKING {
                // SAFETY: as required of the caller.
                unsafe { walk::<$d>(tables, lines, nodes.memos) }
            } else {
                (nodes.memos, _mm512_test_epi32_mask(signs, _mm512_set1_epi32(0x80 << (8 * $d))))
            };
            let keep = allowed & !(raises & tight);
            generated += u64::from(allowed.count_ones());
            let child = _mm512_add_epi32(info, _mm512_set1_epi32($offset));
            let child =
                _mm512_mask_sub_epi32(child, raises, child, _mm512_set1_epi32(1 << SLACK_SHIFT));
            let child = _mm512_or_si512(next, child);
            // SAFETY: `run` has reserved space for the children of a step.
            unsafe {
                stack.push_lanes::<WALKING>(
                    keep,
                    moved::<$rotation, $back>(nodes.low),
                    moved::<$rotation, $back>(nodes.high),
                    child,
                    memos,
                );
            }
        }};
    }
    let high = _mm512_set1_epi32(0xffff_0000_u32 as i32);
    macro_rules! all {
        ($w:literal) => {
            direction!(0, _mm512_slli_epi32::<16>(up_left), -$w, { 64 - 4 * $w }, { 4 * $w });
            direction!(1, _mm512_and_si512(up_left, high), -1, 60, 4);
            direction!(2, _mm512_slli_epi32::<16>(right_down), 1, 4, 60);
            direction!(3, _mm512_and_si512(right_down, high), $w, { 4 * $w }, { 64 - 4 * $w });
        };
    }
    by_width!(W, all);
    generated
}

/// Automaton rows of eight states.
///
/// # Safety
/// Every state is below the number of rows.
#[inline]
#[target_feature(enable = "avx512f")]
unsafe fn rows(tables: &Tables, states: __m256i) -> __m512i {
    // SAFETY: the caller's promise keeps the loads inside the table.
    unsafe { _mm512_i32gather_epi64::<8>(states, tables.automaton.as_ptr().cast()) }
}

/// Relative boards after a move: the rotation that brings the tile to nibble 0, and the shift from
/// there to the blank's old cell.
#[inline]
#[target_feature(enable = "avx512f")]
fn moved<const ROTATION: i32, const BACK: u32>(boards: __m512i) -> __m512i {
    let rotated = _mm512_ror_epi64::<ROTATION>(boards);
    let tile = _mm512_and_si512(rotated, _mm512_set1_epi64(15));
    _mm512_ternarylogic_epi64::<XOR3>(rotated, tile, _mm512_slli_epi64::<BACK>(tile))
}

/// Walking Distance of sixteen nodes: the memos after the move, and which of them it raises.
///
/// # Safety
/// Memos are states of the automata.
#[inline]
#[target_feature(enable = "avx512f")]
unsafe fn walk<const DIRECTION: u32>(
    tables: &Tables,
    lines: __m512i,
    memos: __m512i,
) -> (__m512i, u16) {
    let line = _mm512_and_si512(
        match DIRECTION {
            0 => lines,
            1 => _mm512_srli_epi32::<8>(lines),
            2 => _mm512_srli_epi32::<16>(lines),
            _ => _mm512_srli_epi32::<24>(lines),
        },
        _mm512_set1_epi32(0xff),
    );
    let low = _mm512_set1_epi32(0xffff);
    let one = _mm512_set1_epi32(1);
    if DIRECTION == 0 || DIRECTION == 3 {
        let shift = _mm_cvtsi32_si128(tables.row_shift as i32 + 1);
        let at = _mm512_or_si512(_mm512_sll_epi32(_mm512_and_si512(memos, low), shift), line);
        // SAFETY: the tables hold an entry for every state and line, and one more.
        let entry = unsafe { _mm512_i32gather_epi32::<2>(at, tables.rows.as_ptr().cast()) };
        let next = _mm512_srli_epi32::<1>(_mm512_and_si512(entry, low));
        let high_half = _mm512_set1_epi32(0xffff_0000_u32 as i32);
        let memos = _mm512_ternarylogic_epi32::<A_OR_B_AND_C>(next, memos, high_half);
        (memos, _mm512_test_epi32_mask(entry, one))
    } else {
        let shift = _mm_cvtsi32_si128(15 - tables.column_shift as i32);
        let states = high_halves(memos);
        let at = _mm512_or_si512(_mm512_srl_epi32(states, shift), line);
        // SAFETY: as above.
        let entry = unsafe { _mm512_i32gather_epi32::<2>(at, tables.columns.as_ptr().cast()) };
        let next = _mm512_and_si512(_mm512_slli_epi32::<15>(entry), _mm512_set1_epi32(0x7fff_0000));
        let memos = _mm512_ternarylogic_epi32::<A_OR_B_AND_C>(next, memos, low);
        (memos, _mm512_test_epi32_mask(entry, one))
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn high_halves(memos: __m512i) -> __m512i {
    _mm512_and_si512(memos, _mm512_set1_epi32(0xffff_0000_u32 as i32))
}

impl Stack {
    /// Pushes the lanes in `keep`.
    ///
    /// # Safety
    /// There is space for [`LANES`] entries.
    #[inline]
    #[target_feature(enable = "avx512f,popcnt")]
    unsafe fn push_lanes<const WALKING: bool>(
        &mut self,
        keep: u16,
        low: __m512i,
        high: __m512i,
        infos: __m512i,
        memos: __m512i,
    ) {
        let (keep_low, keep_high) = (keep as u8, (keep >> 8) as u8);
        let low = _mm512_maskz_compress_epi64(keep_low, low);
        let high = _mm512_maskz_compress_epi64(keep_high, high);
        let infos = _mm512_maskz_compress_epi32(keep, infos);
        // SAFETY: the caller has reserved space.
        unsafe {
            let boards = self.boards.as_mut_ptr().add(self.top);
            _mm512_storeu_si512(boards.cast(), low);
            _mm512_storeu_si512(boards.add(keep_low.count_ones() as usize).cast(), high);
            _mm512_storeu_si512(self.infos.as_mut_ptr().add(self.top).cast(), infos);
            if WALKING {
                let memos = _mm512_maskz_compress_epi32(keep, memos);
                _mm512_storeu_si512(self.memos.as_mut_ptr().add(self.top).cast(), memos);
            }
        }
        self.top += keep.count_ones() as usize;
    }
}
