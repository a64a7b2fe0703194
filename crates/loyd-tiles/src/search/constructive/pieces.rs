//! Shortening of a solution piece by piece: each piece of a path is searched again, as a small
//! puzzle of the cells that it touches.
//!
//! ```text
//! repeat
//!     for pieces of a few dozen moves, each starting in the middle of the previous one
//!         box := the cells that the piece touches and those beside them
//!         depth-first searches of box with growing bounds below the piece's length,
//!             from the box before the piece to the box after it
//!         if a shorter way is found, put it in the piece's place
//! until nothing changes or the effort is spent
//! ```
//!
//! Tiles outside the box do not move, so a path in the box is a path on the board. The result is
//! locally optimal: detours longer than a piece remain.
//!
//! *Cost.* Apart from its searches, a pass takes time linear in the path: the output is written
//! over the part of the path already read, and a piece takes time for the cells of its box, never
//! of the board. These cells count as work too, so that a node limit limits the time on any board.

use super::{Built, Nodes, join_slides};
use crate::heuristic::{Manhattan, TileHeuristic};
use crate::{Board, Metric, MetricName, Multi, Position, Single, Size, Slide, Sliding, Wide};
use loyd_search::observe::{Budget, Limit};
use loyd_search::space::{Heuristic, StateSpace};

/// Number of moves of a piece, which a depth-first search with Manhattan distance can handle.
fn length(metric: MetricName) -> usize {
    match metric {
        MetricName::Single => 40,
        MetricName::Multi => 16,
    }
}

/// Largest number of nodes for one piece; a piece that needs more is rarely shortened.
const NODES_A_PIECE: u64 = 20_000;

/// Number of box cells whose preparation takes as long as expanding one node.
const CELLS_A_NODE: u64 = 4;

/// Returns a path from `start` with the same end as `path`, at most as long, in moves of the
/// metric.
///
/// Stops soon after the limit's nodes, time or cancellation and returns the result so far; the
/// result depends on nothing else. Without a limit it ends when a whole pass finds no improvement.
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
    /// Nodes, plus other work converted to nodes.
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

    /// Combines consecutive slides that form one move, and removes those that undo each other.
    fn join(&mut self) {
        let whole = match M::NAME {
            MetricName::Single => |pair: &[Slide]| pair[0].direction != pair[1].direction.inverse(),
            MetricName::Multi => {
                |pair: &[Slide]| pair[0].direction.is_vertical() != pair[1].direction.is_vertical()
            }
        };
        if !self.path.windows(2).all(whole) {
            self.path = join_slides(self.path.iter().copied(), M::NAME);
        }
    }

    /// Passes over the path once; returns true if another pass is worthwhile.
    fn pass(&mut self) -> bool {
        // The multi-tile space allows slides of any count.
        let moves = Sliding::<Wide, Multi>::new(self.start);
        let mut board = moves.goal().clone();
        let (before, length) = (self.path.len(), length(M::NAME));
        // The path is read from `read` on, and the output is written up to `written`.
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

    /// A shorter path with the same effect as a piece on a board, which is unchanged afterwards.
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
        let max_nodes = NODES_A_PIECE.min(self.budget.nodes_left(self.work));
        let start = Sliding::<Wide, M>::board(&start);
        let (path, nodes) = below(&space, &heuristic, start, piece.len(), max_nodes);
        self.nodes = self.nodes + nodes;
        self.work += nodes.expanded;
        path
    }

    /// The tiles of a box before and after a piece, as separate boards.
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

/// A path of fewer than `length` moves, if depth-first searches of at most `max_nodes` nodes together
/// find one; and the nodes.
fn below<S: StateSpace, H: Heuristic<S>>(
    space: &S,
    heuristic: &H,
    mut state: S::State,
    length: usize,
    max_nodes: u64,
) -> (Option<Vec<S::Move>>, Nodes) {
    let memo = heuristic.start(&state);
    let bound = heuristic.value(memo) as usize;
    let (next_bound, nodes) = (usize::MAX, Nodes::default());
    let mut search =
        DepthFirst { space, heuristic, bound, next_bound, path: Vec::new(), nodes, max_nodes };
    while search.bound < length && search.nodes.expanded < max_nodes {
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
    /// The cells that a piece touches and the cells beside them.
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

    /// The tiles of a board on the cells of this frame.
    fn tiles(&self, board: &Wide) -> Vec<u16> {
        let width = board.size().width();
        let row = |row| self.columns.clone().map(move |column| row * width + column);
        self.rows.clone().flat_map(row).map(|cell| board.tile(cell) as u16).collect()
    }
}

/// Depth-first search within a bound and a node limit.
struct DepthFirst<'a, S: StateSpace, H> {
    space: &'a S,
    heuristic: &'a H,
    bound: usize,
    next_bound: usize,
    path: Vec<S::Move>,
    nodes: Nodes,
    /// Largest number of states to expand.
    max_nodes: u64,
}

impl<S: StateSpace, H: Heuristic<S>> DepthFirst<'_, S, H> {
    /// Returns true if a goal is below `state`; `path` then leads there. Otherwise `state` is
    /// restored.
    fn visit(&mut self, state: &mut S::State, memo: H::Memo) -> bool {
        if self.space.is_goal(state) {
            return true;
        }
        if self.nodes.expanded == self.max_nodes {
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
