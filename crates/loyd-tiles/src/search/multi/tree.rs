//! A start as a search tree for [`loyd_search::search::deepening`].

use super::batch::{Search, SearchEnd};
use super::board::{Board, cells_of};
use crate::arch::pdb::lines::Cells;
use crate::pdb::multi::Axis;
use crate::{Direction, Position, Slide};
use loyd_search::insertion::insertion_sort;
use loyd_search::search::deepening::{Subtrees, Tally, Visit};

/// The tree below one start.
pub struct Tree<'a> {
    board: &'a Board,
    start: Cells,
    /// Distances at the start, indexed by target and axis.
    distances: [[Vec<u32>; 2]; 2],
}

/// A node on its own: the cells of the tiles, the possible axes of the next move, the automaton's
/// state.
#[derive(Clone, Copy)]
struct Place {
    cells: Cells,
    next: Option<Axis>,
    state: u16,
}

impl<'a> Tree<'a> {
    /// Returns the tree below `start`, which must be able to reach the goal.
    pub fn new(board: &'a Board, start: &Position) -> Self {
        let start = cells_of(start);
        let distances =
            Axis::ALL.map(|target| Axis::ALL.map(|axis| board.distances(&start, target, axis)));
        Self { board, start, distances }
    }

    fn node(&self, path: &[Slide]) -> Option<Place> {
        let state = self.board.rows.starts[usize::from(self.start.0[0])];
        let root = Place { cells: self.start, next: None, state };
        path.iter().try_fold(root, |node, &slide| {
            let axis = axis_of(slide);
            let blank = usize::from(node.cells.0[0]);
            let along = axis.other().line(self.board.size, blank);
            let count = usize::from(slide.count);
            let place = match slide.direction {
                Direction::Down | Direction::Right => along - count,
                Direction::Left | Direction::Up => along + count,
            };
            self.child(&node, axis, place)
        })
    }

    fn allowed(&self, path: &[Slide]) -> Place {
        self.node(path).expect("prefixes are made of moves that pruning allows")
    }

    fn child(&self, node: &Place, axis: Axis, place: usize) -> Option<Place> {
        let state = self.board.rows.next(node.state, axis, place);
        if state == 0 || node.next == Some(axis.other()) {
            return None;
        }
        let blank = usize::from(node.cells.0[0]);
        let to = axis.along(self.board.size, blank, place);
        let cells = self.board.lines.slide(blank, to, &node.cells);
        Some(Place { cells, next: Some(axis.other()), state })
    }

    /// For each view, the distance from a node's class along `axis` to the target.
    fn distances(&self, path: &[Slide], node: &Place, axis: Axis, target: Axis) -> Vec<u32> {
        if path.is_empty() {
            return self.distances[target as usize][axis as usize].clone();
        }
        self.board.distances(&node.cells, target, axis)
    }

    fn axes(node: &Place) -> impl Iterator<Item = Axis> + use<> {
        let next = node.next;
        Axis::ALL.into_iter().filter(move |&axis| next.is_none_or(|next| next == axis))
    }

    /// The slide that takes the blank to `place` along `axis`.
    fn slide(&self, blank: usize, axis: Axis, place: usize) -> Slide {
        let here = axis.other().line(self.board.size, blank);
        let direction = match axis {
            Axis::Column if place < here => Direction::Down,
            Axis::Column => Direction::Up,
            Axis::Row if place < here => Direction::Right,
            Axis::Row => Direction::Left,
        };
        Slide { direction, count: place.abs_diff(here) as u16 }
    }
}

fn axis_of(slide: Slide) -> Axis {
    if slide.direction.is_vertical() { Axis::Column } else { Axis::Row }
}

/// The target of solutions of `length` moves whose first move is along `axis`.
fn target(axis: Axis, length: u32) -> Axis {
    if length % 2 == 1 { axis } else { axis.other() }
}

impl Subtrees<Slide> for Tree<'_> {
    fn allows(&self, path: &[Slide]) -> bool {
        self.node(path).is_some()
    }

    fn f(&self, path: &[Slide]) -> u32 {
        let node = self.allowed(path);
        if node.cells == self.board.goal {
            return path.len() as u32;
        }
        let pairs = Self::axes(&node).flat_map(|axis| Axis::ALL.map(|target| (axis, target)));
        let min_lengths = pairs.map(|(axis, target)| {
            1 + self.distances(path, &node, axis, target).into_iter().max().unwrap_or(0)
        });
        path.len() as u32 + min_lengths.min().unwrap_or(0)
    }

    fn moves(&self, path: &[Slide]) -> Vec<Slide> {
        let node = self.allowed(path);
        let blank = usize::from(node.cells.0[0]);
        let mut moves: Vec<Slide> = Vec::new();
        for axis in Self::axes(&node) {
            let places = 0..self.board.places[axis as usize];
            let allowed = places.filter(|&place| self.child(&node, axis, place).is_some());
            moves.extend(allowed.map(|place| self.slide(blank, axis, place)));
        }
        insertion_sort(&mut moves, |a, b| (a.direction, a.count) < (b.direction, b.count));
        moves
    }

    fn search(&self, path: &mut Vec<Slide>, bound: u32, tally: &mut Tally<'_>) -> Visit {
        let node = self.allowed(path);
        let over = Visit::Exhausted { next_bound: Some(bound + 1) };
        if node.cells == self.board.goal {
            return Visit::Found;
        }
        let remaining = bound.saturating_sub(path.len() as u32);
        if remaining == 0 {
            return over;
        }
        if remaining > Search::longest(self.board) {
            return self.one_by_one(path, bound, tally);
        }
        for axis in Self::axes(&node) {
            let target = target(axis, remaining);
            let distances = self.distances(path, &node, axis, target);
            let Some(root) = Search::root(node.cells, axis, node.state, remaining, &distances)
            else {
                continue;
            };
            match Search::new(self.board, target).run(root, tally) {
                SearchEnd::Found(places) => {
                    let (mut blank, mut axis) = (usize::from(node.cells.0[0]), axis);
                    for place in places {
                        path.push(self.slide(blank, axis, usize::from(place)));
                        blank = axis.along(self.board.size, blank, usize::from(place));
                        axis = axis.other();
                    }
                    return Visit::Found;
                }
                SearchEnd::Exhausted => {}
                SearchEnd::Stopped => return Visit::Stopped,
            }
        }
        over
    }
}

impl Tree<'_> {
    /// Expands one move of a subtree whose paths are too long for the nodes of a batch.
    fn one_by_one(&self, path: &mut Vec<Slide>, bound: u32, tally: &mut Tally<'_>) -> Visit {
        tally.expanded += 1;
        if tally.stop() {
            return Visit::Stopped;
        }
        for slide in self.moves(path) {
            tally.generated += 1;
            path.push(slide);
            if self.f(path) <= bound {
                match self.search(path, bound, tally) {
                    Visit::Exhausted { .. } => {}
                    end => return end,
                }
            }
            path.pop();
        }
        Visit::Exhausted { next_bound: Some(bound + 1) }
    }
}
