//! Networks of roads, and a slow best-first search of them: sorted lists, one state at a time.

use super::super::{Configuration, Lowering};
use crate::random::Numbers;
use crate::search::parameters::Ties;
use crate::space::{Heuristic, Packing, Properties, StateSpace};
use std::collections::{BTreeMap, HashMap};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Road {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) cost: u32,
}

/// Places and roads; the goal is place 0.
pub(super) struct Net {
    pub(super) roads: Vec<Vec<Road>>,
    /// True if going back at once is allowed.
    pub(super) back: bool,
}

impl StateSpace for Net {
    type State = usize;
    type Move = Road;
    type Effect = Road;
    type Moves = std::vec::IntoIter<Road>;

    fn moves(&self, place: &usize) -> Self::Moves {
        self.roads[*place].clone().into_iter()
    }

    fn apply(&self, place: &mut usize, road: Road) -> Road {
        *place = road.to;
        road
    }

    fn undo(&self, place: &mut usize, road: Road) {
        *place = road.from;
    }

    fn may_follow(&self, last: Road, next: Road) -> bool {
        self.back || last.from != next.to
    }

    fn cost(&self, road: Road) -> u32 {
        road.cost
    }

    fn is_goal(&self, place: &usize) -> bool {
        *place == 0
    }
}

impl Packing for Net {
    type Packed = usize;

    fn pack(&self, place: &usize) -> usize {
        *place
    }

    fn unpack(&self, place: &usize) -> usize {
        *place
    }
}

impl Net {
    /// Roads in both directions between random places, of random costs up to `max_cost`.
    pub(super) fn random(random: &mut Numbers, places: usize, roads: usize, max_cost: u64) -> Self {
        let mut net = Self { roads: vec![Vec::new(); places], back: random.below(2) == 0 };
        for _ in 0..roads {
            let mut place = || random.below(places as u64) as usize;
            let (from, to) = (place(), place());
            let cost = 1 + random.below(max_cost) as u32;
            // Of two roads between the same places, a path has the cheaper one.
            if net.roads[from].iter().any(|road| road.to == to) {
                continue;
            }
            net.roads[from].push(Road { from, to, cost });
            net.roads[to].push(Road { from: to, to: from, cost });
        }
        net
    }

    /// A square of places, side by side, with the goal in a corner.
    pub(super) fn square(side: usize) -> Self {
        let mut roads = vec![Vec::new(); side * side];
        for (from, leads) in roads.iter_mut().enumerate() {
            let (x, y) = (from % side, from / side);
            let mut go = |to, is| {
                if is {
                    leads.push(Road { from, to, cost: 1 });
                }
            };
            go(from + 1, x + 1 < side);
            go(from.wrapping_sub(1), x > 0);
            go(from + side, y + 1 < side);
            go(from.wrapping_sub(side), y > 0);
        }
        Self { roads, back: true }
    }

    /// Distances of all places from the goal (Bellman and Ford); roads lead both ways.
    pub(super) fn distances(&self) -> Vec<Option<u32>> {
        let mut distances = vec![None; self.roads.len()];
        distances[0] = Some(0);
        for _ in 0..self.roads.len() {
            for road in self.roads.iter().flatten() {
                let Some(through) = distances[road.from].map(|far: u32| far + road.cost) else {
                    continue;
                };
                if distances[road.to].is_none_or(|far| through < far) {
                    distances[road.to] = Some(through);
                }
            }
        }
        distances
    }
}

pub(super) struct Estimates {
    pub(super) of: Vec<u32>,
    pub(super) admissible: bool,
}

impl Heuristic<Net> for Estimates {
    type Memo = usize;
    const PROPERTIES: Properties = Properties::NONE;

    fn start(&self, place: &usize) -> usize {
        *place
    }

    fn step(&self, _: usize, after: &usize, _: Road) -> usize {
        *after
    }

    fn value(&self, place: usize) -> u32 {
        self.of[place]
    }

    fn properties(&self) -> Properties {
        if self.admissible { Properties::ADMISSIBLE } else { Properties::NONE }
    }
}

/// The end of a slow search.
#[derive(Debug, Default)]
pub(super) struct End {
    /// The cost of the path, if a goal was reached.
    pub(super) cost: Option<u32>,
    /// Expanded, generated, inserted, reopened, and the most open and closed states.
    pub(super) counts: [u64; 6],
    pub(super) lower_bound: u32,
}

