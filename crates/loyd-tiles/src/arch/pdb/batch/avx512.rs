//! The steps of a batch for AVX-512, eight children at a time.
//!
//! ```text
//! fill     a vector of eight nodes: rows of the automaton and cells next to the blank are
//!          gathered; for each direction the children are assembled and stored compressed
//! locate   gathered: seat, pattern, change of the move, rank of two halves of the occupied
//!          cells, record; in between the order's rank by `index`; a prefetch for each
//! judge    the bits are gathered by address; the children that fit are stored compressed
//! ```
//!
//! *Limit.* Eight children take some 56 gathered loads and 140 vector operations in `locate` and 8
//! and 35 in `judge`: about 20 cycles per lookup, not counting the wait for memory.
//!
//! Vectors are listed one by one: closures in `array::map` are functions without the processor's
//! features, and calls of them took 40 % of the time of a build without optimisation across code units.

use super::gather::{address_of, gather};
use super::{Batch, CHILDREN, FIRST, Lane, MAX_LANES, NODES, Node, SLACK, Tables};
use crate::arch::pdb::index::{Vectors, prefetch_address};
use std::arch::x86_64::{
    __m256i, __m512i, __mmask8, _mm_cvtsi32_si128, _mm512_add_epi64, _mm512_and_si512,
    _mm512_cmpge_epu64_mask, _mm512_cmplt_epu64_mask, _mm512_cmpneq_epi64_mask,
    _mm512_cvtepu32_epi64, _mm512_i64gather_epi32, _mm512_i64gather_epi64, _mm512_loadu_si512,
    _mm512_mask_mov_epi64, _mm512_maskz_compress_epi64, _mm512_min_epu64, _mm512_mul_epu32,
    _mm512_or_si512, _mm512_permutex2var_epi16, _mm512_permutex2var_epi32,
    _mm512_permutex2var_epi64, _mm512_popcnt_epi64, _mm512_set1_epi64, _mm512_setr_epi64,
    _mm512_setzero_si512, _mm512_sll_epi64, _mm512_slli_epi64, _mm512_sllv_epi64, _mm512_srl_epi64,
    _mm512_srli_epi64, _mm512_srlv_epi64, _mm512_storeu_si512, _mm512_sub_epi64, _mm512_xor_si512,
};
use std::mem::offset_of;

/// True if the processor has the features that the steps need.
pub(super) fn is_available() -> bool {
    Vectors::is_available() && is_x86_feature_detected!("avx512vpopcntdq")
}

/// The sizes and addresses of the lanes, as the steps load them: for each kind a word for each lane. They
/// are computed once, since a vector loaded soon after its words were stored waits for the stores.
#[derive(Clone, Debug, Default)]
pub(super) struct LaneWords {
    bytes: [u64; MAX_LANES],
    stride: [u64; MAX_LANES],
    records: [u64; MAX_LANES],
    /// Number of the last record.
    last: [u64; MAX_LANES],
    /// Number of words of bits.
    length: [u64; MAX_LANES],
}

