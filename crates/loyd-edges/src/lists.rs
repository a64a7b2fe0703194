//! Compressed rows: lists of states, one for each state, in one vector.

use std::ops::Range;

/// Lists of numbers, one for each state.
#[derive(Debug, Default)]
pub(crate) struct Lists {
    /// The start of the list of each state, and the end of the last one.
    pub(crate) offsets: Vec<u32>,
    pub(crate) states: Vec<u32>,
}

impl Lists {
    pub(crate) fn range(&self, state: u32) -> Range<u32> {
        self.offsets[state as usize]..self.offsets[state as usize + 1]
    }

    pub(crate) fn of(&self, state: u32) -> &[u32] {
        let Range { start, end } = self.range(state);
        &self.states[start as usize..end as usize]
    }

    /// The state whose list has an entry.
    pub(crate) fn owner(&self, entry: u32) -> u32 {
        self.offsets.partition_point(|&offset| offset <= entry) as u32 - 1
    }
}

/// Lists of the ends of edges by their start, with their labels, in the order of the edges.
pub(crate) fn by_start(states: usize, edges: &[[u32; 2]], labels: &[u32]) -> (Lists, Vec<u32>) {
    let mut offsets = vec![0; states + 1];
    for [from, _] in edges {
        offsets[*from as usize + 1] += 1;
    }
    (0..states).for_each(|state| offsets[state + 1] += offsets[state]);
    let mut next = offsets.clone();
    let mut lists = Lists { offsets, states: vec![0; edges.len()] };
    let mut sorted = vec![0; labels.len()];
    for (number, [from, to]) in edges.iter().enumerate() {
        let next = &mut next[*from as usize];
        lists.states[*next as usize] = *to;
        if let Some(&label) = labels.get(number) {
            sorted[*next as usize] = label;
        }
        *next += 1;
    }
    (lists, sorted)
}

/// Removes edges that repeat an earlier one of their state; returns two entries of one state with one label and
/// different ends, if there are any, and then changes nothing after them.
pub(crate) fn compact(lists: &mut Lists, labels: &mut Vec<u32>) -> Option<[u32; 2]> {
    let (mut end, mut start) = (0, 0);
    let mut order: Vec<u32> = Vec::new();
    for state in 0..lists.offsets.len() - 1 {
        let range = start..lists.offsets[state + 1];
        start = range.end;
        let key = |entry: u32| {
            let to = lists.states[entry as usize];
            (labels.get(entry as usize).copied().unwrap_or(to), to, entry)
        };
        order.clear();
        order.extend(range);
        order.sort_unstable_by_key(|&entry| key(entry));
        let differ =
            |pair: &&[u32]| key(pair[0]).0 == key(pair[1]).0 && key(pair[0]).1 != key(pair[1]).1;
        if let Some(pair) = order.windows(2).find(differ) {
            return Some([pair[0], pair[1]]);
        }
        order.dedup_by(|next, before| key(*next).0 == key(*before).0);
        order.sort_unstable();
        lists.offsets[state] = end;
        for &entry in &order {
            lists.states[end as usize] = lists.states[entry as usize];
            if let Some(&label) = labels.get(entry as usize) {
                labels[end as usize] = label;
            }
            end += 1;
        }
    }
    if let Some(last) = lists.offsets.last_mut() {
        *last = end;
    }
    lists.states.truncate(end as usize);
    labels.truncate(end as usize);
    None
}

/// The lists of all edges turned round; each is in ascending order.
pub(crate) fn turned(lists: &Lists) -> Lists {
    let states = lists.offsets.len() - 1;
    let mut offsets = vec![0; states + 1];
    for &to in &lists.states {
        offsets[to as usize + 1] += 1;
    }
    (0..states).for_each(|state| offsets[state + 1] += offsets[state]);
    let mut next = offsets.clone();
    let mut turned = Lists { offsets, states: vec![0; lists.states.len()] };
    for from in 0..states as u32 {
        for &to in lists.of(from) {
            let next = &mut next[to as usize];
            turned.states[*next as usize] = from;
            *next += 1;
        }
    }
    turned
}

/// True if the lists have the same states; those of the second are in ascending order.
pub(crate) fn are_equal(lists: &Lists, ascending: &Lists) -> bool {
    let mut sorted: Vec<u32> = Vec::new();
    (0..lists.offsets.len() as u32 - 1).all(|state| {
        let other = ascending.of(state);
        if lists.of(state).len() != other.len() {
            return false;
        }
        sorted.clear();
        sorted.extend(lists.of(state));
        sorted.sort_unstable();
        sorted == other
    })
}
