//! Puzzles in which some moves are blocked, against a search that knows only the words of the format.

use super::free::solved_by;
use super::{Consistent, FirstLevels};
use loyd_search::puzzle::Puzzle;
use loyd_twisty::{MetricName, Position, Scrambler, Twisty, learn};
use std::collections::HashSet;

/// Two rings of four slots that share one; some pieces must not be in some slots. Two pieces are identical.
const TEXT: &str = "Name Bandaged\nSet P 7 1\nSet Q 2 2\nSolved\nP\n1 2 3 4 5 6 6\nEnd\n\
    Move L\nP\n4 1 2 3 5 6 7\nEnd\nMove R\nP\n1 2 3 7 4 5 6\nQ\n2 1\n1 0\nEnd\n\
    Illegal P 2 5 6\nIllegal P 5 3\nIllegal P 7 4\n";

/// The images of the slots after each move, from 0, and for R the twist of the second orbit.
const L: [usize; 7] = [3, 0, 1, 2, 4, 5, 6];
const R: [usize; 7] = [0, 1, 2, 6, 3, 4, 5];
const ILLEGAL: [(usize, u8); 4] = [(1, 5), (1, 6), (4, 3), (6, 4)];

/// Seven pieces, then two pieces and their orientations.
type State = [u8; 11];

fn after(state: &State, move_is_left: bool) -> State {
    let mut next = *state;
    for slot in 0..7 {
        next[slot] = state[if move_is_left { L[slot] } else { R[slot] }];
    }
    if !move_is_left {
        // The twist of a text belongs to the slot that a piece leaves.
        (next[7], next[9]) = (state[8], state[10]);
        (next[8], next[10]) = (state[7], (state[9] + 1) % 2);
    }
    next
}

fn successors(state: &State) -> Vec<State> {
    let mut all = Vec::new();
    for is_left in [true, false] {
        let mut next = *state;
        loop {
            next = after(&next, is_left);
            if next == *state {
                break;
            }
            if ILLEGAL.iter().all(|&(slot, piece)| next[slot] != piece) {
                all.push(next);
            }
        }
    }
    all
}

const SOLVED: State = [1, 2, 3, 4, 5, 6, 6, 1, 2, 0, 0];

fn brute_levels() -> Vec<Vec<State>> {
    let (mut seen, mut levels) = (HashSet::from([SOLVED]), vec![vec![SOLVED]]);
    loop {
        let last = levels.last().into_iter().flatten();
        let next: Vec<State> =
            last.flat_map(successors).filter(|state| seen.insert(*state)).collect();
        if next.is_empty() {
            return levels;
        }
        levels.push(next);
    }
}

fn position_of(state: &State) -> Position {
    let model = learn(TEXT).expect("a definition");
    let pieces: Vec<String> = state[..7].iter().map(u8::to_string).collect();
    let text =
        format!("{} | {}+{} {}+{}", pieces.join(" "), state[7], state[9], state[8], state[10]);
    Position::parse(&text, &model).expect("a legal position")
}

#[test]
fn levels_and_solutions_are_those_of_the_legal_moves() {
    let goal = position_of(&SOLVED);
    assert!(goal.model().definition().has_blocked_moves());
    let levels = brute_levels();
    let counts: Vec<u64> = levels.iter().map(|level| level.len() as u64).collect();
    let free = counts.iter().sum::<u64>();
    assert!(free > 100 && levels.len() > 8, "{counts:?}");
    let first = FirstLevels { depth: levels.len() - 1 };
    assert_eq!(Twisty::visit_space(&goal, MetricName::Half, first), counts);
    for (distance, level) in levels.iter().enumerate() {
        for state in level.iter().take(2) {
            let start = position_of(state);
            assert_eq!(solved_by(&start, &goal).len(), distance, "{start}");
            Twisty::visit_space(&goal, MetricName::Half, Consistent { start });
        }
    }
    // Without the rule the puzzle has more states.
    let unrestricted = learn(&TEXT.replace("Illegal", "#")).expect("a definition");
    let first = FirstLevels { depth: 2 };
    let more = Twisty::visit_space(&Position::solved(&unrestricted), MetricName::Half, first);
    assert!(more[1] > counts[1] && more[2] > counts[2], "{more:?}");
}

#[test]
fn random_positions_are_legal_and_reachable() {
    let reachable: HashSet<State> = brute_levels().into_iter().flatten().collect();
    let goal = position_of(&SOLVED);
    let all: HashSet<String> =
        reachable.iter().map(|state| position_of(state).to_string()).collect();
    let mut scrambler = Scrambler::new(4);
    let mut seen = HashSet::new();
    for _ in 0..200 {
        let start = scrambler.position(&goal);
        assert!(all.contains(&start.to_string()), "{start}");
        seen.insert(start.to_string());
    }
    assert!(seen.len() > 80);
    let same = Scrambler::new(4).position(&goal);
    assert_eq!(Scrambler::new(4).position(&goal), same);
}

#[test]
fn blocked_moves_and_wrong_rules_are_refused() {
    let model = learn(TEXT).expect("a definition");
    let error = Position::parse("R'", &model).expect_err("it is blocked").to_string();
    assert_eq!(error, "R' is blocked here: it would put piece 4 into slot 7 of orbit \"P\"");
    assert!(Position::parse("R2", &model).is_ok(), "only the position after a power counts");
    let error = Position::parse("1 5 3 4 2 6 6 | 1 2", &model).expect_err("not legal").to_string();
    assert!(error.contains("slot 2 must not hold piece 5"), "{error}");
    // Pieces 5 and 6 are both excluded from slot 2, and only 3 from slot 5.
    let start = Position::solved(&model);
    assert!(Position::parse_goal("1 2 3 4 ? ? ? | 1 2", &start).is_ok());
    let error = Position::parse_goal("1 2 3 ? 5 6 6 | ? ?", &start).map(|_| ());
    assert_eq!(error, Ok(()), "piece 4 is the only one that is free");
    let error =
        Position::parse_goal("1 2 ? ? 5 6 6 | ? ?", &start).expect_err("3 may be in slot 7");
    assert!(error.to_string().contains("does not tell pieces"), "{error}");
    for (rule, words) in [
        ("Illegal P 2 2", "line 19: orbit \"P\": the solved puzzle has piece 2 in this slot"),
        ("Illegal P 8 2", "it has no slot 8"),
        ("Illegal P 0 2", "it has no slot 0"),
        ("Illegal P 2 9", "the orbit has no piece 9"),
        ("Illegal X 2 9", "the puzzle has no such orbit"),
        ("Illegal P x", "line 19, column 11: \"x\" is not a slot"),
        ("Illegal P 2 x", "line 19, column 13: \"x\" is not a piece"),
    ] {
        let text = TEXT.replace("Illegal P 2 5 6", rule);
        let error = learn(&text).expect_err(rule).to_string();
        assert!(error.contains(words), "{rule}: {error}");
    }
}
