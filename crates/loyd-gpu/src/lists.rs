//! The lists of new states that kernels make for the host; their format is that of `collect.wgsl`.

use crate::plan::{CANDIDATES, GpuPlan};
use loyd_tiles::MetricName;
use loyd_tiles::bitmap::Place;
use loyd_tiles_enumerate::memory::sample::Sample;
use loyd_tiles_enumerate::memory::targets;

/// The new states of a level, as far as they were listed.
#[derive(Debug, Default)]
pub(crate) struct Listed {
    /// All of them, ascending; `None` if they exceed the limit.
    pub(crate) deepest: Option<Vec<Place>>,
    pub(crate) sample: Vec<Place>,
}

/// Reads the list of level `depth`; `None` if a word in it names no state of the board.
pub(crate) fn read(plan: &GpuPlan, depth: u32, list: &[u32]) -> Option<Listed> {
    let request = &plan.bitmaps().request;
    let (places, entries) = (request.samples, plan.list_entries());
    let count = list[0] as usize;
    let states_at = 2 + places;
    let place = |block: u32, state: u32| {
        let layout = plan.layout();
        let (cell, state) = ((state >> 20) as usize, state & 0xf_ffff);
        let (lane, bit) = ((state >> 4) as usize, (state & 15) as usize);
        let inside = lane * layout.tiles + bit;
        let rank = u64::from(block) * u64::from(layout.block_states()) + inside as u64;
        let exists = cell < layout.cells()
            && (block as usize) < layout.blocks
            && lane < layout.block_lanes
            && bit < layout.tiles;
        exists.then_some(Place { cell, rank })
    };
    if count > entries {
        let candidates = &list[states_at + 2 * entries..];
        let count = (list[1] as usize).min(CANDIDATES * places);
        let mut best: Vec<(u32, Place)> = candidates
            .chunks_exact(3)
            .take(count)
            .filter(|it| list[2 + (!it[0] as usize) % places] == it[0])
            .map(|it| Some((!it[0], place(it[1], it[2])?)))
            .collect::<Option<_>>()?;
        best.sort_unstable();
        best.dedup_by_key(|it| it.0);
        let sample = best.into_iter().map(|(_, place)| place).collect();
        return Some(Listed { deepest: None, sample: convert(plan, depth, sample) });
    }
    let mut all: Vec<Place> = list[states_at..states_at + 2 * count]
        .chunks_exact(2)
        .map(|entry| place(entry[0], entry[1]))
        .collect::<Option<_>>()?;
    all.sort_unstable();
    let sample = convert(plan, depth, sample(plan, &all));
    let mut deepest = convert(plan, depth, all);
    deepest.sort_unstable();
    let within = deepest.len() <= request.deepest_limit && request.deepest_limit > 0;
    Some(Listed { deepest: within.then_some(deepest), sample })
}

/// The sample that the memory engine takes of these states, which are ascending.
fn sample(plan: &GpuPlan, all: &[Place]) -> Vec<Place> {
    let states = u64::from(plan.layout().block_states());
    let mut sample = Sample::new(plan.bitmaps().request.samples);
    for block in all.chunk_by(|a, b| a.cell == b.cell && a.rank / states == b.rank / states) {
        let Some(&Place { cell, rank }) = block.first() else { continue };
        let number = (rank / states) as usize;
        if sample.wants(cell, number) {
            let mut summary = sample.block(cell, number);
            for place in block {
                summary.add(place.rank);
            }
            summary.finish();
        }
    }
    sample.finish()
}

/// The states themselves: in the multi-tile metric they are listed by the rank of the member of
/// their column class in the frame row. The start is not a state of level 1.
fn convert(plan: &GpuPlan, depth: u32, places: Vec<Place>) -> Vec<Place> {
    if plan.metric() == MetricName::Single {
        return places;
    }
    let (ranking, width) = (plan.bitmaps().ranking(), plan.layout().width);
    let start = Place { cell: ranking.start(), rank: 0 };
    let frame = targets::frame(plan.layout());
    let state = |place: Place| {
        let member = Place { cell: frame * width + place.cell % width, ..place };
        ranking.slide(member, place.cell / width)
    };
    places.into_iter().map(state).filter(|&place| depth > 1 || place != start).collect()
}
