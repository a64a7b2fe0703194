//! A program is complete and obeys the rules of WebGPU, for every board and every form.

use crate::plan::{Capacity, Form, GpuPlan};
use crate::program::{Access, PARAMETER_BYTES, Program, Role};
use loyd_tiles::MetricName;
use loyd_tiles_enumerate::memory::MemoryTask;

const CARD: Capacity =
    Capacity { binding_bytes: 1 << 40, storage_bindings: 32, workgroups: 65_535 };
const NARROW: Capacity = Capacity { workgroups: 300, ..Capacity::DEFAULT };

fn programs() -> Vec<(String, GpuPlan, Program)> {
    let mut programs = Vec::new();
    for (width, height) in [(4, 2), (2, 4), (3, 3), (5, 2), (6, 2), (4, 3)] {
        for metric in [MetricName::Single, MetricName::Multi] {
            for (capacity, form) in [
                (Capacity::DEFAULT, Form::Whole),
                (CARD, Form::Whole),
                (CARD, Form::Cut),
                (NARROW, Form::Whole),
            ] {
                for listed in [0, 24] {
                    let task = MemoryTask {
                        start: 1,
                        deepest_limit: listed,
                        ..MemoryTask::new(width, height, metric)
                    };
                    let Ok(plan) = GpuPlan::with_form(&task, capacity, "card", form) else {
                        continue;
                    };
                    let program = Program::new(&plan, 256);
                    let name = format!("{width}x{height} {metric} {form:?} {capacity:?} {listed}");
                    programs.push((name, plan, program));
                }
            }
        }
    }
    assert!(programs.len() > 60, "{}", programs.len());
    programs
}

#[test]
fn groups_bind_every_binding_of_their_kernel_to_a_fitting_buffer() {
    for (name, plan, program) in programs() {
        for group in &program.groups {
            let kernel = &program.kernels[group.kernel];
            assert_eq!(kernel.bindings.len(), group.buffers.len(), "{name}");
            let mut storage = 0;
            for (&(binding, access), &buffer) in kernel.bindings.iter().zip(&group.buffers) {
                let text = format!("@binding({binding})");
                assert!(kernel.text.contains(&text), "{name}: {text}");
                let role = program.buffers[buffer].role;
                assert_eq!(role == Role::Uniform, access == Access::Parameters, "{name}");
                if access == Access::Parameters {
                    continue;
                }
                storage += 1;
                // A buffer that is written must not be bound twice.
                let bound = group.buffers.iter().filter(|&&it| it == buffer).count();
                assert!(access == Access::Read || bound == 1, "{name}: {group:?}");
                let bytes = program.buffers[buffer].bytes;
                assert!(bytes <= plan.capacity().binding_bytes, "{name}: {bytes}");
            }
            assert!(storage <= plan.capacity().storage_bindings, "{name}: {storage} buffers");
        }
    }
}

#[test]
fn dispatches_cover_their_blocks_and_write_every_bitmap_of_their_colour() {
    for (name, plan, program) in programs() {
        let mut written = [Vec::new(), Vec::new()];
        for (parity, steps) in program.of_level.iter().enumerate() {
            assert!(steps.iter().all(|it| it.group < program.groups.len()), "{name}");
            for step in steps {
                let (across, down) = step.workgroups;
                let max_workgroups = plan.capacity().workgroups;
                assert!(
                    0 < across && across <= max_workgroups && 0 < down && down <= max_workgroups,
                    "{name}"
                );
                let kernel = &program.kernels[program.groups[step.group].kernel];
                let blocks = if kernel.entry_point == "sum_all" { 1 } else { step.parameters[3] };
                assert!(across * down >= blocks, "{name}: {step:?}");
                if kernel.entry_point == "cells" || kernel.entry_point == "columns" {
                    written[parity].push(program.groups[step.group].buffers[3]);
                }
            }
            let [.., parts, all] = &steps[..] else { panic!("{name}: no sums") };
            let entry = |group: usize| program.kernels[program.groups[group].kernel].entry_point;
            assert_eq!((entry(parts.group), entry(all.group)), ("sum_parts", "sum_all"));
        }
        // Every piece of every bitmap is made at one of the parities, none at both.
        let [mut all, other] = written;
        assert!(other.iter().all(|piece| !all.contains(piece)), "{name}");
        all.extend(other);
        all.sort_unstable();
        all.dedup();
        let pieces = plan.bitmaps().maps * plan.form().pieces();
        assert_eq!(all, (0..pieces).collect::<Vec<_>>(), "{name}");
    }
}

#[test]
fn buffers_are_large_enough_for_their_contents() {
    for (name, plan, program) in programs() {
        for contents in &program.contents {
            let end = contents.at + 4 * contents.words.len() as u64;
            assert!(
                contents.at % 4 == 0 && end <= program.buffers[contents.buffer].bytes,
                "{name}"
            );
        }
        let levels = program.levels_within(u64::MAX);
        assert!(levels >= 1 && program.levels_within(0) == 1, "{name}");
        let max_dispatches = program.of_level.iter().map(Vec::len).max().unwrap();
        let parameters = program.buffers[program.parameters];
        assert!(program.stride >= PARAMETER_BYTES && program.stride % 256 == 0, "{name}");
        assert!((levels * max_dispatches) as u64 * program.stride <= parameters.bytes, "{name}");
        assert!(program.buffers[program.totals].bytes >= 8 * levels as u64, "{name}");
        let lists = program.list_words * 4 * levels as u64;
        assert!(program.buffers[program.lists].bytes >= lists, "{name}");
        assert_eq!(program.list_words > 0, plan.collects(), "{name}");
        // The start is one state, of which the single-tile metric has one bit.
        let bits: u32 = program.contents[1..].iter().map(|it| it.words[0].count_ones()).sum();
        assert!(bits >= 2 && bits.is_multiple_of(2), "{name}: {bits}");
    }
}

#[test]
fn steps_have_as_many_levels_as_their_bytes_allow() {
    for (name, _, program) in programs() {
        let both: u64 = program.of_level.iter().flatten().map(|step| step.bytes).sum();
        assert_eq!(program.levels_within(both / 2), 1, "{name}");
        let max_levels = program.levels_within(u64::MAX);
        assert_eq!(program.levels_within(both), 2.min(max_levels), "{name}");
        assert_eq!(program.levels_within(3 * both), 6.min(max_levels), "{name}");
    }
}
