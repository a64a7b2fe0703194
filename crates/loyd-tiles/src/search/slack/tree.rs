//! A kernel and a start as a search tree for [`loyd_search::search::deepening`].

use super::{Kernel, Node};
use crate::search::TreeKernel;
use crate::{Direction, Position, Slide};
use loyd_search::search::deepening::{Subtrees, Tally, Visit};

/// The tree that a kernel searches from one start.
struct KernelTree<'a, K: Kernel> {
    kernel: &'a K,
    root: Node<K::Memo>,
}

impl<K: Kernel> KernelTree<'_, K> {
    /// The node at the end of a path, or `None` if pruning forbids the path.
    fn node(&self, path: &[Slide]) -> Option<Node<K::Memo>> {
        path.iter().try_fold(self.root, |node, slide| {
            let mut next = None;
            self.kernel.children(&node, &mut |direction, child| {
                if direction == slide.direction as usize {
                    next = Some(child);
                }
            });
            next
        })
    }

    fn allowed(&self, path: &[Slide]) -> Node<K::Memo> {
        self.node(path).expect("prefixes are made of moves that pruning allows")
    }
}

impl<K: Kernel<Memo: Sync>> TreeKernel for K {
    fn tree(&self, start: &Position) -> Box<dyn Subtrees<Slide> + '_> {
        Box::new(KernelTree { kernel: self, root: self.root(word(start)) })
    }
}

/// A position as a 64-bit board.
pub fn word(position: &Position) -> u64 {
    position.tiles().iter().rev().fold(0, |word, &tile| word << 4 | u64::from(tile))
}

impl<K: Kernel<Memo: Sync>> Subtrees<Slide> for KernelTree<'_, K> {
    fn allows(&self, path: &[Slide]) -> bool {
        self.node(path).is_some()
    }

    fn f(&self, path: &[Slide]) -> u32 {
        self.allowed(path).f()
    }

    fn moves(&self, path: &[Slide]) -> Vec<Slide> {
        let mut moves = Vec::new();
        let node = self.allowed(path);
        self.kernel.children(&node, &mut |direction, _| {
            moves.push(Slide::one(Direction::ALL[direction]));
        });
        moves
    }

    fn search(&self, path: &mut Vec<Slide>, bound: u32, tally: &mut Tally<'_>) -> Visit {
        let mut directions = Vec::new();
        let visit = self.kernel.search(&self.allowed(path), bound, tally, &mut directions);
        if visit == Visit::Found {
            let slides = directions.iter().map(|&d| Slide::one(Direction::ALL[d as usize]));
            path.extend(slides);
        }
        visit
    }
}
