//! The number of strings of each length that a pruning rule allows: the sizes of the levels of the
//! tree that a search without a heuristic would walk.
//!
//! ```text
//! vertices := the pairs (state of the rule, cell of the blank) that can be reached
//! nodes(0) := 1 at the root's vertex
//! nodes(i) := for each vertex, its nodes(i - 1) added to each of its successors
//! ```
//!
//! Counts are exact below 2^53, and accurate to 16 digits above.

use rustc_hash::FxHashMap;

/// The graph of a pruning rule.
#[derive(Clone, Debug)]
pub struct Strings {
    /// The cell of the blank at each vertex.
    cells: Vec<u16>,
    /// Successors of vertex v: `next[first[v]..first[v + 1]]`.
    next: Vec<u32>,
    first: Vec<u32>,
    /// The initial vertex, by cell of the blank.
    roots: Vec<u32>,
}

impl Strings {
    /// Builds the graph of a rule on a board with this many cells, given the state before the first
    /// move for each cell of the blank, and the moves allowed from a state and a cell, as states
    /// and cells.
    pub fn explore(
        cells: usize,
        root: impl Fn(usize) -> u32,
        mut moves: impl FnMut(u32, usize) -> Vec<(u32, usize)>,
    ) -> Self {
        let mut numbers: FxHashMap<(u32, usize), u32> = FxHashMap::default();
        let mut vertices = Vec::new();
        let mut number = |vertex: (u32, usize), vertices: &mut Vec<(u32, usize)>| {
            *numbers.entry(vertex).or_insert_with(|| {
                vertices.push(vertex);
                vertices.len() as u32 - 1
            })
        };
        let roots = (0..cells).map(|cell| number((root(cell), cell), &mut vertices)).collect();
        let (mut next, mut first) = (Vec::new(), vec![0]);
        let mut at = 0;
        while at < vertices.len() {
            let (state, cell) = vertices[at];
            for to in moves(state, cell) {
                next.push(number(to, &mut vertices));
            }
            first.push(next.len() as u32);
            at += 1;
        }
        let cells = vertices.iter().map(|&(_, cell)| cell as u16).collect();
        Self { cells, next, first, roots }
    }

    /// Number of nodes at each depth from 0 to `depth`, by cell of the blank, averaged over the
    /// trees below starts with the blank on these cells.
    pub fn levels(&self, starts: &[usize], depth: u32) -> Vec<Vec<f64>> {
        let mut nodes = vec![0.0; self.cells.len()];
        for &start in starts {
            nodes[self.roots[start] as usize] += 1.0 / starts.len() as f64;
        }
        let mut levels = Vec::with_capacity(depth as usize + 1);
        for _ in 0..depth {
            levels.push(self.by_cell(&nodes));
            let mut after = vec![0.0; nodes.len()];
            for (vertex, &count) in nodes.iter().enumerate().filter(|(_, count)| **count > 0.0) {
                let range = self.first[vertex] as usize..self.first[vertex + 1] as usize;
                for &to in &self.next[range] {
                    after[to as usize] += count;
                }
            }
            nodes = after;
        }
        levels.push(self.by_cell(&nodes));
        levels
    }

    fn by_cell(&self, nodes: &[f64]) -> Vec<f64> {
        let mut sums = vec![0.0; self.roots.len()];
        for (&cell, &count) in self.cells.iter().zip(nodes) {
            sums[usize::from(cell)] += count;
        }
        sums
    }

    /// The factor by which levels grow over two moves, far from the root. Iterations grow by the
    /// same factor, since their bounds are two apart, for any heuristic (theorem 1 of the paper).
    pub fn growth(&self) -> f64 {
        const FAR: u32 = 120;
        let levels = self.levels(&[0], FAR);
        let size = |depth: u32| levels[depth as usize].iter().sum::<f64>();
        if size(FAR) > 0.0 { size(FAR) / size(FAR - 2) } else { 0.0 }
    }
}
