//! Bitmaps in blocks, and parallel, disjoint access to them during one level.
//!
//! A [`Sweep`] divides the maps into targets, which are written, and sources, which are read. The
//! targets are divided into [`Group`]s; each group is given to one thread only, so a thread may
//! write its blocks without locks while all threads read the sources.

use core::marker::PhantomData;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::kernels::{Kernels, Sources, Store, fence};
use loyd_search::arch::line::Line;
use loyd_search::arch::memory::{Lines, OutOfMemory};
use loyd_search::arch::team::Team;

/// Number of lines between two maps, so that corresponding blocks of different maps do not fall
/// into the same cache set.
const STAGGER: usize = 5;

/// Several bitmaps of equal shape: `maps` x `blocks` blocks of `block_lines` lines.
#[derive(Debug)]
pub struct Bitmaps {
    lines: Lines,
    maps: usize,
    blocks: usize,
    block_lines: usize,
}

impl Bitmaps {
    /// Number of bytes of memory that [`Bitmaps::zeroed`] takes.
    #[must_use]
    pub fn bytes_needed(maps: u64, blocks: u64, block_lines: u64) -> u64 {
        maps * (blocks * block_lines + STAGGER as u64) * size_of::<Line>() as u64
    }

    /// Allocates empty bitmaps; [`touch`](Bitmaps::touch) makes their pages present.
    ///
    /// # Errors
    /// [`OutOfMemory`] if the system refuses the memory.
    ///
    /// # Panics
    /// If there are more than 64 maps.
    pub fn zeroed(maps: usize, blocks: usize, block_lines: usize) -> Result<Self, OutOfMemory> {
        assert!(maps <= 64, "a set of maps is a 64-bit word");
        let bytes = Self::bytes_needed(maps as u64, blocks as u64, block_lines as u64);
        let len =
            usize::try_from(bytes / size_of::<Line>() as u64).map_err(|_| OutOfMemory { bytes })?;
        Ok(Bitmaps { lines: Lines::zeroed(len)?, maps, blocks, block_lines })
    }

    /// Makes all pages present, using all threads of the team.
    pub fn touch(&mut self, team: &mut Team) {
        self.lines.touch(team);
    }

    /// Divides the same memory into other maps. The contents stay where they are.
    ///
    /// # Panics
    /// If the maps need more memory than there is, or there are more than 64 maps.
    pub fn reshape(&mut self, maps: usize, blocks: usize, block_lines: usize) {
        assert!(maps <= 64, "a set of maps is a 64-bit word");
        let bytes = Self::bytes_needed(maps as u64, blocks as u64, block_lines as u64);
        let capacity = self.lines.len() as u64 * size_of::<Line>() as u64;
        assert!(bytes <= capacity, "more maps than there is memory for");
        (self.maps, self.blocks, self.block_lines) = (maps, blocks, block_lines);
    }

    /// Number of maps.
    #[must_use]
    pub fn maps(&self) -> usize {
        self.maps
    }

    /// Number of blocks of each map.
    #[must_use]
    pub fn blocks(&self) -> usize {
        self.blocks
    }

    pub(super) fn map_lines(&self) -> usize {
        self.blocks * self.block_lines
    }

    /// The first line of a map, which must exist.
    #[inline]
    pub(super) fn map_start(&self, map: usize) -> *mut Line {
        let at = self.offset(map, 0, 0);
        // SAFETY: `offset` checked that the map exists, so its start lies in the memory.
        unsafe { self.lines.start().add(at) }
    }

    #[inline]
    fn offset(&self, map: usize, block: usize, count: usize) -> usize {
        assert!(
            map < self.maps && block <= self.blocks && count <= self.blocks - block,
            "no such block"
        );
        map * (self.blocks * self.block_lines + STAGGER) + block * self.block_lines
    }

