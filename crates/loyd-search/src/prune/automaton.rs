//! A finite automaton that rejects duplicate move strings.
//!
//! Taylor & Korf, "Pruning duplicate nodes in depth-first search", AAAI 1993.
//!
//! ```text
//! for length = 1 .. depth
//!   for each context
//!     for each living string s of length - 1, in lexicographic order
//!       for each letter m
//!         if m is impossible, or s·m without its first letter is dead  -> dead
//!         else if s·m reaches an arrangement already reached           -> dead, a new word
//!         else                                                         -> living
//! a string that no new word extends behaves like itself without its first letter
//! ```
//!
//! *Why it is sound.* Order strings by length, then lexicographically. A new dead word is greater
//! than a living string with the same effect. Replacing it inside a longer string makes that string
//! smaller, so the least of all shortest solutions contains no dead word. The search must obey two
//! conditions: the order of letters that defines "least" is the same everywhere (the order of
//! *trial* is free), and equal states reached along different prefixes must not be merged unless
//! their automaton states agree.
//!
//! Construction is fast for these reasons:
//!
//! 1. Strings are the nodes of one trie per context. A node keeps a link to the string without its
//!    first letter; the link of a child is the same child of the link. The links answer "is the
//!    suffix dead?" in one load, and finally become the failure links of Aho and Corasick.
//! 2. A living string is a shortest one, so its children are one level up, down or across: the set
//!    of reached arrangements holds two levels (three if the graph is not bipartite) of one
//!    context, and stays in the cache.
//! 3. Strings of the last length are not stored: they have no children, so each
//!    behaves like its link.
//!
//! The result is not the minimal automaton of this language. On 4x4 minimisation saves a sixth of
//! the states, takes as long as everything above, and makes no search faster: the common states are
//! in the cache anyway.
//!
//! On 4x4: depth 8 has 878 states, 10 has 4,147, 12 has 15,222, 14 has 53,205 and 15 has 90,806,
//! too many for 16 bits. Two more letters take four times as long to build, from 0.7 ms for depth 8
//! to 45 ms for 14.

use super::FORBIDDEN;
use crate::memory::granted;

/// Letters that act on arrangements: the input of an automaton.
///
/// A *context* determines which letters may be used, and their effect (for sliding tiles: the cell
/// of the blank). Which strings duplicate each other depends only on the context in which they
/// start, so one representative arrangement per context suffices.
///
/// Every letter must have an inverse in the alphabet and all letters cost the same; otherwise
/// breadth-first levels are not distances.
pub trait MoveSystem<const LETTERS: usize> {
    /// An arrangement.
    type State: Clone;

    /// A set of arrangements.
    type Set: StateSet<Self::State>;

    /// True if no arrangement is reached by strings of both even and odd length.
    const BIPARTITE: bool;

    /// Number of contexts, at most 256.
    fn contexts(&self) -> usize;

    /// The representative arrangement of a context.
    fn representative(&self, context: usize) -> Self::State;

    /// Arrangement and context after `letter`, or `None` if it cannot be used.
    fn apply(
        &self,
        state: &Self::State,
        context: usize,
        letter: usize,
    ) -> Option<(Self::State, usize)>;
}

/// A set of arrangements that is filled and cleared repeatedly.
pub trait StateSet<State> {
    /// An empty set.
    fn new() -> Self;

    /// Clears the set and reserves capacity for `entries`.
    fn clear(&mut self, entries: usize);

    /// Adds an arrangement; returns false if it was already present.
    fn insert(&mut self, state: &State) -> bool;
}

/// A dead edge of the trie.
const DEAD: u32 = u32::MAX;

/// Transition table: `rows[state][letter]` is the next state, 0 = forbidden.
/// Row 0 is the dead state itself.
#[derive(Clone, Debug)]
pub struct Dfa<const LETTERS: usize> {
    /// The table.
    pub rows: Vec<[u32; LETTERS]>,
    /// Start state of each context.
    pub starts: Vec<u32>,
}

