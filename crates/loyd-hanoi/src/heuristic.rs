//! Heuristics by name, and additive pattern databases of groups of disks (Felner, Korf and Hanan, 2004).
//!
//! A move moves one disk. If the disks are divided into groups, each move is one of one group, so distances in which
//! only the disks of a group count can be added. A group of k disks alone is again a puzzle with k disks, whose
//! distances from the goal are found by breadth-first search:
//!
//! ```text
//! groups := from the largest disk down, up to K disks each
//! table of a group := distances of its P^k positions from the goal's
//! value := sum of the tables' entries
//! ```

use crate::position::Position;
use crate::ranking::Ranks;
use crate::shape::Shape;
use crate::space::{HanoiSpace, Shift};
use crate::towers::Towers;
use loyd_search::names::did_you_mean;
use loyd_search::puzzle::{HeuristicInfo, Successors};
use loyd_search::quote::quoted;
use loyd_search::solver::Unavailable;
use loyd_search::space::{Heuristic, Properties, Ranking, Reversible};
use std::fmt;
use std::ops::Range;
use std::str::FromStr;
use std::sync::Arc;

/// Maximum number of groups of disks.
pub const MAX_GROUPS: usize = 8;

/// Maximum number of entries of a table, of two bytes each.
const MAX_ENTRIES: u64 = 1 << 24;

/// A heuristic of the Towers of Hanoi.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HeuristicName {
    /// 0 everywhere.
    Zero,
    /// Number of disks on another peg than in the goal.
    Misplaced,
    /// Pattern databases of groups of up to this number of disks; as large as the tables may be if it is left open.
    Patterns(Option<u8>),
}

/// The prefix of the name of [`HeuristicName::Patterns`] with a number.
const PATTERNS: &str = "patterns:";

impl HeuristicName {
    /// Name and summary of the heuristics, weakest first.
    pub(crate) fn all() -> Vec<HeuristicInfo> {
        [
            ("zero", "0 everywhere: no information, makes A* uniform-cost search"),
            ("misplaced", "disks that are not on their peg of the goal"),
            ("patterns", "additive pattern databases of groups of disks, as large as they may be"),
        ]
        .map(|(name, summary)| HeuristicInfo { name, summary })
        .to_vec()
    }
}

impl fmt::Display for HeuristicName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Zero => f.write_str("zero"),
            Self::Misplaced => f.write_str("misplaced"),
            Self::Patterns(None) => f.write_str("patterns"),
            Self::Patterns(Some(disks)) => write!(f, "{PATTERNS}{disks}"),
        }
    }
}

/// The error for a text that does not name a heuristic of the Towers of Hanoi.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{} is not a heuristic of the Towers of Hanoi: {hint}", quoted(.text))]
pub struct UnknownHeuristic {
    text: String,
    hint: String,
}

impl FromStr for HeuristicName {
    type Err = UnknownHeuristic;

    fn from_str(text: &str) -> Result<Self, UnknownHeuristic> {
        let lower = text.trim().to_ascii_lowercase();
        let number = lower.strip_prefix(PATTERNS).and_then(|disks| disks.parse().ok());
        match (lower.as_str(), number) {
            ("zero", _) => Ok(Self::Zero),
            ("misplaced", _) => Ok(Self::Misplaced),
            ("patterns", _) => Ok(Self::Patterns(None)),
            (_, Some(disks)) if disks > 0 => Ok(Self::Patterns(Some(disks))),
            _ => {
                let infos = Self::all();
                let names = infos.iter().map(|info| info.name);
                let hint = did_you_mean(text, names.chain(["patterns:K"]));
                Err(UnknownHeuristic { text: text.to_owned(), hint })
            }
        }
    }
}

/// The distances of a group of disks from their positions in the goal.
#[derive(Debug)]
struct Group {
    /// The disks, counted from the smallest one of all.
    disks: Range<usize>,
    ranks: Ranks,
    distances: Vec<u16>,
}

impl Group {
    /// `None` if memory is refused.
    fn new(disks: Range<usize>, shape: Shape, goal: &Towers) -> Option<Self> {
        let shape = Shape::new(disks.len(), shape.pegs()).ok()?;
        let ranks = Ranks::new(shape);
        let mut group = Self { disks, ranks, distances: Vec::new() };
        let goal = group.rank(goal);
        group.distances = distances(&group.ranks, goal)?;
        Some(group)
    }

    /// The rank of the disks of this group.
    fn rank(&self, towers: &Towers) -> u64 {
        let place =
            |disk: usize| towers.peg_of(disk) as u64 * self.ranks.power(disk - self.disks.start);
        self.disks.clone().map(place).sum()
    }
}

