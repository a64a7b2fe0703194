//! Goals that leave pieces free, against published counts and searches of the slow model.

use super::slow::{Slow, State};
use super::{levels, model, plain, position};
use loyd_search::observe::Limit;
use loyd_search::puzzle::{Puzzle, replay};
use loyd_search::solver::{Plan, Settings};
use loyd_twisty::{MetricName, Position, Twisty, by_name};

const CROSS: &str = "? ? ? ? 4 5 6 7 ? ? ? ? | ? ? ? ? ? ? ? ?";

fn goal(start: &Position, text: &str) -> Position {
    Twisty::goal(Some(text), start).expect("a goal")
}

pub(crate) fn solved_by(start: &Position, goal: &Position) -> Vec<loyd_twisty::Turn> {
    let engine = Plan::<Twisty>::new(goal, &Settings::default()).expect("a plan");
    let engine = engine.prepare().expect("an engine");
    let start = Twisty::toward(start.clone(), goal);
    let report = engine.solve(&start, 1, &Limit::none(), &mut |_| ());
    let path = report.outcome.path().expect("a solution").to_vec();
    let length = path.len() as u32;
    assert_eq!(replay::<Twisty>(&start, &path, MetricName::Half), Ok((goal.clone(), length)));
    path
}

/// Lists of cubers have these numbers for the cross of a given colour; their sum is 12!/8! times 2^4.
#[test]
fn crosses_have_the_published_distances() {
    let cross = goal(&position("twisty3x3x3", ""), CROSS);
    let expected = [1, 15, 158, 1394, 9809, 46381, 97254, 34966, 102];
    assert_eq!(levels(&cross, MetricName::Half), expected);
}

/// The fewest moves after which a condition holds, by trying all sequences.
fn fewest(slow: &Slow, state: &State, holds: &dyn Fn(&State) -> bool) -> usize {
    fn within(slow: &Slow, state: &State, depth: usize, holds: &dyn Fn(&State) -> bool) -> bool {
        holds(state)
            || depth > 0
                && ["U", "D", "F", "B", "L", "R"].iter().any(|name| {
                    (1..4).any(|n| within(slow, &slow.after(state, name, n), depth - 1, holds))
                })
    }
    (0..=5).find(|&depth| within(slow, state, depth, holds)).expect("a depth")
}

#[test]
fn solutions_are_as_short_as_those_of_the_slow_model() {
    let slow = Slow::built_in("twisty3x3x3");
    let same = |state: &State, solved: &State, places: &[usize]| {
        places.iter().all(|&place| state[place] == solved[place])
    };
    // In a state of the slow model: 12 edges, their orientations, 8 corners, and theirs.
    let edges = |slots: &[usize]| -> Vec<usize> {
        slots.iter().flat_map(|&slot| [slot, 12 + slot]).collect()
    };
    let twists: Vec<usize> = (32..40).collect();
    let goals: [(&str, Vec<usize>); 3] = [
        (CROSS, edges(&[4, 5, 6, 7])),
        ("0 ? ? ? ? ? ? ? ? ? ? 11 | 0+? ? ? ? ? ? ? ?", [edges(&[0, 11]), vec![24]].concat()),
        ("? ? ? ? ? ? ? ? ? ? ? ? | 0+? 1+? ? ? ? ? ? ?", vec![24, 25]),
    ];
    for scramble in ["R U F", "L' D2 B U", "F R' U2", "U D' R2 L", ""] {
        let start = position("twisty3x3x3", scramble);
        let state = plain(&start);
        for (text, places) in &goals {
            let shortest = fewest(&slow, &state, &|state| same(state, &slow.solved, places));
            assert_eq!(
                solved_by(&start, &goal(&start, text)).len(),
                shortest,
                "{scramble}: {text}"
            );
        }
        // Corners of one kind, whose twists count, in the form of cubing.js.
        let zeros = |n: usize| vec!["0"; n].join(",");
        let ones = ["1"; 12].join(",");
        let text = format!(
            r#"{{"EDGES":{{"pieces":[{}],"orientation":[{}],"orientationMod":[{ones}]}},
                 "CORNERS":{{"pieces":[{}],"orientation":[{}]}}}}"#,
            zeros(12),
            zeros(12),
            zeros(8),
            zeros(8)
        );
        let shortest = fewest(&slow, &state, &|state| same(state, &slow.solved, &twists));
        assert_eq!(solved_by(&start, &goal(&start, &text)).len(), shortest, "{scramble}: twists");
    }
}

#[test]
fn the_name_of_a_quotient_has_its_goal() {
    let start = position("twisty3x3x3", "R U F");
    let cross = goal(&start, CROSS);
    let again = by_name(cross.model().id()).expect("a name with a goal");
    assert_eq!(Position::solved(&again), cross);
    assert_eq!(Twisty::goal_name(&cross), CROSS);
    assert_eq!(Twisty::solvable(&Twisty::toward(start, &cross), &cross), Ok(()));
}

#[test]
fn wrong_goals_are_refused_with_the_reason() {
    let start = Position::solved(&model("pyraminx"));
    let refused = |text: &str| Twisty::goal(Some(text), &start).unwrap_err().to_string();
    assert!(refused("? ? ?").contains("1 parts, and the puzzle 2 orbits"));
    assert!(refused("? ? ? | ? ? ? ?").contains("pieces has 3 entries instead of 6"));
    assert!(refused("9 ? ? ? ? ? | ? ? ? ?").contains("the orbit has no piece 9"));
    assert!(refused("0 0 ? ? ? ? | ? ? ? ?").contains("piece 0 is named 2 times"));
    assert!(refused("0+7 ? ? ? ? ? | ? ? ? ?").contains("has 2 orientations"));
    assert!(refused("0+?? ? ? ? ? ? | ? ? ? ?").contains("neither an orientation nor ?"));
    assert!(refused(r#"{"EDGES": 1}"#).contains("not a pattern in JSON: EDGES: invalid type"));
    assert!(refused(r#"{"TIPS": {"pieces": [], "orientation": []}}"#).contains("no such orbit"));
}
