//! Sliding tiles written from the rules alone: lists of numbers, cells and a hash map. Shares
//! nothing with the library but the names of sizes and metrics.

use loyd_tiles::MetricName;
use std::collections::HashMap;

/// States with their exact distances from the goal, which is state 0.
pub(crate) struct Graph {
    pub(crate) states: Vec<Vec<u8>>,
    pub(crate) distance: Vec<u32>,
    pub(crate) edges: Vec<Edge>,
}

/// A move between two states, and the cells of the blank.
pub(crate) struct Edge {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) blank_from: u16,
    pub(crate) blank_to: u16,
}

impl Graph {
    /// Breadth-first search from the goal; states `depth` moves away are not expanded.
    pub(crate) fn explore(width: usize, goal: &[u8], metric: MetricName, depth: u32) -> Self {
        let mut graph = Self { states: vec![goal.to_vec()], distance: vec![0], edges: Vec::new() };
        let mut number = HashMap::from([(goal.to_vec(), 0)]);
        let mut from = 0;
        while from < graph.states.len() && graph.distance[from] < depth {
            let state = graph.states[from].clone();
            let blank_from = state.iter().position(|&tile| tile == 0).unwrap();
            for blank_to in 0..state.len() {
                let Some(next) = slide(width, &state, blank_from, blank_to, metric) else {
                    continue;
                };
                let to = *number.entry(next).or_insert_with_key(|next| {
                    graph.states.push(next.clone());
                    graph.distance.push(graph.distance[from] + 1);
                    graph.states.len() - 1
                });
                let (blank_from, blank_to) = (blank_from as u16, blank_to as u16);
                graph.edges.push(Edge { from, to, blank_from, blank_to });
            }
            from += 1;
        }
        graph
    }
}

/// The board after the blank moves from one cell to another, if one move does that.
fn slide(
    width: usize,
    state: &[u8],
    blank_from: usize,
    blank_to: usize,
    metric: MetricName,
) -> Option<Vec<u8>> {
    let (x, y) = ((blank_from % width) as i32, (blank_from / width) as i32);
    let (to_x, to_y) = ((blank_to % width) as i32, (blank_to / width) as i32);
    let steps = (to_x - x).abs() + (to_y - y).abs();
    let along_a_line = (x == to_x) != (y == to_y);
    if !along_a_line || metric == MetricName::Single && steps != 1 {
        return None;
    }
    let mut after = state.to_vec();
    let (mut x, mut y) = (x, y);
    while (x, y) != (to_x, to_y) {
        let (next_x, next_y) = (x + (to_x - x).signum(), y + (to_y - y).signum());
        after.swap(y as usize * width + x as usize, next_y as usize * width + next_x as usize);
        (x, y) = (next_x, next_y);
    }
    Some(after)
}

#[test]
fn the_slow_model_counts_the_8_puzzle() {
    let goal = [1, 2, 3, 4, 5, 6, 7, 8, 0];
    let graph = |metric| Graph::explore(3, &goal, metric, u32::MAX);
    let single = graph(MetricName::Single);
    assert_eq!(single.states.len(), 181_440);
    assert_eq!(single.distance.iter().max(), Some(&31));
    assert_eq!(single.distance.iter().filter(|&&distance| distance == 31).count(), 2);
    assert_eq!(single.edges.len(), 181_440 * 24 / 9);
    let multi = graph(MetricName::Multi);
    assert_eq!(multi.distance.iter().max(), Some(&24));
    assert_eq!(multi.edges.len(), 181_440 * 4);
}
