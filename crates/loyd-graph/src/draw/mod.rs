//! Pictures of small graphs: every state with its moves, the levels as rows or as rings.
//!
//! | file | contents |
//! |---|---|
//! | `layout` | the order of the states of a level, with few crossings of edges, and their places |
//! | `dot` | the language of Graphviz |
//! | `scene` | shapes, for SVG and PNG |

pub mod dot;
mod layout;
pub mod scene;

pub use layout::Layout;

use crate::backend::Backend;
use crate::error::{GraphError, Result};
use crate::export::blocks;
use crate::key::{Key, KeyForm};
use crate::stored::Stored;
use loyd_search::observe::Cancel;
use std::collections::HashMap;

/// The greatest number of states in a picture: more are indistinguishable.
pub const MAX_STATES: u64 = 2_000;

/// A graph to be drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    /// The puzzle and its metric, in words.
    pub title: String,
    /// The states, level by level.
    pub nodes: Vec<Node>,
    /// Moves between states, as pairs of indices of nodes, each once; the lower level first.
    pub edges: Vec<(usize, usize)>,
}

/// A state in a picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// The distance from the goal.
    pub level: u32,
    /// The position on one line.
    pub text: String,
    /// The rows of a board of at most 16 cells, an empty cell as a dot; empty for other puzzles.
    pub rows: Vec<String>,
}

impl Picture {
    /// The graph of a database.
    ///
    /// # Errors
    /// [`GraphError::TooLarge`] if it has more than [`MAX_STATES`] states; the errors of reading it.
    pub fn of(backend: &mut dyn Backend) -> Result<Self> {
        let stored = Stored::of(backend)?;
        let place = backend.place();
        let mut states: Vec<(Key, Node)> = Vec::new();
        blocks(backend, &Cancel::new(), &mut |block, _| {
            let count = (states.len() + block.rows.len()) as u64;
            if count > MAX_STATES {
                return Err(GraphError::TooLarge { limit: MAX_STATES });
            }
            for (row, text) in block.positions.iter().enumerate() {
                let key = Key::at(&block.rows.keys, row);
                let rows = rows(stored.space.form, &stored.meta.shape, &key);
                states
                    .push((key, Node { level: block.rows.levels[row], text: text.clone(), rows }));
            }
            Ok(())
        })?;
        // Within a level by key: the order does not depend on how the graph was built.
        states.sort_by(|(one, a), (other, b)| (a.level, one).cmp(&(b.level, other)));
        let numbers: HashMap<&Key, usize> =
            states.iter().enumerate().map(|(number, (key, _))| (key, number)).collect();
        let mut edges = Vec::new();
        for (number, (key, _)) in states.iter().enumerate() {
            let neighbours = stored.space.neighbours(key).map_err(|why| why.at(&place))?;
            let in_picture = neighbours.iter().filter_map(|(neighbour, _)| numbers.get(neighbour));
            edges.extend(in_picture.filter(|other| **other > number).map(|&other| (number, other)));
        }
        edges.sort_unstable();
        edges.dedup();
        let title = stored.title;
        Ok(Self { title, nodes: states.into_iter().map(|(_, node)| node).collect(), edges })
    }

    /// The indices of the nodes of each level.
    fn levels(&self) -> Vec<Vec<usize>> {
        let last = self.nodes.iter().map(|node| node.level).max().map_or(0, |last| last + 1);
        let mut levels = vec![Vec::new(); last as usize];
        for (number, node) in self.nodes.iter().enumerate() {
            levels[node.level as usize].push(number);
        }
        levels
    }
}

/// The rows of a board whose key is its digits.
fn rows(form: KeyForm, shape: &str, key: &Key) -> Vec<String> {
    let (KeyForm::Board(cells), Key::Number(number)) = (form, key) else { return Vec::new() };
    let width = shape.split_once('x').and_then(|(width, _)| width.parse().ok()).unwrap_or(cells);
    let digit = |cell: usize| match (*number as u64) >> (4 * (cells - 1 - cell)) & 15 {
        0 => "·".to_owned(),
        tile => tile.to_string(),
    };
    let wide = cells > 10;
    let padded = |cell| if wide { format!("{:>2}", digit(cell)) } else { digit(cell) };
    let row = |first: usize| {
        let cells: Vec<String> = (first..first + width).map(padded).collect();
        cells.join(" ")
    };
    (0..cells).step_by(width.max(1)).map(row).collect()
}