/// The living strings of every context, in order of length, then context, then
/// lexicographically.
///
/// The arrangements of the nodes are a list beside it, so that most of this code is compiled once for all
/// systems of moves.
struct Trie<const LETTERS: usize> {
    contexts: Vec<u8>,
    children: Vec<[u32; LETTERS]>,
    /// The same string without its first letter.
    links: Vec<u32>,
    /// True if a new dead word passes through this node.
    useful: Vec<bool>,
    /// First node of each (length, context), plus a final entry.
    first: Vec<usize>,
}

impl<const LETTERS: usize> Trie<LETTERS> {
    /// Maximum bytes per string during construction, for arrangements of some bytes: its node, the same again
    /// while arrays grow, and its share of the sets and of the automaton.
    const fn bytes(state: usize) -> usize {
        3 * (state + size_of::<[u32; LETTERS]>() + 8) + 64
    }

    /// All living strings of fewer than `depth` letters, or of a smaller depth if there would be
    /// more than `max_strings` of them, or more than the system grants memory for.
    fn grow<M: MoveSystem<LETTERS>>(system: &M, depth: usize, max_strings: usize) -> Self {
        let contexts = system.contexts();
        let mut states: Vec<M::State> = (0..contexts).map(|c| system.representative(c)).collect();
        let mut trie = Self {
            contexts: (0..contexts).map(|c| c as u8).collect(),
            children: vec![[DEAD; LETTERS]; contexts],
            links: vec![DEAD; contexts],
            useful: vec![false; contexts],
            first: (0..=contexts).collect(),
        };
        let mut reached = M::Set::new();
        for length in 1.. {
            let forecast = trie.forecast(length, contexts);
            let bytes = forecast.saturating_mul(Self::bytes(size_of::<M::State>())) as u64;
            let last = length == depth || forecast > max_strings || !granted(bytes);
            for context in 0..contexts {
                trie.extend(system, &mut states, &mut reached, length, context, last);
            }
            if last {
                trie.spread_usefulness(length, contexts);
                break;
            }
        }
        trie
    }

    /// Estimated number of strings including those of `length` letters.
    fn forecast(&self, length: usize, contexts: usize) -> usize {
        let count =
            |length: usize| self.first[(length + 1) * contexts] - self.first[length * contexts];
        let last = count(length - 1);
        let before = if length >= 2 { count(length - 2) } else { 1 };
        self.contexts.len() + last.saturating_mul(last) / before.max(1)
    }

    /// Nodes of the strings of `length` letters from `context`.
    fn level(&self, length: usize, context: usize, contexts: usize) -> std::ops::Range<usize> {
        let at = length * contexts + context;
        self.first[at]..self.first[at + 1]
    }

    /// Appends every letter to the living strings of `length - 1` from `context`.
    fn extend<M: MoveSystem<LETTERS>>(
        &mut self,
        system: &M,
        states: &mut Vec<M::State>,
        reached: &mut M::Set,
        length: usize,
        context: usize,
        last: bool,
    ) {
        let parents = self.level(length - 1, context, system.contexts());
        reached.clear(parents.len() * LETTERS);
        let earlier = if length >= 2 {
            self.level(length - 2, context, system.contexts())
        } else {
            parents.clone()
        };
        for state in &states[earlier] {
            reached.insert(state);
        }
        if !M::BIPARTITE {
            for state in &states[parents.clone()] {
                reached.insert(state);
            }
        }
        for parent in parents {
            let (state, here) = (states[parent].clone(), self.contexts[parent] as usize);
            for letter in 0..LETTERS {
                let Some((child, to)) = system.apply(&state, here, letter) else {
                    continue;
                };
                let link = match self.links[parent] {
                    DEAD => to as u32,
                    link => self.children[link as usize][letter],
                };
                if link == DEAD {
                    continue;
                }
                if !reached.insert(&child) {
                    self.useful[parent] = true;
                } else if last {
                    self.children[parent][letter] = link;
                } else {
                    self.children[parent][letter] = states.len() as u32;
                    states.push(child);
                    self.push(to, link);
                }
            }
        }
        if !last {
            self.first.push(self.contexts.len());
        }
    }

