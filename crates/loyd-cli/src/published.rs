//! Published level tables: to compare with when a run is over, and for `loyd plan`, which runs
//! nothing but small boards. No run looks at them.

use crate::enumerable::Enumerable;
use crate::exit::Exit;
use loyd_enumerate::Enumeration;
use loyd_tiles::{MetricName, Size};

const TABLES: &str = include_str!("../../../data/sliding_tile_levels.csv");
const CUBES: &str = include_str!("../../../data/cube_levels.csv");

/// The mean length of a solution of a random board, with the goal's blank on this cell: from the
/// published table, or, for 24-puzzles with the blank in a corner, of the fifty of Korf & Felner.
/// `None` where it is not known.
pub(crate) fn mean_length(size: Size, goal_blank: usize) -> Option<f64> {
    /// 5,039 moves for fifty boards.
    const OF_FIFTY: f64 = 100.78;
    let (width, height) = (size.width(), size.height());
    let (column, row) = (size.column(goal_blank), size.row(goal_blank));
    let corner = (column == 0 || column + 1 == width) && (row == 0 || row + 1 == height);
    if corner && (width, height) == (5, 5) {
        return Some(OF_FIFTY);
    }
    // Tables are of boards that are wider than high.
    let of = |size, cell| known_levels(size, MetricName::Single, cell);
    let cell = if corner { 0 } else { goal_blank };
    let levels = of(size, cell).or_else(|| of(size.transposed(), cell).filter(|_| corner))?;
    let states: u64 = levels.iter().sum();
    let moves: f64 = levels.iter().zip(0u32..).map(|(&n, depth)| n as f64 * f64::from(depth)).sum();
    Some(moves / states as f64)
}

/// What a comparison with the published tables comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reference {
    /// Every level counted is as published.
    Match,
    /// Nothing is published on this puzzle, metric and start.
    None,
    /// The first depth that differs.
    Mismatch(usize),
}

impl Reference {
    /// Compares all levels of an enumeration.
    pub(crate) fn of<P: Enumerable>(found: &Enumeration<P>) -> Self {
        let Enumeration { start, metric, levels, complete, .. } = found;
        Self::of_levels::<P>(start, *metric, levels, *complete)
    }

    /// Compares levels, which are all there are if `complete`.
    pub(crate) fn of_levels<P: Enumerable>(
        start: &P::Position,
        metric: P::Metric,
        levels: &[u64],
        complete: bool,
    ) -> Self {
        let Some(published) = P::published(start, metric) else { return Self::None };
        let differs = |depth: &usize| levels.get(*depth) != published.get(*depth);
        let all = levels.len().max(published.len());
        let counted = if complete { all } else { levels.len() };
        (0..counted).find(differs).map_or(Self::Match, Self::Mismatch)
    }

    /// The word for it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Match => "match",
            Self::None => "none",
            Self::Mismatch(_) => "mismatch",
        }
    }

    /// A difference is a failed check.
    pub(crate) fn exit(self) -> Exit {
        if matches!(self, Self::Mismatch(_)) { Exit::Failed } else { Exit::Done }
    }

    /// A sentence for people; nothing where nothing is published.
    pub(crate) fn sentence(self) -> Option<String> {
        match self {
            Self::Match => Some("matches the published table".to_owned()),
            Self::None => None,
            Self::Mismatch(depth) => {
                Some(format!("DIFFERS from the published table at depth {depth}"))
            }
        }
    }
}

/// The published levels for a start that reflections and transposition of the board may take to
/// the published one, if there are any.
pub(crate) fn known_levels(size: Size, metric: MetricName, start_cell: usize) -> Option<Vec<u64>> {
    let wanted = canonical(size, start_cell);
    let mut levels = Vec::new();
    for line in TABLES.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let number = |column: usize| fields.get(column)?.parse::<u64>().ok();
        let row = || {
            let its_size = Size::new(number(0)? as usize, number(1)? as usize)?;
            let its_cell = number(4).filter(|&cell| cell < its_size.cells() as u64)? as usize;
            let same = fields[2] == metric.name() && canonical(its_size, its_cell) == wanted;
            same.then(|| number(6)).flatten()
        };
        levels.extend(row());
    }
    Some(levels).filter(|levels| !levels.is_empty())
}

