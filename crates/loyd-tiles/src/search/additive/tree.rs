//! A heuristic and a start as a search tree for [`loyd_search::search::deepening`].

use super::STORES;
use super::automaton::MoveRows;
use super::batch::{Root, Search, SearchEnd};
use super::board::{Board, MAX_VIEWS, Unfit};
use super::cuts::{Cut, Cuts, PROBE};
use super::root::Walks;
use crate::arch::pdb::batch::{Margins, Node};
use crate::pdb::Additive;
use crate::search::TreeKernel;
use crate::{Direction, Position, Slide};
use loyd_search::COMPACT;
use loyd_search::search::deepening::{Subtrees, Tally, Visit};
use std::mem::replace;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Returns the kernel for a heuristic and an automaton. With `probes` an iteration begins below the deepest nodes
/// that the one before cut.
///
/// # Errors
/// [`Unfit`] if the board is too large or there are too many patterns or views.
pub fn kernel(
    heuristic: Arc<Additive>,
    rows: MoveRows,
    probes: bool,
) -> Result<Box<dyn TreeKernel>, Unfit> {
    let board = Board::new(&heuristic, rows)?;
    macro_rules! choose {
        ($cells:literal: $($lanes:literal)*) => {
            match board.lanes.len() {
                $(..=$lanes => Ok(Box::new(Batched::<$cells, $lanes> { walks: Walks::new(&heuristic), heuristic, board, probes })),)*
                _ => Err(Unfit),
            }
        };
    }
    let cells = heuristic.goal().size().cells();
    if COMPACT {
        // Six lanes are those of 6-6-3 and its reflection.
        if cells <= 16 { choose!(16: 6 16) } else { choose!(32: 16) }
    } else if cells <= 16 {
        choose!(16: 2 4 6 8 16)
    } else {
        choose!(32: 4 8 10 16)
    }
}

struct Batched<const C: usize, const L: usize> {
    heuristic: Arc<Additive>,
    walks: Walks,
    board: Board,
    probes: bool,
}

impl<const C: usize, const L: usize> Batched<C, L> {
    fn root(&self, start: &Position) -> Tree<'_, C, L> {
        let lane_values = self.walks.values::<C, L>(&self.board, &self.heuristic, start);
        let mut sums = [0; MAX_VIEWS];
        for (sum, value) in sums.iter_mut().zip(self.heuristic.sums(&lane_values)) {
            *sum = value;
        }
        let root: Node<C, L> = self.board.root(&self.heuristic, start, &lane_values);
        let cuts = self.probes.then(Cuts::new);
        Tree { board: &self.board, root, sums, cuts, listed: Mutex::new(Listed::New) }
    }
}

impl<const C: usize, const L: usize> TreeKernel for Batched<C, L> {
    fn tree(&self, start: &Position) -> Box<dyn Subtrees<Slide> + '_> {
        Box::new(self.root(start))
    }
}

pub(super) struct Tree<'a, const C: usize, const L: usize> {
    pub(super) board: &'a Board,
    root: Node<C, L>,
    /// The value of each view at the root.
    sums: [u32; MAX_VIEWS],
    cuts: Option<Cuts>,
    listed: Mutex<Listed<'a, C, L>>,
}

/// The search with lists, if the tree stores nodes.
enum Listed<'a, const C: usize, const L: usize> {
    New,
    /// The last iteration, its bound, and the number of nodes that it expanded.
    Complete(Box<Search<'a, C, L>>, u32, u64),
    /// Its lists were full, or the tree is searched in parts.
    Over,
}

impl<'a, const C: usize, const L: usize> Tree<'a, C, L> {
    /// The node at the end of a path, with slack counted down from 255; `None` if the automaton
    /// forbids the path.
    fn node(&self, path: &[Slide]) -> Option<Node<C, L>> {
        let full = |margins: Margins, view| margins.with_slack(view, u8::MAX);
        let root = Node { margins: (0..MAX_VIEWS).fold(self.root.margins, full), ..self.root };
        path.iter().try_fold(root, |node, slide| self.board.child(&node, slide.direction as usize))
    }

    /// The deepest nodes of iterations, if the tree stores nodes.
    fn cuts(&self) -> Option<&Cuts> {
        self.cuts.as_ref().filter(|_| STORES)
    }

    fn listed(&self) -> MutexGuard<'_, Listed<'a, C, L>> {
        self.listed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// `g + h` of a node of [`Tree::node`].
    fn f_of(&self, node: &Node<C, L>) -> u32 {
        let f = |view| self.sums[view] + 2 * u32::from(u8::MAX - node.margins.slack(view));
        (0..self.board.views()).map(f).max().unwrap_or(0)
    }
}

impl<const C: usize, const L: usize> Subtrees<Slide> for Tree<'_, C, L> {
    fn allows(&self, path: &[Slide]) -> bool {
        self.node(path).is_some()
    }

    fn f(&self, path: &[Slide]) -> u32 {
        self.f_of(&self.node(path).expect("prefixes are made of moves that pruning allows"))
    }

