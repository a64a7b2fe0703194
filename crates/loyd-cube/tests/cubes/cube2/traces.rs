//! Searches of the cube recorded as traces and read again.

use loyd_cube::MetricName;
use loyd_cube::cube2::{Cube2, TwoByTwo};
use loyd_search::observe::{self, Limit, SearchEvent};
use loyd_search::puzzle::{Puzzle, replay};
use loyd_search::search::AlgorithmName;
use loyd_search::solver::{Plan, Settings, Watch};
use loyd_search::trace::{
    End, Ending, Header, NotATrace, Origin, Recorder, Step, Trace, puzzle_of,
};

/// A recorded search, and its reports.
struct Recording {
    recorder: Recorder<TwoByTwo>,
    reports: Vec<StepReport>,
}

#[derive(PartialEq, Eq, Debug)]
enum StepReport {
    Expansion { cube: Cube2, backward: bool, numbers: [u64; 5] },
    Event(SearchEvent),
}

impl Watch<TwoByTwo> for Recording {
    fn expanding(&mut self, expansion: &observe::Expansion<'_, Cube2>) {
        self.recorder.expansion(expansion);
        let observe::Expansion { state, backward, g, h, f, open, closed } = *expansion;
        let numbers = [g.into(), h.into(), f, open, closed];
        self.reports.push(StepReport::Expansion { cube: *state, backward, numbers });
    }

    fn event(&mut self, event: SearchEvent) {
        self.recorder.event(event);
        self.reports.push(StepReport::Event(event));
    }
}

/// The bytes of the trace of a search, and the reports of the search.
fn record(
    start: Cube2,
    metric: MetricName,
    algorithm: AlgorithmName,
    max_steps: u32,
) -> (Vec<u8>, Vec<StepReport>) {
    let settings =
        Settings { metric, algorithm: Some(algorithm.into()), ..Settings::<TwoByTwo>::default() };
    let engine = Plan::new(&Cube2::SOLVED, &settings).unwrap().prepare().unwrap();
    let header: Header<TwoByTwo> = Header {
        start,
        goal: Cube2::SOLVED,
        metric,
        algorithm: algorithm.to_string(),
        heuristic: engine.plan().heuristic.to_string(),
        program: "loyd test".into(),
    };
    let recorder = Recorder::new(&header, max_steps);
    let mut recording = Recording { recorder, reports: Vec::new() };
    let report = engine.watch(&start, &Limit::none(), &mut recording).expect("it tells");
    let path = report.outcome.path().expect("every cube can be solved").to_vec();
    let statistics = report.statistics;
    let end = End {
        ending: Ending::Solved { path, proven: engine.plan().proves() },
        expanded: statistics.expanded,
        generated: statistics.generated,
    };
    let Recording { mut recorder, reports } = recording;
    let mut bytes = recorder.take();
    bytes.extend(recorder.end(&end));
    (bytes, reports)
}

/// Every step comes back as it was reported, and every move leads from the parent to the child.
fn check(start: Cube2, metric: MetricName, algorithm: AlgorithmName) {
    let (bytes, reports) = record(start, metric, algorithm, u32::MAX);
    assert_eq!(puzzle_of(&bytes), Ok("cube2"));
    let trace = Trace::<TwoByTwo>::read(&bytes).unwrap();
    assert_eq!(trace.header.start, start);
    assert_eq!(trace.header.metric, metric);
    let mut children = [0; 2];
    let read: Vec<StepReport> = trace
        .steps
        .iter()
        .enumerate()
        .map(|(number, step)| {
            let expansion = match step {
                Step::Expansion(expansion) => expansion,
                Step::Event(event) => return StepReport::Event(*event),
            };
            let cube = trace.position(number).unwrap();
            let backward = expansion.backward;
            match expansion.origin {
                Origin::Root(root) => {
                    assert_eq!(
                        (expansion.g, root),
                        (0, if backward { Cube2::SOLVED } else { start })
                    );
                }
                Origin::Child { parent, mv } => {
                    children[usize::from(backward)] += 1;
                    let Step::Expansion(before) = &trace.steps[parent as usize] else {
                        panic!("an event is not a parent")
                    };
                    assert_eq!(before.backward, backward);
                    let from = trace.position(parent as usize).unwrap();
                    let (to, cost) = replay::<TwoByTwo>(&from, &[mv], metric).unwrap();
                    assert_eq!((to, before.g + cost), (cube, expansion.g), "{algorithm} {metric}");
                }
            }
            let numbers = [
                expansion.g.into(),
                expansion.h.into(),
                expansion.f,
                expansion.open,
                expansion.closed,
            ];
            StepReport::Expansion { cube, backward, numbers }
        })
        .collect();
    assert_eq!(read, reports, "{algorithm} {metric}");
    assert!(children[0] > 0, "{algorithm} {metric}");
    if algorithm == AlgorithmName::Bibfs {
        assert!(children[1] > 0, "both sides are recorded");
    }
    let Some(End { ending: Ending::Solved { path, .. }, .. }) = &trace.end else {
        panic!("no end")
    };
    assert_eq!(replay::<TwoByTwo>(&start, path, metric).unwrap().0, Cube2::SOLVED);
}

