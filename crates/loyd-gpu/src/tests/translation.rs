//! Every specialisation of every kernel is valid, and can be translated for every backend. No driver
//! is needed.

use crate::kernel::{Kernel, Movement};
use crate::plan::{Capacity, Form, GpuPlan};
use crate::shader::{self, SUMS};
use crate::tables::Tables;
use loyd_tiles::MetricName;
use loyd_tiles_enumerate::memory::MemoryTask;
use naga::back::pipeline_constants::process_overrides;
use naga::back::{hlsl, msl, spv};
use naga::valid::{Capabilities, ValidationFlags, Validator};
use naga::{Module, ShaderStage};
use std::collections::HashSet;

/// A card without a limit that matters.
const CARD: Capacity =
    Capacity { binding_bytes: (2 << 30) - 1, storage_bindings: 32, workgroups: 65_535 };

/// Validates a kernel with its constants and translates it for Vulkan, Metal and DirectX.
fn translate(text: &str, entry_point: &str, constants: &[(&str, f64)]) {
    let module: Module = naga::front::wgsl::parse_str(text)
        .unwrap_or_else(|error| panic!("{entry_point}: {}", error.emit_to_string(text)));
    let mut validator = Validator::new(ValidationFlags::all(), Capabilities::empty());
    let info = validator
        .validate(&module)
        .unwrap_or_else(|error| panic!("{entry_point}: {}", error.emit_to_string(text)));
    let constants = constants.iter().map(|&(name, value)| (name.to_owned(), value)).collect();
    let stage = (ShaderStage::Compute, entry_point);
    let (module, info) = process_overrides(&module, &info, Some(stage), &constants).unwrap();
    let options = spv::Options::default();
    let of_spv = spv::PipelineOptions {
        shader_stage: ShaderStage::Compute,
        entry_point: entry_point.to_owned(),
    };
    let words = spv::write_vec(&module, &info, &options, Some(&of_spv)).unwrap();
    assert_eq!(words[0], 0x0723_0203, "the number that begins a module");
    let options = msl::Options { fake_missing_bindings: true, ..msl::Options::default() };
    let of_msl = msl::PipelineOptions::default();
    let (metal, _) = msl::write_string(&module, &info, &options, &of_msl).unwrap();
    assert!(metal.contains("kernel void"));
    let options = hlsl::Options { fake_missing_bindings: true, ..hlsl::Options::default() };
    let of_hlsl = hlsl::PipelineOptions::default();
    let mut direct = String::new();
    hlsl::Writer::new(&mut direct, &options, &of_hlsl).write(&module, &info, None).unwrap();
    assert!(direct.contains("numthreads"));
}

#[test]
fn kernels_are_valid_and_translate_for_every_backend() {
    let mut specialisations = HashSet::new();
    for (width, height) in [(4, 2), (3, 3), (5, 2), (6, 2), (4, 3), (7, 2), (5, 3)] {
        for (metric, listed, capacity, form) in variants() {
            let task = MemoryTask {
                deepest_limit: listed,
                samples: listed,
                ..MemoryTask::new(width, height, metric)
            };
            let Ok(plan) = GpuPlan::with_form(&task, capacity, "card", form) else { continue };
            for kernel in plan.kernels() {
                let (sources, constants) = (plan.sources(kernel), shader::constants(&plan));
                for movement in [Movement::Blocks, Movement::Lanes, Movement::Bits] {
                    let specialisation = (kernel, movement, sources, format!("{constants:?}"));
                    if specialisations.insert(specialisation) {
                        let text = shader::text(kernel, movement, sources);
                        translate(&text, kernel.entry_point(), &constants);
                    }
                }
            }
        }
    }
    let kernels: HashSet<Kernel> = specialisations.iter().map(|it| it.0).collect();
    assert_eq!(kernels.len(), Kernel::ALL.len(), "{specialisations:?}");
    assert!(specialisations.len() > 30, "{}", specialisations.len());
    translate(SUMS, "sum_parts", &[]);
    translate(SUMS, "sum_all", &[]);
    translate(shader::COPY, "copy", &[]);
}

fn variants() -> impl Iterator<Item = (MetricName, usize, Capacity, Form)> {
    [MetricName::Single, MetricName::Multi].into_iter().flat_map(|metric| {
        [0, 4].into_iter().flat_map(move |listed| {
            [CARD, Capacity::DEFAULT].into_iter().flat_map(move |capacity| {
                [Form::Whole, Form::Cut].map(|form| (metric, listed, capacity, form))
            })
        })
    })
}

/// Drivers that end loops after 65,535 turns do so silently.
#[test]
fn no_invocation_comes_near_the_limit_of_turns() {
    for (width, height) in [(4, 2), (3, 3), (5, 2), (6, 2), (4, 3), (7, 2), (5, 3), (4, 4), (8, 2)]
    {
        let layout = loyd_tiles::bitmap::Layout::new(width, height).unwrap();
        assert!(shader::turns(&layout, 8) < 65_535, "{width}x{height}");
        // Sums: a part has 1024 words for 64 invocations, and one workgroup adds up the parts.
        let words = layout.blocks as u64 * layout.cells() as u64;
        let fits = layout.map_bytes() / 3 < 2 << 30;
        assert!(!fits || words.div_ceil(shader::PART) / 64 + 64 < 65_535, "{width}x{height}");
    }
}

/// Places in tables are packed by 16 bits, places in the tables themselves by 32.
#[test]
fn tables_of_the_largest_boards_are_small() {
    let layout = loyd_tiles::bitmap::Layout::new(5, 3).unwrap();
    assert!(Tables::new(&layout).words.len() >= layout.block_lanes / 2);
    let task = MemoryTask::new(5, 3, MetricName::Multi);
    let plan = GpuPlan::resident(&task, CARD, "card").unwrap();
    let passes = crate::passes::Passes::new(&plan);
    assert!(passes.tables.words.len() < 1 << 22, "{}", passes.tables.words.len());
}
