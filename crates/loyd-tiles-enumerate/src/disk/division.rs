//! The division of a run among processes.
//!
//! Each band belongs to a process, and so does each column: a pass computes only the segments of its
//! own process. The *maker* of a unit is the owner of the segment that computes it; its *readers* are
//! the owners of the segments that need it later. Only units whose maker is not their only reader
//! travel:
//!
//! ```text
//! single-tile   cells of one half only      stay with the owner of their band or column
//!               mixed cells                 level units: to the owner of their column
//!                                           partials: to the owner of their band
//! multi-tile    the columns whose mixed cell is in the frame; the upper row of mixed cells that are
//!               parts of two rows           level units: to the owner of their other segment
//!               partials                    down: to the owner of their column; up: of their band
//! ```
//!
//! Segments are dealt in turn, since neighbours have similar densities. The number of states of every
//! unit is available to every process, see `settling`. A run of one process is the division among one.

use super::passes::LevelPasses;
use super::segmentation::{Half, Segmentation};
use super::store::{Unit, UnitKind};
use loyd_enumerate::processes::Processes;

/// Processes that share the units of levels: all choose the same segmentation, that for the lowest
/// memory limit. After [`gather`](Processes::gather), the units put before are in the stores of all
/// their readers.
pub trait ProcessGroup: Processes {
    /// Tells who makes and who reads each unit, before the first one is put.
    fn divide(&self, division: &Division);
}

/// The segments and units of one process.
#[derive(Clone, Debug)]
pub struct Division {
    segmentation: Segmentation,
    processes: usize,
    process: usize,
    /// For each bitmap of a level.
    levels: Vec<Passage>,
    /// For each bitmap of partials.
    partials: Vec<Passage>,
}

/// The way of a bitmap's units through the passes.
#[derive(Clone, Copy, Debug, Default)]
struct Passage {
    maker: Option<Half>,
    /// Read by the upper half, by the lower half.
    read: [bool; 2],
}

impl Division {
    /// The division among some processes, seen from one of them.
    pub(super) fn new(level_passes: LevelPasses<'_>, processes: usize, process: usize) -> Self {
        let maps = level_passes.total_maps();
        let mut division = Division {
            segmentation: level_passes.segmentation.clone(),
            processes: processes.max(1),
            process,
            levels: vec![Passage::default(); maps],
            partials: vec![Passage::default(); maps],
        };
        for (pass, &half) in level_passes.passes().iter().enumerate() {
            for parity in [0, 1] {
                let maps = level_passes.segment_maps(pass, parity);
                for source in &maps.sources {
                    let read = &mut division.passages(source.kind)[source.cell].read;
                    read[usize::from(half == Half::Lower)] = true;
                }
                for target in &maps.targets {
                    division.passages(target.kind)[target.cell].maker = Some(half);
                }
            }
        }
        division
    }

    fn passages(&mut self, kind: UnitKind) -> &mut [Passage] {
        match kind {
            UnitKind::Level => &mut self.levels,
            UnitKind::Partial => &mut self.partials,
        }
    }

    fn passage(&self, kind: UnitKind, unit: Unit) -> Passage {
        let passages = match kind {
            UnitKind::Level => &self.levels,
            UnitKind::Partial => &self.partials,
        };
        passages.get(usize::from(unit.cell)).copied().unwrap_or_default()
    }

    /// The number of processes.
    #[must_use]
    pub fn processes(&self) -> usize {
        self.processes
    }

    /// The owner of a segment.
    #[must_use]
    pub fn owner(&self, segment: usize) -> usize {
        segment % self.processes
    }

    /// Returns whether this process computes a segment.
    #[must_use]
    pub fn is_mine(&self, segment: usize) -> bool {
        self.owner(segment) == self.process
    }

    /// The segments of a half that a process computes, in ascending order.
    pub(super) fn segments(
        &self,
        half: Half,
        process: usize,
    ) -> impl Iterator<Item = usize> + use<> {
        (process..self.segmentation.segments(half)).step_by(self.processes)
    }

    fn owner_of(&self, half: Half, unit: Unit) -> usize {
        self.owner(match half {
            Half::Upper => unit.band as usize,
            Half::Lower => unit.column as usize,
        })
    }

    /// Returns whether this process makes a unit.
    #[must_use]
    pub fn is_own(&self, kind: UnitKind, unit: Unit) -> bool {
        let maker = self.passage(kind, unit).maker;
        maker.is_some_and(|half| self.owner_of(half, unit) == self.process)
    }

    /// The processes that read a unit, each once.
    pub fn readers(&self, kind: UnitKind, unit: Unit) -> impl Iterator<Item = usize> + use<> {
        let [upper, lower] = self.passage(kind, unit).read;
        let upper = upper.then(|| self.owner_of(Half::Upper, unit));
        let lower = lower.then(|| self.owner_of(Half::Lower, unit));
        upper.into_iter().chain(lower.filter(|&lower| Some(lower) != upper))
    }

