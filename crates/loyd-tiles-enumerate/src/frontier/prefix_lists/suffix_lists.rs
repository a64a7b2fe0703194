//! Decoded suffixes, grouped by middle.

use super::move_tables::CrossTable;
use super::set_code::{CodedSet, SetCode, middles};
use loyd_enumerate::lists::CorruptList;

/// The states of one cell and prefix: suffixes grouped by middle.
#[derive(Clone, Debug, Default)]
pub(super) struct SuffixLists {
    /// The start of the suffixes of each middle, and the end of the last.
    starts: Vec<u32>,
    suffixes: Vec<u16>,
    /// One bit for each middle, set if it has suffixes.
    pub(super) head: Vec<u8>,
}

const TOO_MANY: CorruptList = CorruptList("a list has more states than it states");

impl SuffixLists {
    pub(super) fn clear(&mut self) {
        self.suffixes.clear();
        self.head.clear();
    }

    pub(super) fn is_empty(&self) -> bool {
        self.suffixes.is_empty()
    }

    /// The suffixes of a middle. The lists must not be empty.
    #[inline]
    pub(super) fn of(&self, middle: usize) -> &[u16] {
        &self.suffixes[self.starts[middle] as usize..self.starts[middle + 1] as usize]
    }

    pub(super) fn memory(&self) -> u64 {
        (4 * self.starts.capacity() + 2 * self.suffixes.capacity() + self.head.capacity()) as u64
    }

    /// Allocates the states whose counts by middle are in `starts`, from the second entry on.
    fn lay_out(&mut self, middles: usize) {
        let mut sum = 0;
        self.head.clear();
        self.head.resize(middles.div_ceil(8), 0);
        for (middle, end) in self.starts[1..].iter_mut().enumerate() {
            self.head[middle / 8] |= u8::from(*end > 0) << (middle % 8);
            sum += *end;
            *end = sum;
        }
        self.suffixes.clear();
        self.suffixes.resize(sum as usize, 0);
    }

    fn count_anew(&mut self, middles: usize) {
        self.starts.clear();
        self.starts.resize(middles + 1, 0);
    }

    /// Decodes a list with a given number of states.
    pub(super) fn load(
        &mut self,
        code: &SetCode,
        unit: &[u8],
        states: usize,
    ) -> Result<(), CorruptList> {
        let mut runs = code.runs(unit)?;
        self.head.clear();
        self.head.extend_from_slice(runs.head);
        self.suffixes.clear();
        self.suffixes.resize(states, 0);
        self.starts.clear();
        let (starts, mut rest, mut at) = (&mut self.starts, &mut self.suffixes[..], 0);
        middles(runs.head, |middle| {
            if middle >= code.middles {
                return Err(CorruptList("a middle in it is out of range"));
            }
            starts.resize(middle + 1, at);
            let run = runs.next()?;
            rest = fill(code, run, std::mem::take(&mut rest))?;
            at += run.suffixes as u32;
            Ok(())
        })?;
        starts.resize(code.middles + 1, at);
        if rest.is_empty() && runs.is_done() { Ok(()) } else { Err(TOO_MANY) }
    }

    /// Decodes the sets transferred from other prefixes, in the order of transfer.
    pub(super) fn load_transferred(
        &mut self,
        code: &SetCode,
        parts: &[&[u8]],
    ) -> Result<(), CorruptList> {
        self.count_anew(code.middles);
        for transferred in parts.iter().flat_map(|part| transferred(code, part)) {
            self.starts[transferred.middle + 1] = transferred.run.suffixes as u32;
        }
        self.lay_out(code.middles);
        for transferred in parts.iter().flat_map(|part| transferred(code, part)) {
            let place = self.starts[transferred.middle] as usize
                ..self.starts[transferred.middle + 1] as usize;
            fill(code, transferred.run, &mut self.suffixes[place])?;
        }
        Ok(())
    }

    /// Applies a move across middle and suffix to the states of `from`.
    pub(super) fn push(
        &mut self,
        code: &SetCode,
        from: &SuffixLists,
        cross_table: &CrossTable,
        moved: &mut Vec<u32>,
    ) {
        self.count_anew(code.middles);
        moved.clear();
        let _ = middles(&from.head, |middle| {
            let tail = cross_table.tail(middle);
            let others = middle - tail;
            moved.extend(from.of(middle).iter().map(|&suffix| {
                let (tail, suffix) = cross_table.apply(tail, suffix);
                self.starts[others + tail + 1] += 1;
                ((others + tail) as u32) << 16 | u32::from(suffix)
            }));
            Ok(())
        });
        self.lay_out(code.middles);
        // Each start advances to its end, which is the start of the next.
        for &state in &*moved {
            let next = &mut self.starts[(state >> 16) as usize];
            self.suffixes[*next as usize] = state as u16;
            *next += 1;
        }
        self.starts.rotate_right(1);
        self.starts[0] = 0;
    }
}

/// Decodes a set into the first places; returns the remaining places.
#[inline]
fn fill<'a>(
    code: &SetCode,
    run: CodedSet<'_>,
    places: &'a mut [u16],
) -> Result<&'a mut [u16], CorruptList> {
    let (room, rest) = places.split_at_mut_checked(run.suffixes).ok_or(TOO_MANY)?;
    let mut places = room.iter_mut();
    code.decode(run, |suffix| {
        if let Some(place) = places.next() {
            *place = suffix;
        }
    })?;
    Ok(rest)
}

/// A set transferred to a middle of another prefix.
struct Transferred<'a> {
    middle: usize,
    run: CodedSet<'a>,
}

/// Appends a set for another prefix.
#[inline]
pub(super) fn append_set(middle: u16, run: CodedSet<'_>, to: &mut Vec<u8>) {
    to.extend_from_slice(&middle.to_le_bytes());
    to.extend_from_slice(&(run.suffixes as u16).to_le_bytes());
    to.extend_from_slice(run.body);
}

/// The transferred sets of a buffer.
fn transferred<'a>(
    code: &SetCode,
    part: &'a [u8],
) -> impl Iterator<Item = Transferred<'a>> + use<'a> {
    let (code, mut rest) = (*code, part);
    std::iter::from_fn(move || {
        let (&[low, high, small, large], after) = rest.split_first_chunk::<4>()?;
        let suffixes = usize::from(u16::from_le_bytes([small, large]));
        let (body, after) = after.split_at_checked(code.body(suffixes))?;
        rest = after;
        let middle = usize::from(u16::from_le_bytes([low, high]));
        Some(Transferred { middle, run: CodedSet { suffixes, body } })
    })
}
