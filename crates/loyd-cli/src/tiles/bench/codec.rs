//! `loyd bench codec` measures the size and speed of each codec on the level bitmaps of an enumeration.

use crate::args::{OutputArgs, ResourceArgs};
use crate::exit::{Exit, Failure};
use crate::hardware::hardware;
use crate::interrupt::on_interrupt;
use crate::platform::KernelArgs;
use crate::quantity::parse_count;
use crate::render::Reporter;
use crate::tiles::size;
use crate::{help, platform};
use clap::Args;
use loyd_codec::measure::{Measured, Subject, measure};
use loyd_codec::{CodecError, Coder, Effort, Kernels, Method, Model, Shape};
use loyd_report::numbers::rate;
use loyd_report::record::Record;
use loyd_search::observe::Cancel;
use loyd_tiles::{MetricName, Size};
use loyd_tiles_enumerate::memory::{MemoryError, MemoryLoop, MemoryPlan, MemoryStep, MemoryTask};
use std::sync::Arc;
use std::time::Instant;

/// `loyd bench codec`.
#[derive(Args, Debug)]
#[command(after_help = help::BENCH_CODEC)]
pub(crate) struct BenchCodecArgs {
    /// Boards, columns x rows.
    #[arg(value_name = "WxH", value_parser = size, default_values = ["4x3"])]
    sizes: Vec<Size>,
    /// Number of units of each level, spread over it.
    #[arg(long, value_name = "N", default_value = "32", value_parser = parse_count)]
    units: u64,
    /// Number of lanes of a unit, rounded to whole blocks.
    #[arg(long, value_name = "N", default_value = "50000", value_parser = parse_count)]
    lanes: u64,
    #[command(flatten)]
    kernels: KernelArgs,
    /// Encode every Nth level only.
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_count)]
    every: u64,
    #[command(flatten)]
    resources: ResourceArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// The form of a level: its states alone, or with all earlier ones of its parity.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    /// All states within the distance, of its parity: read once, written once a level.
    Ball,
    /// The new states: a level is computed from two levels, so each is read twice.
    Frontier,
}

/// The codecs compared.
const CODECS: [(&str, Subject, Form); 7] = [
    ("raw", Subject::Method(Method::Raw), Form::Ball),
    ("rice", Subject::Method(Method::Rice), Form::Ball),
    ("tiers", Subject::Method(Method::Tiers), Form::Ball),
    ("rans", Subject::Method(Method::Rans), Form::Ball),
    ("fast", Subject::Best(Effort::Fast), Form::Ball),
    ("dense", Subject::Best(Effort::Dense), Form::Ball),
    ("stream-vbyte", Subject::StreamVByte, Form::Frontier),
];

pub(crate) fn run(args: &BenchCodecArgs) -> Result<Exit, Failure> {
    let plan = |&size: &Size| {
        let task = MemoryTask {
            threads: args.resources.threads(),
            memory: Some(args.resources.memory()),
            ..MemoryTask::new(size.width(), size.height(), MetricName::Single)
        };
        let plan = MemoryPlan::new(task).and_then(|plan| plan.check().map(|()| plan));
        plan.map_err(|error| failure(size, &error))
    };
    let plans = args.sizes.iter().map(plan).collect::<Result<Vec<_>, _>>()?;
    let mut reporter = Reporter::open(&args.output)?;
    let (interrupted, began) = (on_interrupt(), Instant::now());
    let over = || {
        let limit = args.resources.max_time;
        interrupted.is_cancelled() || limit.is_some_and(|limit| began.elapsed() >= limit)
    };
    let (fastest, compares) = (Kernels::detect(), args.kernels.compares());
    let sets = if compares { Kernels::available() } else { vec![fastest] };
    let (kernels, ratios) = (fastest.name(), if compares { RATIOS } else { "" });
    reporter.text(|| format!("{}, codecs: {kernels}\n{HEADER}{ratios}\n", hardware()))?;
    for (&size, plan) in args.sizes.iter().zip(plans) {
        let Some(run) = Run::measure(size, plan, args, &sets, &interrupted, &over)? else {
            reporter.finish()?;
            return Ok(Exit::Stopped);
        };
        for i in 0..CODECS.len() {
            for set in (0..sets.len()).rev() {
                reporter.record(&run.record(i, set), || {
                    let ratios = if compares { run.ratios(i, set) } else { String::new() };
                    format!("{}{ratios}\n", run.line(i, set))
                })?;
            }
        }
        reporter.flush()?;
    }
    reporter.finish()?;
    Ok(Exit::Done)
}

