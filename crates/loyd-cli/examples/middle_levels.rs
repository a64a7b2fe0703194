//! The cost of the levels of a large board in files, from a few segments at densities that all its levels have.
//!
//! Nearly all of the time of 4x4 goes into some thirty levels of which two alone fill 670 GB, so that no small machine
//! can count them. But a segment of such a level is read, decoded, expanded, encoded and written like any other: this
//! program gives the engine levels whose units are random, and times some segments of each pass.
//!
//! ```text
//! density p:   every unit of the level is one of some units whose bits are 1 with probability p, coded before
//! a pass:      its last segments, as after a checkpoint; the first one is not timed
//! a level:     for each pass, its number of segments times the mean of those that were timed
//! a run:       for each level d -> d+1 the cost at density (states at depths d, d-2, ...) / (states of the parity of d),
//!              between the densities that were timed by a straight line
//! ```
//!
//! *Not as in a run.* Files are copies in memory, so the time of a disk is to be compared with the bytes; units repeat;
//! their bits follow no moves, so that the union of several sources is denser than the next level. Runs of 5x3 and 7x2
//! take 1.6 to 2.3 times the CPU time of this program (see `docs/complete-solution.md`): compare boards with each other.
//!
//! `cargo run --release -p loyd-cli --example middle_levels -- WIDTH HEIGHT single|multi GIBIBYTES [THREADS]` prints
//! CSV: density, CPU seconds and bytes of a level; then the sums. CPU time is read from `/proc` (Linux). The variable
//! `LOYD_CPU` names the fastest instruction set of the kernels: `portable`, `avx2`, `avx512` or `neon`.

use loyd_enumerate::record::RunRecord;
use loyd_search::arch::cpu::{InstructionSet, set_limit};
use loyd_store::disk::MemoryDisk;
use loyd_store::{FileLevelStore, LevelCodec, LockedFolder};
use loyd_tiles::MetricName;
use loyd_tiles::arch::bitmap::Line;
use loyd_tiles_enumerate::disk::{
    Bottleneck, DiskLoop, DiskPlan, DiskTask, LevelCheckpoint, LevelRecord, LevelStore,
    LevelSummary, StoreError, Unit, UnitCodec, UnitKind, UnitShape,
};
use std::collections::HashMap;
use std::error::Error;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// The densities that are timed.
const DENSITIES: [f64; 7] = [0.01, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99];

/// The share of lanes with independent bits; the bits of the others are equal, as those of most lanes of a real level.
/// With this share 5x3 has as many bytes a state as in its run.
const MIXED: f64 = 0.1;

/// Different units of one shape.
const VARIANTS: usize = 8;

/// Segments that are timed after the first one of a pass.
const TIMED: usize = 2;

/// The bytes of a unit and the number of its states.
type CodedUnit = (Vec<u8>, u32);

/// Coded random units of every shape, and the number of their states.
#[derive(Debug)]
struct RandomLevel {
    plan: DiskPlan,
    units: HashMap<(usize, usize), Vec<CodedUnit>>,
    /// The checkpoint at which the next step resumes.
    checkpoint: Mutex<Option<LevelCheckpoint>>,
    read: AtomicU64,
    written: AtomicU64,
}

/// The lines of a row and the line of a block with which it begins: they differ between columns.
fn form(plan: &DiskPlan, column: usize) -> (usize, usize) {
    let lines = plan.segmentation.lines(column);
    (lines.len(), lines.start % plan.segmentation.layout.block_lines)
}

