//! Audits level by level find what audits by a table of distances find, which share no code with the
//! engine that makes levels.

use loyd_search::audit::{Findings, Thoroughness};
use loyd_search::observe::{Cancel, Limit, StopCause};
use loyd_search::search::AlgorithmName;
use loyd_tiles::heuristic::{HeuristicName, HeuristicSpec};
use loyd_tiles::solver::{Engine, LevelAudit, Plan, Settings, Solver};
use loyd_tiles::{MetricName, Position, Size, Slide};
use loyd_tiles_enumerate::audit::AuditPlan;
use loyd_tiles_enumerate::memory::{self, MemoryLoop, MemoryStep, MemoryTask, StateVisitor};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

const METRICS: [MetricName; 2] = [MetricName::Single, MetricName::Multi];

fn solver(goal: &Position, metric: MetricName, heuristic: &str) -> Solver {
    let settings = Settings {
        metric,
        heuristic: Some(heuristic.parse::<HeuristicSpec>().unwrap()),
        algorithm: Some(AlgorithmName::IdaStar.into()),
        ..Settings::default()
    };
    Solver::prepare(&Plan::new(goal, &settings).unwrap()).unwrap()
}

fn goal(width: usize, height: usize, tiles: &[u64]) -> Position {
    Position::new(Size::new(width, height).unwrap(), tiles).unwrap()
}

fn assert_same(one: &Findings<Position, Slide>, other: &Findings<Position, Slide>, what: &str) {
    assert_eq!((one.states, one.moves), (other.states, other.moves), "{what}");
    assert_eq!(one.joint, other.joint, "{what}");
    assert_eq!(one.overestimates, other.overestimates, "{what}");
    assert_eq!(one.worst, other.worst, "{what}");
    assert_eq!(one.inconsistencies, other.inconsistencies, "{what}");
    assert_eq!(one.steepest, other.steepest, "{what}");
}

/// Both audits of every heuristic for a goal.
fn compare(goal: &Position, metric: MetricName, heuristics: &[&str]) {
    for heuristic in heuristics {
        let what = format!("{heuristic}, {metric}, {}", goal.to_line());
        let solver = solver(goal, metric, heuristic);
        let slow = solver.audit(1, &Limit::none(), &mut |_, _| ()).unwrap();
        let plan = AuditPlan::new(goal, metric, 2, 1 << 30).unwrap();
        let (mut last, mut calls) = (0, 0);
        let audited = plan.run(&solver, &Limit::none(), &mut |progress| {
            assert!(progress.states >= last && progress.states <= progress.of, "{what}");
            (last, calls) = (progress.states, calls + 1);
        });
        let audited = audited.unwrap();
        assert_same(&audited.findings, &slow.findings, &what);
        assert_eq!((audited.distance, audited.stopped), (slow.radius, None), "{what}");
        assert_eq!(audited.findings.thoroughness, Thoroughness::EveryState);
        assert!(calls > 10 && last == audited.findings.states, "{what}: {calls} calls, {last}");
    }
}

fn names() -> Vec<&'static str> {
    HeuristicName::ALL
        .iter()
        .map(|name| name.info().name)
        .chain(["max(hamming,manhattan)"])
        .collect()
}

#[test]
fn both_audits_agree_on_every_heuristic() {
    for metric in METRICS {
        compare(&goal(3, 3, &[1, 2, 3, 4, 5, 6, 7, 8, 0]), metric, &names());
        // Wide and high boards are stored the same way round, and a goal may be any board.
        compare(&goal(3, 3, &[8, 1, 6, 3, 0, 5, 7, 4, 2]), metric, &["linear-conflict"]);
        compare(&goal(4, 2, &[2, 1, 4, 0, 3, 6, 5, 7]), metric, &["manhattan", "linear-conflict"]);
        compare(&goal(2, 4, &[7, 6, 5, 4, 3, 2, 1, 0]), metric, &["manhattan", "linear-conflict"]);
    }
}