    /// `count` consecutive blocks.
    ///
    /// # Panics
    /// If the blocks do not exist.
    #[inline]
    #[must_use]
    pub fn get(&self, map: usize, block: usize, count: usize) -> &[Line] {
        let at = self.offset(map, block, count);
        // SAFETY: `offset` checked that the blocks exist; shared borrow of `self`.
        unsafe { core::slice::from_raw_parts(self.lines.start().add(at), count * self.block_lines) }
    }

    /// `count` consecutive blocks, for writing.
    ///
    /// # Panics
    /// If the blocks do not exist.
    #[inline]
    #[must_use]
    pub fn get_mut(&mut self, map: usize, block: usize, count: usize) -> &mut [Line] {
        let at = self.offset(map, block, count);
        // SAFETY: as in `get`, with the exclusive borrow of `self`.
        unsafe {
            core::slice::from_raw_parts_mut(self.lines.start().add(at), count * self.block_lines)
        }
    }

    /// Begins a sweep that writes the maps of `phases` and reads the others.
    ///
    /// # Panics
    /// If phases share a map or do not divide the blocks evenly.
    #[must_use]
    pub fn sweep<'a>(&'a mut self, phases: &'a [Phase]) -> Sweep<'a> {
        let mut targets = 0u64;
        let mut groups = 0;
        for phase in phases {
            assert!(targets & phase.maps == 0, "two phases write the same map");
            assert!(self.blocks.is_multiple_of(phase.stride * phase.count), "uneven groups");
            targets |= phase.maps;
            groups += self.blocks / phase.count;
        }
        Sweep {
            bitmaps: self,
            phases,
            targets,
            groups,
            next: AtomicUsize::new(0),
            exclusive: PhantomData,
        }
    }
}

/// The order in which some targets are visited: a group holds the blocks
/// `low + stride·(j + count·high)` for all j below `count`, that is, one group of digits of the
/// block index varies and the others are fixed. Sources that the blocks of a group share are
/// then read from the cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Phase {
    /// The maps to write, one bit each.
    pub maps: u64,
    /// Product of the radices of the fixed digits below the varying ones.
    pub stride: usize,
    /// Product of the radices of the varying digits.
    pub count: usize,
}

/// One level's access to the maps, shared by all threads.
pub struct Sweep<'a> {
    bitmaps: &'a Bitmaps,
    phases: &'a [Phase],
    targets: u64,
    groups: usize,
    next: AtomicUsize,
    /// The sweep writes through the exclusive borrow from which it was made.
    exclusive: PhantomData<&'a mut Bitmaps>,
}

impl Sweep<'_> {
    /// The next group not yet given out, or `None` if all are.
    pub fn next(&self) -> Option<Group<'_>> {
        let mut id = self.next.fetch_add(1, Ordering::Relaxed);
        if id >= self.groups {
            return None;
        }
        for (number, phase) in self.phases.iter().enumerate() {
            let groups = self.bitmaps.blocks / phase.count;
            if id < groups {
                let (low, high) = (id % phase.stride, id / phase.stride);
                let first = low + phase.stride * phase.count * high;
                return Some(Group { sweep: self, phase: number, first });
            }
            id -= groups;
        }
        None
    }

    /// Fraction of the groups that have been given out.
    #[must_use]
    pub fn share(&self) -> f64 {
        self.next.load(Ordering::Relaxed).min(self.groups) as f64 / self.groups.max(1) as f64
    }

    /// `count` consecutive blocks of a source.
    ///
    /// # Panics
    /// If the map is a target, or the blocks do not exist.
    #[must_use]
    #[inline]
    pub fn source(&self, map: usize, block: usize, count: usize) -> &[Line] {
        assert!(self.targets >> map & 1 == 0, "a target is not a source");
        self.bitmaps.get(map, block, count)
    }
}

/// The blocks that one thread may write.
pub struct Group<'a> {
    sweep: &'a Sweep<'a>,
    phase: usize,
    first: usize,
}

