//! Traces are read as they were recorded, and other data is rejected.

use loyd_search::observe::{self, SearchEvent, StopCause};
use loyd_search::puzzle::Puzzle;
use loyd_search::search::AlgorithmSpec;
use loyd_search::trace::{
    End, Ending, Expansion, Header, NotATrace, Origin, Recorder, Step, Trace, puzzle_of,
};
use loyd_tiles::solver::{Engine, Plan, Settings, Solver, Tiles, Watch};
use loyd_tiles::{MetricName, Position, Scrambler, Size, Slide, parse_moves};
use proptest::prelude::*;

fn header(metric: MetricName) -> Header<Tiles> {
    let goal = Position::blank_last(Size::new(4, 3).unwrap());
    Header {
        start: Scrambler::new(3).position(&goal),
        goal,
        metric,
        algorithm: "wastar(3)".into(),
        heuristic: "max(manhattan,pdb:6-5)".into(),
        program: "loyd test".into(),
    }
}

/// A walk from the start, recorded, with the steps expected on reading.
fn walk(
    metric: MetricName,
    seed: u64,
    length: usize,
    max_steps: u32,
) -> (Vec<u8>, Vec<Step<Tiles>>, End<Tiles>) {
    let header = header(metric);
    let mut recorder = Recorder::new(&header, max_steps);
    let (mut bytes, mut steps) = (Vec::new(), Vec::new());
    let mut number = seed | 1;
    let mut random = |below: u64| {
        number =
            number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (number >> 33) % below
    };
    let words = match metric {
        MetricName::Single => "U D L R",
        MetricName::Multi => "U D L R U2 D2 L2 R2 L3 R3",
    };
    let slides = parse_moves(words).unwrap();
    // The step of the last expansion of each state on the walk, and the moves in between.
    let mut path: Vec<(u32, Position)> = Vec::new();
    let mut position = header.start.clone();
    let mut last: Option<Slide> = None;
    while steps.len() < length {
        if random(12) == 0 {
            let event = match random(3) {
                0 => SearchEvent::Iteration(random(1 << 20)),
                1 => SearchEvent::Stage(random(9)),
                _ => SearchEvent::Solution(random(300)),
            };
            recorder.event(event);
            steps.push(Step::Event(event));
            continue;
        }
        let number = steps.len() as u32;
        let (g, h) = (path.len() as u32, random(200) as u32);
        let f = if random(2) == 0 { u64::from(g + h) } else { random(1 << 40) };
        let (open, closed) = (random(1 << 30), random(1 << 30));
        let backward = false;
        let state = &position;
        recorder.expansion(&observe::Expansion { state, backward, g, h, f, open, closed });
        let origin = match (last, path.last()) {
            (Some(slide), Some(&(parent, _))) => Origin::Child { parent, mv: slide },
            _ => Origin::Root(position.clone()),
        };
        steps.push(Step::Expansion(Expansion { origin, backward, g, h, f, open, closed }));
        path.push((number, position.clone()));
        // A move to a state that is not on the path; without one, the walk restarts from the start.
        let fresh =
            slides.iter().cycle().skip(random(64) as usize).take(slides.len()).find_map(|&slide| {
                let next = position.replay(&[slide]).ok()?;
                path.iter().all(|(_, met)| *met != next).then_some((slide, next))
            });
        match fresh {
            Some((slide, next)) if random(20) > 0 => (position, last) = (next, Some(slide)),
            _ => {
                path.clear();
                (position, last) = (header.start.clone(), None);
            }
        }
        if random(5) == 0 {
            bytes.extend(recorder.take());
        }
    }
    let end = End {
        ending: match random(3) {
            0 => Ending::Solved {
                path: slides[..random(4) as usize].to_vec(),
                proven: random(2) == 0,
            },
            1 => Ending::Unsolvable,
            _ => Ending::Stopped(StopCause::Memory),
        },
        expanded: random(1 << 50),
        generated: random(1 << 50),
    };
    bytes.extend(recorder.take());
    bytes.extend(recorder.end(&end));
    steps.truncate(max_steps as usize);
    (bytes, steps, end)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn traces_of_walks_round_trip(seed: u64, length in 0usize..400, multi: bool, max_steps in 0u32..500) {
        let metric = if multi { MetricName::Multi } else { MetricName::Single };
        let (bytes, steps, end) = walk(metric, seed, length, max_steps);
        let trace = Trace::<Tiles>::read(&bytes).unwrap();
        prop_assert_eq!(&trace.header, &header(metric));
        prop_assert_eq!(&trace.steps, &steps);
        prop_assert_eq!(&trace.end, &Some(end));
        for (number, step) in steps.iter().enumerate() {
            let is_expansion = matches!(step, Step::Expansion(_));
            prop_assert_eq!(trace.position(number).is_some(), is_expansion);
        }
    }

    #[test]
    fn changed_bytes_are_detected(seed: u64, at: prop::sample::Index, change in 1u8..=255) {
        let (mut bytes, ..) = walk(MetricName::Single, seed, 60, 1000);
        let at = at.index(bytes.len());
        bytes[at] ^= change;
        // The checksum also covers the program's name and the other metadata.
        if let Ok(trace) = Trace::<Tiles>::read(&bytes) {
            prop_assert_eq!(trace.end, None, "a changed trace was taken as complete");
        }
    }

    #[test]
    fn any_bytes_are_refused_without_a_panic(junk in prop::collection::vec(any::<u8>(), 0..300)) {
        let mut bytes = walk(MetricName::Multi, 1, 5, 1000).0;
        let text = bytes.windows(2).position(|pair| pair == b"\n\n").unwrap() + 2;
        prop_assert!(Trace::<Tiles>::read(&junk).is_err());
        bytes.truncate(text);
        bytes.extend(junk);
        if let Ok(trace) = Trace::<Tiles>::read(&bytes) {
            for number in 0..trace.steps.len() {
                let _ = trace.position(number);
            }
        }
    }
}

