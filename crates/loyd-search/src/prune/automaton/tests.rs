//! Automata compared with their definition, on systems so small that all strings can be listed.

use super::*;
use std::collections::HashSet;

/// Boards of three columns and two rows; a letter moves the blank.
struct Board;

impl MoveSystem<4> for Board {
    type State = [u8; 6];
    type Set = Hashed;
    const BIPARTITE: bool = true;

    fn contexts(&self) -> usize {
        6
    }

    fn representative(&self, context: usize) -> [u8; 6] {
        let mut tiles = [1, 2, 3, 4, 5, 6];
        tiles[context] = 0;
        tiles
    }

    fn apply(&self, tiles: &[u8; 6], blank: usize, letter: usize) -> Option<([u8; 6], usize)> {
        let (x, y) = (blank % 3, blank / 3);
        let to = match letter {
            0 if y > 0 => blank - 3,
            1 if y < 1 => blank + 3,
            2 if x > 0 => blank - 1,
            3 if x < 2 => blank + 1,
            _ => return None,
        };
        let mut after = *tiles;
        after.swap(blank, to);
        Some((after, to))
    }
}

struct Hashed(HashSet<[u8; 6]>);

impl StateSet<[u8; 6]> for Hashed {
    fn new() -> Self {
        Self(HashSet::new())
    }

    fn clear(&mut self, _entries: usize) {
        self.0.clear();
    }

    fn insert(&mut self, state: &[u8; 6]) -> bool {
        self.0.insert(*state)
    }
}

/// A ring of numbers from 1; a letter goes one or two steps either way.
struct Ring(u64);

impl MoveSystem<4> for Ring {
    type State = u64;
    type Set = Probing;
    const BIPARTITE: bool = false;

    fn contexts(&self) -> usize {
        1
    }

    fn representative(&self, _: usize) -> u64 {
        1
    }

    fn apply(&self, state: &u64, _: usize, letter: usize) -> Option<(u64, usize)> {
        let steps = [1, self.0 - 1, 2, self.0 - 2][letter];
        Some(((state - 1 + steps) % self.0 + 1, 0))
    }
}

type Word = Vec<usize>;

/// The living strings by their definition: of every context and arrangement reached, the least string
/// of the shortest, in order of length, then lexicographically.
fn minimal<M: MoveSystem<4>>(system: &M, depth: usize) -> Vec<Vec<Word>>
where
    M::State: PartialEq,
{
    let of_context = |context| {
        let mut words: Vec<(Word, M::State, usize)> =
            vec![(Vec::new(), system.representative(context), context)];
        let mut at = 0;
        while at < words.len() && words[at].0.len() < depth {
            let (word, state, here) = words[at].clone();
            for letter in 0..4 {
                let Some((after, to)) = system.apply(&state, here, letter) else { continue };
                if words.iter().all(|(_, known, _)| *known != after) {
                    words.push(([&word[..], &[letter]].concat(), after, to));
                }
            }
            at += 1;
        }
        words.into_iter().map(|(word, ..)| word).collect()
    };
    (0..system.contexts()).map(of_context).collect()
}

/// The contexts along a string, the one before it included; `None` if a letter cannot be used.
fn contexts<M: MoveSystem<4>>(system: &M, context: usize, word: &[usize]) -> Option<Vec<usize>> {
    let (mut state, mut all) = (system.representative(context), vec![context]);
    for &letter in word {
        let (after, to) = system.apply(&state, all[all.len() - 1], letter)?;
        state = after;
        all.push(to);
    }
    Some(all)
}

fn accepts(dfa: &Dfa<4>, context: usize, word: &[usize]) -> bool {
    let next = |state: u32, &letter: &usize| match dfa.rows[state as usize][letter] {
        FORBIDDEN => None,
        next => Some(next),
    };
    word.iter().try_fold(dfa.starts[context], next).is_some()
}