    fn moves(&self, path: &[Slide]) -> Vec<Slide> {
        let node = self.node(path).expect("prefixes are made of moves that pruning allows");
        let allowed = (0..4).filter(|&d| self.board.next(node.meta.state(), d) != 0);
        allowed.map(|direction| Slide::one(Direction::ALL[direction])).collect()
    }

    fn search(&self, path: &mut Vec<Slide>, bound: u32, tally: &mut Tally<'_>) -> Visit {
        let mut node = self.node(path).expect("prefixes are made of moves that pruning allows");
        let f = self.f_of(&node);
        if f > bound {
            return Visit::Exhausted { next_bound: Some(f) };
        }
        if self.board.is_goal(&node.cells) {
            return Visit::Found;
        }
        // Bounds have the parity of the values, and of each other.
        for view in 0..self.board.views() {
            let used = u32::from(u8::MAX - node.margins.slack(view));
            let slack = (bound - self.sums[view]) / 2 - used;
            // A larger slack is never used up: 255 units are 510 moves on a board of 25 cells.
            node.margins = node.margins.with_slack(view, u8::try_from(slack).unwrap_or(u8::MAX));
        }
        let directions: Vec<u8> = path.iter().map(|slide| slide.direction as u8).collect();
        let root = Root { node, path: &directions };
        if let Some(cuts) = self.cuts() {
            let before = replace(&mut *self.listed(), Listed::Over);
            if matches!(before, Listed::New) && path.is_empty() {
                let mut search = Box::new(Search::new(self.board).with_lists());
                let end = search.run(&[root], None, tally);
                if end != SearchEnd::Full {
                    *self.listed() = Listed::Complete(search, bound, tally.expanded);
                    return visit(end, path, bound);
                }
                cuts.count(tally.expanded);
            }
            cuts.begin(bound);
        }
        let before = tally.expanded;
        let end = Search::new(self.board).run(&[root], self.cuts(), tally);
        if let Some(cuts) = self.cuts() {
            cuts.count(tally.expanded - before);
        }
        visit(end, path, bound)
    }

    fn probes(&self, bound: u32) -> usize {
        match *self.listed() {
            _ if !STORES => 0,
            Listed::Complete(_, last, _) if last + 2 == bound => 1,
            _ => self.cuts().map_or(0, |cuts| cuts.probes(bound)),
        }
    }

    fn probe(
        &self,
        next: &mut dyn FnMut() -> Option<usize>,
        path: &mut Vec<Slide>,
        bound: u32,
        tally: &mut Tally<'_>,
    ) -> Visit {
        if !STORES {
            return Visit::Exhausted { next_bound: None };
        }
        let mut listed = self.listed();
        if let Listed::Complete(search, last, expanded) = &mut *listed
            && *last + 2 == bound
            && next().is_some()
        {
            let before = tally.expanded;
            let end = search.resume(&Root { node: self.root, path: &[] }, tally);
            if end == SearchEnd::Full {
                if let Some(cuts) = self.cuts() {
                    cuts.count(*expanded);
                }
                *listed = Listed::Over;
            } else {
                (*last, *expanded) = (bound, tally.expanded - before);
            }
            return visit(end, path, bound);
        }
        drop(listed);
        let nodes = self.cuts().map(Cuts::nodes).unwrap_or_default();
        let (mut search, mut paths) = (Search::new(self.board), Vec::new());
        while let Some(number) = next() {
            let cuts = nodes.chunks(PROBE).nth(number).unwrap_or_default();
            paths.clear();
            let within = |cut: &Cut| {
                let (node, from) = (cut.root(&search, &self.root)?, paths.len());
                paths.extend(cut.path());
                Some((node, from..paths.len()))
            };
            let roots: Vec<_> = cuts.iter().rev().filter_map(within).collect();
            let root = |(node, path): (_, Range<usize>)| Root { node, path: &paths[path] };
            let roots: Vec<_> = roots.into_iter().map(root).collect();
            let end = search.run(&roots, None, tally);
            if !matches!(end, SearchEnd::Exhausted { .. }) {
                return visit(end, path, bound);
            }
            if tally.stop() {
                return Visit::Stopped;
            }
        }
        Visit::Exhausted { next_bound: None }
    }
}

/// The result of a search within a bound. If a goal was found, `path` becomes the path to it.
fn visit(end: SearchEnd, path: &mut Vec<Slide>, bound: u32) -> Visit {
    match end {
        SearchEnd::Found(directions) => {
            let slide = |&direction: &u8| Slide::one(Direction::ALL[usize::from(direction)]);
            *path = directions.iter().map(slide).collect();
            Visit::Found
        }
        SearchEnd::Exhausted { cut } => Visit::Exhausted { next_bound: cut.then_some(bound + 2) },
        SearchEnd::Stopped => Visit::Stopped,
        // The iteration begins again.
        SearchEnd::Full => Visit::Exhausted { next_bound: None },
    }
}