    /// Adds a node without children.
    fn push(&mut self, context: usize, link: u32) {
        self.contexts.push(context as u8);
        self.children.push([DEAD; LETTERS]);
        self.links.push(link);
        self.useful.push(false);
    }

    /// A prefix of a useful string is useful. Edges of the last length lead to links instead of
    /// children and propagate nothing.
    fn spread_usefulness(&mut self, depth: usize, contexts: usize) {
        for parent in (0..self.first[(depth - 1) * contexts]).rev() {
            self.useful[parent] |=
                self.children[parent].iter().any(|&c| c != DEAD && self.useful[c as usize]);
        }
    }

    /// The automaton of the useful nodes.
    fn automaton(&self, contexts: usize) -> Dfa<LETTERS> {
        // A node that is not useful behaves like its link, which comes earlier.
        let mut state_of = vec![FORBIDDEN; self.contexts.len()];
        let mut owners = Vec::new();
        for node in 0..state_of.len() {
            state_of[node] = if node < contexts || self.useful[node] {
                owners.push(node);
                owners.len() as u32
            } else {
                state_of[self.links[node] as usize]
            };
        }
        let mut rows = vec![[FORBIDDEN; LETTERS]];
        rows.extend(owners.iter().map(|&node| {
            self.children[node].map(|c| match c {
                DEAD => FORBIDDEN,
                child => state_of[child as usize],
            })
        }));
        Dfa { rows, starts: state_of[..contexts].to_vec() }
    }
}

/// A set of non-zero 64-bit arrangements: open addressing, linear probing.
pub struct Probing {
    slots: Vec<u64>,
    shift: u32,
}

impl StateSet<u64> for Probing {
    fn new() -> Self {
        Self { slots: Vec::new(), shift: 0 }
    }

    /// Reserves capacity for `entries` at a load of one half.
    fn clear(&mut self, entries: usize) {
        let size = (2 * entries + 16).next_power_of_two();
        self.shift = 64 - size.trailing_zeros();
        self.slots.clear();
        self.slots.resize(size, 0);
    }

    #[inline]
    fn insert(&mut self, &state: &u64) -> bool {
        let mask = self.slots.len() - 1;
        let hash = (state ^ (state >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut at = (hash >> self.shift) as usize;
        loop {
            if self.slots[at] == 0 {
                self.slots[at] = state;
                return true;
            }
            if self.slots[at] == state {
                return false;
            }
            at = (at + 1) & mask;
        }
    }
}

impl<const LETTERS: usize> Dfa<LETTERS> {
    /// The automaton that rejects every duplicate string of at most `depth` letters.
    ///
    /// On a graph without short cycles, `depth` 2 forbids only inverse moves.
    ///
    /// # Panics
    /// If `depth` is 0.
    #[must_use]
    pub fn build<M: MoveSystem<LETTERS>>(system: &M, depth: usize) -> Self {
        Self::within(system, depth, usize::MAX)
    }

    /// Builds like [`Dfa::build`], but with a smaller depth if more than about `strings` strings,
    /// counted over all contexts, would have to be examined.
    ///
    /// # Panics
    /// If `depth` is 0.
    #[must_use]
    pub fn within<M: MoveSystem<LETTERS>>(system: &M, depth: usize, strings: usize) -> Self {
        assert!(depth > 0, "an automaton needs strings of at least one letter");
        Trie::grow(system, depth, strings).automaton(system.contexts())
    }

    /// Number of living states.
    #[must_use]
    pub fn states(&self) -> usize {
        self.rows.len() - 1
    }
}

#[cfg(test)]
mod tests;
