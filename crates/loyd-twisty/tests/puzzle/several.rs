//! Goals that are the nearest of several, against searches for each of them.

use super::{model, position};
use loyd_search::observe::{Limit, Outcome};
use loyd_search::puzzle::{Puzzle, replay};
use loyd_search::search::AlgorithmName;
use loyd_search::solver::{Plan, Settings};
use loyd_twisty::{MetricName, Position, Twisty};

/// The length of a shortest path to a goal, which is replayed.
fn distance(start: &Position, goal: &Position, algorithm: AlgorithmName) -> u32 {
    let settings = Settings { algorithm: Some(algorithm.into()), ..Settings::default() };
    let engine = Plan::<Twisty>::new(goal, &settings).expect("a plan").prepare();
    let report = engine.expect("an engine").solve(start, 1, &Limit::none(), &mut |_| ());
    let Outcome::Solved { path, proven: true, .. } = &report.outcome else {
        panic!("{start} to {goal}: {:?}", report.outcome)
    };
    let (end, length) = replay::<Twisty>(start, path, MetricName::Half).expect("legal moves");
    assert!(Twisty::is_goal(&end, goal), "{end} to {goal}");
    length
}

#[test]
fn the_nearest_goal_is_as_far_as_the_nearest_of_all() {
    use AlgorithmName::{AStar, Bibfs, IdaStar, Mm, Nbs, Pea};
    for (puzzle, texts) in
        [("pyraminx", ["solved", "R U L'", "U R L B U'"]), ("skewb", ["R U", "L B R", "U' L"])]
    {
        let start = Position::solved(&model(puzzle));
        let goal = |text: &str| Twisty::goal(Some(text), &start).expect("a goal");
        let nearest = goal(&texts.join(" or "));
        let mut random = Twisty::random(3);
        for _ in 0..2 {
            let start = random(&nearest);
            let each = texts.map(|text| distance(&start, &goal(text), AlgorithmName::IdaStar));
            let expected = each.into_iter().min();
            for algorithm in [IdaStar, AStar, Pea, Bibfs, Nbs, Mm] {
                assert_eq!(Some(distance(&start, &nearest, algorithm)), expected);
            }
        }
        for text in texts {
            assert_eq!(distance(&goal(text), &nearest, AlgorithmName::IdaStar), 0);
        }
    }
}

#[test]
fn several_goals_are_written_as_they_are_read() {
    let start = position("pyraminx", "R U");
    let goal = Twisty::goal(Some("solved OR R U or solved"), &start).expect("two goals");
    assert_eq!(goal.others().len(), 1);
    let text = Twisty::goal_name(&goal);
    assert_eq!(text, format!("{} or {start}", Position::solved(start.model())));
    assert_eq!(Twisty::parse(&text, Some("pyraminx")), Ok(goal));
    let same = Twisty::goal(Some("R or R"), &start).expect("one goal");
    assert!(same.others().is_empty());
}

#[test]
fn goals_that_cannot_reach_each_other_are_refused() {
    let start = Position::solved(&model("pyraminx"));
    let refused = |text: &str| Twisty::goal(Some(text), &start).unwrap_err().to_string();
    let twisted = start.to_string().replacen('0', "0+1", 1);
    assert!(refused(&format!("solved or {twisted}")).contains("no moves are known"));
    assert!(refused("solved or 0 ? ? ? ? ? | ? ? ? ?").contains("leave pieces free"));
    assert!(refused("solved or").contains("a goal is missing"));
}