#[test]
#[ignore = "a minute: cargo test --release -p loyd-tiles-enumerate --test engines -- --ignored audit"]
fn both_audits_agree_on_boards_of_ten_cells() {
    for metric in METRICS {
        compare(&goal(5, 2, &[1, 2, 3, 4, 5, 6, 7, 8, 9, 0]), metric, &names());
        compare(&goal(2, 5, &[9, 2, 3, 0, 5, 6, 7, 8, 1, 4]), metric, &["linear-conflict"]);
    }
}

/// Hands what it sees to one thread after the other.
struct InTurn<'a> {
    audit: &'a dyn LevelAudit,
    turn: AtomicUsize,
}

impl StateVisitor for InTurn<'_> {
    fn visit(&self, _thread: usize, depth: u32, boards: &[u8]) {
        // Board by board, so that equally bad examples are on different threads.
        for board in boards.chunks(9) {
            self.audit.see(self.turn.fetch_add(1, Ordering::Relaxed) % 5, depth, board);
        }
    }
}

#[test]
fn examples_do_not_depend_on_threads() {
    let goal = goal(3, 3, &[1, 2, 3, 4, 5, 6, 7, 8, 0]);
    let solver = solver(&goal, MetricName::Multi, "linear-conflict");
    let slow = solver.audit(1, &Limit::none(), &mut |_, _| ()).unwrap();
    let audit = solver.level_audit(5).unwrap();
    let visitor = InTurn { audit: &*audit, turn: AtomicUsize::new(0) };
    let task = MemoryTask { start: 8, ..MemoryTask::new(3, 3, MetricName::Multi) };
    let mut levels = MemoryLoop::new(memory::MemoryPlan::new(task).unwrap()).unwrap();
    visitor.visit(0, 0, &levels.deepest().unwrap()[0]);
    let cancel = AtomicBool::new(false);
    while levels.step_visiting(&cancel, &mut |_| (), &visitor).unwrap() != MemoryStep::Complete {}
    let audited = audit.finish(Thoroughness::EveryState).unwrap();
    assert!(audited.overestimates > 1 && audited.inconsistencies > 1);
    assert_same(&audited, &slow.findings, "five threads in turn");
}

#[test]
fn a_stopped_audit_has_seen_all_states_up_to_a_distance() {
    let goal = goal(3, 3, &[1, 2, 3, 4, 5, 6, 7, 8, 0]);
    for metric in METRICS {
        let solver = solver(&goal, metric, "manhattan");
        let whole = solver.audit(1, &Limit::none(), &mut |_, _| ()).unwrap().findings.joint;
        let plan = || AuditPlan::new(&goal, metric, 1, 1 << 30).unwrap();
        let cancel = Cancel::new();
        let limit = Limit::cancelled_by(&cancel);
        let audited = plan().run(&solver, &limit, &mut |progress| {
            if progress.distance == 12 {
                cancel.cancel();
            }
        });
        let audited = audited.unwrap();
        assert_eq!((audited.distance, audited.stopped), (11, Some(StopCause::Cancelled)));
        assert_eq!(audited.findings.thoroughness, Thoroughness::UpTo(11));
        let up_to = |joint: &loyd_search::audit::Joint| {
            joint.pairs().filter(|&(distance, ..)| distance <= 11).collect::<Vec<_>>()
        };
        assert_eq!(up_to(&audited.findings.joint), up_to(&whole));
        assert!(audited.findings.joint.pairs().all(|(distance, ..)| distance <= 12));
        let out_of_time = Limit { time: Some(std::time::Duration::ZERO), ..Limit::none() };
        let audited = plan().run(&solver, &out_of_time, &mut |_| ()).unwrap();
        assert_eq!(audited.stopped, Some(StopCause::Time));
    }
}

#[test]
fn unsuitable_requests_are_refused() {
    let small = goal(2, 2, &[1, 2, 3, 0]);
    assert!(AuditPlan::new(&small, MetricName::Single, 1, 1 << 30).is_err());
    let goal = goal(3, 3, &[1, 2, 3, 4, 5, 6, 7, 8, 0]);
    let plan = AuditPlan::new(&goal, MetricName::Single, 1, 1 << 10).unwrap();
    assert!(plan.memory() > 1 << 10);
    let solver = solver(&goal, MetricName::Single, "zero");
    assert!(plan.run(&solver, &Limit::none(), &mut |_| ()).is_err());
}