/// Breadth-first search over all ranks; `None` if memory is refused.
fn distances(ranks: &Ranks, goal: u64) -> Option<Vec<u16>> {
    let size = usize::try_from(ranks.size()).ok()?;
    let mut distances = Vec::new();
    distances.try_reserve_exact(size).ok()?;
    distances.resize(size, u16::MAX);
    distances[goal as usize] = 0;
    let (mut level, mut next, mut depth) = (vec![goal], Vec::new(), 0);
    while !level.is_empty() {
        depth += 1;
        next.clear();
        ranks.append(&level, &mut next);
        next.retain(|&rank| {
            let distance = &mut distances[rank as usize];
            let is_new = *distance == u16::MAX;
            if is_new {
                *distance = depth;
            }
            is_new
        });
        std::mem::swap(&mut level, &mut next);
    }
    Some(distances)
}

/// The sum of additive pattern databases; clones share the tables.
#[derive(Clone, Debug)]
pub struct Patterns {
    groups: Arc<[Group]>,
}

impl Patterns {
    /// The groups of the largest size up to `disks`, or of the largest size that fits into a table.
    ///
    /// # Errors
    /// If groups of this size are too many, a table would be too large, or memory is refused.
    pub fn new(goal: &Position, disks: Option<u8>) -> Result<Self, Unavailable> {
        let space = HanoiSpace::new(goal);
        let shape = goal.shape();
        let largest = largest_group(shape);
        let size = disks.map_or(largest, usize::from).min(shape.disks());
        let unavailable = |reason| Unavailable { name: "patterns", reason };
        if size > largest {
            let reason = format!(
                "a table of {size} disks on {} pegs is too large: {largest} disks fit",
                shape.pegs()
            );
            return Err(unavailable(reason));
        }
        let smallest = shape.disks().div_ceil(MAX_GROUPS);
        if size < smallest {
            let reason = format!(
                "groups of {size} disks are more than {MAX_GROUPS}: {shape} needs groups of {smallest} or more"
            );
            return Err(unavailable(reason));
        }
        Self::of_goal(shape, &space.goal_state(), size)
            .ok_or_else(|| unavailable("the system refuses the memory of its tables".to_owned()))
    }

    fn of_goal(shape: Shape, goal: &Towers, size: usize) -> Option<Self> {
        let ends = (0..shape.disks()).rev().step_by(size).map(|last| last + 1);
        let groups = ends.map(|end| Group::new(end.saturating_sub(size)..end, shape, goal));
        Some(Self { groups: groups.collect::<Option<_>>()? })
    }
}

/// The largest number of disks whose table has at most [`MAX_ENTRIES`] entries.
fn largest_group(shape: Shape) -> usize {
    MAX_ENTRIES.ilog(shape.pegs() as u64) as usize
}

impl Heuristic<HanoiSpace> for Patterns {
    /// The rank of each group's disks.
    type Memo = [u32; MAX_GROUPS];
    const PROPERTIES: Properties = Properties::CONSISTENT;

    fn start(&self, towers: &Towers) -> Self::Memo {
        let mut memo = [0; MAX_GROUPS];
        for (rank, group) in memo.iter_mut().zip(&*self.groups) {
            *rank = group.rank(towers) as u32;
        }
        memo
    }

    #[inline]
    fn step(&self, mut memo: Self::Memo, _after: &Towers, shift: Shift) -> Self::Memo {
        let disk = usize::from(shift.disk);
        for (rank, group) in memo.iter_mut().zip(&*self.groups) {
            if group.disks.contains(&disk) {
                let power = group.ranks.power(disk - group.disks.start) as u32;
                *rank = *rank + u32::from(shift.to) * power - u32::from(shift.from) * power;
            }
        }
        memo
    }

    #[inline]
    fn value(&self, memo: Self::Memo) -> u32 {
        let groups = memo.iter().zip(&*self.groups);
        groups.map(|(&rank, group)| u32::from(group.distances[rank as usize])).sum()
    }

    fn reversed(&self, space: &HanoiSpace) -> Option<Self> {
        let size = self.groups.first()?.disks.len();
        Self::of_goal(space.shape(), &space.goal_state(), size)
    }
}

/// The number of disks on another peg than in the goal: each of them moves at least once.
#[derive(Clone, Debug)]
pub(crate) struct Misplaced {
    goal: Towers,
    disks: usize,
}

impl Misplaced {
    pub(crate) fn new(space: &HanoiSpace) -> Self {
        Self { goal: space.goal_state(), disks: space.shape().disks() }
    }
}

impl Heuristic<HanoiSpace> for Misplaced {
    type Memo = u32;
    const PROPERTIES: Properties = Properties::CONSISTENT;

    fn start(&self, towers: &Towers) -> u32 {
        let misplaced = |&disk: &usize| towers.peg_of(disk) != self.goal.peg_of(disk);
        (0..self.disks).filter(misplaced).count() as u32
    }

    fn step(&self, memo: u32, _after: &Towers, shift: Shift) -> u32 {
        let peg = self.goal.peg_of(shift.disk.into());
        memo + u32::from(usize::from(shift.from) == peg) - u32::from(usize::from(shift.to) == peg)
    }

    fn value(&self, memo: u32) -> u32 {
        memo
    }

    fn reversed(&self, space: &HanoiSpace) -> Option<Self> {
        Some(Self::new(space))
    }
}
