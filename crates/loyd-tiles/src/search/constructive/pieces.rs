//! Making a solution shorter piece by piece: each piece of a path is searched anew, as a small
//! puzzle of the cells it touches.
//!
//! ```text
//! repeat
//!     for pieces of a few dozen moves, each beginning in the middle of the one before
//!         box := the cells that the piece touches and those beside them
//!         depth-first searches of box with growing bounds below the piece's length,
//!             from the box before the piece to the box after it
//!         if a shorter way is found, put it in the piece's place
//! until nothing changes or the effort is spent
//! ```
//!
//! Tiles outside the box do not move, so a way through the box is a way on the board. What is left
//! is locally shortest: detours longer than a piece stay.
//!
//! *Cost.* A pass takes time linear in the path beside its searches: what comes out is written over
//! the path behind what is read, and a piece takes time for the cells of its box, never of the
//! board. These cells count as work too, so that a limit of nodes limits the time on any board.

use super::{Built, Nodes, joined};
use crate::heuristic::{Manhattan, TileHeuristic};
use crate::{Board, Metric, MetricName, Multi, Position, Single, Size, Slide, Sliding, Wide};
use loyd::observe::{Budget, Limit};
use loyd::space::{Heuristic, StateSpace};

/// Moves of a piece: as many as a depth-first search with Manhattan distance gets through.
fn length(metric: MetricName) -> usize {
    match metric {
        MetricName::Single => 40,
        MetricName::Multi => 16,
    }
}

/// Most nodes for one piece; what takes more is rarely made shorter.
const NODES_A_PIECE: u64 = 20_000;

/// Cells of a box that take as long to make ready as one node takes to expand.
const CELLS_A_NODE: u64 = 4;

/// A path from `start` that ends where `path` does, at most as long, in moves of the metric.
///
/// Stops soon after the limit's nodes, time or cancellation, with what it has; the result depends
/// on nothing else. Without a limit it ends when a whole pass finds nothing.
///
/// # Panics
/// If `path` is not a path from `start`.
pub fn shorten(
    start: &Position,
    path: Vec<Slide>,
    metric: MetricName,
    limit: &Limit,
) -> Built<Slide> {
    match metric {
        MetricName::Single => Shortening::<Single>::of(start, path, limit),
        MetricName::Multi => Shortening::<Multi>::of(start, path, limit),
    }
}

struct Shortening<'a, M> {
    start: &'a Position,
    path: Vec<Slide>,
    budget: Budget,
    nodes: Nodes,
    /// Nodes and what else takes as long.
    work: u64,
    /// The number of each tile in a box; 0 between boxes.
    number: Vec<u16>,
    metric: std::marker::PhantomData<M>,
}

impl<M: Metric> Shortening<'_, M> {
    fn of(start: &Position, path: Vec<Slide>, limit: &Limit) -> Built<Slide> {
        let mut shortening = Shortening::<M> {
            start,
            path,
            budget: Budget::start(limit),
            nodes: Nodes::default(),
            work: 0,
            number: vec![0; start.size().cells()],
            metric: std::marker::PhantomData,
        };
        shortening.join();
        while !start.size().is_line() && shortening.pass() {}
        Built { path: shortening.path, nodes: shortening.nodes }
    }

    /// Takes moves together that are one, and leaves out those that undo each other.
    fn join(&mut self) {
        let whole = match M::NAME {
            MetricName::Single => |pair: &[Slide]| pair[0].direction != pair[1].direction.inverse(),
            MetricName::Multi => {
                |pair: &[Slide]| pair[0].direction.is_vertical() != pair[1].direction.is_vertical()
            }
        };
        if !self.path.windows(2).all(whole) {
            self.path = joined(self.path.iter().copied(), M::NAME);
        }
    }

    /// Goes through the path once; whether it is worth doing so again.
    fn pass(&mut self) -> bool {
        // In the multi-tile space slides of any count can be made.
        let moves = Sliding::<Wide, Multi>::new(self.start);
        let mut board = moves.goal().clone();
        let (before, length) = (self.path.len(), length(M::NAME));
        // The path is read from here on, and what comes out is written up to there.
        let (mut read, mut written) = (0, 0);
        let mut piece: Vec<Slide> = Vec::with_capacity(length);
        let mut stopped = false;
        while !stopped {
            let more = (length - piece.len()).min(before - read);
            piece.extend_from_slice(&self.path[read..read + more]);
            read += more;
            if piece.is_empty() {
                break;
            }
            if let Some(way) = self.shorter(&moves, &mut board, &piece) {
                piece = way;
            }
            for slide in piece.drain(..piece.len().min(length / 2)) {
                moves.apply(&mut board, slide);
                self.path[written] = slide;
                written += 1;
            }
            stopped = self.budget.exceeded(self.work).is_some();
        }
        for slide in piece {
            self.path[written] = slide;
            written += 1;
        }
        self.path.copy_within(read.., written);
        self.path.truncate(written + before - read);
        self.join();
        self.path.len() < before && !stopped
    }

    /// A shorter way to where a piece leads from a board, which is as it was afterwards.
    fn shorter(
        &mut self,
        moves: &Sliding<Wide, Multi>,
        board: &mut Wide,
        piece: &[Slide],
    ) -> Option<Vec<Slide>> {
        let around = Frame::touched(board, piece);
        let size = around.size();
        self.work += size.cells() as u64 / CELLS_A_NODE;
        let before = around.tiles(board);
        for &slide in piece {
            moves.apply(board, slide);
        }
        let after = around.tiles(board);
        for &slide in piece.iter().rev() {
            moves.apply(board, slide.inverse());
        }
        let (start, goal) = self.renumbered(size, &before, &after);
        let space = Sliding::<Wide, M>::new(&goal);
        let heuristic = Manhattan::new(&space).expect("Manhattan distance is for all boards");
        let most = NODES_A_PIECE.min(self.budget.nodes_left(self.work));
        let start = Sliding::<Wide, M>::board(&start);
        let (found, nodes) = below(&space, &heuristic, start, piece.len(), most);
        self.nodes = self.nodes + nodes;
        self.work += nodes.expanded;
        found
    }

    /// The tiles of a box before and after a piece as boards of their own.
    fn renumbered(&mut self, size: Size, before: &[u16], after: &[u16]) -> (Position, Position) {
        let tiles = || before.iter().filter(|&&tile| tile != 0);
        for (index, &tile) in tiles().enumerate() {
            self.number[tile as usize] = index as u16 + 1;
        }
        let part = |tiles: &[u16]| {
            let tiles = tiles.iter().map(|&tile| self.number[tile as usize]).collect();
            Position::from_permutation(size, tiles)
        };
        let boards = (part(before), part(after));
        for &tile in tiles() {
            self.number[tile as usize] = 0;
        }
        boards
    }
}