/// `SplitMix64`.
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (*state ^ *state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// A lane of some bits, each 1 with this probability: all the same, or independent in [`MIXED`] of the lanes.
fn random_lane(seed: &mut u64, bits: usize, density: f64) -> u16 {
    let below = (density * 65536.0) as u64;
    let draws = random(seed);
    if draws >> 48 >= (MIXED * 65536.0) as u64 {
        return if draws & 0xffff < below { (1 << bits) - 1 } else { 0 };
    }
    let bit = |lane: u16, _| lane << 1 | u16::from(random(seed) >> 48 < below);
    (0..bits).fold(0, bit)
}

impl RandomLevel {
    fn new(plan: &DiskPlan, codec: &LevelCodec, density: f64) -> Self {
        let mut units = HashMap::new();
        let mut coder = codec.coder();
        let layout = &plan.segmentation.layout;
        for column in 0..plan.segmentation.columns() {
            let (row_lines, first_line) = form(plan, column);
            units.entry((row_lines, first_line)).or_insert_with(|| {
                let shape = UnitShape {
                    tiles: layout.tiles,
                    block_lanes: layout.block_lanes,
                    block_lines: layout.block_lines,
                    rows: plan.segmentation.rows(),
                    row_lines,
                    first_line,
                };
                let variant = |variant: usize| {
                    let mut seed = (variant * 7919 + row_lines) as u64;
                    let mut lines = vec![Line::ZERO; shape.lines()];
                    let mut states = 0;
                    for (number, line) in lines.iter_mut().enumerate() {
                        let inside = (first_line + number % row_lines) % shape.block_lines * 32;
                        let lanes = shape.block_lanes.saturating_sub(inside).min(32);
                        for lane in &mut line.0[..lanes] {
                            *lane = random_lane(&mut seed, shape.tiles, density);
                            states += lane.count_ones();
                        }
                    }
                    let mut coded = Vec::new();
                    let states_of = u64::from(states);
                    coder.encode(&shape, states_of, Bottleneck::Cpu, &lines, &mut coded);
                    (coded, states)
                };
                (0..VARIANTS).map(variant).collect::<Vec<_>>()
            });
        }
        Self {
            plan: plan.clone(),
            units,
            checkpoint: Mutex::default(),
            read: AtomicU64::new(0),
            written: AtomicU64::new(0),
        }
    }

    fn unit(&self, unit: Unit) -> &CodedUnit {
        let mut number = self.plan.segmentation.number(unit) as u64;
        let variants = &self.units[&form(&self.plan, unit.column as usize)];
        &variants[random(&mut number) as usize % VARIANTS]
    }

    /// The counts of the units of some bitmaps.
    fn counts(&self, maps: usize) -> Vec<u32> {
        let segmentation = &self.plan.segmentation;
        let units = 0..maps * segmentation.units();
        units.map(|number| self.unit(segmentation.numbered(number)).1).collect()
    }
}

impl LevelStore for RandomLevel {
    fn open(&self) -> Result<Option<LevelRecord>, StoreError> {
        Ok(None)
    }

    fn begin(&self, _: u32) -> Result<(), StoreError> {
        Ok(())
    }

    fn resume_level(&self, _: u32) -> Result<Option<LevelCheckpoint>, StoreError> {
        Ok(self.checkpoint.lock().unwrap_or_else(PoisonError::into_inner).clone())
    }

    fn put(&self, _: u32, _: UnitKind, _: Unit, bytes: &[u8]) -> Result<(), StoreError> {
        self.written.fetch_add(bytes.len() as u64, Ordering::Relaxed);
        Ok(())
    }

    fn get(&self, _: u32, _: UnitKind, unit: Unit, into: &mut Vec<u8>) -> Result<(), StoreError> {
        let (coded, _) = self.unit(unit);
        into.extend_from_slice(coded);
        self.read.fetch_add(coded.len() as u64, Ordering::Relaxed);
        Ok(())
    }

    fn commit(&self, _: &LevelRecord) -> Result<(), StoreError> {
        Ok(())
    }

    fn release(&self, _: u32) -> Result<(), StoreError> {
        Ok(())
    }
}

/// The cost of a level or of a segment.
#[derive(Clone, Copy, Debug, Default)]
struct Cost {
    cpu: f64,
    wall: f64,
    read: f64,
    written: f64,
}

impl Cost {
    fn plus(self, other: Self, factor: f64) -> Self {
        Self {
            cpu: self.cpu + factor * other.cpu,
            wall: self.wall + factor * other.wall,
            read: self.read + factor * other.read,
            written: self.written + factor * other.written,
        }
    }
}

/// The processor time of all threads so far, in hundredths of a second on every Linux.
fn cpu_seconds() -> Result<f64, Box<dyn Error>> {
    let text = std::fs::read_to_string("/proc/self/stat")?;
    let fields: Vec<&str> =
        text.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks =
        |field: usize| fields.get(field).ok_or("a field")?.parse::<f64>().map_err(|_| "ticks");
    Ok((ticks(11)? + ticks(12)?) / 100.0)
}

/// The cost of a level of random units.
fn level(plan: &DiskPlan, codec: &LevelCodec, density: f64) -> Result<Cost, Box<dyn Error>> {
    let store = Arc::new(RandomLevel::new(plan, codec, density));
    let segmentation = &plan.segmentation;
    let layout = &segmentation.layout;
    let is_single = plan.task.metric == MetricName::Single;
    let (level_maps, maps) = if is_single {
        (layout.cells(), layout.cells())
    } else {
        (layout.width + layout.height, layout.height + 3 * layout.width)
    };
    let counts = store.counts(level_maps);
    let of_map =
        |map: usize| counts[map * segmentation.units()..(map + 1) * segmentation.units()].iter();
    let sum = |colour: usize| -> u64 {
        let maps =
            (0..level_maps).filter(|map| (map / layout.width + map % layout.width) % 2 == colour);
        maps.flat_map(of_map).map(|&count| u64::from(count)).sum()
    };
    // Three levels whose sums are those of the units; which colour is the last depends on the start.
    let levels = |last: u64, before: u64| {
        let states = if is_single {
            [1, before, last - 1]
        } else {
            [1, 1, (0.9 * density * plan.states() as f64) as u64]
        };
        states.map(|states| LevelSummary { states, ..LevelSummary::default() }).to_vec()
    };
    let start = |levels: Vec<LevelSummary>| {
        let record = LevelRecord {
            run: RunRecord { levels, ..plan.task.record() },
            block_digits: layout.block_digits,
            digit: segmentation.digit,
            column_lines: segmentation.column_lines,
            counts: counts.clone(),
        };
        DiskLoop::resume(plan.clone(), &record, store.clone(), codec)
    };
    let (first, second) = (sum(0), sum(1));
    let mut run = start(levels(first, second)).or_else(|_| start(levels(second, first)))?;
    let mut all = Cost::default();
    for (pass, &segments) in plan.passes().iter().enumerate() {
        let timed = TIMED.min(segments);
        let begin = segments.saturating_sub(TIMED + 1);
        *store.checkpoint.lock().unwrap_or_else(PoisonError::into_inner) = Some(LevelCheckpoint {
            depth: 3,
            pass,
            segments: begin,
            next: counts.clone(),
            partial: store.counts(maps),
            counted: 0,
            summary: LevelSummary::default(),
        });
        let cancel = AtomicBool::new(false);
        let bytes =
            || [&store.read, &store.written].map(|bytes| bytes.load(Ordering::Relaxed) as f64);
        let before = bytes();
        let (mut began, mut cost) = (None, Cost::default());
        let now = || Ok::<_, Box<dyn Error>>((Instant::now(), cpu_seconds()?));
        if begin == 0 {
            began = Some(now());
        }
        let mut finished = 0;
        run.step(&cancel, &mut |progress| {
            if progress.pass != pass {
                return;
            }
            finished += 1;
            if finished == segments - begin {
                if let (Some(Ok(then)), Ok(now)) = (&began, now()) {
                    cost.cpu = now.1 - then.1;
                    cost.wall = (now.0 - then.0).as_secs_f64();
                }
                cancel.store(true, Ordering::Relaxed);
            } else if began.is_none() {
                began = Some(now());
            }
        })?;
        // Units are read before their segment and written after it, so bytes are those of all segments.
        let share = timed as f64 / (segments - begin) as f64;
        let after = bytes();
        (cost.read, cost.written) =
            ((after[0] - before[0]) * share, (after[1] - before[1]) * share);
        all = all.plus(cost, segments as f64 / timed as f64);
    }
    Ok(all)
}

/// The published levels of a board from its last cell; the table has one start of each symmetry class.
fn published(width: usize, height: usize, metric: &str) -> Vec<f64> {
    let mut levels = Vec::new();
    for line in loyd_data::SLIDING_TILE_LEVELS.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let number =
            |column: usize| fields.get(column).and_then(|field| field.parse::<usize>().ok());
        let sides = [number(0), number(1)];
        let is_board = sides == [Some(width), Some(height)] || sides == [Some(height), Some(width)];
        let is_corner = number(4).is_some_and(|cell| cell + 1 == width * height || cell == 0);
        if is_board && fields[2] == metric && is_corner {
            levels.extend(fields[6].parse::<f64>());
        }
    }
    levels
}