#[test]
fn traces_in_both_metrics_round_trip() {
    let start = TwoByTwo::parse("R U2 F' R2", None).unwrap();
    for metric in [MetricName::Half, MetricName::Quarter] {
        for algorithm in TwoByTwo::algorithms() {
            if algorithm.info().observed {
                check(start, metric, algorithm);
            }
        }
    }
}

/// The numbers of `docs/trace-format.md`: traces of today must be read tomorrow.
#[test]
fn moves_keep_their_numbers() {
    for (metric, moves) in
        [(MetricName::Half, "U U2 U' R R2 R' F F2 F'"), (MetricName::Quarter, "U U' R R' F F'")]
    {
        let path = TwoByTwo::parse_moves(moves).unwrap();
        let count = path.len() as u8;
        let header: Header<TwoByTwo> = Header {
            start: Cube2::SOLVED,
            goal: Cube2::SOLVED,
            metric,
            algorithm: "astar".into(),
            heuristic: "zero".into(),
            program: "loyd test".into(),
        };
        let mut recorder = Recorder::new(&header, 0);
        recorder.take();
        let ending = Ending::Solved { path, proven: true };
        let bytes = recorder.end(&End { ending, expanded: 0, generated: 0 });
        let numbers: Vec<u8> = (0..count).collect();
        assert_eq!(bytes[..bytes.len() - 4], [&[2, 1, 0, 0, count][..], &numbers].concat());
    }
}

#[test]
fn a_trace_of_a_cube_is_refused_by_other_puzzles() {
    let start = TwoByTwo::parse("R U F", None).unwrap();
    let (bytes, _) = record(start, MetricName::Half, AlgorithmName::AStar, 2);
    let trace = Trace::<TwoByTwo>::read(&bytes).unwrap();
    assert_eq!(trace.steps.len(), 2);
    assert!(trace.end.as_ref().is_some_and(|end| end.expanded > 2));

    let text = bytes.windows(2).position(|pair| pair == b"\n\n").unwrap() + 2;
    let header = String::from_utf8(bytes[..text].to_vec()).unwrap();
    let refused = |from: &str, to: &str| {
        assert!(header.contains(from), "{header}");
        let changed = header.replace(from, to);
        Trace::<TwoByTwo>::read(&[changed.as_bytes(), &bytes[text..]].concat()).unwrap_err()
    };
    let expected = NotATrace::Puzzle { found: "tiles".into(), expected: "cube2" };
    assert_eq!(refused("puzzle cube2", "puzzle tiles"), expected);
    let line = |refused: NotATrace| match refused {
        NotATrace::Header { line, .. } => line,
        other => panic!("{other}"),
    };
    assert_eq!(line(refused("metric half", "metric multi")), "metric");
    // Two colours changed places: no such corner.
    assert_eq!(line(refused("goal UUUURRRR", "goal UUURURRR")), "goal");
    // The numbers of the nine turns of the half-turn metric are too many for the quarter-turn metric.
    let slower = header.replace("metric half", "metric quarter");
    let with = |mv: u8| {
        let root = [&[0, 24], start.to_string().as_bytes(), &[0; 5]].concat();
        let child = [&[8, 1, mv][..], &[1, 0, 0, 0, 0]].concat();
        Trace::<TwoByTwo>::read(&[slower.as_bytes(), &root, &child].concat())
    };
    assert_eq!(with(5).unwrap().steps.len(), 2);
    assert!(matches!(with(6), Err(NotATrace::Corrupt { .. })));
}