#[test]
fn truncated_traces_are_read_up_to_their_end() {
    let (bytes, steps, _) = walk(MetricName::Single, 7, 100, 1000);
    let header = bytes.windows(2).position(|pair| pair == b"\n\n").unwrap() + 2;
    let mut longest = 0;
    for length in header..bytes.len() {
        let trace = Trace::<Tiles>::read(&bytes[..length]).unwrap();
        assert_eq!(trace.end, None);
        assert_eq!(trace.steps, steps[..trace.steps.len()]);
        assert!(trace.steps.len() >= longest);
        longest = trace.steps.len();
    }
    assert_eq!(longest, steps.len());
    assert_eq!(
        Trace::<Tiles>::read(&bytes[..header - 1]).unwrap_err(),
        NotATrace::Header { line: "goal", why: String::new() }
    );
}

#[test]
fn foreign_files_are_refused_with_the_reason() {
    let wrong = |text: &str| Trace::<Tiles>::read(text.as_bytes()).unwrap_err();
    for foreign in ["", "loyd-trace", "loyd-trace \n\n", "loyd-trace +2\n\n", "Loyd-trace 2\n\n"] {
        assert_eq!(wrong(foreign), NotATrace::ForeignCheckpoint, "{foreign:?}");
    }
    let old = "loyd-trace 1\nprogram loyd 0.1.0\nsize 2x2\nmetric single\n\n";
    assert_eq!(wrong(old), NotATrace::Version { found: 1 });
    assert!(wrong(old).to_string().contains("version 1, and only version 2"), "{}", wrong(old));
    assert_eq!(wrong("loyd-trace 3\n\n"), NotATrace::Version { found: 3 });

    let line = |text: &str| match wrong(text) {
        NotATrace::Header { line, .. } => line,
        other => panic!("{other}"),
    };
    let whole = "loyd-trace 2\nprogram loyd\npuzzle tiles\nshape 2x2\nmetric single\nalgorithm astar\n\
                 heuristic zero\nstart 1 2 3 0\ngoal 1 2 3 0\n\n";
    assert!(Trace::<Tiles>::read(whole.as_bytes()).is_ok());
    assert_eq!(puzzle_of(whole.as_bytes()), Ok("tiles"));
    for name in ["program", "puzzle", "shape", "metric", "algorithm", "heuristic", "start", "goal"]
    {
        let without = whole.replacen(&format!("\n{name} "), "\nunknown ", 1);
        assert_eq!(line(&without), name);
    }
    assert_eq!(line(&whole.replace("single", "cubic")), "metric");
    assert_eq!(line(&whole.replace("goal 1 2 3 0", "goal 1 2 3 3")), "goal");
    assert_eq!(line(&whole.replace("2x2", "3x3")), "start");
    assert_eq!(line(&whole.replace("2x2", "0x2")), "start");
    assert_eq!(line(&whole.replace("2x2", "2X2")), "shape");
    let other = NotATrace::Puzzle { found: "cube2".into(), expected: "tiles" };
    assert_eq!(wrong(&whole.replace("puzzle tiles", "puzzle cube2")), other);
}

