//! The kernels of one level against a plain implementation by boards and moves, on random bitmaps.

use crate::adapter::{Adapter, AdapterChoice};
use crate::error::GpuError;
use crate::level_loop::GpuLoop;
use crate::plan::{Form, GpuPlan};
use loyd_tiles::MetricName;
use loyd_tiles::bitmap::{Layout, Place, Ranking};
use loyd_tiles_enumerate::memory::{MemoryTask, targets};
use proptest::prelude::*;
use std::sync::atomic::AtomicBool;

/// The software driver; `None` if it is missing and not required.
pub(crate) fn software() -> Option<Adapter> {
    match Adapter::choose(&AdapterChoice::Software) {
        Ok(adapter) => Some(adapter),
        Err(error) => {
            assert!(std::env::var_os("LOYD_REQUIRE_GPU").is_none(), "{error}");
            None
        }
    }
}

/// A bitmap as a set of ranks: each block empty, full, or with every state by chance.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn bitmap(&mut self, layout: &Layout) -> Vec<bool> {
        let states = u64::from(layout.block_states());
        let mut density = 0;
        (0..layout.map_states())
            .map(|rank| {
                if rank % states == 0 {
                    density = [0, 1, 30, 128, 255, 256][(self.next() >> 20) as usize % 6];
                }
                (self.next() >> 30) % 256 < density
            })
            .collect()
    }
}

/// The bytes of a bitmap.
fn packed(layout: &Layout, bits: &[bool]) -> Vec<u8> {
    let mut bytes = vec![0; layout.map_bytes() as usize];
    let stride = bytes.len() / layout.blocks;
    for rank in (0..bits.len()).filter(|&rank| bits[rank]) {
        let (block, inside) =
            (rank / layout.block_states() as usize, rank % layout.block_states() as usize);
        let (lane, bit) = (inside / layout.tiles, inside % layout.tiles);
        bytes[block * stride + 2 * lane + bit / 8] |= 1 << (bit % 8);
    }
    bytes
}

/// The boards one move from a board, single-tile metric.
fn neighbours(width: usize, board: &[u8]) -> Vec<Vec<u8>> {
    let blank = board.iter().position(|&tile| tile == 0).unwrap();
    let mut cells = Vec::new();
    cells.extend((!blank.is_multiple_of(width)).then(|| blank - 1));
    cells.extend((blank % width < width - 1).then(|| blank + 1));
    cells.extend(blank.checked_sub(width));
    cells.extend(Some(blank + width).filter(|&below| below < board.len()));
    let moved = |cell: usize| {
        let mut board = board.to_vec();
        board.swap(blank, cell);
        board
    };
    cells.into_iter().map(moved).collect()
}

/// Runs one level from random bitmaps of one colour and compares every bitmap of the other.
fn check(adapter: Adapter, (width, height): (usize, usize), start: usize, form: Form, seed: u64) {
    let task = MemoryTask { start, ..MemoryTask::new(width, height, MetricName::Single) };
    let (capacity, name) = (adapter.capacity(), adapter.name());
    let plan = match (form, GpuPlan::new(&task, capacity, &name, Some(1))) {
        // Pieces of a run.
        (Form::Streamed, Err(GpuError::Budget { needed, .. })) => {
            GpuPlan::new(&task, capacity, &name, Some(needed))
        }
        _ => GpuPlan::with_form(&task, capacity, &name, form),
    };
    let plan = plan.expect("it fits");
    assert_eq!(plan.form(), form);
    let mut run = GpuLoop::new(adapter, plan).expect("it opens");
    let layout = run.card.plan.layout().clone();
    let ranking: Ranking = run.card.plan.bitmaps().ranking().clone();
    let mut random = Random(seed | 1);
    let mut sources = vec![Vec::new(); layout.cells()];
    for map in targets::maps(&ranking, MetricName::Single, 0) {
        sources[map] = random.bitmap(&layout);
        let bytes = packed(&layout, &sources[map]);
        let written = run.write_bitmap(map, 0, &bytes).expect("written");
        let states = sources[map].iter().filter(|&&bit| bit).count();
        assert_eq!(written, Some(states as u64));
    }
    let total = run.level_without_checks(&AtomicBool::new(false)).expect("it runs");
    let mut expected_total = 0;
    for map in targets::maps(&ranking, MetricName::Single, 1) {
        let bits: Vec<bool> = (0..layout.map_states())
            .map(|rank| {
                let board = ranking.unrank(Place { cell: map, rank });
                neighbours(width, &board).iter().any(|board| {
                    let Place { cell, rank } = ranking.rank(board).expect("a board");
                    sources[cell][rank as usize]
                })
            })
            .collect();
        expected_total += bits.iter().filter(|&&bit| bit).count() as u64;
        let mut words = vec![0; layout.map_bytes() as usize];
        run.read_bitmap(map, &mut words).expect("it is read");
        assert!(words == packed(&layout, &bits), "{width}x{height} cell {map}, seed {seed}");
    }
    assert_eq!(total, expected_total);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 10, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_level_is_the_union_of_its_sources(
        shape in prop::sample::select(vec![(4, 2), (2, 4), (3, 3), (5, 2)]),
        start in 0..8usize,
        form in prop::sample::select(vec![Form::Whole, Form::Cut, Form::Streamed]),
        seed in any::<u64>(),
    ) {
        if let Some(adapter) = software() {
            check(adapter, shape, start, form, seed);
        }
    }
}

/// A board of width 3 whose blocks are fewer digits than a rotation above them.
#[test]
#[ignore = "takes a minute in software"]
fn a_level_of_4x3_is_the_union_of_its_sources() {
    if let Some(adapter) = software() {
        check(adapter.clone(), (4, 3), 11, Form::Whole, 7);
        check(adapter.clone(), (4, 3), 5, Form::Cut, 8);
        check(adapter, (4, 3), 2, Form::Streamed, 9);
    }
}