fn failure(size: Size, error: &MemoryError) -> Failure {
    let exit = match error {
        MemoryError::Sum { .. } => Exit::Failed,
        MemoryError::Memory(_) => Exit::Environment,
        _ => Exit::BadInput,
    };
    Failure::Message { exit, text: format!("{size}: {error}") }
}

fn broken(error: &CodecError) -> Failure {
    Failure::Message { exit: Exit::Failed, text: error.to_string() }
}

const HEADER: &str = "\
board  codec         form      B/state  bits/slot  of entropy   slots encoded    decoded";
/// The columns of the times of several instruction sets.
const RATIOS: &str = "  kernels   times encode  decode";

/// The results of all codecs on the levels of one board.
struct Run {
    size: Size,
    /// The slowest first.
    sets: Vec<Kernels>,
    levels: u64,
    /// Of each set of kernels.
    totals: Vec<[Measured; CODECS.len()]>,
    /// Encoded bytes of whole levels, extrapolated from the units, per state of the board.
    bytes_per_state: [f64; CODECS.len()],
    /// Entropy of independent bits with the density of their level.
    entropy_bits: f64,
}

impl Run {
    /// `None` if it is stopped.
    fn measure(
        size: Size,
        plan: MemoryPlan,
        args: &BenchCodecArgs,
        sets: &[Kernels],
        interrupted: &Cancel,
        over: &dyn Fn() -> bool,
    ) -> Result<Option<Self>, Failure> {
        let layout = plan.layout.clone();
        let stride = layout.map_bytes() as usize / 2 / layout.blocks;
        let shape = Shape::new(layout.tiles as u32, layout.block_lanes, stride)
            .map_err(|error| broken(&error))?;
        let map_lanes = stride * layout.blocks;
        let unit_lanes = (args.lanes as usize / stride).max(1) * stride;
        let mut levels = MemoryLoop::new(plan).map_err(|error| failure(size, &error))?;
        let mut run = Run {
            size,
            sets: sets.to_vec(),
            levels: 0,
            totals: vec![[Measured::default(); CODECS.len()]; sets.len()],
            bytes_per_state: [0.0; CODECS.len()],
            entropy_bits: 0.0,
        };
        // The same places of the last two levels, from which the new states are seen.
        let mut before = [vec![], vec![]];
        loop {
            let depth = u64::from(levels.depth());
            let places =
                Places { maps: levels.snapshot_maps(), map_lanes, unit_lanes, units: args.units };
            let balls: Vec<Vec<u16>> = places
                .all()
                .map(|(map, lane)| lanes(&levels.snapshot_bytes(map)[2 * lane..], unit_lanes))
                .collect();
            if depth.is_multiple_of(args.every.max(1)) {
                let slots = places.maps as f64 * layout.map_states() as f64;
                let share = slots / layout.states() as f64;
                run.add_level(shape, &balls, &before[(depth % 2) as usize], share)?;
            }
            before[(depth % 2) as usize] = balls;
            let step = levels.step(interrupted.flag()).map_err(|error| failure(size, &error))?;
            if over() {
                return Ok(None);
            }
            if step == MemoryStep::Complete {
                // For the levels left out.
                let all = (depth + 1) as f64 / run.levels as f64;
                run.bytes_per_state = run.bytes_per_state.map(|bytes| bytes * all);
                return Ok(Some(run));
            }
        }
    }

    /// Measures all codecs on some units of a level; `share` is the share of the states of the
    /// board that they stand for.
    fn add_level(
        &mut self,
        shape: Shape,
        balls: &[Vec<u16>],
        before: &[Vec<u16>],
        share: f64,
    ) -> Result<(), Failure> {
        let mut frontiers = balls.to_vec();
        for (unit, before) in frontiers.iter_mut().zip(before) {
            for (lane, before) in unit.iter_mut().zip(before) {
                *lane &= !before;
            }
        }
        let [balls, frontiers] = [balls, &frontiers[..]]
            .map(|units| units.iter().map(|unit| &unit[..]).collect::<Vec<_>>());
        let model = Arc::new(Model::train(shape, &balls));
        let with_kernels = |&kernels: &Kernels| {
            let mut coder = Coder::with_kernels(shape, kernels);
            coder.set_model(Arc::clone(&model));
            coder
        };
        let mut coders: Vec<Coder> = self.sets.iter().map(with_kernels).collect();
        for (i, (_, subject, form)) in CODECS.iter().enumerate() {
            let units = if *form == Form::Ball { &balls } else { &frontiers };
            let mut bits_per_slot = 0.0;
            for (coder, totals) in coders.iter_mut().zip(&mut self.totals) {
                let measured = measure(coder, units, *subject).map_err(|error| broken(&error))?;
                bits_per_slot = measured.bits_per_slot();
                totals[i].add(&measured);
            }
            let moves = if *form == Form::Ball { 2.0 } else { 3.0 };
            self.bytes_per_state[i] += moves * share * bits_per_slot / 8.0;
        }
        let slots: u64 = balls.iter().map(|unit| shape.slots(unit.len())).sum();
        let ones: u64 = balls
            .iter()
            .flat_map(|unit| unit.iter())
            .map(|lane| u64::from(lane.count_ones()))
            .sum();
        let density = ones as f64 / slots as f64;
        let part = |p: f64| if p > 0.0 { -p * p.log2() } else { 0.0 };
        self.entropy_bits += slots as f64 * (part(density) + part(1.0 - density));
        self.levels += 1;
        Ok(())
    }