/// A trace of the 2x2 board with these records, unsealed.
fn forged(records: &[&[u8]]) -> Result<Trace<Tiles>, NotATrace> {
    let header = "loyd-trace 2\nprogram loyd\npuzzle tiles\nshape 2x2\nmetric single\nalgorithm astar\n\
                  heuristic zero\nstart 1 2 3 0\ngoal 1 2 3 0\n\n";
    Trace::read(&[header.as_bytes(), &records.concat()].concat())
}

#[test]
fn forged_records_are_refused() {
    const NUMBERS: &[u8] = &[0, 0, 0, 0, 0];
    const ROOT: &[u8] = b"\x00\x071 2 3 0\x00\x00\x00\x00\x00";
    let steps = |records: &[&[u8]]| forged(records).map(|trace| trace.steps.len());
    let corrupt = |records: &[&[u8]]| matches!(forged(records), Err(NotATrace::Corrupt { .. }));
    assert_eq!(steps(&[ROOT, &[8, 1, 0], NUMBERS]), Ok(2));
    // A position of another shape, an invalid position, invalid text, and a text that is too long.
    assert!(corrupt(&[b"\x00\x111 2 3 4 5 6 7 8 0", NUMBERS]));
    assert!(corrupt(&[b"\x00\x071 2 3 3", NUMBERS]));
    assert!(corrupt(&[b"\x00\x02\xff\xfe", NUMBERS]));
    assert!(corrupt(&[b"\x00\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"]));
    // A text that extends beyond the end of the file.
    assert_eq!(steps(&[ROOT, b"\x00\x7f1 2 3 0"]), Ok(1));
    // A step that is its own parent, a parent before the first step, and an event as a parent.
    assert!(corrupt(&[ROOT, &[8, 0, 0], NUMBERS]));
    assert!(corrupt(&[ROOT, &[8, 2, 0], NUMBERS]));
    assert!(corrupt(&[ROOT, &[1, 0, 5], &[8, 1, 0], NUMBERS]));
    // A number that encodes no move.
    assert!(corrupt(&[ROOT, &[8, 1, 4], NUMBERS]));
    assert!(corrupt(&[ROOT, &[2, 0, 1, 1, 1, 4], &[0; 4]]));
    // A move that is illegal at its parent: the step remains, without a position.
    let trace = forged(&[ROOT, &[8, 1, 3], NUMBERS, &[8, 1, 0], NUMBERS]).unwrap();
    let shown: Vec<bool> = (0..3).map(|step| trace.position(step).is_some()).collect();
    assert_eq!(shown, [true, false, false]);
    // A path longer than the file.
    let long: &[u8] = &[2, 0, 1, 1, 0xff, 0xff, 0xff, 0xff, 0x0f, 0, 0];
    assert_eq!(forged(&[ROOT, long]).map(|trace| trace.end), Ok(None));
    assert_eq!(forged(&[ROOT, &[2, 2, 1, 1, 0], &[0; 4]]).unwrap_err(), NotATrace::Checksum);
}

/// The numbers of `docs/trace-format.md`: today's traces must remain readable.
#[test]
fn moves_keep_their_numbers() {
    for (metric, moves) in
        [(MetricName::Single, "D R L U"), (MetricName::Multi, "D D2 R R2 R3 L L2 L3 U U2")]
    {
        let path = parse_moves(moves).unwrap();
        let count = path.len() as u8;
        let mut recorder = Recorder::new(&header(metric), 0);
        recorder.take();
        let ending = Ending::Solved { path, proven: true };
        let bytes = recorder.end(&End { ending, expanded: 0, generated: 0 });
        let numbers: Vec<u8> = (0..count).collect();
        assert_eq!(bytes[..bytes.len() - 4], [&[2, 1, 0, 0, count][..], &numbers].concat());
    }
}