/// A path of less than `length` moves, if there is one, found by depth-first searches of at most
/// `most` nodes together; and the nodes.
fn below<S: StateSpace, H: Heuristic<S>>(
    space: &S,
    heuristic: &H,
    mut state: S::State,
    length: usize,
    most: u64,
) -> (Option<Vec<S::Move>>, Nodes) {
    let memo = heuristic.start(&state);
    let bound = heuristic.value(memo) as usize;
    let (next_bound, nodes) = (usize::MAX, Nodes::default());
    let mut search =
        DepthFirst { space, heuristic, bound, next_bound, path: Vec::new(), nodes, most };
    while search.bound < length && search.nodes.expanded < most {
        if search.visit(&mut state, memo) {
            return (Some(search.path), search.nodes);
        }
        (search.bound, search.next_bound) = (search.next_bound, usize::MAX);
    }
    (None, search.nodes)
}

/// A rectangle of cells.
struct Frame {
    columns: std::ops::Range<usize>,
    rows: std::ops::Range<usize>,
}

impl Frame {
    /// The cells that a piece touches and those beside them.
    fn touched(board: &Wide, piece: &[Slide]) -> Self {
        let size = board.size();
        let mut cell = board.blank();
        let (column, row) = (size.column(cell), size.row(cell));
        let (mut columns, mut rows) = (column..column + 1, row..row + 1);
        for slide in piece {
            for _ in 0..slide.count {
                cell = slide.direction.blank_step(size, cell);
            }
            let (column, row) = (size.column(cell), size.row(cell));
            columns = columns.start.min(column)..columns.end.max(column + 1);
            rows = rows.start.min(row)..rows.end.max(row + 1);
        }
        Self {
            columns: columns.start.saturating_sub(1)..size.width().min(columns.end + 1),
            rows: rows.start.saturating_sub(1)..size.height().min(rows.end + 1),
        }
    }

    fn size(&self) -> Size {
        Size::new(self.columns.len(), self.rows.len()).expect("part of a board")
    }

    /// The tiles of a board on its cells.
    fn tiles(&self, board: &Wide) -> Vec<u16> {
        let width = board.size().width();
        let row = |row| self.columns.clone().map(move |column| row * width + column);
        self.rows.clone().flat_map(row).map(|cell| board.tile(cell) as u16).collect()
    }
}

/// Depth-first search within a bound and a number of nodes.
struct DepthFirst<'a, S: StateSpace, H> {
    space: &'a S,
    heuristic: &'a H,
    bound: usize,
    next_bound: usize,
    path: Vec<S::Move>,
    nodes: Nodes,
    /// Most states to be expanded.
    most: u64,
}

impl<S: StateSpace, H: Heuristic<S>> DepthFirst<'_, S, H> {
    /// Whether a goal is below `state`, which is restored if not; then `path` leads there.
    fn visit(&mut self, state: &mut S::State, memo: H::Memo) -> bool {
        if self.space.is_goal(state) {
            return true;
        }
        if self.nodes.expanded == self.most {
            return false;
        }
        self.nodes.expanded += 1;
        let last = self.path.last().copied();
        for mv in self.space.moves(state) {
            if last.is_some_and(|last| !self.space.may_follow(last, mv)) {
                continue;
            }
            self.nodes.generated += 1;
            let effect = self.space.apply(state, mv);
            let memo = self.heuristic.step(memo, state, effect);
            let f = self.path.len() + 1 + self.heuristic.value(memo) as usize;
            if f <= self.bound {
                self.path.push(mv);
                if self.visit(state, memo) {
                    return true;
                }
                self.path.pop();
            } else {
                self.next_bound = self.next_bound.min(f);
            }
            self.space.undo(state, effect);
        }
        false
    }
}
