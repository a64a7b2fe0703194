//! Exchanges of neighbouring digits inside a block, and the tables that their kernels read.

#[cfg(target_arch = "x86_64")]
use loyd_search::arch::line::Line;

/// The exchange of the digits `d_0` and `d_1`: bits within groups of lanes.
#[derive(Clone, Debug)]
pub struct BitSwap {
    pub(super) group_lanes: usize,
    pub(super) groups: usize,
    /// Bits 0..=b, for lane b.
    pub(super) up_to: [u16; 16],
    /// Bits b+1..radix, for lane b.
    pub(super) above: [u16; 16],
    #[cfg(target_arch = "x86_64")]
    pub(super) tables: BitTables,
}

impl BitSwap {
    /// Builds the exchange for `d_0` of the given radix (2 to 16) and `groups` groups of radix − 1
    /// lanes.
    ///
    /// # Panics
    /// If the radix is out of range.
    #[must_use]
    pub fn new(radix: usize, groups: usize) -> Self {
        assert!((2..=16).contains(&radix), "d_0 must have 2 to 16 values, not {radix}");
        let all = ((1u32 << radix) - 1) as u16;
        let up_to = core::array::from_fn(|b| ((2u32 << b) - 1) as u16 & all);
        let above = up_to.map(|bits| all & !bits);
        BitSwap {
            group_lanes: radix - 1,
            groups,
            up_to,
            above,
            #[cfg(target_arch = "x86_64")]
            tables: BitTables::new(radix - 1, &up_to, &above),
        }
    }

    #[inline]
    pub(super) fn lanes(&self) -> usize {
        self.group_lanes * self.groups
    }
}

/// The exchange of the digits `d_1` and `d_2`: lanes within groups.
#[derive(Clone, Debug)]
pub struct LaneSwap {
    pub(super) groups: usize,
    pub(super) source_of: Vec<u8>,
    #[cfg(target_arch = "x86_64")]
    pub(super) tables: LaneTables,
}

impl LaneSwap {
    /// Builds the exchange in which lane i of each group comes from lane `source_of[i]`.
    ///
    /// # Panics
    /// If a group has more than 192 lanes or a source lies outside it.
    #[must_use]
    pub fn new(source_of: Vec<u8>, groups: usize) -> Self {
        let lanes = source_of.len();
        assert!((1..=192).contains(&lanes), "a group has 1 to 192 lanes, not {lanes}");
        assert!(source_of.iter().all(|&s| usize::from(s) < lanes), "a source outside its group");
        LaneSwap {
            groups,
            #[cfg(target_arch = "x86_64")]
            tables: LaneTables::new(&source_of),
            source_of,
        }
    }

    #[inline]
    pub(super) fn lanes(&self) -> usize {
        self.source_of.len() * self.groups
    }
}

/// Byte shuffles and masks for the exchange with AVX-512; two groups of lanes per register.
///
/// A 16 x 16 matrix is four 8 x 8 matrices, one per 64-bit word: word 2·J + I holds byte I of
/// rows 8·J+7 … 8·J, in this order, because GF2P8AFFINEQB counts rows backwards. Multiplying
/// the identity by such a word transposes it.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Debug)]
pub(super) struct BitTables {
    /// Lane j−1 to row j and lane j to row j, before the transposition.
    pub(super) spread: [(Line, Line); 2],
    /// Rows b+1 and b to lane b, after it.
    pub(super) collect: [(Line, Line); 2],
}

#[cfg(target_arch = "x86_64")]
impl BitTables {
    fn new(group_lanes: usize, up_to: &[u16; 16], above: &[u16; 16]) -> Self {
        let mut spread = [([0u8; 64], [0u8; 64]); 2];
        let mut collect = spread;
        let byte = |lane: u16, i: usize| lane.to_le_bytes()[i];
        let address =
            |group: usize, lane: usize, i: usize| (2 * (group * group_lanes + lane) + i) as u8;
        for at in 0..64 {
            let (group, word, p) = (at / 32, at / 8 % 4, at % 8);
            let (row, i) = (8 * (word / 2) + 7 - p, word % 2);
            if row >= 1 && row <= group_lanes {
                spread[0].0[at] = address(group, row - 1, i);
                spread[0].1[at] = byte(up_to[row - 1], i);
            }
            if row < group_lanes {
                spread[1].0[at] = address(group, row, i);
                spread[1].1[at] = byte(above[row], i);
            }
        }
        let cell = |group: usize, row: usize, i: usize| {
            (32 * group + 8 * (2 * i + row / 8) + row % 8) as u8
        };
        for group in 0..2 {
            for lane in 0..group_lanes {
                for i in 0..2 {
                    let at = usize::from(address(group, lane, i));
                    collect[0].0[at] = cell(group, lane + 1, i);
                    collect[0].1[at] = byte(up_to[lane], i);
                    collect[1].0[at] = cell(group, lane, i);
                    collect[1].1[at] = byte(above[lane], i);
                }
            }
        }
        let line = |bytes: [u8; 64]| {
            Line(core::array::from_fn(|i| u16::from_le_bytes([bytes[2 * i], bytes[2 * i + 1]])))
        };
        let lines = |t: [([u8; 64], [u8; 64]); 2]| t.map(|(index, mask)| (line(index), line(mask)));
        BitTables { spread: lines(spread), collect: lines(collect) }
    }
}

/// Lane indices and masks for the exchange with AVX-512: output register v takes the lanes
/// `index[v]` from source register s where `mask[v][s]` is set.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Debug)]
pub(super) struct LaneTables {
    pub(super) index: Vec<Line>,
    pub(super) mask: Vec<[u32; 6]>,
}

#[cfg(target_arch = "x86_64")]
impl LaneTables {
    fn new(source_of: &[u8]) -> Self {
        let registers = source_of.len().div_ceil(32);
        let mut index = vec![Line::ZERO; registers];
        let mut mask = vec![[0u32; 6]; registers];
        for (lane, &source) in source_of.iter().enumerate() {
            index[lane / 32].0[lane % 32] = u16::from(source % 32);
            mask[lane / 32][usize::from(source / 32)] |= 1 << (lane % 32);
        }
        LaneTables { index, mask }
    }
}
