//! Batched kernels for particular processors, and their portable reference implementation.
//!
//! All `unsafe` code of these searches is in this folder. Each kernel is one function over the same
//! data: it takes boards from a [`Stack`] until the stack is empty, the goal is found or its steps
//! are used up. [`Engine`] is the proof that the processor has the features that a kernel needs.

// Without a kernel for the processor the searches process one board at a time.
#![cfg_attr(
    not(any(target_arch = "x86_64", target_arch = "aarch64", target_feature = "simd128")),
    allow(dead_code)
)]

/// Expands a macro for the width of a board, a constant of the function.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64", target_feature = "simd128"))]
macro_rules! by_width {
    ($width:ident, $all:ident) => {
        by_width!($width, $all: 2 3 4 5 6 7 8)
    };
    ($width:ident, $all:ident: $($w:literal)*) => {
        match $width {
            $($w => {
                $all!($w);
            })*
            _ => unreachable!("boards of up to 16 cells are at most 8 wide"),
        }
    };
}

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(test)]
mod portable;
#[cfg(any(target_arch = "aarch64", target_feature = "simd128"))]
mod simd128;

/// Number of boards that a step takes from the stack.
pub(crate) const GROUP: usize = 32;

/// Fields of an info word: cell of the blank (4 bits), slack (12 bits),
/// automaton state (16 bits).
pub(crate) const SLACK_SHIFT: u32 = 4;
/// See [`SLACK_SHIFT`].
pub(crate) const STATE_SHIFT: u32 = 16;
pub(crate) const MAX_SLACK: u32 = (1 << (STATE_SHIFT - SLACK_SHIFT)) - 1;

/// A stack of boards in three parallel arrays.
///
/// Boards are *relative*: rotated so that the blank is nibble 0 and the cell `k` places after it is
/// nibble `k` modulo 16. All moves are then the same constant shifts for every cell.
///
/// Below the bottom there are [`GROUP`] entries in the dead automaton state, so that a step may
/// always load a full vector.
#[derive(Clone, Debug)]
pub(crate) struct Stack {
    boards: Vec<u64>,
    infos: Vec<u32>,
    /// States of the Walking Distance automata: rows low, columns high.
    memos: Vec<u32>,
    /// One past the top; at least [`GROUP`].
    top: usize,
}

impl Default for Stack {
    fn default() -> Self {
        let size = 1 << 12;
        Self { boards: vec![0; size], infos: vec![0; size], memos: vec![0; size], top: GROUP }
    }
}

impl Stack {
    #[must_use]
    pub(crate) fn len(&self) -> usize {
        self.top - GROUP
    }

    /// True if there are no boards.
    #[must_use]
    pub(crate) fn is_empty(&self) -> bool {
        self.top == GROUP
    }

    /// Removes all boards.
    pub(crate) fn clear(&mut self) {
        self.top = GROUP;
    }

    /// Pushes a board.
    ///
    /// # Panics
    /// If `info` or `memo` names a state that is not in `tables`.
    pub(crate) fn push(&mut self, tables: &Tables, board: u64, info: u32, memo: u32) {
        let entries = |state: u32, shift: u32| (state as usize + 1) << (shift + 1);
        assert!(
            ((info >> STATE_SHIFT) as usize) < tables.automaton.len(),
            "a node of another automaton"
        );
        assert!(
            tables.rows.is_empty()
                || entries(memo & 0xffff, tables.row_shift) < tables.rows.len()
                    && entries(memo >> 16, tables.column_shift) < tables.columns.len(),
            "a node of another heuristic"
        );
        self.reserve();
        self.boards[self.top] = board;
        self.infos[self.top] = info;
        self.memos[self.top] = memo;
        self.top += 1;
    }

    /// Reserves space for everything that one step may push, and for the last vector stored to
    /// overhang.
    #[inline]
    fn reserve(&mut self) {
        if self.boards.len() < self.top + 5 * GROUP {
            self.grow();
        }
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        let size = 2 * self.boards.len();
        self.boards.resize(size, 0);
        self.infos.resize(size, 0);
        self.memos.resize(size, 0);
    }
}

