//! Leaves by stem, decoded: what is worked on.

use super::super::store::Corrupt;
use super::run::{Code, Run, stems};
use super::tables::Cross;

/// The states of one cell in one piece: leaves by stem.
#[derive(Clone, Debug, Default)]
pub(super) struct Lists {
    /// Where the leaves of each stem begin, and the end of the last.
    starts: Vec<u32>,
    leaves: Vec<u16>,
    /// One bit a stem: whether it has leaves.
    pub(super) head: Vec<u8>,
}

const TOO_MANY: Corrupt = Corrupt("a list holds more states than it says");

impl Lists {
    /// Holds nothing.
    pub(super) fn clear(&mut self) {
        self.leaves.clear();
        self.head.clear();
    }

    pub(super) fn is_empty(&self) -> bool {
        self.leaves.is_empty()
    }

    /// The leaves of a stem; not to be asked of what holds nothing.
    #[inline]
    pub(super) fn of(&self, stem: usize) -> &[u16] {
        &self.leaves[self.starts[stem] as usize..self.starts[stem + 1] as usize]
    }

    /// Bytes held.
    pub(super) fn memory(&self) -> u64 {
        (4 * self.starts.capacity() + 2 * self.leaves.capacity() + self.head.capacity()) as u64
    }

    /// Room for states whose numbers by stem are in `starts`, from the second on.
    fn lay_out(&mut self, stems: usize) {
        let mut sum = 0;
        self.head.clear();
        self.head.resize(stems.div_ceil(8), 0);
        for (stem, end) in self.starts[1..].iter_mut().enumerate() {
            self.head[stem / 8] |= u8::from(*end > 0) << (stem % 8);
            sum += *end;
            *end = sum;
        }
        self.leaves.clear();
        self.leaves.resize(sum as usize, 0);
    }

    fn count_anew(&mut self, stems: usize) {
        self.starts.clear();
        self.starts.resize(stems + 1, 0);
    }

    /// Decodes a unit that holds so many states.
    pub(super) fn load(&mut self, code: &Code, unit: &[u8], states: usize) -> Result<(), Corrupt> {
        let mut runs = code.runs(unit)?;
        self.head.clear();
        self.head.extend_from_slice(runs.head);
        self.leaves.clear();
        self.leaves.resize(states, 0);
        self.starts.clear();
        let (starts, mut left, mut at) = (&mut self.starts, &mut self.leaves[..], 0);
        stems(runs.head, |stem| {
            if stem >= code.stems {
                return Err(Corrupt("a stem in it does not exist"));
            }
            starts.resize(stem + 1, at);
            let run = runs.next()?;
            left = fill(code, run, std::mem::take(&mut left))?;
            at += run.leaves as u32;
            Ok(())
        })?;
        starts.resize(code.stems + 1, at);
        if left.is_empty() && runs.is_done() { Ok(()) } else { Err(TOO_MANY) }
    }

    /// Decodes what other pieces handed over, in the order in which they did.
    pub(super) fn load_handed(&mut self, code: &Code, parts: &[&[u8]]) -> Result<(), Corrupt> {
        self.count_anew(code.stems);
        for handed in parts.iter().flat_map(|part| handed(code, part)) {
            self.starts[handed.stem + 1] = handed.run.leaves as u32;
        }
        self.lay_out(code.stems);
        for handed in parts.iter().flat_map(|part| handed(code, part)) {
            let place = self.starts[handed.stem] as usize..self.starts[handed.stem + 1] as usize;
            fill(code, handed.run, &mut self.leaves[place])?;
        }
        Ok(())
    }

    /// The states that others become by a move across stem and leaf.
    pub(super) fn push(&mut self, code: &Code, from: &Lists, cross: &Cross, moved: &mut Vec<u32>) {
        self.count_anew(code.stems);
        moved.clear();
        let _ = stems(&from.head, |stem| {
            let tail = cross.tail(stem);
            let others = stem - tail;
            moved.extend(from.of(stem).iter().map(|&leaf| {
                let (tail, leaf) = cross.apply(tail, leaf);
                self.starts[others + tail + 1] += 1;
                ((others + tail) as u32) << 16 | u32::from(leaf)
            }));
            Ok(())
        });
        self.lay_out(code.stems);
        // Each start moves on to its end, which is the start of the next.
        for &state in &*moved {
            let next = &mut self.starts[(state >> 16) as usize];
            self.leaves[*next as usize] = state as u16;
            *next += 1;
        }
        self.starts.rotate_right(1);
        self.starts[0] = 0;
    }
}

/// Decodes a run into the first places; the rest of them.
#[inline]
fn fill<'a>(code: &Code, run: Run<'_>, places: &'a mut [u16]) -> Result<&'a mut [u16], Corrupt> {
    let (room, rest) = places.split_at_mut_checked(run.leaves).ok_or(TOO_MANY)?;
    let mut places = room.iter_mut();
    code.decode(run, |leaf| {
        if let Some(place) = places.next() {
            *place = leaf;
        }
    })?;
    Ok(rest)
}

/// A run that goes to a stem of another piece as it is.
struct Handed<'a> {
    stem: usize,
    run: Run<'a>,
}

/// Appends a run that goes to another piece.
#[inline]
pub(super) fn hand(stem: u16, run: Run<'_>, to: &mut Vec<u8>) {
    to.extend_from_slice(&stem.to_le_bytes());
    to.extend_from_slice(&(run.leaves as u16).to_le_bytes());
    to.extend_from_slice(run.body);
}

/// What was handed over, run by run.
fn handed<'a>(code: &Code, part: &'a [u8]) -> impl Iterator<Item = Handed<'a>> + use<'a> {
    let (code, mut rest) = (*code, part);
    std::iter::from_fn(move || {
        let (&[low, high, small, large], after) = rest.split_first_chunk::<4>()?;
        let leaves = usize::from(u16::from_le_bytes([small, large]));
        let (body, after) = after.split_at_checked(code.body(leaves))?;
        rest = after;
        let stem = usize::from(u16::from_le_bytes([low, high]));
        Some(Handed { stem, run: Run { leaves, body } })
    })
}
