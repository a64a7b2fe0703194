//! From the cells of all tiles to the index of a pattern's tiles in a table of classes
//! ([`crate::pdb::multi::places`]), and from cells to cells by a slide.
//!
//! ```text
//! cells of the pattern's tiles := cells[tile of slot i]            -- a shuffle of bytes
//! p_i := frame[cell of slot i]                                     -- another
//! d_i := p_i − (number of j < i with p_j < p_i)                    -- seven comparisons
//! rank := d_i in mixed radix                                       -- pairs, pairs of pairs, halves
//! ```
//!
//! *Limit.* 30 vector operations per pattern, of which up to three can run per cycle.

#[cfg(target_arch = "x86_64")]
use loyd_search::arch::cpu::InstructionSet;

/// Largest number of tiles of a pattern here.
const MAX_TILES: usize = 8;

const MAX_VIEWS: usize = 8;

/// Cells, one byte each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(C, align(16))]
pub(crate) struct Cells(pub(crate) [u8; 16]);

/// The tiles of a pattern and the weights of their digits.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Shape {
    tiles: Cells,
    /// Weight of each digit within its pair.
    single: Cells,
    /// Weight of each pair within its half.
    pair: [i16; 4],
    /// Weight of the upper half.
    half: u32,
    slots: usize,
}

impl Shape {
    /// Builds the shape from the tile of each slot, the number of values of its digit, and the
    /// weight of the last digit but one.
    pub(crate) fn new(tiles: &[u16], radices: &[usize], last: usize) -> Self {
        assert!(tiles.len() <= MAX_TILES && tiles.len() == radices.len());
        let mut shape = Self { slots: tiles.len(), ..Self::default() };
        // Digits after those of the pattern have no weight.
        let mut radix = [1; MAX_TILES];
        for (i, &tile) in tiles.iter().enumerate() {
            shape.tiles.0[i] = tile as u8;
            radix[i] = if i + 1 == tiles.len() { last } else { radices[i] };
        }
        for i in 0..tiles.len() {
            shape.single.0[i] = if i % 2 == 0 { radix[i + 1] as u8 } else { 1 };
        }
        for pair in 0..4 {
            shape.pair[pair] =
                if pair % 2 == 0 { (radix[2 * pair + 2] * radix[2 * pair + 3]) as i16 } else { 1 };
        }
        shape.half = radix[4..].iter().product::<usize>() as u32;
        shape
    }
}

/// A query: a view and a class.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Query {
    view: u8,
    /// The view, the axis and the blank's cell, combined.
    frame: u8,
}

impl Query {
    #[inline]
    pub(crate) fn new(view: u8, axis: u8, blank: u8) -> Self {
        Self { view, frame: (view & 7) << 5 | (axis & 1) << 4 | blank & 15 }
    }
}

/// Maps of cells for slides and views, and the kernel for this processor.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    slides: Box<[Cells; 256]>,
    shapes: [Shape; MAX_VIEWS],
    frames: Box<[Cells; 256]>,
    /// The first byte of the line of each frame's class.
    starts: Box<[u32; 256]>,
    #[cfg(target_arch = "x86_64")]
    vectors: bool,
}

impl Lines {
    /// Returns empty maps with the fastest kernel on this processor within the limit of this process.
    pub(crate) fn detect() -> Self {
        Self {
            slides: Box::new([Cells::default(); 256]),
            shapes: Default::default(),
            frames: Box::new([Cells::default(); 256]),
            starts: Box::new([0; 256]),
            #[cfg(target_arch = "x86_64")]
            vectors: InstructionSet::Avx2.is_allowed() && is_x86_feature_detected!("avx2"),
        }
    }

    #[inline]
    pub(crate) fn set_slide(&mut self, blank: usize, to: usize, map: Cells) {
        self.slides[blank << 4 | to] = map;
    }

    #[inline]
    pub(crate) fn set_shape(&mut self, view: usize, shape: Shape) {
        self.shapes[view] = shape;
    }

    /// Sets the positions of cells in a view's frame of a class, and the start of its line.
    #[inline]
    pub(crate) fn set_frame(
        &mut self,
        view: usize,
        axis: usize,
        blank: usize,
        frame: Cells,
        line: usize,
    ) {
        assert!(frame.0.iter().all(|&position| position < 16));
        let at = view << 5 | axis << 4 | blank;
        self.frames[at] = frame;
        self.starts[at] = u32::try_from(line).expect("tables of less than 4 GiB");
    }

    /// The byte at which the line of a class begins.
    #[inline]
    pub(crate) fn line(&self, query: Query) -> u32 {
        self.starts[usize::from(query.frame)]
    }

    /// The cells of all tiles after a slide.
    #[inline]
    pub(crate) fn slide(&self, blank: usize, to: usize, cells: &Cells) -> Cells {
        let map = &self.slides[(blank & 15) << 4 | to & 15];
        Cells(cells.0.map(|cell| map.0[usize::from(cell & 15)]))
    }

    /// Computes the ranks of patterns, given the cells of all tiles and the view of each query.
    ///
    /// # Panics
    /// If the slices differ in length.
    #[inline]
    pub(crate) fn ranks(&self, cells: &[Cells], queries: &[Query], ranks: &mut [u32]) {
        assert!(cells.len() == queries.len() && cells.len() == ranks.len());
        #[cfg(target_arch = "x86_64")]
        if self.vectors {
            // SAFETY: `vectors` is true only where the processor has AVX2; lengths were checked.
            unsafe { avx2::ranks(self, cells, queries, ranks) };
            return;
        }
        for ((cells, &query), rank) in cells.iter().zip(queries).zip(ranks) {
            *rank = self.portable(cells, query);
        }
    }

