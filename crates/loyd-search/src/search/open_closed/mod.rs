//! The open and closed lists of searches that remember states.
//!
//! | file | contents |
//! |---|---|
//! | `nodes` | all states met, packed, with an index by hash; the bytes per state |
//! | `arena`, `index` | the parts of `nodes` |
//! | `open` | the open list: buckets by priority and tie |

mod arena;
mod index;
mod nodes;
mod open;

use crate::space::Packing;
pub(super) use nodes::{NO_PARENT, Node, Nodes, hash};
pub(super) use open::{Key, Open};

/// A generated state that has not been looked up yet.
pub(super) struct Child<P> {
    pub(super) packed: P,
    pub(super) hash: u64,
    pub(super) parent: u32,
    pub(super) g: u32,
    pub(super) h: u32,
}

/// The moves from the root to a state.
pub(super) fn path_to<S: Packing>(space: &S, nodes: &Nodes<S::Packed>, end: u32) -> Vec<S::Move> {
    let mut path = Vec::new();
    let mut node = nodes.get(end);
    while node.parent != NO_PARENT {
        let parent = nodes.get(node.parent);
        let mv = space.move_between(&parent.packed, &node.packed);
        path.push(mv.expect("a state is a move away from its parent"));
        node = parent;
    }
    path.reverse();
    path
}