struct Node {
    g: u32,
    cost: u32,
    parent: Option<usize>,
    /// The place in the open list.
    entry: Option<(u64, i64, i64)>,
}

/// The pseudocode of best-first search, until a goal is chosen or this many states are expanded.
pub(super) fn slow_search(
    net: &Net,
    estimates: &Estimates,
    start: usize,
    configuration: &Configuration,
    max_expansions: u64,
) -> End {
    let Configuration { g_weight, h_weight, moves, ties, lowering, .. } = *configuration;
    let key = |g: u32, place: usize, age: i64| {
        let priority = u64::from(g_weight) * u64::from(g)
            + u64::from(h_weight) * u64::from(estimates.of[place]);
        match ties {
            Ties::HighG => (priority, -i64::from(g), -age),
            Ties::LowG => (priority, i64::from(g), -age),
            Ties::Lifo => (priority, 0, -age),
            Ties::Fifo => (priority, 0, age),
        }
    };
    let first = key(0, start, 0);
    let mut open = BTreeMap::from([(first, start)]);
    let mut nodes =
        HashMap::from([(start, Node { g: 0, cost: 0, parent: None, entry: Some(first) })]);
    let (mut age, mut unit) = (0, true);
    let mut end = End { counts: [0, 1, 1, 0, 1, 0], ..End::default() };
    while let Some((_, place)) = open.first_key_value().filter(|_| end.counts[0] < max_expansions) {
        let place = *place;
        if place == 0 {
            end.cost = Some(nodes[&0].cost);
            break;
        }
        open.pop_first();
        let node = nodes.get_mut(&place).expect("a node");
        node.entry = None;
        let (g, cost, parent) = (node.g, node.cost, node.parent);
        end.counts[0] += 1;
        end.counts[5] = end.counts[5].max((nodes.len() - open.len()) as u64);
        for road in &net.roads[place] {
            if !net.back && parent == Some(road.to) {
                continue;
            }
            end.counts[1] += 1;
            unit &= road.cost == 1;
            let (g, cost) = (g + if moves { 1 } else { road.cost }, cost + road.cost);
            age += 1;
            let mut entry = key(g, road.to, age);
            if let Some(old) = nodes.get(&road.to) {
                let closed = old.entry.is_none();
                let skipped = match lowering {
                    Lowering::Always => false,
                    Lowering::Open => closed,
                    Lowering::Never => true,
                };
                if g >= old.g || skipped {
                    continue;
                }
                match old.entry {
                    // The same key: it keeps its place.
                    Some(old) if (old.0, old.1) == (entry.0, entry.1) => entry = old,
                    Some(old) => drop(open.remove(&old)),
                    None => end.counts[3] += 1,
                }
            } else {
                end.counts[2] += 1;
            }
            open.insert(entry, road.to);
            nodes.insert(road.to, Node { g, cost, parent: Some(place), entry: Some(entry) });
            end.counts[4] = end.counts[4].max(open.len() as u64);
        }
    }
    end.lower_bound = bound(&end, &nodes, estimates, start, configuration, unit);
    end
}

/// The bound that a search has proved, by the rules in the documentation of the report.
fn bound(
    end: &End,
    nodes: &HashMap<usize, Node>,
    estimates: &Estimates,
    start: usize,
    configuration: &Configuration,
    unit: bool,
) -> u32 {
    let Configuration { g_weight, h_weight, moves, lowering, optimal, .. } = *configuration;
    if !estimates.admissible {
        return 0;
    }
    if let Some(cost) = end.cost.filter(|_| optimal && (unit || !moves)) {
        return cost;
    }
    let mut bound = estimates.of[start];
    if lowering == Lowering::Always {
        let open = nodes.iter().filter(|(_, node)| node.entry.is_some());
        let min_f = open.map(|(place, node)| node.g + estimates.of[*place]).min();
        bound = bound.max(min_f.unwrap_or(0));
        if let Some(cost) = end.cost.filter(|_| g_weight > 0 && h_weight >= g_weight && !moves) {
            bound = bound.max((cost * g_weight).div_ceil(h_weight));
        }
    }
    end.cost.map_or(bound, |cost| bound.min(cost))
}