/// An observer that records a search.
struct Recording(Recorder<Tiles>);

impl Watch<Tiles> for Recording {
    fn expanding(&mut self, expansion: &observe::Expansion<'_, Position>) {
        self.0.expansion(expansion);
    }

    fn event(&mut self, event: SearchEvent) {
        self.0.event(event);
    }
}

/// Tiles that do not matter to a stage are indistinguishable to the search but not in its trace:
/// every board is reached by legal moves from the start, and each stage begins with a board on the
/// solution path.
#[test]
fn stages_are_shown_on_boards_of_the_puzzle() {
    for (width, height, metric, algorithm) in [
        (4, 4, MetricName::Single, "human"),
        (4, 4, MetricName::Multi, "human(tiles,1)"),
        (5, 4, MetricName::Single, "human(rows,greedy)"),
        (3, 3, MetricName::Multi, "human(goals=0/1.2)"),
    ] {
        let goal = Position::blank_last(Size::new(width, height).unwrap());
        let spec = Some(AlgorithmSpec::parse(algorithm, &Tiles::algorithms()).unwrap());
        let settings = Settings { metric, algorithm: spec, ..Settings::default() };
        let solver = Solver::prepare(&Plan::new(&goal, &settings).unwrap()).unwrap();
        let mut scrambler = Scrambler::new(5);
        for _ in 0..5 {
            let start = scrambler.position(&goal);
            let header =
                Header { start: start.clone(), goal: goal.clone(), metric, ..header(metric) };
            let mut recording = Recording(Recorder::new(&header, u32::MAX));
            let report =
                solver.watch(&start, &observe::Limit::none(), &mut recording).expect("it tells");
            let path = report.outcome.path().unwrap();
            let end = End {
                ending: Ending::Solved { path: path.to_vec(), proven: false },
                expanded: report.statistics.expanded,
                generated: report.statistics.generated,
            };
            let mut bytes = recording.0.take();
            bytes.extend(recording.0.end(&end));
            let trace = Trace::<Tiles>::read(&bytes).unwrap();
            assert_eq!(stages_of(&trace), report.statistics.expanded, "{algorithm} on {start}");
            let cost = path.len() as u64;
            assert_eq!(trace.steps.last(), Some(&Step::Event(SearchEvent::Solution(cost))));
            assert_eq!(start.replay(path).as_ref(), Ok(&goal));
        }
    }
}

/// Checks every expansion of a trace; returns the number of expansions.
fn stages_of(trace: &Trace<Tiles>) -> u64 {
    let Some(End { ending: Ending::Solved { path, .. }, .. }) = &trace.end else {
        panic!("no path")
    };
    let mut way = (0..=path.len()).map(|moves| trace.header.start.replay(&path[..moves]).unwrap());
    let (mut expansions, mut stages, mut roots) = (0, 0, 0);
    for (number, step) in trace.steps.iter().enumerate() {
        let expansion = match step {
            Step::Expansion(expansion) => expansion,
            Step::Event(SearchEvent::Stage(stage)) => {
                stages += 1;
                assert_eq!(*stage, stages);
                continue;
            }
            Step::Event(_) => continue,
        };
        expansions += 1;
        let position = trace.position(number).unwrap();
        match expansion.origin {
            Origin::Root(_) => {
                roots += 1;
                assert_eq!(expansion.g, 0);
                assert!(
                    way.any(|on_the_way| on_the_way == position),
                    "{position} is not on the way"
                );
            }
            Origin::Child { parent, mv: slide } => {
                let Step::Expansion(before) = &trace.steps[parent as usize] else {
                    panic!("an event is not a parent")
                };
                assert_eq!(before.g + 1, expansion.g);
                let parent = trace.position(parent as usize).unwrap();
                assert_eq!(parent.replay(&[slide]).as_ref(), Ok(&position));
            }
        }
    }
    // A goal that is already reached needs no search.
    assert!(
        (1..=stages + 1).contains(&roots),
        "{roots} searches, {stages} goals reached on the way"
    );
    expansions
}
