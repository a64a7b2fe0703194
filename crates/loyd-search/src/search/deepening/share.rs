//! One search divided among processes that have no memory in common.
//!
//! ```text
//! prefixes := [the empty path]                      -- as in the whole search
//! until there are enough: replace each prefix that is not a goal by its children
//! part p of n searches the prefixes p, p + n, p + 2n, …
//! ```
//!
//! All parts divide the tree in the same way without exchanging a word. Their bounds advance
//! independently. A path of cost c is optimal as soon as every other part has reached the bound c:
//! then no part has a cheaper one.

use super::Subtrees;
use crate::observe::{Limit, Share};

/// Prefixes for each part. Subtrees differ in size, and their sum over many differs less.
const PREFIXES_A_PART: usize = 64;

/// The greatest length of a prefix. Small spaces and lines have too few strings to divide.
const LONGEST: usize = 24;

/// The prefixes that a search examines: the root, or those of its part of the tree.
///
/// A tree with an inadmissible heuristic is not divided: the first part has all of it.
pub(super) fn prefixes<M: Copy>(
    tree: &dyn Subtrees<M>,
    limit: &Limit,
    admissible: bool,
) -> Vec<Vec<M>> {
    let root = vec![vec![]];
    let Some(Share { part, parts }) = limit.share else { return root };
    let all = if admissible { divided(tree, parts * PREFIXES_A_PART) } else { root };
    all.into_iter().skip(part).step_by(parts.max(1)).collect()
}

/// At least `enough` prefixes in depth-first order, or all within [`LONGEST`] moves.
fn divided<M: Copy>(tree: &dyn Subtrees<M>, enough: usize) -> Vec<Vec<M>> {
    let mut prefixes: Vec<Vec<M>> = vec![vec![]];
    for _ in 0..LONGEST {
        if prefixes.len() >= enough {
            break;
        }
        prefixes = prefixes.into_iter().flat_map(|path| children(tree, path)).collect();
    }
    prefixes
}

/// The children of a node. A node whose estimate is 0 may be a goal and is not divided.
fn children<M: Copy>(tree: &dyn Subtrees<M>, path: Vec<M>) -> Vec<Vec<M>> {
    if tree.f(&path) == tree.cost(&path) {
        return vec![path];
    }
    let child = |mv| path.iter().copied().chain([mv]).collect();
    tree.moves(&path).into_iter().map(child).collect()
}