/// Compares the language and the state count of an automaton of this depth.
fn is_as_defined<M: MoveSystem<4>>(system: &M, depth: usize)
where
    M::State: PartialEq,
{
    let dfa = Dfa::<4>::build(system, depth);
    let minimal: Vec<HashSet<Word>> =
        minimal(system, depth).into_iter().map(HashSet::from_iter).collect();
    let lives = |context: usize, word: &[usize]| minimal[context].contains(word);
    let (mut accepted, mut refused) = (0, 0);
    let mut prefixes: HashSet<(usize, Word)> =
        (0..system.contexts()).map(|context| (context, Vec::new())).collect();
    for context in 0..system.contexts() {
        let mut words = vec![Vec::new()];
        for _ in 0..depth + 2 {
            words =
                words.iter().flat_map(|word| (0..4).map(|m| [&word[..], &[m]].concat())).collect();
            words.retain(|word: &Word| contexts(system, context, word).is_some());
            for word in &words {
                let along = contexts(system, context, word).expect("checked");
                let all_live = |mut factors: std::ops::Range<usize>, length: usize| {
                    factors.all(|at| lives(along[at], &word[at..word.len().min(at + length)]))
                };
                let expected = all_live(0..word.len(), depth);
                assert_eq!(accepts(&dfa, context, word), expected, "{depth}, {context}: {word:?}");
                *if expected { &mut accepted } else { &mut refused } += 1;
                let before = &word[..word.len() - 1];
                let is_new = word.len() <= depth
                    && !lives(context, word)
                    && lives(context, before)
                    && lives(along[1], &word[1..]);
                if is_new {
                    prefixes.extend((0..word.len()).map(|n| (context, word[..n].to_vec())));
                }
            }
        }
        for letter in 0..4 {
            let possible = system.apply(&system.representative(context), context, letter).is_some();
            assert_eq!(accepts(&dfa, context, &[letter]), possible);
        }
    }
    assert!(accepted > 0 && (refused > 0 || depth == 1), "{accepted} {refused}");
    assert_eq!(dfa.states(), prefixes.len(), "depth {depth}");
}

#[test]
fn automata_of_boards_are_as_defined() {
    (1..=6).for_each(|depth| is_as_defined(&Board, depth));
}

#[test]
fn automata_of_rings_are_as_defined() {
    (1..=5).for_each(|depth| is_as_defined(&Ring(12), depth));
    (1..=4).for_each(|depth| is_as_defined(&Ring(17), depth));
}

/// The depth of an automaton of at most this many strings: each level is expected to grow like the one
/// before.
fn depth_within<M: MoveSystem<4>>(system: &M, depth: usize, strings: usize) -> usize
where
    M::State: PartialEq,
{
    let words = minimal(system, depth).concat();
    let of = |length: usize| words.iter().filter(|word| word.len() == length).count();
    let forecast = |length: usize| {
        let before = if length < 2 { 1 } else { of(length - 2).max(1) };
        (0..length).map(of).sum::<usize>() + of(length - 1) * of(length - 1) / before
    };
    (1..depth).find(|&length| forecast(length) > strings).unwrap_or(depth)
}

#[test]
fn the_depth_follows_the_number_of_strings() {
    let mut depths = HashSet::new();
    for strings in 0..400 {
        let expected = depth_within(&Board, 6, strings);
        let (within, whole) = (Dfa::within(&Board, 6, strings), Dfa::build(&Board, expected));
        assert_eq!((within.rows, within.starts), (whole.rows, whole.starts), "{strings} strings");
        depths.insert(expected);
    }
    assert!(depths.len() >= 5, "{depths:?}");
    // A ring has no strings of more than three letters: a level is empty, and so are all others.
    let (within, whole) = (Dfa::<4>::within(&Ring(12), 9, 100), Dfa::build(&Ring(12), 9));
    assert_eq!(within.rows, whole.rows);
}

#[test]
fn cleared_sets_hold_later_insertions_only() {
    let mut set = Probing::new();
    for round in 1..4_u64 {
        set.clear(1000);
        // The same places in the table, and others.
        let states: Vec<u64> = (1..=1000).map(|n| (n * round) << (n % 40)).collect();
        let mut reference = HashSet::new();
        for state in states.iter().chain(&states) {
            assert_eq!(set.insert(state), reference.insert(*state), "{state:x}");
        }
        assert!(set.slots.len() >= 2 * 1000, "at most half full");
    }
}