    /// The process that makes a unit; `None` if the unit does not exist.
    fn maker(&self, kind: UnitKind, unit: Unit) -> Option<usize> {
        self.passage(kind, unit).maker.map(|half| self.owner_of(half, unit))
    }

    /// The number of processes to which a unit travels: its readers without its maker.
    #[must_use]
    pub fn journeys(&self, kind: UnitKind, unit: Unit) -> usize {
        let maker = self.maker(kind, unit);
        self.readers(kind, unit).filter(|&reader| Some(reader) != maker).count()
    }

    /// The mean number of journeys of the units of a kind that exist, if all were equally likely.
    #[must_use]
    pub fn mean_journeys(&self, kind: UnitKind) -> f64 {
        let maps = match kind {
            UnitKind::Level => &self.levels,
            UnitKind::Partial => &self.partials,
        };
        let (bands, columns) = (self.segmentation.bands(), self.segmentation.columns());
        let existing = (0..maps.len()).filter(|&map| maps[map].maker.is_some());
        let (mut units, mut journeys) = (0, 0);
        for cell in existing {
            // Owners repeat with the number of processes.
            for band in 0..bands {
                for column in 0..columns {
                    let unit = Unit { cell: cell as u8, band: band as _, column: column as _ };
                    units += 1;
                    journeys += self.journeys(kind, unit);
                }
            }
        }
        journeys as f64 / units.max(1) as f64
    }

    /// The share of the first `maps` bitmaps whose level units another half reads than makes them.
    pub(super) fn travelling(&self, maps: usize) -> f64 {
        let travels = |passage: &&Passage| {
            let [upper, lower] = passage.read;
            upper && passage.maker == Some(Half::Lower)
                || lower && passage.maker == Some(Half::Upper)
        };
        let travelling = self.levels[..maps].iter().filter(travels).count();
        travelling as f64 / maps.max(1) as f64
    }

    /// Returns whether this process reads a unit.
    #[must_use]
    pub fn is_read_here(&self, kind: UnitKind, unit: Unit) -> bool {
        self.processes == 1 || self.readers(kind, unit).any(|reader| reader == self.process)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use loyd_tiles::MetricName;
    use loyd_tiles::bitmap::{Layout, Ranking};

    #[test]
    fn every_unit_has_one_maker_and_stays_there_unless_both_halves_need_it() {
        for (metric, width, height) in [
            (MetricName::Single, 4, 3),
            (MetricName::Single, 5, 2),
            (MetricName::Multi, 4, 3),
            (MetricName::Multi, 5, 2),
        ] {
            let layout = Layout::new(width, height).unwrap();
            let ranking = Ranking::new(&layout, 0).unwrap();
            let segmentations = Segmentation::digits(&layout)
                .filter_map(|digit| Segmentation::new(&layout, digit, 1))
                .filter(|segmentation| LevelPasses::suits(segmentation, metric));
            for segmentation in segmentations {
                let passes = LevelPasses { segmentation: &segmentation, ranking: &ranking, metric };
                let divisions = [0, 1, 2].map(|process| Division::new(passes, 3, process));
                let mut travelling = vec![false; passes.level_maps()];
                for (cell, travels) in travelling.iter_mut().enumerate() {
                    for (band, column) in [(0, 0), (0, 1), (1, 0), (2, 1)] {
                        let unit = Unit { cell: cell as u8, band, column };
                        let makers: Vec<_> = divisions
                            .iter()
                            .map(|division| division.is_own(UnitKind::Level, unit))
                            .collect();
                        assert_eq!(makers.iter().filter(|&&makes| makes).count(), 1, "{unit}");
                        let readers: Vec<_> = divisions[0].readers(UnitKind::Level, unit).collect();
                        assert!((1..=2).contains(&readers.len()), "{unit}: {readers:?}");
                        let own = readers.iter().all(|&reader| makers[reader]);
                        *travels |= !own;
                    }
                }
                if metric == MetricName::Single {
                    for (cell, &travels) in travelling.iter().enumerate() {
                        assert_eq!(travels, segmentation.is_mixed(cell), "cell {cell}");
                    }
                } else {
                    let layout = &segmentation.layout;
                    let (first, last) = (segmentation.first_mixed(), segmentation.digit);
                    let [first, last] = [first, last].map(|cell| cell / layout.width);
                    for (class, &travels) in travelling.iter().enumerate() {
                        let expected = match class.checked_sub(layout.height) {
                            None => (first..last).contains(&class),
                            Some(c) => segmentation.mixed_row(c) == layout.height - 2,
                        };
                        assert_eq!(travels, expected, "class {class} at {}", segmentation.digit);
                    }
                }
            }
        }
    }
}
