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

use super::{Built, merged};
use crate::heuristic::{Manhattan, TileHeuristic};
use crate::observe::{Budget, Limit};
use crate::puzzle::tiles::{
    Board, Direction, Metric, MetricName, Multi, Position, Single, Size, Slide, Sliding, Wide,
};
use crate::space::{Heuristic, StateSpace};

/// Moves of a piece: as many as a depth-first search with Manhattan distance gets through.
fn length(metric: MetricName) -> usize {
    match metric {
        MetricName::Single => 40,
        MetricName::Multi => 16,
    }
}

/// Most nodes for one piece; what takes more is rarely made shorter.
const NODES_A_PIECE: u64 = 20_000;

/// A path from `start` that ends where `path` does, at most as long, in moves of the metric.
///
/// Stops soon after the limit's nodes, time or cancellation, with what it has; the result depends
/// on nothing else. Without a limit it ends when a whole pass finds nothing.
///
/// # Panics
/// If `path` is not a path from `start`.
pub fn shorten(
    start: &Position,
    path: &[Slide],
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
    nodes: u64,
    metric: std::marker::PhantomData<M>,
}

impl<M: Metric> Shortening<'_, M> {
    fn of(start: &Position, path: &[Slide], limit: &Limit) -> Built<Slide> {
        let budget = Budget::start(limit);
        let metric = std::marker::PhantomData;
        let path = joined::<M>(path);
        let mut shortening = Shortening::<M> { start, path, budget, nodes: 0, metric };
        while !start.size().is_line() && shortening.pass() {}
        Built { path: shortening.path, nodes: shortening.nodes }
    }

    /// Goes through the path once; whether it is worth doing so again.
    fn pass(&mut self) -> bool {
        // In the multi-tile space slides of any count can be made.
        let moves = Sliding::<Wide, Multi>::new(self.start);
        let mut board = moves.goal().clone();
        let before = self.path.len();
        let mut at = 0;
        let mut stopped = false;
        while at < self.path.len() && !stopped {
            let end = self.path.len().min(at + length(M::NAME));
            let piece = self.path[at..end].to_vec();
            if let Some(way) = self.shorter(&board, &piece) {
                self.path.splice(at..end, way);
            }
            let next = self.path.len().min(at + length(M::NAME) / 2);
            for &slide in &self.path[at..next] {
                moves.apply(&mut board, slide);
            }
            at = next;
            stopped = self.budget.exceeded(self.nodes).is_some();
        }
        self.path = joined::<M>(&self.path);
        self.path.len() < before && !stopped
    }

    /// A shorter way to where a piece leads from a board.
    fn shorter(&mut self, board: &Wide, piece: &[Slide]) -> Option<Vec<Slide>> {
        let around = Frame::touched(board, piece);
        let mut after = board.clone();
        let moves = Sliding::<Wide, Multi>::new(self.start);
        for &slide in piece {
            moves.apply(&mut after, slide);
        }
        let (start, goal) = around.cut(board, &after);
        let space = Sliding::<Wide, M>::new(&goal);
        let heuristic = Manhattan::new(&space).expect("Manhattan distance is for all boards");
        let most = NODES_A_PIECE.min(self.budget.nodes_left(self.nodes));
        let start = Sliding::<Wide, M>::board(&start);
        let (found, nodes) = below(&space, &heuristic, start, piece.len(), most);
        self.nodes += nodes;
        found
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
) -> (Option<Vec<S::Move>>, u64) {
    let memo = heuristic.start(&state);
    let bound = heuristic.value(memo) as usize;
    let next_bound = usize::MAX;
    let mut search =
        DepthFirst { space, heuristic, bound, next_bound, path: Vec::new(), left: most };
    while search.bound < length && search.left > 0 {
        if search.visit(&mut state, memo) {
            return (Some(search.path), most - search.left);
        }
        (search.bound, search.next_bound) = (search.next_bound, usize::MAX);
    }
    (None, most - search.left)
}

/// Moves of the metric, those that undo each other left out.
fn joined<M: Metric>(path: &[Slide]) -> Vec<Slide> {
    let single = |slide: &Slide| std::iter::repeat_n(slide.direction, slide.count as usize);
    merged(&path.iter().flat_map(single).collect::<Vec<Direction>>(), M::NAME)
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

    /// Its part of two boards that are alike elsewhere, as boards of their own.
    fn cut(&self, before: &Wide, after: &Wide) -> (Position, Position) {
        let width = before.size().width();
        let size = Size::new(self.columns.len(), self.rows.len()).expect("part of a board");
        let cells = self
            .rows
            .clone()
            .flat_map(|row| self.columns.clone().map(move |column| row * width + column));
        let mut number = vec![0; before.size().cells()];
        let tiles = cells.clone().map(|cell| before.tile(cell)).filter(|&tile| tile != 0);
        for (index, tile) in tiles.enumerate() {
            number[tile] = index as u16 + 1;
        }
        let part = |board: &Wide| {
            let tiles = cells.clone().map(|cell| number[board.tile(cell)]).collect();
            Position::from_permutation(size, tiles)
        };
        (part(before), part(after))
    }
}

/// Depth-first search within a bound and a number of nodes.
struct DepthFirst<'a, S: StateSpace, H> {
    space: &'a S,
    heuristic: &'a H,
    bound: usize,
    next_bound: usize,
    path: Vec<S::Move>,
    /// Nodes left.
    left: u64,
}

impl<S: StateSpace, H: Heuristic<S>> DepthFirst<'_, S, H> {
    /// Whether a goal is below `state`, which is restored if not; then `path` leads there.
    fn visit(&mut self, state: &mut S::State, memo: H::Memo) -> bool {
        if self.space.is_goal(state) {
            return true;
        }
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        let last = self.path.last().copied();
        for mv in self.space.moves(state) {
            if last.is_some_and(|last| !self.space.may_follow(last, mv)) {
                continue;
            }
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