impl Group<'_> {
    /// Number of the phase to which the group belongs.
    #[must_use]
    pub fn phase(&self) -> usize {
        self.phase
    }

    /// Number of blocks of each map in the group.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.sweep.phases[self.phase].count
    }

    /// True if the group has no blocks.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The index of the j-th block of the group.
    #[must_use]
    #[inline]
    pub fn block(&self, j: usize) -> usize {
        self.first + self.sweep.phases[self.phase].stride * j
    }

    /// Writes the OR of the sources into the j-th block of a target map and returns its
    /// population count. Streamed stores are ordered once for the whole group.
    ///
    /// # Panics
    /// The panics of [`target`](Group::target) and [`Kernels::merge`].
    #[inline]
    pub fn merge(
        &mut self,
        kernels: Kernels,
        sources: &Sources<'_>,
        map: usize,
        j: usize,
        store: Store,
    ) -> u64 {
        kernels.merge_unfenced(sources, self.target(map, j), store)
    }

    /// The j-th block of the group in a target map.
    ///
    /// # Panics
    /// If the map does not belong to the group's phase, or the block does not exist.
    #[must_use]
    #[inline]
    pub fn target(&mut self, map: usize, j: usize) -> &mut [Line] {
        let phase = &self.sweep.phases[self.phase];
        assert!(phase.maps >> map & 1 == 1 && j < phase.count, "a block of another group");
        let bitmaps = self.sweep.bitmaps;
        let at = bitmaps.offset(map, self.block(j), 1);
        // SAFETY: the sweep owns the exclusive borrow of the bitmaps. The map is a target, so no
        // `source` refers to it. It belongs to one phase only, within the phase the groups are
        // disjoint (low, j and high determine the block, and `first` gave each pair of low and high
        // once), `next` gives out each group once, and `&mut self` keeps the borrows of one group
        // apart.
        unsafe {
            core::slice::from_raw_parts_mut(bitmaps.lines.start().add(at), bitmaps.block_lines)
        }
    }
}

impl Drop for Group<'_> {
    /// Orders the streamed stores of the group before the end of the sweep is announced.
    fn drop(&mut self) {
        fence();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_write_each_target_block() {
        let mut bitmaps = Bitmaps::zeroed(4, 60, 2).unwrap();
        let phases = [
            Phase { maps: 0b0001, stride: 1, count: 12 },
            Phase { maps: 0b0110, stride: 3, count: 4 },
        ];
        let sweep = bitmaps.sweep(&phases);
        Team::new(3).run(&|_| {
            while let Some(mut group) = sweep.next() {
                let maps = phases[group.phase()].maps;
                for j in 0..group.len() {
                    for map in (0..4).filter(|m| maps >> m & 1 == 1) {
                        let block = group.block(j) as u16;
                        assert_eq!(sweep.source(3, group.block(j), 1)[1], Line::ZERO);
                        group.target(map, j)[1].0[7] += 1 + block;
                    }
                }
            }
        });
        for map in 0..3 {
            for block in 0..60 {
                assert_eq!(bitmaps.get(map, block, 1)[1].0[7], 1 + block as u16);
            }
        }
    }

    #[test]
    fn reshaped_maps_lie_in_the_same_memory() {
        let mut bitmaps = Bitmaps::zeroed(4, 60, 2).unwrap();
        bitmaps.reshape(2, 30, 7);
        bitmaps.get_mut(1, 29, 1)[6].0[0] = 9;
        assert_eq!((bitmaps.maps(), bitmaps.blocks()), (2, 30));
        bitmaps.reshape(4, 60, 2);
        let all: u32 =
            (0..4).flat_map(|map| bitmaps.get(map, 0, 60)).map(|line| u32::from(line.0[0])).sum();
        assert_eq!(all, 9);
    }

    #[test]
    #[should_panic(expected = "a target is not a source")]
    fn a_target_cannot_be_read_as_a_source() {
        let mut bitmaps = Bitmaps::zeroed(2, 4, 1).unwrap();
        let phases = [Phase { maps: 1, stride: 1, count: 4 }];
        let _ = bitmaps.sweep(&phases).source(0, 0, 1);
    }
}