fn main() -> Result<(), Box<dyn Error>> {
    const USAGE: &str = "usage: middle_levels WIDTH HEIGHT single|multi GIBIBYTES [THREADS]";
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [width, height, metric, memory, rest @ ..] = &arguments[..] else {
        return Err(USAGE.into());
    };
    let (width, height) = (width.parse()?, height.parse()?);
    let name = match &metric[..] {
        "single" => MetricName::Single,
        "multi" => MetricName::Multi,
        _ => return Err(USAGE.into()),
    };
    if let Ok(set) = std::env::var("LOYD_CPU") {
        set_limit(Some(set.parse::<InstructionSet>()?));
    }
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let task = DiskTask {
        width,
        height,
        metric: name,
        start: width * height - 1,
        threads: rest.first().map_or(Ok(cores), |threads| threads.parse())?,
        memory: (memory.parse::<f64>()? * f64::from(1 << 30)) as u64,
        samples: 0,
    };
    let nowhere = LockedFolder::create(Arc::new(MemoryDisk::new()), Path::new(""))?;
    let codec = FileLevelStore::new(nowhere).codec().with_bottleneck(Bottleneck::Cpu);
    let plan = DiskPlan::new(&task, &codec)?;
    eprintln!(
        "{} segments, {} bytes each",
        format_args!("{:?}", plan.passes()),
        plan.segment_bytes
    );
    println!("density,cpu_seconds,seconds,read_bytes,written_bytes");
    let mut costs = Vec::new();
    for density in DENSITIES {
        let cost = level(&plan, &codec, density)?;
        println!("{density},{:.1},{:.1},{:.0},{:.0}", cost.cpu, cost.wall, cost.read, cost.written);
        costs.push(cost);
    }
    let levels = published(width, height, metric);
    let all = plan.states() as f64;
    let mut total = Cost::default();
    for depth in 0..levels.len().saturating_sub(1) {
        let density = if name == MetricName::Single {
            levels[..=depth].iter().rev().step_by(2).sum::<f64>() / (all / 2.0)
        } else {
            levels[..=depth].iter().sum::<f64>() / all
        };
        let above =
            DENSITIES.iter().position(|&d| d >= density).unwrap_or(DENSITIES.len() - 1).max(1);
        let (low, high) = (DENSITIES[above - 1], DENSITIES[above]);
        let share = ((density - low) / (high - low)).clamp(0.0, 1.0);
        // Below the least density, the cost falls with it.
        let factor = (density / DENSITIES[0]).min(1.0);
        total = total.plus(costs[above - 1], (1.0 - share) * factor).plus(costs[above], share);
    }
    println!(
        "run of {} levels: {:.0} s of CPU, {:.0} s on this machine, {:.3e} bytes read, {:.3e} written, {:.2} bytes a state",
        levels.len(),
        total.cpu,
        total.wall,
        total.read,
        total.written,
        (total.read + total.written) / all
    );
    Ok(())
}