    fn portable(&self, cells: &Cells, query: Query) -> u32 {
        let shape = &self.shapes[usize::from(query.view & 7)];
        let frame = &self.frames[usize::from(query.frame)];
        let mut positions = [0u8; MAX_TILES];
        let mut pairs = [0u32; 4];
        for slot in 0..shape.slots {
            let cell = cells.0[usize::from(shape.tiles.0[slot] & 15)];
            positions[slot] = frame.0[usize::from(cell & 15)];
            let below = positions[..slot].iter().filter(|&&p| p < positions[slot]).count() as u32;
            pairs[slot / 2] +=
                u32::from(shape.single.0[slot]) * (u32::from(positions[slot]) - below);
        }
        let half = |i: usize| pairs[i] * shape.pair[i] as u32 + pairs[i + 1];
        half(0) * shape.half + half(2)
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use super::{Cells, Lines, Query};
    use std::arch::x86_64::{
        __m128i, _mm_add_epi8, _mm_alignr_epi8, _mm_cmpgt_epi8, _mm_cvtsi128_si64, _mm_load_si128,
        _mm_loadl_epi64, _mm_madd_epi16, _mm_maddubs_epi16, _mm_set1_epi8, _mm_shuffle_epi8,
    };

    #[inline]
    #[target_feature(enable = "avx2")]
    fn load(cells: &Cells) -> __m128i {
        // SAFETY: `Cells` is 16 bytes and aligned to 16.
        unsafe { _mm_load_si128(std::ptr::from_ref(cells).cast()) }
    }

    /// The caller must check that the processor has AVX2 and that the slices have equal length.
    #[target_feature(enable = "avx2")]
    pub(super) unsafe fn ranks(
        lines: &Lines,
        cells: &[Cells],
        queries: &[Query],
        ranks: &mut [u32],
    ) {
        let above = _mm_set1_epi8(0x7f);
        for ((cells, query), rank) in cells.iter().zip(queries).zip(ranks) {
            let shape = &lines.shapes[usize::from(query.view & 7)];
            let mine = _mm_shuffle_epi8(load(cells), load(&shape.tiles));
            let p = _mm_shuffle_epi8(load(&lines.frames[usize::from(query.frame)]), mine);
            let mut digits = p;
            macro_rules! compare {
                ($($by:literal)*) => {$(
                    // Slot i is compared with slot i − by; the first slots with values above all
                    // positions.
                    let other = _mm_alignr_epi8::<{ 16 - $by }>(p, above);
                    digits = _mm_add_epi8(digits, _mm_cmpgt_epi8(p, other));
                )*};
            }
            compare!(1 2 3 4 5 6 7);
            // SAFETY: eight bytes are loaded from an array of four 16-bit numbers.
            let pair = unsafe { _mm_loadl_epi64(shape.pair.as_ptr().cast()) };
            let pairs = _mm_maddubs_epi16(digits, load(&shape.single));
            let halves = _mm_cvtsi128_si64(_mm_madd_epi16(pairs, pair)) as u64;
            *rank = (halves as u32).wrapping_mul(shape.half).wrapping_add((halves >> 32) as u32);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdb::multi::{Axis, Places};
    use crate::{Size, random_position};

    /// Both kernels compared with the definition.
    #[test]
    fn ranks_are_those_of_places() {
        for (w, h, tiles) in [
            (4, 4, &[1, 2, 5, 6, 9, 10, 3, 15][..]),
            (4, 4, &[3, 1, 7, 8, 12, 11, 15]),
            (4, 4, &[7, 3]),
            (3, 5, &[1, 14, 2, 9, 8, 4]),
            (3, 3, &[8]),
            (8, 2, &[1, 2, 3, 4, 5, 6, 7, 8]),
        ] {
            let size = Size::new(w, h).expect("a size");
            let places = Places::new(size, tiles.len()).expect("small");
            let radices: Vec<usize> = (0..tiles.len()).map(|i| places.radix(i)).collect();
            let mut lines = Lines::detect();
            lines.set_shape(3, Shape::new(tiles, &radices, 8 * places.lane_bytes()));
            for axis in Axis::ALL {
                for blank in 0..size.cells() {
                    let mut frame = Cells::default();
                    for cell in 0..size.cells() {
                        frame.0[cell] = axis.position(size, blank, cell) as u8;
                    }
                    lines.set_frame(3, axis as usize, blank, frame, 0);
                }
            }
            for seed in 0..if cfg!(miri) { 2 } else { 500 } {
                let position = random_position(size, seed);
                let mut cells = Cells::default();
                for (cell, &tile) in position.tiles().iter().enumerate() {
                    cells.0[usize::from(tile)] = cell as u8;
                }
                for axis in Axis::ALL {
                    let at = |&tile: &u16| {
                        let cell = usize::from(cells.0[usize::from(tile)]);
                        axis.position(size, position.blank(), cell) as u8
                    };
                    let expected = places.rank(&tiles.iter().map(at).collect::<Vec<_>>()) as u32;
                    let query = Query::new(3, axis as u8, position.blank() as u8);
                    assert_eq!(lines.portable(&cells, query), expected);
                    let mut ranks = [0];
                    lines.ranks(&[cells], &[query], &mut ranks);
                    assert_eq!(ranks[0], expected, "{size} {tiles:?}");
                }
            }
        }
    }
}