/// The published levels of a cube, which all starts have.
pub(crate) fn cube_levels(puzzle: &str, metric: &str) -> Option<Vec<u64>> {
    let states = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        let [its_puzzle, its_metric, _, states, ..] = fields[..] else { return None };
        (its_puzzle == puzzle && its_metric == metric).then(|| states.parse().ok())?
    };
    let levels: Vec<u64> = CUBES.lines().filter_map(states).collect();
    Some(levels).filter(|levels| !levels.is_empty())
}

/// The same for all starts that differ by a reflection or by exchanging rows and columns: the
/// shorter side, the longer side, and how far the blank is from the nearest border along each.
fn canonical(size: Size, cell: usize) -> [usize; 4] {
    let (width, height) = (size.width(), size.height());
    let (column, row) = (size.column(cell), size.row(cell));
    let (column, row) = (column.min(width - 1 - column), row.min(height - 1 - row));
    let (lying, standing) = ([height, width, row, column], [width, height, column, row]);
    lying.min(standing)
}

#[cfg(test)]
mod tests {
    use super::*;
    use loyd::observe::Cancel;
    use loyd_enumerate::{Request, run, tiles};
    use loyd_tiles::solver::Tiles;

    fn enumerate(
        width: usize,
        height: usize,
        start_cell: usize,
        depth: Option<u32>,
    ) -> Enumeration<Tiles> {
        let size = Size::new(width, height).expect("a size");
        let request = Request { depth, ..tiles::request_from(size, start_cell) };
        run(&tiles::plan(&request).expect("it fits"), &Cancel::new(), &mut |_| ())
            .expect("it is right")
    }

    #[test]
    fn images_of_a_published_start_have_its_table() {
        for (width, height, corners) in [(3, 2, [0, 2, 3, 5]), (2, 3, [0, 1, 4, 5])] {
            for cell in 0..6 {
                let found = Reference::of(&enumerate(width, height, cell, None));
                let published = corners.contains(&cell);
                let expected = if published { Reference::Match } else { Reference::None };
                assert_eq!(found, expected, "{width}x{height} from {cell}");
            }
        }
    }

    #[test]
    fn levels_down_to_a_depth_are_compared_as_far_as_they_go() {
        let mut found = enumerate(3, 3, 8, Some(10));
        assert_eq!(Reference::of(&found), Reference::Match);
        found.levels[7] += 1;
        assert_eq!(Reference::of(&found), Reference::Mismatch(7));
        assert_eq!(Reference::of(&found).exit(), Exit::Failed);
    }

    #[test]
    fn a_complete_run_must_have_every_level() {
        let mut found = enumerate(3, 3, 0, None);
        found.levels.pop();
        assert_eq!(Reference::of(&found), Reference::Mismatch(31));
    }

    #[test]
    fn the_tables_of_the_cube_are_found_whole() {
        for (metric, radius) in [("half", 11), ("quarter", 14)] {
            let levels = cube_levels("2x2x2", metric).expect("it is published");
            assert_eq!(levels.len(), radius + 1);
            assert_eq!(levels.iter().sum::<u64>(), 3_674_160);
        }
        assert_eq!(cube_levels("2x2x2", "single"), None);
    }

    #[test]
    fn every_table_is_found_whole() {
        for (width, height, cell, metric) in [
            (4, 4, 0, MetricName::Single),
            (4, 4, 14, MetricName::Single),
            (4, 4, 10, MetricName::Single),
            (8, 2, 7, MetricName::Multi),
            (2, 7, 13, MetricName::Single),
        ] {
            let size = Size::new(width, height).expect("a size");
            let all: u64 = (3..=size.cells() as u64).product();
            let levels = known_levels(size, metric, cell).expect("it is published");
            assert_eq!(levels.iter().sum::<u64>(), all, "{size} from {cell}");
        }
    }
}
