//! States that are listed: antipodes, samples.

use crate::{enumerate, in_memory, plan, request, software};
use loyd_enumerate::Request;
use loyd_tiles::MetricName;
use loyd_tiles_enumerate::memory::{MemoryLoop, MemoryPlan, MemoryStep, MemoryTask, StateVisitor};
use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

#[test]
fn antipodes_are_those_of_the_memory_engine() {
    if software().is_none() {
        return;
    }
    for (width, height, metric, start) in [
        (4, 2, MetricName::Single, 7),
        (2, 4, MetricName::Multi, 2),
        (3, 3, MetricName::Single, 4),
        (3, 3, MetricName::Multi, 8),
        (5, 2, MetricName::Single, 9),
    ] {
        for antipodes in [1000, 1] {
            let request = Request { antipodes, ..request(width, height, metric, start) };
            let (result, expected) = (enumerate(&plan(&request)), in_memory(&request));
            let what = format!("{width}x{height} {metric} from {start}, at most {antipodes}");
            assert_eq!(result.antipodes, expected.antipodes, "{what}");
            assert_eq!(result.levels, expected.levels, "{what}");
        }
    }
}

#[derive(Default)]
struct Distances(Mutex<HashMap<Vec<u8>, u32>>, usize);

impl StateVisitor for Distances {
    fn visit(&self, _thread: usize, depth: u32, boards: &[u8]) {
        let mut distances = self.0.lock().unwrap();
        for board in boards.chunks_exact(self.1) {
            distances.insert(board.to_vec(), depth);
        }
    }
}

fn distances(task: MemoryTask) -> HashMap<Vec<u8>, u32> {
    let visitor = Distances(Mutex::default(), task.width * task.height);
    let mut levels = MemoryLoop::new(MemoryPlan::new(task).unwrap()).unwrap();
    let cancel = AtomicBool::new(false);
    while let MemoryStep::Level(_) = levels.step_visiting(&cancel, &mut |_| (), &visitor).unwrap() {
    }
    visitor.0.into_inner().unwrap()
}

/// Small levels have the sample that the memory engine takes; a large one has the same number of
/// states, which are of that level and all different.
#[test]
fn samples_are_of_their_level() {
    if software().is_none() {
        return;
    }
    for metric in [MetricName::Single, MetricName::Multi] {
        let request = Request { samples: 7, ..request(3, 3, metric, 8) };
        let (result, expected) = (enumerate(&plan(&request)), in_memory(&request));
        let task = MemoryTask { start: 8, ..MemoryTask::new(3, 3, metric) };
        let distances = distances(task);
        assert_eq!(result.samples.len(), result.levels.len());
        for (depth, sample) in result.samples.iter().enumerate() {
            if result.levels[depth] <= 4000 {
                assert_eq!(sample, &expected.samples[depth], "{metric}, depth {depth}");
                continue;
            }
            assert!(sample.len() > 3, "{metric}, depth {depth}: {}", sample.len());
            let mut different = Vec::new();
            for position in sample {
                let board: Vec<u8> = position.tiles().iter().map(|&tile| tile as u8).collect();
                assert_eq!(distances.get(&board), Some(&(depth as u32)), "{metric} {position:?}");
                assert!(!different.contains(&board));
                different.push(board);
            }
        }
        let again = enumerate(&plan(&request));
        assert_eq!(result.samples, again.samples, "the choice does not depend on the run");
    }
}
