//! Shortening of a solution: the searches of [`windows`], each in a small puzzle of the cells that the window touches.
//!
//! ```text
//! box := the cells that the window touches and those beside them
//! depth-first searches of box with growing bounds below the window's length,
//!     from the box before the window to the box after it
//! ```
//!
//! Tiles outside the box do not move, so a path in the box is a path on the board. The result is
//! locally optimal: detours longer than a window remain, unless windows grow ([`improve`]).
//!
//! *Cost.* Preparing a window takes time for the cells of its box, never of the board. These cells count as work
//! too, so that a node limit limits the time on any board.

use super::{Built, Nodes, join_slides};
use crate::heuristic::{Manhattan, TileHeuristic};
use crate::{Board, Metric, MetricName, Multi, Position, Single, Size, Slide, Sliding, Wide};
use loyd_search::observe::Limit;
use loyd_search::search::windows::{self, Segment, Segments, WindowSizes};
use loyd_search::space::{Heuristic, StateSpace};
use std::marker::PhantomData;

/// Number of moves of a window, which a depth-first search with Manhattan distance can handle.
fn length(metric: MetricName) -> usize {
    match metric {
        MetricName::Single => 40,
        MetricName::Multi => 16,
    }
}

/// Largest number of nodes for one window; a window that needs more is rarely shortened.
const NODES_A_WINDOW: u64 = 20_000;

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
    shorten_within((start, path), metric, false, limit, &mut |_| ())
}

/// Like [`shorten`], with windows that grow until a limit is reached or the path is shortest; `publish` is called with
/// each shorter path.
///
/// # Panics
/// If `path` is not a path from `start`.
pub fn improve(
    start: &Position,
    path: Vec<Slide>,
    metric: MetricName,
    limit: &Limit,
    publish: &mut dyn FnMut(&[Slide]),
) -> Built<Slide> {
    shorten_within((start, path), metric, true, limit, publish)
}

fn shorten_within(
    (start, path): (&Position, Vec<Slide>),
    metric: MetricName,
    grow: bool,
    limit: &Limit,
    publish: &mut dyn FnMut(&[Slide]),
) -> Built<Slide> {
    match metric {
        MetricName::Single => Pieces::<Single>::run(start, path, grow, limit, publish),
        MetricName::Multi => Pieces::<Multi>::run(start, path, grow, limit, publish),
    }
}

/// The windows of a path of tiles.
struct Pieces<M> {
    /// The multi-tile space allows slides of any count; its goal is the start of the path.
    moves: Sliding<Wide, Multi>,
    board: Wide,
    nodes: Nodes,
    /// The number of each tile in a box; 0 between boxes.
    number: Vec<u16>,
    /// True if windows grow: the box of a whole path is the board, which has every path.
    grow: bool,
    metric: PhantomData<M>,
}

impl<M: Metric> Pieces<M> {
    fn run(
        start: &Position,
        path: Vec<Slide>,
        grow: bool,
        limit: &Limit,
        publish: &mut dyn FnMut(&[Slide]),
    ) -> Built<Slide> {
        let moves = Sliding::<Wide, Multi>::new(start);
        let (board, number) = (moves.goal().clone(), vec![0; start.size().cells()]);
        let mut pieces =
            Self { moves, board, nodes: Nodes::default(), number, grow, metric: PhantomData };
        if start.size().is_line() {
            let mut path = path;
            pieces.join(&mut path);
            return Built { path, nodes: pieces.nodes };
        }
        let sizes = WindowSizes { length: length(M::NAME), nodes: NODES_A_WINDOW, grow };
        let path = windows::improve(&mut pieces, path, sizes, limit, publish);
        Built { path, nodes: pieces.nodes }
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

impl<M: Metric> Segments for Pieces<M> {
    type Move = Slide;

    fn restart(&mut self) {
        self.board = self.moves.goal().clone();
    }

    fn advance(&mut self, mv: Slide) {
        self.moves.apply(&mut self.board, mv);
    }

    fn shorter(
        &mut self,
        window: &[Slide],
        is_whole: bool,
        max_nodes: u64,
        max_work: u64,
    ) -> Segment<Slide> {
        let around = if is_whole && self.grow {
            Frame::whole(self.board.size())
        } else {
            Frame::touched(&self.board, window)
        };
        let size = around.size();
        let work = size.cells() as u64 / CELLS_A_NODE;
        let before = around.tiles(&self.board);
        for &slide in window {
            self.moves.apply(&mut self.board, slide);
        }
        let after = around.tiles(&self.board);
        for &slide in window.iter().rev() {
            self.moves.apply(&mut self.board, slide.inverse());
        }
        let (start, goal) = self.renumbered(size, &before, &after);
        let space = Sliding::<Wide, M>::new(&goal);
        let heuristic = Manhattan::new(&space).expect("Manhattan distance is for all boards");
        let start = Sliding::<Wide, M>::board(&start);
        let max_nodes = max_nodes.min(max_work.saturating_sub(work));
        let (path, nodes) = below(&space, &heuristic, start, window.len(), max_nodes);
        self.nodes = self.nodes + nodes;
        let is_board = size == self.board.size();
        let complete = is_board && (path.is_some() || nodes.expanded < max_nodes);
        Segment { path, work: work + nodes.expanded, complete }
    }

    /// Combines consecutive slides that form one move, and removes those that undo each other.
    fn join(&self, path: &mut Vec<Slide>) {
        let whole = match M::NAME {
            MetricName::Single => |pair: &[Slide]| pair[0].direction != pair[1].direction.inverse(),
            MetricName::Multi => {
                |pair: &[Slide]| pair[0].direction.is_vertical() != pair[1].direction.is_vertical()
            }
        };
        if !path.windows(2).all(whole) {
            *path = join_slides(path.iter().copied(), M::NAME);
        }
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
    /// The board.
    fn whole(size: Size) -> Self {
        Self { columns: 0..size.width(), rows: 0..size.height() }
    }

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
