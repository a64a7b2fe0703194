//! The graph of nodes: where each move of a pattern tile leads, and how it changes the order.
//!
//! A move takes a tile from cell c to a free neighbour f of c in the blank's region, and the blank
//! to c. It changes the parity of the sum of the tiles' coordinates, so the nodes have two
//! *colours* and every move leads from one to the other. Every move is reversible, so the
//! predecessors of a node are its neighbours.

use crate::pdb::layout::{Layout, Node};
use std::ops::Range;

/// The nodes of both colours, each colour numbered separately in the order of the layout.
pub(super) struct Graph {
    pub(super) colours: [Colour; 2],
    /// For each node of the layout, its colour and its number within the colour.
    places: Vec<(u8, u32)>,
}

/// The nodes of one colour and their sources.
#[derive(Default)]
pub(super) struct Colour {
    /// The numbers of the nodes in the layout, ascending.
    pub(super) nodes: Vec<u32>,
    /// For each node, and one past the last, the index of its first move in `sources` and `kinds`.
    starts: Vec<u32>,
    /// Nodes of the other colour.
    sources: Vec<u32>,
    kinds: Vec<Kind>,
}

/// The place of the moved tile in the order at the target, and its place at the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Kind(u8);

impl Kind {
    /// Upper limit of kind numbers, exclusive.
    pub(super) fn count(tiles: usize) -> usize {
        tiles * tiles
    }

    fn new(tiles: usize, from: usize, to: usize) -> Self {
        Self((from * tiles + to) as u8)
    }

    pub(super) fn number(self) -> usize {
        usize::from(self.0)
    }

    /// Place at the target, place at the source.
    pub(super) fn places(number: usize, tiles: usize) -> (usize, usize) {
        (number / tiles, number % tiles)
    }
}

impl Graph {
    pub(super) fn new(layout: &Layout) -> Self {
        let colour_of = colouring(layout);
        let mut colours: [Colour; 2] = Default::default();
        let mut places = Vec::with_capacity(layout.nodes());
        for number in 0..layout.nodes() {
            let colour = colour_of(layout.node(number).occupied);
            let nodes = &mut colours[usize::from(colour)].nodes;
            places.push((colour, nodes.len() as u32));
            nodes.push(number as u32);
        }
        let neighbours = neighbours(layout);
        for colour in &mut colours {
            for &number in &colour.nodes {
                colour.starts.push(colour.sources.len() as u32);
                let node = layout.node(number as usize);
                moves(layout, &neighbours, node, |source, kind| {
                    colour.sources.push(places[source].1);
                    colour.kinds.push(kind);
                });
            }
            colour.starts.push(colour.sources.len() as u32);
        }
        Self { colours, places }
    }

    /// For each node of the layout, its colour and its number within the colour.
    pub(super) fn places(&self) -> &[(u8, u32)] {
        &self.places
    }

    /// The kinds of moves that occur, indexed by number.
    pub(super) fn kinds(&self, tiles: usize) -> Vec<bool> {
        let mut there = vec![false; Kind::count(tiles)];
        for kind in self.colours.iter().flat_map(|colour| &colour.kinds) {
            there[kind.number()] = true;
        }
        there
    }

    pub(super) fn bytes(&self) -> u64 {
        let bytes = |colour: &Colour| 8 * colour.nodes.len() + 5 * colour.sources.len();
        (self.colours.iter().map(bytes).sum::<usize>() + 8 * self.places.len()) as u64
    }
}

impl Colour {
    /// The nodes from which a node's states come, with the kind of each move.
    #[inline]
    pub(super) fn sources(&self, node: usize) -> impl Iterator<Item = (usize, Kind)> {
        let moves = self.starts[node] as usize..self.starts[node + 1] as usize;
        let sources = self.sources[moves.clone()].iter().map(|&source| source as usize);
        sources.zip(self.kinds[moves].iter().copied())
    }