impl LaneWords {
    /// Exposes the provenance of the lanes' tables, which must stay borrowed while these words are used.
    pub(super) fn new(lanes: &[Lane<'_>]) -> Self {
        let mut words = Self::default();
        for (number, lane) in lanes.iter().enumerate() {
            words.bytes[number] = address_of(lane.bytes);
            words.stride[number] = u64::from(lane.stride);
            words.records[number] = address_of(lane.records);
            words.last[number] = lane.records.len() as u64 - 1;
            words.length[number] = lane.bytes.len() as u64 / 8;
        }
        words
    }
}

/// A word for each lane, in two registers.
#[derive(Clone, Copy)]
struct PerLane([__m512i; 2]);

impl PerLane {
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn new(words: &[u64; MAX_LANES]) -> Self {
        // SAFETY: each load takes half of the sixteen words.
        unsafe {
            let [low, high] = [words.as_ptr(), words.as_ptr().add(8)];
            Self([_mm512_loadu_si512(low.cast()), _mm512_loadu_si512(high.cast())])
        }
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    fn of(self, lanes: __m512i) -> __m512i {
        _mm512_permutex2var_epi64(self.0[0], lanes, self.0[1])
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn field<const SHIFT: u32>(words: __m512i, mask: i64) -> __m512i {
    _mm512_and_si512(_mm512_srli_epi64::<SHIFT>(words), _mm512_set1_epi64(mask))
}

/// The mask of the first `count` of eight lanes.
#[inline]
fn first(count: usize) -> __mmask8 {
    ((1u32 << count.min(8)) - 1) as __mmask8
}

pub(super) use super::avx2::places;

/// See [`super::portable::fill`].
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,popcnt")]
pub(super) fn fill<const C: usize, const L: usize>(tables: &Tables<'_>, batch: &mut Batch<C, L>) {
    let nodes: *const u8 = batch.nodes.as_ptr().cast();
    let size = size_of::<Node<C, L>>();
    let mut length = 0;
    // SAFETY: there are 32 targets, of four bytes each.
    let targets = unsafe {
        let [low, high] = [tables.targets.as_ptr(), tables.targets.as_ptr().add(16)];
        [_mm512_loadu_si512(low.cast()), _mm512_loadu_si512(high.cast())]
    };
    for from in (0..batch.count).step_by(8) {
        let numbers = _mm512_add_epi64(
            _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7),
            _mm512_set1_epi64(from as i64),
        );
        let places = _mm512_mul_epu32(numbers, _mm512_set1_epi64(size as i64));
        // SAFETY: `from + 8` is at most NODES, the number of nodes; both fields are 8 bytes.
        let (margins, meta) = unsafe {
            let margins = nodes.add(offset_of!(Node<C, L>, margins));
            let meta = nodes.add(offset_of!(Node<C, L>, meta));
            (
                _mm512_i64gather_epi64::<1>(places, margins.cast()),
                _mm512_i64gather_epi64::<1>(places, meta.cast()),
            )
        };
        let state = field::<32>(meta, 0xffff);
        let blank = field::<48>(meta, 31);
        // SAFETY: there are rows for all 16-bit numbers.
        let rows = unsafe { _mm512_i64gather_epi64::<8>(state, tables.rows.as_ptr().cast()) };
        let targets =
            field::<0>(_mm512_permutex2var_epi32(targets[0], blank, targets[1]), 0xffff_ffff);
        let byte = _mm512_set1_epi64(0xff);
        let mut min_slack = field::<SLACK>(margins, 0xff);
        let mut view = _mm512_setzero_si512();
        for other in 1..tables.views {
            let shift = _mm_cvtsi32_si128((SLACK + 8 * other as u32) as i32);
            let slack = _mm512_and_si512(_mm512_srl_epi64(margins, shift), byte);
            let less = _mm512_cmplt_epu64_mask(slack, min_slack);
            min_slack = _mm512_min_epu64(slack, min_slack);
            view = _mm512_mask_mov_epi64(view, less, _mm512_set1_epi64(other as i64));
        }
        let common = _mm512_or_si512(
            _mm512_or_si512(_mm512_slli_epi64::<16>(numbers), _mm512_slli_epi64::<40>(view)),
            _mm512_slli_epi64::<56>(blank),
        );
        let meant = first(batch.count - from);
        macro_rules! children {
            ($($direction:literal)*) => {$(
                let state = field::<{ 16 * $direction }>(rows, 0xffff);
                let allowed = _mm512_cmpneq_epi64_mask(state, _mm512_setzero_si512()) & meant;
                let to = field::<{ 8 * $direction }>(targets, (C - 1) as i64);
                // SAFETY: `to` is a cell; the three bytes after the last belong to the node.
                let tile: __m256i = unsafe {
                    let cells = nodes.add(offset_of!(Node<C, L>, cells));
                    _mm512_i64gather_epi32::<1>(_mm512_add_epi64(places, to), cells.cast())
                };
                let tile = _mm512_and_si512(_mm512_cvtepu32_epi64(tile), byte);
                let word = _mm512_or_si512(
                    _mm512_or_si512(common, state),
                    _mm512_or_si512(
                        _mm512_slli_epi64::<32>(tile),
                        _mm512_set1_epi64($direction << 24),
                    ),
                );
                // SAFETY: at most 4 * NODES children, and space for one more vector.
                unsafe {
                    let to = batch.children.as_mut_ptr().add(length);
                    _mm512_storeu_si512(to.cast(), _mm512_maskz_compress_epi64(allowed, word));
                    let to = batch.margins.as_mut_ptr().add(length);
                    _mm512_storeu_si512(to.cast(), _mm512_maskz_compress_epi64(allowed, margins));
                }
                length += allowed.count_ones() as usize;
            )*};
        }
        children!(0 1 2 3);
    }
    batch.length = length;
}

/// See [`super::portable::locate`].
#[inline]
#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vnni,avx512vpopcntdq,avx512dq"
)]
pub(super) fn locate<const C: usize, const L: usize>(tables: &Tables<'_>, batch: &mut Batch<C, L>) {
    let nodes: *const u8 = batch.nodes.as_ptr().cast();
    let size = _mm512_set1_epi64(size_of::<Node<C, L>>() as i64);
    let vectors = Vectors::new(tables.weights);
    let words = &tables.lane_words;
    let (bytes, stride) = (PerLane::new(&words.bytes), PerLane::new(&words.stride));
    let (records, last) = (PerLane::new(&words.records), PerLane::new(&words.last));
    // The seats of two views fit in two registers.
    // SAFETY: there are 128 seats, of two bytes each.
    let seats = unsafe {
        let [low, high] = [tables.seats.as_ptr(), tables.seats.as_ptr().add(32)];
        [_mm512_loadu_si512(low.cast()), _mm512_loadu_si512(high.cast())]
    };
    let half = _mm_cvtsi32_si128(tables.halves.0 as i32);
    let upper = _mm_cvtsi32_si128(tables.halves.1 as i32);
    let half_mask = _mm512_set1_epi64((1 << tables.halves.0) - 1);
    let upper_mask = _mm512_set1_epi64((1 << tables.halves.1) - 1);
    for at in (0..batch.length).step_by(8) {
        // SAFETY: `at + 8` is at most CHILDREN.
        let child = unsafe { _mm512_loadu_si512(batch.children.as_ptr().add(at).cast()) };
        let view_tile =
            _mm512_or_si512(_mm512_slli_epi64::<5>(field::<40>(child, 3)), field::<32>(child, 31));
        let seat = if tables.views <= 2 {
            let seat = _mm512_permutex2var_epi16(seats[0], view_tile, seats[1]);
            field::<0>(seat, 0xffff)
        } else {
            // SAFETY: 128 seats, two bytes each, and four bytes after them.
            let seat: __m256i =
                unsafe { _mm512_i64gather_epi32::<2>(view_tile, tables.seats.as_ptr().cast()) };
            _mm512_cvtepu32_epi64(seat)
        };
        let lane = field::<0>(seat, MAX_LANES as i64 - 1);
        let shift = field::<8>(seat, 63);
        let place = _mm512_add_epi64(
            _mm512_mul_epu32(field::<16>(child, NODES as i64 - 1), size),
            _mm512_slli_epi64::<3>(lane),
        );
        // SAFETY: the parent is one of NODES, the lane one of those that nodes have.
        let pattern = unsafe {
            let lanes = nodes.add(offset_of!(Node<C, L>, lanes));
            _mm512_i64gather_epi64::<1>(place, lanes.cast())
        };
        let from = _mm512_or_si512(
            _mm512_slli_epi64::<7>(lane),
            _mm512_or_si512(_mm512_slli_epi64::<2>(field::<56>(child, 31)), field::<24>(child, 3)),
        );
        // SAFETY: 128 changes for each lane, two bytes each, and four bytes after them.
        let change: __m256i =
            unsafe { _mm512_i64gather_epi32::<2>(from, tables.moves.as_ptr().cast()) };
        let change = _mm512_cvtepu32_epi64(change);
        let cells = _mm512_xor_si512(pattern, _mm512_sllv_epi64(field::<0>(change, 0xff), shift));
        let (occupied, rank) = vectors.index(cells, lane);

        let below = _mm512_and_si512(occupied, half_mask);
        let above = _mm512_add_epi64(
            _mm512_sll_epi64(_mm512_popcnt_epi64(below), upper),
            _mm512_and_si512(_mm512_srl_epi64(occupied, half), upper_mask),
        );
        // SAFETY: `low` has an entry for every lower half, `high` one for every upper half and
        // every number of cells of a lower half.
        let (low, high): (__m256i, __m256i) = unsafe {
            (
                _mm512_i64gather_epi32::<4>(below, tables.low.as_ptr().cast()),
                _mm512_i64gather_epi32::<4>(above, tables.high.as_ptr().cast()),
            )
        };
        let set = _mm512_add_epi64(_mm512_cvtepu32_epi64(low), _mm512_cvtepu32_epi64(high));
        let set = _mm512_min_epu64(set, last.of(lane));
        let record = _mm512_add_epi64(records.of(lane), _mm512_slli_epi64::<4>(set));
        let blank = field::<8>(change, 31);
        let late = field::<4>(blank, 1);
        let other = _mm512_slli_epi64::<3>(_mm512_sub_epi64(_mm512_set1_epi64(1), late));
        // SAFETY: the record is one of the lane's, cut to the last, and of two words; their
        // addresses come from `address_of`, and `tables` borrows them.
        let (node, labels) =
            unsafe { (gather(u8::MAX, record), gather(u8::MAX, _mm512_add_epi64(record, other))) };
        let nibble = _mm512_add_epi64(
            _mm512_slli_epi64::<2>(field::<0>(blank, 15)),
            _mm512_mul_epu32(late, _mm512_set1_epi64(i64::from(FIRST))),
        );
        let label = _mm512_and_si512(_mm512_srlv_epi64(labels, nibble), _mm512_set1_epi64(15));
        let node = _mm512_add_epi64(field::<0>(node, (1 << FIRST) - 1), label);
        let bit = _mm512_add_epi64(_mm512_mul_epu32(node, stride.of(lane)), rank);
        let rest = _mm512_and_si512(child, _mm512_set1_epi64(!(0xff << 48)));
        let mut addresses = [0u64; 8];
        // SAFETY: `at + 8` is at most CHILDREN; the array has eight words.
        unsafe {
            _mm512_storeu_si512(batch.bits.as_mut_ptr().add(at).cast(), bit);
            _mm512_storeu_si512(
                batch.children.as_mut_ptr().add(at).cast(),
                _mm512_or_si512(rest, _mm512_slli_epi64::<48>(lane)),
            );
            let address = _mm512_add_epi64(bytes.of(lane), _mm512_srli_epi64::<3>(bit));
            _mm512_storeu_si512(addresses.as_mut_ptr().cast(), address);
        }
        for &address in &addresses[..(batch.length - at).min(8)] {
            prefetch_address(address);
        }
    }
}

/// See [`super::portable::judge`].
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,popcnt")]
pub(super) fn judge<const C: usize, const L: usize>(tables: &Tables<'_>, batch: &mut Batch<C, L>) {
    let words = &tables.lane_words;
    let (bytes, lengths) = (PerLane::new(&words.bytes), PerLane::new(&words.length));
    let one = _mm512_set1_epi64(1);
    let mut length = 0;
    for at in (0..batch.length).step_by(8) {
        let meant = first(batch.length - at);
        // SAFETY: `at + 8` is at most CHILDREN.
        let (child, margins, bit) = unsafe {
            (
                _mm512_loadu_si512(batch.children.as_ptr().add(at).cast()),
                _mm512_loadu_si512(batch.margins.as_ptr().add(at).cast()),
                _mm512_loadu_si512(batch.bits.as_ptr().add(at).cast()),
            )
        };
        let lane = field::<48>(child, MAX_LANES as i64 - 1);
        let view = field::<40>(child, 3);
        let word = _mm512_srli_epi64::<6>(bit);
        let live = meant & _mm512_cmplt_epu64_mask(word, lengths.of(lane));
        let address = _mm512_add_epi64(bytes.of(lane), _mm512_slli_epi64::<3>(word));
        // SAFETY: only words within the lane's table are read, whose address comes from
        // `address_of`, and which `tables` borrows.
        let bits = unsafe { gather(live, address) };
        let bit = _mm512_srlv_epi64(bits, field::<0>(bit, 63));
        let to_residue = _mm512_slli_epi64::<1>(lane);
        let residue =
            _mm512_and_si512(_mm512_srlv_epi64(margins, to_residue), _mm512_set1_epi64(3));
        let gray = _mm512_xor_si512(residue, _mm512_srli_epi64::<1>(residue));
        let rises = _mm512_and_si512(_mm512_xor_si512(_mm512_xor_si512(bit, gray), one), one);
        let changed =
            _mm512_sub_epi64(_mm512_add_epi64(residue, _mm512_slli_epi64::<1>(rises)), one);
        let difference = _mm512_and_si512(_mm512_xor_si512(residue, changed), _mm512_set1_epi64(3));
        let to_slack =
            _mm512_add_epi64(_mm512_set1_epi64(i64::from(SLACK)), _mm512_slli_epi64::<3>(view));
        let slack = _mm512_and_si512(_mm512_srlv_epi64(margins, to_slack), _mm512_set1_epi64(0xff));
        let fits = _mm512_cmpge_epu64_mask(slack, rises) & meant;
        let margins = _mm512_sub_epi64(
            _mm512_xor_si512(margins, _mm512_sllv_epi64(difference, to_residue)),
            _mm512_sllv_epi64(rises, to_slack),
        );
        let next = _mm512_add_epi64(view, one);
        let around = _mm512_cmplt_epu64_mask(next, _mm512_set1_epi64(tables.views as i64));
        let next = _mm512_mask_mov_epi64(_mm512_setzero_si512(), around, next);
        let child = _mm512_or_si512(
            _mm512_and_si512(child, _mm512_set1_epi64(!(0xff << 40))),
            _mm512_slli_epi64::<40>(next),
        );
        // SAFETY: `length` is at most `at`, and `at + 8` at most CHILDREN.
        unsafe {
            let to = batch.children.as_mut_ptr().add(length);
            _mm512_storeu_si512(to.cast(), _mm512_maskz_compress_epi64(fits, child));
            let to = batch.margins.as_mut_ptr().add(length);
            _mm512_storeu_si512(to.cast(), _mm512_maskz_compress_epi64(fits, margins));
        }
        length += fits.count_ones() as usize;
    }
    batch.length = length;
}

const _: () = assert!(CHILDREN >= 4 * NODES + 8);
