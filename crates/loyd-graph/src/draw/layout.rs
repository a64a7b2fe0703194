//! Places of states: the order within each level by Sugiyama's method (crate `rust-sugiyama`), the
//! levels as rows or as rings.

use super::Picture;
use rust_sugiyama::configure::{Config, RankingType};
use std::f64::consts::TAU;
use std::fmt;
use std::str::FromStr;

/// The arrangement of the levels.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Layout {
    /// One below the other, the goal on top.
    #[default]
    Rows,
    /// Around the goal.
    Rings,
}

impl Layout {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Rows, Self::Rings];
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Rows => "rows",
            Self::Rings => "rings",
        })
    }
}

impl FromStr for Layout {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let layout = Self::ALL.into_iter().find(|layout| layout.to_string() == text);
        layout.ok_or_else(|| "levels are drawn as rows or rings".to_owned())
    }
}

/// The nodes of each level in an order in which few edges cross.
pub(super) fn ordered(picture: &Picture) -> Vec<Vec<usize>> {
    let mut levels = picture.levels();
    let level = |node: usize| picture.nodes[node].level;
    // Edges within a level have no direction, and the method needs one.
    let between = picture.edges.iter().filter(|(low, high)| level(*low) != level(*high));
    let edges: Vec<(u32, u32)> = between.map(|&(low, high)| (low as u32, high as u32)).collect();
    let config = Config { ranking_type: RankingType::Up, ..Config::default() };
    let mut across = vec![0.0; picture.nodes.len()];
    for (places, ..) in rust_sugiyama::from_edges(&edges, &config) {
        for (node, (x, _)) in places {
            if let Some(place) = across.get_mut(node) {
                *place = x;
            }
        }
    }
    for level in &mut levels {
        level.sort_by(|&one, &other| across[one].total_cmp(&across[other]).then(one.cmp(&other)));
    }
    levels
}

/// The centre of each node, around the middle of the picture; nodes are squares of this size with a
/// space between them. Rows have the goal on top.
pub(super) fn places(picture: &Picture, layout: Layout, size: f64) -> Vec<(f64, f64)> {
    let mut places = vec![(0.0, 0.0); picture.nodes.len()];
    let mut radius = 0.0f64;
    for (level, nodes) in ordered(picture).into_iter().enumerate() {
        let count = nodes.len() as f64;
        if level > 0 {
            // Far enough from the ring before, and long enough for its nodes.
            radius = (radius + 1.6 * size).max(count * 1.25 * size / TAU);
        }
        for (index, node) in nodes.into_iter().enumerate() {
            let index = index as f64;
            places[node] = match layout {
                Layout::Rows => {
                    ((index - (count - 1.0) / 2.0) * 1.3 * size, level as f64 * 2.0 * size)
                }
                Layout::Rings => {
                    let (sine, cosine) = ((index + 0.5) / count * TAU).sin_cos();
                    (-radius * sine, -radius * cosine)
                }
            };
        }
    }
    places
}