    /// Splits the nodes into pieces of about `size`, keeping all nodes with the same occupied cells
    /// in one piece.
    pub(super) fn pieces(&self, layout: &Layout, size: usize) -> Vec<Range<usize>> {
        let occupied = |node: usize| layout.node(self.nodes[node] as usize).occupied;
        let mut pieces = Vec::new();
        let mut start = 0;
        while start < self.nodes.len() {
            let mut end = (start + size.max(1)).min(self.nodes.len());
            while end < self.nodes.len() && occupied(end) == occupied(end - 1) {
                end += 1;
            }
            pieces.push(start..end);
            start = end;
        }
        pieces
    }
}

/// The colour of a set of occupied cells.
fn colouring(layout: &Layout) -> impl Fn(u64) -> u8 {
    let size = layout.size();
    let odd = (0..size.cells()).filter(|&cell| (size.column(cell) + size.row(cell)) % 2 == 1);
    let odd = odd.fold(0u64, |set, cell| set | 1 << cell);
    move |occupied| (occupied & odd).count_ones() as u8 % 2
}

/// For each cell the set of its neighbours.
fn neighbours(layout: &Layout) -> Vec<u64> {
    let size = layout.size();
    let near = |a: usize, b: usize| {
        size.column(a).abs_diff(size.column(b)) + size.row(a).abs_diff(size.row(b)) == 1
    };
    let of = |a| (0..size.cells()).filter(|&b| near(a, b)).fold(0, |set, b| set | 1 << b);
    (0..size.cells()).map(of).collect()
}

/// Calls `each` for all moves of pattern tiles at a node, with the target node and the kind of the
/// move.
fn moves(layout: &Layout, neighbours: &[u64], node: Node, mut each: impl FnMut(usize, Kind)) {
    let below = |set: u64, cell: u32| (set & ((1 << cell) - 1)).count_ones() as usize;
    let mut tiles = node.occupied;
    while tiles != 0 {
        let cell = tiles.trailing_zeros();
        tiles &= tiles - 1;
        let mut free = neighbours[cell as usize] & node.region;
        while free != 0 {
            let to = free.trailing_zeros();
            free &= free - 1;
            let occupied = node.occupied ^ 1 << cell ^ 1 << to;
            let kind = Kind::new(layout.tiles(), below(node.occupied, cell), below(occupied, to));
            each(layout.node_of(occupied, cell as usize), kind);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Size;

    fn layouts() -> impl Iterator<Item = Layout> {
        let boards = [(3, 3, 4), (4, 3, 5), (4, 3, 9), (5, 2, 6), (6, 1, 3)];
        boards.into_iter().map(|(w, h, tiles)| {
            Layout::new(Size::new(w, h).expect("a size"), tiles).expect("a layout")
        })
    }

    /// Threads share pieces, and entries of standard tables belong to sets of occupied cells.
    #[test]
    fn pieces_cover_all_nodes_in_order_and_part_no_set_of_occupied_cells() {
        let mut extended = 0;
        for layout in layouts() {
            for colour in &Graph::new(&layout).colours {
                let occupied = |node: usize| layout.node(colour.nodes[node] as usize).occupied;
                for size in [0, 1, 2, 3, 7, 100_000] {
                    let mut next = 0;
                    for piece in colour.pieces(&layout, size) {
                        assert_eq!(piece.start, next);
                        next = piece.end;
                        let last = next == colour.nodes.len();
                        assert!(last || piece.len() >= size.max(1));
                        assert!(last || occupied(next) != occupied(next - 1));
                        // No longer than the last set makes it.
                        let first = piece.end.min(piece.start + size.max(1));
                        assert!((first..next).all(|node| occupied(node) == occupied(node - 1)));
                        extended += usize::from(first < next);
                    }
                    assert_eq!(next, colour.nodes.len());
                }
            }
        }
        assert!(extended > 100, "{extended} pieces were extended");
    }

    #[test]
    fn bytes_are_those_of_all_lists() {
        for layout in layouts() {
            let graph = Graph::new(&layout);
            let lists = graph.colours.iter().map(|colour| {
                let Colour { nodes, starts, sources, kinds } = colour;
                size_of_val(&**nodes)
                    + size_of_val(&starts[1..])
                    + size_of_val(&**sources)
                    + size_of_val(&**kinds)
            });
            let all = lists.sum::<usize>() + size_of_val(&*graph.places);
            assert_eq!(graph.bytes(), all as u64);
        }
    }
}
