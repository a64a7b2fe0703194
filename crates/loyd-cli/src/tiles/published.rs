//! Published levels of boards, and the mean lengths of solutions that follow from them.

use loyd_tiles::{MetricName, Size};

/// The mean length of a solution of a random board, with the goal's blank on this cell: from the
/// published table, or, for 24-puzzles with the blank in a corner, of the fifty of Korf & Felner.
/// `None` if it is unknown.
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

/// The published levels for a start that reflections and transposition of the board may take to
/// the published one, if there are any.
pub(crate) fn known_levels(size: Size, metric: MetricName, start_cell: usize) -> Option<Vec<u64>> {
    let start = canonical(size, start_cell);
    let mut levels = Vec::new();
    for line in loyd_data::SLIDING_TILE_LEVELS.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let number = |column: usize| fields.get(column)?.parse::<u64>().ok();
        let row = || {
            let its_size = Size::new(number(0)? as usize, number(1)? as usize)?;
            let its_cell = number(4).filter(|&cell| cell < its_size.cells() as u64)? as usize;
            let same = fields[2] == metric.name() && canonical(its_size, its_cell) == start;
            same.then(|| number(6)).flatten()
        };
        levels.extend(row());
    }
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

    #[test]
    fn every_table_is_complete() {
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