    /// Of codec number i with a set of kernels.
    fn record(&self, i: usize, set: usize) -> Record {
        let ((name, _, form), total) = (CODECS[i], &self.totals[set][i]);
        let mut record = Record::new();
        record.push("puzzle", self.size.to_string());
        record.push("codec", name);
        record.push("form", form.name());
        record.push("levels", self.levels);
        record.push("slots", total.slots);
        record.push("bytes", total.bytes);
        record.push("bytes_per_state", self.bytes_per_state[i]);
        record.push("bits_per_slot", total.bits_per_slot());
        record.push("of_entropy", self.of_entropy(total));
        record.push("encode_slots_per_second", (total.slots as f64 / total.encode_seconds).round());
        record.push("decode_slots_per_second", (total.slots as f64 / total.decode_seconds).round());
        record.push("kernels", self.sets[set].name());
        record.push("cpu", platform::cpu_model());
        record
    }

    /// Of codec number i with a set of kernels.
    fn line(&self, i: usize, set: usize) -> String {
        let ((name, _, form), total) = (CODECS[i], &self.totals[set][i]);
        format!(
            "{:<5}  {:<12}  {:<8} {:>8.3} {:>10.4} {:>11.3} {:>15} {:>10}",
            self.size.to_string(),
            name,
            form.name(),
            self.bytes_per_state[i],
            total.bits_per_slot(),
            self.of_entropy(total),
            rate(total.slots, total.encode_seconds),
            rate(total.slots, total.decode_seconds),
        )
    }

    /// The set of kernels, and its times relative to those of the fastest.
    fn ratios(&self, i: usize, set: usize) -> String {
        let (total, fastest) = (&self.totals[set][i], &self.totals[self.sets.len() - 1][i]);
        format!(
            "  {:<9} {:>12.2} {:>7.2}",
            self.sets[set].name(),
            total.encode_seconds / fastest.encode_seconds,
            total.decode_seconds / fastest.decode_seconds,
        )
    }

    fn of_entropy(&self, total: &Measured) -> f64 {
        total.bytes as f64 * 8.0 / self.entropy_bits
    }
}

impl Form {
    fn name(self) -> &'static str {
        match self {
            Form::Ball => "ball",
            Form::Frontier => "frontier",
        }
    }
}

/// The places of the units taken from the bitmaps of a level: the same places at each level of a parity.
struct Places {
    maps: usize,
    map_lanes: usize,
    unit_lanes: usize,
    units: u64,
}

impl Places {
    /// Bitmap and first lane of each unit; the last unit of a bitmap may be short.
    ///
    /// Evenly spaced units would have the same leading digits in each bitmap, and distances depend
    /// on those most of all. So each unit is the golden section further on than the one before.
    fn all(&self) -> impl Iterator<Item = (usize, usize)> {
        let per_map = self.map_lanes.div_ceil(self.unit_lanes);
        let units = per_map * self.maps;
        let count = (self.units.max(1) as usize).min(units);
        let section = (units as f64 * 0.618) as usize;
        let step = (section..=section + units).find(|&step| divisor(step, units) == 1).unwrap_or(1);
        let lanes = self.unit_lanes;
        (0..count).map(move |i| {
            let unit = (i * step + units / 2) % units;
            (unit / per_map, unit % per_map * lanes)
        })
    }
}

/// The greatest common divisor.
fn divisor(a: usize, b: usize) -> usize {
    if b == 0 { a } else { divisor(b, a % b) }
}

/// At most `max` lanes from the start of some bytes.
fn lanes(bytes: &[u8], max: usize) -> Vec<u16> {
    let pairs = bytes.chunks_exact(2).take(max);
    pairs.map(|pair| u16::from_ne_bytes([pair[0], pair[1]])).collect()
}