/// The data that a kernel reads. Every state that an entry names has entries itself; the vector
/// kernels do not check.
#[derive(Clone, Debug)]
pub(crate) struct Tables {
    /// The goal as a relative board.
    pub(crate) goal: u64,
    pub(crate) goal_blank: u32,
    /// Automaton: next state by state and direction, 0 = forbidden.
    pub(crate) automaton: Vec<[u16; 4]>,
    /// Manhattan: signed goal line of `tile` at `16 * direction + tile`.
    /// Walking Distance: goal line, plus `1 << shift` for down and right.
    pub(crate) lines: [u8; 64],
    /// Manhattan: a move raises if its signed line is less than byte `direction`
    /// of the entry of the blank's cell.
    pub(crate) thresholds: [u32; 16],
    /// Walking Distance by rows: `next << 1 | raises` at
    /// `state << (shift + 1) | line`. One entry longer than that.
    pub(crate) rows: Vec<u16>,
    /// The same by columns.
    pub(crate) columns: Vec<u16>,
    /// log2 of the number of entries per state and direction, for rows.
    pub(crate) row_shift: u32,
    /// The same for columns.
    pub(crate) column_shift: u32,
}

/// The reason why a kernel returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// The stack is empty.
    Empty,
    /// The goal was reached.
    Goal,
    /// The steps are used up.
    Steps,
}

/// Numbers of nodes counted by a kernel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    /// Boards taken from the stack, except the goal.
    pub expanded: u64,
    /// Children that the automaton allows.
    pub generated: u64,
}

/// A kernel that runs on this processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Engine(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// The reference for tests of the others. It is slower than one board at a time, so searches do
    /// not use it.
    #[cfg(test)]
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(any(target_arch = "aarch64", target_feature = "simd128"))]
    Simd128,
}

impl Engine {
    /// The fastest vector kernel on this processor within the limit of this process, if it has one:
    /// that for AVX-512 with VBMI (Intel since Ice Lake, AMD since Zen 4) or that for AVX2.
    #[must_use]
    pub(crate) fn vectors() -> Option<Self> {
        #[cfg(target_arch = "x86_64")]
        {
            if avx512::is_available() {
                return Some(Self(Kind::Avx512));
            }
            if avx2::is_available() {
                return Some(Self(Kind::Avx2));
            }
        }
        #[cfg(any(target_arch = "aarch64", target_feature = "simd128"))]
        if simd128::is_available() {
            return Some(Self(Kind::Simd128));
        }
        None
    }

    /// All kernels that run on this processor, slowest first.
    #[cfg(test)]
    pub(crate) fn available() -> Vec<Self> {
        #[allow(unused_mut)]
        let mut kinds = vec![Self(Kind::Portable)];
        #[cfg(target_arch = "x86_64")]
        {
            if avx2::is_available() {
                kinds.push(Self(Kind::Avx2));
            }
            if avx512::is_available() {
                kinds.push(Self(Kind::Avx512));
            }
        }
        #[cfg(any(target_arch = "aarch64", target_feature = "simd128"))]
        if simd128::is_available() {
            kinds.push(Self(Kind::Simd128));
        }
        kinds
    }

    #[cfg(test)]
    pub(crate) const fn name(self) -> &'static str {
        match self.0 {
            #[cfg(test)]
            Kind::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 => "avx512",
            #[cfg(any(target_arch = "aarch64", target_feature = "simd128"))]
            Kind::Simd128 => "simd128",
        }
    }

    /// Takes boards from `stack`, [`GROUP`] per step, and pushes their children. `WALKING` selects
    /// Walking Distance instead of Manhattan distance.
    #[cfg_attr(
        not(any(target_arch = "x86_64", target_arch = "aarch64", target_feature = "simd128")),
        allow(unused_variables, clippy::unused_self)
    )]
    pub(crate) fn run<const W: usize, const WALKING: bool>(
        self,
        tables: &Tables,
        stack: &mut Stack,
        steps: u32,
        counts: &mut Counts,
    ) -> Exit {
        match self.0 {
            #[cfg(test)]
            Kind::Portable => portable::run::<W, WALKING>(tables, stack, steps, counts),
            // SAFETY: a vector kernel is chosen only where the processor has its features.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => unsafe { avx2::run::<W, WALKING>(tables, stack, steps, counts) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 => unsafe { avx512::run::<W, WALKING>(tables, stack, steps, counts) },
            #[cfg(any(target_arch = "aarch64", target_feature = "simd128"))]
            Kind::Simd128 => simd128::run::<W, WALKING>(tables, stack, steps, counts),
        }
    }
}
